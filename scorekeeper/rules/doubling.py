"""Doubling: who may mark whom, and the settlement that marks cause between each two players.

A mark is (doubler, doubled). Doubling is one pass round the table, so the set of marks is the whole
truth: one mark on a pair counts once, two marks twice, in either direction and any order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules.seats import SEATS, Four, Roles
from scorekeeper.rules.violations import Code, RuleViolation

Mark = tuple[int, int]

PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""The six pairs of players, in seat order."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The transfer between two players: what their `marks` (0, 1 or 2) do to both.

    `difference` is raw(first) − raw(second) in points; the first of `between` gains `transfer`, the second loses it.
    """

    between: Mark
    marks: int
    difference: int

    @property
    def transfer(self) -> int:
        """Points that the first player gets and the second one loses: marks × difference."""
        return self.marks * self.difference


def settlements(raw: Four, marks: Iterable[Mark]) -> tuple[Settlement, ...]:
    """List all six pairs in seat order, each settled from the raw points of the round.

    Source: rules.md, "Doubling". Raw 40 and 60 with one mark: a difference of −20 moves once.
    """
    given = tuple(marks)
    return tuple(Settlement((a, b), given.count((a, b)) + given.count((b, a)), raw[a] - raw[b]) for a, b in PAIRS)


def settle(raw: Four, marks: Iterable[Mark]) -> Four:
    """Work out the doubled scores: raw points plus every transfer of `settlements`.

    Each mark moves the raw difference of its pair once, so no line has to be built to add them up.
    Raw 40 and 60 with one mark give 20 and 80, with two marks 0 and 100.
    """
    scores = list(raw)
    for doubler, doubled in marks:
        difference = raw[doubler] - raw[doubled]
        scores[doubler] += difference
        scores[doubled] -= difference
    first, second, third, fourth = scores
    return first, second, third, fourth


def may_double(roles: Roles, marks: Iterable[Mark], doubler: int) -> tuple[int, ...]:
    """List, in seat order, whom this speaker may mark: the chooser only those who marked him."""
    given = frozenset(marks)
    return tuple(seat for seat in SEATS if seat != doubler and (doubler != roles.chooser or (seat, doubler) in given))


def others(roles: Roles, doubler: int) -> tuple[int, ...]:
    """List "the other two": everyone but the doubler and the chooser."""
    return tuple(seat for seat in SEATS if seat not in (doubler, roles.chooser))


def check_marks(roles: Roles, marks: tuple[Mark, ...], number: int) -> list[RuleViolation]:
    """Gather what is wrong with a round's marks."""
    violations = []
    for doubler, doubled in marks:
        if doubler == doubled:
            code = Code.SELF_DOUBLE
        elif doubler == roles.chooser and (doubled, doubler) not in marks:
            code = Code.CHOOSER_DOUBLES_FIRST
        else:
            continue
        violations.append(RuleViolation(code, number, f"mark-{doubler}-{doubled}", seat=doubler))
    return violations
