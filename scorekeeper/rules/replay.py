"""Replay: a game from its first round to its last, with every check and every score.

This is the one place that tells whether a game is right; saving, correcting, importing and
`scorekeeper check` all ask it.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.choosing import Position, check_choice
from scorekeeper.rules.doubling import Settlement, check_marks, settle, settlements
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS, ZERO, Four, Roles
from scorekeeper.rules.tallies import check_entries, check_tallies, raw_points
from scorekeeper.rules.violations import LIFTABLE, Code, RuleViolation


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round with what follows from it: points by seat, penalties negative.

    `breaches` are the rules that the table may lift and that this round breaks, lifted or not.
    `played` is the sum of the contracts up to and including this round, which `totals` adds up to.
    """

    number: int
    entry: Round
    contract: Contract
    roles: Roles
    raw: Four
    scores: Four
    totals: Four
    played: int
    breaches: tuple[Code, ...]

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """The working: all six pairs in seat order."""
        return settlements(self.raw, self.entry.marks)


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that was played through. Scores are right only when there are no `faults`.

    `position` is where the next round is to be chosen (or the open one was).
    """

    game: Game
    rounds: tuple[ScoredRound, ...]
    position: Position
    faults: tuple[RuleViolation, ...]

    @property
    def totals(self) -> Four:
        """The running totals after the last saved round."""
        return self.rounds[-1].totals if self.rounds else ZERO

    @property
    def is_finished(self) -> bool:
        """Whether every round was played and nothing is wrong with them."""
        return self.game.is_full and not self.faults

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, more than one when they are equal; empty until finished."""
        if not self.is_finished:
            return ()
        best = max(self.totals)
        return tuple(seat for seat in SEATS if self.totals[seat] == best)


def places(totals: Four) -> Four:
    """Give each player's place; equal totals share it: 30, 30, 10, 0 are the places 1, 1, 3, 4."""
    first, second, third, fourth = (1 + sum(other > total for other in totals) for total in totals)
    return first, second, third, fourth


def begin_round(position: Position, entry: Round) -> list[RuleViolation]:
    """Seat the dealer of a round and check its contract and marks; tallies are not looked at.

    `position` is moved to the dealer whom the round names. Faults come with every liftable rule, lifted or not.
    """
    lifted: list[RuleViolation] = []
    if entry.dealer is not None and entry.dealer != position.dealer:
        lifted.append(RuleViolation(Code.DEALER, position.number, "dealer", seat=entry.dealer))
        position.dealer = entry.dealer
    contract = position.rule_set.contract(entry.contract)
    if contract is None:
        lifted.append(RuleViolation(Code.UNKNOWN_CONTRACT, position.number, "contract", contract=entry.contract))
    else:
        lifted += check_choice(position, contract)
    if entry.marks:
        lifted += check_marks(position.rule_set.roles[position.dealer], entry.marks, position.number)
    return lifted


def replay(game: Game) -> Replay:
    """Play a game through, gathering every fault and scoring every round whose contract is known.

    The open round is checked as far as it goes: its contract, its marks and each tally that is there,
    not the sums that are still to come.
    """
    rule_set = game.rule_set
    position = Position(rule_set, game.first_dealer)
    scored: list[ScoredRound] = []
    faults: list[RuleViolation] = []
    totals, played = ZERO, 0
    for entry in game.rounds:
        if position.number > rule_set.rounds:
            break
        found = begin_round(position, entry)
        number, roles = position.number, rule_set.roles[position.dealer]
        contract = rule_set.contract(entry.contract)
        if contract is None:
            faults += not_lifted(found, entry)
            position.pass_on()
            continue
        found += check_tallies(contract, entry.tallies, number)
        breaches: tuple[Code, ...] = ()
        if found:
            faults += not_lifted(found, entry)
            breaches = tuple(dict.fromkeys(fault.code for fault in found if fault.liftable))
        position.take(contract)
        raw = raw_points(contract, entry.tallies)
        scores = settle(raw, entry.marks)
        totals = (totals[0] + scores[0], totals[1] + scores[1], totals[2] + scores[2], totals[3] + scores[3])
        played += contract.total
        scored.append(ScoredRound(number, entry, contract, roles, raw, scores, totals, played, breaches))
    if len(game.rounds) + (game.open_round is not None) > rule_set.rounds:
        faults.append(RuleViolation(Code.TOO_MANY_ROUNDS, rule_set.rounds + 1, "contract", expected=rule_set.rounds))
    elif game.open_round is not None:
        found = begin_round(position, game.open_round)
        contract = rule_set.contract(game.open_round.contract)
        if contract is not None:
            found += check_entries(contract, game.open_round.tallies, position.number)
        faults += not_lifted(found, game.open_round)
    return Replay(game, tuple(scored), position, tuple(faults))


def not_lifted(found: list[RuleViolation], entry: Round) -> list[RuleViolation]:
    """Leave out what a ruling of this round lifts; arithmetic stays, whatever its rulings say."""
    return [fault for fault in found if not (fault.code in LIFTABLE and fault.code in entry.rulings)]
