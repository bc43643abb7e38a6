"""Sharing: a link opened once gives a phone its right, and takes none away."""

from __future__ import annotations

import pytest

from scorekeeper.services.changing import NoSuchGame, Submission
from scorekeeper.services.managing import delete_game, restore_game
from scorekeeper.services.playing import choose_contract
from scorekeeper.services.sharing import Shared, fresh_link, open_key, renew, see_sharing, shut_out
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


# Links, renewing, shutting out


def shared(table: Table, browser: str = "phone") -> Shared:
    return see_sharing(table.database, table.id, browser)


def test_a_game_has_one_link_for_each_right_from_the_first_look_on(database: Database) -> None:
    table = a_table(database)
    first = shared(table)
    assert first.score
    assert first.follow != first.score
    assert min(len(first.follow), len(first.score)) >= 22, "128 bits"
    with nothing_saved(database):
        assert shared(table) == first
    open_key(database, first.follow, "follower", kind="Firefox")
    open_key(database, first.score, "helper", kind="Safari")
    assert (right_of(table, "follower"), right_of(table, "helper")) == (Right.FOLLOW, Right.SCORE)


def test_who_follows_sees_the_link_to_follow_and_no_more(database: Database) -> None:
    table = a_table(database)
    first = shared(table)
    open_key(database, first.follow, "follower", kind="")
    assert shared(table, "follower") == Shared(shared(table, "follower").stored, first.follow, None, ())
    with pytest.raises(NoSuchGame):
        shared(table, "stranger")


@pytest.mark.parametrize("right", Right)
def test_renewing_ends_the_old_links_and_what_they_gave_and_nothing_else(right: Right, database: Database) -> None:
    table = a_table(database)
    first = shared(table)
    tokens = {Right.FOLLOW: first.follow, Right.SCORE: first.score or ""}
    older = fresh_link(database, table.id) if right is Right.SCORE else link(table, right)
    for token, browser in ((tokens[Right.FOLLOW], "follower"), (tokens[Right.SCORE], "helper"), (older, "older")):
        open_key(database, token, browser, kind="")
    renew(database, table.form(), right)
    gone = {Right.FOLLOW: {"follower", "older"}, Right.SCORE: {"helper", "older"}}[right]
    for browser in ("follower", "helper", "older"):
        if browser in gone:
            with pytest.raises(NoSuchGame):
                right_of(table, browser)
        else:
            assert right_of(table, browser)
    for token in (tokens[right], older):
        with pytest.raises(NoSuchGame):
            open_key(database, token, "somebody", kind="")
    assert right_of(table, "phone") is Right.SCORE
    after = shared(table)
    assert {after.follow, after.score} & set(tokens.values()) == set(tokens.values()) - {tokens[right]}


def test_the_phone_that_renews_goes_on(database: Database) -> None:
    table = a_table(database)
    open_key(database, shared(table).score or "", "helper", kind="")
    renew(database, table.form(browser="helper"), Right.SCORE)
    assert right_of(table, "helper") is Right.SCORE
    renew(database, table.form(), Right.SCORE)
    with pytest.raises(NoSuchGame):
        right_of(table, "helper")


def test_the_same_form_renews_once(database: Database) -> None:
    table = a_table(database)
    form = table.form()
    renew(database, form, Right.FOLLOW)
    with nothing_saved(database):
        renew(database, form, Right.FOLLOW)


def test_a_phone_with_both_rights_keeps_the_other_one(database: Database) -> None:
    table = a_table(database)
    first = shared(table)
    for token in (first.follow, first.score or ""):
        open_key(database, token, "helper", kind="")
    renew(database, table.form(), Right.SCORE)
    assert right_of(table, "helper") is Right.FOLLOW


def test_phones_are_listed_as_they_came_and_one_can_be_shut_out(database: Database) -> None:
    table = a_table(database)
    first = shared(table)
    open_key(database, first.follow, "helper", kind="Safari")
    open_key(database, first.score or "", "helper", kind="Safari")
    open_key(database, first.follow, "follower", kind="Firefox")
    listed = [(one.browser_id, one.kind, one.right, one.made_it) for one in shared(table).holders]
    assert listed[-2:] == [("helper", "Safari", Right.SCORE, False), ("follower", "Firefox", Right.FOLLOW, False)]
    assert [one.browser_id for one in shared(table).holders if one.made_it] == ["phone", "other"]
    helper = next(one for one in shared(table).holders if one.browser_id == "helper")
    shut_out(database, table.form(), helper.id)
    with pytest.raises(NoSuchGame):
        right_of(table, "helper")
    assert right_of(table, "follower") is Right.FOLLOW


def test_who_made_the_game_cannot_be_shut_out_nor_a_phone_of_another_table(database: Database) -> None:
    table, another = a_table(database), a_table(database)
    open_key(database, shared(another).follow, "follower", kind="")
    maker = next(one for one in shared(table).holders if one.browser_id == "phone")
    foreign = next(one for one in shared(another).holders if one.browser_id == "follower")
    for holder in (maker.id, foreign.id, 0, 2**31):
        shut_out(database, table.form(), holder)
    assert right_of(table, "phone") is Right.SCORE
    assert right_of(another, "follower") is Right.FOLLOW


def test_who_follows_shares_no_right_to_change(database: Database) -> None:
    table = a_table(database)
    open_key(database, shared(table).follow, "follower", kind="")
    with nothing_saved(database):
        with pytest.raises(NoSuchGame):
            renew(database, table.form(browser="follower"), Right.FOLLOW)
        with pytest.raises(NoSuchGame):
            shut_out(database, table.form(browser="follower"), 1)
