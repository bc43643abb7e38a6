"""Saving the open round: once for each form, and never over what somebody else did."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from scorekeeper.app import create_app
from scorekeeper.rules.game import Round
from scorekeeper.rules.violations import Code
from scorekeeper.services.sharing import fresh_link
from scorekeeper.settings import read_settings
from scorekeeper.storage.database import Database
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Page
from tests.web.tables import (
    SEATS,
    a_game,
    a_round,
    choose,
    entry,
    game_in,
    new_game,
    open_round,
    stored,
    table,
    totals,
)

QUEENS = {f"tally-queens-{seat}": "1" for seat in SEATS}


@pytest.fixture
def game(client: Client) -> str:
    """A game whose first round is open: Cees chose queens, Dirk speaks first."""
    return stored(client, a_game(open_round=Round("queens")))


@pytest.fixture
def tricks(client: Client) -> str:
    """A game whose first round is open: Cees chose ducking."""
    return stored(client, a_game(open_round=Round("ducking")))


def test_the_same_form_twice_is_one_round(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    form = entry(table(client, game))
    first = client.submit(form, QUEENS, follow=False, expect=303)
    after = everything()
    second = client.submit(form, QUEENS, follow=False, expect=303)
    assert second.headers["Location"] == first.headers["Location"]
    assert everything() == after
    assert len(game_in(client, game).game.rounds) == 1


def test_the_same_form_at_once_is_one_round(client: Client, game: str) -> None:
    form = entry(table(client, game))
    fields = form.filled(QUEENS)
    tabs = [client.another_tab() for _ in range(4)]
    ready = threading.Barrier(len(tabs))
    answers: list[tuple[int, str | None]] = []

    def send(tab: Client) -> None:
        ready.wait()
        answer = tab.http.post(form.action, data=dict(fields))
        answers.append((answer.status_code, answer.headers.get("Location")))

    threads = [threading.Thread(target=send, args=[tab]) for tab in tabs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == len(tabs)
    assert len(set(answers)) == 1
    assert answers[0][0] == 303
    assert len(game_in(client, game).game.rounds) == 1


def test_one_key_with_other_content_is_refused(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    form = entry(table(client, game))
    client.submit(form, QUEENS)
    after = everything()
    client.submit(form, {"tally-queens-0": "4"}, expect=409)
    assert everything() == after


@pytest.mark.parametrize("key", [None, "", "short", "no spaces allowed", "x" * 65, "<script>"])
def test_a_form_without_a_key_of_ours_is_sent_once(client: Client, game: str, key: str | None) -> None:
    client.submit(entry(table(client, game)), QUEENS, forged={"key": key})
    client.submit(table(client, game).form("/choose"), press="contract=hearts", forged={"key": key})
    assert len(game_in(client, game).game.rounds) == 1
    assert open_round(client, game).contract == "hearts"


def test_a_form_without_its_token_is_one_press_from_saved(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    form = entry(table(client, game))
    before = everything()
    for token in (None, "", "forged"):
        again = client.submit(form, QUEENS | {"mark-3-2": "1"}, forged={"csrf_token": token}, expect=400)
        assert everything() == before
    page = client.submit(again.form("/open/save"))
    assert totals(page) == [-30] * 4
    assert game_in(client, game).game.rounds[0].marks == ((3, 2),)


def test_a_ruling_survives_a_lost_token(client: Client, game: str) -> None:
    page = client.submit(entry(table(client, game)), {"mark-3-2": "1"}, press="do=keep")
    page = client.submit(entry(page), {"mark-2-3": "1"}, press="do=keep")
    asked = client.submit(entry(page), {"mark-3-2": None, **QUEENS}, expect=422)
    again = client.submit(asked.form("/open/save"), forged={"csrf_token": ""}, expect=400)
    client.submit(again.form("/open/save"))
    assert game_in(client, game).game.rounds[0].rulings == (Code.CHOOSER_DOUBLES_FIRST,)


def test_a_lost_cookie_is_a_lost_game(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    form = entry(table(client, game))
    before = everything()
    client.cookie = ""
    client.submit(form, QUEENS, expect=404)
    assert everything() == before


def test_what_another_phone_entered_meanwhile_is_shown_beside(client: Client, game: str) -> None:
    old = entry(table(client, game))
    client.tap(old, "tally-queens-0", "2")
    mine = {"tally-queens-0": "1", "tally-queens-1": "3"}
    # Both phones entered the same field: the last one wins. Where only the other did, the two meet.
    client.tap(old, "tally-queens-3", "2")
    met = client.submit(old, mine, expect=409)
    assert open_round(client, game).tallies == (("queens", (2, None, None, 2)),)
    theirs = client.get(met.link(game))
    assert entry(theirs).value("tally-queens-0") == "2"
    page = client.submit(met.form("/open/save"))
    assert totals(page) == [-30, -90, 0, 0]


def test_a_meeting_over_values_can_happen_again(client: Client, game: str) -> None:
    old = entry(table(client, game))
    client.tap(old, "tally-queens-3", "2")
    met = client.submit(old, {"tally-queens-0": "4"}, expect=409)
    client.tap(old, "tally-queens-2", "1")
    met = client.submit(met.form("/open/save"), expect=409)
    assert totals(client.submit(met.form("/open/save"))) == [-120, 0, 0, 0]


def test_a_round_that_another_phone_saved_can_be_replaced(client: Client, game: str) -> None:
    old = entry(table(client, game))
    client.submit(entry(table(client, game)), QUEENS)
    met = client.submit(old, {"tally-queens-0": "4", "mark-3-2": "1"}, expect=409)
    client.visit_links(met)
    assert totals(table(client, game)) == [-30] * 4
    page = client.submit(met.form("/rounds/1"))
    assert totals(page) == [-120, 0, 0, 0]
    assert game_in(client, game).game.rounds[0].marks == ((3, 2),)


def test_a_press_that_cannot_work_is_not_offered(client: Client, game: str) -> None:
    old = entry(table(client, game))
    client.submit(entry(table(client, game)), QUEENS)
    met = client.submit(old, {"tally-queens-0": "4"}, expect=409)
    # Both typed the same contract, and a contract is played once.
    assert not met.has_form("/open/next")


def test_a_round_can_become_the_next_one(client: Client, game: str) -> None:
    old = entry(table(client, game))
    client.submit(client.get(f"/games/{game}?contract=").form("/contract"), press="contract=last-trick")
    client.submit(entry(table(client, game)), {"who-last-trick": "0"})
    met = client.submit(old, {"tally-queens-0": "4"}, expect=409)
    page = client.submit(met.form("/open/next"))
    assert [entry.contract for entry in game_in(client, game).game.rounds] == ["last-trick", "queens"]
    assert totals(page) == [-170, 0, 0, 0]
    # The same press again is the same round; another tab with it comes too late.
    assert totals(client.submit(met.form("/open/next"))) == [-170, 0, 0, 0]
    late = client.submit(old, {"tally-queens-0": "3", "tally-queens-1": "1"}, forged={"key": "another-key"}, expect=409)
    assert not late.has_form("/open/next")


def test_the_next_round_is_checked_as_any_other(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    old = entry(table(client, game))
    client.submit(client.get(f"/games/{game}?contract=").form("/contract"), press="contract=last-trick")
    client.submit(entry(table(client, game)), {"who-last-trick": "0"})
    met = client.submit(old, {"tally-queens-0": "3"}, expect=409)
    before = everything()
    refused = client.submit(met.form("/open/next"), expect=422)
    assert refused.problems
    refused = client.submit(met.form("/open/next"), forged={"tally-queens-1": "4,0"}, expect=422)
    client.submit(met.form("/open/next"), forged={"contract": "bridge"}, expect=409)
    assert everything() == before
    asked = client.submit(met.form("/open/next"), forged={"tally-queens-1": "1", "mark-3-0": "1"}, expect=422)
    assert asked.has_form("/open/next")
    choose(client, game, "hearts")
    late = client.submit(met.form("/open/next"), forged={"tally-queens-1": "1"}, expect=409)
    assert not late.has_form("/open/next")


def test_a_round_that_was_cancelled_meanwhile_can_still_be_saved(client: Client, game: str) -> None:
    old = entry(table(client, game))
    client.submit(old, press="/cancel")
    met = client.submit(old, QUEENS, forged={"key": "another-key"}, expect=409)
    assert totals(client.submit(met.form("/open/next"))) == [-30] * 4


def test_a_late_tap_never_lands_in_the_next_round(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    old = entry(table(client, game))
    client.submit(old, QUEENS)
    client.tap(old, "tally-queens-0", "3", expect=409)
    choose(client, game, "kings-and-jacks")
    before = everything()
    client.tap(old, "mark-3-2", "1", expect=409)
    client.tap(old, "tally-queens-0", "3", expect=409)
    client.submit(old, press="do=everyone-3", expect=409)
    client.submit(old, {"tally-queens-0": "4"}, press="do=keep", expect=409)
    assert everything() == before


def test_a_late_form_of_another_contract_is_no_wrong_number(client: Client, tricks: str) -> None:
    old = entry(table(client, tricks))
    client.submit(old, {"tally-tricks-0": "13"})
    choose(client, tricks, "trump-clubs")
    client.submit(old, press="do=keep", forged={"tally-tricks-0": "4,0"}, expect=409)


def test_what_was_entered_is_there_for_a_second_browser_and_after_a_restart(
    client: Client, game: str, database: Database
) -> None:
    client.tap(entry(table(client, game)), "tally-queens-0", "3")
    client.submit(entry(table(client, game)), {"mark-3-2": "1"}, press="do=marking-over")
    other = client.another_browser()
    page = other.get(f"/k/{fresh_link(database, game)}")
    assert entry(page).value("tally-queens-0") == "3"
    assert entry(page).value("mark-3-2") == "1"
    other.tap(entry(page), "tally-queens-1", "1")
    folder = str(client.app.config["SECRET_KEY"])
    settings = read_settings(
        {
            "SCOREKEEPER_INSTANCE": str(database.path.parent if database.path else ""),
            "SCOREKEEPER_DATABASE": database.url.render_as_string(),
            "SCOREKEEPER_SECRET": folder,
        }
    )
    restarted = Client(create_app(settings))
    restarted.cookie = client.cookie
    old = entry(page)
    page = table(restarted, game)
    assert [entry(page).value(f"tally-queens-{seat}") for seat in SEATS] == ["3", "1", None, None]
    # A form from before the restart is saved as if nothing had been.
    page = restarted.submit(old, forged={"shown": old.value("shown"), "csrf_token": token(page)}, expect=409)
    database_of_restarted: Database = restarted.app.extensions["scorekeeper"]
    database_of_restarted.close()


def token(page: Page) -> str:
    """Read the token off a page."""
    return page.forms[0].value("csrf_token") or ""


def test_a_form_for_no_contract_meets(client: Client) -> None:
    game = new_game(client)
    page = choose(client, game, "queens")
    client.submit(entry(page), QUEENS, forged={"contract": "bridge"}, expect=409)
    client.submit(entry(page), press="/cancel")
    client.tap(entry(page), "tally-queens-0", "3", expect=409)
    assert a_round("queens").contract == "queens"
