"""Errors: pages of our own for each, and forms that can be sent again."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask, abort
from sqlalchemy import update

from scorekeeper.app import create_app
from scorekeeper.rules.game import Round
from scorekeeper.settings import read_settings
from scorekeeper.storage.database import Database
from scorekeeper.storage.schema import GameRow
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import text_of
from tests.web.tables import a_game, game_in, new_game, stored, table, totals

QUEENS = {f"tally-queens-{seat}": "1" for seat in range(4)}


@contextmanager
def busy(app: Flask, database: Database) -> Iterator[None]:
    """Let another program hold the database, while the app waits but a moment."""
    impatient = Database(database.url.render_as_string(), busy_milliseconds=20)
    app.extensions["scorekeeper"] = impatient
    other = sqlite3.connect(str(database.path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()
        impatient.close()
        app.extensions["scorekeeper"] = database


def test_a_busy_database_keeps_the_entry_and_says_when_to_try_again(
    client: Client, app: Flask, database: Database, everything: Callable[[], Rows]
) -> None:
    game = stored(client, a_game(open_round=Round("queens")))
    form = table(client, game).form("/open/save")
    before = everything()
    with busy(app, database):
        again = client.submit(form, QUEENS | {"mark-3-2": "1"}, expect=503)
        assert int(again.headers["Retry-After"]) > 0
        # Reading goes on meanwhile.
        table(client, game)
        again = client.submit(again.form("/open/save"), expect=503)
        client.tap(form, "tally-queens-0", "3", expect=503)
    assert everything() == before
    page = client.submit(again.form("/open/save"))
    assert totals(page) == [-30] * 4
    assert game_in(client, game).game.rounds[0].marks == ((3, 2),)


def test_the_press_after_a_busy_moment_counts_once(client: Client, app: Flask, database: Database) -> None:
    game = stored(client, a_game(open_round=Round("queens")))
    form = table(client, game).form("/open/save")
    with busy(app, database):
        again = client.submit(form, QUEENS, expect=503)
    client.submit(again.form("/open/save"))
    # The form itself, by Back: its key is the one of the press.
    client.submit(form, QUEENS)
    assert len(game_in(client, game).game.rounds) == 1


@pytest.mark.parametrize("ending", ["/stop", "/delete"])
def test_a_form_without_fields_of_its_own_can_be_sent_again_too(
    client: Client, app: Flask, database: Database, ending: str
) -> None:
    game = stored(client, a_game(2))
    form = client.get(f"/games/{game}/settings").form(ending)
    with busy(app, database):
        again = client.submit(form, expect=503)
    client.submit(again.form(ending))
    lost = client.submit(
        client.get(f"/games/{new_game(client)}/settings").form(ending), forged={"csrf_token": ""}, expect=400
    )
    client.submit(lost.form(ending))


def test_a_database_that_is_gone_is_503_everywhere(client: Client, app: Flask, database: Database) -> None:
    game = stored(client, a_game(2))
    gone = Database("sqlite:////nowhere/at/all.sqlite3")
    app.extensions["scorekeeper"] = gone
    try:
        for address in ("/", f"/games/{game}", f"/games/{game}/settings", f"/games/{game}/rounds/1", "/games/new"):
            assert "Retry-After" in client.get(address, expect=503).headers
        client.get("/", htmx=True, expect=503)
        client.get("/k/some-token-of-a-link", expect=503)
        client.another_browser().get("/")
    finally:
        app.extensions["scorekeeper"] = database
        gone.close()


def test_a_fault_of_ours_is_told_without_details_and_logged(
    client: Client, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    game = stored(client, a_game(2))
    with database.writing() as connection:
        connection.execute(update(GameRow).values(rules="of-the-future"))
    with caplog.at_level(logging.ERROR):
        page = client.get(f"/games/{game}", expect=500)
    assert "of-the-future" not in page.body
    assert "Traceback" not in page.body
    assert any(record.exc_info for record in caplog.records)
    client.get(f"/games/{game}", htmx=True, expect=500)


@pytest.mark.parametrize(
    "address", ["/nowhere", "/games", "/games/", "/games/x/y", "/static/nowhere.css", "/favicon.ico", "/k/", "/%00"]
)
def test_an_address_that_is_not_there_is_a_page_of_ours(client: Client, address: str) -> None:
    page = client.get(address, expect=404)
    client.visit_links(page)
    assert [text_of(button) for button in page.all(class_="primary")] == ["Your games"]
    client.get(address, htmx=True, expect=404)


def test_a_wrong_method_is_a_page_of_ours(client: Client) -> None:
    game = new_game(client)
    page = client.get(f"/games/{game}/undo", expect=405)
    client.visit_links(page)
    assert "POST" in page.headers["Allow"]


def test_a_form_that_is_far_too_large_is_refused(client: Client, everything: Callable[[], Rows]) -> None:
    game = new_game(client)
    form = table(client, game).form("/choose")
    before = everything()
    client.submit(form, forged={"contract": "x" * 300_000}, expect=413)
    client.submit(form, forged={"contract": "x" * 300_000}, htmx=True, press="contract=queens", expect=413)
    assert everything() == before


def test_a_form_in_another_encoding_breaks_nothing(client: Client) -> None:
    game = new_game(client)
    for data, kind in (
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (b"{}", "application/json"),
        (b"csrf_token=%ff&key=%00", "application/x-www-form-urlencoded"),
    ):
        answer = client.http.post(f"/games/{game}/choose", data=data, content_type=kind)
        assert answer.status_code == 400


def test_errors_of_the_framework_are_pages_of_ours(migrated: Path) -> None:
    app = create_app(read_settings({"SCOREKEEPER_INSTANCE": str(migrated)}))
    app.add_url_rule("/teapot", "teapot", lambda: abort(418))
    app.add_url_rule("/broken", "broken", lambda: abort(501))
    client = Client(app)
    client.get("/teapot", expect=418)
    client.get("/broken", expect=500)
    database: Database = app.extensions["scorekeeper"]
    database.close()


def test_the_server_says_that_it_is_well(client: Client) -> None:
    page = client.get("/healthz")
    assert page.headers["Content-Type"].startswith("text/plain")
