"""The rules of a rule set as its page tells them: every number is the rule set's own, every example is worked out."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.doubling import Mark, settle
from scorekeeper.rules.game import Names
from scorekeeper.rules.ruleset import RULE_SETS, Contract, RuleSet
from scorekeeper.rules.seats import SEATS, ZERO, Four, Roles
from scorekeeper.rules.tallies import Tally, raw_points
from scorekeeper.web.contexts.sheet import Working, work_out
from scorekeeper.wording.contracts import about_contract, seat_from_dealer
from scorekeeper.wording.forms import reminder
from scorekeeper.wording.names import contract_name, item_name

EXAMPLE_PLAYERS: Names = ("Anna", "Bram", "Cees", "Dirk")
EXAMPLE_RAW: Four = (40, 60, 0, 0)
"""The published example of a settlement; source: rules.md, "Doubling"."""


@dataclass(frozen=True, slots=True)
class PointLine:
    """What an item of a contract counts: how many there are, points each, and all of them together."""

    name: str
    quantity: int
    each: int
    total: int


@dataclass(frozen=True, slots=True)
class ContractPart:
    """A contract in the rules: what it is about, its points, and the reminder that its round shows."""

    id: str
    name: str
    lines: tuple[PointLine, ...]
    total: int
    about: str
    reminder: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The roles of a round, as names."""

    dealer: str
    leader: str
    chooser: str
    speakers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked doubling: what was played for, by whom, and the working."""

    contract: str
    name: str
    chooser: str
    working: Working


@dataclass(frozen=True, slots=True)
class RuleSetLine:
    """A rule set in the list of them, with what tells it from the others."""

    id: str
    rounds: int
    chooser: str
    leader: str
    negatives: int
    lost: int
    won: int


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one rule set. `lost` and `won` are what its negative contracts and its trumps add up to."""

    line: RuleSetLine
    rule_set: RuleSet
    players: Names
    negatives: tuple[ContractPart, ...]
    trumps: tuple[ContractPart, ...]
    turns: tuple[Turn, ...]
    settled: tuple[tuple[int, int, int], ...]
    examples: tuple[Example, ...]


def rule_set_lines() -> tuple[RuleSetLine, ...]:
    """List the rule sets, the default one first."""
    return tuple(_line(rule_set) for rule_set in RULE_SETS.values())


def rules_page(rule_set: RuleSet) -> RulesPage:
    """Make the page of a rule set; nothing in it assumes one of those that are built in."""
    negatives = tuple(contract for contract in rule_set.contracts if not contract.is_trump)
    trumps = tuple(contract for contract in rule_set.contracts if contract.is_trump)
    roles = rule_set.roles[0]
    speakers = roles.speakers
    answered: tuple[Mark, ...] = (
        (speakers[0], roles.chooser),
        (speakers[1], speakers[2]),
        (roles.chooser, speakers[0]),
    )
    everyone = tuple((speakers[0], seat) for seat in SEATS if seat != speakers[0])
    return RulesPage(
        line=_line(rule_set),
        rule_set=rule_set,
        players=EXAMPLE_PLAYERS,
        negatives=tuple(_part(contract, rule_set) for contract in negatives),
        trumps=tuple(_part(contract, rule_set) for contract in trumps),
        turns=tuple(_turn(each) for each in rule_set.roles),
        settled=tuple(_settled(count) for count in (0, 1, 2)),
        examples=(
            *(_example(contract, roles, answered) for contract in negatives[:1]),
            *(_example(contract, roles, (*everyone, (roles.chooser, speakers[0]))) for contract in trumps[:1]),
        ),
    )


def _line(rule_set: RuleSet) -> RuleSetLine:
    negatives = [contract.total for contract in rule_set.contracts if not contract.is_trump]
    trumps = [contract.total for contract in rule_set.contracts if contract.is_trump]
    return RuleSetLine(
        rule_set.id,
        rule_set.rounds,
        seat_from_dealer(rule_set.chooser_offset),
        seat_from_dealer(rule_set.leader_offset),
        len(negatives),
        sum(negatives),
        sum(trumps[: rule_set.trumps]),
    )


def _part(contract: Contract, rule_set: RuleSet) -> ContractPart:
    return ContractPart(
        contract.id,
        contract_name(contract.id),
        tuple(
            PointLine(item_name(item.id), item.quantity, item.points, item.quantity * item.points)
            for item in contract.items
        ),
        contract.total,
        about_contract(contract.id, is_trump=contract.is_trump),
        reminder(contract.id, rule_set.id),
    )


def _turn(roles: Roles) -> Turn:
    name = EXAMPLE_PLAYERS
    return Turn(
        name[roles.dealer], name[roles.leader], name[roles.chooser], tuple(name[seat] for seat in roles.speakers)
    )


def _settled(marks: int) -> tuple[int, int, int]:
    """Work out what so many marks between the first two make of their points."""
    first, second, *_others = settle(EXAMPLE_RAW, ((1, 0), (0, 1))[:marks])
    return marks, first, second


def _example(contract: Contract, roles: Roles, marks: tuple[Mark, ...]) -> Example:
    tallies = tuple(_shared_out(item.id, item.quantity) for item in contract.items)
    return Example(
        contract.id,
        contract_name(contract.id),
        EXAMPLE_PLAYERS[roles.chooser],
        work_out(raw_points(contract, tallies), marks, EXAMPLE_PLAYERS, contract=contract, tallies=tallies),
    )


def _shared_out(item_id: str, quantity: int) -> Tally:
    """Give the four different parts of what there is: of 13 they take 5, 1, 3 and 4."""
    counts = [*ZERO]
    counts[1], counts[2], counts[3] = quantity // 8, quantity // 4, quantity // 3
    return item_id, (quantity - sum(counts), counts[1], counts[2], counts[3])
