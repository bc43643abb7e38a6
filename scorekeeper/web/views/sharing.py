"""Sharing a game: its links, opening one, renewing them, and shutting a phone out."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from scorekeeper.services.changing import NoSuchGame
from scorekeeper.services.sharing import open_key, renew, see_sharing, shut_out
from scorekeeper.storage.games import Right
from scorekeeper.web.answers import look
from scorekeeper.web.contexts.sharing import NoCookies, sharing
from scorekeeper.web.limits import opens_links
from scorekeeper.web.parsing import whole
from scorekeeper.web.requests import browser, browser_kind, browser_or_new, database, see_other, show, submission

bp = Blueprint("sharing", __name__)


@bp.get("/games/<game_id>/share")
def see(game_id: str) -> Response:
    """Show the links of a game."""
    shared = see_sharing(database(), game_id, browser())
    return show("share", sharing(shared, browser(), done=request.args.get("done", "")))


@bp.post("/games/<game_id>/share/renew")
def renew_link(game_id: str) -> Response:
    """End the links of a right and make a new one."""
    right = request.form.get("right", "")
    if right not in tuple(Right):
        raise BadRequest if look(game_id).may_score else NoSuchGame(game_id)
    renew(database(), submission(game_id), Right(right))
    return see_other(url_for(".see", game_id=game_id, done=f"renewed-{right}"))


@bp.post("/games/<game_id>/share/shut-out")
def shut_phone_out(game_id: str) -> Response:
    """Take away what links gave a phone."""
    answer = shut_out(database(), submission(game_id), request.form.get("phone", 0, type=whole))
    return see_other(url_for(".see", game_id=game_id, done=answer.what))


@bp.get("/k/<token>")
@opens_links
def open_link(token: str) -> Response:
    """Open a shared link: this browser now holds that key, and the address is the clean one.

    A browser without our cookie gets one first and comes again with it. What keeps none, as a chat that looks at a link
    for a preview, never holds a key: it would stand in the list of phones for good.
    """
    known = browser()
    if known is None:
        if "again" in request.args:
            return show("no_cookies", NoCookies(), 400)
        browser_or_new()
        return see_other(url_for(".open_link", token=token, again=1))
    try:
        game_id = open_key(database(), token, known, kind=browser_kind())
    except NoSuchGame:
        raise NoSuchGame("a link that opens nothing") from None
    return see_other(url_for("table.see", game_id=game_id))
