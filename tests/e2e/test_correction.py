"""A mistake of round 2 that is found after round 9."""

from __future__ import annotations

import re
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
    expect(player.heading("Correct round 2").first).to_be_visible()
    # What is chosen before its script is there is shown by no preview.
    player.page.wait_for_load_state("domcontentloaded")


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


# Looking before saving

PREVIEWS = re.compile(r"/preview$")


def sees_totals_change(player: Player, before: Game, after: Game) -> None:
    """See in the preview what becomes of each player's total, as it is after all rounds."""
    expect(player.page.locator("#preview small")).to_contain_text(
        [
            f"total now {points(old)} → {points(new)}" if old != new else f"total now {points(old)}"
            for old, new in zip(replay(before).totals, replay(after).totals, strict=True)
        ]
    )


def test_what_is_tapped_counts_at_once_and_nothing_is_stored(player: Player, table: Seeded, game: Game) -> None:
    els, finn, guney, hanne = game.players
    player.go(table.link())
    player.go(f"{table.path}/rounds/2?contract=trump-hearts")
    loads = player.loads
    left, preview = player.page.locator("#left-tricks"), player.page.locator("#preview")
    expect(player.heading("Correct round 2: Hearts trump")).to_be_visible()
    expect(left).to_have_text("13 of 13 left")
    player.tap(player.chip(els, "tricks", 6))
    expect(left).to_have_text("7 of 13 left")
    player.tap(player.chip(finn, "tricks", 6))
    expect(left).to_have_text("1 of 13 left")
    player.tap(player.chip(guney, "tricks", 1))
    expect(left).to_have_text("all 13 given ✓")
    expect(player.page.get_by_role("group", name=hanne).get_by_text("follows")).to_be_visible()
    expect(player.page.locator("#tally-tricks-2 .chip.is-past")).to_have_count(12)
    # "7+" is dimmed where no number behind it can be.
    expect(player.page.locator(".more.is-past")).to_have_count(4)
    right = replace(game.rounds[1], contract="trump-hearts", tallies=(("tricks", (6, 6, 1, 0)),))
    corrected = correct(game, 2, right)
    expect(preview.locator(".points").first).to_have_text(points(replay(corrected).rounds[1].scores[0]))
    sees_totals_change(player, game, corrected)
    expect(preview.get_by_text("already had a trump")).to_be_visible()
    assert player.loads == loads
    assert entered(table) == [Entries.of(entry) for entry in game.rounds]


def test_a_number_is_cleared_by_a_tap_on_it_and_by_keys(player: Player, table: Seeded, game: Game) -> None:
    els, finn, *_ = game.players
    player.go(table.link())
    player.go(f"{table.path}/rounds/2?contract=queens")
    left = player.page.locator("#left-queens")
    for clear in ("tap", "Backspace", "Delete", "Space"):
        chip = player.chip(els, "queens", 2)
        player.tap(chip)
        expect(left).to_have_text("2 of 4 left")
        if clear == "tap":
            player.tap(chip)
        else:
            chip.press(clear)
        expect(left).to_have_text("4 of 4 left")
        expect(chip).not_to_be_checked()
    player.tap(player.chip(finn, "queens", 4))
    expect(left).to_have_text("all 4 given ✓")
    expect(player.chip(els, "queens", 2)).not_to_be_checked()


def test_another_contract_keeps_the_marks_and_shortcuts_mark_several(player: Player, table: Seeded, game: Game) -> None:
    els, finn, guney, hanne = game.players
    opens_round_two(player, table)
    player.tap(player.shortcut(finn, "everyone"))
    for doubled in (els, guney, hanne):
        expect(player.page.get_by_role("checkbox", name=f"{finn} doubled {doubled}", exact=True)).to_be_checked()
    player.page.get_by_label("Contract", exact=True).select_option("queens")
    expect(player.heading("Correct round 2: Queens")).to_be_visible()
    for doubled in (els, guney, hanne):
        expect(player.page.get_by_role("checkbox", name=f"{finn} doubled {doubled}", exact=True)).to_be_checked()
    player.tap(player.shortcut(finn, "everyone"))
    expect(player.page.get_by_role("checkbox", name=f"{finn} doubled {els}", exact=True)).not_to_be_checked()
    assert entered(table) == [Entries.of(entry) for entry in game.rounds]


def test_taps_that_come_faster_than_answers_all_arrive(player: Player, table: Seeded, game: Game) -> None:
    els, finn, guney, hanne = game.players
    player.go(table.link())
    player.go(f"{table.path}/rounds/2?contract=kings-and-jacks")
    with player.gate():
        player.tap(player.shortcut(finn, "everyone"))
        # Els did: this takes it back.
        player.tap(player.page.get_by_role("checkbox", name=f"{els} doubled {finn}", exact=True))
        for name, item, count in ((els, "kings", 1), (finn, "kings", 2), (guney, "jacks", 4)):
            player.tap(player.chip(name, item, count))
    # The answer to the last tap is the first one that comes, and shows all that was tapped before it.
    expect(player.page.locator("#left-jacks")).to_have_text("all 4 given ✓")
    expect(player.page.locator("#left-kings")).to_have_text("1 of 4 left")
    for name, item, count in ((els, "kings", 1), (finn, "kings", 2), (guney, "jacks", 4)):
        expect(player.chip(name, item, count)).to_be_checked()
    expect(player.page.get_by_role("checkbox", name=f"{els} doubled {finn}", exact=True)).not_to_be_checked()
    for doubled in (els, guney, hanne):
        expect(player.page.get_by_role("checkbox", name=f"{finn} doubled {doubled}", exact=True)).to_be_checked()


def test_a_shortcut_that_is_still_on_its_way_is_saved(player: Player, table: Seeded, game: Game) -> None:
    opens_round_two(player, table)
    with player.gate():
        player.tap(player.shortcut(game.players[1], "everyone"))
        player.tap(player.button("Save the correction"))
        expect(player.page.get_by_role("status")).to_have_text("Round 2 corrected.")
    assert {mark for mark in table.seen().stored.game.rounds[1].marks if mark[0] == 1} == {(1, 0), (1, 2), (1, 3)}


def test_a_preview_that_met_no_server_is_asked_for_again(player: Player, table: Seeded, game: Game) -> None:
    player.go(table.link())
    player.go(f"{table.path}/rounds/2?contract=queens")
    player.watch.server_goes()
    with player.meddling(PREVIEWS, lambda route: route.abort()):
        player.tap(player.chip(game.players[0], "queens", 4))
        expect(player.page.get_by_role("alert")).to_be_visible()
    expect(player.page.locator("#left-queens")).to_have_text("all 4 given ✓")
    expect(player.page.get_by_role("alert")).to_be_hidden()


def test_without_javascript_there_are_buttons(phones: Phones, table: Seeded, game: Game) -> None:
    els, finn, *_ = game.players
    player = phones(java_script_enabled=False)
    opens_round_two(player, table)
    player.page.get_by_label("Contract", exact=True).select_option("trump-hearts")
    player.tap(player.button("Take this one"))
    expect(player.heading("Correct round 2: Hearts trump")).to_be_visible()
    expect(player.page.get_by_role("checkbox", checked=True)).to_have_count(len(game.rounds[1].marks))
    player.tap_count(game, "tricks", 0, 8)
    player.tap(player.button("Preview"))
    expect(player.page.locator("#left-tricks")).to_have_text("5 of 13 left")
    player.tap(player.shortcut(finn, "everyone"))
    expect(player.page.get_by_role("checkbox", name=f"{finn} doubled {els}", exact=True)).to_be_checked()
    player.tap_count(game, "tricks", 1, 5)
    player.tap(player.button("Preview"))
    expect(player.page.locator("#left-tricks")).to_have_text("all 13 given ✓")
    expect(player.page.locator("#preview")).to_be_in_viewport()
    expect(player.page.locator(".preview-scores")).to_be_visible()
    assert entered(table) == [Entries.of(entry) for entry in game.rounds]
