"""Every state on small and turned screens, with the oddest names: nothing overflows, jumps or is too small."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.replay import replay
from tests.e2e.axe import axe_finds_nothing
from tests.e2e.conftest import PHONE, Phones
from tests.e2e.player import Player
from tests.e2e.seeding import recorded, seeded
from tests.e2e.states import AWKWARD, PLAIN, STATES

SIZES = ((320, 640), (360, 740), (740, 360))
NAMELESS = ("home without games", "new game", "new game refused", "not found", "rules", "rules of a rule set")
REPEATING = (
    *("choosing of thirteen", "menu of the round", "tallies of thirteen", "eight kings and jacks", "refused"),
    *("server away", "stopped", "putting in", "ruled"),
)
"""States that lay out names as another one does."""

OVERFLOWING = """() => {
  const page = document.scrollingElement;
  if (page.scrollWidth <= innerWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !element.closest(".scroll"))
    .map((element) => element.outerHTML.slice(0, 120));
}"""

TOO_SMALL = """() => {
  const found = [];
  const menu = document.querySelector(".menu[open]") ? ".menu-items " : "";
  const targets = "a[href], button, summary, select, input:not([type=hidden])";
  for (const element of document.querySelectorAll(targets)) {
    // An open menu lies over the page: then it alone is what can be tapped.
    if (menu && !element.closest(menu)) continue;
    const drawn = element.closest("label") ?? element;
    if (!drawn.checkVisibility({ visibilityProperty: true }) || element.closest(".visually-hidden")) continue;
    const chip = element.closest(".chips") !== null;
    drawn.scrollIntoView({ block: "center", inline: "center" });
    const box = drawn.getBoundingClientRect();
    const hits = (x, y) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (drawn === top || drawn.contains(top) || element.contains(top));
    };
    // Whatever a finger hits counts, a pseudo element too: walk from the middle to where it ends.
    const reach = (x, y, dx, dy) => {
      let steps = 0;
      // Four at a time as far as that goes: nothing that could lie in between is smaller.
      for (const stride of [4, 1]) {
        while (steps < 48 && hits(x + dx * (steps + stride), y + dy * (steps + stride))) steps += stride;
      }
      return steps;
    };
    const x = box.left + Math.min(box.width / 2, 24), y = box.top + box.height / 2;
    if (!hits(x, y)) { found.push(`covered: ${drawn.outerHTML.slice(0, 160)}`); continue; }
    const width = reach(x, y, -1, 0) + reach(x, y, 1, 0) + 1, height = reach(x, y, 0, -1) + reach(x, y, 0, 1) + 1;
    // A pixel is given for edges that lie between two.
    if (width < (chip ? 39 : 47) || height < (chip ? 43 : 47)) {
      found.push(`${width} x ${height}: ${drawn.outerHTML.slice(0, 160)}`);
    }
  }
  return found;
}"""

WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      // A list of who is waited for gets shorter by itself: its words may close up.
      const inWaiting = (node) => (node?.closest ? node : node?.parentElement)?.closest(".waiting");
      if (shift.sources.every(({ node }) => inWaiting(node))) continue;
      const moved = shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 100) ?? node?.nodeName);
      window.shifts.push(`${shift.value.toFixed(5)} ${shift.hadRecentInput} ${moved.join(" | ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""


def evaluated(page: Page, script: str) -> list[str]:
    found: Any = page.evaluate(script)
    return [str(one) for one in found]


@pytest.mark.parametrize("name", STATES)
def test_nothing_overflows_every_target_is_large_and_axe_finds_nothing(
    kept_player: Player, instance: Path, name: str
) -> None:
    player = kept_player
    STATES[name](player, instance, PLAIN)
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        assert evaluated(player.page, OVERFLOWING) == [], width
        # What is large enough on the smallest screen and on the phone is so on a wide one.
        assert width > PHONE["width"] or evaluated(player.page, TOO_SMALL) == [], width
    axe_finds_nothing(player.page)


@pytest.mark.parametrize("name", [name for name in STATES if name not in (*NAMELESS, *REPEATING)])
def test_the_longest_and_oddest_names_break_no_layout(kept_player: Player, instance: Path, name: str) -> None:
    player = kept_player
    STATES[name](player, instance, AWKWARD)
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        assert evaluated(player.page, OVERFLOWING) == [], width
    player.page.set_viewport_size(PHONE)
    assert evaluated(player.page, TOO_SMALL) == []


def test_nothing_moves_while_a_round_is_entered(player: Player, instance: Path) -> None:
    game = recorded(0)
    table = seeded(instance, game, rounds=7)
    player.page.add_init_script(f"({WATCH_SHIFTS})()")
    player.go(table.link())
    table.choose("kings-and-jacks")
    player.page.reload()
    assert evaluated(player.page, "() => window.shifts") == []
    entry, roles = game.rounds[7], replay(game).rounds[7].roles
    # Whom the chooser may double back appears as the others speak: only his own row may change.
    others = tuple(mark for mark in entry.marks if roles.chooser not in mark)
    player.give_marks(game, roles, replace(entry, marks=others))
    player.settled()
    assert evaluated(player.page, "() => window.shifts") == []
    player.tap(player.button("That is all"))
    expect(player.button("Change")).to_be_visible()
    player.page.reload()
    player.give_tallies(game, entry)
    expect(player.page.get_by_role("region", name="This round").get_by_role("listitem")).to_have_count(4)
    player.settled()
    # A number that is too high, and its way back.
    player.tap_count(game, "kings", 0, 4, hides=False)
    player.settled()
    player.tap_count(game, "kings", 0, 1, hides=False)
    player.settled()
    assert evaluated(player.page, "() => window.shifts") == []


@pytest.mark.parametrize("width", [320, 360])
def test_the_numbers_of_each_row_of_the_sheet_stand_in_one_line_and_no_contract_leaves_its_column(
    player: Player, instance: Path, width: int
) -> None:
    game = recorded(2)
    table = seeded(instance, game, rounds=12, players=("Anna", "Anton", "Arie", "Anna-Maria van Dijk"))
    player.page.set_viewport_size({"width": width, "height": 740})
    player.go(table.link())
    player.go(f"{table.path}/sheet")
    uneven = evaluated(
        player.page,
        """() => [...document.querySelectorAll(".score-table tbody tr")].filter((row) => {
          const tops = [...row.querySelectorAll(".thirds > b")].map((one) => one.getBoundingClientRect().top);
          return Math.max(...tops) - Math.min(...tops) > 0.5;
        }).map((row) => row.textContent)""",
    )
    assert uneven == []
    outside = evaluated(
        player.page,
        """() => [...document.querySelectorAll(".score-table .head")].filter((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getBoundingClientRect().right > cell.getBoundingClientRect().right + 0.5;
        }).map((cell) => cell.textContent)""",
    )
    assert outside == []
    heights = "(cells) => cells.map((cell) => cell.getBoundingClientRect())"
    head, total = player.page.locator(".score-table thead .head, .score-table thead .sum").evaluate_all(heights)
    assert 0 <= total["top"] - head["bottom"] < 4


@pytest.mark.parametrize("width", [320, 360])
def test_all_numbers_of_a_tally_are_equally_wide_and_none_stands_alone(
    player: Player, instance: Path, width: int
) -> None:
    table = seeded(instance, recorded(0), rounds=6)
    table.choose("ducking")
    player.page.set_viewport_size({"width": width, "height": 740})
    player.go(table.link())
    player.page.locator(".more > summary").first.tap()
    chips = player.page.locator(".tally").first.locator(".chip, .more > summary")
    expect(chips).to_have_count(15)
    expect(chips.last).to_be_visible()
    boxes = chips.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect())")
    assert max(box["width"] for box in boxes) - min(box["width"] for box in boxes) < 1
    rows = [sum(box["top"] == top for box in boxes) for top in {box["top"] for box in boxes}]
    assert min(rows) > 1


@pytest.mark.parametrize("name", ["marking", "settings", "new game", "correcting"])
def test_on_a_phone_that_lies_on_its_side_no_button_covers_the_form(player: Player, instance: Path, name: str) -> None:
    STATES[name](player, instance, PLAIN)
    actions = player.page.locator(":is(.form, .round) > .actions")
    for width, height, position in ((360, 740, "sticky"), (740, 360, "static")):
        player.page.set_viewport_size({"width": width, "height": height})
        expect(actions).to_have_css("position", position)


def test_the_bright_button_is_the_step_that_comes_next(player: Player, instance: Path) -> None:
    table = seeded(instance, recorded(0), rounds=2)
    table.choose("ducking")
    player.go(table.link())
    bright = player.page.locator(".button.primary:visible")
    expect(bright).to_have_text(["Nobody doubles"])
    player.tap(player.button("Nobody doubles"))
    expect(bright).to_have_text(["Save round 3"])
    player.go(f"{table.path}/settings")
    player.tap(player.button("Stop early"))
    expect(bright).to_have_text(["Go on"])


def test_the_whole_round_fits_one_screen_once_the_doubling_is_over(player: Player, instance: Path) -> None:
    table = seeded(instance, recorded(0), rounds=6)
    table.choose("ducking")
    player.go(table.link())
    player.tap(player.button("Nobody doubles"))
    expect(player.button("Change")).to_be_visible()
    for name in table.game.players:
        for count in (0, 6):
            expect(player.chip(name, "tricks", count)).to_be_in_viewport(ratio=1)
            covered = player.chip(name, "tricks", count).evaluate(
                """(chip) => {
                  const box = chip.getBoundingClientRect();
                  return document.elementFromPoint(box.x + box.width / 2, box.bottom - 2) !== chip;
                }"""
            )
            assert not covered, name
    expect(player.save_button(7)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("name", ["choosing", "marking", "tallies with a preview", "finished", "correcting"])
def test_nothing_disappears_with_forced_colours_and_without_motion(phones: Phones, instance: Path, name: str) -> None:
    player = phones(forced_colors="active", reduced_motion="reduce", viewport=PHONE)
    STATES[name](player, instance, PLAIN)
    hidden = evaluated(
        player.page,
        """() => {
          const seen = (element) => {
            for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).opacity < 0.5) return false;
            return true;
          };
          const bordered = (element) => element && parseFloat(getComputedStyle(element).borderTopWidth) > 0;
          const found = [];
          for (const input of document.querySelectorAll("label > input")) {
            const label = input.closest("label");
            if (!label.checkVisibility() || seen(input)) continue;
            // The native control is unseen: its label has to have an edge, and to show what is chosen.
            const drawn = bordered(label) ? label : input.nextElementSibling;
            if (!bordered(drawn)) { found.push(`no edge: ${label.outerHTML}`); continue; }
            const looks = (one) => {
              const { backgroundColor, color, borderTopColor, borderTopWidth } = getComputedStyle(one);
              return JSON.stringify([backgroundColor, color, borderTopColor, borderTopWidth]);
            };
            const before = looks(drawn);
            const was = input.checked;
            input.checked = !was;
            if (looks(drawn) === before) found.push(`chosen looks the same: ${label.outerHTML}`);
            input.checked = was;
          }
          for (const sign of document.querySelectorAll("svg.suit")) {
            const fill = getComputedStyle(sign).fill, behind = getComputedStyle(document.body).backgroundColor;
            if (sign.checkVisibility() && fill === behind) found.push(`sign is gone: ${sign.outerHTML}`);
          }
          for (const moving of document.querySelectorAll("*")) {
            const style = getComputedStyle(moving);
            const fades = style.transitionDuration.split(",").some((time) => parseFloat(time) > 0);
            if (fades || style.animationName !== "none") found.push(`moves: ${moving.outerHTML.slice(0, 100)}`);
          }
          return found;
        }""",
    )
    assert hidden == []
