"""The share page, the links it shows, and the code for another phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.network import network_address
from scorekeeper.settings import read_settings
from scorekeeper.storage.database import Database
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Page
from tests.web.tables import a_game, stored, table

GAME = a_game(2)


def address(page: Page, name: str) -> str:
    """Read a link off its field."""
    return page.by_id(f"{name}-address").attrib["value"]


def path(page: Page, name: str) -> str:
    """Give a link's path, as the test's browsers need it."""
    return "/" + address(page, name).split("/", 3)[3]


def test_the_two_links_let_others_follow_and_score(client: Client) -> None:
    game = stored(client, GAME)
    page = client.get(f"/games/{game}/share")
    assert len(page.all(class_="qr")) == 2
    follower, helper = client.another_browser(), client.another_browser()
    assert not follower.get(path(page, "follow")).forms
    assert helper.get(path(page, "score")).has_form("/choose")
    assert "/share" in " ".join(table(client, game).links)
    shown = follower.get(f"/games/{game}/share")
    assert address(shown, "follow") == address(page, "follow")
    assert "score-address" not in shown
    assert "phones" not in shown
    assert not shown.forms


def test_a_key_never_stays_in_the_address_and_is_told_to_nobody(client: Client) -> None:
    game = stored(client, GAME)
    page = client.get(f"/games/{game}/share")
    phone = client.another_browser()
    phone.get("/games/new")
    answer = phone.http.get(path(page, "score"))
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/games/{game}"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert path(page, "score").rpartition("/")[2] not in str(answer.headers)


def test_what_keeps_no_cookie_never_holds_a_key(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, GAME)
    link = path(client.get(f"/games/{game}/share"), "follow")
    before = everything()
    preview = client.app.test_client(use_cookies=False)
    for method in ("GET", "HEAD"):
        answer = preview.open(link, method=method)
        assert answer.status_code == 303
        refused = preview.open(answer.headers["Location"], method=method)
        assert refused.status_code == 400
    assert everything() == before
    page = preview.get(answer.headers["Location"]).get_data(as_text=True)
    assert "keeps no cookies" in page


def test_renewing_ends_the_old_link_at_once(client: Client) -> None:
    game = stored(client, GAME)
    before = client.get(f"/games/{game}/share")
    follower = client.another_browser()
    follower.get(path(before, "follow"))
    form = next(one for one in before.forms if one.value("right") == "follow")
    after = client.submit(form)
    assert after.address.startswith(f"/games/{game}/share")
    assert address(after, "follow") != address(before, "follow")
    assert address(after, "score") == address(before, "score")
    table(follower, game, expect=404)
    client.another_browser().get(path(before, "follow"), expect=404)
    # The same form again is the same renewal.
    assert address(client.submit(form), "follow") == address(after, "follow")


def test_phones_are_named_by_what_they_are_and_can_be_shut_out(client: Client) -> None:
    game = stored(client, GAME)
    page = client.get(f"/games/{game}/share")
    follower = client.another_browser()
    follower.http.environ_base["HTTP_USER_AGENT"] = (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        "Version/17.5 Mobile/15E148 Safari/604.1"
    )
    follower.get(path(page, "follow"))
    page = client.get(f"/games/{game}/share")
    assert "Safari on iPhone" in page.text()
    (form,) = [one for one in page.forms if one.action.endswith("/shut-out")]
    page = client.submit(form)
    assert "Safari on iPhone" not in page.text()
    table(follower, game, expect=404)
    assert not [one for one in page.forms if one.action.endswith("/shut-out")], "this phone made the game"


def test_nobody_renews_what_is_no_right(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, GAME)
    form = next(one for one in client.get(f"/games/{game}/share").forms if one.value("right") == "follow")
    before = everything()
    client.submit(form, forged={"right": "everything"}, expect=400)
    assert everything() == before


# Addresses


def shared_at(migrated: Path, host: str, said: dict[str, str], **environment: str) -> str:
    """Give the start of the link that a page asked for at `host` shows."""
    app = create_app(read_settings({"SCOREKEEPER_INSTANCE": str(migrated), **said}))
    client = Client(app)
    game = stored(client, GAME)
    headers = {name.replace("_", "-"): value for name, value in environment.items()}
    # The test's own cookies would stay at home.
    headers |= {"Host": host, "Cookie": f"scorekeeper={client.cookie}"}
    body = app.test_client(use_cookies=False).get(f"/games/{game}/share", headers=headers).get_data(as_text=True)
    database: Database = app.extensions["scorekeeper"]
    database.close()
    found = re.search(r'id="follow-address" value="([^"]+)/k/', body)
    assert found is not None
    return found[1]


def test_links_carry_an_address_that_other_phones_reach(migrated: Path) -> None:
    lan = network_address() or "127.0.0.1"
    assert shared_at(migrated, "192.168.1.20:8000", {}) == "http://192.168.1.20:8000"
    assert shared_at(migrated, "bonken.local", {}) == "http://bonken.local"
    for here in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
        assert shared_at(migrated, here, {}) in (f"http://{lan}:8000", f"http://{here}")
    assert shared_at(migrated, "127.0.0.1:8000", {"SCOREKEEPER_HOST": "127.0.0.1"}) == "http://127.0.0.1:8000"
    public = {"SCOREKEEPER_PUBLIC_URL": "https://bonken.example"}
    assert shared_at(migrated, "10.0.0.7:8000", public) == "https://bonken.example"


def test_forwarded_headers_count_only_when_a_proxy_is_trusted(migrated: Path) -> None:
    told = {"X_Forwarded_Host": "bonken.example", "X_Forwarded_Proto": "https"}
    assert shared_at(migrated, "10.0.0.7:8000", {}, **told) == "http://10.0.0.7:8000"
    trusted = shared_at(migrated, "10.0.0.7:8000", {"SCOREKEEPER_PROXIES": "1"}, **told)
    assert trusted == "https://bonken.example"


def test_a_server_for_this_machine_alone_says_that_its_links_go_nowhere(migrated: Path) -> None:
    for host, is_told in (("127.0.0.1", True), ("0.0.0.0", not network_address())):
        app = create_app(read_settings({"SCOREKEEPER_INSTANCE": str(migrated), "SCOREKEEPER_HOST": host}))
        client = Client(app)
        page = client.get(f"/games/{stored(client, GAME)}/share")
        assert ("on this computer only" in page.text()) == is_told
        database: Database = app.extensions["scorekeeper"]
        database.close()


# Another phone


def test_another_phone_takes_all_games_by_one_button(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, GAME)
    assert "/another-phone" in client.get("/").links
    shown = client.submit(client.get("/another-phone").form("/another-phone"))
    other, late = client.another_browser(), client.another_browser()
    before = everything()
    assert not client.get(path(shown, "code"), expect=404).forms, "the phone that made it can't use it up"
    (form,) = other.get(path(shown, "code")).forms
    assert everything() == before, "a chat that opens the link for a preview uses nothing up"
    home = other.submit(form)
    assert f"/games/{game}" in home.links
    assert home.text("told-text")
    assert "told-text" not in other.get("/"), "it is told once"
    assert table(other, game).has_form("/choose")
    other.submit(form)
    page = late.get(path(shown, "code"), expect=404)
    assert not page.forms
    table(late, game, expect=404)


def test_who_holds_no_key_is_not_said_to_be_shut_out(client: Client) -> None:
    game = stored(client, GAME)
    other = client.another_browser()
    other.get(path(client.get(f"/games/{game}/share"), "follow"))
    form = client.get(f"/games/{game}/share").form("/shut-out")
    assert client.submit(form, forged={"phone": "999"}).text("phones")
    assert "told-text" not in client.submit(form, forged={"phone": "999"})
    table(other, game)
    assert "told-text" in client.submit(client.get(f"/games/{game}/share").form("/shut-out"))


def test_a_phone_without_games_is_told_so(client: Client, app: Flask) -> None:
    assert "/another-phone" not in client.get("/").links
    page = client.submit(client.get("/another-phone").form("/another-phone"), expect=422)
    assert "no games" in page.text()
    assert not Client(app).get("/c/nonsense", expect=404).forms


@pytest.mark.parametrize("code", ["nonsense", "%00", "..", "<b>"])
def test_a_code_that_was_never_made_says_what_to_do(client: Client, code: str) -> None:
    assert client.get(f"/c/{code}", expect=404).link("/")
