"""A saved round: its working; correct it, put one in, take it out, give it another place."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.tallies import check_entries
from scorekeeper.services.changing import Conflict, NoSuchGame, Rejected
from scorekeeper.services.correcting import correct_round, insert_round, move_round, remove_round
from scorekeeper.services.entries import Entries, with_entries
from scorekeeper.services.playing import shortened
from scorekeeper.services.viewing import Seen
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.answers import carried, look, meeting, press, to_confirm, to_table
from scorekeeper.web.contexts.round import RoundPage, new_round_page, round_page
from scorekeeper.web.contexts.round_form import Filled, with_contract
from scorekeeper.web.meetings import Saved, meet_correction, meet_insertion, place_of
from scorekeeper.web.parsing import rulings_of, seat_of, shortcut_of, typed_entries, whole
from scorekeeper.web.requests import database, show, submission
from scorekeeper.web.reseating import mine
from scorekeeper.wording.names import contract_name
from scorekeeper.wording.translation import gettext as _

bp = Blueprint("rounds", __name__, url_prefix="/games/<game_id>/rounds")


@bp.get("/<int:number>")
def see(game_id: str, number: int) -> Response:
    """Show a round's working; with `correct` also the form that corrects it, with `contract` for another contract."""
    seen = _seen(game_id, number)
    entry, wanted = seen.stored.game.rounds[number - 1], request.args.get("contract", "")
    contract = seen.stored.game.rule_set.contract(wanted)
    is_correcting = "correct" in request.args or bool(wanted)
    filled = Filled(with_contract(entry, contract) if contract else entry) if is_correcting else None
    return show("round", round_page(seen, number, filled))


@bp.post("/<int:number>")
def correct(game_id: str, number: int) -> Response:
    """Correct a round."""
    form = request.form
    seen = _seen(game_id, number, to_score=True)
    contract, typed = _typed(seen, number)
    version, swap_with = form.get("version", 0, type=whole), form.get("swap", type=int)
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
        return show("round", round_page(seen, number, replace(typed, violations=rejected.violations)), 422)
    except Conflict as conflict:
        return _meet_correction(conflict.stored, contract, number)
    return to_table(answer)


@bp.post("/<int:number>/preview")
def preview(game_id: str, number: int) -> Response:
    """Show a correction as far as it is filled in, with what it would do, and change nothing."""
    seen = _seen(game_id, number, to_score=True)
    contract, typed = _typed(seen, number)
    version = request.form.get("version", 0, type=whole)
    if not _is_there(seen, number) or seen.stored.versions[number - 1] != version:
        return _meet_correction(seen.stored, contract, number)
    filled = _unsaved(seen, number, contract, typed)
    return _previewed(round_page(seen, number, filled), filled)


@bp.get("/<int:number>/insert")
def new(game_id: str, number: int) -> Response:
    """Show the form that puts in a forgotten round before this one."""
    seen = _seen(game_id, number, to_score=True)
    contracts = seen.stored.game.rule_set.by_id
    unplayed = next((name for name in contracts if name not in seen.played.position.taken), next(iter(contracts)))
    wanted = request.args.get("contract", "")
    entry = Round(wanted if wanted in contracts else unplayed)
    return show("round", new_round_page(seen, number, Filled(entry)))


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
        return show("round", new_round_page(seen, number, replace(typed, violations=rejected.violations)), 422)
    except Conflict as conflict:
        return meet_insertion(conflict.stored, mine(conflict.stored, contract, carried()), number)
    return to_table(answer)


@bp.post("/<int:number>/insert/preview")
def preview_insertion(game_id: str, number: int) -> Response:
    """Show a forgotten round as far as it is filled in, with what it would do, and change nothing."""
    seen = _seen(game_id, number, to_score=True)
    contract, typed = _typed(seen, number)
    if request.form.get("versions") != seen.stored.versions_text:
        return meet_insertion(seen.stored, mine(seen.stored, contract, carried()), number)
    filled = _unsaved(seen, number, contract, typed)
    return _previewed(new_round_page(seen, number, filled), filled)


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
    return to_table(answer)


@bp.post("/<int:number>/move")
def move(game_id: str, number: int) -> Response:
    """Give a round another number."""
    form = request.form
    seen = _seen(game_id, number, to_score=True)
    to = form.get("to", number, type=whole)
    rulings = rulings_of(form.getlist("ruling"))
    try:
        answer = move_round(
            database(), submission(game_id), number, to, versions=form.get("versions", ""), rulings=rulings
        )
    except Rejected as rejected:
        return _refused(rejected, seen, number)
    except Conflict as conflict:
        return _rearranged(conflict.stored, number, ".move")
    return to_table(answer)


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


def _typed(seen: Seen, number: int) -> tuple[Contract, Filled]:
    """Read the round that a form describes, with the shortcuts that were pressed in it."""
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
    entry = with_entries(entry, Entries(frozenset(kept)).changed_to(typed.entries))
    dealt = derived if named is None else named
    for shortcut in filter(None, map(shortcut_of, form.getlist("do"))):
        entry = shortened(entry, game.rule_set.roles[dealt or 0], *shortcut)
    return contract, Filled(entry, unread=typed.unread)


def _unsaved(seen: Seen, number: int, contract: Contract, typed: Filled) -> Filled:
    """Check a form that is being filled in as far as it goes. It is the same form all the while: its key stays."""
    faults = check_entries(contract, typed.entry.tallies, number)
    return replace(typed, violations=tuple(faults), key=submission(seen.stored.id).key)


def _previewed(view: RoundPage, filled: Filled) -> Response:
    return show("round", view, 422 if filled.violations or filled.unread else 200, kept=False)


def _meet_correction(stored: StoredGame, contract: Contract, number: int) -> Response:
    was, versions = request.form.get("was", contract.id), request.form.get("versions", "")
    return meet_correction(stored, mine(stored, contract, carried()), number, was, versions)


def _refused(rejected: Rejected, seen: Seen, number: int) -> Response:
    if rejected.can_be_ruled:
        return to_confirm(rejected, seen, back=url_for(".see", game_id=seen.stored.id, number=number))
    filled = Filled(seen.stored.game.rounds[number - 1], rejected.violations)
    return show("round", round_page(seen, number, filled), 422)


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
