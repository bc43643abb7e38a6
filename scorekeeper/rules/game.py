"""A game as an immutable value: who sits where and what was entered. No score is kept here."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.tallies import Tally
from scorekeeper.rules.violations import Code

Names = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Round:
    """What was entered for one round.

    `contract` is an id of the rule set; marks keep the order they were given in. `rulings` are the
    codes that the table lifted, `dealer` is set only where the wrong player dealt (ruling `dealer`).
    """

    contract: str
    marks: tuple[Mark, ...] = ()
    tallies: tuple[Tally, ...] = ()
    rulings: tuple[Code, ...] = ()
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """Four players in seat order, the rounds that were saved, and the open one if there is one.

    `marking_over` says that the doubling of the open round was ended by "that is all". In a game that was `stopped`
    the open round waits; nobody enters anything in it until the game goes on.
    """

    rule_set: RuleSet
    players: Names
    first_dealer: int
    rounds: tuple[Round, ...] = ()
    open_round: Round | None = None
    marking_over: bool = False
    stopped: bool = False
    title: str = ""
    played_on: datetime.date | None = None

    @property
    def is_full(self) -> bool:
        """Whether every round of the rule set is saved."""
        return len(self.rounds) >= self.rule_set.rounds

    @property
    def is_running(self) -> bool:
        """Whether a round can be chosen or is open."""
        return not self.is_full and not self.stopped
