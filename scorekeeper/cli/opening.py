"""Opening the database for a command that is not the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.cli.printing import Refusal
from scorekeeper.settings import Settings
from scorekeeper.storage.database import Database
from scorekeeper.storage.migrating import require_current


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """Open a database that is there and up to date; the server may run on it meanwhile.

    Raises:
        Refusal: there is none.
    """
    file_of(settings)
    database = Database(settings.database)
    try:
        require_current(database)
        yield database
    finally:
        database.close()


def file_of(settings: Settings) -> Path:
    """Give the file of the database, which must be there.

    Raises:
        Refusal: it is not.
    """
    path = Database(settings.database).path
    if path is None or not path.is_file():
        raise Refusal(f"There are no games yet: {path} is made when the server first starts.")
    return path
