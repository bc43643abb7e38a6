"""`scorekeeper games` lists all games; `scorekeeper link` makes a new link to one: a lost phone is not a lost game."""

from __future__ import annotations

import sys

import click

from scorekeeper.cli.drawing import draw
from scorekeeper.cli.failing import in_a_sentence
from scorekeeper.cli.opening import opened
from scorekeeper.cli.printing import Refusal, print_lines
from scorekeeper.services.managing import KEEP_DELETED
from scorekeeper.services.sharing import fresh_link
from scorekeeper.services.viewing import Seen, all_games
from scorekeeper.serving.addresses import last_addresses
from scorekeeper.settings import read_settings
from scorekeeper.storage.games import StoredGame

NO_DATE = "no date   "
"""As wide as a date."""


@click.command()
@click.option("--all", "with_deleted", is_flag=True, help="Deleted ones too.")
@in_a_sentence()
def games(with_deleted: bool) -> None:
    """List all games, the one changed last first."""
    with opened(read_settings()) as database:
        found = [seen for seen in all_games(database) if with_deleted or seen.stored.deleted_at is None]
    if not found:
        print_lines(["There are no games yet."], sys.stdout)
        return
    states = [_state(seen) for seen in found]
    widest = max(map(len, states))
    print_lines(
        (
            f"{seen.stored.id}  {_day(seen)}  {state:<{widest}}  {_who(seen)}"
            for seen, state in zip(found, states, strict=True)
        ),
        sys.stdout,
    )


# An id can begin with a dash: it is not taken for an option, nor for a part of --help's short form.
@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("game")
@in_a_sentence()
def link(game: str) -> None:
    """Print a new link with which a phone can keep the score of GAME.

    GAME is an id that `scorekeeper games` lists, or the beginning of one.
    """
    settings = read_settings()
    with opened(settings) as database:
        stored = _one([seen.stored for seen in all_games(database)], game)
        token = fresh_link(database, stored.id)
    found = last_addresses(settings)
    address = f"{found.phones or found.here}/k/{token}"
    print_lines([address], sys.stdout)
    draw(address)


def _one(games: list[StoredGame], beginning: str) -> StoredGame:
    found = [stored for stored in games if stored.id.startswith(beginning)]
    # A whole id can't be the beginning of another one: all are equally long.
    if not found:
        raise Refusal(f"There is no game {beginning}; `scorekeeper games` lists them all.")
    if len(found) > 1:
        raise Refusal(f"{len(found)} games begin with {beginning}: {', '.join(stored.id for stored in found)}.")
    if found[0].deleted_at is not None:
        raise Refusal(
            f"The game {found[0].id} was deleted. Its phone can take that back for {KEEP_DELETED.days} days; "
            "a link opens it after that."
        )
    return found[0]


def _state(seen: Seen) -> str:
    game = seen.stored.game
    if seen.stored.deleted_at is not None:
        return "deleted"
    if game.is_running:
        return f"round {len(game.rounds) + 1} of {game.rule_set.rounds}"
    return "stopped" if game.stopped else "finished"


def _day(seen: Seen) -> str:
    day = seen.stored.game.played_on
    return NO_DATE if day is None else day.isoformat()


def _who(seen: Seen) -> str:
    game = seen.stored.game
    return ", ".join(game.players) + (f" · {game.title}" if game.title else "")
