"""The settings of a game: names, seats, first dealer, title; stop, go on, delete."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.rules.seats import SEATS
from scorekeeper.services.changing import Conflict, NoSuchGame, Rejected
from scorekeeper.services.managing import (
    Settings,
    change_settings,
    delete_game,
    resume_game,
    stop_game,
)
from scorekeeper.services.seating import where_now
from scorekeeper.services.starting import BadSetup
from scorekeeper.services.viewing import Seen
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.answers import carried, done, look, meeting, press, to_confirm, to_table
from scorekeeper.web.contexts.meeting import Difference, Press
from scorekeeper.web.forms import SettingsForm
from scorekeeper.web.parsing import rulings_of, whole
from scorekeeper.web.rendering import form_page
from scorekeeper.web.requests import database, see_other, submission
from scorekeeper.web.reseating import moved_fields, seated
from scorekeeper.wording.translation import gettext as _

bp = Blueprint("settings", __name__, url_prefix="/games/<game_id>/settings")


@bp.get("")
def see(game_id: str) -> AnyResponse:
    """Show the settings."""
    seen = _seen(game_id)
    return _page(seen, _form(seen), 200)


@bp.post("")
def change(game_id: str) -> AnyResponse:
    """Change the settings."""
    seen = _seen(game_id)
    form = _form(seen)
    order = form.order() if form.validate() else None
    if order is None:
        return _page(seen, form, 422)
    settings = form.settings(order)
    try:
        answer = change_settings(
            database(),
            submission(game_id),
            settings,
            version=request.form.get("version", 0, type=whole),
            rulings=rulings_of(request.form.getlist("ruling")),
        )
    except BadSetup as bad:
        form.mark(bad.faults)
        return _page(seen, form, 422)
    except Rejected as rejected:
        back = url_for(".see", game_id=game_id)
        return to_confirm(rejected, seen, back=back, label=_("Change it and mark these rounds as ruled"))
    except Conflict as conflict:
        return _changed_meanwhile(conflict.stored, settings)
    return to_table(answer)


@bp.post("/stop")
def stop(game_id: str) -> AnyResponse:
    """End the game early."""
    version = request.form.get("version", 0, type=whole)
    try:
        return done(stop_game(database(), submission(game_id), version=version))
    except Conflict as conflict:
        return _all_the_same(conflict.stored, _("Stop early all the same"))


@bp.post("/resume")
def resume(game_id: str) -> AnyResponse:
    """Go on with a game that was stopped."""
    version = request.form.get("version", 0, type=whole)
    try:
        return done(resume_game(database(), submission(game_id), version=version))
    except Conflict as conflict:
        return _all_the_same(conflict.stored, _("Go on all the same"))


@bp.post("/delete")
def delete(game_id: str) -> AnyResponse:
    """Delete the game."""
    delete_game(database(), submission(game_id))
    return see_other(url_for("start.home", _anchor="deleted"))


def _seen(game_id: str) -> Seen:
    seen = look(game_id)
    if not seen.may_score:
        raise NoSuchGame(game_id)
    return seen


def _form(seen: Seen) -> SettingsForm:
    game = seen.stored.game
    first, second, third, fourth = SEATS
    now = Settings(game.players, (first, second, third, fourth), game.first_dealer, game.title, game.played_on)
    return SettingsForm(now)


def _page(seen: Seen, form: SettingsForm, status: int) -> Response:
    version = request.form.get("version") or str(seen.stored.settings_version)
    page = form_page("settings.html", form=form, seen=seen, version=version)
    return Response(page, status, mimetype="text/html")


def _all_the_same(stored: StoredGame, label: str) -> Response:
    way = press(label, request.path, version=str(stored.settings_version))
    return meeting(stored, _("The settings were changed meanwhile."), (), (way,))


def _changed_meanwhile(stored: StoredGame, mine: Settings) -> Response:
    """Lay the settings as they are beside those that were typed; the typed ones follow who was seated elsewhere."""
    where = where_now(stored, seated())
    ways: tuple[Press, ...] = ()
    if where is not None:
        fields = moved_fields(carried(), where)
        label, now = _("Mine instead"), stored.settings_version
        kept = tuple(pair for pair in fields if pair[0] != "seated") + tuple(
            ("seated", one) for one in stored.game.players
        )
        ways = (press(label, request.path, kept, version=str(now), revision=str(stored.revision)),)
    explanation = _("The settings were changed meanwhile.")
    return meeting(stored, explanation, _differences(stored, mine), ways)


def _differences(there: StoredGame, mine: Settings) -> tuple[Difference, ...]:
    game = there.game
    moved = [mine.players[seat] for seat in mine.order]
    lines = (
        Difference(_("Players"), ", ".join(game.players), ", ".join(moved)),
        Difference(_("First dealer"), game.players[game.first_dealer], mine.players[mine.first_dealer]),
        Difference(_("Title"), game.title, mine.title),
        Difference(_("Date"), str(game.played_on or ""), str(mine.played_on or "")),
    )
    return tuple(line for line in lines if line.there or line.mine)
