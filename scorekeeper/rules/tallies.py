"""Tallies: how many of each item each player took, what is left to give, and what only one number fits.

Counts are given for an item by seat. None is a tally that was left empty, which is not 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.ruleset import Contract, Item
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.rules.violations import Code, RuleViolation

Counts = tuple[int | None, int | None, int | None, int | None]
Tally = tuple[str, Counts]
"""An item's id and its counts."""

EMPTY: Counts = (None, None, None, None)


def counts_of(tallies: Sequence[Tally], item_id: str) -> Counts:
    """Find the counts of an item, all empty where nothing was entered."""
    for known, counts in tallies:
        if known == item_id:
            return counts
    return EMPTY


def left_to_give(item: Item, counts: Counts) -> int:
    """Count how many of the item nobody took yet; negative when too many were given."""
    return item.quantity - sum(count or 0 for count in counts)


def completed(item: Item, counts: Counts) -> Counts:
    """Fill what can only be one number: the last empty tally, or zero for all when none is left.

    Counts that are wrong (negative, or too many) are given back as they are.
    """
    left = left_to_give(item, counts)
    empty = counts.count(None)
    if not empty or left < 0 or any(count is not None and count < 0 for count in counts):
        return counts
    if empty > 1 and left > 0:
        return counts
    first, second, third, fourth = (left if count is None else count for count in counts)
    return first, second, third, fourth


def is_complete(item: Item, counts: Counts) -> bool:
    """Tell whether the four tallies are whole numbers that add up to the item's quantity."""
    first, second, third, fourth = counts
    if first is None or second is None or third is None or fourth is None:
        return False
    return min(first, second, third, fourth) >= 0 and first + second + third + fourth == item.quantity


def is_whole(contract: Contract, tallies: Sequence[Tally]) -> bool:
    """Tell whether every tally of a round is there or follows from the others, and they add up."""
    return all(is_complete(item, completed(item, counts_of(tallies, item.id))) for item in contract.items)


def check_tallies(contract: Contract, tallies: Sequence[Tally], number: int) -> list[RuleViolation]:
    """Gather what is wrong with a round's tallies: unknown items, negative tallies, sums that are off."""
    violations = _unknown_items(contract, tallies, number)
    for item in contract.items:
        counts = counts_of(tallies, item.id)
        if is_complete(item, counts):
            continue
        negative = next((seat for seat in SEATS if (counts[seat] or 0) < 0), None)
        found = item.quantity - left_to_give(item, counts) if negative is None else counts[negative]
        violations.append(_wrong_count(contract, item, number, found, negative))
    return violations


def check_entries(contract: Contract, tallies: Sequence[Tally], number: int) -> list[RuleViolation]:
    """Gather what is wrong with the tallies of a round that is still open, whatever is to come.

    Those are unknown items and tallies that are negative or more than the whole item; sums are not looked at.
    """
    violations = _unknown_items(contract, tallies, number)
    for item in contract.items:
        for seat, count in enumerate(counts_of(tallies, item.id)):
            if count is not None and not 0 <= count <= item.quantity:
                violations.append(_wrong_count(contract, item, number, count, seat if count < 0 else None))
    return violations


def _unknown_items(contract: Contract, tallies: Sequence[Tally], number: int) -> list[RuleViolation]:
    violations = []
    for item_id, _ in tallies:
        if item_id not in contract.by_id:
            field = f"tally-{item_id}"
            violations.append(RuleViolation(Code.UNKNOWN_ITEM, number, field, contract=contract.id, item=item_id))
    return violations


def _wrong_count(contract: Contract, item: Item, number: int, found: int | None, seat: int | None) -> RuleViolation:
    return RuleViolation(
        Code.WRONG_COUNT,
        number,
        f"tally-{item.id}",
        contract=contract.id,
        item=item.id,
        expected=item.quantity,
        found=found,
        seat=seat,
    )


def raw_points(contract: Contract, tallies: Sequence[Tally]) -> Four:
    """Work out each player's points before doubling; an empty tally counts as 0.

    Three kings at −20 give −60.
    """
    first = second = third = fourth = 0
    for item in contract.items:
        points = item.points
        a, b, c, d = counts_of(tallies, item.id)
        first += (a or 0) * points
        second += (b or 0) * points
        third += (c or 0) * points
        fourth += (d or 0) * points
    return first, second, third, fourth
