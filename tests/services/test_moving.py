"""Using another phone: one code, once, for ten minutes, copies everything that a phone holds."""

from __future__ import annotations

import datetime

import pytest
from sqlalchemy import update

from scorekeeper.services.changing import NoSuchGame, now
from scorekeeper.services.managing import tidy
from scorekeeper.services.moving import (
    CODE_LIFE,
    CodeSpent,
    NothingToCopy,
    OwnCode,
    look_at_code,
    offer_games,
    take_games,
)
from scorekeeper.services.sharing import open_key, renew, see_sharing
from scorekeeper.services.viewing import my_games, see_game
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from scorekeeper.storage.schema import CodeRow
from tests.services.conftest import a_table
from tests.storage.conftest import everything, nothing_saved


def test_a_code_copies_every_game_with_its_right(database: Database) -> None:
    made, followed = a_table(database), a_table(database)
    open_key(database, see_sharing(database, followed.id, "phone").follow, "mine", kind="")
    open_key(database, see_sharing(database, made.id, "phone").score or "", "mine", kind="")
    offer = offer_games(database, "mine")
    take_games(database, offer.code, "new phone", kind="Firefox")
    rights = {seen.stored.id: seen.stored.right for seen in my_games(database, "new phone")}
    assert rights == {made.id: Right.SCORE, followed.id: Right.FOLLOW}
    assert {seen.stored.id for seen in my_games(database, "mine")} == rights.keys(), "the old phone keeps them"


def test_a_copy_ends_with_the_link_it_counts_as_and_only_who_made_the_game_is_safe(database: Database) -> None:
    table = a_table(database)
    take_games(database, offer_games(database, "phone").code, "my other phone", kind="")
    open_key(database, see_sharing(database, table.id, "phone").score or "", "helper", kind="")
    take_games(database, offer_games(database, "helper").code, "helper's other phone", kind="")
    listed = {holder.browser_id: holder.made_it for holder in see_sharing(database, table.id, "phone").holders}
    assert listed == {
        "phone": True,
        "other": True,
        "my other phone": False,
        "helper": False,
        "helper's other phone": False,
    }
    renew(database, table.form(), Right.SCORE)
    assert see_game(database, table.id, "phone").may_score
    for browser in ("my other phone", "helper", "helper's other phone"):
        with pytest.raises(NoSuchGame):
            see_game(database, table.id, browser)


def test_looking_does_not_use_a_code_up_and_using_it_does(database: Database) -> None:
    a_table(database)
    code = offer_games(database, "phone").code
    with nothing_saved(database):
        for browser in (None, "preview of a chat", "new phone"):
            look_at_code(database, code, browser)
    take_games(database, code, "new phone", kind="")
    with nothing_saved(database):
        # A double tap is no second use.
        take_games(database, code, "new phone", kind="")
        look_at_code(database, code, "new phone")
        for browser in (None, "another"):
            with pytest.raises(CodeSpent):
                look_at_code(database, code, browser)
        with pytest.raises(CodeSpent):
            take_games(database, code, "another", kind="")


def test_a_new_code_ends_the_one_before(database: Database) -> None:
    a_table(database)
    first, second = (offer_games(database, "phone").code for _ in range(2))
    with pytest.raises(CodeSpent):
        take_games(database, first, "new phone", kind="")
    take_games(database, second, "new phone", kind="")


def test_a_code_runs_out_after_ten_minutes(database: Database) -> None:
    a_table(database)
    offer = offer_games(database, "phone")
    assert datetime.timedelta(minutes=10) == CODE_LIFE
    assert offer.until - now() <= CODE_LIFE
    with database.writing() as connection:
        connection.execute(update(CodeRow).values(expires_at=now()))
    with nothing_saved(database), pytest.raises(CodeSpent):
        take_games(database, offer.code, "new phone", kind="")
    tidy(database)
    assert everything(database)["codes"] == []


@pytest.mark.parametrize("code", ["", "nonsense", "\ud800", "x" * 5000])
def test_a_code_that_was_never_made_is_spent(code: str, database: Database) -> None:
    a_table(database)
    offer_games(database, "phone")
    with nothing_saved(database), pytest.raises(CodeSpent):
        take_games(database, code, "new phone", kind="")


def test_only_hashes_are_kept(database: Database) -> None:
    a_table(database)
    code = offer_games(database, "phone").code
    assert len(code) >= 22
    assert code not in repr(everything(database))


def test_a_phone_can_not_use_up_its_own_code(database: Database) -> None:
    a_table(database)
    code = offer_games(database, "phone").code
    with nothing_saved(database):
        with pytest.raises(OwnCode):
            look_at_code(database, code, "phone")
        with pytest.raises(OwnCode):
            take_games(database, code, "phone", kind="")


@pytest.mark.parametrize("browser", [None, "", "stranger"])
def test_a_phone_without_games_has_nothing_to_copy(browser: str | None, database: Database) -> None:
    a_table(database)
    with nothing_saved(database), pytest.raises(NothingToCopy):
        offer_games(database, browser)
