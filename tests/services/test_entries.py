"""Entries of the open round, written one by one from several phones: the last one wins for its field alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Clash, Conflict, Rejected, What
from scorekeeper.services.entries import Entries, Entry, MarkEntry, TallyEntry, with_entries
from scorekeeper.services.playing import (
    Shortcut,
    Writing,
    change_contract,
    deal_again,
    enter,
    save_round,
    undo,
)
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from tests.rules.builders import ALL_MARKS, a_game, a_round, an_open_round, law
from tests.services.conftest import Table, a_table, codes, no_change, one_change
from tests.storage.conftest import nothing_saved

CHOOSER = 3
"""Dirk chooses in round 2, which Bram deals."""


def a_table_of_jacks(database: Database) -> Table:
    """Kings and jacks are open in round 2; the doubling goes on."""
    return a_table(database, a_game("hearts", open_round=an_open_round("kings-and-jacks")))


def mark(doubler: int, doubled: int, *, given: bool = True) -> MarkEntry:
    return MarkEntry(doubler, doubled, given)


def shorten(table: Table, shortcut: Shortcut, doubler: int = 0) -> Answer:
    return enter(table.database, table.form(), [], open_version=table.open_version, shortcut=(shortcut, doubler))


def write_as(table: Table, page: str, sequence: int, typed: Entry) -> Answer:
    writing = Writing(page, sequence)
    return enter(table.database, table.form(), [typed], open_version=table.open_version, writing=writing)


# As forms show and send them


def test_the_entries_of_a_round_are_those_that_are_there() -> None:
    entry = a_round("queens", marks=[(1, 0), (0, 1)], tallies=[("queens", (1, None, 0, None))])
    assert Entries.of(entry) == Entries(frozenset({(0, 1), (1, 0)}), {("queens", 0): 1, ("queens", 2): 0})
    assert Entries.of(an_open_round()) == Entries()


def test_a_field_is_named_as_forms_spell_it() -> None:
    assert mark(2, 0).field == "mark-2-0"
    assert TallyEntry("king-of-hearts", 3, 1).field == "tally-king-of-hearts-3"


def test_what_a_player_changed_is_where_he_typed_something_else_than_he_was_shown() -> None:
    shown = Entries(frozenset({(0, 1), (2, 1)}), {("queens", 0): 1, ("queens", 1): 2, ("queens", 2): 0})
    typed = Entries(frozenset({(0, 1), (1, 0)}), {("queens", 0): 1, ("queens", 1): 3, ("queens", 3): 0})
    assert shown.changed_to(shown) == []
    assert shown.changed_to(typed) == [
        MarkEntry(1, 0, given=True),
        MarkEntry(2, 1, given=False),
        TallyEntry("queens", 1, 3),
        TallyEntry("queens", 2, None),
        TallyEntry("queens", 3, 0),
    ]


all_entries = st.builds(
    Entries,
    st.frozensets(st.sampled_from(ALL_MARKS)),
    st.dictionaries(st.tuples(st.sampled_from(("kings", "jacks")), st.integers(0, 3)), st.integers(0, 4)),
)


@law
@given(all_entries, all_entries)
def test_what_was_changed_makes_the_shown_entries_into_the_typed_ones(shown: Entries, typed: Entries) -> None:
    entry = with_entries(an_open_round("kings-and-jacks"), Entries().changed_to(shown))
    assert Entries.of(entry) == shown
    assert Entries.of(with_entries(entry, shown.changed_to(typed))) == typed


# One field


def test_an_entry_raises_the_revision_alone(database: Database) -> None:
    table = a_table_of_jacks(database)
    before = table.stored
    with one_change(table, What.ENTERED, 2):
        answer = table.enter(mark(0, 1))
    assert answer == Answer(table.id, "entered", 2, 2)
    after = table.stored
    assert table.open_round.marks == ((0, 1),)
    assert (after.versions, after.open_version, after.row_ids) == (before.versions, before.open_version, before.row_ids)
    assert after.settings_version == before.settings_version


def test_two_phones_that_enter_different_players_never_meet(database: Database) -> None:
    table = a_table_of_jacks(database)
    table.enter(TallyEntry("kings", 0, 1))
    with one_change(table, What.ENTERED, 2, browser="other"):
        table.enter(TallyEntry("kings", 1, 2), browser="other")
    table.enter(TallyEntry("jacks", 2, 0))
    assert dict(table.open_round.tallies) == {"kings": (1, 2, None, None), "jacks": (None, None, 0, None)}


def test_of_two_phones_that_enter_the_same_player_the_last_one_wins(database: Database) -> None:
    table = a_table_of_jacks(database)
    table.enter(TallyEntry("kings", 0, 1), TallyEntry("jacks", 0, 1))
    table.enter(TallyEntry("kings", 0, 3), browser="other")
    assert dict(table.open_round.tallies) == {"kings": (3, None, None, None), "jacks": (1, None, None, None)}


def test_a_tally_can_be_cleared_again_and_a_mark_taken_back(database: Database) -> None:
    table = a_table_of_jacks(database)
    table.enter(TallyEntry("kings", 0, 1), mark(0, 1), mark(1, 0))
    with one_change(table, What.ENTERED, 2):
        table.enter(TallyEntry("kings", 0, None), mark(0, 1, given=False))
    assert table.open_round == an_open_round("kings-and-jacks", marks=[(1, 0)])


def test_entering_what_is_there_changes_nothing(database: Database) -> None:
    table = a_table_of_jacks(database)
    table.enter(mark(0, 1))
    with nothing_saved(database):
        answer = table.enter(mark(0, 1), mark(1, 2, given=False), TallyEntry("kings", 0, None))
    assert answer == Answer(table.id, "entered", 2, 2)


def test_an_entry_keeps_no_answer_since_writing_it_twice_is_writing_it_once(database: Database) -> None:
    table = a_table_of_jacks(database)
    form = table.form("one key", "first")
    enter(database, form, [mark(0, 1)], open_version=1)
    enter(database, replace(form, content="second"), [mark(0, 2)], open_version=1)
    assert table.open_round.marks == ((0, 1), (0, 2))


# Writes that overtake each other


def test_an_earlier_write_of_the_same_page_that_comes_late_is_passed_over(database: Database) -> None:
    table = a_table_of_jacks(database)
    write_as(table, "page", 2, TallyEntry("kings", 0, 2))
    with nothing_saved(database):
        write_as(table, "page", 1, TallyEntry("kings", 0, 1))
    assert table.open_round.tallies == (("kings", (2, None, None, None)),)
    write_as(table, "page", 3, TallyEntry("kings", 0, 3))
    assert table.open_round.tallies == (("kings", (3, None, None, None)),)


def test_a_late_write_is_passed_over_for_its_own_field_only(database: Database) -> None:
    table = a_table_of_jacks(database)
    write_as(table, "page", 2, TallyEntry("kings", 0, 2))
    write_as(table, "page", 1, TallyEntry("kings", 1, 1))
    write_as(table, "other page", 1, mark(0, 1))
    assert table.open_round == an_open_round("kings-and-jacks", marks=[(0, 1)], tallies=[("kings", (2, 1, None, None))])


def test_a_write_that_was_refused_does_not_count_as_the_last_one(database: Database) -> None:
    table = a_table_of_jacks(database)
    with nothing_saved(database), pytest.raises(Rejected):
        write_as(table, "page", 2, TallyEntry("kings", 0, 14))
    write_as(table, "page", 1, TallyEntry("kings", 0, 1))
    assert table.open_round.tallies == (("kings", (1, None, None, None)),)


# Too late


def cancelled(table: Table) -> None:
    deal_again(table.database, table.form(), open_version=1)


def made_queens(table: Table) -> None:
    change_contract(table.database, table.form(), "queens", open_version=1)


def saved(table: Table) -> None:
    typed = Entries(frozenset(), {("kings", 0): 4, ("jacks", 1): 4})
    save_round(table.database, table.form(), shown=Entries(), typed=typed, open_version=1)


def saved_and_undone(table: Table) -> None:
    saved(table)
    undo(table.database, table.form(), version=2)


@pytest.mark.parametrize("ending", [cancelled, made_queens, saved, saved_and_undone])
def test_a_late_entry_never_lands_in_another_round(ending: Callable[[Table], None], database: Database) -> None:
    table = a_table_of_jacks(database)
    ending(table)
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        enter(database, table.form(browser="other"), [TallyEntry("kings", 2, 1)], open_version=1)
    assert caught.value.clash is Clash.ROUND_GONE
    assert caught.value.stored.game == table.game


# What can't be


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (TallyEntry("kings", 0, 14), Code.WRONG_COUNT),
        (TallyEntry("kings", 0, 5), Code.WRONG_COUNT),
        (TallyEntry("kings", 0, -1), Code.WRONG_COUNT),
        (TallyEntry("kings", 0, 10**30), Code.WRONG_COUNT),
        (TallyEntry("queens", 0, 1), Code.UNKNOWN_ITEM),
        (mark(1, 1), Code.SELF_DOUBLE),
        (mark(CHOOSER, 0), Code.CHOOSER_DOUBLES_FIRST),
    ],
)
def test_an_entry_that_can_not_be_is_refused_with_all_that_came_with_it(
    typed: Entry, code: Code, database: Database
) -> None:
    table = a_table_of_jacks(database)
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        table.enter(mark(0, 1), typed, TallyEntry("jacks", 1, 1))
    assert codes(caught.value.violations) == [(2, code)]
    assert caught.value.violations[0].field in (typed.field, typed.field.rpartition("-")[0])


def test_tallies_that_are_too_many_together_are_kept_until_the_round_is_saved(database: Database) -> None:
    table = a_table_of_jacks(database)
    table.enter(TallyEntry("kings", 0, 3), TallyEntry("kings", 1, 3))
    assert table.open_round.tallies == (("kings", (3, 3, None, None)),)


# The chooser


def test_the_chooser_answers_who_marked_him(database: Database) -> None:
    table = a_table_of_jacks(database)
    table.enter(mark(0, CHOOSER))
    table.enter(mark(CHOOSER, 0))
    assert table.open_round.marks == ((0, CHOOSER), (CHOOSER, 0))


def test_an_answer_goes_with_the_mark_it_answers(database: Database) -> None:
    table = a_table_of_jacks(database)
    table.enter(mark(0, CHOOSER), mark(1, CHOOSER), mark(CHOOSER, 0), mark(CHOOSER, 1))
    with one_change(table, What.ENTERED, 2):
        table.enter(mark(0, CHOOSER, given=False))
    assert table.open_round.marks == ((1, CHOOSER), (CHOOSER, 1))


def test_the_table_lets_the_chooser_double_first(database: Database) -> None:
    table = a_table_of_jacks(database)
    lifted = [Code.CHOOSER_DOUBLES_FIRST]
    with one_change(table, What.ENTERED, 2):
        enter(database, table.form(), [mark(CHOOSER, 0)], open_version=1, lifted=lifted)
    assert table.open_round == replace(
        an_open_round("kings-and-jacks", marks=[(CHOOSER, 0)]), rulings=(Code.CHOOSER_DOUBLES_FIRST,)
    )
    table.enter(mark(CHOOSER, 1))
    assert table.open_round.marks == ((CHOOSER, 0), (CHOOSER, 1))


def test_another_entry_is_not_held_up_by_a_chooser_who_doubled_first(database: Database) -> None:
    entry = an_open_round("kings-and-jacks", marks=[(CHOOSER, 0)])
    table = a_table(database, a_game("hearts", open_round=entry))
    table.enter(TallyEntry("kings", 0, 1))
    assert table.open_round.tallies == (("kings", (1, None, None, None)),)
    assert table.open_round.marks == ()


# Shortcuts


@pytest.mark.parametrize(
    ("shortcut", "doubler", "marks"),
    [
        (Shortcut.EVERYONE, 0, [(0, 1), (0, 2), (0, 3)]),
        (Shortcut.OTHERS, 0, [(0, 1), (0, 2)]),
        (Shortcut.OTHERS, 1, [(0, 3), (1, 0), (1, 2)]),
        (Shortcut.CLEAR, 0, []),
        (Shortcut.EVERYONE, CHOOSER, [(0, 3), (3, 0)]),
        (Shortcut.OTHERS, CHOOSER, [(0, 3), (3, 0)]),
        (Shortcut.CLEAR, CHOOSER, [(0, 3)]),
    ],
)
def test_a_shortcut_sets_all_marks_of_one_doubler(
    shortcut: Shortcut, doubler: int, marks: list[tuple[int, int]], database: Database
) -> None:
    table = a_table(database, a_game("hearts", open_round=an_open_round("kings-and-jacks", marks=[(0, 3), (3, 0)])))
    shorten(table, shortcut, doubler)
    kept = [(3, 0)] if (0, 3) in marks and doubler != CHOOSER else []
    assert set(table.open_round.marks) == {*marks, *kept}


def test_everyone_answered_by_all_back_is_two_taps(database: Database) -> None:
    table = a_table_of_jacks(database)
    for doubler in (0, 1, 2, CHOOSER):
        with one_change(table, What.ENTERED, 2):
            shorten(table, Shortcut.EVERYONE, doubler)
    assert set(table.open_round.marks) == set(ALL_MARKS)


@pytest.mark.parametrize("is_over", [False, True])
def test_that_is_all_ends_the_marking_and_it_can_go_on_again(is_over: bool, database: Database) -> None:
    table = a_table(database, replace(a_game(open_round=an_open_round()), marking_over=is_over))
    shortcuts = (
        [Shortcut.MARK_AGAIN, Shortcut.MARKING_OVER] if is_over else [Shortcut.MARKING_OVER, Shortcut.MARK_AGAIN]
    )
    for shortcut in shortcuts:
        with one_change(table, What.ENTERED, 1):
            shorten(table, shortcut)
        assert table.game.marking_over is (shortcut is Shortcut.MARKING_OVER)
        with no_change(table):
            shorten(table, shortcut)
    assert table.open_version == 1
