"""How a view answers a form: done, to be confirmed by the table, or met by somebody else's change."""

from __future__ import annotations

from flask import Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.services.changing import UNCHANGED, Rejected
from scorekeeper.services.viewing import Seen, see_game
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.contexts.meeting import Difference, Field, Meeting, Press, confirm
from scorekeeper.web.contexts.table import table
from scorekeeper.web.requests import browser, database, is_htmx, see_other, show
from scorekeeper.wording.translation import gettext as _

_OURS = frozenset({"csrf_token", "key"})


def look(game_id: str, told: int | None = None) -> Seen:
    """See a game with the right of the browser that asks.

    Raises:
        NoSuchGame: this browser may not see it.
    """
    return see_game(database(), game_id, browser(), told=told)


def done(answer: Answer, *, anchor: str | None = None) -> AnyResponse:
    """Show the table after a change: to htmx at once, to a plain form by sending it on."""
    if is_htmx():
        return show("table", table(look(answer.game_id, _told(answer))))
    return to_table(answer, anchor=anchor)


def to_table(answer: Answer, *, anchor: str | None = None) -> AnyResponse:
    """Send any form on to the table, which tells what was done."""
    return see_other(url_for("table.see", game_id=answer.game_id, change=_told(answer), _anchor=anchor))


def _told(answer: Answer) -> int | None:
    # Where nothing was changed, the last change is an older one: that is not told again.
    return None if answer.what == UNCHANGED else answer.revision


def carried(**changed: str) -> tuple[Field, ...]:
    """List the fields of the form that came in, some with another value, to send them again."""
    kept = [
        (name, value) for name, value in request.form.items(multi=True) if name not in _OURS and name not in changed
    ]
    return (*kept, *changed.items())


def to_confirm(rejected: Rejected, seen: Seen, *, back: str, label: str = "") -> Response:
    """Ask the table to confirm what breaks rules that it may lift; everything typed is kept."""
    press = Press(label or _("It happened so: mark as ruled"), request.path, carried())
    view = confirm(rejected.violations, seen.stored.game, seen.stored.id, back, press)
    return show("confirm", view, 422)


def meeting(
    stored: StoredGame,
    explanation: str,
    differences: tuple[Difference, ...] = (),
    presses: tuple[Press, ...] = (),
) -> Response:
    """Show what is there now beside what was typed, with one press for each way to go on."""
    theirs = url_for("table.see", game_id=stored.id)
    return show("meeting", Meeting(explanation, differences, theirs, presses), 409)


def press(label: str, action: str, fields: tuple[Field, ...] | None = None, **changed: str) -> Press:
    """Make a button that sends the form that came in (or `fields`) again, to `action`, with some fields changed.

    Rulings are left out: they were confirmed for the game as it was, and are asked for anew.
    """
    sent = carried() if fields is None else fields
    kept = tuple(pair for pair in sent if pair[0] != "ruling" and pair[0] not in changed)
    return Press(label, action, (*kept, *changed.items()))
