"""Managing a game: its settings, stopping and going on, deleting and bringing back."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.names import NameFault
from scorekeeper.rules.replay import replay
from scorekeeper.rules.seats import Four
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import (
    UNCHANGED,
    Clash,
    Conflict,
    FormUsedTwice,
    NoSuchGame,
    Rejected,
    Submission,
    What,
)
from scorekeeper.services.entries import Entries, TallyEntry
from scorekeeper.services.managing import (
    Settings,
    change_settings,
    delete_game,
    restore_game,
    resume_game,
    stop_game,
    tidy,
)
from scorekeeper.services.playing import (
    There,
    change_contract,
    choose_contract,
    deal_again,
    replace_round,
    save_round,
    undo,
)
from scorekeeper.services.starting import BadSetup
from scorekeeper.services.viewing import see_game
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from scorekeeper.storage.schema import AnswerRow, GameRow
from tests.rules.builders import NAMES, a_game, a_legal_order, a_round, an_open_round
from tests.services.conftest import Table, a_table, no_change, one_change, ruled, rulings_for
from tests.storage.conftest import everything, nothing_saved

AS_THEY_SIT: Four = (0, 1, 2, 3)


def settings(**changes: Any) -> Settings:
    """The settings of a game of Anna, Bram, Cees and Dirk, of which some are changed."""
    return replace(Settings(NAMES, AS_THEY_SIT, 0), **changes)


def change(table: Table, mine: Settings, **how: Any) -> Answer:
    return change_settings(
        table.database, how.pop("form", table.form()), mine, version=how.pop("version", table.settings_version), **how
    )


def by_name(game: Game) -> dict[str, int]:
    return dict(zip(game.players, replay(game).totals, strict=True))


A_GAME = a_game(
    a_round("trump-clubs", marks=[(0, 1)], tallies=[("tricks", (6, 4, 3, 0))]),
    a_round("queens", marks=[(1, 2), (2, 1)], tallies=[("queens", (0, 1, 0, 3))]),
    open_round=an_open_round("ducking", marks=[(3, 2)], tallies=[("tricks", (None, 3, None, 1))]),
)
"""Anna has 80, Bram −20, Cees 0 and Dirk −90 before doubling."""


# Names, title, date


def test_players_are_renamed_and_keep_their_results(database: Database) -> None:
    table = a_table(database, A_GAME)
    with one_change(table, What.SETTINGS):
        answer = change(table, settings(players=("Anneke ", "Bram", "Zoe\u0308", "Dirk")))
    assert answer == Answer(table.id, "settings", None, 2)
    assert table.game == replace(A_GAME, players=("Anneke", "Bram", "Zo\u00eb", "Dirk"))
    assert (table.settings_version, table.stored.versions_text) == (2, "1,1,1")


def test_two_players_swap_names(database: Database) -> None:
    table = a_table(database, A_GAME)
    with one_change(table, What.SETTINGS):
        change(table, settings(players=("Bram", "Anna", "Cees", "Dirk")))
    assert table.game == replace(A_GAME, players=("Bram", "Anna", "Cees", "Dirk"))


def test_title_and_date_are_changed_and_taken_away(database: Database) -> None:
    table = a_table(database, A_GAME)
    friday = datetime.date(2026, 11, 27)
    for title, played_on in (("Friday", friday), ("", None)):
        with one_change(table, What.SETTINGS):
            change(table, settings(title=f" {title} ", played_on=played_on))
        assert table.game == replace(A_GAME, title=title, played_on=played_on)


def test_names_that_can_not_be_are_told_at_their_fields(database: Database) -> None:
    table = a_table(database, A_GAME)
    with nothing_saved(database), pytest.raises(BadSetup) as caught:
        change(table, settings(players=("Anna", "anna", "", "Dirk"), title="\n"), version=99)
    assert caught.value.faults == {"player-1": NameFault.SAME, "player-2": NameFault.EMPTY}


def test_settings_that_changed_meanwhile_are_not_changed_over(database: Database) -> None:
    table = a_table(database, A_GAME)
    change(table, settings(title="Friday"), form=table.form(browser="other"))
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        change(table, settings(title="Saturday"), version=1)
    assert caught.value.clash is Clash.VERSION
    assert caught.value.stored.game.title == "Friday"


def test_a_round_played_meanwhile_is_nothing_against_new_settings(database: Database) -> None:
    table = a_table(database, a_game("hearts"))
    choose_contract(database, table.form(browser="other"), "queens", number=2)
    change(table, settings(title="Friday"), version=1)
    assert table.game == replace(a_game("hearts", open_round=an_open_round("queens")), title="Friday")


# Seats and the first dealer


def test_results_stay_with_the_person_who_is_seated_anew(database: Database) -> None:
    table = a_table(database, A_GAME)
    totals = by_name(table.game)
    with one_change(table, What.SETTINGS):
        change(table, settings(order=(1, 0, 2, 3)))
    assert table.game.players == ("Bram", "Anna", "Cees", "Dirk")
    assert table.game.first_dealer == 1
    assert by_name(table.game) == totals
    assert table.game.open_round == an_open_round("ducking", marks=[(3, 2)], tallies=[("tricks", (3, None, None, 1))])
    assert table.stored.versions_text == "2,2,2"


def test_renamed_and_seated_anew_and_another_dealer_is_one_change(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens"))
    totals = by_name(table.game)
    with one_change(table, What.SETTINGS):
        change(table, settings(players=("Anneke", "Bram", "Cees", "Dirk"), order=(2, 3, 0, 1), first_dealer=3))
    assert table.game.players == ("Cees", "Dirk", "Anneke", "Bram")
    assert table.game.players[table.game.first_dealer] == "Dirk"
    assert by_name(table.game) == {"Anneke" if name == "Anna" else name: points for name, points in totals.items()}


def test_another_first_dealer_moves_all_turns_and_breaks_a_rule_that_is_ruled_by_one_confirmation(
    database: Database,
) -> None:
    # Cees chose round 1 and Anna doubled; when Bram deals first, it was Dirk, and Dirk doubled first.
    table = a_table(database, a_game(a_round("hearts", marks=[(3, 0)]), "queens"))
    form, mine = table.form(), settings(first_dealer=1)
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        change(table, mine, form=form)
    assert rulings_for(caught.value) == [(1, Code.CHOOSER_DOUBLES_FIRST)]
    with one_change(table, What.SETTINGS):
        change(table, mine, form=form, rulings=rulings_for(caught.value))
    assert table.game.first_dealer == 1
    assert table.game.rounds == (
        ruled(a_round("hearts", marks=[(3, 0)]), Code.CHOOSER_DOUBLES_FIRST),
        a_round("queens"),
    )
    assert table.stored.versions == (2, 1)


def test_all_rounds_that_break_a_rule_by_other_seats_are_named(database: Database) -> None:
    # Anna doubles Bram in every round but those that she chooses: 3, 7 and 11.
    order = a_legal_order()
    rounds = [a_round(contract, marks=[(0, 1)] if number % 4 != 2 else []) for number, contract in enumerate(order)]
    table = a_table(database, a_game(*rounds))
    totals = by_name(table.game)
    form, mine = table.form(), settings(first_dealer=2, order=(0, 3, 2, 1))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        change(table, mine, form=form)
    assert rulings_for(caught.value) == [(number, Code.CHOOSER_DOUBLES_FIRST) for number in (1, 5, 9)]
    change(table, mine, form=form, rulings=rulings_for(caught.value))
    assert replay(table.game).faults == ()
    assert by_name(table.game) == totals
    assert table.stored.versions == (2,) * 11


# Stop and go on


def test_in_a_stopped_game_the_open_round_waits_as_it_was_until_the_game_goes_on(database: Database) -> None:
    game = replace(A_GAME, marking_over=True)
    table = a_table(database, game)
    totals = by_name(game)
    with one_change(table, What.STOPPED):
        answer = stop_game(database, table.form(), version=1)
    assert answer == Answer(table.id, "stopped", None, 2)
    assert table.game == replace(game, stopped=True)
    assert by_name(table.game) == totals
    change(table, settings(title="Friday"))
    with one_change(table, What.RESUMED):
        resume_game(database, table.form(), version=3)
    assert table.game == replace(game, title="Friday")
    assert (table.settings_version, table.open_version) == (4, 1)


def test_nobody_enters_anything_in_a_round_that_waits_in_a_stopped_game(database: Database) -> None:
    table = a_table(database, replace(A_GAME, stopped=True))
    shown = Entries.of(table.open_round)
    with nothing_saved(database):
        with pytest.raises(Conflict):
            table.enter(TallyEntry("tricks", 0, 2))
        with pytest.raises(Conflict):
            save_round(database, table.form(), shown=shown, typed=shown, open_version=1)
        with pytest.raises(Conflict):
            deal_again(database, table.form(), open_version=1)
        with pytest.raises(Conflict):
            change_contract(database, table.form(), "domino", open_version=1)
        with pytest.raises(Conflict):
            undo(database, table.form(), version=1)
        with pytest.raises(Conflict):
            choose_contract(database, table.form(), "domino", number=3)


@pytest.mark.parametrize(
    ("entry", "saving", "what", "rounds"),
    [
        (an_open_round("ducking", tallies=[("tricks", (None, 4, None, 1))]), True, What.RESUMED, 2),
        (a_round("ducking", taker=1), False, What.RESUMED, 2),
        (a_round("ducking", taker=1), True, What.SAVED, 3),
    ],
    ids=["not whole", "only kept", "saved"],
)
def test_a_stopped_game_goes_on_with_what_another_phone_entered_in_the_round_that_waits(
    entry: Round, saving: bool, what: What, rounds: int, database: Database
) -> None:
    table = a_table(database, replace(A_GAME, stopped=True))
    shown = Entries.of(table.open_round)
    with one_change(table, what, 3 if what is What.SAVED else None):
        replace_round(database, table.form(), entry, there=There(1, shown, resuming=True), saving=saving)
    assert not table.game.stopped
    assert len(table.game.rounds) == rounds
    kept = table.game.rounds[2] if rounds == 3 else table.open_round
    assert Entries.of(kept) == Entries.of(entry)


@pytest.mark.parametrize("press", [stop_game, resume_game])
def test_stopping_and_going_on_are_too_late_when_the_settings_changed(
    press: Callable[..., Answer], database: Database
) -> None:
    table = a_table(database, replace(a_game("hearts"), stopped=press is resume_game))
    change(table, settings(title="Friday"), form=table.form(browser="other"))
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        press(database, table.form(), version=1)
    assert caught.value.clash is Clash.VERSION


# Delete and bring back


Press = Callable[[Database, Submission], Answer]


def test_a_deleted_game_is_gone_and_can_be_brought_back_as_it_was(database: Database) -> None:
    table = a_table(database, A_GAME)
    with one_change(table, What.DELETED):
        delete_game(database, table.form())
    assert table.stored.deleted_at == table.stored.changed_at
    with pytest.raises(NoSuchGame):
        see_game(database, table.id, "phone")
    with nothing_saved(database), pytest.raises(NoSuchGame):
        choose_contract(database, table.form(), "ducking", number=3)
    with one_change(table, What.RESTORED):
        answer = restore_game(database, table.form())
    assert answer == Answer(table.id, "restored", None, 3)
    assert see_game(database, table.id, "phone").stored.game == A_GAME
    assert table.stored.versions_text == "1,1,1"


def about_to(press: Press, database: Database) -> Table:
    """A game that can be deleted, or brought back."""
    table = a_table(database)
    if press is restore_game:
        delete_game(database, table.form())
    return table


@pytest.mark.parametrize("press", [delete_game, restore_game])
def test_deleting_and_bringing_back_is_done_once(press: Press, database: Database) -> None:
    table = about_to(press, database)
    form = table.form()
    answer = press(database, form)
    with no_change(table):
        assert press(database, form) == answer
    with nothing_saved(database), pytest.raises(FormUsedTwice):
        press(database, replace(form, content="something else"))


@pytest.mark.parametrize("press", [delete_game, restore_game])
def test_two_phones_that_do_it_at_once_do_it_once(press: Press, database: Database) -> None:
    table = about_to(press, database)
    press(database, table.form())
    with no_change(table):
        assert press(database, table.form(browser="other")).what == UNCHANGED


@pytest.mark.parametrize("press", [delete_game, restore_game])
def test_only_who_may_score_deletes_a_game_or_brings_it_back(press: Press, database: Database) -> None:
    table = a_table(database)
    with nothing_saved(database):
        with pytest.raises(NoSuchGame):
            press(database, table.form(browser="stranger"))
        with pytest.raises(NoSuchGame):
            press(database, replace(table.form(), game_id="no-such-game"))


def test_after_thirty_days_a_deleted_game_is_gone_for_good(database: Database) -> None:
    kept, lately, long_ago = (a_table(database, A_GAME) for _ in range(3))
    now = datetime.datetime.now(datetime.UTC)
    for table, days in ((lately, 29.9), (long_ago, 30.1)):
        delete_game(database, table.form())
        with database.writing() as connection:
            when = now - datetime.timedelta(days=days)
            connection.execute(update(GameRow).where(GameRow.id == table.id).values(deleted_at=when))
    tidy(database)
    left = everything(database)
    assert {row[0] for row in left["games"]} == {kept.id, lately.id}
    assert len(left["rounds"]) == 6
    with nothing_saved(database):
        tidy(database)
        with pytest.raises(NoSuchGame):
            restore_game(database, long_ago.form())
    restore_game(database, lately.form())
    assert see_game(database, lately.id, "phone").stored.game == A_GAME


def test_after_thirty_days_an_answer_is_forgotten_and_nothing_else(database: Database) -> None:
    table = a_table(database, A_GAME)
    now = datetime.datetime.now(datetime.UTC)
    for key, days in (("new", 29.9), ("old", 30.1)):
        change(table, settings(title=key), form=table.form(key))
        with database.writing() as connection:
            when = now - datetime.timedelta(days=days)
            connection.execute(update(AnswerRow).where(AnswerRow.key == key).values(at=when))
    with no_change(table):
        tidy(database)
    assert [row[0] for row in everything(database)["answers"]] == ["new"]
