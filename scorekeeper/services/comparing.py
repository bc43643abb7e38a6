"""Comparing: what a paper sheet claims with what follows from its entries; every wrong cell is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.paper_sheet.claims import Claimed, PaperRound, PaperSheet
from scorekeeper.rules.doubling import Settlement, settle, settlements
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.possible import Doubt, doubt_about
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS, ZERO, Four, left_of
from scorekeeper.rules.tallies import check_tallies, raw_points
from scorekeeper.rules.violations import Code, RuleViolation

ABOUT_TURNS = frozenset(
    {Code.TRUMP_QUOTA, Code.TRUMP_REQUIRED, Code.NEGATIVE_QUOTA, Code.CHOOSER_DOUBLES_FIRST, Code.DEALER}
)
"""The rules that can't be checked without knowing who dealt first."""


class Line(StrEnum):
    """Which line of a round a claimed number stands in."""

    RAW = "raw"
    SCORE = "score"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class WrongCell:
    """A number on the sheet that is not what it must be.

    `carried` tells that the total was added up right, from a total before it that was wrong already.
    """

    round: int
    line: Line
    seat: int
    claimed: int
    right: int
    carried: bool = False


@dataclass(frozen=True, slots=True)
class ImpossibleRaw:
    """Raw points that came without tallies and can't be the result of their contract."""

    round: int
    contract: Contract
    raw: Four
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class Unknowable:
    """A round without tallies and without all raw points: its scores, and all totals from it on, can't be checked."""

    round: int


Finding = WrongCell | ImpossibleRaw | Unknowable | RuleViolation
"""Something wrong with a sheet. Each has a `round`; no finding here is without one."""


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """A round of the sheet and what is right: points by seat, None where it can't be known."""

    entry: PaperRound
    raw: Four | None
    scores: Four | None
    totals: Four | None

    def right(self, line: Line) -> Four | None:
        """Give the right numbers of a line."""
        return {Line.RAW: self.raw, Line.SCORE: self.scores, Line.TOTAL: self.totals}[line]

    def claimed(self, line: Line) -> Claimed:
        """Give what the sheet says in a line."""
        entry = self.entry
        return {Line.RAW: entry.raw, Line.SCORE: entry.scores, Line.TOTAL: entry.totals}[line]

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """The working: all six pairs in seat order; none where the raw points are not known."""
        return () if self.raw is None else settlements(self.raw, self.entry.marks)


@dataclass(frozen=True, slots=True)
class Compared:
    """A sheet, compared: its rounds with what is right, how many numbers were looked at, and what is wrong."""

    sheet: PaperSheet
    rounds: tuple[ComparedRound, ...]
    looked_at: int
    findings: tuple[Finding, ...]

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with the sheet."""
        return not self.findings

    @property
    def totals(self) -> Four | None:
        """The right totals after the last round."""
        return self.rounds[-1].totals if self.rounds else ZERO

    def wrong_cells(self) -> dict[tuple[int, Line, int], WrongCell]:
        """Give the wrong cells by round, line and seat."""
        return {(cell.round, cell.line, cell.seat): cell for cell in self.findings if isinstance(cell, WrongCell)}

    def ends_the_check(self, finding: Finding) -> bool:
        """Whether for this nothing of its round could be checked; of several in one round, the last one says so."""
        if not _is_miscount(finding) or self.rounds[(finding.round or 0) - 1].raw is not None:
            return False
        return finding is [one for one in self.findings if _is_miscount(one) and one.round == finding.round][-1]

    def doubtful(self, number: int) -> tuple[int, ...]:
        """List the seats whose raw points nobody can have in the contract of this round."""
        found = (one for one in self.findings if isinstance(one, ImpossibleRaw) and one.round == number)
        return tuple(seat for one in found for seat in one.doubt.seats)


def compare(sheet: PaperSheet) -> Compared:
    """Work out what a sheet must say, and find every cell that says something else and every rule that is broken."""
    rounds: list[ComparedRound] = []
    findings: list[Finding] = []
    totals: Four | None = ZERO
    looked_at = 0
    for entry in sheet.rounds:
        raw = _raw(entry)
        scores = None if raw is None else settle(raw, entry.marks)
        before = rounds[-1] if rounds else None
        totals = None if totals is None or scores is None else _added(totals, scores)
        compared = ComparedRound(entry, raw, scores, totals)
        rounds.append(compared)
        if raw is None and not entry.tallies:
            findings.append(Unknowable(entry.number))
        elif raw is not None and not entry.tallies and (doubt := doubt_about(entry.contract, raw)) is not None:
            findings.append(ImpossibleRaw(entry.number, entry.contract, raw, doubt))
        found = list(_cells(compared, before))
        looked_at += len(found)
        findings += [cell for cell in found if cell.claimed != cell.right]
    findings += _broken_rules(sheet)
    return Compared(sheet, tuple(rounds), looked_at, tuple(sorted(findings, key=_place)))


def _place(finding: Finding) -> tuple[int, bool]:
    """Sort by round, and in each what was counted wrong first: the rest may follow from that."""
    return finding.round or 0, not _is_miscount(finding)


def _is_miscount(finding: Finding) -> bool:
    return isinstance(finding, RuleViolation) and finding.code is Code.WRONG_COUNT


def _raw(entry: PaperRound) -> Four | None:
    """Give the raw points that the scores follow from: those of the tallies; where these can't be, the written ones.

    From tallies that don't add up nothing follows: one of them was mistyped, and nobody knows which.
    """
    if entry.tallies and not check_tallies(entry.contract, entry.tallies, entry.number):
        return raw_points(entry.contract, entry.tallies)
    first, second, third, fourth = entry.raw
    if first is None or second is None or third is None or fourth is None:
        return None
    return first, second, third, fourth


def _added(totals: Four, scores: Four) -> Four:
    first, second, third, fourth = (total + score for total, score in zip(totals, scores, strict=True))
    return first, second, third, fourth


def _cells(compared: ComparedRound, before: ComparedRound | None) -> Iterator[WrongCell]:
    """List every claimed number of a round beside the right one, whether it is wrong or not."""
    for line in Line:
        right = compared.right(line)
        # Raw points that came without tallies are what all else follows from.
        if right is None or (line is Line.RAW and not compared.entry.tallies):
            continue
        for seat in SEATS:
            claimed = compared.claimed(line)[seat]
            if claimed is not None:
                is_carried = line is Line.TOTAL and _is_carried(compared, before, seat, claimed)
                yield WrongCell(compared.entry.number, line, seat, claimed, right[seat], is_carried)


def _is_carried(compared: ComparedRound, before: ComparedRound | None, seat: int, claimed: int) -> bool:
    if before is None or compared.scores is None or compared.totals is None:
        return False
    written = before.entry.totals[seat]
    return written is not None and claimed != compared.totals[seat] and claimed - written == compared.scores[seat]


def _broken_rules(sheet: PaperSheet) -> list[RuleViolation]:
    entries = [
        Round(entry.contract.id, entry.marks, entry.tallies, entry.rulings, entry.dealer) for entry in sheet.rounds
    ]
    first_dealer = _first_dealer(sheet)
    played = replay(Game(sheet.rule_set, sheet.players, first_dealer or 0, tuple(entries)))
    # Rounds without tallies are looked at by their raw points instead.
    counted = {entry.number for entry in sheet.rounds if entry.tallies}
    return [
        fault
        for fault in played.faults
        if not (fault.code in ABOUT_TURNS and first_dealer is None)
        and not (fault.code is Code.WRONG_COUNT and fault.round not in counted)
    ]


def _first_dealer(sheet: PaperSheet) -> int | None:
    """Tell who dealt first: the sheet says so, or it follows from the first round that names its dealer."""
    if sheet.first_dealer is not None:
        return sheet.first_dealer
    return next(
        (left_of(entry.dealer, 1 - entry.number) for entry in sheet.rounds if entry.dealer is not None),
        None,
    )
