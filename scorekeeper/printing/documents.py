"""What the typst templates are given: the sheet of a game, or a blank one, as JSON with every text ready to print."""

from __future__ import annotations

from xml.etree import ElementTree

from scorekeeper.printing.blank import LETTERS, BlankSheet, others
from scorekeeper.printing.drawings import drawings
from scorekeeper.printing.sheet import Cell, Line, Sheet
from scorekeeper.record import Json
from scorekeeper.rules.seats import SEATS
from scorekeeper.wording.names import points, rule_set_name
from scorekeeper.wording.signs import DRAWN, sign_parts
from scorekeeper.wording.translation import gettext as _

RIGHT = "\N{CHECK MARK}"
WRONG = "\N{BALLOT X}"
_SVG = "{http://www.w3.org/2000/svg}"
ElementTree.register_namespace("", _SVG.strip("{}"))


def sheet_document(
    sheet: Sheet, *, title: str, day: str, chart: str = "", has_missing: bool = False
) -> dict[str, Json]:
    """Make the document of a score sheet.

    `day` is the date as it is to be read, `chart` the SVG of the totals. `has_missing` says that no font
    here has some letters of the names, so that the sheet explains its boxes.
    """
    return {
        "title": title,
        "about": " · ".join(
            part for part in (day, rule_set_name(sheet.rule_set.id), "" if sheet.outcome else sheet.state) if part
        ),
        "outcome": sheet.outcome,
        "ranks": [
            {"place": "" if rank.place is None else f"{rank.place}.", "name": rank.name, "total": points(rank.total)}
            for rank in sheet.ranks
        ],
        "players": [{"name": name, "short": short} for name, short in zip(sheet.players, sheet.short, strict=True)],
        "lines": [_line(line, sheet) for line in sheet.lines],
        "open": _("Open: %(contract)s, no scores yet", contract=sheet.open) if sheet.open else "",
        "proof": {
            "raw": [points(raw) for raw in sheet.raw],
            "totals": [points(total) for total in sheet.totals],
            "sum_of_raw": points(sheet.sum_of_raw),
            "sum_of_totals": f"{points(sheet.sum_of_totals)} {_mark(sheet.adds_up)}",
        },
        "chart": _chart(chart),
        "drawings": dict(drawings()),
        "notes": [_("Boxes stand for letters that no font on this server has.")] if has_missing else [],
        "words": {
            "round": _("Round"),
            "raw": _("raw"),
            "score": _("round"),
            "total": _("total"),
            "sum": _("Sum"),
            "totals": _("Totals"),
            "dealt": _("dealt"),
            "chose": _("chose"),
            "doublers": _("small letters: who doubled this player"),
            "chart": _("Totals after each round"),
        },
    }


def blank_document(blank: BlankSheet) -> dict[str, Json]:
    """Make the document of a blank sheet."""
    rounds: list[Json] = [
        {
            "number": str(line.number),
            "cells": [
                {"deals": seat == line.dealer, "chooses": seat == line.chooser, "others": list(others(seat))}
                for seat in SEATS
            ],
        }
        for line in blank.rounds
    ]
    return {
        "title": rule_set_name(blank.rule_set.id),
        "letters": list(LETTERS),
        "rounds": rounds,
        "contracts": [
            {"sign": sign(line.id), "name": line.name, "worth": line.worth, "total": points(line.total)}
            for line in blank.contracts
        ],
        "rules": list(blank.rules),
        "end": "" if blank.end is None else f"= {points(blank.end)}",
        "drawings": dict(drawings()),
        "words": {
            "title": _("Title"),
            "date": _("Date"),
            "round": _("Round"),
            "raw": _("raw"),
            "score": _("round"),
            "total": _("total"),
            "sum": _("Sum"),
            "totals": _("Totals"),
            "deals": _("deals"),
            "chooses": _("chooses"),
            "doublers": _("ring the letter of who doubled this player"),
            "first": _("A deals first"),
            "contracts": _("Contracts"),
        },
    }


def sign(contract_id: str) -> Json:
    """Spell a contract's sign: its parts in a row, each drawn or in letters."""
    return [{"drawn": part} if part in DRAWN else {"text": part} for part in sign_parts(contract_id)]


def _line(line: Line, sheet: Sheet) -> Json:
    return {
        "number": str(line.number),
        "sign": sign(line.contract),
        "name": line.name,
        "ruled": _("ruled: %(rulings)s", rulings=", ".join(line.rulings)) if line.rulings else "",
        "cells": [_cell(cell, sheet) for cell in line.cells],
        "sum": points(line.sum),
        "played": f"{points(line.played)} {_mark(line.adds_up)}",
    }


def _cell(cell: Cell, sheet: Sheet) -> Json:
    return {
        "doublers": [sheet.short[seat] for seat in cell.doublers],
        "deals": cell.deals,
        "chooses": cell.chooses,
        "raw": points(cell.raw),
        "score": points(cell.score),
        "total": points(cell.total),
    }


def _chart(svg: str) -> Json:
    """Take the names out of a chart: typst sets them itself, in all fonts there are; those of a picture it would not.

    Positions are parts of the chart's width and height.
    """
    if not svg:
        return None
    root = ElementTree.fromstring(svg)
    _left, _top, width, height = (float(number) for number in root.attrib["viewBox"].split())
    names: list[Json] = []
    for part in root.findall(f"{_SVG}text"):
        if part.get("class") == "chart-name":
            root.remove(part)
            x, y = float(part.attrib["x"]) / width, float(part.attrib["y"]) / height
            names.append({"x": x, "y": y, "text": part.text or ""})
    drawn = ElementTree.tostring(root, encoding="unicode")
    return {"svg": drawn, "shape": height / width, "size": float(root.attrib["font-size"]) / width, "names": names}


def _mark(is_right: bool) -> str:
    return RIGHT if is_right else WRONG
