"""The calculator: its fields as they were filled in, what is doubtful about them, and the working."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.names import NameFault, clean, name_fault
from scorekeeper.rules.possible import doubt_about, tallies_for
from scorekeeper.rules.ruleset import RULE_SETS, Contract, Item
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.rules.tallies import Counts, Tally, check_tallies, completed, counts_of, left_to_give, raw_points
from scorekeeper.web.calculating import Question, kept_fields, mark_value, name_field, raw_field, taken_field
from scorekeeper.web.contexts.sharing import Link, to_share
from scorekeeper.web.contexts.sheet import Working, work_out
from scorekeeper.web.links import reaches_phones
from scorekeeper.wording.doubts import doubt_sentences
from scorekeeper.wording.forms import name_fault_sentence, unread_number
from scorekeeper.wording.names import contract_name, item_name, points, question
from scorekeeper.wording.sentences import sentence
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import ngettext

Players = tuple[str, str, str, str]

WIDE = 10_000
"""Points from which on a column of the working must be wider than a fifth of a phone."""


@dataclass(frozen=True, slots=True)
class TextCell:
    """A field that is typed into. `hint` stands in it as long as it is empty: a name, or the number that follows."""

    field: str
    label: str
    text: str
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class TakerCell:
    """One player as the answer to the question who took an item of which there is one."""

    id: str
    field: str
    label: str
    value: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Column:
    """What is entered for each player, raw points or one item: fields to type into, or a choice of one player."""

    heading: str
    note: str
    cells: tuple[TextCell, ...] = ()
    takers: tuple[TakerCell, ...] = ()


@dataclass(frozen=True, slots=True)
class DoubleBox:
    """A box of the grid: the player of its row doubles the one of its column."""

    value: str
    label: str
    checked: bool


@dataclass(frozen=True, slots=True)
class DoubleRow:
    """The doubles of one player: a box for each of the others, None for himself, where a button doubles everyone."""

    number: int
    boxes: tuple[DoubleBox | None, ...]
    label: str

    @property
    def has_everyone(self) -> bool:
        """Whether he doubled all three."""
        return all(box.checked for box in self.boxes if box is not None)


@dataclass(frozen=True, slots=True)
class Calculator:
    """The whole page. `players` are the names as they are shown, `names` the fields in which they are typed.

    `doubts` are sentences; with them it is worked out all the same. There is no `working` as long as a number is
    missing, `waiting` then says which. `fits` names the contracts that raw points without one could be a result
    of. `kept` are fields that were filled in and are not shown, with their values. `address` is the page's own, `link`
    the one to send to others.
    """

    rules: str
    rule_sets: tuple[str, ...]
    contract: str
    contracts: tuple[str, ...]
    by_points: bool
    players: Players
    names: tuple[TextCell, ...]
    columns: tuple[Column, ...]
    grid: tuple[DoubleRow, ...]
    doubts: tuple[str, ...]
    fits: tuple[str, ...] | None
    working: Working | None
    waiting: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]
    address: str
    link: Link
    reaches_phones: bool

    @property
    def is_wide(self) -> bool:
        """Whether the working has numbers that need wide columns."""
        return self.working is not None and max(map(abs, self.working.scores)) >= WIDE


def calculator(asked: Question, address: str) -> Calculator:
    """Make the page of what somebody asks; `address` is the one that asks it."""
    contract = None if asked.by_points else asked.contract
    names = tuple(_name_cells(asked))
    players = _players(names)
    tallies = tuple(_tallies(asked, contract)) if contract else ()
    raw = _worth(contract, tallies) if contract else asked.raw
    return Calculator(
        rules=asked.rule_set.id,
        rule_sets=tuple(RULE_SETS),
        contract=asked.contract.id if asked.contract else "",
        contracts=tuple(asked.rule_set.by_id),
        by_points=asked.by_points,
        players=players,
        names=names,
        columns=tuple(_item_column(asked, item, tallies, players) for item in contract.items)
        if contract
        else (_raw_column(asked, players),),
        grid=tuple(_row(asked, doubler, players) for doubler in SEATS),
        doubts=tuple(_doubts(asked, tallies, raw, players)) if raw else (),
        fits=_fits(asked, raw) if raw and asked.contract is None else None,
        working=work_out(raw, asked.marks, players, contract=asked.contract, tallies=tallies) if raw else None,
        waiting=tuple(_waiting(asked, contract, tallies, players)),
        kept=kept_fields(asked),
        address=address,
        link=to_share(address),
        reaches_phones=reaches_phones(),
    )


def _name_cells(asked: Question) -> Iterator[TextCell]:
    seen = {_same(_unnamed(seat)) for seat in SEATS if not asked.names[seat]}
    for seat, typed in enumerate(asked.names):
        name = clean(typed)
        fault = name_fault(name) if name else None
        if fault is None and name and _same(name) in seen:
            fault = NameFault.SAME
        seen.add(_same(name))
        error = "" if fault is None else name_fault_sentence(fault)
        yield TextCell(name_field(seat), _("Name of player %(number)s", number=seat + 1), typed, _unnamed(seat), error)


def _players(names: tuple[TextCell, ...]) -> Players:
    """Name the players as they are shown: a name that can't be one gives way to the seat's number."""
    a, b, c, d = (clean(cell.text) if cell.text and not cell.error else cell.hint for cell in names)
    return a, b, c, d


def _unnamed(seat: int) -> str:
    return _("Player %(number)s", number=seat + 1)


def _same(name: str) -> str:
    return clean(name.casefold())


def _raw_column(asked: Question, players: Players) -> Column:
    note = "" if asked.contract is None else _("%(points)s in all", points=points(asked.contract.total))
    heading = _("Raw points")
    return Column(heading, note, tuple(_text_cell(asked, raw_field(seat), heading, players[seat]) for seat in SEATS))


def _item_column(asked: Question, item: Item, tallies: tuple[Tally, ...], players: Players) -> Column:
    heading = item_name(item.id)
    if item.quantity == 1:
        takers = tuple(
            TakerCell(
                f"{item.id}-{seat + 1}",
                item.id,
                f"{heading}, {players[seat]}",
                str(seat + 1),
                asked.takers.get(item.id) == seat,
            )
            for seat in SEATS
        )
        return Column(heading, points(item.points), takers=takers)
    counts = counts_of(tallies, item.id)
    return Column(
        heading,
        f"{item.quantity} × {points(item.points)}",
        tuple(_text_cell(asked, taken_field(item, seat), heading, players[seat], counts[seat]) for seat in SEATS),
    )


def _text_cell(asked: Question, field: str, heading: str, player: str, follows: int | None = None) -> TextCell:
    text = asked.text(field)
    error = unread_number(text) if asked.is_unread(field) else ""
    hint = "" if text or follows is None else str(follows)
    label = f"{heading}, {player}"
    if hint:
        label = _("%(label)s, %(number)s follows", label=label, number=hint)
    return TextCell(field, label, text, hint, error)


def _row(asked: Question, doubler: int, players: Players) -> DoubleRow:
    boxes = tuple(_box(asked, doubler, doubled, players) for doubled in SEATS)
    return DoubleRow(doubler + 1, boxes, _("%(doubler)s doubled everyone", doubler=players[doubler]))


def _box(asked: Question, doubler: int, doubled: int, players: Players) -> DoubleBox | None:
    if doubler == doubled:
        return None
    label = _("%(doubler)s doubled %(doubled)s", doubler=players[doubler], doubled=players[doubled])
    return DoubleBox(mark_value((doubler, doubled)), label, (doubler, doubled) in asked.marks)


def _tallies(asked: Question, contract: Contract) -> Iterator[Tally]:
    """Read what each took, with what follows from it; a number that can't be read is missing, and nothing follows."""
    for item in contract.items:
        if item.quantity > 1:
            fields = [taken_field(item, seat) for seat in SEATS]
            a, b, c, d = (asked.number(field) for field in fields)
            counts: Counts = (a, b, c, d)
            yield item.id, counts if any(map(asked.is_unread, fields)) else completed(item, counts)
        elif (taker := asked.takers.get(item.id)) is not None:
            a, b, c, d = (int(seat == taker) for seat in SEATS)
            yield item.id, (a, b, c, d)


def _worth(contract: Contract, tallies: tuple[Tally, ...]) -> Four | None:
    if any(None in counts_of(tallies, item.id) for item in contract.items):
        return None
    return raw_points(contract, tallies)


def _doubts(asked: Question, tallies: tuple[Tally, ...], raw: Four, players: Players) -> Iterator[str]:
    contract = asked.contract
    if contract is None:
        return
    if not asked.by_points:
        for fault in check_tallies(contract, tallies, 0):
            yield sentence(fault, players, asked.rule_set)
    elif (doubt := doubt_about(contract, raw)) is not None:
        yield from doubt_sentences(doubt, contract, raw, players)


def _fits(asked: Question, raw: Four) -> tuple[str, ...]:
    return tuple(contract_name(known.id) for known in asked.rule_set.contracts if tallies_for(known, raw) is not None)


def _waiting(asked: Question, contract: Contract | None, tallies: tuple[Tally, ...], players: Players) -> Iterator[str]:
    """Say what is missing before it can be worked out."""
    if contract is None:
        missing = [players[seat] for seat in SEATS if asked.number(raw_field(seat)) is None]
        if missing:
            yield _("Raw points are missing: %(names)s.", names=", ".join(missing))
        return
    for item in contract.items:
        counts = counts_of(tallies, item.id)
        left = left_to_give(item, counts)
        if None not in counts and left == 0:
            continue
        if item.quantity == 1:
            yield question(item.id)
        elif left < 0:
            over = ngettext("%(num)s too many", "%(num)s too many", -left)
            yield f"{item_name(item.id)}: {over}"
        else:
            left_over = _("%(left)s of %(quantity)s left", left=left, quantity=item.quantity)
            yield f"{item_name(item.id)}: {left_over}"
