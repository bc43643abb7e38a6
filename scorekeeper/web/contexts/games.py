"""The start page: this phone's games, the running ones first."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules.seats import SEATS
from scorekeeper.services.viewing import Seen


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list. `winners` are names, empty while it runs."""

    id: str
    title: str
    players: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    rounds: int
    of: int
    day: datetime.date
    is_stopped: bool
    may_score: bool


@dataclass(frozen=True, slots=True)
class Games:
    """The lists of the start page."""

    running: tuple[GameLine, ...]
    over: tuple[GameLine, ...]
    deleted: tuple[GameLine, ...]


def games(found: Iterable[Seen]) -> Games:
    """Sort games into running, over and deleted ones; each list keeps the order, the latest first."""
    running, over, deleted = [], [], []
    for seen in found:
        line = _line(seen)
        if seen.stored.deleted_at is not None:
            if seen.may_score:
                deleted.append(line)
        elif seen.stored.game.is_running:
            running.append(line)
        else:
            over.append(line)
    return Games(tuple(running), tuple(over), tuple(deleted))


def _line(seen: Seen) -> GameLine:
    stored, game, played = seen.stored, seen.stored.game, seen.played
    return GameLine(
        stored.id,
        game.title,
        game.players,
        tuple(played.totals[seat] for seat in SEATS),
        tuple(game.players[seat] for seat in played.winners),
        len(game.rounds),
        game.rule_set.rounds,
        game.played_on or stored.created_at.date(),
        game.stopped,
        seen.may_score,
    )
