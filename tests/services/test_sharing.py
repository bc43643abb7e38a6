"""Sharing: a link opened once gives a phone its right, and takes none away."""

from __future__ import annotations

import pytest

from scorekeeper.services.changing import NoSuchGame, Submission
from scorekeeper.services.managing import delete_game, restore_game
from scorekeeper.services.playing import choose_contract
from scorekeeper.services.sharing import fresh_link, open_key
from scorekeeper.services.viewing import see_game
from scorekeeper.storage import access
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from tests.services.conftest import Table, a_table
from tests.storage.conftest import FRIDAY, everything, nothing_saved


def link(table: Table, right: Right) -> str:
    with table.database.writing() as connection:
        return access.make_key(connection, table.id, right, FRIDAY)


def right_of(table: Table, browser: str) -> Right | None:
    return see_game(table.database, table.id, browser).stored.right


@pytest.mark.parametrize("right", Right)
def test_a_link_gives_its_right_and_says_which_game_it_opens(right: Right, database: Database) -> None:
    table = a_table(database)
    assert open_key(database, link(table, right), "new phone", kind="Firefox") == table.id
    assert right_of(table, "new phone") is right
    assert ("new phone", "Firefox") in [row[:2] for row in everything(database)["browsers"]]


def test_a_link_opened_again_changes_nothing(database: Database) -> None:
    token = link(a_table(database), Right.FOLLOW)
    open_key(database, token, "new phone", kind="")
    with nothing_saved(database):
        open_key(database, token, "new phone", kind="")


def test_a_link_to_follow_never_lowers_who_may_score(database: Database) -> None:
    table = a_table(database)
    for browser in ("phone", "new phone"):
        open_key(database, link(table, Right.SCORE), browser, kind="")
        open_key(database, link(table, Right.FOLLOW), browser, kind="")
        assert right_of(table, browser) is Right.SCORE


def test_a_link_to_score_raises_who_only_followed(database: Database) -> None:
    table = a_table(database)
    open_key(database, link(table, Right.FOLLOW), "new phone", kind="")
    open_key(database, link(table, Right.SCORE), "new phone", kind="")
    assert right_of(table, "new phone") is Right.SCORE


def test_a_link_opens_its_own_game_alone(database: Database) -> None:
    table, another = a_table(database), a_table(database)
    open_key(database, link(table, Right.SCORE), "new phone", kind="")
    with pytest.raises(NoSuchGame):
        see_game(database, another.id, "new phone")


def test_a_link_that_is_none_opens_nothing_and_leaves_no_trace(database: Database) -> None:
    table = a_table(database)
    token = link(table, Right.SCORE)
    with nothing_saved(database):
        for wrong in ("", token[:-1], table.id):
            with pytest.raises(NoSuchGame):
                open_key(database, wrong, "new phone", kind="")


def test_a_link_to_a_deleted_game_opens_nothing_until_it_is_back(database: Database) -> None:
    table = a_table(database)
    token = link(table, Right.SCORE)
    delete_game(database, table.form())
    with nothing_saved(database), pytest.raises(NoSuchGame):
        open_key(database, token, "new phone", kind="")
    restore_game(database, table.form())
    assert open_key(database, token, "new phone", kind="") == table.id


def test_a_fresh_link_from_the_server_lets_another_phone_go_on(database: Database) -> None:
    table = a_table(database)
    token = fresh_link(database, table.id)
    assert fresh_link(database, table.id) != token
    open_key(database, token, "new phone", kind="")
    answer = choose_contract(database, Submission("new phone", "key", "digest", table.id), "queens", number=1)
    assert answer.what == "chose"


def test_there_is_no_link_to_a_game_that_is_not_there(database: Database) -> None:
    a_table(database)
    with nothing_saved(database), pytest.raises(NoSuchGame):
        fresh_link(database, "no-such-game")
