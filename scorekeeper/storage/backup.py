"""Copies of an SQLite database, taken while the server runs and put back while it does not."""

from __future__ import annotations

import errno
import itertools
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has none; there nobody watches over a restore.
    CAN_LOCK_FILES = False
else:
    CAN_LOCK_FILES = True


BUSY_SECONDS = 5.0
_NOT_OURS = frozenset({"SQLITE_ERROR", "SQLITE_NOTADB", "SQLITE_CORRUPT"})
"""What SQLite says of a file that is damaged or holds other tables; all else is the disk's or somebody else's doing."""
_HELD = frozenset({"SQLITE_BUSY", "SQLITE_LOCKED"})
_BESIDE = ("-wal", "-shm", "-journal")
"""The files that SQLite keeps beside a database. It reads them into whatever database it finds there by that name."""


class NotABackup(ValueError):
    """The file at `path` is no whole database of this app. The text says what it is instead."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path


class ServerRuns(Exception):
    """A server runs on the database."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What a copy holds: its size in bytes, how many games, deleted ones too, and the version of its tables."""

    size: int
    games: int
    version: str


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back, and where what was there before is kept, the database or its rest; None where nothing was."""

    copy: Copy
    kept: Path | None


@contextmanager
def in_use(database: Path | None) -> Iterator[None]:
    """Hold a database for one server, or for putting a copy back; None is one without a file.

    The lock goes with the last process that inherited it: killing the server frees it.

    Raises:
        ServerRuns: a server holds it.
    """
    if database is None:
        yield
        return
    database.parent.mkdir(parents=True, exist_ok=True)
    with database.with_name(f"{database.name}.running").open("ab") as lock:
        if CAN_LOCK_FILES:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ServerRuns(str(database)) from error
        yield


def copy_to(database: Path, target: Path) -> Copy:
    """Write a consistent copy of a database, one file that only its owner can read, and give what it holds.

    Raises:
        FileExistsError: the target is there already; a backup never overwrites another.
        NotABackup: the database is damaged, or none of this app. No copy is left.
        OSError: the database is not there, or the target can't be written.
    """
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with _opened(database) as source, _opened(target) as copy:
            # `backup` would wait for ever for a file that is held; once it may be read it stays so.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(copy)
            # Otherwise the copy would get two more files beside it whenever somebody looks into it.
            copy.execute("PRAGMA journal_mode = DELETE")
            games, version = _content(copy)
    except BaseException as error:
        target.unlink()
        if not isinstance(error, sqlite3.Error):
            raise
        if _name(error) in _NOT_OURS:
            raise NotABackup(database, str(error)) from error
        raise OSError(errno.EIO, str(error), str(target)) from error
    return Copy(target.stat().st_size, games, version)


def put_back(backup: Path, database: Path, fits: Callable[[str], object]) -> Restored:
    """Make a backup the database; what was there before is kept beside it.

    `fits` is asked whether the version of its tables is one that this app can read, and raises when it is not.

    Raises:
        NotABackup: the file is no whole database of this app; nothing has changed.
        ServerRuns: a server runs on the database; nothing has changed.
        OSError: a file can't be read or written.
    """
    with in_use(database):
        fresh = _free(database, "restoring")
        copy = copy_to(backup, fresh)
        try:
            fits(copy.version)
            kept = _set_aside(database)
            os.replace(fresh, database)
        finally:
            fresh.unlink(missing_ok=True)
    return Restored(copy, kept)


def keep(database: Path, why: str) -> Path:
    """Copy a database beside itself under a name that says why, and give the path."""
    kept = _free(database, why)
    copy_to(database, kept)
    return kept


def make_whole(database: Path | None) -> None:
    """Bring what was written into the one file of a database that nobody uses any more, as well as that can be done.

    A server that stops leaves a write-ahead log behind: its workers end without letting go of their connections.
    """
    if database is None:
        return
    with suppress(sqlite3.Error, OSError), _opened(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _set_aside(database: Path) -> Path | None:
    """Keep a database that is about to be replaced, and leave nothing where SQLite would read it into the next one."""
    if database.exists():
        try:
            with _opened(database) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")
            return keep(database, "before-restore")
        except (sqlite3.Error, NotABackup) as error:
            if isinstance(error, sqlite3.Error) and _name(error) in _HELD:
                raise ServerRuns(str(database)) from error
    # A damaged one is a reason to restore, and so is one of which only the log is left: it is moved as it is.
    kept = _free(database, "before-restore")
    moved = [(part, target) for part, target in zip(_parts(database), _parts(kept), strict=True) if part.exists()]
    for part, target in moved:
        os.replace(part, target)
    return moved[0][1] if moved else None


def _parts(database: Path) -> tuple[Path, ...]:
    """Name the files that a database can consist of, itself first."""
    return tuple(database.with_name(database.name + ending) for ending in ("", *_BESIDE))


def _name(error: sqlite3.Error) -> str:
    # An error of Python's own, such as a closed connection, has none.
    name: str = getattr(error, "sqlite_errorname", "")
    return name


def _content(connection: sqlite3.Connection) -> tuple[int, str]:
    """Count the games in what must be a whole database of this app, and give its version."""
    (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    if verdict != "ok" or len(versions) != 1:
        error = sqlite3.DatabaseError("it is damaged")
        error.sqlite_errorname = "SQLITE_CORRUPT"
        raise error
    (games,) = connection.execute("SELECT count(*) FROM games").fetchone()
    return int(games), str(versions[0][0])


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file that is there; SQLite would make one that is not."""
    path.stat()
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", BUSY_SECONDS, uri=True)) as connection:
        yield connection


def _free(database: Path, why: str) -> Path:
    names = (database.with_name(f"{database.name}.{why}-{number}") for number in itertools.count(1))
    return next(path for path in names if not any(part.exists() for part in _parts(path)))
