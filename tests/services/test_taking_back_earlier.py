"""Taking back a change that was made long ago: what can be, and what stands in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Conflict, Rejected, What
from scorekeeper.services.correcting import insert_round, move_round, remove_round
from scorekeeper.services.entries import Entries, TallyEntry
from scorekeeper.services.managing import delete_game, restore_game, resume_game, stop_game
from scorekeeper.services.playing import Shortcut, choose_contract, deal_again, enter, save_round, take_back, undo
from scorekeeper.services.taking_back import (
    Depended,
    Fixed,
    Possible,
    Unruly,
    take_back_step,
)
from scorekeeper.storage.database import Database
from tests.rules.builders import NAMES, a_game, a_round, an_open_round
from tests.services.conftest import Table, a_table, codes, no_change, one_change, record_of, rulings_for
from tests.services.steps import correct, record, settings, verdict
from tests.storage.conftest import nothing_saved


def standing_on(table: Table, revision: int) -> list[int]:
    """The revisions of what stands on a change, which therefore can't be taken back."""
    found = verdict(table, revision)
    assert isinstance(found, Depended)
    with no_change(table), pytest.raises(Conflict):
        take_back_step(table.database, table.form(), revision)
    return [line.last for line in found.lines]


def taken_back(table: Table, revision: int, number: int | None = None) -> None:
    """Take a change back that can be, by a change of its own."""
    found = verdict(table, revision)
    assert isinstance(found, Possible)
    assert found.violations == ()
    with one_change(table, What.TAKEN_BACK, number, browser="other"):
        take_back_step(table.database, table.form(browser="other"), revision)
    assert record_of(table.game) == record_of(found.game)


# What can be taken back


def test_a_correction_is_taken_back_long_after_it(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens"))
    corrected = correct(table, 1, "hearts", taker=3)
    record(table, "trump-clubs")
    correct(table, 2, "queens", taker=2)
    settings(table, title="Friday", players=("Anna", "Bram", "Cees", "Kees"))
    taken_back(table, corrected, 1)
    expected = a_game("hearts", a_round("queens", taker=2), "trump-clubs", players=("Anna", "Bram", "Cees", "Kees"))
    assert table.game == replace(expected, title="Friday")


def test_after_people_were_seated_anew_a_correction_is_taken_back_for_the_same_people(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens"))
    corrected = correct(table, 1, "hearts", taker=3)
    settings(table, order=(1, 2, 3, 0), players=("Anna", "Bram", "Cees", "Kees"))
    settings(table, order=(0, 2, 1, 3))
    taken_back(table, corrected, 1)
    assert table.game.players == ("Bram", "Kees", "Cees", "Anna")
    assert [entry.tallies for entry in table.game.rounds] == [
        (("hearts", (0, 0, 0, 13)),),
        (("queens", (0, 0, 0, 4)),),
    ]


def test_seats_and_a_name_are_taken_back_with_all_that_was_played_since(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    version = table.stored.versions
    seated = settings(table, order=(1, 0, 2, 3))
    named = settings(table, players=("Bram", "Anna", "Kees", "Dirk"))
    record(table, "queens")
    settings(table, title="Friday")
    taken_back(table, named)
    assert table.game.players == ("Bram", "Anna", "Cees", "Dirk")
    taken_back(table, seated)
    assert table.game.players == NAMES
    assert [entry.tallies[0][1] for entry in table.game.rounds] == [(13, 0, 0, 0), (0, 4, 0, 0)]
    # A form from before must not hit another person.
    assert min(table.stored.versions) > max(version)


def test_a_change_whose_opposite_was_done_and_taken_back_can_be_taken_back_again(database: Database) -> None:
    table = a_table(database)
    titled = settings(table, title="Friday")
    taken_back(table, titled)
    assert standing_on(table, titled) == [3]
    taken_back(table, 3)
    taken_back(table, titled)
    assert table.game == a_game()


def test_the_same_form_takes_back_once(database: Database) -> None:
    table = a_table(database)
    titled = settings(table, title="Friday")
    with one_change(table, What.TAKEN_BACK):
        answers = [take_back_step(database, table.form("key"), titled) for _ in range(2)]
    assert answers[0] == answers[1]
    with no_change(table), pytest.raises(Conflict):
        take_back_step(database, table.form("key", "other content"), titled)


# What can't


def test_the_beginning_and_what_left_no_trace_are_not_taken_back(database: Database) -> None:
    table = a_table(database, a_game("hearts", open_round=an_open_round("queens")))
    enter(database, table.form(), [], open_version=1, shortcut=(Shortcut.MARKING_OVER, 0))
    delete_game(database, table.form())
    restore_game(database, table.form())
    for revision in (1, 2, 3, 4):
        assert verdict(table, revision) == Fixed()
        with no_change(table), pytest.raises(Conflict):
            take_back_step(database, table.form(), revision)


def test_a_later_change_of_the_same_stands_on_an_earlier_one(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens"))
    first = correct(table, 1, "hearts", taker=1)
    other = correct(table, 2, "queens", taker=1)
    second = correct(table, 1, "hearts", taker=2)
    assert standing_on(table, first) == [second]
    taken_back(table, other, 2)
    taken_back(table, second, 1)
    taken_back(table, first, 1)
    assert table.game == a_game("hearts", "queens")


def test_entries_stand_on_what_was_chosen_and_the_next_round_on_the_one_before(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    choose_contract(database, table.form(), "queens", number=2)
    table.enter(TallyEntry("queens", 0, 4))
    assert standing_on(table, 2) == [3]
    shown = Entries.of(table.open_round)
    save_round(database, table.form(), shown=shown, typed=shown, open_version=2)
    assert standing_on(table, 2) == [3, 4]
    assert standing_on(table, 3) == [4]
    record(table, "domino")
    assert standing_on(table, 4) == [5]
    taken_back(table, 5, 3)
    taken_back(table, 4, 2)
    assert table.game.open_round == an_open_round("queens", tallies=[("queens", (4, None, None, None))])


def test_what_was_entered_after_the_page_was_made_stands_on_the_entries_it_shows(database: Database) -> None:
    table = a_table(database, a_game(open_round=an_open_round("queens")))
    for seat in (0, 1, 2):
        table.enter(TallyEntry("queens", seat, 1))
    assert standing_on(table, 3) == [4]
    taken_back(table, 4, 1)
    assert table.open_round.tallies == ()


def test_a_round_stands_on_those_that_were_put_in_taken_out_or_moved_before_it(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens", "domino"))
    late, early = correct(table, 3, "domino", taker=1), correct(table, 1, "hearts", taker=1)
    moved = move_round(database, table.form(), 2, 3, versions=table.stored.versions_text).revision
    assert standing_on(table, late) == [moved]
    inserted = insert_round(
        database, table.form(), 3, a_round("last-trick"), versions=table.stored.versions_text
    ).revision
    assert standing_on(table, late) == [moved, inserted]
    removed = remove_round(database, table.form(), 3, versions=table.stored.versions_text).revision
    assert standing_on(table, inserted) == [removed]
    taken_back(table, early, 1)
    record(table, "trump-clubs")
    assert standing_on(table, removed) == [8]


def test_a_cancelled_round_does_not_come_back_beside_another_or_in_a_stopped_game(database: Database) -> None:
    entry = an_open_round("queens", marks=[(0, 1)])
    table = a_table(database, a_game("hearts", open_round=entry))
    deal_again(database, table.form(), open_version=1)
    stop_game(database, table.form(), version=1)
    assert standing_on(table, 2) == [3]
    resume_game(database, table.form(), version=3)
    undo(database, table.form(), version=1)
    assert standing_on(table, 2) == [5]
    take_back(database, table.form(), revision=5)
    choose_contract(database, table.form(), "domino", number=2)
    assert standing_on(table, 2) == [7]
    deal_again(database, table.form(), open_version=7)
    taken_back(table, 2, 2)
    assert table.open_round == entry


def test_a_game_that_was_gone_on_with_is_not_stopped_before_what_was_played_then(database: Database) -> None:
    table = a_table(database, a_game("hearts", stopped=True))
    resume_game(database, table.form(), version=1)
    record(table, "queens")
    assert standing_on(table, 2) == [3]
    undo(database, table.form(), version=3)
    assert standing_on(table, 2) == [3, 4]


def test_nobody_gets_a_name_back_that_another_has_now(database: Database) -> None:
    table = a_table(database)
    freed = settings(table, players=("Eva", "Bram", "Cees", "Dirk"))
    taken = settings(table, players=("Eva", "anna", "Cees", "Dirk"))
    assert standing_on(table, freed) == [taken]
    taken_back(table, taken)
    taken_back(table, freed)


def test_seats_that_were_changed_twice_are_taken_back_the_last_first(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    first, second = settings(table, order=(1, 0, 2, 3)), settings(table, order=(0, 2, 1, 3))
    assert standing_on(table, first) == [second]
    taken_back(table, second)
    taken_back(table, first)
    assert table.game == a_game("hearts")


def test_what_would_break_a_rule_that_nothing_lifts_is_not_taken_back(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    corrected = correct(table, 1, "queens")
    record(table, "hearts")
    found = verdict(table, corrected)
    assert isinstance(found, Unruly)
    assert codes(found.violations) == [(2, Code.CONTRACT_ALREADY_PLAYED)]
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        take_back_step(database, table.form(), corrected)
    assert caught.value.violations == found.violations


def test_what_would_break_a_rule_that_the_table_lifts_is_taken_back_once_it_does(database: Database) -> None:
    table = a_table(database, a_game("trump-clubs", "queens", "domino", "last-trick"))
    corrected = correct(table, 1, "hearts")
    record(table, "trump-spades")
    found = verdict(table, corrected)
    assert isinstance(found, Possible)
    assert codes(found.violations) == [(5, Code.TRUMP_QUOTA)]
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        take_back_step(database, table.form(), corrected)
    with one_change(table, What.TAKEN_BACK, 1):
        take_back_step(database, table.form(), corrected, rulings=rulings_for(caught.value))
    assert table.game.rounds[4].rulings == (Code.TRUMP_QUOTA,)
    # Taken back in turn, nothing is left of the ruling.
    taken_back(table, table.stored.revision, 1)
    assert not any(entry.rulings for entry in table.game.rounds)
