"""The start page: this phone's games, the running ones first."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules.seats import SEATS
from scorekeeper.services.viewing import Seen


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list. `winners` are names, empty while it runs; `day` is None where nobody said when it was."""

    id: str
    title: str
    players: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    rounds: int
    of: int
    day: datetime.date | None
    is_stopped: bool
    may_score: bool


@dataclass(frozen=True, slots=True)
class Games:
    """The lists of the start page, and what just came: how many games by import, or all those of another phone."""

    running: tuple[GameLine, ...]
    over: tuple[GameLine, ...]
    deleted: tuple[GameLine, ...]
    added: int = 0
    are_copied: bool = False


def games(found: Iterable[Seen], added: str = "", *, are_copied: bool = False) -> Games:
    """Sort games into running, over and deleted ones; each list keeps the order, the latest first.

    `added` is the id of one of the games that were just brought in together, empty where none were.
    """
    running, over, deleted = [], [], []
    held = list(found)
    for seen in held:
        line = _line(seen)
        if seen.stored.deleted_at is not None:
            if seen.may_score:
                deleted.append(line)
        elif seen.stored.game.is_running:
            running.append(line)
        else:
            over.append(line)
    return Games(tuple(running), tuple(over), tuple(deleted), _added(held, added), are_copied)


def _added(held: Iterable[Seen], one: str) -> int:
    """Count the games that came together with one of them; nothing is told any more once that was changed."""
    stored = {seen.stored.id: seen.stored for seen in held if seen.stored.deleted_at is None}
    known = stored.get(one)
    if known is None or known.revision > 1:
        return 0
    return sum(other.created_at == known.created_at for other in stored.values())


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
        game.played_on,
        game.stopped,
        seen.may_score,
    )
