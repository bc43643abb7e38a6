"""A round of the history in words: what it held, and what was changed in it, put in, taken out or moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.tallies import Counts, counts_of
from scorekeeper.wording.names import contract_name, counted, item_name, ruling_name
from scorekeeper.wording.results import in_line
from scorekeeper.wording.translation import gettext as _

NOTHING = "–"
"""Stands where there was nothing, or is nothing any more."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A round in a game: under which number, and whether it is the open one."""

    entry: Round
    number: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class RoundChange:
    """What became of one round; `old` or `new` is None where it was not there before, or is not any more."""

    old: Placed | None
    new: Placed | None

    @property
    def number(self) -> int:
        """The number that it has, or had last."""
        return self._last.number

    @property
    def contract(self) -> str:
        """The contract that it has, or had last."""
        return self._last.entry.contract

    @property
    def _last(self) -> Placed:
        placed = self.new or self.old
        if placed is None:
            raise ValueError("a round that never was")
        return placed


def round_changes(before: Game, after: Game) -> list[RoundChange]:
    """Pair the rounds of two games that are seated alike, and list those that differ in more than their number."""
    old, new = _placed(before), _placed(after)
    return [RoundChange(*pair) for pair in _pairs(old, new) if _differ(*pair)]


def _placed(game: Game) -> list[Placed]:
    placed = [Placed(entry, number, False) for number, entry in enumerate(game.rounds, 1)]
    if game.open_round is not None:
        placed.append(Placed(game.open_round, len(placed) + 1, True))
    return placed


Pair = tuple[Placed | None, Placed | None]


def _pairs(old: Sequence[Placed], new: Sequence[Placed]) -> list[Pair]:
    """Pair rounds by number, unless one was put in, taken out or moved and the others just moved along."""
    were, are = _contracts(old), _contracts(new)
    if len(are) == len(were) - 1:
        return [(then, now) for now, then in _pairs(new, old)]
    if len(are) == len(were) + 1:
        for at, placed in enumerate(new[:-1]):
            if [*are[:at], *are[at + 1 :]] == were:
                return [(None, placed), *zip(old, [*new[:at], *new[at + 1 :]], strict=True)]
    if is_reordered(old, new):
        by_contract = {placed.entry.contract: placed for placed in new}
        return [(placed, by_contract[placed.entry.contract]) for placed in old]
    return list(zip_longest(old, new))


def reordered(before: Game, after: Game) -> tuple[str, str] | None:
    """List the contracts in their old order and in the new one, where nothing but the order of the rounds changed."""
    old, new = _placed(before), _placed(after)
    if not is_reordered(old, new):
        return None
    were, are = (", ".join(map(contract_name, _contracts(some))) for some in (old, new))
    return were, are


def is_reordered(old: Sequence[Placed], new: Sequence[Placed]) -> bool:
    """Whether the same rounds come in another order."""
    return _contracts(old) != _contracts(new) and _results(old) == _results(new)


def _contracts(placed: Sequence[Placed]) -> list[str]:
    return [one.entry.contract for one in placed]


def _results(placed: Sequence[Placed]) -> Mapping[str, object]:
    return {one.entry.contract: (frozenset(one.entry.marks), frozenset(one.entry.tallies)) for one in placed}


def _differ(old: Placed | None, new: Placed | None) -> bool:
    if old is None or new is None or old.is_open != new.is_open:
        return True
    then, now = old.entry, new.entry
    return (then.contract, then.dealer, {*then.marks}, {*then.rulings}, dict(then.tallies)) != (
        *(now.contract, now.dealer, {*now.marks}),
        *({*now.rulings}, dict(now.tallies)),
    )


def state(change: RoundChange) -> list[str]:
    """Say whether a round is there now, and open or saved, where that changed."""
    match change:
        case RoundChange(old=None, new=Placed(is_open=is_open)):
            return [_("there again, open") if is_open else _("there again")]
        case RoundChange(old=Placed(is_open=was_open), new=None):
            return [_("cancelled") if was_open else _("taken out")]
        case RoundChange(old=Placed(is_open=was_open), new=Placed(is_open=is_open)) if was_open != is_open:
            return [_("open again") if is_open else _("saved")]
    return []


def content(placed: Placed, game: Game) -> list[str]:
    """Say what a round held: who doubled whom, and what each of them took."""
    entry, names = placed.entry, [in_line(name) for name in game.players]
    # While a round is open a zero says something, but not as the answer to "who took it?".
    with_zeros = {item for item, quantity in _quantities(game, placed).items() if placed.is_open and quantity > 1}
    taken = []
    for seat in SEATS:
        counts = [(item, several[seat]) for item, several in entry.tallies]
        given = [counted(item, count) for item, count in counts if count or (count == 0 and item in with_zeros)]
        if given:
            taken.append(_("%(name)s: %(taken)s", name=names[seat], taken=", ".join(given)))
    return [
        *_dealt(None, entry.dealer, names),
        *_ruled((), entry.rulings),
        *_doubles(entry.marks, names),
        *(["; ".join(taken)] if taken else []),
    ]


def _quantities(game: Game, *several: Placed) -> dict[str, int]:
    contracts = [game.rule_set.contract(placed.entry.contract) for placed in several]
    return {item.id: item.quantity for contract in contracts if contract is not None for item in contract.items}


def differences(old: Placed, new: Placed, game: Game) -> list[str]:
    """Say what was changed in a round: "Anna doubles Bram: taken away", "Queens: Anna 2 → 1, Bram 0 → 1"."""
    then, now, names = old.entry, new.entry, [in_line(name) for name in game.players]
    said = []
    if then.contract != now.contract:
        said.append(f"{contract_name(then.contract)} → {contract_name(now.contract)}")
    said += _dealt(then.dealer, now.dealer, names)
    said += _ruled(then.rulings, now.rulings)
    for sentence in _doubles([mark for mark in then.marks if mark not in now.marks], names):
        said.append(_("%(sentence)s: taken away", sentence=sentence))
    said += _doubles([mark for mark in now.marks if mark not in then.marks], names)
    for item, quantity in _quantities(game, old, new).items():
        counts = counts_of(then.tallies, item), counts_of(now.tallies, item)
        if quantity == 1:
            said += _taken(item, *counts, names)
        else:
            said += _counted(item, *counts, names, with_zeros=old.is_open and new.is_open)
    return said


def _dealt(then: int | None, now: int | None, names: Sequence[str]) -> list[str]:
    if then == now:
        return []
    if now is None:
        return [_("nobody dealt out of turn")]
    return [_("%(name)s dealt out of turn", name=names[now])]


def _ruled(then: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    added = [ruling_name(code) for code in now if code not in then]
    dropped = [ruling_name(code) for code in then if code not in now]
    if added:
        yield _("ruled: %(rulings)s", rulings=", ".join(added))
    if dropped:
        yield _("no longer ruled: %(rulings)s", rulings=", ".join(dropped))


def _doubles(marks: Sequence[Mark], names: Sequence[str]) -> list[str]:
    doubled: dict[int, list[str]] = {}
    for doubler, whom in marks:
        doubled.setdefault(doubler, []).append(names[whom])
    return [
        _("%(doubler)s doubles %(doubled)s", doubler=names[doubler], doubled=", ".join(several))
        for doubler, several in doubled.items()
    ]


def _counted(item: str, then: Counts, now: Counts, names: Sequence[str], *, with_zeros: bool) -> Iterator[str]:
    """Say whose number changed. In a saved round a number that is not there is a zero."""
    changed = [
        f"{name} {_number(old)} → {_number(new)}"
        for name, old, new in zip(names, then, now, strict=True)
        if old != new and (with_zeros or old or new)
    ]
    if changed:
        yield _("%(item)s: %(changes)s", item=item_name(item), changes=", ".join(changed))


def _number(count: int | None) -> str:
    return NOTHING if count is None else str(count)


def _taken(item: str, then: Counts, now: Counts, names: Sequence[str]) -> Iterator[str]:
    old, new = (", ".join(name for name, count in zip(names, counts, strict=True) if count) for counts in (then, now))
    if old != new:
        yield _("%(label)s: %(old)s → %(new)s", label=item_name(item), old=old or NOTHING, new=new or NOTHING)
