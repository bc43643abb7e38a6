"""From nothing or from an older version to this one; what is newer, foreign or does not go is left alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from scorekeeper.storage.database import Database, Unavailable
from scorekeeper.storage.migrating import (
    HEAD,
    MIGRATIONS,
    ForeignDatabase,
    MigrationFailed,
    NewerDatabase,
    OlderDatabase,
    Upgraded,
    require_current,
    upgrade,
)
from scorekeeper.storage.schema import Base
from tests.future import ADD, BREAK, move_on

LOSE = """
    op.execute("DELETE FROM games")
"""

Future = Callable[[str], None]


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path / 'new' / 'games.db'}")
    yield database
    database.close()


@pytest.fixture
def future(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Future:
    """Makes the app one version newer, with a migration that takes these steps."""

    return lambda steps: move_on(tmp_path / "migrations", monkeypatch, steps)


def run(database: Database, *statements: str) -> list[Any]:
    """Carry out statements past the app; gives the rows of the last one."""
    assert database.path is not None
    with closing(sqlite3.connect(database.path)) as connection, connection:
        for statement in statements:
            rows = connection.execute(statement).fetchall()
    return rows


def a_game_with_a_round(database: Database) -> None:
    moment = "'2026-11-27 20:30:15'"
    run(
        database,
        "INSERT INTO games (id, rules, title, first_dealer, stopped, revision, settings_version, created_at,"
        f" changed_at) VALUES ('game', 'bonken-11', 'Friday', 0, 0, 1, 1, {moment}, {moment})",
        "INSERT INTO rounds (game_id, number, contract, rulings, is_open, marking_over, version)"
        " VALUES ('game', 1, 'ducking', '', 0, 0, 1)",
    )


def everything(database: Database) -> list[str]:
    assert database.path is not None
    with closing(sqlite3.connect(database.path)) as connection:
        return list(connection.iterdump())


def test_head_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_the_file_of_a_migration_begins_with_its_revision() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    for script in ScriptDirectory.from_config(config).walk_revisions():
        assert Path(script.path).name.startswith(f"{script.revision}_")


def test_migrations_and_tables_do_not_drift_apart(database: Database) -> None:
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_checks_of_migrations_and_tables_do_not_drift_apart(database: Database, tmp_path: Path) -> None:
    made = Database(f"sqlite:///{tmp_path / 'made.db'}")
    with made.writing() as connection:
        Base.metadata.create_all(connection)
    found = [_checks(each) for each in (database, made)]
    made.close()
    assert found[0] == found[1]
    assert found[0], "alembic compares all but these"


def _checks(database: Database) -> dict[tuple[str, str | None], str]:
    with database.reading() as connection:
        seen = inspect(connection)
        return {
            (table, check["name"]): str(check["sqltext"])
            for table in Base.metadata.tables
            for check in seen.get_check_constraints(table)
        }


def test_a_database_is_made_from_nothing_with_its_folder(empty: Database) -> None:
    assert upgrade(empty) == Upgraded(before=None, kept=None)
    require_current(empty)
    assert run(empty, "SELECT count(*) FROM games") == [(0,)]


def test_what_is_up_to_date_is_left_alone(database: Database) -> None:
    before = everything(database)
    assert upgrade(database) is None
    assert everything(database) == before


def test_an_older_database_is_brought_up_to_date_and_kept_as_it_was(database: Database, future: Future) -> None:
    a_game_with_a_round(database)
    before = everything(database)
    future(ADD)
    with pytest.raises(OlderDatabase):
        require_current(database)
    upgraded = upgrade(database)
    require_current(database)
    assert run(database, "SELECT title, place FROM games") == [("Friday", "")]
    assert upgraded is not None
    assert upgraded.before == HEAD
    assert database.path is not None
    assert upgraded.kept == database.path.with_name(f"games.db.version-{HEAD}-1")
    kept = Database(f"sqlite:///{upgraded.kept}")
    assert everything(kept) == before


def test_a_table_that_is_replaced_does_not_take_along_what_refers_to_it(database: Database, future: Future) -> None:
    a_game_with_a_round(database)
    future(ADD)
    upgrade(database)
    assert run(database, "SELECT game_id, contract FROM rounds") == [("game", "ducking")]
    # And foreign keys are on again where games are kept.
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


@pytest.mark.parametrize("steps", [BREAK, LOSE], ids=["fails half way", "leaves rounds without a game"])
def test_a_migration_that_fails_leaves_the_database_as_it_was(steps: str, database: Database, future: Future) -> None:
    a_game_with_a_round(database)
    before = everything(database)
    future(steps)
    with pytest.raises(MigrationFailed):
        upgrade(database)
    assert everything(database) == before


def test_a_first_migration_that_fails_leaves_nothing(empty: Database, future: Future) -> None:
    future(BREAK)
    with pytest.raises(MigrationFailed):
        upgrade(empty)
    assert everything(empty) == ["BEGIN TRANSACTION;", "COMMIT;"]


@pytest.mark.parametrize("ask", [upgrade, require_current])
def test_a_newer_database_is_refused_and_left_alone(ask: Callable[[Database], object], database: Database) -> None:
    run(database, "UPDATE alembic_version SET version_num = '9999'")
    before = everything(database)
    with pytest.raises(NewerDatabase, match="9999"):
        ask(database)
    assert everything(database) == before
    assert database.path is not None
    assert not list(database.path.parent.glob("*.version-*"))


@pytest.mark.parametrize("ask", [upgrade, require_current])
def test_a_database_of_another_app_is_refused_and_left_alone(
    ask: Callable[[Database], object], empty: Database
) -> None:
    assert empty.path is not None
    empty.path.parent.mkdir()
    run(empty, "CREATE TABLE recipes (name TEXT)")
    before = everything(empty)
    with pytest.raises(ForeignDatabase, match="other tables"):
        ask(empty)
    assert everything(empty) == before


@pytest.mark.parametrize("ask", [upgrade, require_current])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    ask: Callable[[Database], object], empty: Database
) -> None:
    assert empty.path is not None
    empty.path.parent.mkdir()
    empty.path.write_text("a shopping list, and quite a long one: " * 100)
    with pytest.raises(ForeignDatabase, match="not a database"):
        ask(empty)
    assert empty.path.read_text().startswith("a shopping list")


def test_where_there_is_no_database_nothing_is_made_by_looking(empty: Database) -> None:
    with pytest.raises(OlderDatabase):
        require_current(empty)
    assert empty.path is not None
    assert not empty.path.parent.exists()


def test_a_folder_where_the_database_should_be_is_told(empty: Database) -> None:
    assert empty.path is not None
    empty.path.mkdir(parents=True)
    with pytest.raises(Unavailable):
        upgrade(empty)


def test_a_database_that_is_held_by_somebody_else_can_be_tried_again(database: Database, future: Future) -> None:
    future(ADD)
    assert database.path is not None
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Database.__init__, "__kwdefaults__", {"busy_milliseconds": 50})
            with pytest.raises(Unavailable):
                upgrade(database)
        other.execute("ROLLBACK")
    assert upgrade(database) is not None
