"""The server, the browser and the phones of the browser tests. Whatever goes wrong on a page fails its test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect, sync_playwright

from tests.browser import launch_options
from tests.e2e.player import Player, Watch, go_to
from tests.servers import Server, start_server

PHONE: ViewportSize = {"width": 360, "height": 740}
TIMEOUT_MILLISECONDS = 20_000
"""How long something is waited for that comes, on a machine that may be slow; nothing is shown by its not coming."""

UNCOUNTED = {"COVERAGE_PROCESS_CONFIG": ""}
"""What pages do is measured in tests/web; a server whose lines are counted takes twice as long for each answer."""

expect.set_options(timeout=TIMEOUT_MILLISECONDS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(**launch_options())
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that let it live; each has games of its own on it."""
    server = start_server(tmp_path_factory.mktemp("server"), env=UNCOUNTED)
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: Server) -> Server:
    """The server of a test's phones. A test module that kills it has one for each of its tests instead."""
    return shared_server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    server = start_server(tmp_path / "instance", env=UNCOUNTED)
    yield server
    server.stop()


@pytest.fixture
def instance(server: Server) -> Path:
    """The folder where the server keeps its database."""
    return server.instance


class Phones(Protocol):
    """Gives a phone with a browser of its own."""

    def __call__(self, browser: Browser | None = None, **options: Any) -> Player: ...


@pytest.fixture
def phones(chromium: Browser, server: Server) -> Iterator[Phones]:
    """As many phones as a test asks for. At its end nothing may have gone wrong on any of them."""
    contexts: list[BrowserContext] = []
    watches: list[Watch] = []

    def phone(browser: Browser | None = None, **options: Any) -> Player:
        settings: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "en-GB", **options}
        context = (browser or chromium).new_context(**settings)
        contexts.append(context)
        context.set_default_timeout(TIMEOUT_MILLISECONDS)
        watch = Watch()
        watches.append(watch)
        context.on("page", watch.follow)
        page = context.new_page()
        player = Player(page, server.url, watch)
        player.has_script = options.get("java_script_enabled", True)
        return player

    yield phone
    pages = [page for context in contexts for page in context.pages]
    for page in pages:
        # What went wrong until now is heard; what is broken off by leaving is no fault.
        page.wait_for_timeout(0)
    problems = [problem for watch in watches for problem in watch.problems]
    for page in pages:
        # Playwright waits for ever for closing a page that is just leading on: it comes to rest first.
        go_to(page, "about:blank")
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def player(phones: Phones) -> Player:
    return phones()


@pytest.fixture(scope="module")
def kept_page(chromium: Browser) -> Iterator[Page]:
    """A page that tests use one after the other: a new one takes longer than all that is looked at on it."""
    # Without motion colours do not fade into each other while they are measured.
    context = chromium.new_context(viewport=PHONE, has_touch=True, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT_MILLISECONDS)
    yield context.new_page()
    context.close()


@pytest.fixture
def kept_player(kept_page: Page, server: Server) -> Iterator[Player]:
    """A phone that is as good as new: it keeps no cookie and nothing that was typed."""
    kept_page.unroute_all()
    kept_page.emulate_media(color_scheme="light")
    kept_page.set_viewport_size(PHONE)
    kept_page.context.clear_cookies()
    kept_page.goto(server.url)
    kept_page.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
    watch = Watch()
    watch.follow(kept_page)
    yield Player(kept_page, server.url, watch)
    assert watch.problems == []
    # Nothing is to go on asking while the next test makes ready.
    kept_page.goto("about:blank")
