"""Whether four raw scores can be the result of a contract: whether some tallies are worth just that.

For raw points that come without tallies: the calculator's, and those of a paper sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rules.ruleset import Contract, Item
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.rules.tallies import Tally

_Given = tuple[int, ...]
"""One count for each item of a contract."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why four raw scores can't be the result of a contract.

    `seats` are those whose points nobody can have in it, whatever the others took. `found` is the sum of
    the four, `expected` the contract's total. Where both are right, the four can't be had together.
    """

    seats: tuple[int, ...]
    found: int
    expected: int

    @property
    def is_sum(self) -> bool:
        """Whether the four do not add up to the contract's total."""
        return self.found != self.expected

    @property
    def is_together(self) -> bool:
        """Whether each score can be and the sum is right, and yet no tallies give all four."""
        return not self.seats and not self.is_sum


def doubt_about(contract: Contract, raw: Four) -> Doubt | None:
    """Tell why these raw points can't be a result of the contract, None where they can.

    Queens: −30 for each. −90, −30, 0, 0 can be; −95, −25, 0, 0 adds up, but neither −95 nor −25 can be had.
    """
    if tallies_for(contract, raw) is not None:
        return None
    every = tuple(item.quantity for item in contract.items)
    seats = tuple(seat for seat in SEATS if not any(_worth(contract.items, every, raw[seat])))
    return Doubt(seats, sum(raw), contract.total)


def tallies_for(contract: Contract, raw: Four) -> tuple[Tally, ...] | None:
    """Find tallies that are worth these raw points, None where there are none; others may be worth the same."""
    if sum(raw) != contract.total:
        return None
    dead_ends: set[tuple[int, _Given]] = set()

    def share(seat: int, left: _Given) -> list[_Given] | None:
        """Give the players from this one on what is left."""
        if seat == len(SEATS):
            return None if any(left) else []
        if (seat, left) in dead_ends:
            return None
        for given in _worth(contract.items, left, raw[seat]):
            rest = share(seat + 1, tuple(have - take for have, take in zip(left, given, strict=True)))
            if rest is not None:
                return [given, *rest]
        dead_ends.add((seat, left))
        return None

    shares = share(0, tuple(item.quantity for item in contract.items))
    if shares is None:
        return None
    first, second, third, fourth = shares
    return tuple(
        (item.id, (first[index], second[index], third[index], fourth[index]))
        for index, item in enumerate(contract.items)
    )


def _worth(items: Sequence[Item], left: _Given, points: int) -> Iterator[_Given]:
    """List what one player can take of what is left to have these points."""
    if not items:
        if points == 0:
            yield ()
        return
    for count in range(left[0] + 1):
        for rest in _worth(items[1:], left[1:], points - count * items[0].points):
            yield (count, *rest)
