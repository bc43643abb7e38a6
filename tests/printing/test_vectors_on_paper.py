"""Every game of the vectors on paper and as CSV: the numbers are those that are expected, doubles settled."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pypdf
import pytest

from scorekeeper.printing.documents import sheet_document
from scorekeeper.printing.sheet import sheet
from scorekeeper.printing.spreadsheet import spreadsheet
from scorekeeper.printing.typesetting import Paper, make_pdf
from scorekeeper.record import read
from scorekeeper.rules.replay import Replay
from tests.records import GAMES, Document, vector

NUMBER = re.compile(r"(?<!\S)[+−]?[0-9,]+(?!\S)")


def played_of(document: Document) -> Replay:
    played = read(document["record"]).played
    assert played is not None
    return played


def by_player(document: Document) -> list[list[tuple[int, int, int]]]:
    """List what is expected of each round: for each player raw points, score and total."""
    players = document["record"]["players"]
    return [
        [(line["raw"][name], line["scores"][name], line["totals"][name]) for name in players]
        for line in document["expected"]["rounds"]
    ]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_csv_has_the_expected_numbers_and_what_each_double_moved(path: Path) -> None:
    document = vector(path)
    text = spreadsheet(played_of(document)).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    found = [(int(row["raw"]), int(row["score"]), int(row["total"])) for row in rows]
    assert found == [numbers for line in by_player(document) for numbers in line]
    for place, scored in enumerate(played_of(document).rounds):
        moved = [0, 0, 0, 0]
        for settlement in scored.settlements:
            first, second = settlement.between
            moved[first] += settlement.transfer
            moved[second] -= settlement.transfer
        assert [int(row["settled"]) for row in rows[4 * place : 4 * place + 4]] == moved


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_pdf_has_the_expected_numbers_in_their_places(path: Path) -> None:
    document = vector(path)
    pdf = make_pdf("sheet", sheet_document(sheet(played_of(document)), title="Friday", day=""), Paper.A4)
    (page,) = pypdf.PdfReader(io.BytesIO(pdf)).pages
    shown = [int(number.replace("−", "-").replace(",", "")) for number in NUMBER.findall(page.extract_text())]
    # Between the numbers of two lines stand only those of the sums, the round and the contract's sign.
    place = 0
    for line in by_player(document):
        wanted = [number for numbers in line for number in numbers]
        place = next(start for start in range(place, len(shown)) if shown[start : start + 12] == wanted) + 12
