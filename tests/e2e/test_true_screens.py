"""A screen that is looked at shows what is true: after a backup was put back, and long after the end."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.services.entries import Entries, TallyEntry
from tests.e2e.conftest import Phones
from tests.e2e.player import Player, asks_for_news
from tests.e2e.seeding import Seeded, recorded, seeded
from tests.servers import Server

SIX = 6
LONGEST_PAUSE = 30_000
HALF_AN_HOUR = 60
"""How many such pauses it has."""


@pytest.fixture
def server(own_server: Server) -> Server:
    """It is stopped, and its database is put back."""
    return own_server


@pytest.fixture
def table(server: Server) -> Seeded:
    return seeded(server.instance, recorded(0), rounds=SIX)


def scorekeeper(server: Server, *words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        check=True,
        capture_output=True,
        env={"SCOREKEEPER_INSTANCE": str(server.instance)},
    )


def rounds_on(player: Player) -> Locator:
    return player.page.locator("#main > .felt .where")


def test_open_pages_show_the_backup_that_was_put_back(
    phones: Phones, table: Seeded, server: Server, tmp_path: Path
) -> None:
    player, board = phones(), phones()
    for phone, path in ((player, table.path), (board, f"{table.path}/board")):
        phone.go(table.link())
        phone.go(path)
    scorekeeper(server, "backup", str(tmp_path / "copy"))
    table.play(SIX + 2)
    expect(rounds_on(player)).to_have_text(f"Round {SIX + 3} of 11")
    expect(board.page.locator(".where")).to_contain_text(f"{SIX + 3}/")
    for phone in (player, board):
        phone.watch.server_goes()
    server.stop()
    scorekeeper(server, "restore", str(tmp_path / "copy"))
    server.restart()
    expect(rounds_on(player)).to_have_text(f"Round {SIX + 1} of 11")
    expect(board.page.locator(".where")).to_contain_text(f"{SIX + 1}/")
    # And they go on from there.
    table.play(SIX + 1)
    expect(rounds_on(player)).to_have_text(f"Round {SIX + 2} of 11")


def test_a_revision_that_comes_again_after_a_restore_is_another_one(
    player: Player, table: Seeded, server: Server, tmp_path: Path
) -> None:
    player.go(table.link())
    scorekeeper(server, "backup", str(tmp_path / "copy"))
    table.play(SIX + 1)
    lost = table.seen()
    player.sees_totals(table.game, list(lost.played.totals))
    player.watch.server_goes()
    server.stop()
    scorekeeper(server, "restore", str(tmp_path / "copy"))
    # The same round once more, and this time nobody doubles.
    again = table.game.rounds[SIX]
    assert again.marks
    table.choose(again.contract)
    table.save(Entries.of(replace(again, marks=())))
    assert table.seen().stored.revision == lost.stored.revision
    server.restart()
    player.sees_totals(table.game, list(table.seen().played.totals))


def test_news_are_not_taken_out_of_what_the_browser_stored(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.choose("hearts")
    statuses: list[int] = []
    player.page.on("response", lambda answer: statuses.append(answer.status) if asks_for_news(answer.request) else None)
    table.enter(TallyEntry("hearts", 3, 6))
    expect(player.chip(table.game.players[3], "hearts", 6)).to_be_checked()
    for _ in range(3):
        with player.page.expect_response(lambda answer: asks_for_news(answer.request)):
            pass
    # There is nothing new, and no page of before comes in its place.
    assert statuses[-2:] == [304, 304]


def test_a_result_that_others_take_back_much_later_is_seen(player: Player, server: Server) -> None:
    game = recorded(0)
    table = seeded(server.instance, game, rounds=len(game.rounds))
    player.page.clock.install()
    player.go(table.link())
    expect(player.page.locator("#ending")).to_be_visible()
    player.stop_the_clock()
    for _ in range(HALF_AN_HOUR):
        with player.page.expect_response(lambda answer: asks_for_news(answer.request)):
            player.page.clock.fast_forward(LONGEST_PAUSE)
        player.settled()


def test_an_open_question_about_the_dealer_stays_open_when_others_change_something(
    player: Player, phones: Phones, table: Seeded
) -> None:
    player.go(table.link())
    player.tap(player.page.get_by_text("Somebody else dealt?"))
    question = player.page.get_by_text("Who really dealt?")
    expect(question).to_be_visible()
    other = phones()
    other.go(table.link())
    other.go(f"{table.path}/settings")
    other.page.get_by_label("Player 1", exact=True).fill("Elsbeth")
    other.tap(other.button("Save the settings"))
    expect(player.page.locator("#seats")).to_contain_text("Elsbeth")
    expect(question).to_be_visible()


AWAKE = """
  window.locks = [];
  const request = async () => {
    const lock = new EventTarget();
    lock.released = false;
    lock.release = async () => { lock.released = true; };
    window.locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
"""
"""What a browser with a screen to keep awake has; this one has none."""


def locks(player: Player) -> tuple[int, int]:
    """Count how often the screen was asked to stay on, and how many of these still hold it."""
    asked, held = player.page.evaluate("[locks.length, locks.filter((lock) => !lock.released).length]")
    return asked, held


def turns(player: Player, *, hidden: bool) -> None:
    """Put the phone into a pocket, where the browser lets go of the screen by itself, or take it out."""
    player.page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          if (hidden) for (const lock of locks) lock.released = true;
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.mark.parametrize("page", ["", "/board"])
def test_a_screen_on_the_table_stays_on_while_it_is_looked_at(player: Player, table: Seeded, page: str) -> None:
    player.page.add_init_script(AWAKE)
    player.go(table.link())
    player.go(f"{table.path}{page}")
    assert locks(player) == (1, 1)
    turns(player, hidden=True)
    turns(player, hidden=False)
    assert locks(player) == (2, 1)
    player.go(f"{table.path}/settings")
    assert locks(player) == (0, 0)


def test_a_browser_without_a_screen_to_keep_awake_says_nothing(player: Player, table: Seeded) -> None:
    player.page.add_init_script('Object.defineProperty(navigator, "wakeLock", { value: undefined });')
    player.go(f"{table.link()}")
    turns_without = "document.dispatchEvent(new Event('visibilitychange'))"
    player.page.evaluate(turns_without)
    expect(player.page.locator("#choosing")).to_be_visible()
