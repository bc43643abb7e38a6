"""The database: one engine, transactions that read, and transactions that write.

On SQLite a writing transaction takes the lock at once, so that it never has to be given up half
way. Who writes waits for his turn before it, as `turns` says.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from cachetools import LRUCache
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from scorekeeper.storage.games import StoredGame
from scorekeeper.storage.turns import CAN_LOCK_FILES, Turns

BUSY_MILLISECONDS = 5_000
KEPT_GAMES = 256
"""Games that a process remembers as it read them; one takes about 10 KB."""


class Unavailable(Exception):
    """The database is busy, full or gone. Nothing was written; trying again later may help."""


class Database:
    """Where games are kept. Make one for each process."""

    def __init__(self, url: str, *, busy_milliseconds: int = BUSY_MILLISECONDS) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.path = Path(self.url.database) if self.is_sqlite and self.url.database else None
        self.kept: LRUCache[tuple[str, int], StoredGame] = LRUCache(KEPT_GAMES)
        """Games by id and revision, as they were read or saved."""
        # Who writes waits so long for his turn, and then again for programs that know of no turns.
        lock = self.path and self.path.with_name(f"{self.path.name}.lock")
        self._turns = Turns(lock, busy_milliseconds / 1000) if lock and CAN_LOCK_FILES else None
        self.engine: Engine = create_engine(self.url, hide_parameters=True)
        if self.is_sqlite:
            _prepare_sqlite(self.engine, busy_milliseconds)
        self._to_write = self.engine.execution_options(writing=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one state of the database.

        Raises:
            Unavailable: the database can't be read.
        """
        with _unavailable(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that changes the database: all of it, or on an error nothing.

        Raises:
            Unavailable: the database can't be written.
        """
        turn = self._turns.turn() if self._turns else nullcontext()
        with _unavailable(), turn, self._to_write.begin() as connection:
            yield connection

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


@contextmanager
def _unavailable() -> Iterator[None]:
    try:
        yield
    except (OperationalError, PoolTimeoutError, OSError) as error:
        raise Unavailable(str(error)) from error
    except DatabaseError as error:
        # This very class, not one below it, is what a file that is no database, or a broken one, gives.
        if type(error) is not DatabaseError:
            raise
        raise Unavailable(str(error)) from error


def _prepare_sqlite(engine: Engine, busy_milliseconds: int) -> None:
    @event.listens_for(engine, "connect")
    def connect(dbapi_connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        # The driver's own transactions would begin too late; `begin` below says when.
        dbapi_connection.isolation_level = None
        cursor = dbapi_connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {busy_milliseconds}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
