"""Following live: the tag that a page carries, and the answer to who has it already: nothing new.

The tag names all that a page of a game depends on besides its address: the game's revision and when it got that, what
this browser may do, the language, and the build of the app. It is never made from the page, which holds tokens. Polls
send it by a header of htmx; a browser that comes again by itself, as the ETag of what it kept. The keys in the forms it
kept are still good: whatever used one of them raised the revision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Flask, Response, current_app, request
from flask_babel import get_locale

from scorekeeper.services.viewing import glance
from scorekeeper.storage.games import Glance, StoredGame
from scorekeeper.web.requests import browser, database, is_htmx

TAG = "HX-PTag"
"""The header by which htmx's extension `ptag` sends and gets a tag."""
_IF_NONE_MATCH = "If-None-Match"


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
    return Poll(_tag(stored), "often" if stored.game.is_running else "over")


def _tag(state: StoredGame | Glance) -> str:
    """Name a state of a game as a browser with this right sees it."""
    build = cast(str, current_app.extensions["scorekeeper.build"])
    moment = round(state.changed_at.timestamp() * 1_000_000)
    return f"{state.revision}-{moment:x}-{state.right or 'none'}-{get_locale()}-{build}"


def is_poll() -> bool:
    """Whether a page asks for news by itself."""
    return TAG in request.headers


def looked_for_news(game_id: str) -> Glance | None:
    """Look at what revision the game is now for a browser that has its page already; None for any other.

    Raises:
        NoSuchGame: this browser may not see it any more.
    """
    has_page = is_poll() or (_IF_NONE_MATCH in request.headers and not is_htmx())
    return glance(database(), game_id, browser()) if has_page else None


def tagged(answer: Response, asked: Poll | None) -> Response:
    """Let an answer say which state of the game it shows, where its page asks for news."""
    if asked:
        answer.headers[TAG] = asked.tag
        if not is_htmx():
            # Weak: two pages of one tag differ in their tokens.
            answer.set_etag(asked.tag, weak=True)
    return answer


def no_news(news: Glance) -> Response | None:
    """Answer who has what there is: 304, which swaps nothing."""
    tag = _tag(news)
    if is_poll():
        return Response(status=304, headers={TAG: tag}) if request.headers[TAG] == tag else None
    if not request.if_none_match.contains_weak(tag):
        return None
    unchanged = Response(status=304)
    unchanged.set_etag(tag, weak=True)
    return unchanged
