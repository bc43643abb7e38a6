"""Without a network the page says so, and covers nothing that can be tapped."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, recorded, seeded

SIX = 6
UNCOVERED = """
  (elements) => elements.filter((element) => {
    const box = element.getBoundingClientRect();
    const notices = document.querySelector(".notices").getBoundingClientRect();
    return box.height && box.top < notices.bottom && box.bottom > notices.top + 1;
  }).map((element) => element.textContent.trim())
"""
"""Names what lies under the notices."""


@pytest.fixture
def table(instance: Path) -> Seeded:
    return seeded(instance, recorded(0), rounds=SIX)


def says(player: Player, words: str) -> Locator:
    return player.page.locator(".notices").get_by_text(words)


def goes_offline(player: Player) -> None:
    player.watch.server_goes()
    player.page.context.set_offline(True)


def test_the_notices_cover_neither_the_header_nor_the_button_that_saves(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.choose("ducking")
    goes_offline(player)
    player.tap_count(table.game, "tricks", 0, 3)
    expect(says(player, "Not saved yet")).to_be_visible()
    expect(says(player, "Not connected")).to_be_visible()
    fixed = player.page.locator(".felt a, .felt h1, .felt .where, .round > .actions button")
    assert fixed.evaluate_all(UNCOVERED) == []
    # At the very end of the page as well, and there nothing else either.
    player.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    everything = player.page.locator("main a, main button, main label")
    assert everything.evaluate_all(UNCOVERED) == []
    player.page.context.set_offline(False)
    for words in ("Not saved yet", "Not connected"):
        expect(says(player, words)).to_be_hidden()


def test_the_board_makes_room_for_a_notice(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.go(f"{table.path}/board")
    goes_offline(player)
    expect(says(player, "Not connected")).to_be_visible()
    assert player.page.locator(".board-seat, .back, h1").evaluate_all(UNCOVERED) == []
    player.page.context.set_offline(False)
    expect(says(player, "Not connected")).to_be_hidden()


def test_nothing_moves_under_a_finger(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.choose("ducking")
    player.page.evaluate("document.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    goes_offline(player)
    with player.page.expect_event("requestfailed"):
        player.page.evaluate("dispatchEvent(new Event('online'))")
    player.page.wait_for_function("performance.now() > 0")
    player.settled()
    expect(says(player, "Not connected")).to_have_count(0)
    player.page.evaluate("document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))")
    expect(says(player, "Not connected")).to_be_visible()
