"""Reading a typed-off sheet row by row; everything that can't be read is gathered with its line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from scorekeeper.paper_sheet.cells import BEYOND, CantSplit, Row, rows_of
from scorekeeper.paper_sheet.claims import NOTHING, Claimed, Flaw, PaperReading, PaperRound, PaperSheet, Unread
from scorekeeper.paper_sheet.doubles import CantTell, player_by_word, read_doubles
from scorekeeper.paper_sheet.heading import read_heading
from scorekeeper.paper_sheet.labels import About, about, contract_by_label, folded, item_by_label
from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Names
from scorekeeper.rules.numbers import NotANumber, whole_number
from scorekeeper.rules.ruleset import Contract, Item, RuleSet
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.tallies import Tally, completed
from scorekeeper.rules.violations import LIFTABLE, Code

MOST_UNREAD = 40
"""What can't be read is gathered up to here: a file that is no sheet at all need not be told line by line."""


def read_sheet(text: str) -> PaperReading:
    """Read a sheet as docs/paper-sheet.md describes it. Nothing is guessed: one thing unread, and there is no sheet."""
    try:
        heading = read_heading(rows_of(text))
    except CantSplit as error:
        return PaperReading(None, (error.unread,))
    if heading.unread:
        return PaperReading(None, heading.unread)
    reader = _Reader(heading.rule_set, heading.players)
    for row in heading.rest:
        reader.row(row)
    reader.close()
    if reader.unread:
        return PaperReading(None, tuple(reader.unread[:MOST_UNREAD]))
    return PaperReading(PaperSheet(heading.rule_set, heading.players, reader.first_dealer, tuple(reader.rounds)), ())


@dataclass(slots=True)
class _Open:
    """The round that is being read: its contract, and what was said of it so far.

    Without a contract it began with a word that is none: its lines are read for what is wrong in them, no more.
    """

    contract: Contract | None
    marks: tuple[Mark, ...] = ()
    tallies: list[Tally] = field(default_factory=list)
    points: dict[About, Claimed] = field(default_factory=dict)
    rulings: tuple[Code, ...] = ()
    dealer: int | None = None
    said: set[str] = field(default_factory=set)


class _Reader:
    """Walks the rows below the names once."""

    def __init__(self, rule_set: RuleSet, players: Names) -> None:
        self.rule_set = rule_set
        self.players = players
        self.unread: list[Unread] = []
        self.first_dealer: int | None = None
        self.rounds: list[PaperRound] = []
        self.open: _Open | None = None

    def flaw(self, row: Row, flaw: Flaw, text: str = "", among: tuple[str, ...] = ()) -> None:
        self.unread.append(Unread(row.line, flaw, text, among))

    def row(self, row: Row) -> None:
        """Read a row below the names: it begins a round, or says something of the one that was begun."""
        label, entry = row.cell(0), self.open
        what = about(label)
        if entry is not None and (item := self.item(entry, label)):
            if self.once(row, entry, item.id):
                self.beyond(row)
                entry.tallies.append((item.id, completed(item, self.numbers(row))))
        elif what is None:
            self.begin(row)
        elif what is About.DEALER and entry is None:
            self.first_dealer = self.player(row)
        elif entry is None:
            self.flaw(row, Flaw.EARLY, label)
        elif self.once(row, entry, what):
            self.say(row, entry, what)

    def item(self, entry: _Open, label: str) -> Item | None:
        """Find the item of which a row tells what was taken; where nobody knows the contract, it can be any."""
        contracts = self.rule_set.contracts if entry.contract is None else (entry.contract,)
        several = (contract for contract in contracts if len(contract.items) > 1)
        return next((item for contract in several if (item := item_by_label(contract, label))), None)

    def say(self, row: Row, entry: _Open, what: About) -> None:
        match what:
            case About.DOUBLES:
                self.doubles(row, entry, 1)
            case About.DEALER:
                entry.dealer = self.player(row)
            case About.RULING:
                self.rulings(row, entry)
            case About.TAKEN:
                self.beyond(row)
                self.taken(row, entry)
            case About.RAW | About.SCORE | About.TOTAL:
                self.beyond(row)
                entry.points[what] = self.numbers(row)
            case About.RULES:
                self.flaw(row, Flaw.LATE, row.cell(0))
            case _:
                assert_never(what)

    def once(self, row: Row, entry: _Open, what: str) -> bool:
        """Note that something was said of the round; saying it a second time is a flaw."""
        if what in entry.said:
            self.flaw(row, Flaw.TWICE, row.cell(0))
            return False
        entry.said.add(what)
        return True

    def begin(self, row: Row) -> None:
        contract = contract_by_label(self.rule_set, row.cell(0))
        if contract is None:
            self.flaw(row, Flaw.LABEL, row.cell(0), tuple(self.rule_set.by_id))
        self.close()
        self.open = entry = _Open(contract)
        if any(row.cells[1:BEYOND]):
            entry.said.add(About.TAKEN)
            self.taken(row, entry)
        if any(row.cells[BEYOND:]):
            entry.said.add(About.DOUBLES)
            self.doubles(row, entry, BEYOND)

    def close(self) -> None:
        """Put the round that was being read with the others."""
        entry, self.open = self.open, None
        if entry is None or entry.contract is None:
            return
        points = entry.points
        self.rounds.append(
            PaperRound(
                len(self.rounds) + 1,
                entry.contract,
                entry.marks,
                tuple(entry.tallies),
                _completed_points(entry.contract, points.get(About.RAW, NOTHING)),
                points.get(About.SCORE, NOTHING),
                points.get(About.TOTAL, NOTHING),
                entry.rulings,
                entry.dealer,
            )
        )

    def taken(self, row: Row, entry: _Open) -> None:
        if entry.contract is None:
            self.numbers(row)
            return
        if len(entry.contract.items) > 1:
            self.flaw(row, Flaw.SEVERAL_ITEMS, entry.contract.id, tuple(entry.contract.by_id))
            return
        item = entry.contract.items[0]
        entry.tallies.append((item.id, completed(item, self.numbers(row))))

    def numbers(self, row: Row) -> Claimed:
        found: list[int | None] = []
        for text in (row.cell(seat + 1) for seat in SEATS):
            try:
                found.append(whole_number(text) if text else None)
            except NotANumber:
                self.flaw(row, Flaw.NUMBER, text)
                found.append(None)
        first, second, third, fourth = found
        return first, second, third, fourth

    def beyond(self, row: Row) -> None:
        extra = next((cell for cell in row.cells[BEYOND:] if cell), "")
        if extra:
            self.flaw(row, Flaw.BEYOND, extra)

    def doubles(self, row: Row, entry: _Open, start: int) -> None:
        text = " ".join(cell for cell in row.cells[start:] if cell)
        try:
            entry.marks = read_doubles(text, self.players)
        except CantTell:
            self.flaw(row, Flaw.DOUBLES, text)
            return
        if len(set(entry.marks)) < len(entry.marks):
            self.flaw(row, Flaw.DOUBLE_TWICE, text)

    def player(self, row: Row) -> int | None:
        """Read the one player whom a row names."""
        name = next((cell for cell in row.cells[1:] if cell), "")
        try:
            return player_by_word(name, self.players)
        except CantTell:
            self.flaw(row, Flaw.PLAYER, name)
            return None

    def rulings(self, row: Row, entry: _Open) -> None:
        codes = [folded(cell) for cell in row.cells[1:] if cell]
        known = sorted(code.value for code in LIFTABLE)
        for code in codes:
            if code not in known:
                self.flaw(row, Flaw.RULING, code, tuple(known))
        entry.rulings = tuple(dict.fromkeys(Code(code) for code in codes if code in known))


def _completed_points(contract: Contract, raw: Claimed) -> Claimed:
    """Fill what can only be one number: the last empty cell, or 0 for all when the others have all the points."""
    left = contract.total - sum(points or 0 for points in raw)
    empty = raw.count(None)
    if empty == len(SEATS) or (empty > 1 and left):
        return raw
    first, second, third, fourth = (left if points is None else points for points in raw)
    return first, second, third, fourth
