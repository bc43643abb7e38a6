"""A saved round: its working; correct it, put one in, take it out, give it another place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import Contract
from scorekeeper.services.changing import Conflict, NoSuchGame, Rejected
from scorekeeper.services.correcting import correct_round, insert_round, move_round, remove_round
from scorekeeper.services.entries import Entries, with_entries
from scorekeeper.services.viewing import Seen
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.answers import carried, look, meeting, press, to_confirm
from scorekeeper.web.contexts.round import new_round_page, round_page
from scorekeeper.web.meetings import Saved, meet_correction, meet_insertion, place_of
from scorekeeper.web.parsing import rulings_of, seat_of, typed_entries
from scorekeeper.web.requests import database, see_other, show, submission
from scorekeeper.web.reseating import mine
from scorekeeper.wording.names import contract_name
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
    contract, typed = _typed(seen, number)
    version, swap_with = form.get("version", 0, type=int), form.get("swap", type=int)
    try:
        if typed.unread and _is_there(seen, number) and seen.stored.versions[number - 1] == version:
            raise Rejected(())
        answer = correct_round(
            database(),
            submission(game_id),
            number,
            typed.entry,
            version=version,
            swap_with=swap_with,
            rulings=rulings_of(form.getlist("ruling")),
        )
    except Rejected as rejected:
        if rejected.violations and rejected.can_be_ruled:
            return to_confirm(rejected, seen, back=url_for(".see", game_id=game_id, number=number, correct=1))
        view = round_page(
            seen, number, typed=typed.entry, violations=rejected.violations, unread=typed.unread, correcting=True
        )
        return show("round", view, 422)
    except Conflict as conflict:
        stored = conflict.stored
        was, versions = form.get("was", contract.id), form.get("versions", "")
        return meet_correction(stored, mine(stored, contract, carried()), number, was, versions)
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
    contract, typed = _typed(seen, number)
    try:
        if typed.unread and form.get("versions") == seen.stored.versions_text:
            raise Rejected(())
        answer = insert_round(
            database(),
            submission(game_id),
            number,
            typed.entry,
            versions=form.get("versions", ""),
            rulings=rulings_of(form.getlist("ruling")),
        )
    except Rejected as rejected:
        if rejected.violations and rejected.can_be_ruled:
            return to_confirm(rejected, seen, back=url_for(".new", game_id=game_id, number=number))
        view = new_round_page(seen, number, typed.entry, violations=rejected.violations, unread=typed.unread)
        return show("round", view, 422)
    except Conflict as conflict:
        return meet_insertion(conflict.stored, mine(conflict.stored, contract, carried()), number)
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
        return _rearranged(conflict.stored, number, ".remove")
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
        return _rearranged(conflict.stored, number, ".move")
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


@dataclass(frozen=True, slots=True)
class _Typed:
    """The round that a form describes, and the fields in it that held no whole number."""

    entry: Round
    unread: Mapping[str, str]


def _typed(seen: Seen, number: int) -> tuple[Contract, _Typed]:
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
    # The form names a dealer all the time: who was not changed in it is none that the table named.
    named = stored.dealer if dealer in (None, derived, seat_of(form.get("dealt"))) else dealer
    # The marks that stand keep their order; `Round.marks` says who spoke first.
    kept = tuple(mark for mark in stored.marks if mark in typed.entries.marks)
    entry = Round(contract.id, kept, rulings=stored.rulings, dealer=named)
    return contract, _Typed(with_entries(entry, Entries(frozenset(kept)).changed_to(typed.entries)), typed.unread)


def _refused(rejected: Rejected, seen: Seen, number: int) -> Response:
    if rejected.can_be_ruled:
        return to_confirm(rejected, seen, back=url_for(".see", game_id=seen.stored.id, number=number))
    return show("round", round_page(seen, number, violations=rejected.violations, correcting=True), 422)


def _rearranged(stored: StoredGame, number: int, endpoint: str) -> Response:
    """Tell where the round that was to be moved or taken out is now, with a press that does it there."""
    was = request.form.get("was", "")
    place = place_of(stored, was)
    explanation = _("The rounds were changed meanwhile.")
    if not isinstance(place, Saved):
        return meeting(stored, explanation)
    there, label = place.number, _("Do it all the same")
    if there != number:
        label = _("Do it all the same: %(contract)s", contract=contract_name(was))
        explanation += " " + _("It is round %(number)s now.", number=there)
    action = url_for(endpoint, game_id=stored.id, number=there)
    return meeting(stored, explanation, (), (press(label, action, versions=stored.versions_text),))
