"""A real, migrated SQLite file for each test, and a look at all that is in it."""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.storage.database import Database
from scorekeeper.storage.migrating import upgrade
from scorekeeper.storage.schema import Base

FRIDAY = datetime.datetime(2026, 11, 27, 20, 30, 15, 250_000, tzinfo=datetime.UTC)
"""The moment at which things happen in these tests."""


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that was migrated once, to be copied: that is far quicker than migrating."""
    path = tmp_path_factory.mktemp("migrated") / "games.db"
    database = Database(f"sqlite:///{path}")
    upgrade(database)
    database.close()
    return path


@pytest.fixture(scope="session")
def reused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One engine for all tests, since compiling its statements anew would take longer than most tests do."""
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('database') / 'games.db'}")
    yield database
    database.close()


@pytest.fixture
def database(migrated: Path, reused: Database) -> Iterator[Database]:
    """An empty database of this test alone: a new file, to which nobody has a connection yet."""
    assert reused.path is not None
    shutil.rmtree(reused.path.parent)
    reused.path.parent.mkdir()
    reused.kept.clear()
    shutil.copyfile(migrated, reused.path)
    yield reused
    reused.close()


Everything = dict[str, list[tuple[object, ...]]]


def everything(database: Database) -> Everything:
    """All rows of all tables."""
    with database.reading() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in Base.metadata.sorted_tables
        }


@contextmanager
def nothing_saved(database: Database) -> Iterator[None]:
    """Whatever happens in here leaves every row of every table as it was."""
    before = everything(database)
    yield
    assert everything(database) == before
