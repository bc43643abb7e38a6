"""The signs of contracts: each has one of its own, and its letters can be told apart."""

from __future__ import annotations

from itertools import pairwise

from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.wording.signs import sign_parts


def test_every_contract_has_a_sign_of_its_own_and_a_tables_own_has_none() -> None:
    for rule_set in RULE_SETS.values():
        signs = [sign_parts(contract.id) for contract in rule_set.contracts]
        assert all(signs)
        assert len(set(signs)) == len(signs)
    assert sign_parts("misery") == sign_parts("trump-stars") == ()


def test_two_numbers_do_not_run_together() -> None:
    assert sign_parts("seventh-and-thirteenth") == ("7·13",)
    for rule_set in RULE_SETS.values():
        for contract in rule_set.contracts:
            assert not any(a[-1].isdigit() and b[0].isdigit() for a, b in pairwise(sign_parts(contract.id)))
