"""The calculator, and the check of a sheet that was kept with a pen. Nothing of either is stored."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for

from scorekeeper.services.checking import LARGEST, Trouble, Unreadable, check_bytes
from scorekeeper.web.calculating import query_of, question
from scorekeeper.web.contexts.calculator import calculator
from scorekeeper.web.contexts.check_sheet import check_sheet
from scorekeeper.web.requests import browser_or_new, show

bp = Blueprint("calculator", __name__, url_prefix="/calculator")

PASTED = "pasted.csv"
"""What is typed into the page is a sheet, unless it begins as a record does."""


@bp.get("")
def see() -> Response:
    """Work out what the address asks."""
    asked = question(request.args)
    return show("calculator", calculator(asked, url_for(".see", **query_of(asked))))  # type: ignore[arg-type]


@bp.get("/check")
def check() -> Response:
    """Show the form that takes a record or a sheet."""
    # The cookie comes with the form: without it, its token could not be told from a stranger's.
    browser_or_new()
    return show("check_sheet", check_sheet("", None))


@bp.post("/check")
def answer() -> Response:
    """Check what was pasted or uploaded, and show it again with the answer."""
    file = request.files.get("file")
    if file is not None and file.filename:
        content, name = file.read(LARGEST + 1), file.filename
    else:
        content, name = request.form.get("text", "").encode("utf-8", "replace"), PASTED
    is_given = bool(content.strip()) or name != PASTED
    outcome = check_bytes(content, name) if is_given else Unreadable(Trouble.NOT_GIVEN)
    text = content.decode("utf-8-sig", "replace")
    return show("check_sheet", check_sheet(text, outcome), 422 if isinstance(outcome, Unreadable) else 200)


@bp.errorhandler(413)
def too_large(_error: Exception) -> Response:
    """Say that a file is too large, on the page that asks for one."""
    browser_or_new()
    return show("check_sheet", check_sheet("", Unreadable(Trouble.TOO_LARGE)), 413)
