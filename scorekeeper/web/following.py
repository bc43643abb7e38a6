"""Following live: the tag that a page carries, and the answer to a poll that brings nothing new.

The tag names all that a page of a game depends on besides itself: the game's revision, what this browser may do, the
language, and the build of the app. It is never made from the page, which holds tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Flask, Response, current_app, request
from flask_babel import get_locale

from scorekeeper.services.viewing import Glance, glance
from scorekeeper.storage.games import Right, StoredGame
from scorekeeper.web.requests import browser, database

TAG = "HX-PTag"
"""The header by which htmx's extension `ptag` sends and gets a tag."""


def name_build(app: Flask, build: str) -> None:
    """Let tags say which build of the app made a page."""
    app.extensions["scorekeeper.build"] = build


@dataclass(frozen=True, slots=True)
class Poll:
    """How a page asks for news: with its tag, "often", or as of a game that is "over" ever less often."""

    tag: str
    pace: str


def poll(stored: StoredGame) -> Poll:
    """Let a page of a game ask for news."""
    return Poll(_tag(stored.revision, stored.right), "often" if stored.game.is_running else "over")


def _tag(revision: int, right: Right | None) -> str:
    """Name a state of a game as a browser with this right sees it."""
    build = cast(str, current_app.extensions["scorekeeper.build"])
    return f"{revision}-{right or 'none'}-{get_locale()}-{build}"


def looked_for_news(game_id: str) -> Glance | None:
    """Look whether a poll asks, and at what revision the game is now; None when it is no poll.

    Raises:
        NoSuchGame: this browser may not see it any more.
    """
    return glance(database(), game_id, browser()) if TAG in request.headers else None


def tagged(answer: Response, asked: Poll | None) -> Response:
    """Let an answer say which state of the game it shows, where its page asks for news."""
    if asked:
        answer.headers[TAG] = asked.tag
    return answer


def no_news(news: Glance) -> Response | None:
    """Answer a poll whose page shows what there is: 304, which swaps nothing."""
    tag = _tag(news.revision, news.right)
    return Response(status=304, headers={TAG: tag}) if request.headers.get(TAG) == tag else None
