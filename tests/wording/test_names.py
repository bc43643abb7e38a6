"""Names of the game as players read them."""

from __future__ import annotations

import pytest

from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.violations import LIFTABLE
from scorekeeper.wording.names import (
    contract_name,
    counted,
    item_name,
    points,
    question,
    rule_set_name,
    rule_set_summary,
    ruling_name,
)

CONTRACTS = [contract for rule_set in RULE_SETS.values() for contract in rule_set.contracts]
ITEMS = [item for contract in CONTRACTS for item in contract.items]


@pytest.mark.parametrize("contract_id", sorted({contract.id for contract in CONTRACTS}))
def test_every_built_in_contract_has_a_name(contract_id: str) -> None:
    assert contract_name(contract_id) != contract_id
    assert contract_name(contract_id)[0].isupper()


@pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=str)
def test_no_two_contracts_of_a_rule_set_share_a_name(rule_set: object) -> None:
    names = [contract_name(contract.id) for contract in rule_set.contracts]  # type: ignore[attr-defined]
    assert len(set(names)) == len(names)


def test_the_trump_hearts_is_told_apart_from_the_contract_hearts() -> None:
    assert (contract_name("hearts"), contract_name("trump-hearts")) == ("Hearts", "Hearts trump")


@pytest.mark.parametrize("item_id", sorted({item.id for item in ITEMS}))
def test_every_built_in_item_has_a_heading(item_id: str) -> None:
    assert item_name(item_id) != item_id


@pytest.mark.parametrize("item_id", sorted({item.id for item in ITEMS if item.quantity == 1}))
def test_an_item_there_is_one_of_is_asked_for_and_named(item_id: str) -> None:
    assert question(item_id).startswith("Who ")
    assert "“" not in question(item_id)
    assert "×" not in counted(item_id, 1)


@pytest.mark.parametrize("item_id", sorted({item.id for item in ITEMS if item.quantity > 1}))
def test_an_item_there_are_more_of_is_counted_in_singular_and_plural(item_id: str) -> None:
    assert counted(item_id, 1).startswith("1 ")
    assert counted(item_id, 3).startswith("3 ")
    assert counted(item_id, 3).endswith("s")


@pytest.mark.parametrize(
    ("item_id", "count", "words"),
    [
        ("kings", 3, "3 kings"),
        ("tricks", 1, "1 trick"),
        ("hearts", 0, "0 hearts"),
        ("last-trick", 1, "the last trick"),
        ("last-out", 1, "last out"),
        ("last-trick", 2, "2 × Last trick"),
        ("spades", 2, "2 × spades"),
        ("queens", -1, "−1 queens"),
        ("queens", -12, "−12 queens"),
        ("last-trick", -1, "−1 × Last trick"),
    ],
)
def test_what_somebody_took_is_counted_in_words(item_id: str, count: int, words: str) -> None:
    assert counted(item_id, count) == words


def test_questions_are_the_ones_a_table_asks() -> None:
    assert question("last-trick") == "Who took the last trick?"
    assert question("last-out") == "Who went out last?"
    assert question("king-of-hearts") == "Who took the king of hearts?"
    assert question("ace-of-spades") == "Who took “ace-of-spades”?"


@pytest.mark.parametrize("rule_set_id", RULE_SETS)
def test_a_rule_set_is_named_and_summed_up_in_one_line(rule_set_id: str) -> None:
    rounds = str(RULE_SETS[rule_set_id].rounds)
    assert rounds in rule_set_name(rule_set_id)
    # The two stand together, and say nothing twice.
    assert rule_set_summary(rule_set_id).startswith("The chooser sits ")
    assert rounds not in rule_set_summary(rule_set_id)


@pytest.mark.parametrize("code", sorted(LIFTABLE))
def test_every_ruling_has_a_short_name(code: str) -> None:
    assert ruling_name(code) != code
    assert len(ruling_name(code)) <= 24


def test_what_a_table_brought_along_is_shown_by_its_id() -> None:
    assert contract_name("grand-slam") == "grand-slam"
    assert item_name("aces") == "aces"
    assert rule_set_name("house") == "house"
    assert rule_set_summary("house") == "house"
    assert ruling_name("misdeal") == "misdeal"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "0"),
        (-0, "0"),
        (5, "+5"),
        (-30, "−30"),
        (1820, "+1,820"),
        (-1400, "−1,400"),
        (-999, "−999"),
        (10**6, "+1,000,000"),
    ],
)
def test_points_have_a_sign_and_thousands_a_comma(number: int, written: str) -> None:
    assert points(number) == written
