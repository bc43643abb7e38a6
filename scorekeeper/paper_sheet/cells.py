"""From the text of a CSV file to rows of cells, whichever of its three separators it was written with."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass

from scorekeeper.paper_sheet.claims import Flaw, Unread

SEPARATORS = ("\t", ";", ",")
BEYOND = 5
"""The cell after the label and four numbers or names; doubles stand there, and nothing else."""
LOOKED_AT = 8_000
"""Characters in which the separator is looked for."""
MOST_ROWS = 500
"""Rows with something in them. A whole game needs some sixty."""
MOST_CELLS = 60
"""Cells of a row. Six are needed, and some more where doubles are spread over several."""

_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_EXCEL = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)
"""The line by which some spreadsheets tell each other what separates the cells."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row without the spaces around them; empty ones at its end are left out."""

    line: int
    cells: tuple[str, ...]

    def cell(self, index: int) -> str:
        """Give a cell, empty where the row is shorter."""
        return self.cells[index] if index < len(self.cells) else ""


class CantSplit(ValueError):
    """The text can't be split into rows and cells."""

    def __init__(self, unread: Unread) -> None:
        super().__init__(unread.flaw.value)
        self.unread = unread


def looks_like_sheet(text: str) -> bool:
    """Tell whether one of the first lines could be the row of names."""
    separator = separator_of(text)
    return any(_cells_in(line, separator) >= BEYOND for line in _first_lines(text))


def separator_of(text: str) -> str:
    """Find the separator: the one that some line is split by most."""
    if told := _EXCEL.match(text):
        return told[1]
    return max(SEPARATORS, key=lambda separator: max(_cells_in(line, separator) for line in _first_lines(text)))


def _first_lines(text: str) -> list[str]:
    return text[:LOOKED_AT].splitlines() or [""]


def _cells_in(line: str, separator: str) -> int:
    return _QUOTED.sub("", line).count(separator) + 1


def rows_of(text: str) -> list[Row]:
    """Split a text into its rows; those with nothing in them are left out.

    Raises:
        CantSplit: a quotation mark is in the wrong place, or there is far more than any sheet has.
    """
    separator = separator_of(text)
    if separator not in SEPARATORS:
        raise CantSplit(Unread(1, Flaw.QUOTES))
    rows: list[Row] = []
    skipped = 1 if _EXCEL.match(text) else 0
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    try:
        for cells in lines:
            if lines.line_num <= skipped:
                continue
            stripped = [cell.strip() for cell in cells]
            while stripped and not stripped[-1]:
                stripped.pop()
            if not stripped:
                continue
            if len(stripped) > MOST_CELLS or len(rows) == MOST_ROWS:
                raise CantSplit(Unread(lines.line_num, Flaw.TOO_MUCH))
            rows.append(Row(lines.line_num, tuple(stripped)))
    except csv.Error as error:
        raise CantSplit(Unread(lines.line_num, Flaw.QUOTES)) from error
    return rows
