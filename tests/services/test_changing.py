"""How every change is made: once for each form, by who may score, and with its way back in the log."""

from __future__ import annotations

import datetime
import multiprocessing
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial

import pytest

from scorekeeper.rules.violations import Code, RuleViolation
from scorekeeper.services.changing import (
    Conflict,
    FormUsedTwice,
    NoSuchGame,
    Rejected,
    Submission,
    What,
    answered,
)
from scorekeeper.services.correcting import correct_round, insert_round, move_round, remove_round
from scorekeeper.services.entries import Entries, MarkEntry
from scorekeeper.services.managing import Settings, change_settings, delete_game, restore_game, resume_game, stop_game
from scorekeeper.services.playing import (
    change_contract,
    choose_contract,
    deal_again,
    enter,
    record_round,
    save_round,
    take_back,
    undo,
)
from scorekeeper.services.sharing import open_key
from scorekeeper.services.viewing import see_game
from scorekeeper.storage import access
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database, Unavailable
from scorekeeper.storage.games import Right
from tests.rules.builders import NAMES, a_game, a_round, an_open_round
from tests.services.conftest import Table, a_table, one_change
from tests.services.elsewhere import QUEENS, play_elsewhere, save_queens, save_queens_elsewhere
from tests.storage.conftest import FRIDAY, everything, nothing_saved

# Once for each form


def test_the_same_form_again_gets_the_same_answer_whatever_happened_since(database: Database) -> None:
    table = a_table(database)
    form = table.form()
    answer = save_queens(database, form)
    choose_contract(database, table.form(), "hearts", number=2)
    with nothing_saved(database):
        assert save_queens(database, form) == answer == Answer(table.id, "saved", 1, 2)


def test_a_key_that_was_used_with_other_content_is_refused(database: Database) -> None:
    table = a_table(database)
    save_queens(database, table.form("key", "queens"))
    with nothing_saved(database), pytest.raises(FormUsedTwice):
        choose_contract(database, table.form("key", "hearts"), "hearts", number=2)


def test_a_form_is_known_by_its_answer(database: Database) -> None:
    table = a_table(database)
    form = table.form()
    assert answered(database, form) is None
    answer = save_queens(database, form)
    with nothing_saved(database):
        assert answered(database, form) == answer
        assert answered(database, replace(form, browser="other")) is None
        with pytest.raises(FormUsedTwice):
            answered(database, replace(form, content="something else"))


def test_the_key_of_another_browser_is_not_found_and_not_in_the_way(database: Database) -> None:
    table = a_table(database)
    save_queens(database, table.form("key", "queens"))
    with one_change(table, What.CHOSE, 2, browser="other"):
        choose_contract(database, table.form("key", "hearts", browser="other"), "hearts", number=2)


def test_a_form_that_met_another_is_sent_again_with_the_same_key(database: Database) -> None:
    table = a_table(database)
    save_queens(database, table.form(browser="other"))
    form = table.form()
    with nothing_saved(database), pytest.raises(Conflict):
        save_queens(database, form)
    entries = Entries(frozenset(), {("hearts", 0): 13})
    with one_change(table, What.SAVED, 2):
        record_round(database, replace(form, content="next"), "hearts", entries, number=2)


def test_the_same_form_at_the_same_moment_is_one_change(database: Database) -> None:
    table = a_table(database)
    form = table.form()
    with one_change(table, What.SAVED, 1), ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(partial(save_queens, database), [form] * 8))
    assert answers == [Answer(table.id, "saved", 1, 2)] * 8
    assert table.game == a_game("queens")


def test_different_forms_at_the_same_moment_save_one_round_and_meet(database: Database) -> None:
    table = a_table(database)

    def outcome(form: Submission) -> str:
        try:
            return save_queens(database, form).what
        except Conflict as conflict:
            return conflict.clash

    with one_change(table, What.SAVED, 1), ThreadPoolExecutor(8) as threads:
        outcomes = list(threads.map(outcome, [table.form() for _ in range(8)]))
    assert sorted(outcomes) == [*["other-round"] * 7, "saved"]


# Who may


@pytest.fixture
def follower(database: Database) -> Table:
    """A table that the browser "follower" only follows."""
    table = a_table(database, a_game("hearts", open_round=an_open_round("queens")))
    with database.writing() as connection:
        token = access.make_key(connection, table.id, Right.FOLLOW, FRIDAY)
    open_key(database, token, "follower", kind="")
    return table


CHANGES: dict[str, Callable[[Database, Submission], Answer]] = {
    "choose": partial(choose_contract, contract="queens", number=2),
    "contract": partial(change_contract, contract="ducking", open_version=1),
    "enter": partial(enter, typed=[MarkEntry(0, 1, given=True)], open_version=1),
    "save": partial(save_round, shown=Entries(), typed=QUEENS, open_version=1),
    "record": partial(record_round, contract="queens", typed=QUEENS, number=2),
    "deal again": partial(deal_again, open_version=1),
    "undo": partial(undo, version=1),
    "take back": partial(take_back, revision=1),
    "correct": partial(correct_round, number=1, entry=a_round("domino"), version=1),
    "insert": partial(insert_round, number=1, entry=a_round("domino"), versions="1,1"),
    "remove": partial(remove_round, number=1, versions="1,1"),
    "move": partial(move_round, number=1, to=1, versions="1,1"),
    "settings": partial(change_settings, settings=Settings(NAMES, (0, 1, 2, 3), 1), version=1),
    "stop": partial(stop_game, version=1),
    "resume": partial(resume_game, version=1),
    "delete": delete_game,
    "restore": restore_game,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_only_who_may_score_changes_a_game(
    change: Callable[[Database, Submission], Answer], follower: Table, database: Database
) -> None:
    with nothing_saved(database):
        for form in (
            follower.form(browser="follower"),
            follower.form(browser="stranger"),
            follower.form(browser=""),
            replace(follower.form(), game_id="no-such-game"),
        ):
            with pytest.raises(NoSuchGame):
                change(database, form)


def test_a_deleted_game_is_not_changed_but_a_form_sent_before_is_still_answered(database: Database) -> None:
    table = a_table(database)
    form = table.form()
    answer = save_queens(database, form)
    delete_game(database, table.form())
    with nothing_saved(database):
        assert save_queens(database, form) == answer
        with pytest.raises(NoSuchGame):
            choose_contract(database, table.form(), "hearts", number=2)


# What is told


def test_a_rejection_can_be_ruled_when_the_table_may_lift_all_of_it() -> None:
    quota, count = RuleViolation(Code.TRUMP_QUOTA, 2), RuleViolation(Code.WRONG_COUNT, 3)
    assert Rejected([quota, RuleViolation(Code.DEALER, 4)]).can_be_ruled
    rejected = Rejected(violation for violation in (quota, count))
    assert not rejected.can_be_ruled
    assert str(rejected) == "trump-quota, wrong-count"


def test_a_change_is_stamped_with_the_moment_it_was_made(database: Database) -> None:
    table = a_table(database)
    before = datetime.datetime.now(datetime.UTC)
    save_queens(database, table.form())
    after = datetime.datetime.now(datetime.UTC)
    assert before <= table.stored.changed_at <= after
    assert table.log[-1].step.at == table.stored.changed_at
    assert table.stored.created_at == FRIDAY


# Not to be had


def test_a_change_in_a_database_that_stays_locked_saves_nothing_and_can_be_sent_again(database: Database) -> None:
    table = a_table(database)
    hasty = Database(str(database.url), busy_milliseconds=50)
    form = table.form()
    assert database.path is not None
    with closing(sqlite3.connect(database.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with nothing_saved(database), pytest.raises(Unavailable):
            save_queens(hasty, form)
        assert see_game(hasty, table.id, "phone").stored.game == a_game()
        other.rollback()
    with one_change(table, What.SAVED, 1):
        save_queens(hasty, form)
    hasty.close()


# Several servers on one file

in_one_worker = pytest.mark.xdist_group("servers")
"""So that the processes are started once."""
LONG = 120
"""Seconds after which a process hangs."""


@pytest.fixture(scope="module")
def servers() -> Iterator[ProcessPoolExecutor]:
    """Eight processes, forked off one that has imported already what they need."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "tests.services.elsewhere"])
    with ProcessPoolExecutor(8, context) as processes:
        yield processes


@in_one_worker
def test_the_same_form_in_two_processes_is_one_change(database: Database, servers: ProcessPoolExecutor) -> None:
    table = a_table(database)
    form = table.form()
    with one_change(table, What.SAVED, 1):
        waiting = [servers.submit(save_queens_elsewhere, str(database.url), form) for _ in range(2)]
        answers = [each.result(LONG) for each in waiting]
    assert answers == [Answer(table.id, "saved", 1, 2)] * 2


@in_one_worker
def test_eight_processes_that_save_in_eight_games_lose_no_round(
    database: Database, servers: ProcessPoolExecutor
) -> None:
    game = a_game(count=6)
    tables = [a_table(database) for _ in range(8)]
    rounds = [(entry.contract, Entries.of(entry)) for entry in game.rounds]
    waiting = [servers.submit(play_elsewhere, str(database.url), table.id, rounds) for table in tables]
    for each in waiting:
        each.result(LONG)
    for table in tables:
        assert table.game == game
        assert [change.step.what for change in table.log] == [What.STARTED, *[What.CHOSE, What.SAVED] * 6]
        assert table.stored.revision == 13
    assert len(everything(database)["answers"]) == 8 * 12
