"""Leaving out: a game as it would be had an earlier step of it not been made, and what stands on that step.

Games are compared part by part: each name, the first dealer, title, date, whether it was stopped, and each round
as a whole, under its number. Two games are compared by the seats of one moment, since between them people may have
been seated anew; how they were is found by `seating`.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations

from scorekeeper.rules.editing import reseat
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.names import same_as_earlier
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.rules.tallies import EMPTY


class Kind(StrEnum):
    """What a part of a game is."""

    SEATS = "seats"
    NAME = "name"
    FIRST_DEALER = "first-dealer"
    TITLE = "title"
    DATE = "date"
    STOPPED = "stopped"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a game; `number` is a round's number, or the seat of a name."""

    kind: Kind
    number: int = 0


_SEATING = Part(Kind.SEATS)
_STOPPED = Part(Kind.STOPPED)
_SINGLE = (Part(Kind.FIRST_DEALER), Part(Kind.TITLE), Part(Kind.DATE), _STOPPED)
_NAMES = tuple(Part(Kind.NAME, seat) for seat in SEATS)

Placed = tuple[Round, bool]
"""A round, and whether it is the open one."""


def seating(before: Game, after: Game) -> Four:
    """Tell how the players of one game sit in the next: for each new seat, the old seat of who sits there now.

    Results stay with the person, so they tell a swap of seats from a swap of names. Where both could be, names count.
    """
    if before.players == after.players:
        return SEATS
    wanted = _results(after)
    fitting = [order for order in _ORDERS if _results(reseat(before, order)) == wanted]
    return max(fitting, key=lambda order: _kept_names(before, after, order), default=SEATS)


_ORDERS: tuple[Four, ...] = tuple(permutations(SEATS, 4))


def _results(game: Game) -> list[object]:
    return [(frozenset(entry.marks), _tallies(entry)) for entry, _ in _rounds(game).values()]


def _kept_names(before: Game, after: Game, order: Four) -> int:
    return sum(before.players[old] == name for old, name in zip(order, after.players, strict=True))


def carried(game: Game, orders: Iterable[Four]) -> Game:
    """Bring a game into the seats of a later moment: `orders` are those of all steps between, in their order."""
    for order in orders:
        if order != SEATS:
            game = reseat(game, order)
    return game


def combined(orders: Iterable[Four]) -> Four:
    """Give the one order that several make, one after the other."""
    first, second, third, fourth = SEATS
    for order in orders:
        so_far = (first, second, third, fourth)
        first, second, third, fourth = (so_far[old] for old in order)
    return first, second, third, fourth


def changed_parts(before: Game, after: Game, later: Sequence[Four] = ()) -> frozenset[Part]:
    """List the parts that a step changed, by the seats that people have after the `later` orders."""
    order = seating(before, after)
    then, now = carried(before, (order, *later)), carried(after, later)
    longest = max(_length(then), _length(now))
    parts = (*_NAMES, *_SINGLE, *(Part(Kind.ROUND, number) for number in range(1, longest + 1)))
    changed = {part for part in parts if _value(then, part) != _value(now, part)}
    if order != SEATS:
        changed.add(_SEATING)
    return frozenset(changed)


def without(before: Game, after: Game, later: Sequence[Four], present: Game) -> Game | frozenset[Part]:
    """Make the game that `present` would be without the step from `before` to `after`.

    `later` are the orders in which people were seated by the steps since. Where something stands on the step, it gives
    the parts that were changed since and are in the way. Rules are not looked at, and the stage of the open round is
    that of the present one.
    """
    changed = changed_parts(before, after, later)
    order = seating(before, after)
    then, now = carried(before, (order, *later)), carried(after, later)
    moved = {part for part in changed if part != _SEATING and _value(present, part) != _value(now, part)}
    if _SEATING in changed and combined(later) != SEATS:
        moved.add(_SEATING)
    back, kept = _rounds(then), _rounds(present)
    merged = {
        number: (back if Part(Kind.ROUND, number) in changed else kept).get(number)
        for number in range(1, max(len(back), len(kept)) + 1)
    }
    is_stopped = (then if _STOPPED in changed else present).stopped
    names = [(then if part in changed else present).players[part.number] for part in _NAMES]
    moved |= _out_of_place(merged, changed)
    if is_stopped:
        moved |= _after_the_end(then, present, merged, changed)
    if any(same_as_earlier(names)):
        moved |= {part for part in _NAMES if part not in changed}
    if moved:
        return frozenset(moved)
    a, b, c, d = names
    rounds = [entry for entry in merged.values() if entry is not None]
    open_round = next((entry for entry, is_open in rounds if is_open), None)
    game = replace(
        present,
        players=(a, b, c, d),
        first_dealer=_of(then, present, Kind.FIRST_DEALER, changed).first_dealer,
        title=_of(then, present, Kind.TITLE, changed).title,
        played_on=_of(then, present, Kind.DATE, changed).played_on,
        stopped=is_stopped,
        rounds=tuple(entry for entry, is_open in rounds if not is_open),
        open_round=open_round,
        marking_over=present.marking_over and open_round is not None,
    )
    first, second, third, fourth = (order.index(seat) for seat in SEATS)
    return carried(game, [(first, second, third, fourth)])


def _of(then: Game, present: Game, kind: Kind, changed: Collection[Part]) -> Game:
    return then if Part(kind) in changed else present


def _out_of_place(merged: dict[int, Placed | None], changed: Collection[Part]) -> set[Part]:
    """Find the rounds that leave no gap only as long as the step stands, or that an open one would come before."""
    found = set()
    for number, placed in merged.items():
        here = Part(Kind.ROUND, number)
        behind = {Part(Kind.ROUND, other) for other in merged if other > number and merged[other] is not None}
        if behind and (placed is None or placed[1]):
            found |= {here} if here not in changed else behind - set(changed)
    return found


def _after_the_end(then: Game, present: Game, merged: dict[int, Placed | None], changed: Collection[Part]) -> set[Part]:
    """Find what was played since in a game that would have been stopped, or the stop that would meet a round opened.

    A round that was open already when the game was stopped waits.
    """
    if _STOPPED not in changed:
        waiting = _open_number(present)
        opened = (number for number, placed in merged.items() if placed is not None and placed[1])
        return {_STOPPED} if any(number != waiting for number in opened) else set()
    was = _rounds(then)
    return {
        part
        for number, placed in merged.items()
        if placed is not None and (part := Part(Kind.ROUND, number)) not in changed
        if number not in was or was[number][1] != placed[1]
    }


def _open_number(game: Game) -> int | None:
    return None if game.open_round is None else _length(game)


def _rounds(game: Game) -> dict[int, Placed]:
    rounds: dict[int, Placed] = {number: (entry, False) for number, entry in enumerate(game.rounds, 1)}
    if game.open_round is not None:
        rounds[len(rounds) + 1] = (game.open_round, True)
    return rounds


def _length(game: Game) -> int:
    return len(game.rounds) + (game.open_round is not None)


def _value(game: Game, part: Part) -> object:
    match part.kind:
        case Kind.NAME:
            return game.players[part.number]
        case Kind.ROUND:
            placed = _rounds(game).get(part.number)
            return None if placed is None else (_entries(placed[0]), placed[1])
        case _:
            return _single(game)[part.kind]


def _single(game: Game) -> dict[Kind, int | str | bool | datetime.date | None]:
    return {
        Kind.FIRST_DEALER: game.first_dealer,
        Kind.TITLE: game.title,
        Kind.DATE: game.played_on,
        Kind.STOPPED: game.stopped,
    }


def _entries(entry: Round) -> object:
    """Give what a round holds, whatever the order in which it was entered."""
    return entry.contract, frozenset(entry.marks), _tallies(entry), frozenset(entry.rulings), entry.dealer


def _tallies(entry: Round) -> frozenset[object]:
    return frozenset(tally for tally in entry.tallies if tally[1] != EMPTY)
