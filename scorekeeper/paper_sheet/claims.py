"""What a paper sheet says, as values: its players and, for each round, what was entered and what is claimed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Names
from scorekeeper.rules.ruleset import Contract, RuleSet
from scorekeeper.rules.tallies import EMPTY, Counts, Tally
from scorekeeper.rules.violations import Code

Claimed = Counts
"""Points as they stand on the sheet, by seat; None is a cell that was left empty."""

NOTHING: Claimed = EMPTY


@dataclass(frozen=True, slots=True)
class PaperRound:
    """One round of the sheet. `tallies` are empty where only raw points were written down, and the other way round.

    What can only be one number is filled in, in tallies and raw points alike; in `scores` and `totals` nothing is.
    """

    number: int
    contract: Contract
    marks: tuple[Mark, ...] = ()
    tallies: tuple[Tally, ...] = ()
    raw: Claimed = NOTHING
    scores: Claimed = NOTHING
    totals: Claimed = NOTHING
    rulings: tuple[Code, ...] = ()
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A whole sheet. Without `first_dealer` nobody knows who chose what: the rules about that can't be checked."""

    rule_set: RuleSet
    players: Names
    first_dealer: int | None
    rounds: tuple[PaperRound, ...]


class Flaw(StrEnum):
    """Why something on a sheet can't be read."""

    QUOTES = "quotes"
    TOO_MUCH = "too-much"
    NO_NAMES = "no-names"
    FIFTH_NAME = "fifth-name"
    NAME = "name"
    SAME_NAME = "same-name"
    RULES = "rules"
    LABEL = "label"
    EARLY = "early"
    LATE = "late"
    TWICE = "twice"
    NUMBER = "number"
    BEYOND = "beyond"
    SEVERAL_ITEMS = "several-items"
    DOUBLES = "doubles"
    DOUBLE_TWICE = "double-twice"
    PLAYER = "player"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that can't be read: in which line of the file (from 1), why, and the text itself.

    `among` are the ids that could have stood there, where these are few.
    """

    line: int
    flaw: Flaw
    text: str = ""
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperReading:
    """What a file turned out to hold: a sheet, or none when anything on it can't be read."""

    sheet: PaperSheet | None
    unread: tuple[Unread, ...]
