"""A game as a table for a spreadsheet: a row for each round and player. docs/csv.md describes the columns.

Names and titles are text that somebody typed: a spreadsheet must never take one for a formula.
"""

from __future__ import annotations

import csv
import io
import unicodedata

from scorekeeper.printing.sheet import Cell, Line, Sheet, sheet
from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import Replay, ScoredRound
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.tallies import counts_of
from scorekeeper.wording.names import counted

BOM = "\ufeff"
"""Tells spreadsheets that the text is UTF-8."""
COLUMNS = (
    "title",
    "date",
    "rules",
    "round",
    "contract_id",
    "contract",
    "player",
    "role",
    "doubled_by",
    "took",
    "raw",
    "settled",
    "score",
    "total",
    "sum_of_totals",
    "ruling",
)
_BEGINS_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")


def spreadsheet(played: Replay) -> bytes:
    """Write the saved rounds of a game as CSV: UTF-8 with a mark, commas, lines ended by CR LF."""
    laid_out = sheet(played)
    table = io.StringIO()
    writer = csv.writer(table, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for line, scored in zip(laid_out.lines, played.rounds, strict=True):
        for seat in SEATS:
            writer.writerow(_row(played.game, laid_out, line, scored, seat))
    return (BOM + table.getvalue()).encode()


def as_text(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; others stay as they are."""
    first = next((letter for letter in text if unicodedata.category(letter) not in ("Cf", "Zs", "Mn")), "")
    return f"'{text}" if first in _BEGINS_FORMULA and first else text


def _row(game: Game, laid_out: Sheet, line: Line, scored: ScoredRound, seat: int) -> tuple[str | int, ...]:
    cell = line.cells[seat]
    return (
        as_text(game.title),
        game.played_on.isoformat() if game.played_on is not None else "",
        game.rule_set.id,
        line.number,
        line.contract,
        line.name,
        as_text(game.players[seat]),
        _role(cell),
        as_text(", ".join(laid_out.players[doubler] for doubler in cell.doublers)),
        _took(scored, seat),
        cell.raw,
        cell.score - cell.raw,
        cell.score,
        cell.total,
        line.played,
        " ".join(scored.entry.rulings),
    )


def _role(cell: Cell) -> str:
    return " ".join(word for word, applies in (("dealer", cell.deals), ("chooser", cell.chooses)) if applies)


def _took(scored: ScoredRound, seat: int) -> str:
    taken = [(item.id, counts_of(scored.entry.tallies, item.id)[seat] or 0) for item in scored.contract.items]
    return ", ".join(counted(item, count) for item, count in taken if count)
