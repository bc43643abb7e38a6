"""The calculator's address: all that somebody entered there, as a query that can be read and sent on.

`/calculator?contract=queens&queens-1=3&queens-2=1&double=1-2`: players are 1 to 4, `double=1-2` says that the first
doubled the second, `last-trick=3` that the third took it. The fields of the form have just these names. Where raw
points stand beside a contract, they are what is worked out: another contract loses nothing that was typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Game
from scorekeeper.rules.numbers import NotANumber, whole_number
from scorekeeper.rules.replay import ScoredRound
from scorekeeper.rules.ruleset import RULE_SETS, Contract, Item, RuleSet
from scorekeeper.rules.seats import SEATS, Four

BY_POINTS, BY_TAKEN = "points", "taken"
"""The values of `by`: which of the two is worked out where a contract is chosen, if it is not what was entered."""
EVERYONE = "everyone"
"""The value of a button: the number of a player who doubled everybody, or did not after all."""
OTHER_SIGN = "other-sign"
"""The value of a button: the number of a player whose raw points get the other sign. Many phones' digits lack one."""
_MINUSES = ("-", "\N{MINUS SIGN}")

Query = dict[str, str | list[str]]
"""An address's query as `url_for` takes it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be worked out, as it was entered.

    `names` and `numbers` are texts as they were typed; `numbers` go by their fields. `takers` are item → seat, for
    items of which there is one. Without a contract, raw points are entered. With one both can be there: `by_points`
    says which of them count, and the others are kept.
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
_SEAT_OF = {str(seat + 1): seat for seat in SEATS}


def question(query: MultiDict[str, str]) -> Question:
    """Read a query; what is unknown in it is passed over, as if it were not there."""
    rule_set = RULE_SETS.get(query.get("rules", "")) or next(iter(RULE_SETS.values()))
    contract = rule_set.contract(query.get("contract", ""))
    names = tuple(query.get(name_field(seat), "").strip() for seat in SEATS)
    items = contract.items if contract else ()
    fields = [raw_field(seat) for seat in SEATS]
    fields += [taken_field(item, seat) for item in items if item.quantity > 1 for seat in SEATS]
    numbers = {name: text for name in fields if (text := query.get(name, "").strip())}
    turned = query.get(OTHER_SIGN, "")
    if turned in _SEAT_OF and (name := raw_field(_SEAT_OF[turned])) in numbers:
        numbers[name] = _other_sign(numbers[name])
    takers = {item.id: _SEAT_OF[taker] for item in items if (taker := _taker(query, item)) in _SEAT_OF}
    # In the order in which they stand there: who is named first doubled, the other one doubled back.
    marks = tuple(_MARKS[value] for value in dict.fromkeys(query.getlist("double")) if value in _MARKS)
    asked = Question(rule_set, contract, True, names, numbers, takers, _all_or_none(marks, query.get(EVERYONE, "")))
    by_points = {BY_POINTS: True, BY_TAKEN: False}.get(query.get("by", ""), _only_points(asked))
    return replace(asked, by_points=contract is None or by_points)


def query_of(asked: Question) -> Query:
    """Write a question as a query, with nothing in it that need not be said."""
    query: Query = {}
    if asked.rule_set.id != next(iter(RULE_SETS)):
        query["rules"] = asked.rule_set.id
    if asked.contract is not None:
        query["contract"] = asked.contract.id
        if asked.by_points != _only_points(asked):
            query["by"] = BY_POINTS if asked.by_points else BY_TAKEN
    query |= {name_field(seat): name for seat, name in enumerate(asked.names) if name}
    query |= asked.numbers
    query |= {item: str(taker + 1) for item, taker in asked.takers.items()}
    if asked.marks:
        query["double"] = [mark_value(mark) for mark in asked.marks]
    return query


def kept_fields(asked: Question) -> tuple[tuple[str, str], ...]:
    """List what was entered and has no field on the page, since the other way of entering is shown."""
    raw = {raw_field(seat) for seat in SEATS}
    numbers = [(name, text) for name, text in asked.numbers.items() if (name in raw) != asked.by_points]
    takers = [(item, str(taker + 1)) for item, taker in asked.takers.items() if asked.by_points]
    return (*numbers, *takers)


def _only_points(asked: Question) -> bool:
    """Whether raw points were entered, and nothing of what each took."""
    raw = {raw_field(seat) for seat in SEATS}
    return bool(asked.numbers) and not asked.takers and asked.numbers.keys() <= raw


def _taker(query: MultiDict[str, str], item: Item) -> str:
    return query.get(item.id, "") if item.quantity == 1 else ""


def _other_sign(text: str) -> str:
    """Write a number with the other sign, in the digits it was typed in; what is no number stays as it is."""
    try:
        if whole_number(text) == 0:
            return text
    except NotANumber:
        return text
    return text[1:].strip() if text.startswith(_MINUSES) else "-" + text.removeprefix("+")


def _all_or_none(marks: tuple[Mark, ...], player: str) -> tuple[Mark, ...]:
    """Let a player double everybody, or nobody where he did all that already."""
    if player not in _SEAT_OF:
        return marks
    doubler = _SEAT_OF[player]
    everyone = [mark for mark in _MARKS.values() if mark[0] == doubler]
    if set(everyone) <= set(marks):
        return tuple(mark for mark in marks if mark[0] != doubler)
    return (*marks, *(mark for mark in everyone if mark not in marks))


def query_of_round(scored: ScoredRound, game: Game) -> Query:
    """Write the query with which the calculator shows a round that was played: its raw points and doubles."""
    numbers = {raw_field(seat): str(points) for seat, points in enumerate(scored.raw)}
    spoken = sorted(scored.entry.marks, key=lambda mark: scored.roles.speakers.index(mark[0]))
    return query_of(Question(game.rule_set, scored.contract, names=game.players, numbers=numbers, marks=tuple(spoken)))
