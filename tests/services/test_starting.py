"""Starting: a new game is there once, whole, and belongs to the phone that made it."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from scorekeeper.rules.game import Game
from scorekeeper.rules.names import NameFault
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import FormUsedTwice, Submission
from scorekeeper.services.starting import BadSetup, Setup, rematch_setup, start_game
from scorekeeper.services.viewing import see_game
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from tests.rules.builders import NAMES, a_game, a_round
from tests.services.conftest import Table, a_table
from tests.storage.conftest import everything, nothing_saved

FRIDAY = datetime.date(2026, 11, 27)


def started(
    database: Database, setup: Setup, *, key: str = "key", content: str = "digest", browser: str = "phone"
) -> Answer:
    return start_game(database, Submission(browser, key, content), setup, kind="Firefox")


def test_a_game_starts_as_it_was_set_up(database: Database) -> None:
    answer = started(database, Setup(NAMES, 2, "bonken-12", "Friday", FRIDAY))
    assert (answer.what, answer.round, answer.revision) == ("started", None, 1)
    seen = see_game(database, answer.game_id, "phone", told=1)
    assert seen.stored.game == Game(BONKEN_12, NAMES, 2, title="Friday", played_on=FRIDAY)
    assert seen.may_score
    assert seen.change is not None
    assert (seen.change.step.what, seen.change.step.browser_id, seen.change.before) == ("started", "phone", {})
    assert [(row[0], row[1]) for row in everything(database)["browsers"]] == [("phone", "Firefox")]


def test_nobody_can_guess_a_game(database: Database) -> None:
    ids = {started(database, Setup(NAMES, 0), key=f"key-{number}").game_id for number in range(5)}
    assert len(ids) == 5
    assert {len(game_id) for game_id in ids} == {12}


def test_names_and_title_are_kept_trimmed_and_in_one_form(database: Database) -> None:
    players = (" Anna ", "Zoe\u0308", "李", "<b>👩‍👩‍👧‍👦</b>")
    game_id = started(database, Setup(players, 0, title="  Friday  ")).game_id
    game = see_game(database, game_id, "phone").stored.game
    assert game.players == ("Anna", "Zo\u00eb", "李", "<b>👩‍👩‍👧‍👦</b>")
    assert (game.title, game.rule_set, game.played_on) == ("Friday", BONKEN_11, None)


def test_a_dealer_who_is_drawn_is_not_always_the_same(database: Database) -> None:
    ids = [started(database, Setup(NAMES), key=f"key-{number}").game_id for number in range(20)]
    drawn = {see_game(database, game_id, "phone").stored.game.first_dealer for game_id in ids}
    assert drawn <= {0, 1, 2, 3}
    assert len(drawn) > 1


def test_names_that_can_not_be_are_all_told_at_their_fields_and_nothing_starts(database: Database) -> None:
    players = ("Anna", "ANNA", " ", "D" * 41)
    with nothing_saved(database), pytest.raises(BadSetup) as caught:
        started(database, Setup(players, 0, title="T" * 81))
    assert caught.value.faults == {
        "player-1": NameFault.SAME,
        "player-2": NameFault.EMPTY,
        "player-3": NameFault.TOO_LONG,
        "title": NameFault.TOO_LONG,
    }


def test_two_names_that_are_empty_are_empty_and_not_the_same(database: Database) -> None:
    with nothing_saved(database), pytest.raises(BadSetup) as caught:
        started(database, Setup(("Anna", "", "", "D\u202fi\nrk"), 0, title="Fri\0day"))
    assert caught.value.faults == {
        "player-1": NameFault.EMPTY,
        "player-2": NameFault.EMPTY,
        "player-3": NameFault.CONTROL,
        "title": NameFault.CONTROL,
    }


def test_the_same_form_twice_starts_one_game(database: Database) -> None:
    answer = started(database, Setup(NAMES))
    with nothing_saved(database):
        assert started(database, Setup(NAMES)) == answer
        with pytest.raises(FormUsedTwice):
            started(database, Setup(NAMES), content="another digest")


def test_the_form_of_a_browser_that_lost_its_cookie_starts_a_game_of_its_own(database: Database) -> None:
    first = started(database, Setup(NAMES))
    second = started(database, Setup(NAMES), browser="the same phone anew")
    assert first.game_id != second.game_id
    assert see_game(database, second.game_id, "the same phone anew").may_score


def test_a_refused_form_is_sent_again_corrected_with_the_same_key(database: Database) -> None:
    with pytest.raises(BadSetup):
        started(database, Setup(("Anna", "Anna", "Cees", "Dirk"), 0), content="wrong")
    assert started(database, Setup(NAMES, 0), content="right").what == "started"


# Rematch


def rematch_of(table: Table) -> Setup:
    return rematch_setup(table.stored, FRIDAY)


@pytest.mark.parametrize(
    ("game", "dealer"),
    [
        (a_game(count=11, first_dealer=3), 2),
        (a_game("hearts", first_dealer=3), 0),
        (a_game(first_dealer=3), 3),
        (a_game("hearts", a_round("queens", dealer=3, rulings=[Code.DEALER])), 0),
    ],
    ids=["finished", "stopped early", "never begun", "somebody dealt out of turn"],
)
def test_the_player_after_the_last_dealer_deals_first_in_the_rematch(
    game: Game, dealer: int, database: Database
) -> None:
    table = a_table(database, replace(game, title="Friday", played_on=datetime.date(2026, 1, 1)))
    assert rematch_of(table) == Setup(NAMES, dealer, "bonken-11", "Friday", FRIDAY)


def test_a_rematch_starts(database: Database) -> None:
    table = a_table(database, a_game(count=12, rule_set=BONKEN_12))
    game_id = started(database, rematch_of(table)).game_id
    assert see_game(database, game_id, "phone").stored.game == Game(BONKEN_12, NAMES, 0, played_on=FRIDAY)
