"""Bringing in games: upload or paste records, see what would be added, add it."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from scorekeeper.record import NotJson, parse
from scorekeeper.services.importing import (
    MOST_GAMES,
    Found,
    NotARecord,
    NothingNew,
    find_records,
    import_games,
    offers,
)
from scorekeeper.web.bodies import LARGEST_UPLOAD
from scorekeeper.web.contexts.importing import ImportForm, preview
from scorekeeper.web.limits import makes_games
from scorekeeper.web.parsing import whole
from scorekeeper.web.requests import browser_kind, browser_or_new, database, see_other, show, submission
from scorekeeper.wording.imports import fault_sentences, nothing_given, nothing_new, too_many
from scorekeeper.wording.translation import gettext as _

MOST_PROBLEMS = 30
"""Sentences that are shown at once: a foreign file can have thousands of faults."""

bp = Blueprint("importing", __name__, url_prefix="/games/import")


@bp.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> Response:
    """Say that this is more than can come at once."""
    megabytes = LARGEST_UPLOAD // 1024 // 1024
    sentence = _("This is more than %(most)s MB. Bring the games in by parts.", most=megabytes)
    return show("import", ImportForm(problems=(sentence,)), 413)


@bp.get("")
def ask() -> Response:
    """Ask for records."""
    # The cookie comes with the form, so that the games belong to this browser when they are added.
    browser_or_new()
    return show("import", ImportForm())


@bp.post("")
def look_through() -> Response:
    """Show what would be added, or what is wrong; nothing is added yet."""
    pasted = request.form.get("pasted", "")
    found = [*_uploaded(), *(find_records("", pasted.encode("utf-8", "surrogatepass")) if pasted.strip() else ())]
    if not found:
        return _refused(pasted, [nothing_given()])
    if len(found) > MOST_GAMES:
        return _refused(pasted, [too_many(len(found))])
    problems = [line for one in found for line in fault_sentences(one)]
    if problems:
        return _refused(pasted, problems)
    return show("import_preview", preview(offers(database(), browser_or_new(), found)))


@bp.post("/add")
@makes_games
def add() -> Response:
    """Add the games that were shown."""
    ticked = frozenset(request.form.getlist("again", type=whole))
    records = request.form.get("records", "")
    browser_or_new()
    try:
        document = parse(records)
        answer = import_games(database(), submission(), document, ticked, kind=browser_kind())
    except (NotJson, NotARecord):
        return _refused(records, [_("What was to be added came in damaged: start again.")])
    except NothingNew:
        return _again(records, ticked)
    if isinstance(document, list) and len(document) == 1:
        return see_other(url_for("table.see", game_id=answer.game_id, change=answer.revision))
    return see_other(url_for("start.home", added=answer.game_id))


def _uploaded() -> list[Found]:
    found = []
    for file in request.files.getlist("files"):
        # A form without a chosen file still sends one, without a name.
        if file.filename:
            found += find_records(file.filename, file.read())
    return found


def _refused(pasted: str, problems: list[str]) -> Response:
    shown = tuple(problems[:MOST_PROBLEMS])
    return show("import", ImportForm(pasted, shown, len(problems) - len(shown)), 422)


def _again(records: str, ticked: frozenset[int]) -> Response:
    """Show the preview once more where nothing of it is new."""
    found = find_records("", records.encode("utf-8", "surrogatepass"))
    view = preview(offers(database(), browser_or_new(), found), ticked=ticked, problem=nothing_new())
    return show("import_preview", view, 422)
