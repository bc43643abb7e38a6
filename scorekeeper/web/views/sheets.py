"""The sheet of a game: to print, as PDF and picture, as text to send, as CSV and as the game's record."""

from __future__ import annotations

import json

from flask import Blueprint, Response, request

from scorekeeper.printing.spreadsheet import spreadsheet
from scorekeeper.printing.typesetting import Paper, make_pdf, make_picture
from scorekeeper.record import write
from scorekeeper.web.answers import look
from scorekeeper.web.contexts.print_sheet import Order, paper_sheet, sheet_page, text_to_share
from scorekeeper.web.downloads import download, file_name
from scorekeeper.web.requests import show

bp = Blueprint("sheets", __name__, url_prefix="/games/<game_id>")


@bp.get("/sheet")
def see(game_id: str) -> Response:
    """Show the sheet, its rows by round or by contract."""
    order = Order.CONTRACT if request.args.get("order") == Order.CONTRACT else Order.ROUNDS
    return show("print_sheet", sheet_page(look(game_id), order))


@bp.get("/sheet.pdf")
def pdf(game_id: str) -> Response:
    """Give the sheet as PDF, for A4 or Letter."""
    seen = look(game_id)
    name = file_name(seen.stored.game, "pdf")
    return download(make_pdf("sheet", paper_sheet(seen), wanted_paper()), "application/pdf", name)


@bp.get("/sheet.png")
def picture(game_id: str) -> Response:
    """Give the sheet as a picture."""
    seen = look(game_id)
    name = file_name(seen.stored.game, "png")
    return download(make_picture("sheet", paper_sheet(seen)), "image/png", name, shown=True)


@bp.get("/sheet.txt")
def text(game_id: str) -> Response:
    """Give the result as plain text to send."""
    seen = look(game_id)
    name = file_name(seen.stored.game, "txt")
    return download(text_to_share(seen) + "\n", "text/plain; charset=utf-8", name, shown=True)


@bp.get("/sheet.csv")
def table(game_id: str) -> Response:
    """Give the rounds as a table for a spreadsheet."""
    seen = look(game_id)
    name = file_name(seen.stored.game, "csv")
    return download(spreadsheet(seen.played), "text/csv; charset=utf-8", name)


@bp.get("/sheet.json")
def record(game_id: str) -> Response:
    """Give the game's record."""
    game = look(game_id).stored.game
    document = json.dumps(write(game), ensure_ascii=False, indent=1) + "\n"
    return download(document, "application/json", file_name(game, "json"))


def wanted_paper() -> Paper:
    """Read which paper is asked for; the one most of the world has, if none is."""
    return Paper.LETTER if request.args.get("paper") == "letter" else Paper.A4
