"""The server is killed and comes back: what was entered is there, and what could not be sent stays on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, recorded, seeded
from tests.e2e.test_interrupted import HALF, SIX, enters_half, sees
from tests.servers import Server, start_server

RETRY_MILLISECONDS = 10_000
"""Longer than the page waits before it tries once more."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = start_server(tmp_path / "instance")
    yield server
    server.stop()


@pytest.fixture
def table(server: Server) -> Seeded:
    return seeded(server.instance, recorded(0), rounds=SIX)


def trouble(player: Player) -> Locator:
    return player.page.get_by_role("alert").filter(has_text="Not saved yet")


def test_entries_survive_a_killed_server_and_an_open_page_goes_on_after_it(
    player: Player, table: Seeded, server: Server
) -> None:
    enters_half(player, table)
    server.kill()
    server.restart()
    # The page was open all the while: its form still counts.
    player.tap_count(table.game, "tricks", 3, 3)
    player.settled()
    whole = replace(HALF, tallies=(("tricks", (4, None, 1, 3)),))
    sees(player, table, whole)
    player.page.reload()
    sees(player, table, whole)
    player.save(SIX + 1)


def test_what_could_not_be_sent_stays_on_the_screen_and_is_sent_when_the_server_is_back(
    player: Player, table: Seeded, server: Server
) -> None:
    game = table.game
    guney, hanne = game.players[2:]
    player.page.clock.install()
    enters_half(player, table)
    shown = replace(HALF, marks=(*HALF.marks, (2, 3)), tallies=(("tricks", (4, None, None, 3)),))
    player.watch.server_goes()
    server.kill()
    player.tap_count(game, "tricks", 3, 3)
    expect(trouble(player)).to_be_visible()
    # A number that is let go, and a double.
    player.tap_count(game, "tricks", 2, 1)
    player.tap(player.mark(guney, hanne))
    player.settled()
    sees(player, table, shown)
    server.restart()
    player.page.clock.fast_forward(RETRY_MILLISECONDS)
    expect(trouble(player)).to_be_hidden()
    player.settled()
    sees(player, table, shown)
    player.page.reload()
    sees(player, table, shown)


def test_saving_while_the_server_is_away_can_be_done_again(player: Player, table: Seeded, server: Server) -> None:
    enters_half(player, table)
    player.watch.server_goes()
    server.kill()
    player.tap_count(table.game, "tricks", 3, 3)
    player.settled()
    player.tap(player.save_button(SIX + 1))
    expect(trouble(player)).to_be_visible()
    server.restart()
    player.save(SIX + 1)
    expect(trouble(player)).to_be_hidden()
    assert table.seen().stored.game.rounds[SIX].tallies == (("tricks", (4, 5, 1, 3)),)


def test_a_busy_server_is_told_plainly_and_undoes_nothing(player: Player, table: Seeded) -> None:
    player.page.clock.install()
    enters_half(player, table)

    def busy(route: Route) -> None:
        route.fulfill(status=503, headers={"Retry-After": "5"}, body="<main id='main'>Not saved yet</main>")

    player.page.route(re.compile("/open$"), busy)
    shown = replace(HALF, tallies=(("tricks", (4, None, 1, 3)),))
    player.watch.expect(503)
    player.tap_count(table.game, "tricks", 3, 3)
    expect(trouble(player)).to_contain_text("busy")
    player.settled()
    expect(trouble(player)).to_be_visible()
    sees(player, table, shown)
    player.page.unroute_all()
    player.page.clock.fast_forward(RETRY_MILLISECONDS)
    expect(trouble(player)).to_be_hidden()
    player.page.reload()
    sees(player, table, shown)
