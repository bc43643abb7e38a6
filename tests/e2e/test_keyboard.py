"""A round without a finger on the screen: Tab, arrows, Space, Enter and Delete do everything."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.rules.game import Round
from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, contract_of, recorded, seeded
from tests.e2e.test_interrupted import SIX

MOST_STOPS = 80

FOCUS_IS_SEEN = """() => {
  const focused = document.activeElement;
  const label = focused.matches("label > input") ? focused.closest("label") : null;
  const drawn = [focused, label, label && focused.nextElementSibling].filter(Boolean);
  const outlined = drawn.some((element) => {
    const style = getComputedStyle(element);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && style.opacity !== "0";
  });
  const box = (label ?? focused).getBoundingClientRect();
  const points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
  const uncovered = points.some(([x, y]) => {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    return top && (drawn.includes(top) || drawn.some((element) => element.contains(top)));
  });
  if (outlined && uncovered) return "";
  return `${outlined ? "" : "no outline "}${uncovered ? "" : "covered "}${focused.outerHTML}`;
}"""


@pytest.fixture
def table(instance: Path) -> Seeded:
    return seeded(instance, recorded(0), rounds=SIX)


def has_focus(target: Locator) -> bool:
    return bool(target.evaluate("(element) => element === document.activeElement"))


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus; wherever it stops on the way, one can see where it is."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS_IS_SEEN) == ""
        if has_focus(target):
            return
    raise AssertionError(f"Tab never came to {target}")


def test_a_whole_round_by_keyboard(player: Player, table: Seeded) -> None:
    page, keys, game = player.page, player.page.keyboard, table.game
    els, finn, guney, hanne = game.players
    player.go(table.link())
    tab_to(page, player.tile("ducking"))
    keys.press("Enter")
    expect(player.heading("Ducking").first).to_be_focused()

    tab_to(page, player.mark(finn, els))
    keys.press("Space")
    expect(player.mark(finn, els)).to_be_checked()
    tab_to(page, player.shortcut(hanne, "everyone"))
    keys.press("Space")
    expect(player.mark(hanne, guney)).to_be_checked()
    expect(player.shortcut(hanne, "everyone")).to_be_focused()
    tab_to(page, player.mark(els, finn))
    keys.press("Space")
    tab_to(page, player.chip(els, "tricks", 0))
    keys.press("Space")
    for count in (1, 2, 3, 4):
        keys.press("ArrowRight")
        expect(player.chip(els, "tricks", count)).to_be_checked()
    keys.press("ArrowLeft")
    expect(player.chip(els, "tricks", 3)).to_be_checked()
    player.settled()
    expect(player.chip(els, "tricks", 3)).to_be_focused()

    # Seven or more are behind one more key; the arrows then go on into them.
    tab_to(page, player.chip(finn, "tricks", 0))
    tab_to(page, player.more("tricks", 1))
    keys.press("Enter")
    expect(player.chip(finn, "tricks", 7)).to_be_visible()
    keys.press("Shift+Tab")
    keys.press("Space")
    for count in range(1, 9):
        keys.press("ArrowDown")
        expect(player.chip(finn, "tricks", count)).to_be_checked()
    player.settled()
    tab_to(page, player.chip(guney, "tricks", 0))
    keys.press("Space")
    player.settled()
    entered = Round("ducking", ((1, 0), (3, 0), (3, 1), (3, 2), (0, 1)), (("tricks", (3, 8, 0, None)),))
    player.sees_entries(game, contract_of(game, "ducking"), entered)

    keys.press("Enter")
    expect(page.get_by_role("status")).to_have_text(f"Round {SIX + 1} saved.")
    expect(player.heading("Finn chooses")).to_be_focused()
    saved = table.seen().stored.game.rounds[SIX]
    assert sorted(saved.marks) == sorted(entered.marks)
    assert saved.tallies == (("tricks", (3, 8, 0, 2)),)


@pytest.mark.parametrize("key", ["Delete", "Backspace", "Space"])
def test_a_chosen_number_is_cleared_by_a_key(player: Player, table: Seeded, key: str) -> None:
    els = table.game.players[0]
    player.go(table.link())
    player.choose("ducking")
    player.chip(els, "tricks", 4).focus()
    player.page.keyboard.press("Space")
    expect(player.chip(els, "tricks", 4)).to_be_checked()
    player.page.keyboard.press(key)
    expect(player.chip(els, "tricks", 4)).not_to_be_checked()
    player.settled()
    expect(player.chip(els, "tricks", 4)).to_be_focused()
    player.page.reload()
    expect(player.page.get_by_role("radio", checked=True)).to_have_count(0)


def test_a_chosen_number_is_cleared_by_tapping_it_again(player: Player, table: Seeded) -> None:
    els, finn = table.game.players[:2]
    player.go(table.link())
    player.choose("ducking")
    player.tap_count(table.game, "tricks", 0, 4)
    player.tap_count(table.game, "tricks", 1, 4)
    player.tap_count(table.game, "tricks", 0, 4)
    player.settled()
    expect(player.chip(els, "tricks", 4)).not_to_be_checked()
    expect(player.chip(finn, "tricks", 4)).to_be_checked()
    player.page.reload()
    expect(player.page.get_by_role("radio", checked=True)).to_have_count(1)


def test_enter_in_a_round_that_is_not_complete_says_what_is_missing(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.choose("ducking")
    player.tap_count(table.game, "tricks", 0, 4)
    player.settled()
    player.watch.expect(422)
    player.page.keyboard.press("Enter")
    said = player.page.get_by_role("alert").filter(has_text="Tricks: 4 of 13 given, 9 are missing.")
    expect(said).to_be_in_viewport(ratio=1)
    expect(player.chip(table.game.players[0], "tricks", 4)).to_be_checked()
    assert len(table.seen().stored.game.rounds) == SIX
