"""The server is killed and comes back: what was entered is there, and what could not be sent stays on the screen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Route, expect

from scorekeeper.rules.tallies import Counts
from scorekeeper.services.entries import TallyEntry
from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, recorded, seeded
from tests.e2e.test_interrupted import HALF, SIX, enters_half, sees
from tests.servers import Server

RETRY_MILLISECONDS = 10_000
"""Longer than the page waits before it tries once more."""


@pytest.fixture
def server(own_server: Server) -> Server:
    return own_server


@pytest.fixture
def table(server: Server) -> Seeded:
    return seeded(server.instance, recorded(0), rounds=SIX)


def trouble(player: Player) -> Locator:
    return player.page.get_by_role("alert").filter(has_text="Not saved yet")


def test_entries_survive_a_killed_server_and_an_open_page_goes_on_after_it(
    player: Player, table: Seeded, server: Server
) -> None:
    enters_half(player, table)
    player.watch.server_goes()
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


def saves_in_vain(player: Player, table: Seeded, server: Server) -> None:
    """Enter the rest of the round and save it, while there is no server."""
    enters_half(player, table)
    player.watch.server_goes()
    server.kill()
    player.tap_count(table.game, "tricks", 3, 3)
    player.settled()
    player.tap(player.save_button(SIX + 1))
    expect(trouble(player)).to_be_visible()
    player.settled()


def sees_it_saved(player: Player, table: Seeded, *, tricks: Counts = (4, 5, 1, 3)) -> None:
    expect(player.page.get_by_role("status").first).to_have_text(f"Round {SIX + 1} saved.", timeout=30_000)
    expect(trouble(player)).to_be_hidden()
    player.settled()
    game = table.seen().stored.game
    assert [entry.tallies for entry in game.rounds[SIX:]] == [(("tricks", tricks),)]


def test_a_saving_that_met_no_server_is_sent_again_by_itself(player: Player, table: Seeded, server: Server) -> None:
    saves_in_vain(player, table, server)
    server.restart()
    sees_it_saved(player, table)


def test_presses_meanwhile_are_the_same_saving(player: Player, table: Seeded, server: Server) -> None:
    saves_in_vain(player, table, server)
    for _ in range(3):
        player.tap(player.save_button(SIX + 1))
        player.settled()
    server.restart()
    sees_it_saved(player, table)
    expect(player.heading("Finn chooses")).to_be_visible()


def test_what_is_entered_after_the_press_is_saved_with_it(player: Player, table: Seeded, server: Server) -> None:
    saves_in_vain(player, table, server)
    player.tap_count(table.game, "tricks", 3, 2)
    player.settled()
    server.restart()
    sees_it_saved(player, table, tricks=(4, 6, 1, 2))


def test_a_saving_outlives_a_reload(player: Player, table: Seeded, server: Server) -> None:
    player.page.clock.install()
    saves_in_vain(player, table, server)
    # The page that is left does not try once more: the one that comes knows of the press only by what the phone keeps.
    player.stop_the_clock()
    server.restart()
    player.page.reload()
    player.page.clock.resume()
    sees_it_saved(player, table)


def test_taps_that_were_not_sent_outlive_a_reload(player: Player, table: Seeded, server: Server) -> None:
    player.page.clock.install()
    enters_half(player, table)
    player.watch.server_goes()
    server.kill()
    player.tap_count(table.game, "tricks", 3, 3)
    player.tap_count(table.game, "tricks", 2, 2)
    player.settled()
    # The page that is left does not try once more before it goes.
    player.stop_the_clock()
    server.restart()
    # Another phone was quicker with one of the two.
    table.enter(TallyEntry("tricks", 2, 0))
    player.page.reload()
    player.page.clock.resume()
    whole = replace(HALF, tallies=(("tricks", (4, None, 0, 3)),))
    sees(player, table, whole)
    player.settled()
    player.page.reload()
    sees(player, table, whole)


def test_an_answer_that_is_lost_on_its_way_is_no_second_round(player: Player, table: Seeded) -> None:
    enters_half(player, table)
    player.tap_count(table.game, "tricks", 3, 3)
    player.settled()
    player.watch.server_goes()
    cut: list[int] = []

    def cut_off(route: Route) -> None:
        if cut:
            route.fallback()
            return
        cut.append(route.fetch().status)
        route.abort("connectionreset")

    player.page.route(re.compile("/open/save$"), cut_off)
    player.tap(player.save_button(SIX + 1))
    sees_it_saved(player, table)
    assert cut == [200]
    expect(player.heading("Finn chooses")).to_be_visible()


def test_a_choice_that_met_no_server_is_sent_again_by_itself(player: Player, table: Seeded, server: Server) -> None:
    player.go(table.link())
    player.watch.server_goes()
    server.kill()
    player.tap(player.tile("ducking"))
    expect(trouble(player)).to_be_visible()
    server.restart()
    expect(player.page.locator("form.round")).to_be_visible(timeout=30_000)
    entry = table.seen().stored.game.open_round
    assert entry is not None
    assert entry.contract == "ducking"


def test_a_choice_is_not_sent_again_when_its_question_is_answered(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.watch.server_goes()
    with player.meddling(re.compile("/choose$"), lambda route: route.abort("connectionreset")):
        player.tap(player.tile("ducking"))
        expect(trouble(player)).to_be_visible()
        table.choose("hearts")
        expect(player.heading("Hearts").first).to_be_visible()
    player.requests.clear()
    # The server is there all the time: this is when the choice would go.
    for _ in range(3):
        with player.page.expect_response(lambda answer: "hx-ptag" in answer.request.headers):
            pass
    assert not [request for request in player.requests if request.url.endswith("/choose")]


def test_a_shortcut_that_met_no_server_is_sent_again_before_later_taps(
    player: Player, table: Seeded, server: Server
) -> None:
    els, finn, guney, _ = table.game.players
    player.go(table.link())
    player.choose("ducking")
    player.watch.server_goes()
    server.kill()
    player.tap(player.shortcut(finn, "everyone"))
    player.tap(player.mark(guney, els))
    player.settled()
    server.restart()
    for doubler, doubled in ((finn, els), (finn, guney), (guney, els)):
        expect(player.mark(doubler, doubled)).to_be_checked(timeout=30_000)
    player.settled()
    player.page.reload()
    for doubler, doubled in ((finn, els), (finn, guney), (guney, els)):
        expect(player.mark(doubler, doubled)).to_be_checked()


def test_a_busy_server_is_told_plainly_and_undoes_nothing(player: Player, table: Seeded) -> None:
    player.page.clock.install()
    enters_half(player, table)

    def busy(route: Route) -> None:
        route.fulfill(status=503, headers={"Retry-After": "5"}, body="<main id='main'>Not saved yet</main>")

    shown = replace(HALF, tallies=(("tricks", (4, None, 1, 3)),))
    player.watch.expect(503)
    with player.meddling(re.compile("/open$"), busy):
        player.tap_count(table.game, "tricks", 3, 3)
        expect(trouble(player)).to_contain_text("can’t write just now")
        player.settled()
        expect(trouble(player)).to_be_visible()
        sees(player, table, shown)
    player.page.clock.fast_forward(RETRY_MILLISECONDS)
    expect(trouble(player)).to_be_hidden()
    player.page.reload()
    sees(player, table, shown)
