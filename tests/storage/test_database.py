"""Transactions on a real file: what a connection is set to, who waits for whom, and when it can't be had."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.storage import database as module
from scorekeeper.storage import turns
from scorekeeper.storage.database import Database, Unavailable
from scorekeeper.storage.schema import BrowserRow, GameRow
from tests.storage.conftest import FRIDAY, nothing_saved


def add_browser(connection: Connection, *names: str) -> None:
    for name in names or ("phone",):
        connection.execute(insert(BrowserRow).values(id=name, created_at=FRIDAY))


def browsers(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.execute(select(BrowserRow.id).order_by(BrowserRow.id)).scalars())


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


@pytest.fixture
def path(database: Database) -> Path:
    """The file of the database."""
    assert database.path is not None
    return database.path


@pytest.fixture
def hasty(database: Database) -> Iterator[Database]:
    """The same database for somebody who waits only a moment when it is busy."""
    hasty = Database(str(database.url), busy_milliseconds=50)
    yield hasty
    hasty.close()


# What a connection is set to


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 50}


def pragmas(connection: Connection) -> dict[str, object]:
    return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS}


def test_every_connection_is_durable_and_keeps_foreign_keys(hasty: Database) -> None:
    with hasty.reading() as first, hasty.reading() as second, hasty.writing() as third:
        assert [pragmas(connection) for connection in (first, second, third)] == [PRAGMAS] * 3


def test_a_connection_after_closing_is_set_up_the_same(hasty: Database) -> None:
    browsers(hasty)
    hasty.close()
    with hasty.writing() as connection:
        assert pragmas(connection) == PRAGMAS


def test_a_writer_waits_five_seconds_unless_told_otherwise(database: Database) -> None:
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5_000


# Transactions


def test_what_was_written_is_there_for_everybody(database: Database, path: Path) -> None:
    with database.writing() as connection:
        add_browser(connection)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT id FROM browsers").fetchall() == [("phone",)]


def test_a_change_is_made_whole_or_not_at_all(database: Database) -> None:
    with nothing_saved(database), pytest.raises(IntegrityError), database.writing() as connection:
        add_browser(connection, "phone", "phone")
    with database.writing() as connection:
        add_browser(connection, "next")
    assert browsers(database) == ["next"]


def test_a_writer_takes_the_lock_at_once(database: Database, path: Path) -> None:
    other = sqlite3.connect(path, timeout=0)
    with closing(other), database.writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")


def test_a_reader_neither_waits_for_a_writer_nor_sees_half_of_what_it_does(hasty: Database) -> None:
    with hasty.writing() as connection:
        add_browser(connection)
        assert browsers(hasty) == []
    assert browsers(hasty) == ["phone"]


def test_a_reader_sees_one_state_all_the_time(database: Database) -> None:
    names = select(BrowserRow.id)
    with database.reading() as reading:
        assert reading.execute(names).all() == []
        with database.writing() as connection:
            add_browser(connection)
        assert reading.execute(names).all() == []
    assert browsers(database) == ["phone"]


def test_writers_at_the_same_time_follow_each_other_and_lose_nothing(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(
            insert(GameRow).values(id="friday", rules="bonken-11", first_dealer=0, created_at=FRIDAY, changed_at=FRIDAY)
        )

    def raise_by_one(_: int) -> None:
        with database.writing() as connection:
            revision = connection.execute(select(GameRow.revision)).scalar_one()
            connection.execute(update(GameRow).values(revision=revision + 1))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(raise_by_one, range(40)))
    with database.reading() as connection:
        assert connection.execute(select(GameRow.revision)).scalar() == 41


def test_a_writer_waits_for_one_of_another_program(database: Database, path: Path) -> None:
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(0.2, other.rollback)
        release.start()
        with database.writing() as connection:
            add_browser(connection)
        release.join()
    assert browsers(database) == ["phone"]


def test_a_database_in_memory_needs_no_turn() -> None:
    database = Database("sqlite://")
    assert database.path is None
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE players (name TEXT)"))
    with database.reading() as connection:
        assert connection.execute(text("SELECT * FROM players")).all() == []
    database.close()


def test_where_files_cannot_be_locked_the_busy_timeout_makes_writers_wait(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    spec = importlib.util.spec_from_file_location("turns_on_windows", turns.__file__)
    assert spec is not None
    assert spec.loader is not None
    on_windows = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(on_windows)
    monkeypatch.setattr(module, "CAN_LOCK_FILES", on_windows.CAN_LOCK_FILES)
    elsewhere = Database(url_of(path))
    with elsewhere.writing() as connection:
        assert not path.with_name("games.db.lock").exists()
        add_browser(connection)
    elsewhere.close()
    assert browsers(database) == ["phone"]


# Unavailable


@contextmanager
def unavailable(database: Database) -> Iterator[None]:
    """Whatever is tried in here says that the database can't be had, and saves nothing."""
    with nothing_saved(database), pytest.raises(Unavailable):
        yield


def test_a_database_that_stays_locked_is_unavailable_to_writers_alone(
    database: Database, hasty: Database, path: Path
) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with unavailable(database), hasty.writing() as connection:
            add_browser(connection)
        assert browsers(hasty) == []
        other.rollback()
    with hasty.writing() as connection:
        add_browser(connection)
    assert browsers(hasty) == ["phone"]


def test_a_folder_that_is_missing_is_unavailable_and_is_not_made(tmp_path: Path) -> None:
    database = Database(url_of(tmp_path / "gone" / "games.db"))
    with pytest.raises(Unavailable), database.writing() as connection:
        add_browser(connection)
    with pytest.raises(Unavailable), database.reading():
        pass
    assert not (tmp_path / "gone").exists()


def test_a_file_without_tables_is_unavailable(tmp_path: Path) -> None:
    database = Database(url_of(tmp_path / "games.db"))
    with pytest.raises(Unavailable):
        browsers(database)
    database.close()


def test_a_full_disk_is_unavailable_and_keeps_what_was_there(database: Database) -> None:
    with database.writing() as connection:
        add_browser(connection)
    database.close()
    full = Database(str(database.url))

    @event.listens_for(full.engine, "connect")
    def limit(dbapi_connection: sqlite3.Connection, _entry: object) -> None:
        dbapi_connection.execute("PRAGMA max_page_count = 1").close()

    with unavailable(database), full.writing() as connection:
        add_browser(connection, *(f"phone {number}" for number in range(1_000)))
    full.close()
    assert browsers(database) == ["phone"]


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Not as root, from whom no file is kept."""
    if os.geteuid():
        yield
        return
    try:
        os.seteuid(65534)
    except OSError:
        pytest.skip("root can't be anybody else here")
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def kept_file(migrated: Path) -> Iterator[Path]:
    """A file that only its owner may write, in a folder that everybody may."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    shutil.copyfile(migrated, folder / "games.db")
    (folder / "games.db").chmod(0o444)
    yield folder / "games.db"
    shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners of files here")
def test_a_file_that_may_not_be_written_is_unavailable(kept_file: Path) -> None:
    before = kept_file.read_bytes()
    database = Database(url_of(kept_file))
    with as_somebody_else():
        with pytest.raises(Unavailable, match="readonly"), database.writing() as connection:
            add_browser(connection)
        assert browsers(database) == []
        database.close()
    assert kept_file.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners of files here")
def test_a_folder_that_may_not_be_written_is_unavailable(kept_file: Path) -> None:
    kept_file.parent.chmod(0o555)
    database = Database(url_of(kept_file))
    with as_somebody_else(), pytest.raises(Unavailable), database.writing() as connection:
        add_browser(connection)
    database.close()
    assert [path.name for path in kept_file.parent.iterdir()] == ["games.db"]


def test_a_file_that_is_no_database_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "notes.sqlite3"
    path.write_text("Anna owes Bram a beer. " * 100)
    database = Database(f"sqlite:///{path}")
    with pytest.raises(Unavailable), database.reading():
        pass
    database.close()
