"""The entries of a round as a form shows and sends them, and how what was typed meets what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.editing import set_mark, set_tally
from scorekeeper.rules.game import Round

Place = tuple[str, int]
"""An item's id and a seat."""


@dataclass(frozen=True, slots=True)
class MarkEntry:
    """One mark given, or taken back."""

    doubler: int
    doubled: int
    given: bool

    @property
    def field(self) -> str:
        """The name of the field, as forms spell it."""
        return f"mark-{self.doubler}-{self.doubled}"


@dataclass(frozen=True, slots=True)
class TallyEntry:
    """One player's tally of an item, None when it was cleared."""

    item: str
    seat: int
    count: int | None

    @property
    def field(self) -> str:
        """The name of the field, as forms spell it."""
        return f"tally-{self.item}-{self.seat}"


Entry = MarkEntry | TallyEntry


@dataclass(frozen=True, slots=True)
class Entries:
    """All marks and tallies of a round: those that are there, nothing for those that are not."""

    marks: frozenset[Mark] = frozenset()
    tallies: Mapping[Place, int] = field(default_factory=dict)

    @classmethod
    def of(cls, entry: Round) -> Entries:
        """Read them off a round."""
        counted = {
            (item, seat): count
            for item, counts in entry.tallies
            for seat, count in enumerate(counts)
            if count is not None
        }
        return cls(frozenset(entry.marks), counted)

    def changed_to(self, typed: Entries) -> list[Entry]:
        """List what a player changed: where what he typed differs from what he was shown."""
        marks = [MarkEntry(*mark, given=mark in typed.marks) for mark in sorted(self.marks ^ typed.marks)]
        places = sorted(self.tallies.keys() | typed.tallies.keys())
        tallies = [
            TallyEntry(*place, typed.tallies.get(place))
            for place in places
            if self.tallies.get(place) != typed.tallies.get(place)
        ]
        return [*marks, *tallies]


def with_entries(entry: Round, changes: Iterable[Entry]) -> Round:
    """Write some fields of a round and leave the others as they are."""
    for change in changes:
        match change:
            case MarkEntry(doubler, doubled, given):
                entry = set_mark(entry, doubler, doubled, given=given)
            case TallyEntry(item, seat, count):
                entry = set_tally(entry, item, seat, count)
    return entry
