"""The open round: every small entry as it is made, and saving the round."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Clash, Conflict, NoSuchGame, Rejected
from scorekeeper.services.entries import Entries, Entry, with_entries
from scorekeeper.services.playing import Shortcut, Writing, enter, record_round, save_round
from scorekeeper.services.viewing import Seen
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.answers import done, look, meeting, press, round_meeting, to_confirm
from scorekeeper.web.contexts.meeting import Press
from scorekeeper.web.contexts.table import table
from scorekeeper.web.parsing import (
    Typed,
    changed_field,
    read_shown,
    rulings_of,
    typed_entries,
    write_shown,
)
from scorekeeper.web.requests import database, show, submission
from scorekeeper.wording.translation import gettext as _

MOST_WRITES = 2**31 - 1
"""No page makes more: the number must fit a column of the database."""

bp = Blueprint("entry", __name__, url_prefix="/games/<game_id>/open")


@bp.post("")
def keep(game_id: str) -> Response:
    """Write what was entered so far: one field that changed, or all that differ from what the form showed."""
    form = request.form
    seen, contract = _seen(game_id)
    version = form.get("round", 0, type=int)
    if contract is None or version != seen.stored.open_version:
        return _gone(seen.stored)
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
            shortcut=_shortcut(form.get("do", "")),
            lifted=lifted,
        )
    except Rejected as rejected:
        entry = _typed(seen, changes)
        return show("table", table(seen, typed=entry, violations=rejected.violations), 422)
    except Conflict as conflict:
        return _gone(conflict.stored)
    return done(answer, anchor="preview" if form.get("do") == "preview" else None)


@bp.post("/save")
def save(game_id: str) -> Response:
    """Save the open round with what the form holds."""
    form = request.form
    seen, contract = _seen(game_id, form.get("contract"))
    if contract is None:
        return _gone(seen.stored)
    typed = typed_entries(form, contract)
    mine = with_entries(Round(contract.id), Entries().changed_to(typed.entries))
    try:
        if typed.unread:
            raise Rejected(())
        answer = save_round(
            database(),
            submission(game_id),
            shown=read_shown(form.get("shown", "")),
            typed=typed.entries,
            open_version=form.get("round", 0, type=int),
            rulings=rulings_of(form.getlist("ruling")),
        )
    except Rejected as rejected:
        return _refused(rejected, look(game_id), mine, typed)
    except Conflict as conflict:
        return _conflicting(conflict, mine)
    return done(answer)


@bp.post("/next")
def save_as_next(game_id: str) -> Response:
    """Save what the form holds as the next round, since another phone saved the one it was meant for."""
    form = request.form
    seen, contract = _seen(game_id, form.get("contract"))
    if contract is None:
        return _gone(seen.stored)
    typed = typed_entries(form, contract)
    mine = with_entries(Round(contract.id), Entries().changed_to(typed.entries))
    try:
        answer = record_round(
            database(),
            submission(game_id),
            contract.id,
            typed.entries,
            number=form.get("number", 0, type=int),
            rulings=rulings_of(form.getlist("ruling")),
        )
    except Rejected as rejected:
        return _refused(rejected, look(game_id), mine, typed)
    except Conflict as conflict:
        return _conflicting(conflict, mine)
    return done(answer)


def _seen(game_id: str, contract_id: str | None = None) -> tuple[Seen, Contract | None]:
    """See a game that this browser may score, and the contract that a form is about."""
    seen = look(game_id)
    if not seen.may_score:
        raise NoSuchGame(game_id)
    entry = seen.stored.game.open_round
    wanted = contract_id or (entry.contract if entry else "")
    return seen, seen.stored.game.rule_set.contract(wanted)


def _writing() -> Writing | None:
    page, sequence = request.form.get("page", ""), request.form.get("sequence", type=int)
    if not page or sequence is None or not 0 <= sequence <= MOST_WRITES:
        return None
    return Writing(page[:32], sequence)


def _shortcut(text: str) -> tuple[Shortcut, int] | None:
    name, _dash, seat = text.rpartition("-")
    if seat in ("0", "1", "2", "3") and name in (Shortcut.EVERYONE, Shortcut.OTHERS, Shortcut.CLEAR):
        return Shortcut(name), int(seat)
    if text in (Shortcut.MARKING_OVER, Shortcut.MARK_AGAIN):
        return Shortcut(text), 0
    return None


def _typed(seen: Seen, changes: list[Entry]) -> Round | None:
    """Give the open round as it would be with what was typed, to show it again."""
    entry = seen.stored.game.open_round
    return None if entry is None else with_entries(entry, changes)


def _refused(rejected: Rejected, seen: Seen, mine: Round, typed: Typed) -> Response:
    """Show the form again with everything that was typed, or ask for a ruling where one is enough."""
    if rejected.violations and rejected.can_be_ruled:
        return to_confirm(rejected, seen, back=url_for("table.see", game_id=seen.stored.id))
    entry = seen.stored.game.open_round
    shown = mine if entry is not None and entry.contract == mine.contract else None
    view = table(seen, typed=shown, violations=rejected.violations, unread=typed.unread)
    return show("table", view, 422)


def _gone(stored: StoredGame) -> Response:
    return meeting(
        stored,
        _("This round was saved or cancelled meanwhile, so what you tapped was not entered. Look first."),
    )


def _conflicting(conflict: Conflict, mine: Round) -> Response:
    """Lay what is there beside what was typed, with a press for each way to go on."""
    stored, game = conflict.stored, conflict.stored.game
    game_id = stored.id
    ways: list[Press] = []
    if conflict.clash is Clash.VALUES:
        from_there = _shown(stored)
        action = url_for(".save", game_id=game_id)
        ways.append(press(_("Mine instead"), action, shown=from_there, round=str(stored.open_version)))
        explanation = _("Another phone entered something in this round meanwhile.")
        return round_meeting(conflict, explanation, game.open_round, mine, tuple(ways))
    number = request.form.get("number", 0, type=int)
    there = game.rounds[number - 1] if 1 <= number <= len(game.rounds) else None
    if there is not None:
        action = url_for("rounds.correct", game_id=game_id, number=number)
        ways.append(press(_("Mine instead"), action, version=str(stored.versions[number - 1])))
        explanation = _("Another phone saved round %(number)s meanwhile.", number=number)
    else:
        explanation = _("This round was cancelled meanwhile.")
    is_played = any(entry.contract == mine.contract for entry in game.rounds)
    if game.is_running and game.open_round is None and not is_played:
        label = _("Mine as round %(number)s", number=len(game.rounds) + 1)
        ways.append(press(label, url_for(".save_as_next", game_id=game_id), number=str(len(game.rounds) + 1)))
    return round_meeting(conflict, explanation, there or game.open_round, mine, tuple(ways))


def _shown(stored: StoredGame) -> str:
    entry = stored.game.open_round
    return "" if entry is None else write_shown(Entries.of(entry))
