"""Choosing: which contracts are open, and for each closed one, why."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rules.choosing import Position, check_choice, choices
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12
from scorekeeper.rules.violations import Code, RuleViolation
from tests.rules.builders import a_game

TRUMPS = ["trump-clubs", "trump-diamonds", "trump-hearts", "trump-spades", "trump-none"]


def open_ones(position: Position) -> list[str]:
    return [choice.contract.id for choice in choices(position) if choice.is_open]


def reasons(position: Position, contract_id: str) -> list[Code]:
    return [fault.code for fault in check_choice(position, position.rule_set.by_id[contract_id])]


def test_before_the_first_round_every_contract_is_open() -> None:
    assert open_ones(Position(BONKEN_11, 0)) == [contract.id for contract in BONKEN_11.contracts]
    assert open_ones(Position(BONKEN_12, 3)) == [contract.id for contract in BONKEN_12.contracts]


def test_the_chooser_and_everybodys_turns_follow_the_dealer() -> None:
    position = Position(BONKEN_11, 1)
    assert (position.chooser, position.turns_left) == (3, (3, 3, 2, 3))
    assert position.roles == BONKEN_11.roles[1]
    position.take(BONKEN_11.by_id["domino"])
    assert (position.number, position.dealer, position.chooser, position.turns_left) == (2, 2, 0, (3, 3, 2, 2))


def test_a_contract_that_was_played_is_closed_and_says_in_which_round() -> None:
    position = replay(a_game("ducking", "queens")).position
    assert check_choice(position, BONKEN_11.by_id["queens"]) == [
        RuleViolation(Code.CONTRACT_ALREADY_PLAYED, 3, "contract", contract="queens", seat=0, other=2)
    ]
    closed = {choice.contract.id: choice for choice in choices(position) if not choice.is_open}
    assert list(closed) == ["ducking", "queens"]
    assert not any(choice.can_be_ruled for choice in closed.values())


def test_the_round_named_is_the_first_one_in_which_a_contract_was_played() -> None:
    position = replay(a_game("queens", "ducking", "queens")).position
    [fault] = check_choice(position, BONKEN_11.by_id["queens"])
    assert fault.other == 1


def test_who_has_had_his_trump_gets_no_second_one_unless_the_table_rules_so() -> None:
    position = replay(a_game("trump-clubs", "ducking", "hearts", "domino")).position
    assert position.chooser == 2
    assert position.trumps == [0, 0, 1, 0]
    assert [reasons(position, trump) for trump in TRUMPS[1:]] == [[Code.TRUMP_QUOTA]] * 4
    [choice] = [choice for choice in choices(position) if choice.contract.id == "trump-none"]
    assert choice.can_be_ruled
    assert choice.against == (RuleViolation(Code.TRUMP_QUOTA, 5, "contract", contract="trump-none", seat=2),)


def test_who_has_had_his_trump_finds_that_suit_played_and_his_quota_used() -> None:
    position = replay(a_game("trump-clubs", "ducking", "hearts", "domino")).position
    [choice] = [choice for choice in choices(position) if choice.contract.id == "trump-clubs"]
    assert [fault.code for fault in choice.against] == [Code.CONTRACT_ALREADY_PLAYED, Code.TRUMP_QUOTA]
    assert not choice.can_be_ruled


def test_after_four_trumps_the_fifth_is_never_played() -> None:
    position = replay(a_game(*TRUMPS[:4])).position
    assert reasons(position, "trump-none") == [Code.TOO_MANY_TRUMPS, Code.TRUMP_QUOTA]
    assert open_ones(position) == [
        "ducking",
        "hearts",
        "kings-and-jacks",
        "queens",
        "king-of-hearts",
        "last-trick",
        "domino",
    ]


def test_at_his_last_turn_a_player_without_a_trump_must_take_one() -> None:
    # Dealt by 0 first, seat 1 chooses in rounds 4 and 8 only.
    order = ["trump-clubs", "trump-diamonds", "trump-hearts", "ducking", "hearts", "queens", "domino"]
    position = replay(a_game(*order)).position
    assert (position.number, position.chooser, position.turns_left[1]) == (8, 1, 1)
    assert position.must_take_trump(1)
    assert open_ones(position) == ["trump-spades", "trump-none"]
    assert reasons(position, "last-trick") == [Code.TRUMP_REQUIRED]


def test_before_his_last_turn_he_may_still_wait() -> None:
    position = replay(a_game("trump-clubs", "trump-diamonds", "trump-hearts")).position
    assert (position.chooser, position.turns_left[1]) == (1, 2)
    assert not position.must_take_trump(1)


def test_who_comes_later_is_told_too_that_only_trumps_are_left_to_him() -> None:
    order = ["ducking", "hearts", "queens", "domino", "trump-clubs", "trump-diamonds"]
    position = replay(a_game(*order)).position
    assert (position.number, position.chooser) == (7, 0)
    assert [position.must_take_trump(seat) for seat in range(4)] == [False, True, False, False]


def test_nobody_must_take_a_trump_when_none_is_left() -> None:
    position = Position(BONKEN_11, 3, number=8, trumps=[2, 0, 1, 1])
    assert position.chooser == 1
    assert not position.must_take_trump(1)
    assert reasons(position, "ducking") == []


def test_nobody_must_take_a_trump_where_the_table_plays_without_that_rule() -> None:
    position = Position(replace(BONKEN_11, trump_required=False), 3, number=8, trumps=[1, 0, 1, 1])
    assert not position.must_take_trump(1)
    assert replace(position, rule_set=BONKEN_11).must_take_trump(1)


def test_with_a_quota_of_two_trumps_the_last_two_turns_are_for_them() -> None:
    rules = replace(BONKEN_12, trumps=5, trump_quota=2)
    position = Position(rules, 0, number=5, trumps=[0, 0, 0, 0])
    assert (position.chooser, position.turns_left) == (1, (2, 2, 2, 2))
    assert position.must_take_trump(1)
    assert reasons(replace(position, trumps=[0, 1, 0, 0]), "ducking") == []


def test_in_bonken_12_a_third_negative_contract_is_closed() -> None:
    rounds = ["ducking", "hearts", "queens", "domino", "last-trick", "trump-clubs", "trump-hearts", "trump-none"]
    position = replay(a_game(*rounds, rule_set=BONKEN_12)).position
    assert (position.chooser, position.negatives[1]) == (1, 2)
    assert reasons(position, "king-of-hearts") == [Code.TRUMP_REQUIRED, Code.NEGATIVE_QUOTA]
    assert open_ones(position) == ["trump-diamonds", "trump-spades"]
    had_it = replace(position, trumps=[1, 1, 1, 1])
    assert reasons(had_it, "king-of-hearts") == [Code.NEGATIVE_QUOTA]
    assert [choice.can_be_ruled for choice in choices(had_it) if choice.contract.id == "king-of-hearts"] == [True]


def test_in_bonken_11_a_player_may_choose_three_negative_contracts() -> None:
    # Seat 2 chooses in rounds 1, 5 and 9; somebody took two trumps by a ruling, so none is left for him.
    position = Position(BONKEN_11, 0, number=9, trumps=[2, 1, 0, 1], negatives=[0, 1, 2, 1])
    assert reasons(position, "queens") == []


def test_a_turn_is_passed_on_when_nobody_knows_what_was_played() -> None:
    position = Position(BONKEN_11, 3)
    position.pass_on()
    assert (position.number, position.dealer, position.taken) == (2, 0, {})
