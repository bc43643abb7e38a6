"""Rule sets: the two that are built in, row by row, and that a table's own is only a row more."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, RULE_SETS, Contract, Item, RuleSet
from tests.rules.builders import a_game, a_round

ROWS_11 = {
    "ducking": ([("tricks", 13, -5)], -65),
    "hearts": ([("hearts", 13, -5)], -65),
    "kings-and-jacks": ([("kings", 4, -20), ("jacks", 4, -10)], -120),
    "queens": ([("queens", 4, -30)], -120),
    "king-of-hearts": ([("king-of-hearts", 1, -50)], -50),
    "last-trick": ([("last-trick", 1, -50)], -50),
    "domino": ([("last-out", 1, -50)], -50),
    "trump-clubs": ([("tricks", 13, 10)], 130),
    "trump-diamonds": ([("tricks", 13, 10)], 130),
    "trump-hearts": ([("tricks", 13, 10)], 130),
    "trump-spades": ([("tricks", 13, 10)], 130),
    "trump-none": ([("tricks", 13, 10)], 130),
}
ROWS_12 = {
    "ducking": ([("tricks", 13, -10)], -130),
    "hearts": ([("hearts", 13, -10)], -130),
    "kings-and-jacks": ([("kings-and-jacks", 8, -25)], -200),
    "queens": ([("queens", 4, -45)], -180),
    "king-of-hearts": ([("king-of-hearts", 1, -100)], -100),
    "seventh-and-thirteenth": ([("seventh-trick", 1, -50), ("thirteenth-trick", 1, -50)], -100),
    "last-trick": ([("last-trick", 1, -100)], -100),
    "domino": ([("last-out", 1, -100)], -100),
    "trump-clubs": ([("tricks", 13, 20)], 260),
    "trump-diamonds": ([("tricks", 13, 20)], 260),
    "trump-hearts": ([("tricks", 13, 20)], 260),
    "trump-spades": ([("tricks", 13, 20)], 260),
    "trump-none": ([("tricks", 13, 20)], 260),
}


@pytest.mark.parametrize(("rule_set", "rows"), [(BONKEN_11, ROWS_11), (BONKEN_12, ROWS_12)])
def test_every_contract_counts_what_the_rules_say(
    rule_set: RuleSet, rows: dict[str, tuple[list[tuple[str, int, int]], int]]
) -> None:
    table = {
        contract.id: ([(item.id, item.quantity, item.points) for item in contract.items], contract.total)
        for contract in rule_set.contracts
    }
    assert table == rows
    assert list(table) == list(rows)


@pytest.mark.parametrize("rule_set", RULE_SETS.values())
def test_only_the_five_trumps_are_trump_contracts(rule_set: RuleSet) -> None:
    trumps = [contract.id for contract in rule_set.contracts if contract.is_trump]
    assert trumps == ["trump-clubs", "trump-diamonds", "trump-hearts", "trump-spades", "trump-none"]


@pytest.mark.parametrize(("rule_set", "negatives", "lost"), [(BONKEN_11, 7, -520), (BONKEN_12, 8, -1040)])
def test_the_negative_contracts_lose_what_four_trumps_win(rule_set: RuleSet, negatives: int, lost: int) -> None:
    totals = [contract.total for contract in rule_set.contracts if not contract.is_trump]
    assert len(totals) == negatives
    assert sum(totals) == lost
    assert rule_set.trumps * max(contract.total for contract in rule_set.contracts) == -lost
    assert negatives + rule_set.trumps == rule_set.rounds


def test_the_built_in_rule_sets_differ_in_rounds_seats_and_quotas() -> None:
    assert list(RULE_SETS) == ["bonken-11", "bonken-12"]
    eleven, twelve = RULE_SETS.values()
    assert (eleven.rounds, eleven.leader_offset, eleven.chooser_offset, eleven.negative_quota) == (11, 1, 2, None)
    assert (twelve.rounds, twelve.leader_offset, twelve.chooser_offset, twelve.negative_quota) == (12, 0, 1, 2)
    assert all((rules.trumps, rules.trump_quota, rules.trump_required) == (4, 1, True) for rules in (eleven, twelve))


def test_a_contract_is_found_by_its_id_in_its_own_rule_set_only() -> None:
    assert BONKEN_12.contract("seventh-and-thirteenth") is BONKEN_12.contracts[5]
    assert BONKEN_11.contract("seventh-and-thirteenth") is None


def test_an_item_is_found_only_in_the_contract_that_counts_it() -> None:
    contract = BONKEN_11.by_id["kings-and-jacks"]
    assert contract.item("jacks") == Item("jacks", 4, -10)
    assert contract.item("tricks") is None


def test_a_rule_set_cannot_be_changed_but_another_can_be_made_from_it() -> None:
    with pytest.raises(FrozenInstanceError):
        BONKEN_11.rounds = 3  # type: ignore[misc]
    mirrored = replace(BONKEN_11, chooser_offset=3)
    assert mirrored.roles[0].chooser == 3
    assert BONKEN_11.roles[0].chooser == 2
    assert mirrored != BONKEN_11
    assert hash(replace(BONKEN_11)) == hash(BONKEN_11)


def test_a_table_with_its_own_rounds_and_points_needs_only_a_row() -> None:
    own = RuleSet(
        "own",
        rounds=2,
        leader_offset=3,
        chooser_offset=0,
        trumps=1,
        contracts=(
            Contract("aces", (Item("aces", 4, -7),)),
            Contract("trump-any", (Item("tricks", 10, 3),), is_trump=True),
        ),
    )
    trump = a_round("trump-any", rule_set=own, taker=1, marks=[(1, 0)])
    played = replay(a_game(trump, a_round("aces", rule_set=own, taker=3), rule_set=own, first_dealer=3))
    assert played.faults == ()
    assert [scored.roles.chooser for scored in played.rounds] == [3, 0]
    assert [scored.roles.leader for scored in played.rounds] == [2, 3]
    assert played.rounds[0].scores == (-30, 60, 0, 0)
    assert played.totals == (-30, 60, 0, -28)
    assert played.winners == (1,)
