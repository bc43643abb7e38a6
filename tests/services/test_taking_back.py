"""Undo, and taking back whatever was done last; a whole evening is led back to its start by its log."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from scorekeeper.record import read
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import (
    Clash,
    Conflict,
    Rejected,
    Submission,
    What,
)
from scorekeeper.services.correcting import correct_round, insert_round, move_round, remove_round
from scorekeeper.services.entries import Entries, MarkEntry
from scorekeeper.services.managing import Settings, change_settings, delete_game, restore_game, resume_game, stop_game
from scorekeeper.services.playing import (
    Shortcut,
    change_contract,
    choose_contract,
    deal_again,
    enter,
    save_round,
    take_back,
    undo,
)
from scorekeeper.services.starting import Setup, start_game
from scorekeeper.storage import access
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.changes import taken_back
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from tests.records import GAMES, vector
from tests.rules.builders import NAMES, a_game, a_round, an_open_round
from tests.services.conftest import Table, a_table, one_change, record_of, rulings_for
from tests.storage.conftest import FRIDAY, nothing_saved

# Undo


def test_undo_opens_the_last_saved_round_again_with_its_entries(database: Database) -> None:
    entry = a_round("queens", marks=[(2, 1)], tallies=[("queens", (1, 3, 0, 0))])
    table = a_table(database, a_game("hearts", entry))
    with one_change(table, What.UNDID, 2):
        undo(database, table.form(), version=1)
    assert table.game == replace(a_game("hearts", open_round=entry), marking_over=True)
    assert (table.stored.versions, table.stored.open_version) == ((1,), 2)


def test_undo_cancels_an_open_round_first_and_then_goes_on_to_the_rounds_before(database: Database) -> None:
    table = a_table(database, a_game("hearts", open_round=an_open_round("queens", marks=[(2, 1)])))
    steps = [(What.CANCELLED, 2), (What.UNDID, 1), (What.CANCELLED, 1)]
    for what, number in steps:
        version = table.stored.last_version
        assert version is not None
        with one_change(table, what, number):
            undo(database, table.form(), version=version)
    assert table.game == a_game()
    for version in (0, 1, 4):
        with nothing_saved(database), pytest.raises(Conflict):
            undo(database, table.form(), version=version)


def test_undo_pressed_on_two_phones_at_once_takes_back_one_step(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens"))
    undo(database, table.form(), version=1)
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        undo(database, table.form(browser="other"), version=1)
    assert caught.value.clash is Clash.VERSION


def test_undo_in_a_stopped_game_goes_on_with_it(database: Database) -> None:
    table = a_table(database, a_game("hearts", stopped=True))
    with one_change(table, What.UNDID, 1):
        undo(database, table.form(), version=1)
    assert not table.game.stopped


def test_a_round_that_was_undone_is_saved_as_before(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens"))
    undo(database, table.form(), version=1)
    shown = Entries.of(table.open_round)
    save_round(database, table.form(), shown=shown, typed=shown, open_version=table.open_version)
    assert table.game == a_game("hearts", "queens")


# Taking back the last change

GAME = a_game(
    a_round("trump-clubs", marks=[(0, 1), (1, 0)]),
    "queens",
    a_round("kings-and-jacks", taker=2),
    open_round=an_open_round("ducking", marks=[(3, 2)], tallies=[("tricks", (None, 3, 0, 1))]),
)
CHOSEN = replace(GAME, open_round=an_open_round("ducking"))
CLOSED = replace(GAME, open_round=None)
NAMED = Settings(("Eva", "Anna", "Cees", "Dirk"), (2, 1, 3, 0), 1, "Friday", datetime.date(2026, 11, 27))


def swap(database: Database, form: Submission) -> Answer:
    mine = replace(a_round("kings-and-jacks"), tallies=())
    return correct_round(database, form, 2, mine, version=1, swap_with=3)


UNDONE: dict[str, tuple[Game, Callable[[Database, Submission], Answer]]] = {
    "chose": (CLOSED, partial(choose_contract, contract="hearts", number=4)),
    "contract": (GAME, partial(change_contract, contract="hearts", open_version=1)),
    "entered": (GAME, partial(enter, typed=[MarkEntry(0, 3, given=True)], open_version=1)),
    "saved": (
        GAME,
        partial(
            save_round,
            shown=Entries(frozenset({(3, 2)}), {("tricks", 1): 3, ("tricks", 2): 0, ("tricks", 3): 1}),
            typed=Entries(frozenset({(3, 2)}), {("tricks", 1): 3, ("tricks", 2): 0, ("tricks", 3): 1}),
            open_version=1,
        ),
    ),
    "cancelled": (GAME, partial(deal_again, open_version=1)),
    "undid an open round": (GAME, partial(undo, version=1)),
    "undid a saved round": (CLOSED, partial(undo, version=1)),
    "undid in a stopped game": (replace(CLOSED, stopped=True), partial(undo, version=1)),
    "corrected": (GAME, partial(correct_round, number=2, entry=a_round("domino", taker=3), version=1)),
    "swapped": (GAME, swap),
    "inserted": (GAME, partial(insert_round, number=1, entry=a_round("domino"), versions="1,1,1,1")),
    "removed": (CLOSED, partial(remove_round, number=1, versions="1,1,1,0")),
    "moved": (GAME, partial(move_round, number=3, to=2, versions="1,1,1,1")),
    "settings": (CLOSED, partial(change_settings, settings=NAMED, version=1)),
    "stopped": (GAME, partial(stop_game, version=1)),
    "resumed": (replace(CLOSED, stopped=True), partial(resume_game, version=1)),
}


@pytest.mark.parametrize(("game", "change"), UNDONE.values(), ids=UNDONE.keys())
def test_every_change_can_be_taken_back_and_that_too(
    game: Game, change: Callable[[Database, Submission], Answer], database: Database
) -> None:
    game = replace(game, marking_over=game.open_round is not None)
    table = a_table(database, game)
    answer = change(database, table.form())
    changed = table.stored
    assert changed.game != game
    with one_change(table, What.TAKEN_BACK, answer.round):
        back = take_back(database, table.form(), revision=answer.revision)
    assert table.game == game
    with one_change(table, What.TAKEN_BACK, answer.round):
        take_back(database, table.form(), revision=back.revision)
    assert record_of(table.game) == record_of(changed.game)


@pytest.mark.parametrize(("game", "change"), UNDONE.values(), ids=UNDONE.keys())
def test_a_change_that_something_came_after_is_not_taken_back(
    game: Game, change: Callable[[Database, Submission], Answer], database: Database
) -> None:
    table = a_table(database, game)
    revision = change(database, table.form()).revision
    settings = Settings(table.game.players, (0, 1, 2, 3), table.game.first_dealer, "came after")
    change_settings(database, table.form(browser="other"), settings, version=table.settings_version)
    with nothing_saved(database):
        for wrong in (revision, revision + 2, 0, 10**30):
            with pytest.raises(Conflict) as caught:
                take_back(database, table.form(), revision=wrong)
            assert caught.value.clash is Clash.VERSION


def test_seats_taken_back_renew_the_versions_of_all_rounds_and_a_title_those_of_none(database: Database) -> None:
    table = a_table(database, CLOSED)
    as_they_sit, otherwise = Settings(NAMES, (0, 1, 2, 3), 0, "Friday"), Settings(NAMES, (2, 1, 3, 0), 0)
    for settings, versions in ((as_they_sit, "1,1,1,0"), (otherwise, "5,5,5,0")):
        change_settings(database, table.form(), settings, version=table.settings_version)
        take_back(database, table.form(), revision=table.stored.revision)
        assert table.stored.versions_text == versions
    assert table.game == CLOSED


def test_the_start_of_a_game_is_not_taken_back(database: Database) -> None:
    game_id = start_game(database, Submission("phone", "key", "digest"), Setup(NAMES, 0), kind="").game_id
    table = Table(database, game_id)
    with nothing_saved(database), pytest.raises(Conflict):
        take_back(database, table.form(), revision=1)


def test_a_round_that_stays_open_stays_in_its_stage_when_something_else_is_taken_back(database: Database) -> None:
    table = a_table(database, CHOSEN)
    enter(database, table.form(), [], open_version=1, shortcut=(Shortcut.MARKING_OVER, 0))
    revision = correct_round(database, table.form(), 2, a_round("domino"), version=1).revision
    take_back(database, table.form(), revision=revision)
    assert table.game == replace(CHOSEN, marking_over=True)
    assert table.open_version == 1


def test_a_cancelled_round_comes_back_under_a_new_version(database: Database) -> None:
    table = a_table(database, GAME)
    revision = deal_again(database, table.form(), open_version=1).revision
    take_back(database, table.form(), revision=revision)
    assert table.open_version == 3
    late = table.form(browser="other")
    with nothing_saved(database), pytest.raises(Conflict):
        enter(database, late, [MarkEntry(0, 1, given=True)], open_version=1)


# A whole evening


def evening(table: Table, rounds: tuple[Round, ...]) -> Iterator[None]:
    """Play a game with everything that can happen on the way; stops after every change."""
    database = table.database
    for number, entry in enumerate(rounds, 1):
        yield from table.taps(entry)
        if number == 3:
            undo(database, table.form(), version=table.stored.last_version or 0)
            yield
            shown = Entries.of(table.open_round)
            save_round(database, table.form(), shown=shown, typed=shown, open_version=table.open_version)
            yield
        if number == 5:
            choose_contract(database, table.form(browser="other"), rounds[6].contract, number=6, lifted=list(Code))
            yield
            change_contract(database, table.form(), rounds[5].contract, open_version=table.open_version)
            yield
            deal_again(database, table.form(), open_version=table.open_version)
            yield
        if number == 6:
            settings = Settings(("Anneke", *table.game.players[1:]), (0, 1, 2, 3), table.game.first_dealer, "Friday")
            change_settings(database, table.form(), settings, version=table.settings_version)
            yield
            stop_game(database, table.form(), version=table.settings_version)
            yield
            resume_game(database, table.form(browser="other"), version=table.settings_version)
            yield
        if number == 9:
            doubled = next(place for place, known in enumerate(rounds, 1) if known.marks)
            bare, version = replace(rounds[doubled - 1], marks=()), table.stored.versions[doubled - 1]
            correct_round(database, table.form(), doubled, bare, version=version)
            yield
            take_back(database, table.form(), revision=table.stored.revision)
            yield
            ruled_if_asked(partial(move_round, database, table.form(), 9, 4, versions=table.stored.versions_text))
            yield
            take_back(database, table.form(), revision=table.stored.revision)
            yield
            delete_game(database, table.form())
            yield
            restore_game(database, table.form())
            yield


def ruled_if_asked(change: Callable[..., Answer]) -> None:
    """Make a change; where the table has to lift rules for it, it does."""
    try:
        change()
    except Rejected as rejected:
        change(rulings=rulings_for(rejected))


def test_a_whole_evening_is_played_and_taken_back_step_by_step(database: Database) -> None:
    expected = vector(GAMES[1])["expected"]["totals"]
    played = read(vector(GAMES[1])["record"]).played
    assert played is not None
    players, dealer = played.game.players, played.game.first_dealer
    form = Submission("phone", "key", "digest")
    game_id = start_game(database, form, Setup(players, dealer, played.game.rule_set.id), kind="").game_id
    with database.writing() as connection:
        access.remember_browser(connection, "other", "", FRIDAY)
        access.grant(connection, game_id, "other", Right.SCORE, FRIDAY)
    table = Table(database, game_id)
    states = {1: record_of(table.game)}
    for _ in evening(table, played.game.rounds):
        states[table.stored.revision] = record_of(table.game)

    finished = replay(table.game)
    assert finished.is_finished
    assert list(finished.totals) == list(expected.values())
    assert table.game.rounds == played.game.rounds

    log = table.log
    assert [change.step.revision for change in log] == list(range(1, table.stored.revision + 1))
    assert {change.step.browser_id for change in log} == {"phone", "other"}
    left_out = {What.IMPORTED, What.SWAPPED, What.INSERTED, What.REMOVED}
    assert {change.step.what for change in log} >= set(What) - left_out
    game = table.game
    for change in reversed(log[1:]):
        game = taken_back(game, change)
        assert replay(game).faults == ()
        assert record_of(game) == states[change.step.revision - 1]
    assert game == Game(played.game.rule_set, players, dealer)
