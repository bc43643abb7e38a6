"""`scorekeeper backup`, `restore` and `db upgrade` take care of the database."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scorekeeper.cli.failing import in_a_sentence
from scorekeeper.cli.opening import file_of
from scorekeeper.cli.printing import Refusal, print_lines
from scorekeeper.settings import read_settings
from scorekeeper.storage.backup import copy_to, in_use, put_back
from scorekeeper.storage.database import Database
from scorekeeper.storage.migrating import Upgraded, require_known, upgrade


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@in_a_sentence()
def backup(file: Path) -> None:
    """Copy the database to FILE, which must not be there yet; the server may run on meanwhile."""
    path = file_of(read_settings())
    try:
        copy = copy_to(path, file)
    except FileExistsError as error:
        raise Refusal(f"{file} is there already, and a backup never overwrites another.") from error
    print_lines([f"{file}: {_counted(copy.games)}, {copy.size:,} bytes."], sys.stdout)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@in_a_sentence()
def restore(file: Path) -> None:
    """Make the backup FILE the database; the one that was there is kept beside it. The server must be stopped."""
    settings = read_settings()
    database = Database(settings.database)
    if database.path is None:
        raise Refusal("Only a database in a file can be restored.")
    restored = put_back(file, database.path, require_known)
    said = [f"{_counted(restored.copy.games)} put back."]
    if restored.kept is not None:
        said.append(f"What was there before is kept as {restored.kept}.")
    if upgrade(database) is not None:
        said.append("The backup was from an older version; it was brought to this one.")
    print_lines(said, sys.stdout)


@click.group()
def db() -> None:
    """Take care of the database."""


@db.command("upgrade")
@in_a_sentence()
def upgrade_() -> None:
    """Bring the database to this version of the score keeper. The server does the same when it starts."""
    database = Database(read_settings().database)
    with in_use(database.path):
        done = upgrade(database)
    print_lines(_told(done), sys.stdout)


def _told(done: Upgraded | None) -> list[str]:
    if done is None:
        return ["The database is up to date."]
    if done.kept is None:
        return ["A new database was made."]
    return ["The database was brought to this version.", f"As it was before it is kept as {done.kept}."]


def _counted(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
