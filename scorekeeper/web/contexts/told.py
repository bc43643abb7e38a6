"""The last change, told once on the table page: to who made it, and to who only sees it come."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.services.changing import What
from scorekeeper.services.history import Line
from scorekeeper.services.viewing import Seen
from scorekeeper.storage.changes import Change, taken_back
from scorekeeper.web.requests import browser
from scorekeeper.wording.history import sentences
from scorekeeper.wording.names import contract_name, points
from scorekeeper.wording.translation import gettext as _

_QUIET = (What.STARTED, What.IMPORTED, What.CHOSE, What.ENTERED, What.SAVED, What.RESTORED, What.DELETED)
"""Changes that are not offered to be taken back at once; a saved round is undone by its own button."""


@dataclass(frozen=True, slots=True)
class Told:
    """The last change: what it was, the round it is about, and what would take it back.

    `by_other` tells that another phone made it. Then `spoken` says to a screen reader what is new on the page.
    """

    what: What
    round: int | None
    revision: int
    contract: str = ""
    by_other: bool = False
    spoken: tuple[str, ...] = ()

    @property
    def can_be_taken_back(self) -> bool:
        """Whether it says so at once."""
        return self.what not in _QUIET


def told(seen: Seen) -> Told | None:
    """Tell the change that was asked for, if any."""
    change = seen.change
    if change is None:
        return None
    by_other = change.step.browser_id != browser()
    return Told(
        What(change.step.what),
        change.step.round,
        change.step.revision,
        _contract(change),
        by_other,
        _spoken(seen, change) if by_other else (),
    )


def _contract(change: Change) -> str:
    # Where a round was taken out, another one has its number now.
    gone_first = change.step.what == What.REMOVED
    for part in (change.before, change.after) if gone_first else (change.after, change.before):
        entry = part.get(f"rounds.{change.step.round}")
        if isinstance(entry, dict):
            return contract_name(str(entry.get("contract", "")))
    return ""


def _spoken(seen: Seen, change: Change) -> tuple[str, ...]:
    """Say what was entered, or after any other change where everybody stands and who won."""
    step, game = change.step, seen.stored.game
    if step.what == What.ENTERED:
        before = taken_back(game, change)
        line = Line(step.revision, step.revision, step.at, What.ENTERED, step.round, before, game)
        return sentences(line).details
    if step.what in (What.CHOSE, What.CONTRACT):
        return ()
    totals = ", ".join(f"{name} {points(total)}" for name, total in zip(game.players, seen.played.totals, strict=True))
    winners = ", ".join(game.players[seat] for seat in seen.played.winners)
    return (_("Totals: %(totals)s", totals=totals), *((_("First: %(names)s", names=winners),) if winners else ()))
