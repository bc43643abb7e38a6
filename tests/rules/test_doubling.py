"""Doubling: who may mark whom, and what marks move."""

from __future__ import annotations

import pytest

from scorekeeper.rules.doubling import PAIRS, Mark, Settlement, check_marks, may_double, others, settle, settlements
from scorekeeper.rules.ruleset import BONKEN_11
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.violations import Code, RuleViolation
from tests.rules.builders import ALL_MARKS

DEALT_BY_0 = BONKEN_11.roles[0]
"""Seat 2 chooses; 3, 0 and 1 speak before him."""


@pytest.mark.parametrize("marks", [[(0, 1)], [(1, 0)]])
def test_one_mark_on_a_pair_moves_the_difference_once_whoever_doubled(marks: list[Mark]) -> None:
    assert settle((40, 60, 0, 0), marks) == (20, 80, 0, 0)


@pytest.mark.parametrize("marks", [[(0, 1), (1, 0)], [(1, 0), (0, 1)]])
def test_two_marks_on_a_pair_move_the_difference_twice(marks: list[Mark]) -> None:
    assert settle((40, 60, 0, 0), marks) == (0, 100, 0, 0)


def test_without_a_mark_the_scores_are_the_raw_points() -> None:
    assert settle((-30, -90, 0, 0), ()) == (-30, -90, 0, 0)


def test_every_pair_is_settled_from_raw_points_and_never_from_settled_ones() -> None:
    assert settle((-60, 0, -60, 0), [(0, 1), (1, 2)]) == (-120, 120, -120, 0)


def test_the_working_lists_all_six_pairs_in_seat_order() -> None:
    lines = settlements((40, 60, 20, 10), [(1, 0), (0, 3), (3, 0)])
    assert lines == (
        Settlement((0, 1), 1, -20),
        Settlement((0, 2), 0, 20),
        Settlement((0, 3), 2, 30),
        Settlement((1, 2), 0, 40),
        Settlement((1, 3), 0, 50),
        Settlement((2, 3), 0, 10),
    )
    assert [line.transfer for line in lines] == [-20, 0, 60, 0, 0, 0]
    assert tuple(line.between for line in lines) == PAIRS


def test_equal_raw_points_move_nothing() -> None:
    assert settle((-50, -50, 0, -20), [(0, 1), (1, 0)]) == (-50, -50, 0, -20)


def test_everybody_doubling_everybody_gives_the_widest_rounds_of_the_rules() -> None:
    assert settle((130, 0, 0, 0), ALL_MARKS) == (910, -260, -260, -260)
    assert settle((-120, 0, 0, 0), ALL_MARKS) == (-840, 240, 240, 240)
    assert settle((260, 0, 0, 0), ALL_MARKS) == (1820, -520, -520, -520)
    assert settle((-200, 0, 0, 0), ALL_MARKS) == (-1400, 400, 400, 400)


def test_a_speaker_may_mark_any_of_the_other_three() -> None:
    assert may_double(DEALT_BY_0, (), 3) == (0, 1, 2)
    assert may_double(DEALT_BY_0, [(3, 0)], 0) == (1, 2, 3)


def test_the_chooser_may_only_mark_those_who_marked_him() -> None:
    assert may_double(DEALT_BY_0, (), 2) == ()
    assert may_double(DEALT_BY_0, [(3, 2), (0, 1), (1, 2)], 2) == (1, 3)


def test_the_other_two_are_those_who_are_neither_the_doubler_nor_the_chooser() -> None:
    assert [others(DEALT_BY_0, doubler) for doubler in (3, 0, 1)] == [(0, 1), (1, 3), (0, 3)]
    assert others(DEALT_BY_0, 2) == (0, 1, 3)


def test_marks_that_the_rules_allow_are_no_fault() -> None:
    assert check_marks(DEALT_BY_0, ALL_MARKS, 1) == []


@pytest.mark.parametrize("doubled", [seat for seat in SEATS if seat != 2])
def test_a_chooser_who_doubles_somebody_who_did_not_double_him_doubles_first(doubled: int) -> None:
    [fault] = check_marks(DEALT_BY_0, ((2, doubled),), 4)
    assert fault == RuleViolation(Code.CHOOSER_DOUBLES_FIRST, 4, f"mark-2-{doubled}", seat=2)
    assert fault.liftable


def test_it_does_not_matter_in_which_order_the_marks_of_a_double_back_were_written_down() -> None:
    assert check_marks(DEALT_BY_0, ((2, 1), (1, 2)), 4) == []


@pytest.mark.parametrize("seat", SEATS)
def test_nobody_doubles_himself_not_even_the_chooser(seat: int) -> None:
    [fault] = check_marks(DEALT_BY_0, ((seat, seat),), 6)
    assert fault == RuleViolation(Code.SELF_DOUBLE, 6, f"mark-{seat}-{seat}", seat=seat)
    assert not fault.liftable
