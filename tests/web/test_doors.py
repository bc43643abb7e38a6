"""Closed doors: every route, for everybody who may come to it. A route that is not in the list fails the tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.rules.game import Round
from scorekeeper.storage.games import Right
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.tables import a_game, give_right, stored, table
from tests.web.test_keys import address_of, asked, token_of
from tests.web.test_sharing import path

PUBLIC = {
    "GET /",
    "GET /another-phone",
    "POST /another-phone",
    "GET /c/<code>",
    "POST /c/<code>",
    "GET /calculator",
    "GET /calculator/check",
    "POST /calculator/check",
    "GET /games/import",
    "POST /games/import",
    "POST /games/import/add",
    "GET /games/new",
    "POST /games/new",
    "GET /healthz",
    "GET /k/<token>",
    "GET /rules",
    "GET /rules/<rule_set>",
    "GET /sheets/blank",
    "GET /sheets/blank.pdf",
    "GET /static/<path:filename>",
}
FOLLOW = {
    "GET /games/<game_id>",
    "GET /games/<game_id>/board",
    "GET /games/<game_id>/history",
    "GET /games/<game_id>/history/<int:revision>",
    "GET /games/<game_id>/rounds/<int:number>",
    "GET /games/<game_id>/share",
    "GET /games/<game_id>/sheet",
    "GET /games/<game_id>/sheet.csv",
    "GET /games/<game_id>/sheet.json",
    "GET /games/<game_id>/sheet.pdf",
    "GET /games/<game_id>/sheet.png",
    "GET /games/<game_id>/sheet.txt",
}
SCORE = {
    "POST /games/<game_id>/cancel",
    "POST /games/<game_id>/choose",
    "POST /games/<game_id>/contract",
    "POST /games/<game_id>/history/<int:revision>/take-back",
    "POST /games/<game_id>/open",
    "POST /games/<game_id>/open/next",
    "POST /games/<game_id>/open/replace",
    "POST /games/<game_id>/open/save",
    "POST /games/<game_id>/restore",
    "POST /games/<game_id>/rounds/<int:number>",
    "GET /games/<game_id>/rounds/<int:number>/insert",
    "POST /games/<game_id>/rounds/<int:number>/insert",
    "POST /games/<game_id>/rounds/<int:number>/insert/preview",
    "POST /games/<game_id>/rounds/<int:number>/move",
    "POST /games/<game_id>/rounds/<int:number>/preview",
    "POST /games/<game_id>/rounds/<int:number>/remove",
    "GET /games/<game_id>/settings",
    "POST /games/<game_id>/settings",
    "POST /games/<game_id>/settings/delete",
    "POST /games/<game_id>/settings/resume",
    "POST /games/<game_id>/settings/stop",
    "POST /games/<game_id>/share/renew",
    "POST /games/<game_id>/share/shut-out",
    "POST /games/<game_id>/take-back",
    "POST /games/<game_id>/undo",
}
GAME = a_game(2, open_round=Round("queens", ((3, 0),)))


def routes(app: Flask) -> dict[str, tuple[str, Rule]]:
    """Name every route by method and pattern."""
    return {
        f"{method} {rule.rule}": (method, rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"OPTIONS", "HEAD"}
    }


def test_every_route_is_in_the_list(app: Flask) -> None:
    assert routes(app).keys() == PUBLIC | FOLLOW | SCORE
    assert len(PUBLIC) + len(FOLLOW) + len(SCORE) == len(routes(app))


def no_key(_maker: Client, _game: str, other: Client) -> None:
    """Somebody who was never here."""
    other.get("/games/new")


def another_games_key(_maker: Client, _game: str, other: Client) -> None:
    """Somebody who scores at another table."""
    stored(other, a_game(1))


def renewed_key(right: str) -> Callable[[Client, str, Client], None]:
    """Somebody whose link was renewed since."""

    def come(maker: Client, game: str, other: Client) -> None:
        shared = maker.get(f"/games/{game}/share")
        other.get(path(shared, right))
        table(other, game)
        maker.submit(next(form for form in shared.forms if form.value("right") == right))

    return come


def shut_out(maker: Client, game: str, other: Client) -> None:
    """Somebody who was shut out."""
    other.get(path(maker.get(f"/games/{game}/share"), "score"))
    maker.submit(maker.get(f"/games/{game}/share").form("/shut-out"))


@pytest.mark.parametrize(
    "come",
    [no_key, another_games_key, renewed_key("follow"), renewed_key("score"), shut_out],
    ids=["no key", "another game's key", "a renewed key to follow", "a renewed key to score", "shut out"],
)
def test_without_a_key_there_is_no_such_game(
    client: Client, app: Flask, everything: Callable[[], Rows], come: Callable[[Client, str, Client], None]
) -> None:
    game = stored(client, GAME)
    other = client.another_browser()
    come(client, game, other)
    token = token_of(other)
    before = everything()
    for name in sorted(FOLLOW | SCORE):
        method, rule = routes(app)[name]
        there = asked(other, method, address_of(rule, game), token)
        nowhere = asked(other, method, address_of(rule, "nonsense"), token)
        assert (there.status, nowhere.status) == (404, 404), name
        assert there.body.replace(game, "nonsense") == nowhere.body, f"{name} tells that there is such a game"
    assert everything() == before


@pytest.mark.parametrize("right", Right)
def test_a_key_opens_what_it_is_for_and_nothing_else(
    client: Client, app: Flask, everything: Callable[[], Rows], right: Right
) -> None:
    game = stored(client, GAME)
    client.get(f"/games/{game}/share")
    other = client.another_browser()
    give_right(other, game, right)
    token = token_of(other)
    before = everything()
    opens = FOLLOW if right is Right.FOLLOW else FOLLOW | {name for name in SCORE if name.startswith("GET")}
    for name in sorted(FOLLOW | SCORE):
        method, rule = routes(app)[name]
        if name in opens:
            address = address_of(rule, game).replace("/insert", "/insert?contract=hearts")
            assert other.http.get(address).status_code in (200, 404 if "history/" in name else 200), name
        elif right is Right.FOLLOW:
            assert asked(other, method, address_of(rule, game), token).status == 404, name
    assert everything() == before


@pytest.mark.parametrize("name", sorted(name for name in PUBLIC | SCORE if name.startswith("POST")))
def test_no_form_is_carried_out_without_its_token(
    client: Client, app: Flask, everything: Callable[[], Rows], name: str
) -> None:
    game = stored(client, GAME)
    client.get(f"/games/{game}/share")
    method, rule = routes(app)[name]
    before = everything()
    for token in ([], [("csrf_token", "forged")], [("csrf_token", token_of(client.another_browser()))]):
        answer = client.post(address_of(rule, game), [*token, ("key", "some-key-of-mine")], follow=False, expect=400)
        assert answer.status == 400
    assert everything() == before
    del method


def test_who_scores_gets_past_every_door(client: Client, app: Flask) -> None:
    for name in sorted(SCORE):
        game = stored(client, GAME)
        method, rule = routes(app)[name]
        if method == "POST":
            fields = {"csrf_token": token_of(client), "key": "a-key-of-its-own-" + game}
            answer = client.http.post(address_of(rule, game), data=fields)
            assert answer.status_code in (200, 303, 400, 409, 422), name


ODD_NUMBERS = ("9" * 20, "9" * 5000, "-1", "1e9", "\N{ARABIC-INDIC DIGIT TWO}", "\0", "")
NUMBERS = (
    *("again", "change", "contract", "dealer", "number", "page", "phone", "revision", "round", "sequence", "swap"),
    *("to", "up_to", "version", "versions", "chooser", "seated", "shown", "was"),
)
"""What pages of ours write a number, a seat or a name into; a forged form can hold anything there."""


@pytest.mark.parametrize("odd", ODD_NUMBERS, ids=lambda odd: repr(odd[:20]))
def test_no_number_that_no_page_of_ours_wrote_breaks_anything(client: Client, app: Flask, odd: str) -> None:
    game = stored(client, GAME)
    token = token_of(client)
    given = dict.fromkeys(NUMBERS, odd) | {"ruling": f"{odd}:dealer", "tally-hearts-0": odd, "showed": odd}
    for place, (name, (method, rule)) in enumerate(sorted(routes(app).items())):
        address = address_of(rule, game)
        if method == "POST":
            # Each has a key of its own: one that was used answers for the form before it.
            fields = {"csrf_token": token, "key": f"a-key-of-mine-{place}", **given}
            answer = client.http.post(address, data=fields)
        else:
            answer = client.http.get(address, query_string=given)
        assert answer.status_code < 500, name
        if method == "POST" and game not in client.get("/").body:
            game = stored(client, GAME)


@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 20, "9" * 5000])
def test_no_number_in_an_address_breaks_anything(client: Client, app: Flask, number: str) -> None:
    game = stored(client, GAME)
    token = token_of(client)
    for name, (method, rule) in sorted(routes(app).items()):
        if "<int:" in name:
            address = address_of(rule, game).replace("/1", f"/{number}")
            assert number in address
            answer = client.http.open(address, method=method, data={"csrf_token": token} if method == "POST" else None)
            assert answer.status_code in (404, 405, 409, 422), name
