"""Tallies: what is left to give, what only one number fits, and what is wrong."""

from __future__ import annotations

import pytest

from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, Item
from scorekeeper.rules.tallies import (
    EMPTY,
    Counts,
    check_entries,
    check_tallies,
    completed,
    counts_of,
    is_complete,
    left_to_give,
    raw_points,
)
from scorekeeper.rules.violations import Code, RuleViolation

TRICKS = Item("tricks", 13, -5)
LAST_TRICK = Item("last-trick", 1, -50)
DUCKING = BONKEN_11.by_id["ducking"]
KINGS_AND_JACKS = BONKEN_11.by_id["kings-and-jacks"]


def test_an_item_that_nobody_entered_is_empty_which_is_not_zero() -> None:
    tallies = (("kings", (1, 1, 1, 1)),)
    assert counts_of(tallies, "kings") == (1, 1, 1, 1)
    assert counts_of(tallies, "jacks") == (None, None, None, None)


@pytest.mark.parametrize(("counts", "left"), [(EMPTY, 13), ((5, None, 0, None), 8), ((5, 5, 5, 0), -2)])
def test_what_is_left_to_give_is_the_quantity_less_what_was_taken(counts: Counts, left: int) -> None:
    assert left_to_give(TRICKS, counts) == left


def test_the_last_players_tally_is_derived_from_the_others() -> None:
    assert completed(TRICKS, (5, None, 0, 4)) == (5, 4, 0, 4)


def test_the_rest_took_nothing_once_everything_was_given() -> None:
    assert completed(TRICKS, (None, 13, None, None)) == (0, 13, 0, 0)
    assert completed(LAST_TRICK, (None, None, 1, None)) == (0, 0, 1, 0)


@pytest.mark.parametrize(
    "counts",
    [
        EMPTY,
        (5, None, None, 4),
        (0, None, 0, None),
        (5, 5, 5, None),
        (15, -1, None, -1),
        (-1, None, None, 14),
        (1, 2, 3, 4),
    ],
)
def test_nothing_is_derived_where_more_than_one_number_fits_or_the_entries_are_wrong(counts: Counts) -> None:
    assert completed(TRICKS, counts) == counts


def test_of_a_single_card_the_last_player_has_it_when_the_other_three_have_not() -> None:
    assert completed(LAST_TRICK, (0, 0, None, 0)) == (0, 0, 1, 0)


def test_tallies_are_complete_when_all_are_there_and_the_sum_is_right() -> None:
    assert is_complete(TRICKS, (13, 0, 0, 0))
    assert not is_complete(TRICKS, (14, -1, 0, 0))
    assert not is_complete(TRICKS, (12, 0, 0, 0))
    for seat in range(4):
        one_empty: list[int | None] = [13, 13, 13, 13]
        one_empty[seat] = None
        first, second, third, fourth = one_empty
        assert not is_complete(TRICKS, (first, second, third, fourth))


def test_right_tallies_are_no_fault() -> None:
    assert check_tallies(DUCKING, [("tricks", (4, 4, 4, 1))], 1) == []


@pytest.mark.parametrize(
    ("counts", "found"), [((4, 4, 4, 2), 14), ((4, 4, 4, 0), 12), ((4, None, 9, None), 13), (EMPTY, 0)]
)
def test_a_sum_that_is_off_says_what_it_should_be_and_what_it_is(counts: Counts, found: int) -> None:
    [fault] = check_tallies(DUCKING, [("tricks", counts)], 4)
    assert fault == RuleViolation(
        Code.WRONG_COUNT, 4, "tally-tricks", contract="ducking", item="tricks", expected=13, found=found
    )
    assert not fault.liftable


def test_a_negative_tally_is_named_even_where_the_sum_is_right() -> None:
    [fault] = check_tallies(DUCKING, [("tricks", (14, 0, -1, 0))], 1)
    assert (fault.code, fault.seat, fault.found, fault.expected) == (Code.WRONG_COUNT, 2, -1, 13)


def test_every_item_is_checked_for_itself_and_unknown_ones_are_named_first() -> None:
    faults = check_tallies(KINGS_AND_JACKS, [("jacks", (4, 1, 0, 0)), ("queens", (1, 0, 0, 0))], 3)
    assert [(fault.code, fault.field, fault.found) for fault in faults] == [
        (Code.UNKNOWN_ITEM, "tally-queens", None),
        (Code.WRONG_COUNT, "tally-kings", 0),
        (Code.WRONG_COUNT, "tally-jacks", 5),
    ]


def test_in_an_open_round_tallies_may_still_be_missing_or_not_add_up() -> None:
    assert check_entries(KINGS_AND_JACKS, [("kings", (None, 0, 4, 4))], 3) == []


@pytest.mark.parametrize(("count", "seat"), [(-1, 3), (5, None)])
def test_in_an_open_round_a_tally_that_can_never_be_right_is_a_fault(count: int, seat: int | None) -> None:
    # A seat is named only where its tally is negative.
    [fault] = check_entries(KINGS_AND_JACKS, [("jacks", (None, None, None, count))], 3)
    assert fault == RuleViolation(
        Code.WRONG_COUNT, 3, "tally-jacks", contract="kings-and-jacks", item="jacks", expected=4, found=count, seat=seat
    )


def test_in_an_open_round_an_item_of_another_contract_is_a_fault() -> None:
    [fault] = check_entries(DUCKING, [("queens", (1, None, None, None))], 2)
    assert (fault.code, fault.item) == (Code.UNKNOWN_ITEM, "queens")


def test_three_kings_at_minus_twenty_are_minus_sixty() -> None:
    assert raw_points(KINGS_AND_JACKS, [("kings", (3, 0, 0, 1)), ("jacks", (0, 0, 4, 0))]) == (-60, 0, -40, -20)


def test_points_are_those_of_the_rule_set() -> None:
    assert raw_points(BONKEN_12.by_id["trump-none"], [("tricks", (13, 0, 0, 0))]) == (260, 0, 0, 0)
    assert raw_points(BONKEN_12.by_id["queens"], [("queens", (1, 1, 0, 2))]) == (-45, -45, 0, -90)


def test_an_empty_tally_counts_as_nothing_in_the_preview() -> None:
    assert raw_points(DUCKING, [("tricks", (3, None, None, None))]) == (-15, 0, 0, 0)
    assert raw_points(DUCKING, []) == (0, 0, 0, 0)
