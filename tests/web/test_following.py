"""Following live: a poll that brings nothing new costs one statement, and one that does brings the page."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import Connection, event
from werkzeug.test import TestResponse

from scorekeeper.services.sharing import see_sharing
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from tests.web.client import AN_HTMX_REQUEST, Client
from tests.web.tables import a_game, a_round, choose, give_right, new_game, play, stored, table

PAGES = ("", "/board")


def tag_on(client: Client, address: str) -> str:
    """Read the tag off what polls on a page."""
    (poller,) = [element for element in client.get(address).all("span") if "data-poll" in element.attrib]
    return poller.attrib["hx-ptag"]


def poll(client: Client, address: str, tag: str) -> TestResponse:
    """Ask as htmx's extension does."""
    return client.http.get(address, headers={**AN_HTMX_REQUEST, "HX-PTag": tag})


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("right", Right)
def test_a_poll_with_nothing_new_is_one_statement_and_an_empty_answer(
    client: Client, database: Database, page: str, right: Right
) -> None:
    game = stored(client, a_game(2), right)
    address = f"/games/{game}{page}"
    tag = tag_on(client, address)
    statements: list[str] = []

    def count(_c: Connection, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            statements.append(statement)

    event.listen(database.engine, "before_cursor_execute", count)
    answer = poll(client, address, tag)
    event.remove(database.engine, "before_cursor_execute", count)
    assert (answer.status_code, answer.get_data()) == (304, b"")
    assert answer.headers["HX-PTag"] == tag
    assert "Set-Cookie" not in answer.headers
    assert len(statements) == 1


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("right", Right)
def test_a_browser_that_comes_again_gets_the_page_it_kept_until_something_is_new(
    client: Client, page: str, right: Right
) -> None:
    game = new_game(client)
    visitor = client.another_browser()
    give_right(visitor, game, right)
    address = f"/games/{game}{page}"
    kept = visitor.get(address).headers["ETag"]

    def again(**more: str) -> TestResponse:
        return visitor.http.get(address, headers={"If-None-Match": kept, **more})

    answer = again()
    assert (answer.status_code, answer.get_data(), answer.headers["ETag"]) == (304, b"", kept)
    assert {"private", "no-cache"} <= set(answer.headers["Cache-Control"].split(", "))
    # What htmx asks for at the same address is a part of the page, and another thing.
    assert again(**AN_HTMX_REQUEST).status_code == 200
    assert "ETag" not in again(**AN_HTMX_REQUEST).headers
    give_right(visitor, game, Right.SCORE)
    assert again().status_code == (304 if right is Right.SCORE else 200)
    kept = visitor.get(address).headers["ETag"]
    choose(client, game, "ducking")
    assert again().status_code == 200
    kept = visitor.get(address).headers["ETag"]
    visitor.cookie = ""
    assert again().status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_whatever_changes_the_game_is_news_to_who_follows(client: Client, page: str) -> None:
    game = new_game(client)
    follower = client.another_browser()
    give_right(follower, game, Right.FOLLOW)
    address = f"/games/{game}{page}"

    def news() -> str:
        tag = tag_on(follower, address)
        assert poll(follower, address, tag).status_code == 304
        return tag

    tag = news()
    opened = choose(client, game, "ducking")
    assert poll(follower, address, tag).status_code == 200
    tag = news()
    client.tap(opened.form("/open/save"), "mark-1-0", "1")
    assert poll(follower, address, tag).status_code == 200
    tag = news()
    client.tap(table(client, game).form("/open/save"), "tally-tricks-2", "4")
    answer = poll(follower, address, tag)
    assert answer.status_code == 200
    assert answer.headers.get("Set-Cookie") is None


def test_who_follows_sees_doubles_and_what_was_taken_and_hears_what_was_saved(client: Client) -> None:
    game = new_game(client)
    follower = client.another_browser()
    give_right(follower, game, Right.FOLLOW)
    tag = tag_on(follower, f"/games/{game}")
    opened = choose(client, game, "kings-and-jacks")
    client.tap(opened.form("/open/save"), "mark-1-0", "1")
    client.tap(table(client, game).form("/open/save"), "tally-kings-0", "3")
    page = table(follower, game)
    assert page.text("following-doubles") == "Bram → Anna"
    cells = [cell.text for cell in page.all("td", within=page.all("table", class_="taken")[0])]
    assert cells[1:] == ["3", "–", "–", "–", "–", "–", "–", "–"]
    taken = {"kings": (3, 1, 0, 0), "jacks": (0, 0, 4, 0)}
    fields = {f"tally-{item}-{seat}": str(count) for item, four in taken.items() for seat, count in enumerate(four)}
    client.submit(table(client, game).form("/open/save"), fields)
    told = poll(follower, f"/games/{game}", tag).get_data(as_text=True)
    assert "Round 1 saved." in told
    assert "Take it back" not in told


def test_another_right_language_or_build_is_news(client: Client, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    game = stored(client, a_game(2), Right.FOLLOW)
    address = f"/games/{game}"
    tag = tag_on(client, address)
    give_right(client, game, Right.SCORE)
    assert poll(client, address, tag).status_code == 200
    tag = tag_on(client, address)
    monkeypatch.setitem(app.extensions, "scorekeeper.build", "another")
    assert poll(client, address, tag).status_code == 200
    for nonsense in ("", "x", "9" * 999):
        assert poll(client, address, nonsense).status_code == 200


def test_who_may_not_see_the_game_any_more_is_told_so(client: Client, database: Database) -> None:
    game = new_game(client)
    follower = client.another_browser()
    token = see_sharing(database, game, client.browser_id).follow
    follower.get(f"/k/{token}")
    tag = tag_on(follower, f"/games/{game}")
    page = client.get(f"/games/{game}/share")
    client.submit(next(one for one in page.forms if one.value("right") == "follow"))
    answer = poll(follower, f"/games/{game}", tag)
    assert answer.status_code == 404
    assert "no such game" in answer.get_data(as_text=True)


@pytest.mark.parametrize("page", PAGES)
def test_a_game_that_is_over_is_asked_about_ever_less_often(client: Client, page: str) -> None:
    for game, how_often in ((a_game(2), "often"), (a_game(11), "over"), (a_game(2, stopped=True), "over")):
        shown = client.get(f"/games/{stored(client, game)}{page}")
        assert [element.get("data-poll") for element in shown.all("span") if "data-poll" in element.attrib] == [
            how_often
        ]


def test_what_others_did_is_said_to_who_listens(client: Client) -> None:
    game = new_game(client)
    follower, helper = client.another_browser(), client.another_browser()
    give_right(follower, game, Right.FOLLOW)
    give_right(helper, game, Right.SCORE)

    def said(listener: Client) -> str:
        body = poll(listener, f"/games/{game}", "of another state").get_data(as_text=True)
        found = re.search(r'id="told-text">(.*?)</p>', body, re.DOTALL)
        assert found is not None
        return " ".join(re.sub(r"<[^>]+>", "", found[1]).split())

    opened = choose(client, game, "kings-and-jacks")
    assert said(follower) == said(helper) == "Round 1: Kings and jacks."
    assert said(client) == ""
    client.tap(opened.form("/open/save"), "mark-1-0", "1")
    assert said(follower) == said(helper) == "Bram doubles Anna."
    client.tap(table(client, game).form("/open/save"), "tally-kings-0", "3")
    assert said(follower) == "Kings: Anna – → 3."
    changed = client.submit(client.get(f"/games/{game}?contract=").form("/contract"), press="contract=queens")
    assert said(helper) == "Round 1: Queens."
    assert said(client) == ""
    fields = {f"tally-queens-{seat}": str(count) for seat, count in enumerate((4, 0, 0, 0))}
    client.submit(changed.form("/open/save"), fields)
    assert said(follower).startswith("Round 1 saved. Totals: Anna ")


def test_an_answer_that_waits_for_a_tap_is_not_taken_away_by_news(client: Client) -> None:
    game = stored(client, a_game(2))
    choose(client, game, "queens")
    shown = client.get(f"/games/{game}?contract=")
    assert not [element for element in shown.all("span") if "data-poll" in element.attrib]


def test_the_scoreboard_shows_who_does_what_and_who_won(client: Client) -> None:
    game = new_game(client)
    page = client.get(f"/games/{game}/board")
    assert "chooses" in page.text()
    play(client, game, "ducking")
    choose(client, game, "hearts")
    assert "Hearts" in client.get(f"/games/{game}/board").text()
    over = stored(client, a_game((a_round("ducking"),), stopped=True))
    assert "Stopped" in client.get(f"/games/{over}/board").text()
