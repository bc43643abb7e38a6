"""Using another phone: a code here, one button there."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.moving import CodeSpent, NothingToCopy, OwnCode, look_at_code, offer_games, take_games
from scorekeeper.web.contexts.sharing import AnotherPhone, TakeGames, another_phone
from scorekeeper.web.limits import opens_links
from scorekeeper.web.requests import browser, browser_kind, browser_or_new, database, see_other, show

bp = Blueprint("moving", __name__)


@bp.get("/another-phone")
def ask() -> Response:
    """Say what the code does, with the button that makes it."""
    return show("another_phone", AnotherPhone())


@bp.post("/another-phone")
@opens_links
def offer() -> Response:
    """Make a code and show it: it can't be shown again, since only its hash is kept."""
    try:
        return show("another_phone", another_phone(offer_games(database(), browser())))
    except NothingToCopy:
        return show("another_phone", AnotherPhone(has_games=False), 422)


@bp.get("/c/<code>")
@opens_links
def look(code: str) -> Response:
    """Show the button that takes the games. Opening alone uses nothing up: chats open links for a preview."""
    try:
        look_at_code(database(), code, browser())
    except (CodeSpent, OwnCode) as error:
        return _refused(error)
    return show("take_games", TakeGames(code))


@bp.post("/c/<code>")
@opens_links
def take(code: str) -> Response:
    """Take the games."""
    try:
        take_games(database(), code, browser_or_new(), kind=browser_kind())
    except (CodeSpent, OwnCode) as error:
        return _refused(error)
    return see_other(url_for("start.home", copied=1))


def _refused(error: CodeSpent | OwnCode) -> Response:
    return show("take_games", TakeGames("", isinstance(error, CodeSpent), isinstance(error, OwnCode)), 404)
