"""The start page with this phone's games, a new game, taking a deleted one back."""

from __future__ import annotations

import datetime

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.services.managing import restore_game
from scorekeeper.services.starting import BadSetup, rematch_setup, start_game
from scorekeeper.services.viewing import known_names, my_games
from scorekeeper.web.answers import look, to_table
from scorekeeper.web.contexts.games import games
from scorekeeper.web.forms import NewGameForm
from scorekeeper.web.limits import makes_games
from scorekeeper.web.rendering import form_page
from scorekeeper.web.requests import (
    browser,
    browser_kind,
    browser_or_new,
    database,
    see_other,
    show,
    submission,
)

bp = Blueprint("start", __name__)


@bp.get("/")
def home() -> Response:
    """List this phone's games."""
    told = request.args
    return show("home", games(my_games(database(), browser()), told.get("added", ""), are_copied="copied" in told))


@bp.get("/games/new")
def new() -> Response:
    """Show the form for a new game, filled in for a rematch where `rematch` names a game."""
    # The cookie comes with the form, so that the game belongs to this browser when it is sent.
    browser_or_new()
    setup = None
    if earlier := request.args.get("rematch"):
        setup = rematch_setup(look(earlier).stored, datetime.date.today())
    return _form(NewGameForm(setup), 200)


@bp.post("/games/new")
@makes_games
def start() -> Response:
    """Start a game."""
    browser_or_new()
    form = NewGameForm()
    if form.validate():
        try:
            answer = start_game(database(), submission(), form.setup(), kind=browser_kind())
        except BadSetup as bad:
            form.mark(bad.faults)
        else:
            return see_other(url_for("table.see", game_id=answer.game_id))
    return _form(form, 422)


@bp.post("/games/<game_id>/restore")
def restore(game_id: str) -> Response:
    """Take back the deleting of a game."""
    return to_table(restore_game(database(), submission(game_id)))


def _form(form: NewGameForm, status: int) -> Response:
    names = known_names(database(), browser())
    return Response(form_page("new_game.html", form=form, names=names), status, mimetype="text/html")
