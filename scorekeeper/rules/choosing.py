"""Choosing: which contracts are open to the chooser, and for each closed one, why.

`Position` is what choosing depends on: what was taken by whom, and the turns that are to come.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.rules.ruleset import Contract, RuleSet
from scorekeeper.rules.seats import Four, Roles, left_of, turns_left, turns_of
from scorekeeper.rules.violations import Code, RuleViolation


@dataclass(slots=True)
class Position:
    """Where a game stands when the round `number` is to be chosen.

    Grown by `take` during a replay and not changed after it. `taken` is contract id → (round,
    chooser); `trumps` and `negatives` count the contracts each player took.
    """

    rule_set: RuleSet
    dealer: int
    number: int = 1
    taken: dict[str, tuple[int, int]] = field(default_factory=dict)
    trumps: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    negatives: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    @property
    def roles(self) -> Roles:
        """Who deals, chooses, leads and speaks when in this round."""
        return self.rule_set.roles[self.dealer]

    @property
    def chooser(self) -> int:
        """The seat that names the contract of this round."""
        return self.rule_set.roles[self.dealer].chooser

    @property
    def turns_left(self) -> Four:
        """Each player's turns as chooser from this round on."""
        return turns_left(self.chooser, self.rule_set.rounds - self.number + 1)

    def take(self, contract: Contract) -> None:
        """Note the choice of this round and pass the deal on to the left."""
        chooser = self.chooser
        self.taken.setdefault(contract.id, (self.number, chooser))
        (self.trumps if contract.is_trump else self.negatives)[chooser] += 1
        self.pass_on()

    def pass_on(self) -> None:
        """Go to the next round: the deal passes to the left."""
        self.number += 1
        self.dealer = left_of(self.dealer)

    def must_take_trump(self, seat: int) -> bool:
        """Tell whether this player can only still get his trump if he takes one at every turn he has left."""
        rules = self.rule_set
        missing = rules.trump_quota - self.trumps[seat]
        if missing <= 0 or not rules.trump_required or sum(self.trumps) >= rules.trumps:
            return False
        return turns_of(seat, self.chooser, rules.rounds - self.number + 1) <= missing


@dataclass(frozen=True, slots=True)
class Choice:
    """A contract as the chooser sees it: open when there is nothing against it."""

    contract: Contract
    against: tuple[RuleViolation, ...]

    @property
    def is_open(self) -> bool:
        """Whether the contract may be chosen without a ruling."""
        return not self.against

    @property
    def can_be_ruled(self) -> bool:
        """Whether a ruling of the table opens the contract."""
        return bool(self.against) and all(violation.liftable for violation in self.against)


def check_choice(position: Position, contract: Contract) -> list[RuleViolation]:
    """Gather what speaks against this contract in this position. Source: rules.md, "Choosing"."""
    rules = position.rule_set
    chooser = position.chooser
    codes: list[Code] = []
    if contract.id in position.taken:
        codes.append(Code.CONTRACT_ALREADY_PLAYED)
    if contract.is_trump:
        if sum(position.trumps) >= rules.trumps:
            codes.append(Code.TOO_MANY_TRUMPS)
        if position.trumps[chooser] >= rules.trump_quota:
            codes.append(Code.TRUMP_QUOTA)
    else:
        if position.must_take_trump(chooser):
            codes.append(Code.TRUMP_REQUIRED)
        if rules.negative_quota is not None and position.negatives[chooser] >= rules.negative_quota:
            codes.append(Code.NEGATIVE_QUOTA)
    if not codes:
        return []
    return [
        RuleViolation(
            code,
            position.number,
            "contract",
            contract=contract.id,
            seat=chooser,
            other=position.taken[contract.id][0] if code is Code.CONTRACT_ALREADY_PLAYED else None,
        )
        for code in codes
    ]


def choices(position: Position) -> tuple[Choice, ...]:
    """List every contract of the rule set with what is against it now."""
    return tuple(Choice(contract, tuple(check_choice(position, contract))) for contract in position.rule_set.contracts)
