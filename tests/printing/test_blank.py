"""Blank sheets: roles by round, what each contract is worth, and the sum that a game must have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.printing.blank import blank_sheet, others
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, RuleSet


@pytest.mark.parametrize("rule_set", [BONKEN_11, BONKEN_12], ids=lambda rules: rules.id)
def test_there_is_a_line_for_each_round_and_all_contracts_to_tick(rule_set: RuleSet) -> None:
    blank = blank_sheet(rule_set)
    assert [line.number for line in blank.rounds] == list(range(1, rule_set.rounds + 1))
    assert [line.total for line in blank.contracts] == [contract.total for contract in rule_set.contracts]
    assert blank.end == 0


def test_dealer_and_chooser_go_round_from_the_first_seat_on() -> None:
    assert [(line.dealer, line.chooser) for line in blank_sheet(BONKEN_11).rounds[:5]] == [
        (0, 2),
        (1, 3),
        (2, 0),
        (3, 1),
        (0, 2),
    ]
    assert [(line.dealer, line.chooser) for line in blank_sheet(BONKEN_12).rounds[:2]] == [(0, 1), (1, 2)]


def test_what_a_contract_is_worth_is_told_by_its_items() -> None:
    worth = {line.id: line.worth for line in blank_sheet(BONKEN_11).contracts}
    assert worth["kings-and-jacks"] == "4 kings × −20, 4 jacks × −10"
    assert worth["last-trick"] == "the last trick −50"


def test_the_quota_of_negative_contracts_is_told_where_there_is_one() -> None:
    told = {rules.id: any("negative" in line for line in blank_sheet(rules).rules) for rules in (BONKEN_11, BONKEN_12)}
    assert told == {"bonken-11": False, "bonken-12": True}


def test_rules_whose_sum_depends_on_the_choices_promise_none() -> None:
    assert blank_sheet(replace(BONKEN_11, rounds=10)).end is None


def test_who_can_have_doubled_a_player_are_the_other_three() -> None:
    assert others(1) == ("A", "C", "D")
