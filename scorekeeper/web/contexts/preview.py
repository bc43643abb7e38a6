"""What a round does once it is saved, worked out by the server before that."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.seats import ZERO, Four
from scorekeeper.rules.tallies import counts_of, is_complete
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.web.contexts.entry import AT_THEIR_FIELD
from scorekeeper.web.contexts.sheet import Working, working
from scorekeeper.wording.sentences import sentence
from scorekeeper.wording.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Preview:
    """A round's scores, and the totals of the whole game with it in; no `working` where these are not known yet.

    `before` are the totals as they are now, where a round that was played already changes them. `notes` are
    sentences about the rules that the game would then break; `is_blocked` where no ruling helps.
    """

    working: Working | None = None
    totals: Four = ZERO
    before: Four | None = None
    notes: tuple[str, ...] = ()
    is_blocked: bool = False


def preview_of(after: Replay, number: int, *, before: Four) -> Preview:
    """Preview a game as it would be with another round `number`; what is wrong with its tallies is said elsewhere."""
    scored = next(one for one in after.rounds if one.number == number)
    tallies = scored.entry.tallies
    is_whole = all(is_complete(item, counts_of(tallies, item.id)) for item in scored.contract.items)
    faults = [fault for fault in after.faults if fault.round != number or fault.code not in AT_THEIR_FIELD]
    is_blocked = not all(fault.liftable for fault in faults)
    return Preview(
        working(scored, after.game.players) if is_whole and not is_blocked else None,
        after.totals,
        before,
        tuple(dict.fromkeys(of_a_round(fault, after.game) for fault in faults)),
        is_blocked,
    )


def of_a_round(fault: RuleViolation, game: Game) -> str:
    """Say what is wrong with a round, and with which one."""
    said = sentence(fault, game.players, game.rule_set)
    return _("Round %(number)s: %(sentence)s", number=fault.round, sentence=said)
