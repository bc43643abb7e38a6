"""The printed sheet, proved by the browser's own PDF; printing, sharing and copying by buttons."""

from __future__ import annotations

import io
import re
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.game import Game, Names
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.services.changing import now
from scorekeeper.storage import access, games
from scorekeeper.storage.games import Right
from scorekeeper.wording.names import contract_name, points
from tests.e2e.conftest import Phones
from tests.e2e.player import Player
from tests.e2e.seeding import opened, recorded
from tests.printing.games import FOREIGN, HOSTILE, LONG, doubled_both_ways

PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}
"""Millimetres of width and height."""
MARGIN = 10
PIXELS_PER_MILLIMETRE = 96 / 25.4

CUT = """() => {
  const found = [];
  for (const element of document.querySelectorAll(".print-page *")) {
    if (!element.checkVisibility() || element.closest(".visually-hidden, svg")) continue;
    const box = element.getBoundingClientRect(), said = element.outerHTML.slice(0, 120);
    if (box.right > innerWidth + 0.5 || box.left < -0.5) found.push("beyond the page: " + said);
    const style = getComputedStyle(element);
    const hides = style.overflowX !== "visible" || style.overflowY !== "visible";
    if (hides && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)) {
      found.push("cut: " + said);
    }
  }
  // Texts that lie over each other in one cell.
  for (const line of document.querySelectorAll(".score-table .thirds")) {
    const boxes = [...line.children].map((one) => one.getBoundingClientRect()).filter((box) => box.width > 2);
    for (let one = 1; one < boxes.length; one++) {
      if (boxes[one].left < boxes[one - 1].right - 0.5) found.push("overlapping: " + line.outerHTML.slice(0, 200));
    }
  }
  return found;
}"""

ROWS = """() => [...document.querySelectorAll(".score-table tbody tr")]
  .map((row) => [row.offsetTop, row.querySelector(".row-number").textContent])"""

SHARES = """
window.shared = new Promise((told) => { window.tell = told; });
Object.defineProperty(navigator, "canShare", { value: (what) => FILES || !what.files });
Object.defineProperty(navigator, "share", { value: async (what) => {
  window.tell({ text: what.text, files: (what.files ?? []).map((file) => [file.name, file.type, file.size]) });
} });
"""


def printed(page: Page, paper: str) -> str:
    """Print the page on one page of paper with nothing cut, and give its text without spaces."""
    pages = pypdf.PdfReader(io.BytesIO(page.pdf(format=paper))).pages
    assert len(pages) == 1
    on_paper(page, paper)
    assert evaluated(page, CUT) == []
    return re.sub(r"\s", "", pages[0].extract_text())


def on_paper(page: Page, paper: str) -> None:
    """Show the page as it is laid out on paper, as wide as the paper without its margins."""
    width, height = ((side - 2 * MARGIN) * PIXELS_PER_MILLIMETRE for side in PAPERS[paper])
    page.set_viewport_size({"width": int(width), "height": int(height)})
    page.emulate_media(media="print")


def a_sheet(player: Player, instance: Path, game: Game) -> str:
    """Put a game on the server, open its sheet and give the path of its table."""
    with opened(instance) as database, database.writing() as connection:
        game_id = secrets.token_urlsafe(9)
        games.add(connection, game_id, game, now())
        key = access.make_key(connection, game_id, Right.FOLLOW, now())
    player.go(f"/k/{key}")
    player.go(f"/games/{game_id}/sheet")
    return f"/games/{game_id}"


def evaluated(page: Page, script: str) -> Any:
    return page.evaluate(script)


@pytest.mark.parametrize("names", [LONG, HOSTILE], ids=["long", "code"])
def test_a_whole_game_with_everything_doubled_is_printed_on_one_page(
    player: Player, instance: Path, names: Names
) -> None:
    game = doubled_both_ways(names=names)
    a_sheet(player, instance, game)
    for paper in PAPERS:
        shown = printed(player.page, paper)
        for typed in (*names, game.title):
            assert re.sub(r"\s", "", typed) in shown
        for scored in replay(game).rounds:
            assert contract_name(scored.contract.id).replace(" ", "") in shown
            for number in (*scored.raw, *scored.scores, *scored.totals, scored.played):
                assert points(number) in shown


def test_the_other_order_is_printed_on_one_page_too(player: Player, instance: Path) -> None:
    path = a_sheet(player, instance, doubled_both_ways())
    player.go(f"{path}/sheet?order=contract")
    for paper in PAPERS:
        printed(player.page, paper)


def test_names_of_other_scripts_keep_to_their_places(player: Player, instance: Path) -> None:
    a_sheet(player, instance, doubled_both_ways(names=FOREIGN, title=""))
    for paper in PAPERS:
        printed(player.page, paper)


def test_the_paper_is_black_on_white_and_has_no_buttons(phones: Phones, instance: Path) -> None:
    player = phones(color_scheme="dark")
    a_sheet(player, instance, recorded(0))
    on_paper(player.page, "A4")
    for name in ("Print", "Picture", "PDF"):
        expect(player.page.get_by_text(name, exact=True)).not_to_be_visible()
    assert (
        evaluated(
            player.page,
            """() => [...document.querySelectorAll(".print-page, .print-page *:not(svg *)")].filter((element) => {
             const { color, backgroundColor } = getComputedStyle(element);
             const white = ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"].includes(backgroundColor);
             return element.checkVisibility() && !element.matches(".role") && (color !== "rgb(0, 0, 0)" || !white);
           }).map((element) => element.outerHTML.slice(0, 100))""",
        )
        == []
    )


def test_while_playing_the_last_round_is_on_top_of_the_phone_and_at_the_end_of_the_paper(
    player: Player, instance: Path
) -> None:
    game = recorded(0)
    a_sheet(player, instance, replace(game, rounds=game.rounds[:3]))
    on_screen = [number for _top, number in sorted(evaluated(player.page, ROWS))]
    assert on_screen == ["3", "2", "1"]
    on_paper(player.page, "A4")
    assert [number for _top, number in sorted(evaluated(player.page, ROWS))] == ["1", "2", "3"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_blank_sheet_is_printed_on_one_page(player: Player, rules: str) -> None:
    player.go(f"/sheets/blank?rules={rules}")
    for paper in PAPERS:
        shown = printed(player.page, paper)
        for contract in RULE_SETS[rules].contracts:
            assert contract_name(contract.id).replace(" ", "") in shown


def test_the_print_button_prints(player: Player, instance: Path) -> None:
    counts = "document.documentElement.dataset.printed = 1 + ~~document.documentElement.dataset.printed"
    player.page.add_init_script(f"window.print = () => {{ {counts}; }}")
    a_sheet(player, instance, recorded(0))
    player.tap(player.button("Print"))
    expect(player.page.locator("html")).to_have_attribute("data-printed", "1")


def test_without_javascript_there_are_links_and_no_dead_buttons(phones: Phones, instance: Path) -> None:
    player = phones(java_script_enabled=False)
    a_sheet(player, instance, recorded(0))
    expect(player.page.get_by_role("link", name="Picture")).to_be_visible()
    for name in ("Print", "Copy"):
        expect(player.page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(player.page.get_by_role("link", name="Share the result")).to_have_count(0)


def test_where_the_phone_takes_files_picture_and_text_are_shared(player: Player, instance: Path) -> None:
    player.page.add_init_script(SHARES.replace("FILES", "true"))
    table = a_sheet(player, instance, recorded(0))
    for path in (f"{table}/sheet", table):
        player.go(path)
        player.tap(player.page.get_by_role("link", name="Share the result"))
        what = evaluated(player.page, "() => window.shared")
        ((name, kind, size),) = what["files"]
        assert (name, kind) == ("bonken.png", "image/png")
        assert size > 10_000
        assert what["text"].splitlines()[2].startswith("1. ")


def test_where_the_phone_takes_no_files_the_text_is_shared(player: Player, instance: Path) -> None:
    player.page.add_init_script(SHARES.replace("FILES", "false"))
    a_sheet(player, instance, recorded(0))
    player.tap(player.page.get_by_role("link", name="Share the result"))
    what = evaluated(player.page, "() => window.shared")
    assert (what["files"], len(what["text"].splitlines())) == ([], 6)


def test_where_nothing_can_be_shared_the_button_leads_to_the_picture_and_the_words(
    player: Player, instance: Path
) -> None:
    player.page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    table = a_sheet(player, instance, recorded(0))
    player.go(table)
    player.tap(player.page.get_by_role("link", name="Share the result"))
    expect(player.page).to_have_url(re.compile(rf"{table}/sheet#send$"))
    expect(player.page.get_by_role("link", name="Share the result")).to_have_count(0)
    expect(player.page.get_by_role("link", name="Picture")).to_be_visible()


def test_without_a_clipboard_the_words_are_copied_from_their_field(player: Player, instance: Path) -> None:
    player.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    player.page.clock.install()
    a_sheet(player, instance, recorded(0))
    field = player.page.get_by_role("textbox", name="The result in words")
    # The button says so for two seconds only, and this machine may be slow to look.
    player.stop_the_clock()
    player.tap(player.button("Copy"))
    expect(player.button("Copied")).to_be_visible()
    assert evaluated(player.page, "() => getSelection().toString()") == field.input_value()
