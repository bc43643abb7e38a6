"""The PDF and the picture: one page, every name as it was typed, every number where it belongs."""

from __future__ import annotations

import io
import re
import struct

import pypdf
import pytest

from scorekeeper.printing.blank import blank_sheet
from scorekeeper.printing.documents import blank_document, sheet_document
from scorekeeper.printing.letters import missing_letters
from scorekeeper.printing.sheet import sheet
from scorekeeper.printing.typesetting import Paper, make_pdf, make_picture
from scorekeeper.record import Json
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.wording.names import contract_name, points
from tests.printing.games import FOREIGN, HOSTILE, LONG, doubled_both_ways
from tests.web.tables import a_game

PAPERS = {Paper.A4: (595, 842), Paper.LETTER: (612, 792)}
"""Points of width and height."""
PLAIN = ("Anna", "Bram", "Cees", "Dirk")
NOWHERE = "\ufdd0"


def document(game: Game, chart: str = "") -> dict[str, Json]:
    missing = missing_letters([*game.players, game.title])
    return sheet_document(sheet(replay(game)), title=game.title, day="", chart=chart, has_missing=bool(missing))


def page_of(pdf: bytes) -> pypdf.PageObject:
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    assert len(pages) == 1
    return pages[0]


def text_of(pdf: bytes) -> str:
    """Give the text of a PDF without any space: where a long word is broken there is a new line."""
    return re.sub(r"\s+", "", page_of(pdf).extract_text())


def without_space(text: str) -> str:
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("names", [LONG, PLAIN], ids=["long", "plain"])
def test_a_whole_game_with_everything_doubled_is_on_one_page(paper: Paper, names: tuple[str, str, str, str]) -> None:
    game = doubled_both_ways(names=names)
    pdf = make_pdf("sheet", document(game), paper)
    page = page_of(pdf)
    assert (round(page.mediabox.width), round(page.mediabox.height)) == PAPERS[paper]
    shown = text_of(pdf)
    for name in (*names, game.title):
        assert without_space(name) in shown
    for scored in replay(game).rounds:
        assert without_space(contract_name(scored.contract.id)) in shown
        for total in scored.totals:
            assert points(total) in shown


@pytest.mark.parametrize("names", [HOSTILE, (*HOSTILE[:3], "\\\"'`~^")], ids=["code", "signs"])
def test_names_are_text_and_never_markup(names: tuple[str, str, str, str]) -> None:
    game = a_game(11, players=names, title='#read("/etc/passwd") $pi$ *bold*')
    shown = text_of(make_pdf("sheet", document(game), Paper.A4))
    for typed in (*names, game.title):
        assert without_space(typed) in shown


def test_names_of_all_scripts_come_out_or_the_sheet_explains_its_boxes() -> None:
    game = a_game(11, players=FOREIGN)
    pdf = make_pdf("sheet", document(game), Paper.A4)
    missing = missing_letters(FOREIGN)
    shown = page_of(pdf).extract_text()
    for word in " ".join(FOREIGN).split():
        assert all(letter in missing for letter in word) or any(letter in shown for letter in word)
    assert "שלום" in shown
    assert "Żółć" in shown
    assert ("Boxes stand for letters" in shown) == bool(missing)


def test_a_letter_without_a_font_is_explained() -> None:
    game = a_game(1, players=(f"A{NOWHERE}", "Bram", "Cees", "Dirk"))
    assert "Boxesstandforletters" in text_of(make_pdf("sheet", document(game), Paper.A4))
    assert "Boxes" not in text_of(make_pdf("sheet", document(a_game(1)), Paper.A4))


def test_what_does_not_fit_is_set_smaller_until_it_does() -> None:
    crowded = document(doubled_both_ways())
    lines = crowded["lines"]
    assert isinstance(lines, list)
    crowded["lines"] = lines * 3
    page_of(make_pdf("sheet", crowded, Paper.LETTER))


def test_an_unfinished_game_says_how_far_it_is() -> None:
    shown = text_of(make_pdf("sheet", document(a_game(3, open_round=Round("queens"))), Paper.A4))
    assert "afterround3of11" in shown
    assert "Open:Queens" in shown


def test_a_game_without_rounds_can_be_printed() -> None:
    assert "nothingplayedyet" in text_of(make_pdf("sheet", document(a_game()), Paper.A4))


def test_the_names_of_the_chart_are_set_by_typst_itself() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" font-size="10"><title>x</title>'
        '<text class="chart-name" x="10" y="20">Łukasz</text><text class="chart-tick" x="1" y="9">+50</text></svg>'
    )
    made = document(a_game(1), svg)
    chart = made["chart"]
    assert isinstance(chart, dict)
    assert chart["names"] == [{"x": 0.1, "y": 0.4, "text": "Łukasz"}]
    assert "chart-name" not in str(chart["svg"])
    assert "Łukasz" in text_of(make_pdf("sheet", made, Paper.A4))


def test_the_picture_is_a_png_wide_enough_to_read() -> None:
    for names in (PLAIN, LONG, HOSTILE, FOREIGN):
        png = make_picture("sheet", document(doubled_both_ways(names=names)))
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", png[16:24])
        assert 1000 <= width <= 1600
        assert 600 <= height <= 1800
        assert len(png) < 1_000_000


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_blank_sheet_is_one_page_with_every_round_and_contract(rules: str, paper: Paper) -> None:
    rule_set = RULE_SETS[rules]
    pdf = make_pdf("blank", blank_document(blank_sheet(rule_set)), paper)
    page = page_of(pdf)
    assert (round(page.mediabox.width), round(page.mediabox.height)) == PAPERS[paper]
    shown = text_of(pdf)
    for contract in rule_set.contracts:
        assert without_space(contract_name(contract.id)) in shown
    assert "=0" in shown
