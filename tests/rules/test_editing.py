"""Editing: every change that players make to a game, and its way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.rules import editing
from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12
from scorekeeper.rules.violations import Code, RuleViolation
from tests.rules.builders import a_game, a_legal_order, a_round, an_open_round, faults_of

SECOND_TRUMP = ("trump-clubs", "ducking", "hearts", "domino")
"""After these rounds seat 2 chooses again and has had his trump."""

# Choosing


def test_choosing_opens_the_next_round() -> None:
    game = editing.choose(a_game("queens"), "ducking")
    assert game == a_game("queens", open_round=an_open_round("ducking"))


def test_choosing_again_drops_the_round_that_was_open_and_its_dealer() -> None:
    wrong_dealer = editing.choose(a_game("queens"), "ducking", dealer=3, lifted=[Code.DEALER])
    marked = replace(wrong_dealer, marking_over=True)
    assert editing.choose(marked, "hearts") == a_game("queens", open_round=an_open_round("hearts"))


def test_a_closed_contract_cannot_be_chosen_and_nothing_changes() -> None:
    game = a_game(*SECOND_TRUMP)
    with pytest.raises(RuleViolation) as caught:
        editing.choose(game, "trump-none")
    assert caught.value == RuleViolation(Code.TRUMP_QUOTA, 5, "contract", contract="trump-none", seat=2)
    assert game == a_game(*SECOND_TRUMP)


def test_a_ruling_opens_the_contract_and_stays_with_the_round() -> None:
    game = editing.choose(a_game(*SECOND_TRUMP), "trump-none", lifted=[Code.TRUMP_QUOTA])
    assert game.open_round == replace(an_open_round("trump-none"), rulings=(Code.TRUMP_QUOTA,))
    assert replay(game).faults == ()


def test_a_ruling_that_is_not_needed_is_not_kept() -> None:
    game = editing.choose(a_game("queens"), "ducking", dealer=1, lifted=[Code.TRUMP_QUOTA, Code.DEALER])
    assert game.open_round == an_open_round("ducking")


@pytest.mark.parametrize(
    ("contract", "code"), [("queens", Code.CONTRACT_ALREADY_PLAYED), ("nonsense", Code.UNKNOWN_CONTRACT)]
)
def test_no_ruling_opens_what_arithmetic_closes(contract: str, code: Code) -> None:
    with pytest.raises(RuleViolation) as caught:
        editing.choose(a_game("queens"), contract, lifted=list(Code))
    assert caught.value.code is code


def test_a_wrong_dealer_is_one_confirmation_and_changes_who_chooses() -> None:
    with pytest.raises(RuleViolation) as caught:
        editing.choose(a_game("queens"), "ducking", dealer=3)
    assert caught.value.code is Code.DEALER
    game = editing.choose(a_game("queens"), "ducking", dealer=3, lifted=[Code.DEALER])
    assert game.open_round == replace(an_open_round("ducking"), dealer=3, rulings=(Code.DEALER,))
    assert replay(game).position.chooser == 1


def test_after_the_last_round_nothing_can_be_chosen() -> None:
    with pytest.raises(RuleViolation) as caught:
        editing.choose(a_game(count=11), "trump-none", lifted=list(Code))
    assert caught.value == RuleViolation(Code.TOO_MANY_ROUNDS, 12, "contract", expected=11)


def test_another_contract_keeps_the_marks_and_drops_the_tallies() -> None:
    entry = an_open_round("queens", marks=[(3, 2), (2, 3)], tallies=[("queens", (1, None, None, None))])
    game = replace(a_game(open_round=entry), marking_over=True)
    changed = editing.change_contract(game, "ducking")
    assert changed.open_round == an_open_round("ducking", marks=[(3, 2), (2, 3)])
    assert changed.marking_over


def test_another_contract_must_be_open_too() -> None:
    game = a_game("queens", open_round=an_open_round("ducking", marks=[(0, 1)]))
    with pytest.raises(RuleViolation) as caught:
        editing.change_contract(game, "queens")
    assert caught.value.code is Code.CONTRACT_ALREADY_PLAYED


def test_another_contract_keeps_the_rulings_that_still_apply_and_drops_the_rest() -> None:
    entry = replace(
        an_open_round("trump-none", marks=[(1, 0)]),
        dealer=3,
        rulings=(Code.TRUMP_QUOTA, Code.DEALER, Code.CHOOSER_DOUBLES_FIRST),
    )
    game = a_game("ducking", "hearts", "queens", "trump-clubs", open_round=entry)
    assert replay(game).faults == ()
    changed = editing.change_contract(game, "domino")
    assert changed.open_round == replace(entry, contract="domino", rulings=(Code.DEALER, Code.CHOOSER_DOUBLES_FIRST))
    assert replay(changed).faults == ()


def test_another_contract_that_breaks_a_rule_asks_for_its_own_ruling() -> None:
    game = a_game(*SECOND_TRUMP, open_round=replace(an_open_round("trump-none"), rulings=(Code.TRUMP_QUOTA,)))
    with pytest.raises(RuleViolation):
        editing.change_contract(game, "trump-hearts")
    changed = editing.change_contract(game, "trump-hearts", lifted=[Code.TRUMP_QUOTA])
    assert changed.open_round == replace(an_open_round("trump-hearts"), rulings=(Code.TRUMP_QUOTA,))


def test_dealing_again_drops_the_open_round() -> None:
    game = replace(a_game("queens", open_round=an_open_round()), marking_over=True)
    assert editing.cancel(game) == a_game("queens")


@pytest.mark.parametrize("change", [editing.save, lambda game: editing.change_contract(game, "ducking")])
def test_without_an_open_round_there_is_nothing_to_save_or_change(change: Callable[[Game], Game]) -> None:
    with pytest.raises(ValueError, match="no round is open"):
        change(a_game("queens"))


# Marks


def test_a_mark_is_given_once_and_marks_keep_the_order_of_the_table() -> None:
    entry = editing.set_mark(an_open_round(), 3, 0, given=True)
    entry = editing.set_mark(entry, 0, 3, given=True)
    assert editing.set_mark(entry, 3, 0, given=True) is entry
    assert entry.marks == ((3, 0), (0, 3))


def test_a_mark_is_taken_back_and_the_others_stay() -> None:
    entry = an_open_round(marks=[(3, 0), (0, 3), (1, 2)])
    assert editing.set_mark(entry, 0, 3, given=False).marks == ((3, 0), (1, 2))
    assert editing.set_mark(entry, 2, 1, given=False) == entry


def test_everyone_marks_all_three_and_the_other_two_only_those() -> None:
    entry = an_open_round(marks=[(3, 1), (0, 3)])
    assert editing.set_marks(entry, 3, [0, 1, 2]).marks == ((3, 1), (0, 3), (3, 0), (3, 2))
    assert editing.set_marks(entry, 3, [0, 2]).marks == ((0, 3), (3, 0), (3, 2))
    assert editing.set_marks(entry, 3, []).marks == ((0, 3),)
    assert editing.set_marks(entry, 3, [3]).marks == ((0, 3),)


def test_when_a_double_is_taken_back_the_choosers_answer_goes_too() -> None:
    entry = an_open_round(marks=[(3, 2), (0, 1), (2, 3), (2, 0)])
    assert editing.withdraw_answers(entry, 2).marks == ((3, 2), (0, 1), (2, 3))
    answered = an_open_round(marks=[(3, 2), (2, 3)])
    assert editing.withdraw_answers(answered, 2) is answered


def test_the_choosers_own_double_stays_where_the_table_let_him_double_first() -> None:
    entry = replace(an_open_round(marks=[(2, 0)]), rulings=(Code.CHOOSER_DOUBLES_FIRST,))
    assert editing.withdraw_answers(entry, 2) is entry


# Tallies


def test_a_tally_is_entered_changed_and_cleared_for_one_player() -> None:
    entry = editing.set_tally(an_open_round("queens"), "queens", 1, 3)
    assert entry.tallies == (("queens", (None, 3, None, None)),)
    entry = editing.set_tally(entry, "queens", 0, 0)
    assert entry.tallies == (("queens", (0, 3, None, None)),)
    entry = editing.set_tally(entry, "queens", 1, None)
    assert entry.tallies == (("queens", (0, None, None, None)),)
    assert editing.set_tally(entry, "queens", 0, None).tallies == ()


def test_clearing_what_nobody_entered_changes_nothing() -> None:
    assert editing.set_tally(an_open_round("queens"), "queens", 2, None) == an_open_round("queens")


def test_items_keep_their_places_when_a_tally_is_corrected() -> None:
    entry = a_round("kings-and-jacks", tallies=[("kings", (4, 0, 0, 0)), ("jacks", (0, 4, 0, 0))])
    corrected = editing.set_tally(entry, "kings", 0, 3)
    assert corrected.tallies == (("kings", (3, 0, 0, 0)), ("jacks", (0, 4, 0, 0)))
    assert editing.set_tally(corrected, "kings", 0, 4) == entry


def test_what_can_only_be_one_number_is_filled_in_the_order_of_the_contract() -> None:
    contract = BONKEN_11.by_id["kings-and-jacks"]
    entry = an_open_round("kings-and-jacks", tallies=[("jacks", (1, 1, None, 1)), ("kings", (None, None, 4, None))])
    assert editing.fill_derived(contract, entry).tallies == (("kings", (0, 0, 4, 0)), ("jacks", (1, 1, 1, 1)))


# Saving and undoing


def test_a_saved_round_holds_its_derived_tallies_and_joins_the_others() -> None:
    entry = an_open_round("ducking", marks=[(0, 1)], tallies=[("tricks", (5, None, 0, 4))])
    game = editing.save(replace(a_game("queens", open_round=entry), marking_over=True))
    assert game == a_game("queens", replace(entry, tallies=(("tricks", (5, 4, 0, 4)),)))
    assert replay(game).faults == ()


def test_a_round_that_is_not_counted_is_named_when_it_is_saved() -> None:
    game = editing.save(a_game(open_round=an_open_round("ducking", tallies=[("tricks", (5, None, None, 4))])))
    assert replay(game).faults == (
        RuleViolation(Code.WRONG_COUNT, 1, "tally-tricks", contract="ducking", item="tricks", expected=13, found=9),
    )


def test_a_round_of_an_unknown_contract_is_named_when_it_is_saved() -> None:
    game = editing.save(a_game(open_round=an_open_round("nonsense")))
    assert faults_of(game) == [(1, Code.UNKNOWN_CONTRACT)]


def test_a_ruling_that_no_longer_applies_is_dropped_when_the_round_is_saved() -> None:
    entry = replace(a_round("queens"), rulings=(Code.TRUMP_REQUIRED, Code.CHOOSER_DOUBLES_FIRST), marks=((2, 0),))
    assert editing.save(a_game(open_round=entry)).rounds[0].rulings == (Code.CHOOSER_DOUBLES_FIRST,)


def test_undo_after_save_gives_back_the_open_round_with_its_entries() -> None:
    entry = a_round("ducking", marks=[(3, 2), (2, 3)])
    game = replace(a_game("queens", open_round=entry), marking_over=True)
    assert editing.undo(editing.save(game)) == game


def test_undo_cancels_an_open_round_first() -> None:
    game = a_game("queens", open_round=an_open_round("ducking", marks=[(0, 1)]))
    assert editing.undo(game) == a_game("queens")
    assert editing.undo(editing.undo(game)) == replace(a_game(open_round=a_round("queens")), marking_over=True)


def test_undo_lets_a_stopped_game_go_on() -> None:
    game = editing.undo(a_game("queens", stopped=True))
    assert not game.stopped
    assert game.is_running


def test_there_is_nothing_to_undo_before_the_first_round() -> None:
    with pytest.raises(ValueError, match="no round to take back"):
        editing.undo(a_game())


# Corrections


def test_a_correction_puts_another_entry_in_the_place_of_a_round() -> None:
    game = editing.correct(a_game("queens", "ducking", "hearts"), 2, a_round("domino", taker=3))
    assert game == a_game("queens", a_round("domino", taker=3), "hearts")


def test_a_correction_that_breaks_a_rule_names_the_later_rounds() -> None:
    game = a_game(*SECOND_TRUMP, "queens", "trump-hearts")
    assert faults_of(game) == []
    assert faults_of(editing.correct(game, 2, a_round("trump-none"))) == [(6, Code.TRUMP_QUOTA)]
    assert faults_of(editing.correct(game, 2, a_round("queens"))) == [(5, Code.CONTRACT_ALREADY_PLAYED)]


def test_contracts_that_count_the_same_items_are_swapped_and_tallies_stay_with_their_round() -> None:
    ducking, trump = a_round("ducking", taker=1, marks=[(3, 0)]), a_round("trump-none", taker=3)
    swapped = editing.swap_contracts(a_game(ducking, "queens", trump), 1, 3)
    assert swapped.rounds[0] == replace(ducking, contract="trump-none")
    assert swapped.rounds[2] == replace(trump, contract="ducking")
    assert faults_of(swapped) == []


def test_contracts_that_count_different_items_take_their_tallies_along_and_marks_stay() -> None:
    ducking, queens = a_round("ducking", taker=1, marks=[(3, 0)]), a_round("queens", taker=3)
    swapped = editing.swap_contracts(a_game(ducking, "hearts", queens), 1, 3)
    assert swapped.rounds[0] == replace(queens, marks=((3, 0),))
    assert swapped.rounds[2] == replace(ducking, marks=())
    assert faults_of(swapped) == []


def test_a_round_is_removed_inserted_and_moved() -> None:
    game = a_game("queens", "ducking", "hearts", "domino")
    assert editing.remove_round(game, 2) == a_game("queens", "hearts", "domino")
    assert editing.insert_round(game, 1, a_round("last-trick")).rounds[0] == a_round("last-trick")
    assert editing.insert_round(game, 5, a_round("last-trick")).rounds[4] == a_round("last-trick")
    assert editing.move_round(game, 1, 3) == a_game("ducking", "hearts", "queens", "domino")
    assert editing.move_round(game, 4, 2) == a_game("queens", "domino", "ducking", "hearts")


def test_a_round_that_was_forgotten_can_be_one_too_many() -> None:
    assert faults_of(editing.insert_round(a_game(count=11), 3, a_round("trump-none"))) == [
        (5, Code.TOO_MANY_TRUMPS),
        (5, Code.TRUMP_QUOTA),
        (12, Code.TOO_MANY_ROUNDS),
    ]


# Players


def test_new_names_keep_seats_and_results() -> None:
    game = a_game("queens")
    renamed = editing.rename(game, ("Els", "Finn", "Güney", "Hanne"))
    assert renamed == replace(game, players=("Els", "Finn", "Güney", "Hanne"))
    assert replay(renamed).totals == replay(game).totals


def test_players_who_change_seats_take_their_results_marks_and_deal_along() -> None:
    entry = a_round("queens", tallies=[("queens", (1, 3, 0, 0))], marks=[(3, 0)], dealer=1, rulings=[Code.DEALER])
    game = a_game(entry, open_round=an_open_round("ducking", tallies=[("tricks", (4, None, None, 2))]), first_dealer=0)
    moved = editing.reseat(game, (2, 0, 3, 1))
    assert moved.players == ("Cees", "Anna", "Dirk", "Bram")
    assert moved.first_dealer == 1
    assert moved.rounds[0] == replace(entry, tallies=(("queens", (0, 1, 0, 3)),), marks=((2, 1),), dealer=3)
    assert moved.open_round == an_open_round("ducking", tallies=[("tricks", (None, 4, 2, None))])
    assert replay(game).totals == (-60, -90, 0, 30)
    assert replay(moved).totals == (0, -60, 30, -90)


def test_changing_seats_without_an_open_round_opens_none() -> None:
    assert editing.reseat(a_game("queens"), (1, 2, 3, 0)).open_round is None


def test_another_first_dealer_moves_every_role_and_one_confirmation_marks_what_it_breaks() -> None:
    game = a_game(count=11)
    moved = replace(game, rounds=editing.move_round(game, 1, 5).rounds, first_dealer=1)
    broken = replay(moved).faults
    assert broken
    confirmed = editing.lift(moved, [(fault.round or 0, fault.code) for fault in broken])
    assert replay(confirmed).faults == ()


# Rulings


def test_the_table_lifts_a_code_in_one_round_once() -> None:
    game = a_game("queens", "ducking", open_round=an_open_round("hearts"))
    ruled = editing.lift(game, [(2, Code.TRUMP_QUOTA), (2, Code.TRUMP_QUOTA), (3, Code.DEALER), (2, Code.DEALER)])
    assert ruled.rounds[0].rulings == ()
    assert ruled.rounds[1].rulings == (Code.TRUMP_QUOTA, Code.DEALER)
    assert ruled.open_round is not None
    assert ruled.open_round.rulings == (Code.DEALER,)
    assert editing.lift(ruled, [(2, Code.DEALER)]) == ruled
    assert editing.lift(a_game("queens"), []) == a_game("queens")


def test_rulings_and_a_dealer_that_lift_nothing_are_dropped() -> None:
    idle = a_round("queens", rulings=[Code.TRUMP_QUOTA, Code.DEALER], dealer=0)
    needed = a_round("ducking", rulings=[Code.DEALER, Code.CHOOSER_DOUBLES_FIRST], dealer=3, marks=[(1, 0)])
    open_round = replace(an_open_round("hearts"), rulings=(Code.NEGATIVE_QUOTA, Code.DEALER), dealer=2)
    game = editing.without_idle_rulings(a_game(idle, needed, open_round=open_round))
    assert game == a_game(
        "queens", needed, open_round=replace(an_open_round("hearts"), rulings=(Code.DEALER,), dealer=2)
    )


def test_a_correction_can_make_a_ruling_idle() -> None:
    ruled = a_round("trump-none", rulings=[Code.TRUMP_QUOTA])
    game = a_game(*SECOND_TRUMP, ruled)
    assert editing.without_idle_rulings(game) == game
    corrected = editing.without_idle_rulings(editing.correct(game, 1, a_round("queens")))
    assert corrected == a_game("queens", "ducking", "hearts", "domino", "trump-none")


def test_in_bonken_12_a_third_negative_contract_is_chosen_by_a_ruling() -> None:
    order = a_legal_order(BONKEN_12)
    # Seat 1 chooses in rounds 1, 5 and 9; in the ninth he has had two negative contracts and no trump.
    rounds = [order[4], *order[:3], *order[5:9]]
    game = a_game(*rounds, rule_set=BONKEN_12)
    assert replay(game).position.negatives[1] == 2
    with pytest.raises(RuleViolation):
        editing.choose(game, "domino", lifted=[Code.NEGATIVE_QUOTA])
    ruled = editing.choose(game, "domino", lifted=[Code.NEGATIVE_QUOTA, Code.TRUMP_REQUIRED])
    assert ruled.open_round is not None
    assert ruled.open_round.rulings == (Code.TRUMP_REQUIRED, Code.NEGATIVE_QUOTA)
