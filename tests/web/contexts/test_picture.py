"""The picture of the table: who doubled whom."""

from __future__ import annotations

import math

import pytest

from scorekeeper.web.contexts.picture import Arrow, Picture, picture

PLAYERS = ("Anna", "Bram", "Cees", "Dirk")
ALL = tuple((a, b) for a in range(4) for b in range(4) if a != b)


def drawn(*marks: tuple[int, int]) -> Picture:
    found = picture(marks, PLAYERS)
    assert found is not None
    return found


def corners(arrow: Arrow) -> list[tuple[float, float]]:
    """The corners of an arrow's head, the tip first."""
    return [(float(x), float(y)) for x, y in (corner.split(",") for corner in arrow.head.split())]


def test_nobody_doubled_is_no_picture() -> None:
    assert picture((), PLAYERS) is None


def test_the_seats_are_where_they_are_at_the_table() -> None:
    bottom, left, top, right = drawn((0, 1)).seats
    assert (bottom.initial, left.initial, top.initial, right.initial) == ("A", "B", "C", "D")
    assert bottom.y > left.y == right.y > top.y
    assert left.x < bottom.x == top.x < right.x


@pytest.mark.parametrize("mark", ALL)
def test_an_arrow_goes_from_the_doubler_to_the_doubled(mark: tuple[int, int]) -> None:
    found = drawn(mark)
    (arrow,) = found.arrows
    doubler, doubled = (found.seats[seat] for seat in mark)
    tip = corners(arrow)[0]
    assert math.dist(tip, (doubled.x, doubled.y)) < math.dist((arrow.x2, arrow.y2), (doubled.x, doubled.y))
    assert math.dist((arrow.x1, arrow.y1), (doubler.x, doubler.y)) < math.dist(tip, (doubler.x, doubler.y))


def test_who_doubled_back_has_an_arrow_of_his_own_beside_the_other() -> None:
    one, two = drawn((0, 2), (2, 0)).arrows
    assert abs(one.x1 - two.x1) > 8
    assert (one.y1 > one.y2, two.y1 > two.y2) == (True, False)


def test_everybody_doubling_everybody_stays_in_the_picture_and_off_the_seats() -> None:
    found = drawn(*ALL)
    assert len(found.arrows) == 12
    for arrow in found.arrows:
        for point in [(arrow.x1, arrow.y1), (arrow.x2, arrow.y2), *corners(arrow)]:
            assert all(0 <= part <= found.side for part in point)
            assert all(math.dist(point, (seat.x, seat.y)) > found.radius for seat in found.seats)


def test_the_same_initials_are_told_apart() -> None:
    found = picture(((0, 1),), ("Anna", "Anton", "Bram", "Cees"))
    assert found is not None
    assert len({seat.initial for seat in found.seats}) == 4
