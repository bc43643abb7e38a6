"""Blank sheets to write on with a pen: who deals and chooses when, what each contract is worth, what must come out.

The four seats have letters, A to D clockwise, and A deals first.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.ruleset import Contract, RuleSet
from scorekeeper.rules.seats import SEATS, left_of
from scorekeeper.wording.names import contract_name, counted, points
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import ngettext

LETTERS = ("A", "B", "C", "D")
"""Who sits where, clockwise; the names are written beside them."""


@dataclass(frozen=True, slots=True)
class BlankRound:
    """A line to fill in: its number, and the seats of dealer and chooser."""

    number: int
    dealer: int
    chooser: int


@dataclass(frozen=True, slots=True)
class BlankContract:
    """A contract to tick once it was played. `worth` says what counts in it, `total` is its control sum."""

    id: str
    name: str
    worth: str
    total: int
    is_trump: bool


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A blank sheet. `end` is what the four totals must add up to, None where that depends on the choices."""

    rule_set: RuleSet
    rounds: tuple[BlankRound, ...]
    contracts: tuple[BlankContract, ...]
    rules: tuple[str, ...]
    end: int | None


def blank_sheet(rule_set: RuleSet) -> BlankSheet:
    """Lay out the blank sheet of a rule set."""
    rounds = []
    for number in range(1, rule_set.rounds + 1):
        roles = rule_set.roles[left_of(0, number - 1)]
        rounds.append(BlankRound(number, roles.dealer, roles.chooser))
    return BlankSheet(
        rule_set=rule_set,
        rounds=tuple(rounds),
        contracts=tuple(_contract(contract) for contract in rule_set.contracts),
        rules=_rules(rule_set),
        end=_end(rule_set),
    )


def others(seat: int) -> tuple[str, ...]:
    """Give the letters of the other three: whoever doubled this player is ringed."""
    return tuple(LETTERS[other] for other in SEATS if other != seat)


def _contract(contract: Contract) -> BlankContract:
    worth = ", ".join(
        f"{counted(item.id, item.quantity)} {'' if item.quantity == 1 else '× '}{points(item.points)}"
        for item in contract.items
    )
    return BlankContract(contract.id, contract_name(contract.id), worth, contract.total, contract.is_trump)


def _rules(rule_set: RuleSet) -> tuple[str, ...]:
    """Say in a few lines what is asked at every table: the turns, the trumps, the doubles."""
    trumps = sum(contract.is_trump for contract in rule_set.contracts)
    lines = [
        _("%(played)s of the %(trumps)s trumps are played.", played=rule_set.trumps, trumps=trumps)
        + " "
        + ngettext("Each player takes one.", "Each player takes %(num)s.", rule_set.trump_quota)
    ]
    if rule_set.negative_quota is not None:
        lines.append(
            ngettext(
                "Each player takes one negative contract at most.",
                "Each player takes %(num)s negative contracts at most.",
                rule_set.negative_quota,
            )
        )
    lines.append(_("Doubling starts on the chooser’s left; the chooser speaks last and only doubles back."))
    lines.append(
        _("For each double, the difference of the raw points moves from the player with fewer to the one with more.")
    )
    return tuple(lines)


def _end(rule_set: RuleSet) -> int | None:
    """Add up all contracts that a whole game plays, as long as it does not matter which trumps these are."""
    trumps = {contract.total for contract in rule_set.contracts if contract.is_trump}
    negatives = [contract.total for contract in rule_set.contracts if not contract.is_trump]
    if len(trumps) != 1 or len(negatives) + rule_set.trumps != rule_set.rounds:
        return None
    return sum(negatives) + trumps.pop() * rule_set.trumps
