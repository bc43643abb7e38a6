"""A mistake of round 2 that is found after round 9."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.editing import correct
from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import replay
from scorekeeper.rules.violations import Code
from scorekeeper.services.entries import Entries
from scorekeeper.wording.names import contract_name, points
from tests.e2e.conftest import Phones
from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, recorded, seeded

NINE = 9


@pytest.fixture
def game() -> Game:
    whole = recorded(0)
    return replace(whole, rounds=whole.rounds[:NINE])


@pytest.fixture
def table(instance: Path, game: Game) -> Seeded:
    return seeded(instance, game, rounds=NINE)


def entered(table: Seeded) -> list[Entries]:
    """What is stored of each round, whatever the order of its marks."""
    return [Entries.of(entry) for entry in table.seen().stored.game.rounds]


def opens_round_two(player: Player, table: Seeded) -> None:
    player.go(table.link())
    player.tap(player.page.locator("#sheet").get_by_role("link", name=contract_name(table.game.rounds[1].contract)))
    player.tap(player.link("Correct this round"))


def test_a_correction_of_round_2_after_round_9_moves_the_later_totals(
    player: Player, table: Seeded, game: Game
) -> None:
    # In the recorded game Els went out last in Domino; it was Hanne, and Finn did not double Els.
    els, finn, _guney, hanne = game.players
    wrong = game.rounds[1]
    marks = tuple(mark for mark in wrong.marks if mark != (1, 0))
    right = replace(wrong, marks=marks, tallies=(("last-out", (0, 0, 0, 1)),))
    corrected = replay(correct(game, 2, right))
    player.go(table.link())
    player.sees_totals(game, list(replay(game).totals))

    opens_round_two(player, table)
    player.tap(player.page.get_by_role("checkbox", name=f"{finn} doubled {els}", exact=True))
    player.tap(player.taker("last-out", hanne))
    player.tap(player.button("Save the correction"))

    expect(player.page.get_by_role("status")).to_have_text("Round 2 corrected.")
    player.sees_totals(game, list(corrected.totals))
    rows = player.page.locator("#sheet tbody").get_by_role("row")
    for scored in corrected.rounds:
        cells = rows.nth(NINE - scored.number).get_by_role("cell")
        expect(cells).to_contain_text([points(score) for score in scored.scores])
        expect(cells.locator("small")).to_have_text([points(total) for total in scored.totals])
    assert entered(table) == [Entries.of(entry) for entry in correct(game, 2, right).rounds]

    player.tap(player.button("Take it back"))
    player.sees_totals(game, list(replay(game).totals))


def test_a_correction_that_breaks_later_rounds_asks_first_and_one_press_marks_them(
    player: Player, phones: Phones, table: Seeded, game: Game
) -> None:
    # A trump in round 2: its chooser took another one in a later round.
    trumps = [scored for scored in replay(game).rounds if scored.contract.is_trump]
    chooser = replay(game).rounds[1].roles.chooser
    later = next(scored.number for scored in trumps if scored.roles.chooser == chooser)
    opens_round_two(player, table)
    player.page.get_by_label("Contract", exact=True).select_option("trump-hearts")
    expect(player.heading("Tricks")).to_be_visible()
    player.tap_count(game, "tricks", 0, 8)
    player.tap_count(game, "tricks", 1, 5)
    player.watch.expect(422)
    player.tap(player.button("Save the correction"))

    expect(player.heading("Is that how it happened?")).to_be_visible()
    expect(player.page.get_by_role("listitem").filter(has_text=f"Round {later}")).to_be_visible()
    assert entered(table) == [Entries.of(entry) for entry in game.rounds]

    player.tap(player.button("It happened so: mark as ruled"))
    expect(player.page.get_by_role("status")).to_have_text("Round 2 corrected.")
    now = table.seen().stored.game
    assert now.rounds[1].contract == "trump-hearts"
    assert now.rounds[1].tallies == (("tricks", (8, 5, 0, 0)),)
    assert Code.TRUMP_QUOTA in now.rounds[later - 1].rulings
    expect(player.page.locator("#sheet").get_by_text("ruled: second trump")).to_have_count(
        sum(Code.TRUMP_QUOTA in entry.rulings for entry in now.rounds)
    )
    player.sees_totals(game, list(replay(now).totals))
    other = phones()
    other.go(table.link())
    other.sees_totals(game, list(replay(now).totals))
