"""Whether four raw scores can be the result of a contract, checked against every result there can be."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.possible import Doubt, doubt_about, tallies_for
from scorekeeper.rules.ruleset import BONKEN_11, RULE_SETS, Contract, Item
from scorekeeper.rules.seats import Four
from scorekeeper.rules.tallies import check_tallies, raw_points

CONTRACTS = [
    pytest.param(contract, id=f"{rule_set.id} {contract.id}")
    for rule_set in RULE_SETS.values()
    for contract in rule_set.contracts
]
QUEENS = BONKEN_11.by_id["queens"]
KINGS_AND_JACKS = BONKEN_11.by_id["kings-and-jacks"]


def shares(quantity: int) -> list[Four]:
    """List every way in which four players can share so many."""
    counts = range(quantity + 1)
    return [(a, b, c, quantity - a - b - c) for a, b, c in product(counts, repeat=3) if a + b + c <= quantity]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_just_the_results_that_there_are_can_be(contract: Contract) -> None:
    dealt = [
        tuple(zip((item.id for item in contract.items), tallies, strict=True))
        for tallies in product(*(shares(item.quantity) for item in contract.items))
    ]
    results = {raw_points(contract, tallies) for tallies in dealt}
    values = {points for raw in results for points in raw}
    for a, b, c in product(values, repeat=3):
        raw = (a, b, c, contract.total - a - b - c)
        found = tallies_for(contract, raw)
        assert (found is not None) == (raw in results)
        if found is not None:
            assert raw_points(contract, found) == raw
            assert check_tallies(contract, found, 1) == []


@settings(deadline=None)
@given(st.tuples(*[st.integers(-200, 200)] * 4))
def test_scores_that_do_not_add_up_are_doubtful(raw: Four) -> None:
    doubt = doubt_about(QUEENS, raw)
    assert (doubt is None) == (tallies_for(QUEENS, raw) is not None)
    if doubt is not None:
        assert doubt.is_sum == (sum(raw) != -120)
        assert doubt.seats == tuple(seat for seat in range(4) if raw[seat] not in (0, -30, -60, -90, -120))


def test_each_reason_is_told() -> None:
    assert doubt_about(QUEENS, (-90, -30, 0, 0)) is None
    assert doubt_about(QUEENS, (-95, -25, 0, 0)) == Doubt((0, 1), -120, -120)
    assert doubt_about(QUEENS, (-90, 0, 0, 0)) == Doubt((), -90, -120)
    assert doubt_about(KINGS_AND_JACKS, (-120, 0, 0, 5)) == Doubt((3,), -115, -120)


def test_scores_that_each_can_be_may_not_be_had_together() -> None:
    # Somebody's own rules: two aces of 3 and three twos of 2, 12 in all. A 4 takes two of the three twos.
    odd = Contract("odd", (Item("aces", 2, 3), Item("twos", 3, 2)))
    assert doubt_about(odd, (5, 5, 2, 0)) is None
    doubt = doubt_about(odd, (4, 4, 4, 0))
    assert doubt == Doubt((), 12, 12)
    assert doubt.is_together
    assert not doubt.is_sum


@pytest.mark.parametrize("raw", [(10**6, -(10**6), 0, -120), (-(10**9), 0, 0, 0)])
def test_numbers_far_beyond_any_contract_are_doubtful(raw: Four) -> None:
    assert doubt_about(QUEENS, raw) is not None
