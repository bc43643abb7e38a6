"""Bringing a database up to this version of the app, from nothing or from an older one."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import DatabaseError

from scorekeeper.storage import backup
from scorekeeper.storage.database import Database, Unavailable

HEAD = "0002"
"""The newest migration. A test holds it to what the folder `migrations` says."""
MIGRATIONS = Path(__file__).parent / "migrations"


class NewerDatabase(Exception):
    """The database was made by a newer version of the app, which this one can't read."""


class OlderDatabase(Exception):
    """The database has yet to be brought to this version of the app."""


class ForeignDatabase(Exception):
    """What lies where the database should be is damaged, or something else. The text says what."""


class MigrationFailed(Exception):
    """A migration does not go with what is in the database, which is as it was. The text says why."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What was done: `before` is the version it came from, None for a new database.

    `kept` is where a copy of the older database lies.
    """

    before: str | None
    kept: Path | None


def require_current(database: Database) -> None:
    """See that a database is at `HEAD`, and change nothing.

    Raises:
        OlderDatabase: it has to be upgraded first, or is not there yet.
        NewerDatabase: it is ahead of this version of the app.
        ForeignDatabase: it is none of this app.
        Unavailable: it can't be read.
    """
    if database.path is not None and not database.path.exists():
        raise OlderDatabase("")
    current = _revision(database)
    if current != HEAD:
        require_known(current)
        raise OlderDatabase(current or "")


def upgrade(database: Database) -> Upgraded | None:
    """Bring a database to `HEAD`; None when it was there. A copy of an older one is kept beside it.

    Raises:
        NewerDatabase: it is ahead of this version of the app.
        ForeignDatabase: it is none of this app.
        MigrationFailed: a migration does not go; the database is as it was.
        Unavailable: it can't be read or written.
    """
    if database.path is not None:
        database.path.parent.mkdir(parents=True, exist_ok=True)
        # It holds the links, which are keys: nobody else on this machine is to read it.
        with suppress(OSError):
            # Where that can't be, opening it says so in better words.
            os.close(os.open(database.path, os.O_CREAT | os.O_RDWR, 0o600))
    current = _revision(database)
    if current == HEAD:
        return None
    require_known(current)
    kept = None
    if database.path is not None and current is not None:
        kept = backup.keep(database.path, f"version-{current}")
    migrator = Database(database.url.render_as_string(hide_password=False))
    if migrator.is_sqlite:
        # SQLite changes a table by replacing it, and with foreign keys on that deletes whatever refers to it.
        # Inside of a transaction they can't be turned off.
        event.listen(migrator.engine, "connect", _foreign_keys_off)
    try:
        with migrator.writing() as connection:
            try:
                _migrate(connection)
            except Exception as error:
                raise MigrationFailed(str(getattr(error, "orig", error))) from error
    finally:
        migrator.close()
    return Upgraded(current, kept)


def _revision(database: Database) -> str | None:
    """Give the version of a database, None for an empty one."""
    try:
        with database.reading() as connection:
            tables = inspect(connection).get_table_names()
            if "alembic_version" in tables:
                version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
                return version
    except Unavailable as error:
        # A player may try again later in either case; here it matters that this one will never be a database of ours.
        if type(error.__cause__) is DatabaseError:
            raise ForeignDatabase(str(error.__cause__.orig)) from error
        raise
    if tables:
        raise ForeignDatabase("it holds other tables")
    return None


def require_known(revision: str | None) -> None:
    """See that this version of the app has been at a revision of the tables; an empty database is at none.

    Raises:
        NewerDatabase: it has not.
    """
    if revision is not None and not any(path.name.startswith(f"{revision}_") for path in MIGRATIONS.glob("versions/*")):
        raise NewerDatabase(revision)


def _foreign_keys_off(dbapi_connection: Any, _entry: object) -> None:
    dbapi_connection.execute("PRAGMA foreign_keys = OFF")


def _migrate(connection: Connection) -> None:
    # Importing Alembic takes as long as all else at a start, and nearly always there is nothing for it to do.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite" and connection.execute(text("PRAGMA foreign_key_check")).first():
        raise RuntimeError("a migration left rows that refer to nothing")
