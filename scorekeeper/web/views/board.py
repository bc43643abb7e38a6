"""The scoreboard, for a phone that stands on the table."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from scorekeeper.web.answers import look
from scorekeeper.web.contexts.board import board
from scorekeeper.web.following import looked_for_news, no_news, tagged
from scorekeeper.web.requests import show

bp = Blueprint("board", __name__, url_prefix="/games/<game_id>/board")


@bp.get("")
def see(game_id: str) -> Response:
    """Show the scoreboard, and to who has it already only what is new."""
    news = looked_for_news(game_id)
    if news and (unchanged := no_news(news)):
        return unchanged
    view = board(look(game_id))
    return tagged(show("board", view), view.poll)
