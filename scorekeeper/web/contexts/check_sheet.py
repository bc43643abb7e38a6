"""The check of a record or a paper sheet: the answer in sentences, and the sheet with its wrong numbers marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from scorekeeper.rules.game import Names, Round
from scorekeeper.rules.replay import Replay, ScoredRound
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.services.checking import Illegible, Invalid, Outcome, Unreadable, Valid
from scorekeeper.services.comparing import Compared, ComparedRound, Line
from scorekeeper.web.contexts.entry import Doubled, doubled
from scorekeeper.wording.checks import trouble_sentence
from scorekeeper.wording.initials import initials
from scorekeeper.wording.names import contract_name
from scorekeeper.wording.paper_sheets import finding_sentences, unread_sentence
from scorekeeper.wording.sentences import sentence
from scorekeeper.wording.translation import Lazy, ngettext
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext


class Verdict(StrEnum):
    """What came out of a check: nothing was checked yet, all is right, something is wrong, or it can't be read."""

    NONE = "none"
    RIGHT = "right"
    WRONG = "wrong"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class CheckedCell:
    """A number: the right one, and the claimed one where it is another.

    `is_doubtful` marks raw points that nobody can have in their contract; nobody knows what is right there.
    """

    right: int
    wrong: int | None = None
    is_carried: bool = False
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """Raw points, scores or totals of a round; without `cells` where what is claimed could not be checked."""

    heading: str
    cells: tuple[CheckedCell, ...]


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round of the sheet."""

    number: int
    contract: str
    name: str
    doubled: tuple[Doubled, ...]
    lines: tuple[CheckedLine, ...]


@dataclass(frozen=True, slots=True)
class CheckSheet:
    """The whole page: what was brought to it, and the answer. `places` and `sentences` go together."""

    text: str
    verdict: Verdict
    summary: str
    faults: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    rounds: tuple[CheckedRound, ...]


_HEADINGS: dict[Line, Lazy] = {
    Line.RAW: gettext("Raw"),
    Line.SCORE: gettext("Score"),
    Line.TOTAL: gettext("Total"),
}


def check_sheet(text: str, outcome: Outcome | None) -> CheckSheet:
    """Make the page of what was brought to it and what came out."""
    match outcome:
        case None:
            return CheckSheet(text, Verdict.NONE, "", (), (), ())
        case Unreadable():
            return CheckSheet(text, Verdict.UNREAD, trouble_sentence(outcome), (), (), ())
        case Illegible(unread):
            faults = tuple((_("Line %(number)s", number=one.line), unread_sentence(one)) for one in unread)
            return CheckSheet(text, Verdict.UNREAD, _("Nothing was checked: this can’t be read."), faults, (), ())
        case Invalid(found, players, rule_set):
            faults = tuple((_round_name(fault.round), sentence(fault, players, rule_set)) for fault in found)
            return CheckSheet(text, Verdict.WRONG, _many(len(faults)), faults, (), ())
        case Valid(played):
            players = played.game.players
            summary = _("The record is right: every score follows from what was entered.")
            return CheckSheet(text, Verdict.RIGHT, summary, (), players, tuple(_played_rounds(played)))
        case Compared():
            return _compared(text, outcome)
        case _:
            assert_never(outcome)


def _compared(text: str, compared: Compared) -> CheckSheet:
    players = compared.sheet.players
    faults = tuple(
        (_round_name(finding.round), said)
        for finding in compared.findings
        for said in finding_sentences(finding, compared)
    )
    summary = _many(len(faults))
    if compared.is_right:
        summary = ngettext(
            "All is right: %(num)s number was checked.",
            "All is right: %(num)s numbers were checked.",
            compared.looked_at,
        )
    rounds = tuple(_compared_round(compared, one, players) for one in compared.rounds)
    verdict = Verdict.RIGHT if compared.is_right else Verdict.WRONG
    return CheckSheet(text, verdict, summary, faults, players, rounds)


def _compared_round(compared: Compared, one: ComparedRound, players: Names) -> CheckedRound:
    entry, wrong, doubtful = one.entry, compared.wrong_cells(), compared.doubtful(one.entry.number)
    lines = []
    for line in Line:
        right = one.right(line)
        if right is None:
            if any(claimed is not None for claimed in one.claimed(line)):
                lines.append(CheckedLine(str(_HEADINGS[line]), ()))
            continue
        cells = []
        for seat in SEATS:
            cell = wrong.get((entry.number, line, seat))
            is_doubtful = line is Line.RAW and seat in doubtful
            claimed, is_carried = (cell.claimed, cell.carried) if cell else (None, False)
            cells.append(CheckedCell(right[seat], claimed, is_carried, is_doubtful))
        lines.append(CheckedLine(str(_HEADINGS[line]), tuple(cells)))
    return CheckedRound(
        entry.number,
        entry.contract.id,
        contract_name(entry.contract.id),
        doubled(Round(entry.contract.id, entry.marks), players, initials(players)),
        tuple(lines),
    )


def _played_rounds(played: Replay) -> Iterator[CheckedRound]:
    players = played.game.players
    short = initials(players)
    for scored in played.rounds:
        yield CheckedRound(
            scored.number,
            scored.contract.id,
            contract_name(scored.contract.id),
            doubled(scored.entry, players, short),
            tuple(CheckedLine(str(_HEADINGS[line]), _cells(four)) for line, four in _lines(scored)),
        )


def _lines(scored: ScoredRound) -> tuple[tuple[Line, Four], ...]:
    return (Line.RAW, scored.raw), (Line.SCORE, scored.scores), (Line.TOTAL, scored.totals)


def _cells(four: Four) -> tuple[CheckedCell, ...]:
    return tuple(CheckedCell(points) for points in four)


def _round_name(number: int | None) -> str:
    return "" if number is None else _("Round %(number)s", number=number)


def _many(faults: int) -> str:
    return ngettext("%(num)s thing is wrong.", "%(num)s things are wrong.", faults)
