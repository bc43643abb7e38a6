"""In the middle of a round the phone turns, sleeps, reloads, goes away and comes back: nothing entered is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from scorekeeper.rules.game import Round
from scorekeeper.rules.replay import replay
from scorekeeper.services.entries import TallyEntry
from tests.browser import launch_options
from tests.e2e.conftest import PHONE, Phones
from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, contract_of, recorded, seeded

SIX = 6
HALF = Round("ducking", ((1, 0), (1, 3), (3, 1), (0, 1)), (("tricks", (4, None, 1, None)),))
"""Round 7 of the game, half entered: all doubles, two of the four tallies."""


@pytest.fixture
def table(instance: Path) -> Seeded:
    return seeded(instance, recorded(0), rounds=SIX)


def enters_half(player: Player, table: Seeded) -> None:
    player.go(table.link())
    game, roles = table.game, replay(table.game).rounds[SIX].roles
    player.choose(HALF.contract)
    player.give_marks(game, roles, HALF)
    player.tap_count(game, "tricks", 0, 4)
    player.tap_count(game, "tricks", 2, 1)
    player.settled()
    sees(player, table)


def sees(player: Player, table: Seeded, entry: Round = HALF) -> None:
    player.sees_entries(table.game, contract_of(table.game, entry.contract), entry)


def test_turning_the_phone_keeps_the_entries(player: Player, table: Seeded) -> None:
    enters_half(player, table)
    player.page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    sees(player, table)
    player.tap_count(table.game, "tricks", 3, 3)
    expect(player.page.get_by_role("region", name="This round").get_by_role("listitem")).to_have_count(4)
    player.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    sees(player, table, replace(HALF, tallies=(("tricks", (4, None, 1, 3)),)))


def test_reload_back_and_forward_keep_the_entries(player: Player, table: Seeded) -> None:
    enters_half(player, table)
    player.page.reload()
    sees(player, table)
    player.tap(player.link("Your games"))
    expect(player.heading("Going on")).to_be_visible()
    player.page.go_back()
    sees(player, table)
    player.page.go_forward()
    expect(player.heading("Going on")).to_be_visible()
    player.page.go_back()
    sees(player, table)


def test_a_second_phone_with_the_key_sees_what_the_first_one_entered(
    player: Player, phones: Phones, table: Seeded
) -> None:
    enters_half(player, table)
    other = phones()
    other.go(table.link())
    sees(other, table)
    # Each enters a different player: neither undoes the other.
    other.tap_count(table.game, "tricks", 3, 3)
    other.settled()
    player.tap_count(table.game, "tricks", 2, 2)
    player.settled()
    sees(player, table, replace(HALF, tallies=(("tricks", (4, None, 2, 3)),)))


def test_a_page_out_of_the_browsers_memory_asks_what_is_true_now(
    playwright: Playwright, phones: Phones, table: Seeded
) -> None:
    flag = "--disable-back-forward-cache"
    browser = playwright.chromium.launch(**launch_options(), ignore_default_args=[flag])
    player = phones(browser)
    player.page.context.add_init_script(
        "addEventListener('pageshow', (event) => { document.documentElement.dataset.fromMemory = event.persisted })"
    )
    enters_half(player, table)
    player.tap(player.link("Your games"))
    expect(player.heading("Going on")).to_be_visible()
    table.enter(TallyEntry("tricks", 3, 3), TallyEntry("tricks", 2, 2))
    # Playwright's own way back waits for a load, and out of the memory there is none. A page that has left answers
    # nothing any more, not even that it was told to: it goes a little later.
    player.watch.restores = True
    player.page.evaluate("setTimeout(() => history.back(), 100); true")
    expect(player.page.locator("html")).to_have_attribute("data-from-memory", "true")
    sees(player, table, replace(HALF, tallies=(("tricks", (4, None, 2, 3)),)))
    player.page.context.close()
    browser.close()
