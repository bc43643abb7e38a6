"""The working of a round in words and numbers: what each player took, and what each doubled pair did to both.

Every number comes from `rules`; the page, the calculator and the console say the same sentences. A sentence
is made of a pattern and names: a page gives names as markup and `markupsafe.escape` as `made_of`, the console
gives both as plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.rules.doubling import Mark, Settlement
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS, Four, Roles
from scorekeeper.rules.tallies import Tally, counts_of
from scorekeeper.wording.names import MINUS, counted, points
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext

Text = Callable[[str], str]
"""Makes of a pattern the text into which names are put."""

_ONE_WAY = gettext("%(doubler)s doubled %(doubled)s: %(sum)s; %(moved)s")
_BOTH_WAYS = gettext("%(doubler)s doubled %(doubled)s, %(doubled)s doubled back: ×2; %(sum)s; %(moved)s")
_MOVED = gettext("%(doubler)s %(gain)s, %(doubled)s %(loss)s")
_NOTHING = gettext("nothing moves")
_TOOK = gettext("%(name)s: %(taken)s")


@dataclass(frozen=True, slots=True)
class Doubling:
    """A doubled pair as the table remembers it: `doubler` marked `doubled` first, perhaps was marked back."""

    doubler: int
    doubled: int
    settlement: Settlement

    @property
    def both_ways(self) -> bool:
        """Whether the doubled player doubled back."""
        return self.settlement.marks == 2

    @property
    def difference(self) -> int:
        """The doubler's raw points less those of the doubled, whichever of them sits first."""
        return self.settlement.difference if self.doubler == self.settlement.between[0] else -self.settlement.difference

    @property
    def gain(self) -> int:
        """Points that the doubler gets and the doubled loses; it may be negative."""
        return self.settlement.transfer if self.doubler == self.settlement.between[0] else -self.settlement.transfer


def doublings(settled: Iterable[Settlement], marks: Sequence[Mark]) -> tuple[Doubling, ...]:
    """Tell for each settled pair with a mark who doubled whom first; `marks` are in the order they were spoken."""
    found = []
    for settlement in settled:
        between = frozenset(settlement.between)
        first = next((mark for mark in marks if frozenset(mark) == between), None)
        if first is not None:
            found.append(Doubling(*first, settlement))
    return tuple(found)


def in_speaking_order(marks: Iterable[Mark], roles: Roles) -> tuple[Mark, ...]:
    """Put marks in the order of the one pass round the table: who speaks earlier doubled, who speaks later answered."""
    return tuple(sorted(marks, key=lambda mark: roles.speakers.index(mark[0])))


def pair_sentence(doubling: Doubling, raw: Four, names: Sequence[str], made_of: Text = str) -> str:
    """Say what the doubles of two players did, in words and numbers.

    "Bram doubled Anna, Anna doubled back: ×2; −25 − (−5) = −20; Bram −40, Anna +40".
    """
    who = {"doubler": names[doubling.doubler], "doubled": names[doubling.doubled]}
    moved = made_of(str(_NOTHING))
    if doubling.gain:
        moved = made_of(str(_MOVED)) % {**who, "gain": points(doubling.gain), "loss": points(-doubling.gain)}
    pattern = made_of(str(_BOTH_WAYS if doubling.both_ways else _ONE_WAY))
    return pattern % {**who, "sum": difference_sum(raw[doubling.doubler], raw[doubling.doubled]), "moved": moved}


def difference_sum(first: int, second: int) -> str:
    """Write a difference as a sum: "−25 − (−5) = −20", "40 − 60 = −20"."""
    return f"{_plain(first)} {MINUS} {_in_brackets(second)} = {_plain(first - second)}"


def taken_sentences(
    contract: Contract, tallies: Sequence[Tally], names: Sequence[str], made_of: Text = str
) -> tuple[str, ...]:
    """Say for each player who took something what it counts: "Anna: 3 kings × −20 = −60"."""
    found = []
    for seat in SEATS:
        parts, total = [], 0
        for item in contract.items:
            count = counts_of(tallies, item.id)[seat] or 0
            if count:
                total += count * item.points
                parts.append(_part(item.id, count, item.quantity, item.points))
        if parts:
            taken = ", ".join(parts)
            if len(parts) > 1:
                taken = _("%(taken)s; together %(points)s", taken=taken, points=points(total))
            found.append(made_of(str(_TOOK)) % {"name": names[seat], "taken": taken})
    return tuple(found)


def sum_sentence(scores: Four, total: int) -> str:
    """Prove the sum of four scores: "−60 + 30 − 270 + 180 = −120 ✓"; a sum that is wrong says what it must be."""
    first, *others = scores
    terms = "".join(f" {MINUS if score < 0 else '+'} {abs(score):,}" for score in others)
    proof = f"{_plain(first)}{terms} = {_plain(sum(scores))}"
    return (
        f"{proof} ✓" if sum(scores) == total else _("%(sum)s, but it must be %(total)s", sum=proof, total=points(total))
    )


def _part(item_id: str, count: int, quantity: int, each: int) -> str:
    # What there is one of needs no multiplying: "the last trick, −50".
    if quantity == 1:
        return _("%(taken)s, %(points)s", taken=counted(item_id, count), points=points(each))
    return f"{counted(item_id, count)} × {_plain(each)} = {_plain(count * each)}"


def _plain(number: int) -> str:
    """Write a number in a sum: a true minus, but no plus."""
    return f"{MINUS}{-number:,}" if number < 0 else f"{number:,}"


def _in_brackets(number: int) -> str:
    return f"({_plain(number)})" if number < 0 else _plain(number)
