"""A picture of the table: who doubled whom, as coordinates of the four seats and one arrow for each mark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.seats import SEATS
from scorekeeper.wording.initials import initials

SIDE = 160
"""The picture is a square of this many units."""
SEAT_RADIUS = 19
_MIDDLE = SIDE / 2
_REACH = _MIDDLE - SEAT_RADIUS - 2
_AROUND = ((0, 1), (-1, 0), (0, -1), (1, 0))
"""Seat 0 sits at the bottom, the others clockwise: the player on one's left has the next number."""
_CLEAR = 4
"""Units between an arrow and the seats it joins."""
_ASIDE = 5
"""Units by which each of two arrows that meet lies to the right of the middle, seen from its doubler."""
_HEAD, _HALF_HEAD = 9, 4.5


@dataclass(frozen=True, slots=True)
class PictureSeat:
    """A player where he sits."""

    x: float
    y: float
    initial: str
    name: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """One mark, from the doubler to the doubled: a shaft from (x1, y1) to (x2, y2), and the corners of its head."""

    x1: float
    y1: float
    x2: float
    y2: float
    head: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The table seen from above. Who doubled and was doubled back has two arrows with him, side by side."""

    side: int
    radius: int
    seats: tuple[PictureSeat, ...]
    arrows: tuple[Arrow, ...]


def picture(marks: Sequence[Mark], players: tuple[str, ...]) -> Picture | None:
    """Draw who doubled whom; where nobody did there is nothing to draw."""
    if not marks:
        return None
    short = initials(players)
    return Picture(
        SIDE,
        SEAT_RADIUS,
        tuple(PictureSeat(*_seat(seat), short[seat], players[seat]) for seat in SEATS),
        tuple(_arrow(doubler, doubled, is_met=(doubled, doubler) in marks) for doubler, doubled in marks),
    )


def _seat(seat: int) -> tuple[float, float]:
    across, down = _AROUND[seat]
    return _MIDDLE + _REACH * across, _MIDDLE + _REACH * down


def _arrow(doubler: int, doubled: int, *, is_met: bool) -> Arrow:
    (x1, y1), (x2, y2) = _seat(doubler), _seat(doubled)
    length = math.dist((x1, y1), (x2, y2))
    # One unit along the arrow, and one to its right.
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    aside = _ASIDE if is_met else 0
    x1, y1, x2, y2 = x1 - uy * aside, y1 + ux * aside, x2 - uy * aside, y2 + ux * aside
    trim = SEAT_RADIUS + _CLEAR
    tip_x, tip_y = x2 - ux * trim, y2 - uy * trim
    neck_x, neck_y = tip_x - ux * _HEAD, tip_y - uy * _HEAD
    corners = (
        (tip_x, tip_y),
        (neck_x - uy * _HALF_HEAD, neck_y + ux * _HALF_HEAD),
        (neck_x + uy * _HALF_HEAD, neck_y - ux * _HALF_HEAD),
    )
    return Arrow(
        round(x1 + ux * trim, 1),
        round(y1 + uy * trim, 1),
        round(neck_x, 1),
        round(neck_y, 1),
        " ".join(f"{x:.1f},{y:.1f}" for x, y in corners),
    )
