"""The entries of a round as a form: marks in speaking order, tallies in seat order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules.doubling import may_double, others
from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import Contract, Item
from scorekeeper.rules.seats import SEATS, Roles
from scorekeeper.rules.tallies import completed, counts_of, left_to_give
from scorekeeper.rules.violations import Code
from scorekeeper.web.parsing import mark_field, question_field, tally_field
from scorekeeper.wording.names import counted, item_name, question

AT_THEIR_FIELD = (Code.WRONG_COUNT, Code.UNKNOWN_ITEM)
"""Faults that are said where the tally stands."""

FIRST_CHIPS = 7
"""How many number chips stand in the row; the others are under "more"."""


@dataclass(frozen=True, slots=True)
class MarkBox:
    """One toggle: the doubler of the row doubles this player."""

    field: str
    name: str
    checked: bool


@dataclass(frozen=True, slots=True)
class MarkRow:
    """A speaker and whom he may double. The shortcuts are what their buttons do, empty where there is none."""

    seat: int
    name: str
    is_chooser: bool
    boxes: tuple[MarkBox, ...]
    everyone: str = ""
    others: str = ""
    has_everyone: bool = False
    has_others: bool = False


@dataclass(frozen=True, slots=True)
class Doubled:
    """Whom one player doubled, in whole names and in short ones for where these don't fit."""

    doubler: str
    doubled: tuple[str, ...]
    short_doubler: str
    short_doubled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """A number to tap. An impossible one is dimmed, but can still be tapped."""

    id: str
    number: int
    label: str
    checked: bool
    derived: bool
    possible: bool


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One player's tally of an item."""

    seat: int
    name: str
    field: str
    entered: int | None
    derived: int | None
    chips: tuple[Chip, ...]
    more: tuple[Chip, ...]
    more_open: bool


@dataclass(frozen=True, slots=True)
class Taker:
    """A player as an answer to the question who took the one there is."""

    seat: int
    name: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """One item to be given: rows of numbers, or a question with four names.

    `left` is how many are still to be given, negative when too many were. `errors` are sentences.
    """

    item: str
    heading: str
    quantity: int
    left: int
    field: str
    rows: tuple[TallyRow, ...]
    takers: tuple[Taker, ...]
    errors: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        """Whether every tally is there or follows from the others, and they add up."""
        if self.takers:
            return any(taker.checked for taker in self.takers)
        given = [row.derived if row.entered is None else row.entered for row in self.rows]
        return sum(count or 0 for count in given) == self.quantity and all(n is not None and n >= 0 for n in given)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Name who still lacks a number."""
        return tuple(row.name for row in self.rows if row.entered is None and row.derived is None)


def mark_rows(entry: Round, roles: Roles, players: tuple[str, ...]) -> tuple[MarkRow, ...]:
    """Make the toggles in speaking order; without a ruling the chooser may only double back."""
    rows = []
    ruled = Code.CHOOSER_DOUBLES_FIRST in entry.rulings
    for seat in roles.speakers:
        is_chooser = seat == roles.chooser
        # What the shortcut gives: the chooser's is "all back", whatever a ruling lets him mark besides.
        allowed = may_double(roles, entry.marks, seat)
        given = {doubled for doubler, doubled in entry.marks if doubler == seat}
        # What stands there already stays visible, so that it can be taken back.
        shown = [s for s in SEATS if s != seat and (ruled or s in allowed or s in given)]
        two = others(roles, seat)
        has_everyone, has_others = bool(allowed) and given >= set(allowed), given == set(two)
        rows.append(
            MarkRow(
                seat,
                players[seat],
                is_chooser,
                tuple(MarkBox(mark_field(seat, s), players[s], s in given) for s in shown),
                everyone=_shortcut("everyone", seat, has_everyone) if len(allowed) > 1 else "",
                others="" if is_chooser else _shortcut("others", seat, has_others),
                has_everyone=has_everyone,
                has_others=has_others,
            )
        )
    return tuple(rows)


def _shortcut(name: str, seat: int, is_on: bool) -> str:
    return f"{'clear' if is_on else name}-{seat}"


def doubled(entry: Round, players: tuple[str, ...], short: tuple[str, ...]) -> tuple[Doubled, ...]:
    """Group the marks by doubler, in the order in which they were given; `short` are the players' initials."""
    by_doubler: dict[int, list[int]] = {}
    for doubler, whom in entry.marks:
        by_doubler.setdefault(doubler, []).append(whom)
    return tuple(
        Doubled(players[seat], tuple(players[s] for s in whom), short[seat], tuple(short[s] for s in whom))
        for seat, whom in by_doubler.items()
    )


def panels(
    entry: Round, contract: Contract, players: tuple[str, ...], errors: Mapping[str, tuple[str, ...]]
) -> tuple[Panel, ...]:
    """Make a panel for each item; `errors` are sentences by field, "tally-<item>" or one player's."""
    return tuple(_panel(item, entry, players, errors) for item in contract.items)


def _panel(item: Item, entry: Round, players: tuple[str, ...], errors: Mapping[str, tuple[str, ...]]) -> Panel:
    counts = counts_of(entry.tallies, item.id)
    full = completed(item, counts)
    left = left_to_give(item, counts)
    at_fault = [f"tally-{item.id}", *(tally_field(item.id, seat) for seat in SEATS)]
    asks = item.quantity == 1
    return Panel(
        item=item.id,
        heading=question(item.id) if asks else item_name(item.id),
        quantity=item.quantity,
        left=left,
        field=question_field(item.id) if asks else f"tally-{item.id}",
        rows=()
        if asks
        else tuple(
            _row(item, seat, players[seat], counts[seat], full[seat] if counts[seat] is None else None, left)
            for seat in SEATS
        ),
        takers=tuple(Taker(seat, players[seat], counts[seat] == 1) for seat in SEATS) if asks else (),
        errors=tuple(sentence for field in at_fault for sentence in errors.get(field, ())),
    )


def _row(item: Item, seat: int, name: str, entered: int | None, derived: int | None, left: int) -> TallyRow:
    most = left + (entered or 0)
    field = tally_field(item.id, seat)
    chips = tuple(
        Chip(
            f"{field}-{number}",
            number,
            f"{name}, {counted(item.id, number)}",
            number == entered,
            number == derived,
            number <= most,
        )
        for number in range(item.quantity + 1)
    )
    # Eight chips fit a row: an item of which there are eight or fewer needs no second one.
    cut = FIRST_CHIPS if item.quantity > FIRST_CHIPS else item.quantity + 1
    return TallyRow(
        seat,
        name,
        field,
        entered,
        derived,
        chips[:cut],
        chips[cut:],
        more_open=max(entered or 0, derived or 0) >= cut,
    )
