"""Playing on: choose, save, deal again, undo; with two phones at the table that do it at the same time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Clash, Conflict, Rejected, What
from scorekeeper.services.entries import Entries, MarkEntry, TallyEntry
from scorekeeper.services.playing import (
    There,
    change_contract,
    choose_contract,
    deal_again,
    record_round,
    replace_round,
    save_round,
)
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from tests.rules.builders import a_game, a_round, an_open_round
from tests.services.conftest import SECOND_TRUMP, Table, a_table, codes, no_change, one_change, rulings_for
from tests.storage.conftest import nothing_saved

QUEENS = Entries(frozenset({(2, 1)}), {("queens", 0): 1, ("queens", 1): 3})
"""Cees doubled Bram; Anna took one queen and Bram three."""


def a_table_of_queens(database: Database, *, tallies: int = 2) -> Table:
    """The second round is open, and Anna's and Bram's queens are entered, or only the first of them."""
    counts = (1, 3 if tallies > 1 else None, None, None)
    entry = an_open_round("queens", marks=[(2, 1)], tallies=[("queens", counts)])
    return a_table(database, replace(a_game("hearts", open_round=entry), marking_over=True))


# Choosing


def test_choosing_opens_the_next_round_under_a_version_of_its_own(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    with one_change(table, What.CHOSE, 2):
        answer = choose_contract(database, table.form(), "queens", number=2)
    assert answer == Answer(table.id, "chose", 2, 2)
    assert table.game == a_game("hearts", open_round=an_open_round("queens"))
    assert (table.stored.versions, table.stored.open_version) == ((1,), 2)


def test_two_phones_that_choose_the_same_have_chosen_once(database: Database) -> None:
    table = a_table(database)
    choose_contract(database, table.form(), "queens", number=1)
    table.enter(MarkEntry(0, 1, given=True))
    with no_change(table):
        answer = choose_contract(database, table.form(browser="other"), "queens", number=1)
    assert answer == Answer(table.id, "chose", 1, 3)


def test_a_choice_that_had_been_made_already_is_answered_the_same_when_it_comes_again(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    form = table.form(browser="other")
    choose_contract(database, table.form(), "queens", number=2)
    answer = choose_contract(database, form, "queens", number=2)
    save_round(database, table.form(), shown=Entries(), typed=QUEENS, open_version=table.open_version)
    with nothing_saved(database):
        assert choose_contract(database, form, "queens", number=2) == answer


def test_two_phones_that_choose_different_contracts_meet(database: Database) -> None:
    table = a_table(database)
    choose_contract(database, table.form(), "queens", number=1)
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        choose_contract(database, table.form(browser="other"), "hearts", number=1)
    assert caught.value.clash is Clash.OTHER_ROUND
    assert caught.value.stored == replace(table.stored, right=caught.value.stored.right)


def test_two_phones_that_say_different_players_dealt_meet(database: Database) -> None:
    table = a_table(database)
    choose_contract(database, table.form(), "queens", number=1)
    with nothing_saved(database), pytest.raises(Conflict):
        choose_contract(database, table.form(browser="other"), "queens", number=1, dealer=3, lifted=[Code.DEALER])
    with no_change(table):
        choose_contract(database, table.form(browser="other"), "queens", number=1, dealer=0)


@pytest.mark.parametrize("number", [0, 1, 3, 99])
def test_a_choice_for_a_round_that_is_not_the_next_one_is_too_old(number: int, database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        choose_contract(database, table.form(), "queens", number=number)
    assert caught.value.clash is Clash.OTHER_ROUND


@pytest.mark.parametrize(
    ("game", "number"), [(a_game(count=11), 12), (a_game("hearts", stopped=True), 2)], ids=["finished", "stopped"]
)
def test_a_game_that_is_over_has_no_next_round(game: Game, number: int, database: Database) -> None:
    table = a_table(database, game)
    with nothing_saved(database), pytest.raises(Conflict):
        choose_contract(database, table.form(), "trump-none", number=number)


def test_a_contract_that_is_not_open_is_refused_until_the_table_rules(database: Database) -> None:
    table = a_table(database, a_game(*SECOND_TRUMP))
    form = table.form()
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        choose_contract(database, form, "trump-none", number=5)
    assert codes(caught.value.violations) == [(5, Code.TRUMP_QUOTA)]
    assert caught.value.can_be_ruled
    with one_change(table, What.CHOSE, 5):
        choose_contract(database, form, "trump-none", number=5, lifted=[Code.TRUMP_QUOTA])
    assert table.open_round.rulings == (Code.TRUMP_QUOTA,)


@pytest.mark.parametrize(
    ("contract", "code"), [("hearts", Code.CONTRACT_ALREADY_PLAYED), ("whist", Code.UNKNOWN_CONTRACT)]
)
def test_no_ruling_opens_a_contract_that_can_not_be(contract: str, code: Code, database: Database) -> None:
    table = a_table(database, a_game(*SECOND_TRUMP))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        choose_contract(database, table.form(), contract, number=5, lifted=list(Code))
    assert codes(caught.value.violations) == [(5, code)]
    assert not caught.value.can_be_ruled


def test_when_the_wrong_player_dealt_the_round_carries_him_and_the_deal_passes_on_from_him(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        choose_contract(database, table.form(), "queens", number=2, dealer=3)
    assert codes(caught.value.violations) == [(2, Code.DEALER)]
    with one_change(table, What.CHOSE, 2):
        choose_contract(database, table.form(), "queens", number=2, dealer=3, lifted=[Code.DEALER])
    assert (table.open_round.dealer, table.open_round.rulings) == (3, (Code.DEALER,))


def test_the_player_whose_turn_it_was_needs_no_ruling(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    choose_contract(database, table.form(), "queens", number=2, dealer=1, lifted=[Code.DEALER])
    assert table.open_round == an_open_round("queens")


# Another contract


def test_another_contract_keeps_the_marks_and_drops_the_tallies(database: Database) -> None:
    table = a_table_of_queens(database)
    with one_change(table, What.CONTRACT, 2):
        change_contract(database, table.form(), "ducking", open_version=1)
    assert table.open_round == an_open_round("ducking", marks=[(2, 1)])
    assert table.game.marking_over
    assert table.open_version == 2


def test_the_same_contract_again_changes_nothing(database: Database) -> None:
    table = a_table_of_queens(database)
    with no_change(table):
        answer = change_contract(database, table.form(), "queens", open_version=1)
    assert answer == Answer(table.id, "contract", 2, 1)


@pytest.mark.parametrize("contract", ["hearts", "whist"])
def test_another_contract_must_be_open_too(contract: str, database: Database) -> None:
    table = a_table_of_queens(database)
    with nothing_saved(database), pytest.raises(Rejected):
        change_contract(database, table.form(), contract, open_version=1)


def test_a_contract_changed_on_two_phones_at_once_meets(database: Database) -> None:
    table = a_table_of_queens(database)
    change_contract(database, table.form(), "ducking", open_version=1)
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        change_contract(database, table.form(browser="other"), "domino", open_version=1)
    assert caught.value.clash is Clash.ROUND_GONE


def test_a_ruling_opens_another_contract_too(database: Database) -> None:
    table = a_table(database, a_game(*SECOND_TRUMP, open_round=an_open_round("queens")))
    with nothing_saved(database), pytest.raises(Rejected):
        change_contract(database, table.form(), "trump-none", open_version=1)
    change_contract(database, table.form(), "trump-none", open_version=1, lifted=[Code.TRUMP_QUOTA])
    assert table.open_round.rulings == (Code.TRUMP_QUOTA,)


# Saving


def test_saving_stores_what_follows_with_what_was_typed(database: Database) -> None:
    table = a_table_of_queens(database)
    with one_change(table, What.SAVED, 2):
        answer = save_round(database, table.form(), shown=QUEENS, typed=QUEENS, open_version=1)
    assert answer == Answer(table.id, "saved", 2, 2)
    assert table.game == a_game("hearts", a_round("queens", marks=[(2, 1)], tallies=[("queens", (1, 3, 0, 0))]))
    assert (table.stored.versions, table.stored.open_version) == ((1, 2), None)


def test_what_was_typed_last_is_saved_with_the_round(database: Database) -> None:
    table = a_table_of_queens(database)
    typed = Entries(frozenset({(0, 1)}), {("queens", 2): 4})
    save_round(database, table.form(), shown=QUEENS, typed=typed, open_version=1)
    assert table.game.rounds[1] == a_round("queens", marks=[(0, 1)], tallies=[("queens", (0, 0, 4, 0))])


def test_what_another_phone_entered_unseen_is_not_saved_over(database: Database) -> None:
    table = a_table_of_queens(database, tallies=1)
    shown = Entries.of(table.open_round)
    table.enter(TallyEntry("queens", 2, 2), browser="other")
    typed = Entries(shown.marks, {**shown.tallies, ("queens", 1): 3})
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        save_round(database, table.form(), shown=shown, typed=typed, open_version=1)
    assert caught.value.clash is Clash.VALUES
    assert caught.value.stored.game == table.game


def test_a_mark_another_phone_gave_unseen_is_not_saved_over(database: Database) -> None:
    table = a_table_of_queens(database)
    table.enter(MarkEntry(1, 0, given=True), browser="other")
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        save_round(database, table.form(), shown=QUEENS, typed=QUEENS, open_version=1)
    assert caught.value.clash is Clash.VALUES


def test_what_another_phone_entered_just_the_same_is_no_conflict(database: Database) -> None:
    table = a_table_of_queens(database, tallies=1)
    shown = Entries.of(table.open_round)
    table.enter(TallyEntry("queens", 1, 3), browser="other")
    save_round(database, table.form(), shown=shown, typed=QUEENS, open_version=1)
    assert table.game.rounds[1].tallies == (("queens", (1, 3, 0, 0)),)


def test_mine_instead_saves_over_what_is_there_now(database: Database) -> None:
    table = a_table_of_queens(database, tallies=1)
    table.enter(TallyEntry("queens", 2, 2), browser="other")
    there = Entries.of(table.open_round)
    save_round(database, table.form(), shown=there, typed=QUEENS, open_version=1)
    assert table.game.rounds[1].tallies == (("queens", (1, 3, 0, 0)),)


@pytest.mark.parametrize(
    ("tallies", "found"),
    [
        ({("queens", 0): 1}, 1),
        ({}, 0),
        ({("queens", 0): 2, ("queens", 1): 3}, 5),
        ({("queens", 0): 5, ("queens", 1): -1}, -1),
        ({("queens", 0): 10**30}, 10**30),
    ],
    ids=["too few", "none", "too many", "negative", "far too many"],
)
def test_tallies_that_do_not_add_up_are_not_saved(
    tallies: dict[tuple[str, int], int], found: int, database: Database
) -> None:
    table = a_table_of_queens(database)
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        save_round(database, table.form(), shown=QUEENS, typed=Entries(QUEENS.marks, tallies), open_version=1)
    (violation,) = caught.value.violations
    assert (violation.round, violation.code, violation.field) == (2, Code.WRONG_COUNT, "tally-queens")
    assert (violation.expected, violation.found) == (4, found)
    assert not caught.value.can_be_ruled


def test_a_form_that_was_refused_is_sent_again_corrected_with_the_same_key(database: Database) -> None:
    table = a_table_of_queens(database)
    with pytest.raises(Rejected):
        save_round(database, table.form("k", "wrong"), shown=QUEENS, typed=Entries(QUEENS.marks), open_version=1)
    with one_change(table, What.SAVED, 2):
        save_round(database, table.form("k", "right"), shown=QUEENS, typed=QUEENS, open_version=1)


def test_a_rule_that_the_table_may_lift_is_asked_for_and_idle_rulings_are_dropped(database: Database) -> None:
    table = a_table_of_queens(database)
    typed = replace(QUEENS, marks=frozenset({(3, 0)}))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        save_round(database, table.form(), shown=QUEENS, typed=typed, open_version=1)
    rulings = rulings_for(caught.value)
    assert rulings == [(2, Code.CHOOSER_DOUBLES_FIRST)]
    idle = [(1, Code.TRUMP_QUOTA), (2, Code.DEALER), (9, Code.TRUMP_REQUIRED)]
    save_round(database, table.form(), shown=QUEENS, typed=typed, open_version=1, rulings=[*rulings, *idle])
    assert table.game.rounds[1].rulings == (Code.CHOOSER_DOUBLES_FIRST,)
    assert table.game.rounds[0].rulings == ()


def test_arithmetic_and_a_rule_together_can_not_be_ruled(database: Database) -> None:
    table = a_table_of_queens(database)
    typed = Entries(frozenset({(3, 0), (1, 1)}), {("queens", 0): 1})
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        save_round(database, table.form(), shown=QUEENS, typed=typed, open_version=1)
    found = {code for _, code in codes(caught.value.violations)}
    assert found == {Code.CHOOSER_DOUBLES_FIRST, Code.SELF_DOUBLE, Code.WRONG_COUNT}
    assert not caught.value.can_be_ruled


def test_a_round_saved_on_two_phones_at_once_is_saved_once(database: Database) -> None:
    table = a_table_of_queens(database)
    save_round(database, table.form(), shown=QUEENS, typed=QUEENS, open_version=1)
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        save_round(database, table.form(browser="other"), shown=QUEENS, typed=QUEENS, open_version=1)
    assert caught.value.clash is Clash.ROUND_GONE
    assert caught.value.stored.game == table.game


def test_a_round_that_was_cancelled_and_chosen_again_is_another_one(database: Database) -> None:
    table = a_table_of_queens(database)
    deal_again(database, table.form(), open_version=1)
    choose_contract(database, table.form(), "queens", number=2)
    with nothing_saved(database), pytest.raises(Conflict):
        save_round(database, table.form(browser="other"), shown=QUEENS, typed=QUEENS, open_version=1)


# Mine as the next round


def test_what_two_phones_entered_becomes_two_rounds(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    with one_change(table, What.SAVED, 2):
        record_round(database, table.form(), "queens", QUEENS, number=2)
    assert table.game.rounds[1] == a_round("queens", marks=[(2, 1)], tallies=[("queens", (1, 3, 0, 0))])
    assert table.stored.versions == (1, 2)


def test_a_whole_round_does_not_go_over_one_that_is_open_or_saved_or_into_a_stopped_game(database: Database) -> None:
    for game in (
        a_game("hearts", open_round=an_open_round("ducking")),
        a_game("hearts", "ducking"),
        a_game(),
        a_game("hearts", stopped=True),
    ):
        table = a_table(database, game)
        with nothing_saved(database), pytest.raises(Conflict) as caught:
            record_round(database, table.form(), "queens", QUEENS, number=2)
        assert caught.value.clash is Clash.OTHER_ROUND


def test_a_whole_round_is_checked_like_any_other(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    for contract, entries, code in (
        ("queens", Entries(), Code.WRONG_COUNT),
        ("hearts", Entries(frozenset(), {("hearts", 0): 13}), Code.CONTRACT_ALREADY_PLAYED),
        ("queens", replace(QUEENS, marks=frozenset({(3, 0)})), Code.CHOOSER_DOUBLES_FIRST),
    ):
        with nothing_saved(database), pytest.raises(Rejected) as caught:
            record_round(database, table.form(), contract, entries, number=2)
        assert codes(caught.value.violations) == [(2, code)]
    record_round(database, table.form(), contract, entries, number=2, rulings=rulings_for(caught.value))
    assert table.game.rounds[1].rulings == (Code.CHOOSER_DOUBLES_FIRST,)


def test_a_finished_game_takes_no_further_round(database: Database) -> None:
    table = a_table(database, a_game(count=11))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        record_round(database, table.form(), "trump-none", Entries(frozenset(), {("tricks", 0): 13}), number=12)
    assert codes(caught.value.violations) == [(12, Code.TOO_MANY_ROUNDS)]


# Deal again


def test_dealing_again_cancels_the_open_round(database: Database) -> None:
    table = a_table_of_queens(database)
    with one_change(table, What.CANCELLED, 2):
        deal_again(database, table.form(), open_version=1)
    assert table.game == a_game("hearts")


def test_a_round_that_is_gone_is_not_cancelled(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        deal_again(database, table.form(), open_version=1)
    assert caught.value.clash is Clash.ROUND_GONE


# Another contract with all its entries at once


def test_a_contract_with_its_entries_takes_the_place_of_another_one(database: Database) -> None:
    table = a_table(database, a_game(open_round=Round("hearts")))
    shown = Entries.of(table.open_round)
    whole, half = a_round("queens"), replace(a_round("queens"), tallies=(("queens", (3, None, None, None)),))
    with one_change(table, What.CONTRACT, 1):
        form = table.form()
        replace_round(database, form, half, there=There(table.open_version, shown), saving=True)
    assert table.open_round == half
    with no_change(table), pytest.raises(Conflict) as caught:
        replace_round(database, table.form(), whole, there=There(table.open_version, shown), saving=True)
    assert caught.value.clash is Clash.VALUES
    version, shown = table.open_version, Entries.of(table.open_round)
    with one_change(table, What.SAVED, 1):
        replace_round(database, table.form(), a_round("domino"), there=There(version, shown), saving=True)
    assert table.game.rounds == (a_round("domino"),)
    with no_change(table), pytest.raises(Conflict) as caught:
        replace_round(database, table.form(), whole, there=There(version, shown), saving=True)
    assert caught.value.clash is Clash.ROUND_GONE
