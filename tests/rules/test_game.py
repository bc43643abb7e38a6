"""A game as a value: it can't be changed, and it knows whether rounds are still to come."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, RuleSet
from tests.rules.builders import NAMES, a_game


def test_a_new_game_has_no_rounds_and_is_running() -> None:
    game = Game(BONKEN_11, NAMES, 2)
    assert (game.rounds, game.open_round, game.stopped, game.title, game.played_on) == ((), None, False, "", None)
    assert game.is_running
    assert not game.is_full


@pytest.mark.parametrize(("rule_set", "rounds"), [(BONKEN_11, 11), (BONKEN_12, 12)])
def test_a_game_is_full_with_the_last_round_of_its_rule_set(rule_set: RuleSet, rounds: int) -> None:
    almost = a_game(count=rounds - 1, rule_set=rule_set)
    assert (almost.is_full, almost.is_running) == (False, True)
    full = a_game(count=rounds, rule_set=rule_set)
    assert (full.is_full, full.is_running) == (True, False)


def test_a_stopped_game_is_not_running_and_can_be_gone_on_with() -> None:
    stopped = a_game(count=3, stopped=True)
    assert not stopped.is_running
    assert replace(stopped, stopped=False).is_running


def test_games_and_rounds_are_values() -> None:
    assert a_game(count=4) == a_game(count=4)
    assert hash(a_game(count=4)) == hash(a_game(count=4))
    with pytest.raises(FrozenInstanceError):
        a_game(count=4).stopped = True  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        Round("ducking").contract = "hearts"  # type: ignore[misc]
