"""Replay: a whole game with every check and every score, rulings and wrong dealers too."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from scorekeeper.rules.doubling import Settlement
from scorekeeper.rules.replay import places, replay
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, RuleSet
from scorekeeper.rules.seats import Four
from scorekeeper.rules.violations import LIFTABLE, Code, RuleViolation
from tests.rules.builders import a_game, a_legal_order, a_round, an_open_round, faults_of


def test_a_game_that_has_not_begun_stands_at_nothing() -> None:
    played = replay(a_game(first_dealer=3))
    assert (played.totals, played.rounds, played.faults, played.winners) == ((0, 0, 0, 0), (), (), ())
    assert (played.position.number, played.position.dealer) == (1, 3)


def test_totals_run_on_and_add_up_to_the_contracts_played() -> None:
    queens = a_round("queens", tallies=[("queens", (1, 3, 0, 0))], marks=[(3, 0)])
    played = replay(a_game(queens, a_round("trump-none", taker=2)))
    first, second = played.rounds
    assert (first.number, first.raw, first.scores, first.totals) == (
        1,
        (-30, -90, 0, 0),
        (-60, -90, 0, 30),
        (-60, -90, 0, 30),
    )
    assert (second.number, second.raw, second.scores, second.totals) == (
        2,
        (0, 0, 130, 0),
        (0, 0, 130, 0),
        (-60, -90, 130, 30),
    )
    assert [scored.played for scored in played.rounds] == [-120, 10]
    assert [sum(scored.totals) for scored in played.rounds] == [-120, 10]
    assert played.totals == (-60, -90, 130, 30)


def test_a_round_shows_its_working() -> None:
    [scored] = replay(a_game(a_round("queens", tallies=[("queens", (1, 3, 0, 0))], marks=[(3, 0)]))).rounds
    assert scored.settlements[0] == Settlement((0, 1), 0, 60)
    assert scored.settlements[2] == Settlement((0, 3), 1, -30)


@pytest.mark.parametrize("rule_set", [BONKEN_11, BONKEN_12])
def test_a_finished_game_adds_up_to_zero(rule_set: RuleSet) -> None:
    played = replay(a_game(count=rule_set.rounds, rule_set=rule_set))
    assert played.faults == ()
    assert played.is_finished
    assert sum(played.totals) == 0
    assert played.rounds[-1].played == 0


def test_the_deal_passes_to_the_left_after_every_round() -> None:
    played = replay(a_game(count=6, first_dealer=2))
    assert [scored.roles.dealer for scored in played.rounds] == [2, 3, 0, 1, 2, 3]
    assert [scored.roles.chooser for scored in played.rounds] == [0, 1, 2, 3, 0, 1]


def test_the_highest_total_wins_when_every_round_was_played() -> None:
    rounds = [a_round(contract, taker=1 if contract.startswith("trump") else 2) for contract in a_legal_order()]
    assert replay(a_game(*rounds)).totals == (0, 520, -520, 0)
    assert replay(a_game(*rounds)).winners == (1,)
    assert replay(a_game(*rounds[:-1])).winners == ()


def test_equal_highest_totals_win_together() -> None:
    played = replay(a_game(count=11))
    assert played.totals == (0, 0, 0, 0)
    assert played.winners == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((30, 30, 10, 0), (1, 1, 3, 4)),
        ((0, 0, 0, 0), (1, 1, 1, 1)),
        ((-5, 10, -5, -5), (2, 1, 2, 2)),
        ((1, 2, 3, 4), (4, 3, 2, 1)),
    ],
)
def test_equal_totals_share_the_place(totals: Four, expected: Four) -> None:
    assert places(totals) == expected


def test_a_full_game_with_a_fault_is_not_finished() -> None:
    rounds = [a_round(contract) for contract in a_legal_order()]
    wrong = replay(a_game(*rounds[:-1], replace(rounds[-1], tallies=())))
    assert faults_of(wrong.game) == [(11, Code.WRONG_COUNT)]
    assert not wrong.is_finished
    assert wrong.winners == ()


def test_all_faults_of_a_game_are_gathered_in_order() -> None:
    game = a_game(
        a_round("trump-clubs", marks=[(1, 1), (2, 0)]),
        a_round("trump-clubs"),
        a_round("queens", tallies=[("kings", (4, 0, 0, 0)), ("queens", (1, 1, 1, 0))]),
        "hearts",
        a_round("trump-none", marks=[(2, 3), (3, 2)]),
    )
    assert faults_of(game) == [
        (1, Code.SELF_DOUBLE),
        (1, Code.CHOOSER_DOUBLES_FIRST),
        (2, Code.CONTRACT_ALREADY_PLAYED),
        (3, Code.UNKNOWN_ITEM),
        (3, Code.WRONG_COUNT),
        (5, Code.TRUMP_QUOTA),
    ]


def test_a_contract_that_does_not_exist_is_named_and_the_other_rounds_are_still_scored() -> None:
    played = replay(a_game("queens", replace(a_round(), contract="quenns", marks=((2, 2),)), "domino"))
    assert played.faults == (
        RuleViolation(Code.UNKNOWN_CONTRACT, 2, "contract", contract="quenns"),
        RuleViolation(Code.SELF_DOUBLE, 2, "mark-2-2", seat=2),
    )
    assert [(scored.number, scored.contract.id) for scored in played.rounds] == [(1, "queens"), (3, "domino")]
    assert [scored.roles.dealer for scored in played.rounds] == [0, 2]


def test_a_contract_of_the_other_rule_set_does_not_exist_in_this_one() -> None:
    assert faults_of(a_game(a_round("seventh-and-thirteenth", tallies=()))) == [(1, Code.UNKNOWN_CONTRACT)]


@pytest.mark.parametrize("rule_set", [BONKEN_11, BONKEN_12])
def test_the_first_round_too_many_is_named_and_what_follows_is_not_checked(rule_set: RuleSet) -> None:
    order = a_legal_order(rule_set)
    surplus = (a_round(order[0], rule_set=rule_set), replace(a_round(), contract="nonsense"))
    played = replay(a_game(*order, *surplus, rule_set=rule_set))
    last = rule_set.rounds
    assert played.faults == (RuleViolation(Code.TOO_MANY_ROUNDS, last + 1, "contract", expected=last),)
    assert len(played.rounds) == last


def test_an_open_round_after_the_last_one_is_a_round_too_many() -> None:
    full = a_game(count=11)
    assert faults_of(replace(full, open_round=an_open_round("trump-none", marks=[(1, 1)]))) == [
        (12, Code.TOO_MANY_ROUNDS)
    ]


# Rulings


def test_a_rule_that_the_table_lifts_is_no_fault_but_a_breach_that_the_sheet_marks() -> None:
    second_trump = a_round("trump-none", rulings=[Code.TRUMP_QUOTA])
    played = replay(a_game("trump-clubs", "ducking", "hearts", "domino", second_trump))
    assert played.faults == ()
    assert [scored.breaches for scored in played.rounds] == [(), (), (), (), (Code.TRUMP_QUOTA,)]


def test_a_rule_that_is_broken_without_a_ruling_is_a_fault_and_a_breach() -> None:
    played = replay(a_game("trump-clubs", "ducking", "hearts", "domino", "trump-none"))
    assert played.faults == (RuleViolation(Code.TRUMP_QUOTA, 5, "contract", contract="trump-none", seat=2),)
    assert played.rounds[4].breaches == (Code.TRUMP_QUOTA,)


def test_a_ruling_lifts_its_own_code_only() -> None:
    wrong = a_round("trump-none", rulings=[Code.TRUMP_REQUIRED, Code.DEALER], marks=[(2, 0)])
    game = a_game("trump-clubs", "ducking", "hearts", "domino", wrong)
    assert faults_of(game) == [(5, Code.TRUMP_QUOTA), (5, Code.CHOOSER_DOUBLES_FIRST)]


def test_a_ruling_lifts_its_own_round_only() -> None:
    ruled = a_round("ducking", marks=[(2, 0)], rulings=[Code.CHOOSER_DOUBLES_FIRST])
    assert faults_of(a_game(ruled, a_round("hearts", marks=[(3, 0)]))) == [(2, Code.CHOOSER_DOUBLES_FIRST)]


def test_a_chooser_who_doubled_first_is_settled_like_anybody_else() -> None:
    [scored] = replay(a_game(a_round("queens", marks=[(2, 0)], rulings=[Code.CHOOSER_DOUBLES_FIRST]))).rounds
    assert scored.breaches == (Code.CHOOSER_DOUBLES_FIRST,)
    assert scored.scores == (-240, 0, 120, 0)


def test_a_breach_is_listed_once_however_many_marks_break_it() -> None:
    ruled = a_round("queens", marks=[(2, 0), (2, 1)], rulings=[Code.CHOOSER_DOUBLES_FIRST])
    assert replay(a_game(ruled)).rounds[0].breaches == (Code.CHOOSER_DOUBLES_FIRST,)


def test_arithmetic_is_never_overruled_whatever_a_round_says() -> None:
    everything = tuple(Code)
    rounds = [
        a_round(contract, rulings=everything)
        for contract in ["trump-clubs", "trump-diamonds", "trump-hearts", "trump-spades"]
    ]
    rounds += [
        a_round("trump-none", rulings=everything),
        a_round("trump-none", rulings=everything, marks=[(1, 1)]),
        a_round("queens", rulings=everything, tallies=[("queens", (1, 1, 1, 0)), ("aces", (1, 1, 1, 1))]),
    ]
    assert faults_of(a_game(*rounds)) == [
        (5, Code.TOO_MANY_TRUMPS),
        (6, Code.CONTRACT_ALREADY_PLAYED),
        (6, Code.TOO_MANY_TRUMPS),
        (6, Code.SELF_DOUBLE),
        (7, Code.UNKNOWN_ITEM),
        (7, Code.WRONG_COUNT),
    ]


def test_a_ruling_that_lifts_nothing_does_no_harm() -> None:
    played = replay(a_game(a_round("ducking", rulings=sorted(LIFTABLE))))
    assert played.faults == ()
    assert played.rounds[0].breaches == ()


def test_after_one_ruling_a_later_round_may_need_another() -> None:
    # Seat 2 takes two of the four trumps: none is left for seat 1, and nothing forces him.
    order = ["trump-clubs", "trump-diamonds", "trump-hearts", "ducking"]
    again = a_round("trump-spades", rulings=[Code.TRUMP_QUOTA])
    negatives = ["hearts", "queens", "domino", "last-trick", "king-of-hearts", "kings-and-jacks"]
    assert faults_of(a_game(*order, again, *negatives)) == []
    forced = a_game(*order, "hearts", "queens", "domino", a_round("last-trick", rulings=[Code.TRUMP_REQUIRED]))
    assert faults_of(forced) == []
    assert faults_of(replace(forced, rounds=(*forced.rounds, a_round("trump-none")))) == [(9, Code.TRUMP_QUOTA)]


def test_in_bonken_12_a_third_negative_contract_needs_its_ruling() -> None:
    rounds = ["trump-clubs", "trump-diamonds", "trump-hearts", "ducking", "hearts", "queens", "domino", "last-trick"]
    third = a_round("trump-none", rule_set=BONKEN_12)
    game = a_game(*rounds, third, "king-of-hearts", "seventh-and-thirteenth", "kings-and-jacks", rule_set=BONKEN_12)
    assert faults_of(game) == [(9, Code.TRUMP_QUOTA), (12, Code.NEGATIVE_QUOTA)]


# A wrong dealer


def test_when_the_wrong_player_dealt_all_roles_follow_him_and_the_deal_passes_on_from_him() -> None:
    wrong = a_round("ducking", dealer=3, rulings=[Code.DEALER])
    played = replay(a_game("queens", wrong, "hearts", "domino"))
    assert played.faults == ()
    assert [scored.roles.dealer for scored in played.rounds] == [0, 3, 0, 1]
    assert [scored.roles.chooser for scored in played.rounds] == [2, 1, 2, 3]
    assert [scored.breaches for scored in played.rounds] == [(), (Code.DEALER,), (), ()]
    assert (played.position.number, played.position.dealer) == (5, 2)


def test_a_wrong_dealer_needs_a_ruling() -> None:
    played = replay(a_game("queens", a_round("ducking", dealer=3)))
    assert played.faults == (RuleViolation(Code.DEALER, 2, "dealer", seat=3),)


def test_naming_the_player_whose_deal_it_is_breaks_nothing() -> None:
    played = replay(a_game("queens", a_round("ducking", dealer=1)))
    assert played.faults == ()
    assert played.rounds[1].breaches == ()


def test_who_doubles_first_is_told_by_the_chooser_of_the_wrong_dealer() -> None:
    wrong = a_round("ducking", dealer=1, rulings=[Code.DEALER], marks=[(2, 0)])
    assert faults_of(a_game(wrong)) == []
    assert faults_of(a_game(replace(wrong, marks=((3, 0),)))) == [(1, Code.CHOOSER_DOUBLES_FIRST)]


def test_a_wrong_deal_gives_turns_to_others_and_the_quotas_count_them() -> None:
    again = a_round("trump-diamonds", dealer=0, rulings=[Code.DEALER])
    assert faults_of(a_game("trump-clubs", again)) == [(2, Code.TRUMP_QUOTA)]


# The open round


def test_an_open_round_is_not_scored_and_need_not_be_counted() -> None:
    played = replay(a_game("queens", open_round=an_open_round("ducking", marks=[(0, 1)])))
    assert played.faults == ()
    assert len(played.rounds) == 1
    assert (played.position.number, played.position.chooser) == (2, 3)
    assert not played.is_finished


def test_contract_and_marks_of_an_open_round_are_checked() -> None:
    assert faults_of(a_game("queens", open_round=an_open_round("queens", marks=[(3, 0), (1, 1)]))) == [
        (2, Code.CONTRACT_ALREADY_PLAYED),
        (2, Code.CHOOSER_DOUBLES_FIRST),
        (2, Code.SELF_DOUBLE),
    ]
    assert faults_of(a_game(open_round=an_open_round("nonsense"))) == [(1, Code.UNKNOWN_CONTRACT)]


def test_tallies_of_an_open_round_are_checked_as_far_as_they_can_be() -> None:
    half = an_open_round("queens", tallies=[("queens", (4, 4, None, None))])
    assert faults_of(a_game(open_round=half)) == []
    never = an_open_round("queens", tallies=[("queens", (None, -1, 5, 0)), ("kings", (1, None, None, None))])
    assert faults_of(a_game(open_round=never)) == [
        (1, Code.UNKNOWN_ITEM),
        (1, Code.WRONG_COUNT),
        (1, Code.WRONG_COUNT),
    ]


def test_an_open_round_can_have_its_rulings_and_its_dealer() -> None:
    entry = replace(an_open_round("ducking"), dealer=3, rulings=(Code.DEALER,))
    played = replay(a_game("queens", open_round=entry))
    assert played.faults == ()
    assert (played.position.number, played.position.dealer, played.position.chooser) == (2, 3, 1)
    assert faults_of(a_game("queens", open_round=replace(entry, rulings=()))) == [(2, Code.DEALER)]


# Violations as errors


def test_a_violation_is_an_error_that_can_be_raised_compared_and_sent() -> None:
    fault = RuleViolation(Code.WRONG_COUNT, 3, "tally-queens", item="queens", expected=4, found=3)
    with pytest.raises(RuleViolation) as caught:
        raise fault
    assert caught.value == RuleViolation(Code.WRONG_COUNT, 3, "tally-queens", item="queens", expected=4, found=3)
    assert {fault, caught.value} == {fault}
    assert pickle.loads(pickle.dumps(fault)) == fault


def test_just_the_five_rules_about_turns_may_be_lifted() -> None:
    assert sorted(LIFTABLE) == ["chooser-doubles-first", "dealer", "negative-quota", "trump-quota", "trump-required"]
