"""Looking at games: who holds a key sees them, and for all others they do not exist."""

from __future__ import annotations

import pytest

from scorekeeper.services.changing import NoSuchGame
from scorekeeper.services.managing import delete_game
from scorekeeper.services.playing import choose_contract
from scorekeeper.services.sharing import open_key
from scorekeeper.services.viewing import all_games, known_names, my_games, see_game
from scorekeeper.storage import access
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from tests.rules.builders import a_game
from tests.services.conftest import Table, a_table
from tests.storage.conftest import FRIDAY, nothing_saved


def follow(table: Table, browser: str) -> None:
    """Let a browser follow a game by a link."""
    with table.database.writing() as connection:
        token = access.make_key(connection, table.id, Right.FOLLOW, FRIDAY)
    open_key(table.database, token, browser, kind="")


def test_a_game_is_seen_with_what_follows_from_it(database: Database) -> None:
    table = a_table(database, a_game("trump-clubs"))
    seen = see_game(database, table.id, "phone")
    assert seen.stored == table.stored
    assert seen.played.totals == (130, 0, 0, 0)
    assert seen.may_score
    assert seen.change is None


def test_looking_changes_nothing(database: Database) -> None:
    table = a_table(database, a_game("trump-clubs"))
    with nothing_saved(database):
        see_game(database, table.id, "phone", told=1)
        my_games(database, "phone")
        known_names(database, "phone")
        all_games(database)


def test_who_follows_sees_the_game_and_may_not_score(database: Database) -> None:
    table = a_table(database)
    follow(table, "follower")
    seen = see_game(database, table.id, "follower")
    assert seen.stored.right is Right.FOLLOW
    assert not seen.may_score


@pytest.mark.parametrize("browser", ["stranger", "", None])
def test_for_a_stranger_there_is_no_such_game(browser: str | None, database: Database) -> None:
    table = a_table(database)
    with pytest.raises(NoSuchGame):
        see_game(database, table.id, browser)
    with pytest.raises(NoSuchGame):
        see_game(database, "no-such-game", "phone")


def test_a_deleted_game_is_gone(database: Database) -> None:
    table = a_table(database)
    delete_game(database, table.form())
    with pytest.raises(NoSuchGame):
        see_game(database, table.id, "phone")


def test_a_change_is_told_only_as_long_as_nothing_came_after_it(database: Database) -> None:
    table = a_table(database)
    revision = choose_contract(database, table.form(), "queens", number=1).revision
    told = see_game(database, table.id, "other", told=revision).change
    assert told == table.log[-1]
    for another in (revision - 1, revision + 1, 10**30, None):
        assert see_game(database, table.id, "phone", told=another).change is None


def test_a_phone_lists_its_own_games_the_one_changed_last_first_and_deleted_ones_too(database: Database) -> None:
    first, second, third = (a_table(database) for _ in range(3))
    a_table(database, a_game("hearts"))
    for table in (third, first, second):
        follow(table, "follower")
    choose_contract(database, second.form(), "hearts", number=1)
    choose_contract(database, first.form(), "queens", number=1)
    delete_game(database, third.form())
    listed = my_games(database, "follower")
    assert [seen.stored.id for seen in listed] == [third.id, first.id, second.id]
    assert [seen.stored.deleted_at is None for seen in listed] == [False, True, True]
    assert [seen.stored.right for seen in listed] == [Right.FOLLOW] * 3
    assert [seen.played.game.open_round is None for seen in listed] == [True, False, False]


def test_a_new_phone_holds_no_game_and_knows_no_name(database: Database) -> None:
    a_table(database)
    for browser in ("stranger", None):
        assert my_games(database, browser) == []
        assert known_names(database, browser) == []


def test_names_of_earlier_games_are_known(database: Database) -> None:
    a_table(database)
    a_table(database, a_game(players=("Eva", "Anna", "Fleur", "Gijs")))
    assert set(known_names(database, "phone")) == {"Anna", "Bram", "Cees", "Dirk", "Eva", "Fleur", "Gijs"}


def test_who_runs_the_server_sees_every_game(database: Database) -> None:
    assert all_games(database) == []
    tables = [a_table(database, a_game(count=count)) for count in range(3)]
    choose_contract(database, tables[1].form(), "queens", number=2)
    listed = all_games(database)
    assert listed[0].stored.id == tables[1].id
    assert {seen.stored.id for seen in listed} == {table.id for table in tables}
    assert {seen.stored.right for seen in listed} == {None}
