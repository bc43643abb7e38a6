"""Who may do what: the browser that made a game, those that hold a link, and strangers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.rules.game import Round
from scorekeeper.services.changing import now
from scorekeeper.services.sharing import fresh_link
from scorekeeper.storage import access
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Page
from tests.web.tables import a_game, choose, give_right, stored, table

STATES = {
    "choosing": a_game(2),
    "marking": a_game(2, open_round=Round("queens", ((3, 0),))),
    "tallying": a_game(2, open_round=Round("queens", ((3, 0), (0, 3))), marking_over=True),
    "new": a_game(),
    "finished": a_game(11),
    "stopped": a_game(2, stopped=True),
}
_PART = re.compile(r"<(?:(?P<kind>\w+)(?:\((?P<options>[^)]*)\))?:)?(?P<name>\w+)>")


def routes_of_a_game(app: Flask) -> Iterator[tuple[str, Rule]]:
    """List every route that names a game, once for each method."""
    for rule in app.url_map.iter_rules():
        if "game_id" in rule.arguments:
            yield from ((method, rule) for method in sorted((rule.methods or set()) - {"OPTIONS"}))


def address_of(rule: Rule, game_id: str) -> str:
    """Fill in a route's address."""

    def value(part: re.Match[str]) -> str:
        if part["name"] == "game_id":
            return game_id
        return "1" if part["kind"] == "int" else (part["options"] or "x").split(",")[0].strip()

    return _PART.sub(value, rule.rule)


def asked(client: Client, method: str, address: str, token: str) -> Page:
    """Send a request with a good token."""
    if method == "POST":
        return client.post(address, [("csrf_token", token), ("key", "some-key-of-mine")], follow=False, expect=404)
    return client.head(address) if method == "HEAD" else client.get(address, expect=404)


def token_of(client: Client) -> str:
    """Get a good token for this browser."""
    return client.get("/games/new").form("/games/new").value("csrf_token") or ""


def test_every_route_is_closed_to_strangers(client: Client, app: Flask, everything: Callable[[], Rows]) -> None:
    game = stored(client, STATES["marking"])
    routes = list(routes_of_a_game(app))
    assert len(routes) > 20
    stranger, newcomer = client.another_browser(), client.another_browser()
    token = token_of(stranger)
    before = everything()
    for method, rule in routes:
        there = asked(stranger, method, address_of(rule, game), token)
        nowhere = asked(stranger, method, address_of(rule, "nonsense"), token)
        assert (there.status, nowhere.status) == (404, 404), (method, rule.rule)
        # Nothing tells a stranger which of the two exists.
        assert there.body.replace(game, "nonsense") == nowhere.body
        if method == "GET":
            newcomer.get(address_of(rule, game), expect=404)
    assert everything() == before


def test_without_a_token_nothing_tells_whether_a_game_exists(client: Client, app: Flask) -> None:
    game = stored(client, STATES["marking"])
    stranger = client.another_browser()
    token_of(stranger)
    for method, rule in routes_of_a_game(app):
        if method == "POST":
            bodies = {
                stranger.post(
                    address_of(rule, one), [("x", "y"), ("key", "some-key-of-mine")], expect=404
                ).body.replace(one, "")
                for one in (game, "nonsense")
            }
            assert len(bodies) == 1


@pytest.mark.parametrize("state", STATES)
def test_every_page_of_a_game_is_in_order_in_every_state(client: Client, app: Flask, state: str) -> None:
    game = stored(client, STATES[state])
    seen = 0
    for method, rule in routes_of_a_game(app):
        if method == "GET":
            page = client.get(
                address_of(rule, game), expect=404 if "number" in rule.arguments and state == "new" else 200
            )
            client.visit_links(page)
            client.head(address_of(rule, game))
            seen += 1
    assert seen >= 4
    client.get(f"/games/{game}", htmx=True)
    client.get(f"/games/{game}?contract=&dealer=3&change=1")


@pytest.mark.parametrize("state", STATES)
def test_who_follows_sees_the_game_and_changes_nothing(
    client: Client, app: Flask, everything: Callable[[], Rows], state: str
) -> None:
    game = stored(client, STATES[state])
    follower = client.another_browser()
    give_right(follower, game, Right.FOLLOW)
    page = table(follower, game)
    assert not page.forms
    assert not page.all("button")
    assert not [link for link in page.links if link.endswith("/settings") or "rematch" in link]
    follower.visit_links(page)
    assert not follower.get(f"/games/{game}?contract=&dealer=1", htmx=True).forms
    if state != "new":
        round_page = follower.get(f"/games/{game}/rounds/1?correct=1&contract=queens")
        assert not round_page.forms
        follower.visit_links(round_page)
    token = token_of(follower)
    before = everything()
    for method, rule in routes_of_a_game(app):
        if method == "POST" or rule.rule.endswith(("/settings", "/insert")):
            assert asked(follower, method, address_of(rule, game), token).status == 404, (method, rule.rule)
    assert everything() == before


def test_a_link_to_score_opens_the_game_for_good(client: Client, database: Database) -> None:
    game = stored(client, STATES["choosing"])
    token = fresh_link(database, game)
    other = client.another_browser()
    page = other.get(f"/k/{token}")
    assert page.address == f"/games/{game}"
    assert page.has_form("/choose")
    other.get(f"/k/{token}")
    choose(other, game, "queens")
    assert "round-heading" in table(client, game)


def test_a_link_to_follow_never_lowers_what_a_browser_holds(client: Client, database: Database) -> None:
    game = stored(client, STATES["choosing"])
    with database.writing() as connection:
        token = access.make_key(connection, game, Right.FOLLOW, now())
    follower = client.another_browser()
    assert not follower.get(f"/k/{token}").forms
    assert client.get(f"/k/{token}").has_form("/choose")
    assert follower.get(f"/k/{fresh_link(database, game)}").has_form("/choose")


@pytest.mark.parametrize("token", ["nonsense", "x" * 500, "%00", "..", "<b>"])
def test_a_link_that_opens_nothing_says_so(client: Client, everything: Callable[[], Rows], token: str) -> None:
    before = everything()
    page = client.get(f"/k/{token}", expect=404)
    assert page.link("/")
    assert everything() == before


def test_a_link_to_a_deleted_game_opens_nothing(client: Client, database: Database) -> None:
    game = stored(client, STATES["choosing"])
    token = fresh_link(database, game)
    client.submit(client.get(f"/games/{game}/settings").form("/delete"))
    client.another_browser().get(f"/k/{token}", expect=404)


def test_a_deleted_game_is_gone_for_its_own_browser_until_it_is_taken_back(client: Client, app: Flask) -> None:
    game = stored(client, STATES["choosing"])
    client.submit(client.get(f"/games/{game}/settings").form("/delete"))
    for method, rule in routes_of_a_game(app):
        if method == "GET":
            client.get(address_of(rule, game), expect=404)


@pytest.mark.parametrize("cookie", ["nonsense", "a.b.c", "\N{BULLET}", "eyJicm93c2VyIjoieCJ9.aaaaaa.bbbbbb"])
def test_a_cookie_that_we_did_not_sign_is_none(client: Client, cookie: str) -> None:
    game = stored(client, STATES["choosing"])
    other = client.another_browser()
    other.cookie = cookie
    table(other, game, expect=404)
    other.get("/")
