"""Games that are hard to print: the longest names, every pair doubled both ways, names that look like code."""

from __future__ import annotations

import dataclasses
import datetime

from scorekeeper.rules.game import Game, Names, Round
from scorekeeper.rules.ruleset import RULE_SETS, RuleSet
from scorekeeper.rules.seats import SEATS, left_of
from tests.web.tables import ELEVEN, TWELVE, a_round

FRIDAY = datetime.date(2026, 11, 27)
LONG: Names = ("W" * 40, "Wilhelmina-Alexandra van der Zandschulpe", "Ærøskøbing " * 3 + "Østerbr", "m" * 40)
HOSTILE: Names = ("=cmd()|'/C calc'!A0", "<script>alert(1)</script>", '#include "x" $x$ \\n', "*_`[x](y)`_* {{ 7*7 }}")
FOREIGN: Names = ("שלום־בן אברהם", "👩🏽‍🚀🎲♠️ Żółć", "山田太郎", "عبد الله")


def doubled_both_ways(rules: str = "bonken-12", names: Names = LONG, *, title: str = "T" * 80) -> Game:
    """A finished game in which in every round everybody doubled everybody."""
    rule_set = RULE_SETS[rules]
    order = TWELVE if rules == "bonken-12" else ELEVEN
    rounds = tuple(_doubled(a_round(contract, rules), rule_set, number) for number, contract in enumerate(order))
    return Game(rule_set, names, 0, rounds, title=title, played_on=FRIDAY)


def _doubled(entry: Round, rule_set: RuleSet, number: int) -> Round:
    speakers = rule_set.roles[left_of(0, number)].speakers
    marks = tuple((doubler, doubled) for doubler in speakers for doubled in SEATS if doubler != doubled)
    return dataclasses.replace(entry, marks=marks)
