"""What every answer carries, the cookie, and the token of every form."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from scorekeeper.app import create_app
from scorekeeper.settings import read_settings
from scorekeeper.storage.database import Database
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.house_rules import HEADERS, YEAR
from tests.web.tables import new_game, table


def test_hashed_files_are_kept_for_a_year(client: Client) -> None:
    page = client.get("/")
    files = [address for address in page.links if address.startswith("/static/")]
    assert len(files) >= 3
    for address in files:
        answer = client.get(address)
        assert re.search(r"-[0-9a-f]{8}\.", address)
        assert answer.headers["Cache-Control"].count(str(YEAR)) == 1
        assert not answer.headers.getlist("Set-Cookie")


@pytest.mark.parametrize(
    ("takes", "gets"), [("gzip, deflate, br, zstd", "br"), ("gzip, deflate", "gzip"), ("br;q=0, gzip", "gzip")]
)
@pytest.mark.parametrize("name", ["app.css", "app.js"])
def test_the_two_joined_files_travel_as_small_as_they_get(client: Client, name: str, takes: str, gets: str) -> None:
    (address,) = [link for link in client.get("/").links if re.search(name.replace(".", r"-[0-9a-f]{8}\."), link)]
    whole = client.http.get(address)
    with whole:
        plain = whole.get_data()
    with client.http.get(address, headers={"Accept-Encoding": takes}) as answer:
        packed = answer.get_data()
    assert answer.headers["Content-Encoding"] == gets
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.headers["Cache-Control"] == f"public, max-age={YEAR}, immutable"
    assert answer.headers["Content-Type"] == whole.headers["Content-Type"]
    assert (brotli.decompress if gets == "br" else gzip.decompress)(packed) == plain
    assert len(packed) < len(plain) / 3


def test_files_whose_names_stay_the_same_are_asked_for_again(client: Client) -> None:
    for address in ("/static/css/00-base.css", "/static/vendor/htmx.min.js", "/static/dist/manifest.json"):
        with client.http.get(address) as answer:
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "no-cache"
        with client.http.get(address, headers={"If-None-Match": answer.headers["ETag"]}) as again:
            assert again.status_code == 304


def test_pages_differ_by_browser_and_by_who_asks(client: Client) -> None:
    varies = client.get("/").headers["Vary"]
    assert "Cookie" in varies
    assert "HX-Request" in varies


def test_the_cookie_is_kept_as_long_as_browsers_keep_one(client: Client) -> None:
    page = client.get("/games/new")
    (cookie,) = page.headers.getlist("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    held = client.http.get_cookie("scorekeeper")
    assert held is not None
    assert held.max_age is None or held.max_age >= YEAR
    # It tells nothing but a name.
    assert "Anna" not in cookie


def test_the_cookie_is_prolonged_once_a_day(client: Client) -> None:
    game = new_game(client)
    assert not client.get(f"/games/{game}").headers.getlist("Set-Cookie")
    with client.http.session_transaction() as session:
        held = dict(session)
    serializer = SecureCookieSessionInterface().get_signing_serializer(client.app)
    assert serializer is not None
    client.cookie = str(serializer.dumps({**held, "day": held["day"] - 1}))
    assert not client.get(f"/games/{game}", htmx=True).headers.getlist("Set-Cookie")
    (cookie,) = client.get(f"/games/{game}").headers.getlist("Set-Cookie")
    assert "Expires" in cookie
    assert not client.get("/").headers.getlist("Set-Cookie")


@pytest.mark.parametrize("proxies", ["", "1"])
def test_over_https_the_cookie_never_travels_otherwise(migrated: Path, proxies: str) -> None:
    said = {"SCOREKEEPER_INSTANCE": str(migrated), "SCOREKEEPER_PUBLIC_URL": "https://bonken.example"}
    app = create_app(read_settings(said | {"SCOREKEEPER_PROXIES": proxies}))
    answer = app.test_client().get("/games/new", base_url="https://bonken.example")
    assert "Secure" in answer.headers["Set-Cookie"]
    database: Database = app.extensions["scorekeeper"]
    database.close()


def test_a_form_from_another_site_is_refused_over_https(app: Flask, everything: Callable[[], Rows]) -> None:
    http = app.test_client()
    page = http.get("/games/new", base_url="https://bonken.example").get_data(as_text=True)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    before = everything()
    fields = {"csrf_token": token[1], **{f"players-{seat}": f"P{seat}" for seat in range(4)}}
    for referrer, status in (
        (None, 400),
        ("https://evil.example/", 400),
        ("http://bonken.example/", 400),
        ("https://bonken.example/games/new", 303),
    ):
        headers = {} if referrer is None else {"Referer": referrer}
        answer = http.post("/games/new", data=fields, base_url="https://bonken.example", headers=headers)
        assert answer.status_code == status
        if status == 400:
            assert everything() == before


def test_every_kind_of_answer_carries_the_headers(client: Client) -> None:
    game = new_game(client)
    for method, address in (("OPTIONS", "/"), ("PUT", "/"), ("DELETE", f"/games/{game}"), ("HEAD", f"/games/{game}")):
        answer = client.http.open(address, method=method)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    answer = client.http.post(f"/games/{game}/choose")
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_no_file_outside_is_handed_out(client: Client) -> None:
    for path in ("../pyproject.toml", "..%2fpyproject.toml", "%2e%2e/pyproject.toml", "/etc/passwd", "dist/../../x"):
        assert client.http.get(f"/static/{path}").status_code in (404, 308)


def test_a_name_cannot_break_a_header(client: Client) -> None:
    game = new_game(client, ("A: b", "%0d%0aSet-Cookie: x=y", "Cees", "Dirk"))
    assert "x=y" not in str(table(client, game).headers)


def test_pages_are_not_sent_on_to_other_servers(client: Client) -> None:
    game = new_game(client)
    answer = client.http.get(f"/games/{game}", headers={"Host": "evil.example"})
    assert b"evil.example" not in answer.get_data()
    for path in ("//evil.example", "/\\evil.example", "/games//new", "///"):
        answer = client.http.get("/", environ_overrides={"PATH_INFO": path})
        assert answer.headers.get("Location", "/") in (
            "/",
            "http://localhost/evil.example",
            "http://localhost/games/new",
        )
