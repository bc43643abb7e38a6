"""Correcting what was saved: a round's entries, and the order of the rounds.

Each change is replayed through the whole game. Where rounds thereby break a rule that the table
may lift, `Rejected` names them all, and the same change with `rulings` for them goes through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from sqlalchemy import Connection

from scorekeeper.rules import editing
from scorekeeper.rules.editing import Ruling
from scorekeeper.rules.game import Game, Round
from scorekeeper.services.changing import Clash, Conflict, Edit, Submission, What, change_game, settled
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import StoredGame


def as_corrected(game: Game, number: int, entry: Round) -> Game:
    """Put another entry in the place of a saved round, with what follows from it; `replay` names what is wrong."""
    return editing.correct(game, number, _whole(game, entry))


def as_inserted(game: Game, number: int, entry: Round) -> Game:
    """Put in a round before the one with this number, with what follows from it; `replay` names what is wrong."""
    return editing.insert_round(game, number, _whole(game, entry))


def correct_round(
    database: Database,
    submission: Submission,
    number: int,
    entry: Round,
    *,
    version: int,
    swap_with: int | None = None,
    rulings: Iterable[Ruling] = (),
) -> Answer:
    """Put another entry in the place of a saved round.

    With `swap_with` its new contract is the one of that other round, which gets the old one in
    return; results go along where the two contracts count different items.

    Raises:
        Conflict: the round was changed since the form showed it.
        Rejected: the game would break rules; nothing was changed.
    """

    def edit(_: Connection, stored: StoredGame) -> Edit:
        if not 1 <= number <= len(stored.versions) or stored.versions[number - 1] != version:
            raise Conflict(Clash.VERSION, stored)
        game, corrected, what = stored.game, entry, What.CORRECTED
        # Where the other round got a contract of its own meanwhile, there is nothing to swap any more.
        other = game.rounds[swap_with - 1] if swap_with and 1 <= swap_with <= len(game.rounds) else None
        if swap_with and other is not None and other.contract == entry.contract:
            what = What.SWAPPED
            game = editing.swap_contracts(game, number, swap_with)
            if not any(counts.count(None) < 4 for _, counts in entry.tallies):
                corrected = replace(entry, tallies=game.rounds[number - 1].tallies)
        return Edit(settled(as_corrected(game, number, corrected), rulings), what, number)

    return change_game(database, submission, edit)


def insert_round(
    database: Database,
    submission: Submission,
    number: int,
    entry: Round,
    *,
    versions: str,
    rulings: Iterable[Ruling] = (),
) -> Answer:
    """Put in a round that was forgotten; the one with this number and the later ones move down.

    Raises:
        Conflict: rounds were changed since the form showed them, or there is no place with that number.
        Rejected: as `correct_round`.
    """

    def rearranged(game: Game) -> Game:
        return as_inserted(game, number, entry)

    return _rearrange(database, submission, rearranged, What.INSERTED, (number,), versions, rulings)


def remove_round(
    database: Database,
    submission: Submission,
    number: int,
    *,
    versions: str,
    rulings: Iterable[Ruling] = (),
) -> Answer:
    """Take out a round that was never played; the later ones move up.

    Raises:
        Conflict, Rejected: as `insert_round`.
    """

    def rearranged(game: Game) -> Game:
        return editing.remove_round(game, number)

    return _rearrange(database, submission, rearranged, What.REMOVED, (number,), versions, rulings)


def move_round(
    database: Database,
    submission: Submission,
    number: int,
    to: int,
    *,
    versions: str,
    rulings: Iterable[Ruling] = (),
) -> Answer:
    """Give a round another place in the order of play.

    Raises:
        Conflict, Rejected: as `insert_round`.
    """

    def rearranged(game: Game) -> Game:
        return editing.move_round(game, number, to)

    return _rearrange(database, submission, rearranged, What.MOVED, (number, to), versions, rulings)


def _whole(game: Game, entry: Round) -> Round:
    contract = game.rule_set.contract(entry.contract)
    return entry if contract is None else editing.fill_derived(contract, entry)


def _rearrange(
    database: Database,
    submission: Submission,
    rearranged: Callable[[Game], Game],
    what: What,
    numbers: tuple[int, ...],
    versions: str,
    rulings: Iterable[Ruling],
) -> Answer:
    def edit(_: Connection, stored: StoredGame) -> Edit:
        # A round that was forgotten can also come after the last saved one, before the open one.
        last = len(stored.game.rounds) + (what is What.INSERTED)
        if stored.versions_text != versions or not all(1 <= number <= last for number in numbers):
            raise Conflict(Clash.VERSION, stored)
        return Edit(settled(rearranged(stored.game), rulings), what, numbers[0])

    return change_game(database, submission, edit)
