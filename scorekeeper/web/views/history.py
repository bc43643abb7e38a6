"""The history of a game: what was changed, the sheet as it was after each change, and taking a change back."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.rules.game import Game
from scorekeeper.services.changing import Conflict, Rejected
from scorekeeper.services.history import see_history
from scorekeeper.services.taking_back import NoSuchStep, Possible, Step, see_step, take_back_step
from scorekeeper.web.answers import carried, done
from scorekeeper.web.contexts.history import history_page, step_page
from scorekeeper.web.contexts.meeting import Press, confirm
from scorekeeper.web.parsing import rulings_of, whole
from scorekeeper.web.requests import browser, database, show, submission
from scorekeeper.wording.translation import gettext as _

bp = Blueprint("history", __name__, url_prefix="/games/<game_id>/history")


@bp.get("")
def see(game_id: str) -> Response:
    """Show what was changed, the latest first; `up_to` is the revision with which an older page begins."""
    up_to = request.args.get("up_to", type=whole)
    return show("history", history_page(see_history(database(), game_id, browser(), up_to=up_to)))


@bp.get("/<int:revision>")
def step(game_id: str, revision: int) -> Response:
    """Show one change, and the sheet as it was after it."""
    return show("history_step", step_page(_step(game_id, revision)))


@bp.post("/<int:revision>/take-back")
def take_back(game_id: str, revision: int) -> AnyResponse:
    """Take one change back."""
    rulings = rulings_of(request.form.getlist("ruling"))
    try:
        answer = take_back_step(database(), submission(game_id), revision, rulings=rulings)
    except Rejected as rejected:
        found = _step(game_id, revision)
        if rejected.can_be_ruled and isinstance(found.verdict, Possible):
            return _to_confirm(rejected, found, found.verdict.game)
        view = step_page(found, refused=_("Nothing was taken back: a rule would be broken."))
        return show("history_step", view, 422)
    except Conflict:
        view = step_page(_step(game_id, revision), refused=_("Nothing was taken back. Look first."))
        return show("history_step", view, 409)
    return done(answer)


def _step(game_id: str, revision: int) -> Step:
    try:
        return see_step(database(), game_id, browser(), revision)
    except NoSuchStep:
        abort(404)


def _to_confirm(rejected: Rejected, found: Step, would_be: Game) -> Response:
    """Ask the table to confirm: in the game as it would be people may have other seats, names and rounds than now."""
    game_id = found.seen.stored.id
    back = url_for(".step", game_id=game_id, revision=found.revision)
    press = Press(_("Take it back and mark as ruled"), request.path, carried())
    view = confirm(rejected.violations, would_be, game_id, back, press)
    return show("confirm", replace(view, rounds=()), 422)
