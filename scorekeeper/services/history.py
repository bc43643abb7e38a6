"""History: what was changed in a game, when and by which browser, and the game as it was after each change.

The log says how to get back from each revision to the one before it, so everything is worked out from the game as it
is now. What one browser entered in a round without anything in between is one line.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Connection

from scorekeeper.record import write
from scorekeeper.rules.game import Game
from scorekeeper.rules.leaving_out import changed_parts, seating, without
from scorekeeper.rules.seats import Four
from scorekeeper.services.changing import What
from scorekeeper.services.viewing import Seen, see_game
from scorekeeper.storage import access, changes
from scorekeeper.storage.changes import Change, Parts
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import StoredGame

LINES = 50
"""Lines on one page."""
BEGINNINGS = (What.STARTED, What.IMPORTED)


@dataclass(frozen=True, slots=True)
class Phone:
    """The browser that made a change. `kind` is what it says it is."""

    kind: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A change as the history tells it, made by the steps from revision `first` to `last`.

    `before` is None for the beginning, `phone` where it is not told or not known any more. `undone` is the line that
    this one took back, where that can be told; of that line it is not told what it had taken back itself.
    """

    first: int
    last: int
    at: datetime.datetime
    what: What
    round: int | None
    before: Game | None
    after: Game
    phone: Phone | None = None
    undone: Line | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A page of the history, the latest line first. `older` is where the next page begins, None on the last one."""

    seen: Seen
    lines: tuple[Line, ...]
    is_newest: bool
    older: int | None


@dataclass(frozen=True, slots=True)
class Span:
    """Changes that one line tells, the latest first."""

    changes: tuple[Change, ...]

    @property
    def first(self) -> int:
        """The revision that the earliest of them made."""
        return self.changes[-1].step.revision

    @property
    def last(self) -> int:
        """The revision that the latest of them made."""
        return self.changes[0].step.revision

    @property
    def what(self) -> What:
        """What they did."""
        return What(self.changes[0].step.what)

    @property
    def keys(self) -> frozenset[str]:
        """The parts of the record that they changed."""
        return frozenset(key for change in self.changes for key in (*change.before, *change.after))

    def goes_on_from(self, change: Change) -> bool:
        """Whether an earlier change belongs to them: more entries of the same round by the same browser."""
        mine, other = self.changes[0].step, change.step
        same = (mine.what, mine.round, mine.browser_id) == (other.what, other.round, other.browser_id)
        return same and mine.what == What.ENTERED and other.revision == self.first - 1


class Log:
    """The change log of a game, walked back from the game as it is now; `found` comes with the latest change first."""

    def __init__(self, stored: StoredGame, found: Sequence[Change]) -> None:
        self.stored = stored
        self.changes = found
        known = changes.parts(write(stored.game))
        self._parts: dict[int, Parts] = {stored.revision: known}
        for change in found:
            self._parts[change.step.revision] = known
            known = changes.parts_before(known, change)
            self._parts[change.step.revision - 1] = known
        self._games: dict[int, Game] = {stored.revision: stored.game}

    def __contains__(self, revision: int) -> bool:
        return revision > 0 and revision in self._parts

    def game(self, revision: int) -> Game:
        """Give the game as it was after this revision, but for whether the marking was over."""
        if revision not in self._games:
            self._games[revision] = changes.game_of(self._parts[revision], revision)
        return self._games[revision]

    def spans(self, up_to: int | None = None) -> Iterator[Span]:
        """List what was done up to a revision, the latest first."""
        span: Span | None = None
        for change in self.changes:
            if up_to is not None and change.step.revision > up_to:
                continue
            if span is not None and span.goes_on_from(change):
                span = Span((*span.changes, change))
                continue
            if span is not None:
                yield span
            span = Span((change,))
        if span is not None:
            yield span

    def span_at(self, revision: int) -> Span | None:
        """Find what was done up to a revision; None where the log does not hold it."""
        span = next(self.spans(revision), None)
        return span if span is not None and span.last == revision else None

    def is_told(self, span: Span) -> bool:
        """Whether there is something to tell: entries that came back to where they were are left out."""
        return span.what != What.ENTERED or bool(changed_parts(self.game(span.first - 1), self.game(span.last)))

    def orders(self, revision: int, up_to: int | None = None) -> list[Four]:
        """List how people were seated anew after a revision, up to another or up to now."""
        last = self.stored.revision if up_to is None else up_to
        later = [
            change.step.revision
            for change in self.changes
            if revision < change.step.revision <= last and "players" in change.before
        ]
        return [seating(self.game(made - 1), self.game(made)) for made in reversed(later)]

    def undone_by(self, span: Span) -> Span | None:
        """Find what was taken back: the latest of the earlier changes without which the game is what it became."""
        if span.what != What.TAKEN_BACK:
            return None
        number = span.changes[0].step.round
        for known in self._whole:
            fits = known.last < span.first and known.what not in BEGINNINGS and known.changes[0].step.round == number
            if fits and not known.keys.isdisjoint(span.keys) and self._is_without(known, span):
                return known
        return None

    def _is_without(self, known: Span, span: Span) -> bool:
        before, after, last = self.game(known.first - 1), self.game(known.last), span.first - 1
        found = without(before, after, self.orders(known.last, last), self.game(last))
        return isinstance(found, Game) and not changed_parts(found, self.game(span.last))

    @cached_property
    def _whole(self) -> tuple[Span, ...]:
        return tuple(self.spans())


class Teller:
    """Makes lines for one browser; who only follows a game is not told which phones are at its table."""

    def __init__(self, connection: Connection, log: Log, browser: str | None, *, names_phones: bool) -> None:
        self.log, self.browser = log, browser
        known = {change.step.browser_id for change in log.changes} if names_phones else set()
        self._kinds = access.kinds_of(connection, [one for one in known if one is not None]) if known else {}

    def line(self, span: Span, *, is_undone: bool = False) -> Line:
        """Tell what was done."""
        undone = None if is_undone else self.log.undone_by(span)
        step = span.changes[0].step
        return Line(
            span.first,
            span.last,
            step.at,
            span.what,
            step.round,
            None if span.what in BEGINNINGS else self.log.game(span.first - 1),
            self.log.game(span.last),
            self._phone(step.browser_id),
            None if undone is None else self.line(undone, is_undone=True),
        )

    def lines(self, spans: Iterable[Span]) -> Iterator[Line]:
        """Tell everything of which there is something to tell."""
        return (self.line(span) for span in spans if self.log.is_told(span))

    def _phone(self, browser_id: str | None) -> Phone | None:
        if browser_id is None or browser_id not in self._kinds:
            return None
        return Phone(self._kinds[browser_id], browser_id == self.browser)


def see_history(database: Database, game_id: str, browser: str | None, *, up_to: int | None = None) -> History:
    """Look at the history of a game, the latest lines or those up to a revision.

    Raises:
        NoSuchGame: there is none, or this browser holds no key to it.
    """
    seen = see_game(database, game_id, browser)
    with database.reading() as connection:
        log = read_log(connection, seen.stored)
        teller = Teller(connection, log, browser, names_phones=seen.may_score)
    found: list[Line] = []
    for line in teller.lines(log.spans(up_to)):
        if len(found) == LINES:
            return History(seen, tuple(found), up_to is None, line.last)
        found.append(line)
    return History(seen, tuple(found), up_to is None, None)


def read_log(connection: Connection, stored: StoredGame) -> Log:
    """Read the log up to the revision of a game. What it holds never changes, so the game may be read before it."""
    return Log(stored, changes.all_of(connection, stored.id, stored.revision))
