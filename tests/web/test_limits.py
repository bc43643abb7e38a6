"""How often games may be made and links opened: a table never notices, a flood is told to wait."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.settings import BadSetting, read_settings
from scorekeeper.storage.database import Database
from scorekeeper.web.limits import limiter
from tests.web.client import Client
from tests.web.pages import Form

GAMES, GAMES_OF_AN_ADDRESS = 40, 400
LINKS = 60


@pytest.fixture
def counted(migrated: Path) -> Iterator[Client]:
    """A browser of an app that counts."""
    app = create_app(read_settings({"SCOREKEEPER_INSTANCE": str(migrated)}))
    limiter.reset()
    yield Client(app)
    limiter.enabled = False
    database: Database = app.extensions["scorekeeper"]
    database.close()


def new(client: Client) -> Form:
    return client.get("/games/new").form("/games/new")


NAMES = {f"players-{seat}": name for seat, name in enumerate(("Anna", "Bram", "Cees", "Dirk"))} | {"first_dealer": "0"}


def test_too_many_games_are_refused_kindly_and_another_phone_goes_on(counted: Client) -> None:
    form = new(counted)
    for _ in range(GAMES):
        # Without a key each counts as sent for the first time.
        counted.submit(form, NAMES, forged={"key": ""}, follow=False, expect=303)
    page = counted.submit(form, NAMES, expect=429)
    assert 0 < int(page.headers["Retry-After"]) <= 3601
    assert "Too much at once" in page.text()
    again = page.form("/games/new")
    assert again.value("players-0") == "Anna", "what was typed can be sent again"
    assert again.value("key") == form.value("key")
    other = counted.another_browser()
    other.submit(new(other), NAMES)


def test_who_throws_the_cookie_away_is_known_by_the_address(counted: Client) -> None:
    for _ in range(LINKS * 10):
        counted.http.delete_cookie("scorekeeper")
        assert counted.http.get("/k/guessed").status_code == 303
    counted.http.delete_cookie("scorekeeper")
    assert counted.http.get("/k/guessed").status_code == 429


def test_counting_in_redis_without_its_package_is_told_in_a_sentence(migrated: Path) -> None:
    said = {"SCOREKEEPER_INSTANCE": str(migrated), "SCOREKEEPER_RATE_LIMITS": "redis://127.0.0.1:1"}
    with pytest.raises(BadSetting, match=r"pip install 'scorekeeper\[redis\]'"):
        create_app(read_settings(said))
    limiter.enabled = False


def test_looking_and_scoring_are_never_counted(counted: Client) -> None:
    form = new(counted)
    page = counted.submit(form, NAMES)
    for _ in range(GAMES_OF_AN_ADDRESS + 1):
        assert counted.http.get(page.address).status_code == 200
