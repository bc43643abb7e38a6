"""The real app with a real, migrated database: one app for all tests, and an empty database for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, select

from scorekeeper.app import create_app
from scorekeeper.rules.game import Round
from scorekeeper.settings import read_settings
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from scorekeeper.storage.migrating import upgrade
from scorekeeper.storage.schema import Base
from scorekeeper.web.limits import limiter
from tests.web.client import Client
from tests.web.tables import a_game, give_right, stored

Rows = dict[str, list[tuple[object, ...]]]


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with a database as the migrations make it."""
    instance = tmp_path_factory.mktemp("instance")
    database = Database(read_settings({"SCOREKEEPER_INSTANCE": str(instance)}).database)
    upgrade(database)
    database.close()
    return instance


@pytest.fixture(scope="session")
def the_app(migrated: Path) -> Iterator[Flask]:
    """The app that all tests share."""
    # The tests together ask more often than a table ever would.
    app = create_app(read_settings({"SCOREKEEPER_INSTANCE": str(migrated), "SCOREKEEPER_RATE_LIMITS": "off"}))
    yield app
    database: Database = app.extensions["scorekeeper"]
    database.close()


@pytest.fixture
def database(the_app: Flask) -> Database:
    """The app's database, emptied. Its statements stay compiled, which a new one for each test would not have."""
    database: Database = the_app.extensions["scorekeeper"]
    with database.writing() as connection:
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(delete(table))
    database.kept.clear()
    return database


@pytest.fixture
def app(the_app: Flask, database: Database) -> Flask:  # noqa: ARG001 (it is emptied)
    """The app, with an empty database. Flask-Limiter knows one app only: another test's may have switched it on."""
    limiter.enabled = False
    return the_app


@pytest.fixture
def client(app: Flask) -> Client:
    """A browser that was never here before."""
    return Client(app)


@pytest.fixture
def everything(database: Database) -> Callable[[], Rows]:
    """What is in the database: compared before and after, it shows that nothing was saved."""

    def rows() -> Rows:
        with database.reading() as connection:
            return {
                table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
                for table in Base.metadata.sorted_tables
            }

    return rows


@pytest.fixture
def game(client: Client) -> str:
    """A game whose third round is open: Anna chose queens."""
    return stored(client, a_game(2, open_round=Round("queens")))


@pytest.fixture
def other(client: Client, game: str) -> Client:
    """Another phone that scores in it."""
    phone = client.another_browser()
    give_right(phone, game, Right.SCORE)
    return phone
