"""Seats and turns: who deals, chooses, leads and speaks when. Always derived, never stored.

A seat is a place at the table, 0 to 3 clockwise: the player on your left has the next number.
"""

from __future__ import annotations

from dataclasses import dataclass

Four = tuple[int, int, int, int]
"""One number for each player, in seat order."""

SEATS = (0, 1, 2, 3)
ZERO: Four = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Roles:
    """The seats of one round's roles; one seat can hold two of them.

    `speakers` is the doubling order: it starts on the chooser's left, and the chooser speaks last.
    """

    dealer: int
    chooser: int
    leader: int
    speakers: Four


def left_of(seat: int, places: int = 1) -> int:
    """Give the seat that many places clockwise."""
    return (seat + places) % 4


def roles_by_dealer(leader_offset: int, chooser_offset: int) -> tuple[Roles, ...]:
    """List the roles for each dealer, given the offsets of a rule set.

    With offsets 1 and 2 (`bonken-11`) and dealer 0: leader 1, chooser 2, speakers 3, 0, 1, 2.
    """
    return tuple(
        Roles(
            dealer=dealer,
            chooser=(chooser := left_of(dealer, chooser_offset)),
            leader=left_of(dealer, leader_offset),
            speakers=(left_of(chooser), left_of(chooser, 2), left_of(chooser, 3), chooser),
        )
        for dealer in SEATS
    )


def turns_left(chooser: int, rounds_left: int) -> Four:
    """Count each player's turns as chooser in the rounds to come.

    `chooser` chooses in the first of those `rounds_left` rounds, and the deal passes on to the left.
    """
    first, second, third, fourth = (turns_of(seat, chooser, rounds_left) for seat in SEATS)
    return first, second, third, fourth


def turns_of(seat: int, chooser: int, rounds_left: int) -> int:
    """Count one player's turns as chooser in the rounds to come; as `turns_left` for all four.

    With 11 rounds left and chooser 2, seats 2, 3 and 0 have three turns and seat 1 has two.
    """
    return max(rounds_left + 3 - (seat - chooser) % 4, 0) // 4
