"""The widest numbers and the longest names on small screens: no score runs into the next, nobody is cut off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.game import Game
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.tallies import Counts, Tally
from scorekeeper.services.entries import MarkEntry, TallyEntry
from tests.e2e.conftest import PHONE
from tests.e2e.player import Player
from tests.e2e.seeding import contract_of, recorded, seeded
from tests.e2e.states import AWKWARD, PLAIN

EVERYONE = tuple((doubler, doubled) for doubler in SEATS for doubled in SEATS if doubler != doubled)

RUNNING_OVER = """() => [...document.querySelectorAll(
  ".seat .total, .sheet td, .score-table td:not(.sum, .whole), .working td, .preview-scores li",
)].filter((cell) => cell.checkVisibility()).flatMap((cell) => {
  const box = cell.getBoundingClientRect(), text = document.createRange();
  return [...cell.querySelectorAll(".points"), cell.matches(".total") && cell].filter(Boolean).filter((points) => {
    text.selectNodeContents(points);
    const { left, right } = text.getBoundingClientRect();
    return left < box.left - 0.5 || right > box.right + 0.5;
  }).map((points) => `${points.textContent} in ${cell.parentElement.textContent}`);
})"""

CUT_OFF = """() => [...document.querySelectorAll(".scroll")]
  .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth)
  .map((part) => `${part.scrollWidth} in ${part.clientWidth}`)"""


def evaluated(page: Page, script: str) -> list[str]:
    found: Any = page.evaluate(script)
    return [str(one) for one in found]


def all_to_one(contract: Contract) -> tuple[Tally, ...]:
    """Give every trick of a trump contract to the first player, and all that costs points to the second."""
    taker = 0 if contract.is_trump else 1

    def counts(quantity: int) -> Counts:
        first, second, third, fourth = (quantity if seat == taker else 0 for seat in SEATS)
        return first, second, third, fourth

    return tuple((item.id, counts(item.quantity)) for item in contract.items)


def widest() -> Game:
    """Make the game of rules.md with the widest numbers: everybody doubled, +1,820 and −1,400, ±9,360 at its end."""
    game = recorded(2)
    rounds = (
        replace(entry, marks=EVERYONE, tallies=all_to_one(contract_of(game, entry.contract))) for entry in game.rounds
    )
    return replace(game, rounds=tuple(rounds))


@pytest.mark.parametrize("names", [PLAIN, AWKWARD], ids=["short names", "odd names"])
def test_scores_of_four_digits_stay_in_their_columns_and_all_four_players_in_sight(
    player: Player, instance: Path, names: tuple[str, ...]
) -> None:
    table = seeded(instance, widest(), rounds=12, players=names)
    number = 1 + next(n for n, entry in enumerate(table.game.rounds) if entry.contract == "kings-and-jacks")
    pages = ("", "/sheet", f"/rounds/{number}", "/rounds/1")
    player.go(table.link())
    for path, shown in zip(pages, ("−9,360", "+9,360", "−1,400", "+1,820"), strict=True):
        player.go(f"{table.path}{path}")
        expect(player.page.get_by_text(shown).locator("visible=true").first).to_be_visible()
        for width in (320, 360):
            player.page.set_viewport_size({"width": width, "height": 740})
            assert evaluated(player.page, RUNNING_OVER) == [], f"{path} at {width}"
            assert evaluated(player.page, CUT_OFF) == [], f"{path} at {width}"


def test_the_preview_of_the_widest_round_stays_in_its_columns(player: Player, instance: Path) -> None:
    table = seeded(instance, widest(), rounds=3, players=PLAIN)
    table.choose("trump-hearts")
    table.enter(
        *(MarkEntry(*mark, given=True) for mark in EVERYONE),
        *(TallyEntry("tricks", seat, 13 if seat == 1 else 0) for seat in SEATS),
    )
    player.go(table.link())
    player.page.get_by_text("The working").tap()
    expect(player.page.locator(".working")).to_be_visible()
    for width in (320, 360):
        player.page.set_viewport_size({"width": width, "height": 740})
        assert evaluated(player.page, RUNNING_OVER) == [], width
        assert evaluated(player.page, CUT_OFF) == [], width


def test_the_calculator_shows_all_four_players_without_names_on_the_smallest_screen(player: Player) -> None:
    player.page.set_viewport_size({"width": 320, "height": 640})
    taken = "seventh-trick=1&thirteenth-trick=2&double=1-2&double=2-1"
    player.go(f"/calculator?rules=bonken-12&contract=seventh-and-thirteenth&by=taken&{taken}")
    expect(player.page.locator(".working tfoot td")).to_have_count(4)
    assert evaluated(player.page, RUNNING_OVER) == []
    assert evaluated(player.page, CUT_OFF) == []


@pytest.mark.parametrize(("contract", "item"), [("hearts", "hearts"), ("ducking", "tricks")])
def test_what_is_saved_is_seen_above_the_bar_however_many_doubled(
    player: Player, instance: Path, contract: str, item: str
) -> None:
    table = seeded(instance, recorded(0), players=("Marieke", "Bram", "Joost", "Charlotte"))
    table.choose(contract)
    table.enter(*(MarkEntry(*mark, given=True) for mark in EVERYONE))
    player.go(table.link())
    player.tap(player.button("That is all"))
    expect(player.button("Change")).to_be_visible()
    table.enter(*(TallyEntry(item, seat, 1) for seat in (0, 1, 2)))
    # As someone sees it who opens the page now: not scrolled.
    player.go("/")
    player.go(table.path)
    scores = player.page.locator(".preview-scores")
    expect(scores).to_be_visible()
    player.page.set_viewport_size(PHONE)
    bottom, bar = scores.evaluate(
        """(scores) => [scores.getBoundingClientRect().bottom,
          document.querySelector(".round > .actions").getBoundingClientRect().top]"""
    )
    assert bottom <= bar


def test_only_a_name_that_does_not_fit_beside_the_chips_stands_above_them(player: Player, instance: Path) -> None:
    table = seeded(instance, recorded(0), players=("Maximiliaan-Alexander", "Anna", "Bram", "Cees"))
    table.choose("queens")
    player.go(table.link())
    for width in (320, 360):
        player.page.set_viewport_size({"width": width, "height": 740})
        above = player.page.locator(".tally").evaluate_all(
            """(rows) => rows.map((row) => {
              const [name, chips] = [".name", ".chips"].map((part) => row.querySelector(part).getBoundingClientRect());
              return name.bottom <= chips.top + 1;
            })"""
        )
        assert above == [True, False, False, False], width
