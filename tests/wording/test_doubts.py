"""Why four raw scores can't be the result of a contract, in sentences."""

from __future__ import annotations

from scorekeeper.rules.possible import doubt_about
from scorekeeper.rules.ruleset import BONKEN_11, Contract, Item
from scorekeeper.rules.seats import Four
from scorekeeper.wording.doubts import doubt_sentences

PLAYERS = ("Anna", "Bram", "Cees", "Dirk")


def sentences(contract: Contract, raw: Four) -> list[str]:
    """Say why these raw points can't be."""
    doubt = doubt_about(contract, raw)
    assert doubt is not None
    return doubt_sentences(doubt, contract, raw, PLAYERS)


def test_each_player_who_can_not_have_his_points_is_named() -> None:
    assert sentences(BONKEN_11.by_id["kings-and-jacks"], (-95, -25, 0, 0)) == [
        "Anna can’t have −95: 4 × Kings at −20, 4 × Jacks at −10.",
        "Bram can’t have −25: 4 × Kings at −20, 4 × Jacks at −10.",
    ]


def test_a_wrong_sum_is_told_beside_the_right_one() -> None:
    assert sentences(BONKEN_11.by_id["queens"], (-90, 0, 0, 0)) == [
        "The four add up to −90, but Queens is −120 in all."
    ]


def test_scores_that_can_not_be_together_are_told() -> None:
    odd = Contract("odd", (Item("aces", 2, 3), Item("twos", 3, 2)))
    assert sentences(odd, (4, 4, 4, 0)) == [
        "Each score could be, but not all four together: 2 × aces at +3, 3 × twos at +2."
    ]
