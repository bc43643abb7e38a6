"""What every view asks of a request, and the two ways to answer: a page, or to htmx its fragment."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Hashable
from typing import cast

from flask import Response, current_app, make_response, redirect, request, session
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.services.changing import Submission
from scorekeeper.storage.database import Database
from scorekeeper.web import rendering

_IGNORED = frozenset({"csrf_token", "key"})
"""Fields that differ between two sendings of the same form."""
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def database() -> Database:
    """Give the database of this app."""
    return cast(Database, current_app.extensions["scorekeeper"])


def browser() -> str | None:
    """Name the browser that asks by its signed cookie; None when it has none yet."""
    known = session.get("browser")
    return known if isinstance(known, str) else None


def browser_or_new() -> str:
    """Name the browser that asks, giving it a cookie where it has none."""
    known = browser()
    if known is None:
        known = session["browser"] = secrets.token_urlsafe(16)
    session.permanent = True
    return known


def browser_kind() -> str:
    """Give what the browser says it is."""
    return request.user_agent.string[:200]


def submission(game_id: str = "") -> Submission:
    """Read off a form who sends it, the key it carries and a digest of what it contains."""
    fields = sorted((name, value) for name, value in request.form.items(multi=True) if name not in _IGNORED)
    digest = hashlib.sha256(repr((request.path, fields)).encode("utf-8", "surrogatepass")).hexdigest()
    key = request.form.get("key", "")
    if not _KEY.fullmatch(key):
        # A form without a key of ours can't be told from its repetition: it counts as sent once.
        key = rendering.new_key()
    return Submission(browser() or "", key, digest, game_id)


def is_htmx() -> bool:
    """Whether htmx asks, which wants a fragment."""
    return request.headers.get("HX-Request") == "true"


def show(page: str, view: Hashable, status: int = 200, *, kept: bool = True) -> Response:
    """Render a page, or to htmx only its fragment: `page.html` includes `_page.html`.

    It is kept for who asks for the same next, unless nobody will: a form that is being filled in.
    """
    name = f"_{page}.html" if is_htmx() else f"{page}.html"
    return make_response(rendering.page(name, view) if kept else rendering.form_page(name, view=view), status)


def see_other(address: str) -> AnyResponse:
    """Send the browser on to a page after a change, so that a reload does not send the form again.

    A script that sent the form for the browser (static/js/16-sent.js) is told where to, and does not ask for the page.
    """
    if request.headers.get("HX-Boosted") == "true":
        return Response(headers={"HX-Redirect": address})
    return redirect(address, 303)
