"""Taps that come faster than the answers: all of them count, in their order, and no answer undoes a later one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.game import Round
from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, contract_of, recorded, seeded
from tests.e2e.test_interrupted import HALF, SIX, enters_half, sees


@pytest.fixture
def table(instance: Path) -> Seeded:
    return seeded(instance, recorded(0), rounds=SIX)


def stored(table: Seeded) -> Round | None:
    return table.seen().stored.game.open_round


def test_five_quick_taps_on_different_entries_all_arrive(player: Player, table: Seeded) -> None:
    game = table.game
    els, finn, guney, hanne = game.players
    player.go(table.link())
    player.choose("ducking")
    with player.gate() as gate:
        player.tap(player.mark(hanne, els))
        player.tap(player.mark(finn, els))
        player.tap(player.mark(finn, guney))
        player.tap_count(game, "tricks", 0, 4)
        player.tap_count(game, "tricks", 2, 1)
        for _ in range(5):
            gate.let_through()
        assert gate.let == 5
    player.settled()
    entry = stored(table)
    assert entry is not None
    assert sorted(entry.marks) == [(1, 0), (1, 2), (3, 0)]
    assert entry.tallies == (("tricks", (4, None, 1, None)),)
    player.sees_entries(game, contract_of(game, "ducking"), entry)


def test_a_late_answer_never_undoes_a_later_tap(player: Player, table: Seeded) -> None:
    game = table.game
    finn, hanne = game.players[1], game.players[3]
    enters_half(player, table)
    with player.gate() as gate:
        player.tap_count(game, "tricks", 3, 2)
        player.tap_count(game, "tricks", 3, 3)
        player.tap(player.mark(finn, hanne))  # takes it back
        player.tap_count(game, "tricks", 2, 1)  # lets it go
        shown = replace(HALF, marks=((1, 0), (3, 1), (0, 1)), tallies=(("tricks", (4, None, None, 3)),))
        sees(player, table, shown)
        for _ in range(4):
            gate.let_through()
            sees(player, table, shown)
    player.settled()
    sees(player, table, shown)
    player.page.reload()
    sees(player, table, shown)


def test_a_tap_after_a_shortcut_still_on_its_way_counts(player: Player, table: Seeded) -> None:
    els, finn, guney, hanne = table.game.players
    player.go(table.link())
    player.choose("ducking")
    with player.gate() as gate:
        player.tap(player.shortcut(finn, "everyone"))
        player.tap(player.mark(hanne, els))
        player.tap(player.mark(hanne, guney))
        for _ in range(3):
            gate.let_through()
    player.settled()
    for doubled in (els, guney, hanne):
        expect(player.mark(finn, doubled)).to_be_checked()
    for doubled in (els, guney):
        expect(player.mark(hanne, doubled)).to_be_checked()
    entry = stored(table)
    assert entry is not None
    assert sorted(entry.marks) == [(1, 0), (1, 2), (1, 3), (3, 0), (3, 2)]


def test_a_double_tap_on_save_makes_one_round(player: Player, table: Seeded) -> None:
    enters_half(player, table)
    player.tap_count(table.game, "tricks", 3, 3)
    player.settled()
    with player.gate() as gate:
        player.tap(player.save_button(SIX + 1))
        player.tap(player.save_button(SIX + 1))
        gate.let_through()
    expect(player.page.get_by_role("status")).to_have_text(f"Round {SIX + 1} saved.")
    player.settled()
    expect(player.heading("Finn chooses")).to_be_visible()
    assert len([request for request in player.requests if request.url.endswith("/save")]) == 1
    game = table.seen().stored.game
    assert len(game.rounds) == SIX + 1
    assert game.open_round is None


def test_the_second_of_two_slow_taps_on_save_falls_on_nothing(player: Player, table: Seeded) -> None:
    enters_half(player, table)
    player.tap_count(table.game, "tricks", 3, 3)
    player.settled()
    box = player.save_button(SIX + 1).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    player.page.touchscreen.tap(x, y)
    expect(player.page.get_by_role("status")).to_have_text(f"Round {SIX + 1} saved.")
    address = player.page.url
    # The finger comes down again where the button was: the next question must not be answered by that.
    player.page.touchscreen.tap(x, y)
    player.settled()
    expect(player.page.get_by_role("status")).to_have_text(f"Round {SIX + 1} saved.")
    assert player.page.url == address
    assert stored(table) is None


def test_saving_while_entries_are_on_their_way_saves_them_too(player: Player, table: Seeded) -> None:
    game = table.game
    els, finn = game.players[:2]
    player.go(table.link())
    player.choose("ducking")
    with player.gate() as gate:
        player.tap(player.mark(finn, els))
        player.tap_count(game, "tricks", 0, 6)
        player.tap_count(game, "tricks", 1, 5)
        player.tap_count(game, "tricks", 2, 2)
        player.tap(player.save_button(SIX + 1))
        for _ in range(5):
            gate.let_through()
    expect(player.page.get_by_role("status")).to_have_text(f"Round {SIX + 1} saved.")
    saved = table.seen().stored.game.rounds[SIX]
    assert saved.marks == ((1, 0),)
    assert saved.tallies == (("tricks", (6, 5, 2, 0)),)


def test_saving_while_a_shortcut_is_on_its_way_saves_it_too(player: Player, table: Seeded) -> None:
    game = table.game
    els, finn = game.players[:2]
    enters_half(player, table)
    with player.gate() as gate:
        player.tap_count(game, "tricks", 3, 3)
        player.tap(player.mark(finn, els))  # takes it back, and with it the chooser's answer
        player.tap(player.shortcut("Güney", "everyone"))
        player.tap(player.save_button(SIX + 1))
        player.tap(player.save_button(SIX + 1))
        for _ in range(4):
            gate.let_through()
    expect(player.page.get_by_role("status")).to_have_text(f"Round {SIX + 1} saved.")
    saved = table.seen().stored.game.rounds[SIX]
    assert sorted(saved.marks) == [(1, 3), (2, 0), (2, 1), (2, 3), (3, 1)]
    assert saved.tallies == (("tricks", (4, 5, 1, 3)),)
