"""Reading what a form contains: the entries of a round, and what a form showed.

Numbers are read by `rules.numbers`: as they stand or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.numbers import NotANumber, whole_number
from scorekeeper.rules.ruleset import Contract, Item
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.violations import LIFTABLE, Code
from scorekeeper.services.entries import Entries, Entry, MarkEntry, Place, TallyEntry
from scorekeeper.services.playing import Shortcut

_WHOLE = re.compile(r"[0-9]{1,9}")
_SHOWN_MARK = re.compile(r"mark-([0-3])-([0-3])")
_SHOWN_TALLY = re.compile(r"tally-([a-z0-9-]+)-([0-3])=([0-9]{1,4})")


def seat_of(text: str | None) -> int | None:
    """Read a seat, None for anything that is no seat."""
    return int(text) if text is not None and text in ("0", "1", "2", "3") else None


def mark_field(doubler: int, doubled: int) -> str:
    """Name the field of a mark."""
    return f"mark-{doubler}-{doubled}"


def tally_field(item_id: str, seat: int) -> str:
    """Name the field of a tally."""
    return f"tally-{item_id}-{seat}"


def question_field(item_id: str) -> str:
    """Name the field of an item of which there is one: its value is the seat of who took it."""
    return f"who-{item_id}"


@dataclass(frozen=True, slots=True)
class Typed:
    """What a round's form contains. `unread` are the fields that held no whole number, with their text."""

    entries: Entries
    unread: Mapping[str, str] = field(default_factory=dict)


def typed_entries(form: MultiDict[str, str], contract: Contract) -> Typed:
    """Read all marks and tallies of a form."""
    marks = {
        (doubler, doubled)
        for doubler in SEATS
        for doubled in SEATS
        if doubler != doubled and mark_field(doubler, doubled) in form
    }
    tallies: dict[Place, int] = {}
    unread: dict[str, str] = {}
    for item in contract.items:
        if item.quantity == 1 and (seat := seat_of(form.get(question_field(item.id)))) is not None:
            tallies[item.id, seat] = 1
            continue
        for seat in SEATS:
            name = tally_field(item.id, seat)
            text = form.get(name, "").strip()
            if not text:
                continue
            try:
                tallies[item.id, seat] = whole_number(text)
            except NotANumber:
                unread[name] = text
    return Typed(Entries(frozenset(marks), tallies), unread)


def changed_field(form: MultiDict[str, str], name: str, contract: Contract) -> tuple[list[Entry], dict[str, str]]:
    """Read the one field that a page says was changed: its entries, and its text where it is no number.

    A field that is not in the form was cleared. A name that no field has changes nothing.
    """
    for doubler in SEATS:
        for doubled in SEATS:
            if name == mark_field(doubler, doubled) and doubler != doubled:
                return [MarkEntry(doubler, doubled, given=name in form)], {}
    for item in contract.items:
        if name == question_field(item.id) and item.quantity == 1:
            taker = seat_of(form.get(name))
            return [TallyEntry(item.id, seat, 1 if seat == taker else None) for seat in SEATS], {}
        for seat in SEATS:
            if name == tally_field(item.id, seat):
                return _one_tally(form.get(name, "").strip(), item, seat)
    return [], {}


def _one_tally(text: str, item: Item, seat: int) -> tuple[list[Entry], dict[str, str]]:
    try:
        return [TallyEntry(item.id, seat, whole_number(text) if text else None)], {}
    except NotANumber:
        return [], {tally_field(item.id, seat): text}


def write_shown(entries: Entries) -> str:
    """Spell entries for the hidden field that tells what a form showed."""
    marks = [mark_field(*mark) for mark in sorted(entries.marks)]
    tallies = [f"{tally_field(*place)}={count}" for place, count in sorted(entries.tallies.items())]
    return " ".join([*marks, *tallies])


def read_shown(text: str) -> Entries:
    """Read what a form showed; parts that are not spelled right are passed over."""
    marks: set[Mark] = set()
    tallies: dict[Place, int] = {}
    for part in text.split():
        if match := _SHOWN_MARK.fullmatch(part):
            marks.add((int(match[1]), int(match[2])))
        elif match := _SHOWN_TALLY.fullmatch(part):
            tallies[match[1], int(match[2])] = int(match[3])
    return Entries(frozenset(marks), tallies)


def shortcut_of(text: str) -> tuple[Shortcut, int] | None:
    """Read what a button does, "<shortcut>-<seat>" or a step of the marking; None where it is no shortcut."""
    name, _dash, seat = text.rpartition("-")
    if seat in ("0", "1", "2", "3") and name in (Shortcut.EVERYONE, Shortcut.OTHERS, Shortcut.CLEAR):
        return Shortcut(name), int(seat)
    if text in (Shortcut.MARKING_OVER, Shortcut.MARK_AGAIN):
        return Shortcut(text), 0
    return None


def whole(text: str) -> int:
    """Read a number that a page of ours wrote into a field or an address.

    Raises:
        ValueError: no page of ours writes that; it may be more than a database holds.
    """
    if not _WHOLE.fullmatch(text):
        raise ValueError(text)
    return int(text)


def rulings_of(texts: Sequence[str]) -> list[tuple[int, Code]]:
    """Read confirmed rulings, spelled "<round>:<code>"."""
    found = []
    for text in texts:
        number, _, code = text.partition(":")
        if _WHOLE.fullmatch(number) and code in LIFTABLE:
            found.append((whole(number), Code(code)))
    return found
