"""The change log: what it holds, and that it leads back to every earlier state."""

from __future__ import annotations

import datetime
import itertools
from dataclasses import replace

import pytest
from hypothesis import given

from scorekeeper.rules import editing
from scorekeeper.rules.game import Game
from scorekeeper.rules.violations import Code
from scorekeeper.storage import changes, games
from scorekeeper.storage.access import remember_browser
from scorekeeper.storage.changes import Change, Step
from scorekeeper.storage.database import Database
from tests.rules.builders import a_game, a_round, an_open_round
from tests.storage.conftest import FRIDAY, everything
from tests.storage.test_games import on_one_file, two_games

numbers = itertools.count()


def logged(database: Database, before: Game | None, after: Game, what: str = "saved", number: int | None = 2) -> Change:
    """Log a change of a game that is new to the database, and find it again."""
    game_id = f"game-{next(numbers)}"
    step = Step(7, FRIDAY, "phone", what, number)
    with database.writing() as connection:
        remember_browser(connection, "phone", "", FRIDAY)
        games.add(connection, game_id, after, FRIDAY)
        changes.log(connection, game_id, before, after, step)
        change = changes.find(connection, game_id, 7)
        assert changes.find(connection, game_id, 6) is None
        assert changes.find(connection, "another", 7) is None
    assert change is not None
    assert change.step == step
    return change


HEARTS = {"contract": "hearts", "doubles": [], "result": {"hearts": {"Anna": 13}}}


def test_a_change_holds_who_when_and_what_and_only_the_parts_that_changed(database: Database) -> None:
    game = a_game("hearts", open_round=an_open_round("queens", marks=[(0, 1)]))
    change = logged(database, game, a_game("hearts", a_round("queens", marks=[(0, 1)])))
    doubles = [["Anna", "Bram"]]
    assert change.before == {"rounds.2": {"contract": "queens", "doubles": doubles, "open": True}}
    assert change.after == {"rounds.2": {"contract": "queens", "doubles": doubles, "result": {"queens": {"Anna": 4}}}}


def test_the_start_of_a_game_has_no_before(database: Database) -> None:
    change = logged(database, None, a_game("hearts"), "started", None)
    assert change.before == {}
    assert change.after == {
        "format": "bonken-game",
        "version": 1,
        "rules": "bonken-11",
        "players": ["Anna", "Bram", "Cees", "Dirk"],
        "first_dealer": "Anna",
        "rounds.1": HEARTS,
    }
    with pytest.raises(ValueError, match="revision 7 does not fit"):
        changes.taken_back(a_game("hearts"), change)


def test_a_part_that_is_new_or_gone_is_only_on_its_side(database: Database) -> None:
    titled = replace(a_game("hearts"), title="Friday", stopped=True)
    change = logged(database, titled, replace(a_game(), played_on=datetime.date(2026, 11, 27)))
    assert change.before == {"title": "Friday", "stopped": True, "rounds.1": HEARTS}
    assert change.after == {"played_on": "2026-11-27"}


def test_a_change_that_changed_nothing_of_the_record_is_there_all_the_same(database: Database) -> None:
    change = logged(database, a_game("hearts"), a_game("hearts"), "deleted", None)
    assert (change.before, change.after) == ({}, {})
    assert changes.taken_back(a_game("hearts"), change) == a_game("hearts")


def test_the_server_itself_is_no_browser(database: Database) -> None:
    with database.writing() as connection:
        games.add(connection, "friday", a_game(), FRIDAY)
        changes.log(connection, "friday", None, a_game(), Step(1, FRIDAY, None, "imported"))
        change = changes.find(connection, "friday", 1)
    assert change is not None
    assert change.step == Step(1, FRIDAY, None, "imported")


def test_rounds_are_put_back_in_their_order_also_when_there_are_more_than_nine(database: Database) -> None:
    game = a_game(count=11)
    change = logged(database, game, editing.remove_round(game, 1))
    assert set(change.before) == {f"rounds.{number}" for number in range(1, 12)}
    assert changes.taken_back(editing.remove_round(game, 1), change) == game


def test_a_name_that_changed_leads_back_in_every_round(database: Database) -> None:
    wrong_dealer = a_round("queens", marks=[(0, 1)], dealer=3, rulings=[Code.DEALER])
    game = a_game("hearts", wrong_dealer, open_round=an_open_round("ducking", tallies=[("tricks", (0, None, 2, None))]))
    renamed = editing.rename(game, ("Anneke", "Anna", "Cees", "Dirk"))
    assert changes.taken_back(renamed, logged(database, game, renamed)) == game


@on_one_file
@given(two_games())
def test_every_change_taken_back_gives_the_game_as_it_was(database: Database, two: tuple[Game, Game]) -> None:
    before, after = two
    assert changes.taken_back(after, logged(database, before, after)) == before


def test_the_log_writes_nothing_but_its_entry(database: Database) -> None:
    game = a_game("hearts", open_round=an_open_round("queens", marks=[(0, 1)]))
    with database.writing() as connection:
        games.add(connection, "friday", game, FRIDAY)
    before = everything(database)
    with database.writing() as connection:
        changes.log(connection, "friday", a_game("hearts"), game, Step(1, FRIDAY, None, "chose", 2))
    after = everything(database)
    assert len(after.pop("changes")) == len(before.pop("changes")) + 1
    assert after == before
