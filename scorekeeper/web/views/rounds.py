"""A saved round: its working; correct it, put one in, take it out, give it another place."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.game import Round
from scorekeeper.services.changing import Conflict, NoSuchGame, Rejected
from scorekeeper.services.correcting import correct_round, insert_round, move_round, remove_round
from scorekeeper.services.entries import Entries, with_entries
from scorekeeper.services.viewing import Seen
from scorekeeper.web.answers import look, meeting, press, round_meeting, to_confirm
from scorekeeper.web.contexts.meeting import Press
from scorekeeper.web.contexts.round import new_round_page, round_page
from scorekeeper.web.parsing import Typed, rulings_of, seat_of, typed_entries
from scorekeeper.web.requests import database, see_other, show, submission
from scorekeeper.wording.translation import gettext as _

bp = Blueprint("rounds", __name__, url_prefix="/games/<game_id>/rounds")


@bp.get("/<int:number>")
def see(game_id: str, number: int) -> Response:
    """Show a round's working; with `correct` also the form that corrects it, with `contract` for another contract."""
    seen = _seen(game_id, number)
    wanted = request.args.get("contract", "")
    entry = seen.stored.game.rounds[number - 1]
    typed = None
    if wanted in seen.stored.game.rule_set.by_id and wanted != entry.contract:
        typed = Round(wanted, entry.marks, (), entry.rulings, entry.dealer)
    return show("round", round_page(seen, number, typed=typed, correcting="correct" in request.args or bool(wanted)))


@bp.post("/<int:number>")
def correct(game_id: str, number: int) -> Response:
    """Correct a round."""
    form = request.form
    seen = _seen(game_id, number, to_score=True)
    mine, typed = _typed(seen, number)
    swap_with = form.get("swap", type=int)
    try:
        if typed.unread and _is_there(seen, number):
            raise Rejected(())
        answer = correct_round(
            database(),
            submission(game_id),
            number,
            mine,
            version=form.get("version", 0, type=int),
            swap_with=swap_with,
            rulings=rulings_of(form.getlist("ruling")),
        )
    except Rejected as rejected:
        if rejected.violations and rejected.can_be_ruled:
            return to_confirm(rejected, seen, back=url_for(".see", game_id=game_id, number=number, correct=1))
        view = round_page(
            seen, number, typed=mine, violations=rejected.violations, unread=typed.unread, correcting=True
        )
        return show("round", view, 422)
    except Conflict as conflict:
        rounds = conflict.stored.game.rounds
        there = rounds[number - 1] if 1 <= number <= len(rounds) else None
        ways: tuple[Press, ...] = ()
        if there is not None:
            version = str(conflict.stored.versions[number - 1])
            ways = (press(_("Mine instead"), request.path, version=version),)
        explanation = _("Round %(number)s was changed meanwhile.", number=number)
        return round_meeting(conflict, explanation, there, mine, ways)
    return see_other(url_for("table.see", game_id=game_id, change=answer.revision))


@bp.get("/<int:number>/insert")
def new(game_id: str, number: int) -> Response:
    """Show the form that puts in a forgotten round before this one."""
    seen = _seen(game_id, number, to_score=True)
    contracts = seen.stored.game.rule_set.by_id
    unplayed = next((name for name in contracts if name not in seen.played.position.taken), next(iter(contracts)))
    wanted = request.args.get("contract", "")
    return show("round", new_round_page(seen, number, Round(wanted if wanted in contracts else unplayed)))


@bp.post("/<int:number>/insert")
def insert(game_id: str, number: int) -> Response:
    """Put in a forgotten round before this one."""
    form = request.form
    seen = _seen(game_id, number, to_score=True)
    mine, typed = _typed(seen, number)
    try:
        if typed.unread and _is_there(seen, number):
            raise Rejected(())
        answer = insert_round(
            database(),
            submission(game_id),
            number,
            mine,
            versions=form.get("versions", ""),
            rulings=rulings_of(form.getlist("ruling")),
        )
    except Rejected as rejected:
        if rejected.violations and rejected.can_be_ruled:
            return to_confirm(rejected, seen, back=url_for(".new", game_id=game_id, number=number))
        view = new_round_page(seen, number, mine, violations=rejected.violations, unread=typed.unread)
        return show("round", view, 422)
    except Conflict as conflict:
        return _changed(conflict, versions=conflict.stored.versions_text)
    return see_other(url_for("table.see", game_id=game_id, change=answer.revision))


@bp.post("/<int:number>/remove")
def remove(game_id: str, number: int) -> Response:
    """Take a round out."""
    form = request.form
    seen = _seen(game_id, number, to_score=True)
    rulings = rulings_of(form.getlist("ruling"))
    try:
        answer = remove_round(
            database(), submission(game_id), number, versions=form.get("versions", ""), rulings=rulings
        )
    except Rejected as rejected:
        return _refused(rejected, seen, number)
    except Conflict as conflict:
        return _changed(conflict, versions=conflict.stored.versions_text)
    return see_other(url_for("table.see", game_id=game_id, change=answer.revision))


@bp.post("/<int:number>/move")
def move(game_id: str, number: int) -> Response:
    """Give a round another number."""
    form = request.form
    seen = _seen(game_id, number, to_score=True)
    to = form.get("to", number, type=int)
    rulings = rulings_of(form.getlist("ruling"))
    try:
        answer = move_round(
            database(), submission(game_id), number, to, versions=form.get("versions", ""), rulings=rulings
        )
    except Rejected as rejected:
        return _refused(rejected, seen, number)
    except Conflict as conflict:
        return _changed(conflict, versions=conflict.stored.versions_text)
    return see_other(url_for("table.see", game_id=game_id, change=answer.revision))


def _seen(game_id: str, number: int, *, to_score: bool = False) -> Seen:
    """See a game with this saved round in it."""
    seen = look(game_id)
    if to_score and not seen.may_score:
        raise NoSuchGame(game_id)
    # A form from before the rounds changed is for the service: it answers again, or says what is there now.
    is_older = request.method == "POST" and request.form.get("versions", "") != seen.stored.versions_text
    if not _is_there(seen, number) and not is_older:
        abort(404)
    return seen


def _is_there(seen: Seen, number: int) -> bool:
    return 1 <= number <= len(seen.stored.game.rounds)


def _typed(seen: Seen, number: int) -> tuple[Round, Typed]:
    """Read the round that a form describes."""
    form, game = request.form, seen.stored.game
    contract = game.rule_set.contract(form.get("contract", ""))
    if contract is None:
        abort(422)
    typed = typed_entries(form, contract)
    dealer = seat_of(form.get("dealer"))
    is_there = _is_there(seen, number)
    derived = seen.played.rounds[number - 1].roles.dealer if is_there else None
    stored = game.rounds[number - 1] if is_there else Round(contract.id)
    named = stored.dealer if dealer is None or dealer == derived else dealer
    # The marks that stand keep their order; `Round.marks` says who spoke first.
    kept = tuple(mark for mark in stored.marks if mark in typed.entries.marks)
    entry = Round(contract.id, kept, rulings=stored.rulings, dealer=named)
    return with_entries(entry, Entries(frozenset(kept)).changed_to(typed.entries)), typed


def _refused(rejected: Rejected, seen: Seen, number: int) -> Response:
    if rejected.can_be_ruled:
        return to_confirm(rejected, seen, back=url_for(".see", game_id=seen.stored.id, number=number))
    return show("round", round_page(seen, number, violations=rejected.violations, correcting=True), 422)


def _changed(conflict: Conflict, **anew: str) -> Response:
    label = _("Do it all the same")
    return meeting(conflict.stored, _("The rounds were changed meanwhile."), (), (press(label, request.path, **anew),))
