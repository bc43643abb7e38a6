"""Editing: every change that players make to a game, as a function from a game to the next one.

Each raises `RuleViolation` when what is asked can't be, and then nothing has changed. Rules that a
table may lift are not raised while a game is rearranged: `replay` names them, `lift` marks them as ruled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from scorekeeper.rules.game import Game, Names, Round
from scorekeeper.rules.replay import begin_round, not_lifted, replay
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.rules.tallies import EMPTY, Counts, Tally, completed, counts_of
from scorekeeper.rules.violations import Code, RuleViolation

Ruling = tuple[int, Code]
"""A round's number and the code that the table lifts in it."""


def choose(game: Game, contract_id: str, *, dealer: int | None = None, lifted: Iterable[Code] = ()) -> Game:
    """Open the next round with this contract; a round that is open is dropped.

    Raises:
        RuleViolation: the contract is not open to the chooser, and no ruling lifts that.
    """
    game = cancel(game)
    position = replay(game).position
    entry = Round(contract_id, dealer=dealer, rulings=tuple(lifted))
    if position.number > game.rule_set.rounds:
        raise RuleViolation(Code.TOO_MANY_ROUNDS, position.number, "contract", expected=game.rule_set.rounds)
    found = begin_round(position, entry)
    for violation in not_lifted(found, entry):
        raise violation
    applying = _applying(found)
    return replace(game, open_round=_kept(replace(entry, rulings=applying), applying))


def change_contract(game: Game, contract_id: str, *, lifted: Iterable[Code] = ()) -> Game:
    """Give the open round another contract: its marks are kept, its tallies dropped.

    Raises:
        RuleViolation: as `choose`.
    """
    entry = _open_round(game)
    kept = {code for code in entry.rulings if code in (Code.DEALER, Code.CHOOSER_DOUBLES_FIRST)}
    chosen = choose(cancel(game), contract_id, dealer=entry.dealer, lifted=(*kept, *lifted))
    contract = _open_round(chosen)
    rulings = tuple(dict.fromkeys((*contract.rulings, *entry.rulings)))
    changed = replace(chosen, open_round=replace(contract, marks=entry.marks, rulings=rulings))
    return replace(without_idle_rulings(changed), marking_over=game.marking_over)


def cancel(game: Game) -> Game:
    """Deal again: drop the open round with its entries."""
    return replace(game, open_round=None, marking_over=False)


def set_mark(entry: Round, doubler: int, doubled: int, *, given: bool) -> Round:
    """Give one mark or take it back; the others keep their order."""
    mark = (doubler, doubled)
    if given:
        return entry if mark in entry.marks else replace(entry, marks=(*entry.marks, mark))
    return replace(entry, marks=tuple(known for known in entry.marks if known != mark))


def set_marks(entry: Round, doubler: int, doubled: Collection[int]) -> Round:
    """Let this doubler's marks be on just those players: "everyone", "the other two", "all back"."""
    for seat in SEATS:
        if seat != doubler:
            entry = set_mark(entry, doubler, seat, given=seat in doubled)
    return entry


def withdraw_answers(entry: Round, chooser: int) -> Round:
    """Drop each mark by the chooser that answers nobody's, unless the table let him double first."""
    if Code.CHOOSER_DOUBLES_FIRST in entry.rulings:
        return entry
    kept = tuple(
        (doubler, doubled)
        for doubler, doubled in entry.marks
        if doubler != chooser or (doubled, doubler) in entry.marks
    )
    return entry if kept == entry.marks else replace(entry, marks=kept)


def set_tally(entry: Round, item_id: str, seat: int, count: int | None) -> Round:
    """Enter one player's tally of an item, or clear it with None. Others keep theirs, items their order."""
    counts = list(counts_of(entry.tallies, item_id))
    counts[seat] = count
    first, second, third, fourth = counts
    tallies: dict[str, Counts] = dict(entry.tallies)
    tallies[item_id] = (first, second, third, fourth)
    if tallies[item_id] == EMPTY:
        del tallies[item_id]
    return replace(entry, tallies=tuple(tallies.items()))


def fill_derived(contract: Contract, entry: Round) -> Round:
    """Complete the tallies with what can only be one number, in the contract's order of items."""
    tallies: list[Tally] = []
    for item in contract.items:
        counts: Counts = completed(item, counts_of(entry.tallies, item.id))
        tallies.append((item.id, counts))
    return replace(entry, tallies=tuple(tallies))


def save(game: Game) -> Game:
    """Close the open round: its derived tallies become entries, and it joins the saved ones.

    Faults are not raised here but named by `replay` of the game that comes back, all at once.
    """
    entry = _open_round(game)
    contract = game.rule_set.contract(entry.contract)
    if contract is not None:
        entry = fill_derived(contract, entry)
    saved = replace(game, rounds=(*game.rounds, entry), open_round=None, marking_over=False)
    return without_idle_rulings(saved)


def undo(game: Game) -> Game:
    """Take back the last step: an open round is cancelled, else the last saved one opens again.

    Raises:
        ValueError: there is no round to take back.
    """
    if game.open_round is not None:
        return cancel(game)
    if not game.rounds:
        raise ValueError("there is no round to take back")
    return replace(game, rounds=game.rounds[:-1], open_round=game.rounds[-1], marking_over=True, stopped=False)


def correct(game: Game, number: int, entry: Round) -> Game:
    """Put another entry in the place of a saved round; `number` counts from 1."""
    rounds = list(game.rounds)
    rounds[number - 1] = entry
    return replace(game, rounds=tuple(rounds))


def swap_contracts(game: Game, number: int, other: int) -> Game:
    """Swap the contracts of two saved rounds.

    Marks stay with their round. Tallies stay too where both contracts count the same items, else
    they go along with the contract they were counted for.
    """
    rounds = list(game.rounds)
    here, there = rounds[number - 1], rounds[other - 1]
    if {item for item, _ in here.tallies} == {item for item, _ in there.tallies}:
        new_here, new_there = replace(here, contract=there.contract), replace(there, contract=here.contract)
    else:
        new_here = replace(here, contract=there.contract, tallies=there.tallies)
        new_there = replace(there, contract=here.contract, tallies=here.tallies)
    rounds[number - 1], rounds[other - 1] = new_here, new_there
    return replace(game, rounds=tuple(rounds))


def remove_round(game: Game, number: int) -> Game:
    """Take a saved round out; the later ones move up."""
    return replace(game, rounds=game.rounds[: number - 1] + game.rounds[number:])


def insert_round(game: Game, number: int, entry: Round) -> Game:
    """Put a round in at this number; the one that had it and the later ones move down."""
    return replace(game, rounds=(*game.rounds[: number - 1], entry, *game.rounds[number - 1 :]))


def move_round(game: Game, number: int, to: int) -> Game:
    """Give a saved round another number; those between move by one."""
    entry = game.rounds[number - 1]
    return insert_round(remove_round(game, number), to, entry)


def reseat(game: Game, order: Four) -> Game:
    """Seat the players anew: `order` names, for each new seat, the old seat of who sits there now.

    Marks and tallies stay with the person, all roles follow the seats: the first dealer remains
    the same person.
    """
    new_seat = {old: new for new, old in enumerate(order)}

    def moved(entry: Round) -> Round:
        return replace(
            entry,
            marks=tuple((new_seat[doubler], new_seat[doubled]) for doubler, doubled in entry.marks),
            tallies=tuple((item, _permuted(counts, order)) for item, counts in entry.tallies),
            dealer=None if entry.dealer is None else new_seat[entry.dealer],
        )

    first, second, third, fourth = (game.players[old] for old in order)
    return replace(
        game,
        players=(first, second, third, fourth),
        first_dealer=new_seat[game.first_dealer],
        rounds=tuple(moved(entry) for entry in game.rounds),
        open_round=None if game.open_round is None else moved(game.open_round),
    )


def rename(game: Game, players: Names) -> Game:
    """Give the players other names; seats and results stay."""
    return replace(game, players=players)


def lift(game: Game, rulings: Iterable[Ruling]) -> Game:
    """Mark rounds as ruled: add the codes that the table lifts to each round's list."""
    wanted: dict[int, list[Code]] = {}
    for number, code in rulings:
        wanted.setdefault(number, []).append(code)

    def ruled(number: int, entry: Round) -> Round:
        return replace(entry, rulings=tuple(dict.fromkeys((*entry.rulings, *wanted.get(number, ())))))

    open_round = game.open_round
    return replace(
        game,
        rounds=tuple(ruled(number, entry) for number, entry in enumerate(game.rounds, 1)),
        open_round=None if open_round is None else ruled(len(game.rounds) + 1, open_round),
    )


def without_idle_rulings(game: Game) -> Game:
    """Drop from each round the rulings, and the dealer, that no longer lift anything."""
    breaches = {scored.number: scored.breaches for scored in replay(game).rounds}
    rounds = tuple(_kept(entry, breaches.get(number, ())) for number, entry in enumerate(game.rounds, 1))
    open_round = game.open_round
    if open_round is not None:
        position = replay(replace(game, open_round=None)).position
        open_round = _kept(open_round, _applying(begin_round(position, open_round)))
    return replace(game, rounds=rounds, open_round=open_round)


def _kept(entry: Round, breaches: tuple[Code, ...]) -> Round:
    rulings = tuple(code for code in entry.rulings if code in breaches)
    dealer = entry.dealer if Code.DEALER in breaches else None
    if rulings == entry.rulings and dealer == entry.dealer:
        return entry
    return replace(entry, rulings=rulings, dealer=dealer)


def _applying(found: Iterable[RuleViolation]) -> tuple[Code, ...]:
    return tuple(dict.fromkeys(violation.code for violation in found if violation.liftable))


def _open_round(game: Game) -> Round:
    if game.open_round is None:
        raise ValueError("no round is open")
    return game.open_round


def _permuted(counts: Counts, order: Four) -> Counts:
    first, second, third, fourth = (counts[old] for old in order)
    return first, second, third, fourth
