"""Error pages in the app's own clothes, and forms that can be sent again when nothing else is wrong with them."""

from __future__ import annotations

import logging

from flask import Flask, Response, make_response, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper.services.changing import FormUsedTwice, NoSuchGame
from scorekeeper.services.managing import was_deleted
from scorekeeper.storage.database import Unavailable
from scorekeeper.web.answers import carried, look
from scorekeeper.web.limits import seconds_to_wait
from scorekeeper.web.rendering import form_page
from scorekeeper.web.requests import browser, browser_or_new, database, is_htmx
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import ngettext

RETRY_AFTER_SECONDS = 5

_log = logging.getLogger(__name__)


def register_errors(app: Flask) -> None:
    """Answer every error that a view lets through."""
    app.register_error_handler(NoSuchGame, no_such_game)
    app.register_error_handler(FormUsedTwice, form_used_twice)
    app.register_error_handler(Unavailable, unavailable)
    app.register_error_handler(CSRFError, not_recognised)
    app.register_error_handler(HTTPException, any_other)
    app.register_error_handler(Exception, broken)


def no_such_game(_error: Exception) -> Response:
    """Answer 404 for a game or link that this browser holds no key to, as if there were none.

    Whoever could take back that a game was deleted is told so, and keeps what he typed.
    """
    game_id, known = (request.view_args or {}).get("game_id"), browser()
    try:
        if game_id is not None and known is not None and was_deleted(database(), game_id, known):
            explanation = _("That can be taken back.")
            if request.method == "POST":
                explanation += " " + _("After that, what you typed can be sent again: come back to this page.")
            again = request.method == "POST"
            return _page(404, _("This game was deleted"), explanation, again=again, deleted=game_id)
    except Unavailable as error:
        return unavailable(error)
    return _page(
        404,
        _("There is no such game on this phone"),
        _("Ask somebody at the table to share the game with you, or look for it among your games."),
        again=True,
    )


def form_used_twice(_error: Exception) -> Response:
    """Answer 409 for a form that was carried out and then sent again with other content."""
    return _page(
        409,
        _("This was sent already"),
        _("The form had been sent before, with other content. Nothing was changed: look first, then send it again."),
        again=True,
        anew=True,
    )


def unavailable(error: Exception) -> Response:
    """Answer 503 when the database is busy or gone; what was typed can be sent again."""
    cause = error.__cause__
    # SQLite's own word tells a locked database from a full disk, and holds neither keys nor names.
    word = getattr(getattr(cause, "orig", None), "sqlite_errorname", "")
    _log.error("database unavailable: %s %s", type(cause).__name__, word)
    answer = _page(
        503,
        _("Not saved yet") if request.method == "POST" else _("Not reachable just now"),
        _("The score keeper can’t reach its notes just now. Nothing is lost: try again in a moment."),
        again=True,
    )
    answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer


def not_recognised(_error: Exception) -> Response:
    """Answer 400 for a form whose token is gone with its cookie: it is shown again, one press sends it."""
    game_id = (request.view_args or {}).get("game_id")
    if game_id is not None:
        try:
            look(game_id)
        except NoSuchGame as gone:
            # The cookie that held the game is lost with the token: sending the form again would not help.
            return no_such_game(gone)
        except Unavailable as error:
            return unavailable(error)
    browser_or_new()
    return _page(
        400,
        _("One more press"),
        _("This page was from before the phone forgot who it is. What you typed is still here."),
        again=True,
    )


def any_other(error: HTTPException) -> Response:
    """Answer the errors that Flask itself raises, such as 404, 405 and 413."""
    status = error.code or 500
    if status == 404:
        return _page(404, _("There is no such page"), _("The address may be incomplete. Start from your games."))
    if status == 429:
        return too_often()
    if status >= 500:
        return broken(error)
    answer = _page(status, _("That did not work"), _("The page asked for something that can’t be done."))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer


def too_often() -> Response:
    """Answer 429 to who asks too often; what was typed can be sent again later."""
    seconds = seconds_to_wait()
    answer = _page(
        429,
        _("Too much at once"),
        ngettext(
            "So many in so little time is more than a table needs. Try again in a minute; nothing is lost.",
            "So many in so little time is more than a table needs. Try again in %(num)s minutes; nothing is lost.",
            max(1, round(seconds / 60)),
        ),
        again=True,
    )
    answer.headers["Retry-After"] = str(seconds)
    return answer


def broken(error: Exception) -> Response:
    """Answer 500 for a fault of ours; what happened goes to the log, not to the player."""
    _log.error("unexpected %s at %s", type(error).__name__, request.endpoint, exc_info=error)
    return _page(
        500,
        _("Something broke"),
        _("That is a fault in the score keeper, not yours. What was saved before is safe; try again."),
    )


def _page(
    status: int, heading: str, explanation: str, *, again: bool = False, anew: bool = False, deleted: str = ""
) -> Response:
    """Make an error page. With `again` the same can be asked for again: the form that came in, or the page.

    With `anew` the form is sent under a key of its own; `deleted` is a game that this browser can bring back.
    """
    # A form that could not be read, since it is too large, can't be asked for its fields either.
    is_form = again and request.method == "POST"
    page = form_page(
        "_error.html" if is_htmx() else "error.html",
        status=status,
        heading=heading,
        explanation=explanation,
        deleted=deleted,
        action=request.path if is_form else "",
        address=request.full_path.rstrip("?") if again and request.method == "GET" else "",
        fields=carried() if is_form else (),
        key=(is_form and not anew and request.form.get("key")) or "",
    )
    return make_response(page, status)
