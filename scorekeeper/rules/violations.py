"""What can be wrong with a game: the closed list of codes, and the one error that carries them.

No sentence is made here: `scorekeeper.wording` turns a violation into one that a player reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """The name of a rule, as records and `scorekeeper check` spell it."""

    UNKNOWN_CONTRACT = "unknown-contract"
    CONTRACT_ALREADY_PLAYED = "contract-already-played"
    TOO_MANY_TRUMPS = "too-many-trumps"
    TRUMP_QUOTA = "trump-quota"
    TRUMP_REQUIRED = "trump-required"
    NEGATIVE_QUOTA = "negative-quota"
    CHOOSER_DOUBLES_FIRST = "chooser-doubles-first"
    DEALER = "dealer"
    SELF_DOUBLE = "self-double"
    UNKNOWN_PLAYER = "unknown-player"
    WRONG_COUNT = "wrong-count"
    UNKNOWN_ITEM = "unknown-item"
    TOO_MANY_ROUNDS = "too-many-rounds"
    BAD_RECORD = "bad-record"


LIFTABLE = frozenset(
    {Code.TRUMP_QUOTA, Code.TRUMP_REQUIRED, Code.NEGATIVE_QUOTA, Code.CHOOSER_DOUBLES_FIRST, Code.DEALER}
)
"""The rules a table may overrule by a ruling (rules.md, "The table is right"); arithmetic never."""


@dataclass(eq=True, unsafe_hash=True)
class RuleViolation(Exception):
    """A rule that is broken, where, and the facts a sentence about it needs.

    `field` names the entry at fault: "contract", "marks", "mark-<doubler>-<doubled>" or
    "tally-<item>". `expected` and `found` are counts; `seat` is the player at fault, `other` the
    round in which the contract was played before, `name` a name that no player has.
    """

    code: Code
    round: int | None
    field: str = ""
    contract: str = ""
    item: str = ""
    expected: int | None = None
    found: int | None = None
    seat: int | None = None
    other: int | None = None
    name: str = ""

    @property
    def liftable(self) -> bool:
        """Whether the table may overrule this rule."""
        return self.code in LIFTABLE
