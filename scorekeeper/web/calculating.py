"""The calculator's address: all that somebody entered there, as a query that can be read and sent on.

`/calculator?contract=queens&queens-1=3&queens-2=1&double=1-2`: players are 1 to 4, `double=1-2` says that the first
doubled the second, `last-trick=3` that the third took it. The fields of the form have just these names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Game
from scorekeeper.rules.numbers import NotANumber, whole_number
from scorekeeper.rules.replay import ScoredRound
from scorekeeper.rules.ruleset import RULE_SETS, Contract, Item, RuleSet
from scorekeeper.rules.seats import SEATS, Four

BY_POINTS = "points"
"""The value of `by` where raw points are entered although a contract is chosen."""

Query = dict[str, str | list[str]]
"""An address's query as `url_for` takes it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be worked out, as it was entered.

    `names` and `numbers` are texts as they were typed; `numbers` go by their fields. `takers` are item → seat, for
    items of which there is one. Without a contract, raw points are entered.
    """

    rule_set: RuleSet
    contract: Contract | None = None
    by_points: bool = True
    names: tuple[str, ...] = ("", "", "", "")
    numbers: Mapping[str, str] = field(default_factory=dict)
    takers: Mapping[str, int] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()

    def text(self, name: str) -> str:
        """Give what was typed into the field of a number."""
        return self.numbers.get(name, "")

    def number(self, name: str) -> int | None:
        """Read a number, None where there is none or where it can't be read."""
        try:
            return whole_number(self.text(name))
        except NotANumber:
            return None

    def is_unread(self, name: str) -> bool:
        """Tell whether something stands in a field that is no whole number."""
        return bool(self.text(name)) and self.number(name) is None

    @property
    def raw(self) -> Four | None:
        """The four raw points that were typed, None as long as one is missing."""
        first, second, third, fourth = (self.number(raw_field(seat)) for seat in SEATS)
        if first is None or second is None or third is None or fourth is None:
            return None
        return first, second, third, fourth


def name_field(seat: int) -> str:
    """Name the field of a player's name."""
    return f"name{seat + 1}"


def raw_field(seat: int) -> str:
    """Name the field of a player's raw points."""
    return f"raw{seat + 1}"


def taken_field(item: Item, seat: int) -> str:
    """Name the field of what a player took; where there is one of it, it names the item, and its value the taker."""
    return item.id if item.quantity == 1 else f"{item.id}-{seat + 1}"


def mark_value(mark: Mark) -> str:
    """Spell a double."""
    return f"{mark[0] + 1}-{mark[1] + 1}"


_MARKS = {
    mark_value((doubler, doubled)): (doubler, doubled) for doubler in SEATS for doubled in SEATS if doubler != doubled
}


def question(query: MultiDict[str, str]) -> Question:
    """Read a query; what is unknown in it is passed over, as if it were not there."""
    rule_set = RULE_SETS.get(query.get("rules", "")) or next(iter(RULE_SETS.values()))
    contract = rule_set.contract(query.get("contract", ""))
    by_points = contract is None or query.get("by") == BY_POINTS
    names = tuple(query.get(name_field(seat), "").strip() for seat in SEATS)
    takers = {}
    if contract is None or by_points:
        fields = [raw_field(seat) for seat in SEATS]
    else:
        fields = [taken_field(item, seat) for item in contract.items if item.quantity > 1 for seat in SEATS]
        for item in contract.items:
            taker = query.get(item.id, "")
            if item.quantity == 1 and taker in ("1", "2", "3", "4"):
                takers[item.id] = int(taker) - 1
    numbers = {name: text for name in fields if (text := query.get(name, "").strip())}
    # In the order in which they stand there: who is named first doubled, the other one doubled back.
    marks = tuple(_MARKS[value] for value in dict.fromkeys(query.getlist("double")) if value in _MARKS)
    return Question(rule_set, contract, by_points, names, numbers, takers, marks)


def query_of(asked: Question) -> Query:
    """Write a question as a query, with nothing in it that need not be said."""
    query: Query = {}
    if asked.rule_set.id != next(iter(RULE_SETS)):
        query["rules"] = asked.rule_set.id
    if asked.contract is not None:
        query["contract"] = asked.contract.id
        if asked.by_points:
            query["by"] = BY_POINTS
    query |= {name_field(seat): name for seat, name in enumerate(asked.names) if name}
    query |= asked.numbers
    query |= {item: str(taker + 1) for item, taker in asked.takers.items()}
    if asked.marks:
        query["double"] = [mark_value(mark) for mark in asked.marks]
    return query


def query_of_round(scored: ScoredRound, game: Game) -> Query:
    """Write the query with which the calculator shows a round that was played: its raw points and doubles."""
    numbers = {raw_field(seat): str(points) for seat, points in enumerate(scored.raw)}
    spoken = sorted(scored.entry.marks, key=lambda mark: scored.roles.speakers.index(mark[0]))
    return query_of(Question(game.rule_set, scored.contract, names=game.players, numbers=numbers, marks=tuple(spoken)))
