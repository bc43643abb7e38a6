"""Who sits where now, of those whom an older form shows: seats are numbers, and after a re-seating others sit there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.game import Names
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.storage.games import StoredGame


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sat at the table when a form was made, in seat order, and the game's revision at that time."""

    players: Names
    revision: int = 0


def where_now(stored: StoredGame, then: Seated) -> Four | None:
    """Give for each seat of a form the seat of the same person now; None where nobody can say for certain."""
    # Seating anew gives every round a new version, so one that is as old as the form is proof that nobody moved.
    if any(version <= then.revision for version in (*stored.versions, stored.open_version) if version):
        return SEATS
    return places(then.players, stored.game.players)


def places(then: Sequence[str], now: Names) -> Four | None:
    """Find people again by their names: for each old seat the new one.

    Whoever got another name is found only where he is the only one and the three others kept their seats.
    """
    if sorted(then) == sorted(now):
        first, second, third, fourth = (now.index(name) for name in then)
        return first, second, third, fourth
    if len(then) == len(now) and sum(old == new for old, new in zip(then, now, strict=True)) == len(now) - 1:
        return SEATS
    return None
