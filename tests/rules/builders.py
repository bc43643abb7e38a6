"""Builders of rounds and games with keyword defaults, and Hypothesis strategies for legal ones.

A built game is legal unless the test says otherwise: four trumps first, so that everybody has had
his, then the negative contracts in the order of the rule set.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorekeeper.rules.choosing import Position, choices
from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Game, Names, Round
from scorekeeper.rules.names import clean, name_fault, same_as_earlier
from scorekeeper.rules.replay import begin_round, replay
from scorekeeper.rules.ruleset import BONKEN_11, RULE_SETS, Contract, Item, RuleSet
from scorekeeper.rules.seats import SEATS, Four, Roles
from scorekeeper.rules.tallies import Counts, Tally
from scorekeeper.rules.violations import Code

NAMES: Names = ("Anna", "Bram", "Cees", "Dirk")

law = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For every property: no example is ever timed."""


def all_to(seat: int, contract_id: str, rule_set: RuleSet = BONKEN_11) -> tuple[Tally, ...]:
    """Tallies in which one player takes everything there is."""
    contract = rule_set.by_id[contract_id]
    return tuple((item.id, one_takes(seat, item.quantity)) for item in contract.items)


def one_takes(seat: int, quantity: int) -> Four:
    first, second, third, fourth = (quantity if other == seat else 0 for other in SEATS)
    return first, second, third, fourth


def a_round(
    contract: str = "ducking",
    *,
    marks: Sequence[Mark] = (),
    tallies: Sequence[Tally] | None = None,
    taker: int = 0,
    rulings: Sequence[Code] = (),
    dealer: int | None = None,
    rule_set: RuleSet = BONKEN_11,
) -> Round:
    """A round that is complete: player 0 took everything, nobody doubled."""
    counted = all_to(taker, contract, rule_set) if tallies is None else tuple(tallies)
    return Round(contract, tuple(marks), counted, tuple(rulings), dealer)


def an_open_round(contract: str = "ducking", *, marks: Sequence[Mark] = (), tallies: Sequence[Tally] = ()) -> Round:
    """A round of which only the contract was chosen."""
    return Round(contract, tuple(marks), tuple(tallies))


def a_legal_order(rule_set: RuleSet = BONKEN_11) -> list[str]:
    """Every contract that fits into a game: trumps first, then the negative ones."""
    trumps = [contract.id for contract in rule_set.contracts if contract.is_trump]
    negatives = [contract.id for contract in rule_set.contracts if not contract.is_trump]
    return trumps[: rule_set.trumps] + negatives


def a_game(
    *rounds: Round | str,
    count: int | None = None,
    rule_set: RuleSet = BONKEN_11,
    players: Names = NAMES,
    first_dealer: int = 0,
    open_round: Round | None = None,
    stopped: bool = False,
) -> Game:
    """A game of these rounds (a contract's id is a whole round), or of the first `count` of a legal one."""
    entries: Sequence[Round | str] = a_legal_order(rule_set)[:count] if count is not None else rounds
    return Game(
        rule_set,
        players,
        first_dealer,
        tuple(entry if isinstance(entry, Round) else a_round(entry, rule_set=rule_set) for entry in entries),
        open_round,
        stopped=stopped,
    )


def faults_of(game: Game) -> list[tuple[int | None, Code]]:
    """The round and code of every fault of a game."""
    return [(fault.round, fault.code) for fault in replay(game).faults]


def fours(numbers: st.SearchStrategy[int]) -> st.SearchStrategy[Four]:
    """One number for each player."""
    return st.tuples(numbers, numbers, numbers, numbers)


raw_points_of_a_round = fours(st.integers(-300, 300))
orders: st.SearchStrategy[Four] = st.permutations(SEATS).map(lambda order: (order[0], order[1], order[2], order[3]))
"""For each new seat, the old one of who sits there."""

rule_sets = st.sampled_from(tuple(RULE_SETS.values()))
ALL_MARKS: tuple[Mark, ...] = tuple((a, b) for a in SEATS for b in SEATS if a != b)
mark_lists = st.lists(st.sampled_from(ALL_MARKS), unique=True).map(tuple)


@st.composite
def counts_for(draw: st.DrawFn, item: Item) -> Four:
    """Four tallies that add up to the quantity of the item."""
    if item.quantity == 1:
        return one_takes(draw(st.sampled_from(SEATS)), 1)
    cut = st.integers(0, item.quantity)
    low, middle, high = sorted(draw(st.tuples(cut, cut, cut)))
    return low, middle - low, high - middle, item.quantity - high


@st.composite
def partial_counts(draw: st.DrawFn, item: Item) -> Counts:
    """Tallies of which some are still empty; at least one is there."""
    whole = draw(counts_for(item))
    hidden = draw(st.integers(0, 14))
    first, second, third, fourth = (None if hidden >> seat & 1 else whole[seat] for seat in SEATS)
    return first, second, third, fourth


@st.composite
def whole_tallies(draw: st.DrawFn, contract: Contract) -> tuple[Tally, ...]:
    return tuple((item.id, draw(counts_for(item))) for item in contract.items)


@st.composite
def legal_marks(draw: st.DrawFn, roles: Roles, *, ruled: bool = False) -> tuple[Mark, ...]:
    """Marks in speaking order; the chooser only doubles back, unless the table rules otherwise."""
    chosen = draw(st.integers(0, 4095))
    wanted = [mark for bit, mark in enumerate(ALL_MARKS) if chosen >> bit & 1]
    return tuple(
        (doubler, doubled)
        for doubler in roles.speakers
        for doubled in SEATS
        if (doubler, doubled) in wanted and (doubler != roles.chooser or ruled or (doubled, doubler) in wanted)
    )


@st.composite
def names(draw: st.DrawFn) -> Names:
    """Four usable names of any script, all different."""
    usable = (
        st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)
        .map(clean)
        .filter(lambda name: name_fault(name) is None)
    )
    plain = st.sampled_from(("Anna", "Güney", "Zoë", "李", "👩‍👩‍👧‍👦", "<b>", "O'Neil", "=1+1"))
    four = st.lists(plain | usable, min_size=4, max_size=4).filter(lambda found: not any(same_as_earlier(found)))
    first, second, third, fourth = draw(four)
    return first, second, third, fourth


titles = st.just("") | st.text(max_size=80).map(clean).filter(
    lambda title: title == "" or name_fault(title, longest=80) is None
)


@st.composite
def games(
    draw: st.DrawFn,
    *,
    rounds: int | None = None,
    fewest: int = 0,
    ruled: bool = False,
    may_be_open: bool = False,
) -> Game:
    """A legal game of either rule set with any doubling: `rounds` of it, or any number from `fewest`.

    With `ruled` the table broke rules, wrong dealers too, and lifted each of them.
    """
    rule_set = draw(rule_sets)
    whole = rule_set.rounds
    count = min(rounds, whole) if rounds is not None else draw(st.integers(fewest, whole))
    is_open = may_be_open and count < whole and draw(st.booleans())
    position = Position(rule_set, draw(st.sampled_from(SEATS)))
    game = Game(rule_set, NAMES, position.dealer)
    entries = []
    for _ in range(count + is_open):
        entry = draw(_next_round(position, ruled=ruled))
        entries.append(entry)
        position.take(rule_set.by_id[entry.contract])
    open_round = None
    if is_open:
        last = entries.pop()
        contract = rule_set.by_id[last.contract]
        known = tuple((item.id, draw(partial_counts(item))) for item in contract.items if draw(st.booleans()))
        open_round = replace(last, tallies=known)
    return replace(game, rounds=tuple(entries), open_round=open_round)


@st.composite
def dressed(draw: st.DrawFn, bare: st.SearchStrategy[Game]) -> Game:
    """The same game with any names, title and date, perhaps stopped."""
    return replace(
        draw(bare),
        players=draw(names()),
        title=draw(titles),
        played_on=draw(st.none() | st.dates(datetime.date(1900, 1, 1))),
        stopped=draw(st.booleans()),
    )


@st.composite
def _next_round(draw: st.DrawFn, position: Position, *, ruled: bool) -> Round:
    """A round that may come next; `position` is moved to its dealer."""
    dealer = None
    if ruled and draw(st.integers(0, 5)) == 0:
        dealer = draw(st.sampled_from([seat for seat in SEATS if seat != position.dealer]))
    seated = replace(position, dealer=position.dealer if dealer is None else dealer)
    contract = draw(
        st.sampled_from(
            [choice.contract for choice in choices(seated) if choice.is_open or (ruled and choice.can_be_ruled)]
        )
    )
    roles = position.rule_set.roles[seated.dealer]
    marks = draw(legal_marks(roles, ruled=ruled and draw(st.integers(0, 3)) == 0))
    entry = Round(contract.id, marks, draw(whole_tallies(contract)), dealer=dealer)
    lifted = tuple(dict.fromkeys(fault.code for fault in begin_round(position, entry)))
    return replace(entry, rulings=lifted)
