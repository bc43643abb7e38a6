"""The table: see it, choose a contract, deal again, undo, take back."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.replay import replay
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Clash, Conflict, Rejected, What
from scorekeeper.services.playing import Chooser, change_contract, choose_contract, deal_again, take_back, undo
from scorekeeper.web.answers import carried, done, look, meeting, press, to_confirm
from scorekeeper.web.contexts.meeting import Difference, Press
from scorekeeper.web.contexts.table import table, table_as_it_is
from scorekeeper.web.following import is_poll, looked_for_news, no_news, tagged
from scorekeeper.web.meetings import by_another
from scorekeeper.web.parsing import rulings_of, seat_of, whole
from scorekeeper.web.requests import database, show, submission
from scorekeeper.web.reseating import seated
from scorekeeper.wording.names import contract_name
from scorekeeper.wording.translation import gettext as _

bp = Blueprint("table", __name__, url_prefix="/games/<game_id>")


@bp.get("")
def see(game_id: str) -> Response:
    """Show the table, and to who has it already only what is new.

    `change` names a change to tell about, `dealer` who really dealt, `contract` asks for another.
    """
    news = looked_for_news(game_id)
    if news and (unchanged := no_news(news)):
        return unchanged
    # A poll is told of whatever was done last, a page of what was just done on it.
    seen = look(game_id, news.revision if news and is_poll() else request.args.get("change", type=whole))
    game = seen.stored.game
    dealer = seat_of(request.args.get("dealer")) if game.open_round is None and game.is_running else None
    changing = "contract" in request.args and game.open_round is not None and game.is_running and seen.may_score
    is_asking = dealer is not None or changing
    view = table(seen, dealer=dealer, changing=changing) if is_asking else table_as_it_is(seen)
    return tagged(show("table", view), view.poll)


@bp.post("/choose")
def choose(game_id: str) -> Response:
    """Open the next round with a contract."""
    form = request.form
    contract, dealer = form.get("contract", ""), seat_of(form.get("dealer"))
    number = form.get("number", 0, type=whole)
    lifted = [code for where, code in rulings_of(form.getlist("ruling")) if where == number]
    if dealer is not None:
        # Naming another dealer than whose turn it was is itself the confirmation.
        lifted.append(Code.DEALER)
    try:
        answer = choose_contract(
            database(),
            submission(game_id),
            contract,
            number=number,
            dealer=dealer,
            chooser=_chooser(),
            lifted=lifted,
        )
    except Rejected as rejected:
        seen = look(game_id)
        if rejected.can_be_ruled:
            return to_confirm(rejected, seen, back=url_for(".see", game_id=game_id))
        return show("table", table(seen, violations=rejected.violations, dealer=dealer), 422)
    except Conflict as conflict:
        return _other_choice(conflict, contract)
    return done(answer)


@bp.post("/contract")
def other_contract(game_id: str) -> Response:
    """Give the open round another contract."""
    form = request.form
    contract = form.get("contract", "")
    lifted = [code for _where, code in rulings_of(form.getlist("ruling"))]
    version = form.get("round", 0, type=whole)
    try:
        answer = change_contract(
            database(), submission(game_id), contract, open_version=version, shown=_shown(), lifted=lifted
        )
    except Rejected as rejected:
        seen = look(game_id)
        if rejected.can_be_ruled:
            return to_confirm(rejected, seen, back=url_for(".see", game_id=game_id))
        return show("table", table(seen, violations=rejected.violations, changing=True), 422)
    except Conflict as conflict:
        return _unseen(conflict) if conflict.clash is Clash.VALUES else _other_choice(conflict, contract)
    return done(answer)


@bp.post("/cancel")
def cancel(game_id: str) -> Response:
    """Deal again: cancel the open round."""
    version = request.form.get("round", 0, type=whole)
    try:
        return done(deal_again(database(), submission(game_id), open_version=version, shown=_shown()))
    except Conflict as conflict:
        return _unseen(conflict) if conflict.clash is Clash.VALUES else _passed_by(conflict)


@bp.post("/undo")
def undo_last(game_id: str) -> Response:
    """Take back the last round."""
    version = request.form.get("version", 0, type=whole)
    try:
        return done(undo(database(), submission(game_id), version=version))
    except Conflict as conflict:
        return _passed_by(conflict)


@bp.post("/take-back")
def take_back_last(game_id: str) -> Response:
    """Take back the very last change."""
    revision = request.form.get("revision", 0, type=whole)
    try:
        return done(take_back(database(), submission(game_id), revision=revision))
    except Conflict as conflict:
        return _passed_by(conflict)


def _shown() -> int | None:
    """Read off the form the revision that was on the screen."""
    return request.form.get("revision", type=whole)


def _unseen(conflict: Conflict) -> Response:
    return meeting(conflict.stored, _("Another phone entered something in this round meanwhile. Look first."))


def _passed_by(conflict: Conflict) -> Response:
    return meeting(conflict.stored, _("The game was changed meanwhile, so nothing was taken back. Look first."))


def _chooser() -> Chooser | None:
    """Read off the form whose choice it asked for."""
    then, name = seated(), request.form.get("chooser")
    return Chooser(then, then.players.index(name)) if name in then.players else None


def _other_choice(conflict: Conflict, contract: str) -> Response:
    """Tell that somebody else chose, or saved that round, before this choice came in."""
    stored, game = conflict.stored, conflict.stored.game
    entry, wanted = game.open_round, contract_name(contract)
    ways: list[Press] = []
    if entry is not None and not game.stopped:
        explanation, there = _("This round is open already."), contract_name(entry.contract)
        if by_another(stored, stored.open_version, What.CHOSE, What.CONTRACT):
            explanation = _("Another phone has chosen meanwhile.")
        if entry.contract != contract:
            action = url_for(".other_contract", game_id=stored.id)
            label = _("Mine instead: %(contract)s", contract=wanted)
            version, revision = str(stored.open_version), str(stored.revision)
            ways.append(press(label, action, contract=contract, round=version, revision=revision))
        return meeting(stored, explanation, (Difference(_("Contract"), there, wanted),), tuple(ways))
    if conflict.clash is Clash.OTHER_CHOOSER:
        chooser = game.players[replay(game).position.chooser]
        explanation = _("The seats or the first dealer were changed meanwhile: now %(name)s chooses.", name=chooser)
        label, there = _("%(name)s chooses %(contract)s", name=chooser, contract=wanted), ""
    else:
        last = game.rounds[-1].contract if game.rounds else ""
        there = contract_name(last) if last else _("no round")
        explanation = _("The game was stopped meanwhile.") if game.stopped else _("The game went on meanwhile.")
        label = _("Mine as the next round: %(contract)s", contract=wanted)
    if game.is_running and all(played.contract != contract for played in game.rounds):
        fields = tuple(pair for pair in carried() if pair[0] not in ("seated", "chooser", "dealer"))
        number = str(len(game.rounds) + 1)
        ways.append(press(label, url_for(".choose", game_id=stored.id), fields, contract=contract, number=number))
    return meeting(stored, explanation, (Difference(_("Contract"), there, wanted),), tuple(ways))
