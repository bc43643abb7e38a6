"""What a round does once it is saved, worked out by the server before that."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.replay import Replay
from scorekeeper.rules.seats import ZERO, Four
from scorekeeper.rules.tallies import is_whole
from scorekeeper.web.contexts.entry import AT_THEIR_FIELD
from scorekeeper.web.contexts.sheet import Working, working
from scorekeeper.wording.sentences import of_a_round


@dataclass(frozen=True, slots=True)
class Preview:
    """A round's scores, and the totals of the whole game with it in; no `working` where these are not known yet.

    `is_last` tells that no round comes after it, so that these are its own totals too.

    `before` are the totals as they are now, where a round that was played already changes them. `notes` are
    sentences about the rules that the game would then break; `is_blocked` where no ruling helps.
    """

    working: Working | None = None
    totals: Four = ZERO
    before: Four | None = None
    notes: tuple[str, ...] = ()
    is_blocked: bool = False
    is_last: bool = True


def preview_of(after: Replay, number: int, *, before: Four) -> Preview:
    """Preview a game as it would be with another round `number`; what is wrong with its tallies is said elsewhere."""
    scored = next(one for one in after.rounds if one.number == number)
    faults = [fault for fault in after.faults if fault.round != number or fault.code not in AT_THEIR_FIELD]
    is_blocked = not all(fault.liftable for fault in faults)
    can_be_worked_out = is_whole(scored.contract, scored.entry.tallies) and not is_blocked
    return Preview(
        working(scored, after.game.players) if can_be_worked_out else None,
        after.totals,
        before,
        tuple(dict.fromkeys(of_a_round(fault, after.game.players, after.game.rule_set) for fault in faults)),
        is_blocked,
        number == len(after.rounds),
    )
