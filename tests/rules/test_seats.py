"""Seats and turns: who deals, chooses, leads and speaks, all from the dealer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, RuleSet
from scorekeeper.rules.seats import SEATS, Four, Roles, left_of, turns_left, turns_of
from tests.rules.builders import law


def test_the_player_on_your_left_has_the_next_number() -> None:
    assert [left_of(seat) for seat in SEATS] == [1, 2, 3, 0]
    assert left_of(3, 2) == 1


def test_in_bonken_11_the_chooser_sits_across_the_dealer_and_the_dealers_left_leads() -> None:
    assert BONKEN_11.roles[0] == Roles(dealer=0, chooser=2, leader=1, speakers=(3, 0, 1, 2))
    assert BONKEN_11.roles[3] == Roles(dealer=3, chooser=1, leader=0, speakers=(2, 3, 0, 1))


def test_in_bonken_12_the_dealer_leads_and_the_player_on_his_left_chooses() -> None:
    assert BONKEN_12.roles[0] == Roles(dealer=0, chooser=1, leader=0, speakers=(2, 3, 0, 1))
    assert BONKEN_12.roles[3] == Roles(dealer=3, chooser=0, leader=3, speakers=(1, 2, 3, 0))


@pytest.mark.parametrize("dealer", SEATS)
def test_in_bonken_11_the_first_to_speak_sits_on_the_dealers_right(dealer: int) -> None:
    assert left_of(BONKEN_11.roles[dealer].speakers[0]) == dealer


@pytest.mark.parametrize("rule_set", [BONKEN_11, BONKEN_12])
@pytest.mark.parametrize("dealer", SEATS)
def test_everybody_speaks_once_going_left_and_the_chooser_speaks_last(rule_set: RuleSet, dealer: int) -> None:
    roles = rule_set.roles[dealer]
    assert sorted(roles.speakers) == list(SEATS)
    assert roles.speakers[3] == roles.chooser
    assert [left_of(seat) for seat in roles.speakers[:3]] == list(roles.speakers[1:])


def test_the_turns_as_chooser_are_dealt_out_from_the_present_chooser_on() -> None:
    assert turns_left(2, 11) == (3, 2, 3, 3)
    assert turns_left(1, 12) == (3, 3, 3, 3)
    assert turns_left(1, 1) == (0, 1, 0, 0)


@pytest.mark.parametrize("rounds_left", [0, -1, -9])
def test_nobody_has_a_turn_left_when_the_rounds_are_over(rounds_left: int) -> None:
    assert turns_left(1, rounds_left) == (0, 0, 0, 0)


@law
@given(st.sampled_from(SEATS), st.integers(0, 40))
def test_turns_left_are_the_turns_that_come_when_the_deal_goes_round(chooser: int, rounds_left: int) -> None:
    coming = [left_of(chooser, number) for number in range(rounds_left)]
    expected: Four = (coming.count(0), coming.count(1), coming.count(2), coming.count(3))
    assert turns_left(chooser, rounds_left) == expected
    assert tuple(turns_of(seat, chooser, rounds_left) for seat in SEATS) == expected
