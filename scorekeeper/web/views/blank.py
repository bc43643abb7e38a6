"""Blank sheets to write on with a pen, for each rule set: a page to print, and the same as PDF."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, request

from scorekeeper.printing.blank import LETTERS, BlankSheet, blank_sheet, others
from scorekeeper.printing.documents import blank_document
from scorekeeper.printing.typesetting import make_pdf
from scorekeeper.rules.ruleset import RULE_SETS, RuleSet
from scorekeeper.rules.seats import SEATS
from scorekeeper.web.downloads import download
from scorekeeper.web.requests import show
from scorekeeper.web.views.sheets import wanted_paper

bp = Blueprint("blank", __name__, url_prefix="/sheets")


@dataclass(frozen=True, slots=True)
class BlankPage:
    """The page of a blank sheet. `seats` are letters with those of the other three; `known` are the rule sets."""

    sheet: BlankSheet
    seats: tuple[tuple[str, tuple[str, ...]], ...]
    known: tuple[str, ...]


@bp.get("/blank")
def see() -> Response:
    """Show a blank sheet."""
    page = BlankPage(
        blank_sheet(_wanted_rules()), tuple((LETTERS[seat], others(seat)) for seat in SEATS), tuple(RULE_SETS)
    )
    return show("blank_sheet", page)


@bp.get("/blank.pdf")
def pdf() -> Response:
    """Give a blank sheet as PDF, for A4 or Letter."""
    rule_set = _wanted_rules()
    document = blank_document(blank_sheet(rule_set))
    return download(make_pdf("blank", document, wanted_paper()), "application/pdf", f"{rule_set.id}-blank.pdf")


def _wanted_rules() -> RuleSet:
    rules = request.args.get("rules")
    if rules is None:
        return next(iter(RULE_SETS.values()))
    return RULE_SETS.get(rules) or abort(404)
