"""The history of a game: its lines by day, and one of them with the sheet as it then was."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import assert_never

from flask_babel import format_date

from scorekeeper.rules.game import Game
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.services.history import BEGINNINGS, History, Line
from scorekeeper.services.taking_back import Depended, Fixed, Possible, Step, Unruly, Verdict
from scorekeeper.web.contexts.sheet import SheetRow, sheet
from scorekeeper.wording.browsers import browser_name
from scorekeeper.wording.history import heading, open_round_sentences, sentences
from scorekeeper.wording.names import contract_name
from scorekeeper.wording.sentences import of_a_round
from scorekeeper.wording.times import clock, moment
from scorekeeper.wording.translation import gettext as _

MOST_SHOWN = 5
"""Later changes that are named as standing on one; the latest are."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the history. `revision` is that of its last change, `who` the phone that made it."""

    revision: int
    time: str
    heading: str
    details: tuple[str, ...]
    who: str


@dataclass(frozen=True, slots=True)
class Day:
    """What was done on one day, the latest first."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of the history. `older` is the revision with which the next page begins."""

    id: str
    title: str
    days: tuple[Day, ...]
    is_newest: bool
    older: int | None


@dataclass(frozen=True, slots=True)
class Against:
    """What stands against taking a change back: a sentence, and a line for each thing.

    With a line that is about a later change comes its revision; `more` such lines are not shown.
    """

    sentence: str
    lines: tuple[tuple[str, int | None], ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Then:
    """The game as it was: names in seat order, the sheet with its newest round first, and the open round in words."""

    title: str
    played_on: datetime.date | None
    players: tuple[str, ...]
    first_dealer: str
    sheet: tuple[SheetRow, ...]
    open_contract: str
    open_number: int
    open_round: tuple[str, ...]
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class StepPage:
    """A change, and the game as it was after it. No `entry` is there where the log does not tell what was done.

    `against` is what stands against taking it back, or what the table will have to confirm; `refused` says that it
    was tried just now.
    """

    id: str
    title: str
    revision: int
    when: str
    entry: Entry | None
    then: Then
    may_take_back: bool
    against: Against | None
    earlier: int | None
    later: int | None
    is_present: bool
    refused: str = ""


def history_page(history: History) -> HistoryPage:
    """Make a page of the history."""
    names_phones = history.seen.may_score
    by_day = groupby(history.lines, key=lambda line: line.at.astimezone().date())
    days = tuple(
        Day(format_date(day, "full"), tuple(_entry(line, names_phones=names_phones) for line in lines))
        for day, lines in by_day
    )
    stored = history.seen.stored
    return HistoryPage(stored.id, stored.game.title, days, history.is_newest, history.older)


def step_page(step: Step, *, refused: str = "") -> StepPage:
    """Make the page of one change."""
    stored, line = step.seen.stored, step.line
    return StepPage(
        id=stored.id,
        title=stored.game.title,
        revision=step.revision,
        when=moment(line.at if line is not None else stored.created_at),
        entry=None if line is None else _entry(line, names_phones=step.seen.may_score),
        then=_then(step),
        may_take_back=isinstance(step.verdict, Possible),
        against=None if step.verdict is None else _against(step.verdict, line),
        earlier=step.earlier,
        later=step.later,
        is_present=step.revision == stored.revision,
        refused=refused,
    )


def _entry(line: Line, *, names_phones: bool) -> Entry:
    said = sentences(line)
    return Entry(line.last, clock(line.at), said.heading, said.details, _who(line) if names_phones else "")


def _who(line: Line) -> str:
    if line.phone is None:
        return _("somebody")
    return _("this phone") if line.phone.is_mine else browser_name(line.phone.kind)


def _then(step: Step) -> Then:
    game = step.then.game
    entry = game.open_round
    return Then(
        title=game.title,
        played_on=game.played_on,
        players=game.players,
        first_dealer=game.players[game.first_dealer],
        sheet=sheet(step.then),
        open_contract="" if entry is None else contract_name(entry.contract),
        open_number=len(game.rounds) + 1,
        open_round=tuple(open_round_sentences(game)),
        is_stopped=game.stopped,
    )


def _against(verdict: Verdict, line: Line | None) -> Against | None:
    match verdict:
        case Possible(violations=()):
            return None
        case Possible(game, violations):
            said = _("Without it a rule would be broken. The table can let that stand:")
            return Against(said, _broken(violations, game))
        case Unruly(game, violations):
            said = _("It can’t be taken back as things are. Without it a rule would be broken:")
            return Against(said, _broken(violations, game))
        case Depended(lines):
            said = _("It can’t be taken back as things are. What came later stands on it:")
            shown = tuple(
                (_("%(moment)s: %(what)s", moment=moment(later.at), what=heading(later)), later.last)
                for later in lines[-MOST_SHOWN:]
            )
            return Against(said, shown, len(lines) - len(shown))
        case Fixed() if line is not None and line.what in BEGINNINGS:
            return Against(_("The beginning of a game can’t be taken back."))
        case Fixed():
            return Against(_("There is nothing to take back: it left everything as it was."))
        case _:
            assert_never(verdict)


def _broken(violations: Iterable[RuleViolation], game: Game) -> tuple[tuple[str, int | None], ...]:
    return tuple((of_a_round(fault, game.players, game.rule_set), None) for fault in violations)
