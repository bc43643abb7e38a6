"""Bringing a database up to this version of the app, from nothing or from an older one."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from scorekeeper.storage.database import Database

HEAD = "0001"
"""The newest migration. A test holds it to what the folder `migrations` says."""


class NewerDatabase(Exception):
    """The database was made by a newer version of the app, which this one can't read."""


def upgrade(database: Database) -> bool:
    """Bring a database to `HEAD`; says whether there was anything to do.

    Raises:
        NewerDatabase: it is ahead of this version of the app.
        Unavailable: it can't be read or written.
    """
    if database.path is not None:
        database.path.parent.mkdir(parents=True, exist_ok=True)
    with database.writing() as connection:
        current = _revision(connection)
        if current == HEAD:
            return False
        # Importing Alembic takes as long as all else at a start, and nearly always there is nothing for it to do.
        from alembic import command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415
        from alembic.util import CommandError  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise NewerDatabase(current or "") from error
    return True


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return revision
