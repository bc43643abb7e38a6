"""The open round: every small entry as it is made, and saving the round."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Clash, Conflict, NoSuchGame, Rejected, What
from scorekeeper.services.entries import Entries, Entry, with_entries
from scorekeeper.services.playing import GoingOn, There, Writing, enter, record_round, replace_round, save_round
from scorekeeper.services.same_round import SameRound
from scorekeeper.services.viewing import Seen
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.answers import carried, done, look, meeting, to_confirm
from scorekeeper.web.contexts.table import table
from scorekeeper.web.meetings import meet_open
from scorekeeper.web.parsing import (
    Typed,
    changed_field,
    read_shown,
    rulings_of,
    shortcut_of,
    typed_entries,
    whole,
)
from scorekeeper.web.requests import database, show, submission
from scorekeeper.web.reseating import mine, seated
from scorekeeper.wording.translation import gettext as _

MOST_WRITES = 2**31 - 1
"""No page makes more: the number must fit a column of the database."""

bp = Blueprint("entry", __name__, url_prefix="/games/<game_id>/open")


@bp.post("")
def keep(game_id: str) -> Response:
    """Write what was entered so far: one field that changed, or all that differ from what the form showed."""
    form = request.form
    seen, contract = _seen(game_id, form.get("contract"))
    version = form.get("round", 0, type=whole)
    if contract is None or not _is_open(seen.stored, version):
        return _too_late(Conflict(Clash.ROUND_GONE, seen.stored), contract)
    unread: dict[str, str] = {}
    changes: list[Entry]
    if only := form.get("only"):
        changes, unread = changed_field(form, only, contract)
    else:
        typed = typed_entries(form, contract)
        changes, unread = read_shown(form.get("shown", "")).changed_to(typed.entries), dict(typed.unread)
    if unread:
        return show("table", table(seen, typed=_typed(seen, changes), unread=unread), 422)
    lifted = [Code.CHOOSER_DOUBLES_FIRST] if form.get("do") == "chooser-doubled-first" else []
    try:
        answer = enter(
            database(),
            submission(game_id),
            changes,
            open_version=version,
            writing=_writing(),
            shortcut=shortcut_of(form.get("do", "")),
            lifted=lifted,
        )
    except Rejected as rejected:
        entry = _typed(seen, changes)
        return show("table", table(seen, typed=entry, violations=rejected.violations), 422)
    except Conflict as conflict:
        return _too_late(conflict, contract)
    return done(answer, anchor="preview" if form.get("do") == "preview" else None)


@bp.post("/save")
def save(game_id: str) -> Response:
    """Save the open round with what the form holds."""
    form, version = request.form, request.form.get("round", 0, type=whole)

    def act(_: Contract, typed: Entries) -> Answer:
        return save_round(
            database(),
            submission(game_id),
            shown=read_shown(form.get("shown", "")),
            typed=typed,
            open_version=version,
            rulings=rulings_of(form.getlist("ruling")),
        )

    return _sent(game_id, act, lambda stored: _is_open(stored, version))


@bp.post("/replace")
def replace(game_id: str) -> Response:
    """Give the open round another contract and all its entries at once: that of this form, instead of the one there."""
    form, version = request.form, request.form.get("round", 0, type=whole)
    saving, resuming = bool(form.get("saving")), bool(form.get("resuming"))

    def act(contract: Contract, typed: Entries) -> Answer:
        return replace_round(
            database(),
            submission(game_id),
            with_entries(Round(contract.id), Entries().changed_to(typed)),
            there=There(version, read_shown(form.get("shown", "")), resuming),
            saving=saving,
            rulings=rulings_of(form.getlist("ruling")),
        )

    return _sent(game_id, act, lambda stored: _is_open(stored, version, resuming=resuming), saving=saving)


@bp.post("/next")
def save_as_next(game_id: str) -> Response:
    """Save what the form holds as the next round, since another phone saved the one it was meant for."""
    form, number = request.form, request.form.get("number", 0, type=whole)

    def act(contract: Contract, typed: Entries) -> Answer:
        return record_round(
            database(),
            submission(game_id),
            contract.id,
            typed,
            number=number,
            going_on=GoingOn(seated(), bool(form.get("resuming"))),
            rulings=rulings_of(form.getlist("ruling")),
        )

    return _sent(game_id, act, lambda stored: stored.open_version is None and len(stored.versions) + 1 == number)


def _sent(
    game_id: str,
    act: Callable[[Contract, Entries], Answer],
    is_current: Callable[[StoredGame], bool],
    *,
    saving: bool = True,
) -> Response:
    """Carry out a form that holds a whole round. One that is not current meets what is there, whatever was typed."""
    seen, contract = _seen(game_id, request.form.get("contract"))
    if contract is None:
        return _gone(seen.stored)
    typed = typed_entries(request.form, contract)
    try:
        if typed.unread and is_current(seen.stored):
            raise Rejected(())
        answer = act(contract, typed.entries)
    except Rejected as rejected:
        return _refused(rejected, look(game_id), contract, typed)
    except Conflict as conflict:
        return _met(conflict, contract, saving=saving)
    return done(answer)


def _is_open(stored: StoredGame, version: int, *, resuming: bool = False) -> bool:
    """Whether a form's round is open, and waits for nothing; with `resuming` the form lets the game go on."""
    return stored.open_version == version and (resuming or not stored.game.stopped)


def _seen(game_id: str, contract_id: str | None = None) -> tuple[Seen, Contract | None]:
    """See a game that this browser may score, and the contract that a form is about."""
    seen = look(game_id)
    if not seen.may_score:
        raise NoSuchGame(game_id)
    entry = seen.stored.game.open_round
    wanted = contract_id or (entry.contract if entry else "")
    return seen, seen.stored.game.rule_set.contract(wanted)


def _writing() -> Writing | None:
    page, sequence = request.form.get("page", ""), request.form.get("sequence", type=whole)
    if not page or sequence is None or not 0 <= sequence <= MOST_WRITES:
        return None
    return Writing(page[:32], sequence)


def _typed(seen: Seen, changes: list[Entry]) -> Round | None:
    """Give the open round as it would be with what was typed, to show it again."""
    entry = seen.stored.game.open_round
    return None if entry is None else with_entries(entry, changes)


def _refused(rejected: Rejected, seen: Seen, contract: Contract, typed: Typed) -> Response:
    """Show the form again with everything that was typed, or ask for a ruling where one is enough."""
    if rejected.violations and rejected.can_be_ruled:
        return to_confirm(rejected, seen, back=url_for("table.see", game_id=seen.stored.id))
    entry = seen.stored.game.open_round
    mine = with_entries(Round(contract.id), Entries().changed_to(typed.entries))
    shown = mine if entry is not None and entry.contract == mine.contract else None
    view = table(seen, typed=shown, violations=rejected.violations, unread=typed.unread)
    return show("table", view, 422)


def _met(conflict: Conflict, contract: Contract, *, saving: bool) -> Response:
    """Lay what is there beside what was typed, with a press for each way to go on.

    Where another phone, or a page of this one that is left, saved the very same, there is nothing to lay side by side.
    """
    stored, typed = conflict.stored, typed_entries(request.form, contract)
    same = None if typed.unread else SameRound(contract, seated()).saved_as(stored, typed.entries)
    if same is not None:
        return done(Answer(stored.id, What.SAVED, same, stored.revision))
    number = request.form.get("number", 0, type=whole)
    return meet_open(conflict, mine(stored, contract, carried()), number, saving=saving)


def _too_late(conflict: Conflict, contract: Contract | None) -> Response:
    """Answer an entry for a round that is not open any more. After a single tap the page sends its whole form."""
    if contract is None or "only" in request.form:
        return _gone(conflict.stored)
    return _met(conflict, contract, saving=False)


def _gone(stored: StoredGame) -> Response:
    if stored.game.stopped:
        return meeting(stored, _("The game was stopped meanwhile, so what you tapped was not entered. Look first."))
    return meeting(
        stored,
        _("This round was saved or cancelled meanwhile, so what you tapped was not entered. Look first."),
    )
