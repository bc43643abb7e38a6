"""Taking a change back, the last one or one long ago, and what stands in the way of that.

A change can be taken back as long as everything it changed is still as it left it, and the game without it breaks no
rule. That is a change like any other: it is logged, and can be taken back in turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from scorekeeper.rules.editing import Ruling
from scorekeeper.rules.game import Game
from scorekeeper.rules.leaving_out import Kind, Part, changed_parts, seating, without
from scorekeeper.rules.replay import Replay, replay
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.services.changing import Clash, Conflict, Edit, Submission, What, change_game, settled
from scorekeeper.services.history import BEGINNINGS, Line, Log, Span, Teller, read_log
from scorekeeper.services.viewing import Seen, see_game
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import StoredGame

_KEYS = {Kind.FIRST_DEALER: "first_dealer", Kind.TITLE: "title", Kind.DATE: "played_on", Kind.STOPPED: "stopped"}
"""The parts of a record in which parts of a game stand by themselves."""
_WITHOUT_TRACE = (*BEGINNINGS, What.DELETED, What.RESTORED)
"""What leaves nothing that could be taken back; games are deleted and brought back on pages of their own."""


@dataclass(frozen=True, slots=True)
class Possible:
    """A change can be taken back: the game would be this one. `violations` are rules to be lifted for it first."""

    game: Game
    violations: tuple[RuleViolation, ...] = ()


@dataclass(frozen=True, slots=True)
class Depended:
    """Later changes, the earliest first, stand on it: as long as they do, this one can't be taken back."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Unruly:
    """Without this change the game would be this one, which breaks rules, some of which no ruling lifts."""

    game: Game
    violations: tuple[RuleViolation, ...]


@dataclass(frozen=True, slots=True)
class Fixed:
    """There is nothing to take back: it is the beginning of the game, or left everything as it was."""


Verdict = Possible | Depended | Unruly | Fixed


@dataclass(frozen=True, slots=True)
class Step:
    """A change, and the game as it was after it.

    `seen` is the game as it is now. There is no `line` where the log does not tell what was done, and no `verdict` for
    who only follows. `earlier` and `later` are the revisions of the lines before and after it.
    """

    seen: Seen
    revision: int
    then: Replay
    line: Line | None
    verdict: Verdict | None
    earlier: int | None
    later: int | None


class NoSuchStep(Exception):
    """The game never had this revision."""


def see_step(database: Database, game_id: str, browser: str | None, revision: int) -> Step:
    """Look at a change, and at the game as it was then.

    Raises:
        NoSuchGame: there is none, or this browser holds no key to it.
        NoSuchStep: it never had this revision.
    """
    seen = see_game(database, game_id, browser)
    with database.reading() as connection:
        log = read_log(connection, seen.stored)
        teller = Teller(connection, log, browser, names_phones=seen.may_score)
    if revision not in log:
        raise NoSuchStep(revision)
    span = log.span_at(revision)
    told = [known for known in log.spans() if log.is_told(known)]
    return Step(
        seen,
        revision,
        replay(log.game(revision)),
        None if span is None else teller.line(span),
        judged(log, span, teller) if span is not None and seen.may_score else None,
        next((known.last for known in told if known.last < revision), None),
        next((known.last for known in reversed(told) if known.last > revision), None),
    )


def judged(log: Log, span: Span, teller: Teller) -> Verdict:
    """Tell whether a change can be taken back, and if not, why."""
    found = _without(log, span)
    if found is None or found is log.stored.game:
        return Fixed()
    if not isinstance(found, Game):
        return Depended(tuple(teller.line(known) for known in _standing_on(log, span, found)))
    faults = replay(found).faults
    if all(fault.liftable for fault in faults):
        return Possible(found, faults)
    return Unruly(found, faults)


def take_back_step(
    database: Database, submission: Submission, revision: int, *, rulings: Iterable[Ruling] = ()
) -> Answer:
    """Take back the change that ended with this revision, whatever else was done since.

    Raises:
        Conflict: later changes stand on it, or there is nothing to take back.
        Rejected: the game without it would break rules; nothing was changed.
    """

    def edit(connection: Connection, stored: StoredGame) -> Edit:
        edited = edit_without(connection, stored, revision, rulings)
        if edited.game == stored.game:
            raise Conflict(Clash.VERSION, stored)
        return edited

    return change_game(database, submission, edit)


def edit_without(connection: Connection, stored: StoredGame, revision: int, rulings: Iterable[Ruling] = ()) -> Edit:
    """Make the edit that takes a change back, even one that left everything as it was.

    Raises:
        Conflict, Rejected: as `take_back_step`.
    """
    log = read_log(connection, stored)
    span = log.span_at(revision)
    game = None if span is None else _without(log, span)
    if span is None or not isinstance(game, Game):
        raise Conflict(Clash.VERSION, stored)
    # The game as it was just before needs no check, and is not to differ from that in anything.
    if revision != stored.revision:
        game = settled(game, rulings)
    order = seating(log.game(span.first - 1), log.game(span.last))
    return Edit(game, What.TAKEN_BACK, span.changes[0].step.round, renew=order != SEATS)


def _without(log: Log, span: Span) -> Game | frozenset[Part] | None:
    """Make the game without a change; where later changes are in the way, give the parts that these changed.

    Without a change that left everything as it was it is the present game itself.
    """
    if span.what in _WITHOUT_TRACE:
        return None
    before, after, present = log.game(span.first - 1), log.game(span.last), log.stored.game
    if not changed_parts(before, after):
        return present
    found = without(before, after, log.orders(span.last), present)
    if not isinstance(found, Game):
        return found
    entry = found.open_round
    # The log does not say whether the marking was over: where tallies came in, or a round stays open, it was.
    return replace(found, marking_over=entry is not None and (bool(entry.tallies) or found.marking_over))


def _standing_on(log: Log, span: Span, parts: frozenset[Part]) -> list[Span]:
    """Find the later changes of these parts, the earliest first."""
    keys = {_KEYS.get(part.kind, f"rounds.{part.number}") for part in parts} | {"players"}
    found = []
    for whole in log.spans():
        # Of entries that went on after the page was made, only those since then stand on it.
        known = Span(tuple(change for change in whole.changes if change.step.revision > span.last))
        if not known.changes:
            break
        if not keys.isdisjoint(known.keys):
            changed = changed_parts(log.game(known.first - 1), log.game(known.last), log.orders(known.last))
            if changed & parts:
                found.append(known)
    return found[::-1]
