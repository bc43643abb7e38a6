"""Copies of an SQLite database, taken while the server runs and put back while it does not."""

from __future__ import annotations

import itertools
import os
import sqlite3
from contextlib import closing
from pathlib import Path


class NotABackup(ValueError):
    """The file is no whole database of this app."""


def copy_to(database: Path, target: Path) -> None:
    """Write a consistent copy of a database, readable by its owner only.

    Raises:
        FileExistsError: the target is there already; a backup never overwrites another.
    """
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    os.close(descriptor)
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
    check(target)


def check(path: Path) -> None:
    """See that a file is a whole database of this app.

    Raises:
        NotABackup: it is not.
    """
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            connection.execute("SELECT count(*) FROM games").fetchone()
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise NotABackup(str(error)) from error
    if verdict != "ok":
        raise NotABackup(str(verdict))


def put_back(backup: Path, database: Path) -> Path | None:
    """Make a backup the database; what was there before is kept beside it and its path given.

    Raises:
        NotABackup: the file is no whole database of this app; nothing has changed.
    """
    check(backup)
    kept = None
    if database.exists():
        names = (database.with_name(f"{database.name}.before-restore-{number}") for number in itertools.count(1))
        kept = next(path for path in names if not path.exists())
        copy_to(database, kept)
    with closing(sqlite3.connect(backup)) as source, closing(sqlite3.connect(database)) as target:
        source.backup(target)
    return kept
