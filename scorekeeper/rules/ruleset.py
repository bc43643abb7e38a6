"""Rule sets as data: how many rounds, who does what, and what each contract counts.

A new variant is a row in a table here and a test; no code elsewhere may assume a built-in one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.rules.seats import Roles, roles_by_dealer


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that is counted: its id, how many there are in a hand, and the points for each."""

    id: str
    quantity: int
    points: int


@dataclass(frozen=True, slots=True)
class Contract:
    """What a round is played for. `total` is what a round of it adds up to, whatever was doubled."""

    id: str
    items: tuple[Item, ...]
    is_trump: bool = False
    total: int = field(init=False)
    by_id: dict[str, Item] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(item.quantity * item.points for item in self.items))
        object.__setattr__(self, "by_id", {item.id: item for item in self.items})

    def item(self, item_id: str) -> Item | None:
        """Find the item with this id, or None where the contract does not count it."""
        return self.by_id.get(item_id)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A form of the game.

    `leader_offset` and `chooser_offset` are seats clockwise from the dealer. `trumps` is how many
    trump contracts a game has. Each player takes `trump_quota` of them, and with `trump_required`
    must while his last turns as chooser still allow it. `negative_quota` limits the negative contracts of
    one player, None means no limit.
    """

    id: str
    rounds: int
    leader_offset: int
    chooser_offset: int
    contracts: tuple[Contract, ...]
    trumps: int = 4
    trump_quota: int = 1
    trump_required: bool = True
    negative_quota: int | None = None
    roles: tuple[Roles, ...] = field(init=False, compare=False, repr=False)
    by_id: dict[str, Contract] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "roles", roles_by_dealer(self.leader_offset, self.chooser_offset))
        object.__setattr__(self, "by_id", {contract.id: contract for contract in self.contracts})

    def contract(self, contract_id: str) -> Contract | None:
        """Find the contract with this id, or None where the rule set does not have it."""
        return self.by_id.get(contract_id)


def _row(contract_id: str, *items: tuple[str, int, int]) -> Contract:
    return Contract(contract_id, tuple(Item(*item) for item in items))


def _trumps(points: int) -> tuple[Contract, ...]:
    tricks = (Item("tricks", 13, points),)
    names = ("clubs", "diamonds", "hearts", "spades", "none")
    return tuple(Contract(f"trump-{name}", tricks, is_trump=True) for name in names)


BONKEN_11 = RuleSet(
    "bonken-11",
    rounds=11,
    leader_offset=1,
    chooser_offset=2,
    contracts=(
        _row("ducking", ("tricks", 13, -5)),
        _row("hearts", ("hearts", 13, -5)),
        _row("kings-and-jacks", ("kings", 4, -20), ("jacks", 4, -10)),
        _row("queens", ("queens", 4, -30)),
        _row("king-of-hearts", ("king-of-hearts", 1, -50)),
        _row("last-trick", ("last-trick", 1, -50)),
        _row("domino", ("last-out", 1, -50)),
        *_trumps(+10),
    ),
)

BONKEN_12 = RuleSet(
    "bonken-12",
    rounds=12,
    leader_offset=0,
    chooser_offset=1,
    negative_quota=2,
    contracts=(
        _row("ducking", ("tricks", 13, -10)),
        _row("hearts", ("hearts", 13, -10)),
        _row("kings-and-jacks", ("kings-and-jacks", 8, -25)),
        _row("queens", ("queens", 4, -45)),
        _row("king-of-hearts", ("king-of-hearts", 1, -100)),
        _row("seventh-and-thirteenth", ("seventh-trick", 1, -50), ("thirteenth-trick", 1, -50)),
        _row("last-trick", ("last-trick", 1, -100)),
        _row("domino", ("last-out", 1, -100)),
        *_trumps(+20),
    ),
)

RULE_SETS = {rule_set.id: rule_set for rule_set in (BONKEN_11, BONKEN_12)}
"""The built-in rule sets by id, the default one first."""
