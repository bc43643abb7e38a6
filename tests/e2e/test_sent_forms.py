"""Forms that lead to another page, without a network and over a reload: what was typed is kept, and sent once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Locator, expect

from scorekeeper.rules.tallies import Counts
from scorekeeper.services.entries import Entries
from tests.e2e.conftest import Phones
from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, recorded, seeded

SIX, SEVEN = 6, 7
TRICKS = "tricks"
SAVED, MINE = (6, 5, 2, 0), (5, 6, 2, 0)


@pytest.fixture
def table(instance: Path) -> Seeded:
    """A game after seven rounds, of which the last was ducking."""
    table = seeded(instance, recorded(0), rounds=SIX)
    table.choose("ducking")
    table.save(Entries(tallies={(TRICKS, seat): count for seat, count in enumerate(SAVED)}))
    return table


@pytest.fixture
def other(phones: Phones) -> Player:
    """The second phone."""
    return phones()


def trouble(player: Player) -> Locator:
    return player.page.get_by_role("alert").filter(has_text="Not saved yet")


def told(player: Player, words: str) -> None:
    expect(player.page.locator("#told-text")).to_have_text(words, timeout=40_000)


def becomes(player: Player, is_so: Callable[[], bool]) -> None:
    """Wait until the server has it, whoever sent it: a page that is left may be quicker than the one that comes."""
    end = time.monotonic() + 40
    while not is_so():
        assert time.monotonic() < end, "it was never sent"
        with suppress(Error):
            # Without asking the page, which answers nothing while it is being left.
            player.page.wait_for_timeout(20)


def goes_offline(player: Player) -> None:
    player.watch.server_goes()
    player.page.context.set_offline(True)


def comes_back(player: Player) -> None:
    player.page.context.set_offline(False)


def goes_away(player: Player) -> None:
    """Lose the page, as by a reload without a network, and come back to the network."""
    # Its own page for this the browser tries again by itself; a test does that once. What it left behind hears of the
    # network too, for as long as it is there.
    with player.meddling("**/*", lambda route: route.abort("internetdisconnected")):
        player.page.goto("about:blank")
        comes_back(player)


def tallies(table: Seeded, number: int = SEVEN) -> Counts:
    return dict(table.seen().stored.game.rounds[number - 1].tallies)[TRICKS]


def form_path(table: Seeded) -> str:
    return f"{table.path}/rounds/{SEVEN}?correct=1"


def corrects(player: Player, table: Seeded) -> None:
    """Fill in the correction: one trick less for the first player, one more for the second."""
    player.go(table.link())
    player.go(form_path(table))
    player.tap_count(table.game, TRICKS, 0, MINE[0])
    player.tap_count(table.game, TRICKS, 1, MINE[1])
    player.settled()


def sees_mine(player: Player, table: Seeded) -> None:
    expect(player.chip(table.game.players[0], TRICKS, MINE[0])).to_be_checked()
    expect(player.chip(table.game.players[1], TRICKS, MINE[1])).to_be_checked()


def corrects_too(other: Player, table: Seeded) -> None:
    """Save another correction meanwhile: one trick less for the second player, one more for the third."""
    other.go(table.link())
    other.go(form_path(table))
    other.tap_count(table.game, TRICKS, 1, 4)
    other.tap_count(table.game, TRICKS, 2, 3)
    other.tap(other.button("Save the correction"))
    told(other, f"Round {SEVEN} corrected.")


@pytest.mark.parametrize("way", ["waits", "reloads", "theirs"])
def test_mine_instead_that_met_no_network_is_kept_and_sent(
    player: Player, other: Player, table: Seeded, way: str
) -> None:
    other.watch.expect(409)
    corrects(other, table)
    corrects_too(player, table)
    other.tap(other.button("Save the correction"))
    expect(other.heading("Changed meanwhile")).to_be_visible()
    goes_offline(other)
    other.tap(other.button("Mine instead"))
    expect(trouble(other)).to_be_visible()
    # Pressed once more, it is the same.
    other.tap(other.button("Mine instead"))
    expect(other.heading("Changed meanwhile")).to_be_visible()
    match way:
        case "waits":
            comes_back(other)
        case "reloads":
            goes_away(other)
            other.go(table.path)
        case _:
            # Who leaves it as it is has taken the press back.
            with suppress(Error):
                other.link("Theirs: leave it as it is").click()
            comes_back(other)
            other.go(table.path)
            other.go(form_path(table))
            expect(other.chip(table.game.players[1], TRICKS, 4)).to_be_checked()
            assert tallies(table) == (6, 4, 3, 0)
            return
    becomes(other, lambda: tallies(table) == MINE)
    assert table.seen().stored.revision == 17


def test_a_correction_that_is_filled_in_outlives_reloads_and_is_forgotten_when_it_is_saved(
    player: Player, table: Seeded
) -> None:
    corrects(player, table)
    player.page.get_by_label("Who dealt").select_option(index=1)
    for _ in range(2):
        player.page.reload()
        sees_mine(player, table)
        player.settled()
    expect(player.page.get_by_label("Who dealt")).to_have_value("1")
    player.page.get_by_label("Who dealt").select_option(index=int(table.seen().played.rounds[SIX].roles.dealer))
    player.settled()
    player.tap(player.button("Save the correction"))
    told(player, f"Round {SEVEN} corrected.")
    assert tallies(table) == MINE
    # Another phone puts it back; the form shows what is there.
    player.go(form_path(table))
    sees_mine(player, table)
    player.tap_count(table.game, TRICKS, 0, 4)
    player.settled()
    player.tap(player.link("Cancel"))
    expect(player.link("Correct this round")).to_be_visible()
    player.page.wait_for_load_state()
    player.go(form_path(table))
    sees_mine(player, table)


def test_another_contract_that_is_filled_in_outlives_a_reload(player: Player, table: Seeded) -> None:
    player.watch.expect(422)
    player.go(table.link())
    player.go(form_path(table))
    player.page.get_by_label("Contract").select_option("hearts")
    player.tap_count(table.game, "hearts", 3, 6)
    player.settled()
    player.page.reload()
    expect(player.page.get_by_label("Contract")).to_have_value("hearts")
    expect(player.chip(table.game.players[3], "hearts", 6)).to_be_checked()


@pytest.mark.parametrize("way", ["waits", "changes", "reloads"])
def test_a_correction_that_met_no_network_is_sent_once_it_is_there(player: Player, table: Seeded, way: str) -> None:
    corrects(player, table)
    revision = table.seen().stored.revision
    goes_offline(player)
    player.tap(player.button("Save the correction"))
    expect(trouble(player)).to_be_visible()
    sees_mine(player, table)
    match way:
        case "waits":
            comes_back(player)
        case "changes":
            player.tap_count(table.game, TRICKS, 0, 4)
            player.tap_count(table.game, TRICKS, 1, 7)
            comes_back(player)
        case _:
            goes_away(player)
            player.go(form_path(table))
    becomes(player, lambda: tallies(table) == ((4, 7, 2, 0) if way == "changes" else MINE))
    if way != "reloads":
        told(player, f"Round {SEVEN} corrected.")
    assert table.seen().stored.revision == revision + 1
    player.go(table.path)
    player.go(f"{table.path}/settings")
    player.settled()
    assert table.seen().stored.revision == revision + 1


def test_what_was_kept_of_an_older_round_meets_what_is_there_now(player: Player, other: Player, table: Seeded) -> None:
    player.watch.expect(409)
    corrects(player, table)
    corrects_too(other, table)
    player.page.reload()
    expect(player.heading("Changed meanwhile")).to_be_visible()
    assert tallies(table) == (6, 4, 3, 0)
    player.page.reload()
    expect(player.heading("Changed meanwhile")).to_be_visible()
    player.tap(player.button("Mine instead"))
    told(player, f"Round {SEVEN} corrected.")
    assert tallies(table) == MINE
    player.go(form_path(table))
    sees_mine(player, table)
    expect(player.page.locator("form[data-keep]")).to_be_visible()


def test_a_forgotten_round_that_met_no_network_is_put_in_once(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.go(f"{table.path}/rounds/{SEVEN}/insert?contract=hearts")
    for seat, count in ((0, 6), (1, 5), (2, 2)):
        player.tap_count(table.game, "hearts", seat, count)
    player.settled()
    player.page.reload()
    expect(player.chip(table.game.players[0], "hearts", 6)).to_be_checked()
    goes_offline(player)
    player.watch.expect(422)
    player.tap(player.button(f"Put in round {SEVEN}"))
    expect(trouble(player)).to_be_visible()
    comes_back(player)
    asked = player.button("It happened so: mark as ruled")
    expect(asked.or_(player.page.locator("main[data-game]"))).to_be_visible(timeout=40_000)
    if asked.is_visible():
        player.tap(asked)
    told(player, f"Round {SEVEN} put in.")
    rounds = [entry.contract for entry in table.seen().stored.game.rounds]
    assert rounds[SIX:] == ["hearts", "ducking"]


@pytest.mark.parametrize("way", ["waits", "reloads"])
def test_settings_that_met_no_network_are_kept_and_sent(player: Player, table: Seeded, way: str) -> None:
    path = f"{table.path}/settings"
    player.go(table.link())
    player.go(path)
    player.page.get_by_label("Title").fill("Kitchen")
    player.page.get_by_label("Player 1", exact=True).fill("Elsbeth")
    player.page.reload()
    expect(player.page.get_by_label("Title")).to_have_value("Kitchen")
    expect(player.page.get_by_label("Player 1", exact=True)).to_have_value("Elsbeth")
    goes_offline(player)
    player.tap(player.button("Save the settings"))
    expect(trouble(player)).to_be_visible()
    if way == "waits":
        comes_back(player)
    else:
        goes_away(player)
        player.go(path)
    becomes(player, lambda: table.seen().stored.game.title == "Kitchen")
    assert table.seen().stored.game.players[0] == "Elsbeth"
    if way == "waits":
        told(player, "Settings changed.")


def test_settings_that_were_kept_meet_what_was_changed_meanwhile(player: Player, other: Player, table: Seeded) -> None:
    player.watch.expect(409)
    path = f"{table.path}/settings"
    player.go(table.link())
    player.go(path)
    player.page.get_by_label("Title").fill("Kitchen")
    other.go(table.link())
    other.go(path)
    other.page.get_by_label("Title").fill("Garden")
    other.tap(other.button("Save the settings"))
    told(other, "Settings changed.")
    player.page.reload()
    expect(player.page.get_by_label("Title")).to_have_value("Kitchen")
    player.tap(player.button("Save the settings"))
    expect(player.heading("Changed meanwhile")).to_be_visible()
    assert table.seen().stored.game.title == "Garden"
    player.tap(player.link("Theirs: leave it as it is"))
    expect(player.page.locator("main[data-game]")).to_be_visible()
    player.go(path)
    expect(player.page.get_by_label("Title")).to_have_value("Garden")


@pytest.mark.parametrize("way", ["waits", "reloads"])
def test_a_new_game_that_met_no_network_is_started_once(player: Player, way: str) -> None:
    player.go("/games/new")
    for seat, name in enumerate(("Anna", "Bram", "Cees", "Dirk"), 1):
        player.page.get_by_role("combobox", name=f"Player {seat}", exact=True).fill(name)
    player.tap(player.page.get_by_role("radio", name="Player 2 deals first"))
    goes_offline(player)
    player.tap(player.button("Start the game"))
    expect(trouble(player)).to_be_visible()
    if way == "waits":
        comes_back(player)
    else:
        goes_away(player)
        player.go("/games/new")
    expect(player.page).to_have_url(re.compile(r"/games/[\w-]{8,}$"), timeout=40_000)
    player.page.wait_for_load_state()
    player.go("/")
    expect(player.page.locator(".game-line")).to_have_count(1)
    player.go("/games/new")
    expect(player.page.get_by_role("combobox", name="Player 1", exact=True)).to_have_value("")


def test_stopping_a_game_without_a_network_stops_it_later(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.go(f"{table.path}/settings")
    goes_offline(player)
    player.tap(player.button("Stop early"))
    expect(trouble(player)).to_be_visible()
    comes_back(player)
    told(player, "The game is stopped.")
    assert table.seen().stored.game.stopped
