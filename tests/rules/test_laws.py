"""Laws: what holds for every game, whatever was chosen, doubled and counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import editing
from scorekeeper.rules.choosing import Position, check_choice
from scorekeeper.rules.doubling import Mark, check_marks, may_double, settle, settlements
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import places, replay
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, Contract, RuleSet
from scorekeeper.rules.seats import SEATS, Four, left_of
from scorekeeper.rules.tallies import Counts, completed, is_complete, left_to_give
from scorekeeper.rules.violations import LIFTABLE, Code
from tests.rules.builders import (
    ALL_MARKS,
    a_game,
    a_legal_order,
    a_round,
    counts_for,
    games,
    law,
    legal_marks,
    mark_lists,
    orders,
    partial_counts,
    raw_points_of_a_round,
    rule_sets,
)

# Scores


@law
@given(games(ruled=True))
def test_every_legal_game_is_legal_and_every_rule_it_broke_was_lifted(game: Game) -> None:
    played = replay(game)
    assert played.faults == ()
    assert [scored.breaches for scored in played.rounds] == [entry.rulings for entry in game.rounds]


@law
@given(games(ruled=True))
def test_a_round_adds_up_to_its_contract_whatever_was_doubled(game: Game) -> None:
    played = 0
    for scored in replay(game).rounds:
        played += scored.contract.total
        assert sum(scored.raw) == sum(scored.scores) == scored.contract.total
        assert sum(scored.totals) == scored.played == played


@law
@given(games(rounds=12))
def test_a_finished_game_adds_up_to_zero_and_somebody_wins(game: Game) -> None:
    played = replay(game)
    assert played.is_finished
    assert sum(played.totals) == 0
    assert played.winners
    assert [seat for seat in SEATS if places(played.totals)[seat] == 1] == list(played.winners)


@law
@given(games(ruled=True), orders)
def test_when_the_players_change_places_each_takes_his_scores_along(game: Game, order: Four) -> None:
    before, after = replay(game), replay(editing.reseat(game, order))
    for here, there in zip(before.rounds, after.rounds, strict=True):
        assert there.raw == tuple(here.raw[old] for old in order)
        assert there.scores == tuple(here.scores[old] for old in order)
        assert there.totals == tuple(here.totals[old] for old in order)


@law
@given(games(ruled=True), st.sampled_from(SEATS))
def test_when_everybody_moves_up_the_same_way_nothing_is_broken(game: Game, places_on: int) -> None:
    first, second, third, fourth = (left_of(seat, places_on) for seat in SEATS)
    moved = replay(editing.reseat(game, (first, second, third, fourth)))
    assert moved.faults == ()
    assert [scored.breaches for scored in moved.rounds] == [entry.rulings for entry in game.rounds]


@law
@given(raw_points_of_a_round, mark_lists, st.data())
def test_order_and_direction_of_marks_do_not_matter(raw: Four, marks: tuple[Mark, ...], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(marks))
    turned = [mark if data.draw(st.booleans()) else (mark[1], mark[0]) for mark in shuffled]
    assert settle(raw, shuffled) == settle(raw, turned) == settle(raw, marks)


@law
@given(raw_points_of_a_round, mark_lists)
def test_raw_points_and_the_six_lines_are_the_score(raw: Four, marks: tuple[Mark, ...]) -> None:
    scores = list(raw)
    for line in settlements(raw, marks):
        first, second = line.between
        assert line.difference == raw[first] - raw[second]
        scores[first] += line.transfer
        scores[second] -= line.transfer
    assert tuple(scores) == settle(raw, marks)
    assert sum(line.marks for line in settlements(raw, marks)) == len(marks)


@law
@given(st.integers(-300, 300), mark_lists)
def test_equal_points_move_nothing_whoever_doubled(points: int, marks: tuple[Mark, ...]) -> None:
    assert settle((points, points, points, points), marks) == (points, points, points, points)


@law
@given(games())
def test_zero_is_a_whole_number_and_never_minus_zero(game: Game) -> None:
    for scored in replay(game).rounds:
        numbers = (*scored.raw, *scored.scores, *scored.totals, *(line.transfer for line in scored.settlements))
        assert {type(number) for number in numbers} == {int}
        assert "-0" not in map(str, numbers)


WIDEST = [(BONKEN_11, 910, -840, 4680), (BONKEN_12, 1820, -1400, 9360)]
"""Rule set, most and fewest points of one round, and of a whole game in either direction (rules.md, "Doubling")."""


@pytest.mark.parametrize(("rule_set", "most", "fewest", "total"), WIDEST)
def test_the_widest_scores_of_the_rules_can_be_reached(rule_set: RuleSet, most: int, fewest: int, total: int) -> None:
    # Player 0 takes every trick in trumps, player 1 every penalty, and everybody doubles everybody.
    rounds = [
        a_round(contract, taker=0 if rule_set.by_id[contract].is_trump else 1, marks=ALL_MARKS, rule_set=rule_set)
        for contract in a_legal_order(rule_set)
    ]
    played = replay(a_game(*rounds, rule_set=rule_set))
    assert played.faults == ()
    scores = [score for scored in played.rounds for score in scored.scores]
    assert (max(scores), min(scores)) == (most, fewest)
    assert played.totals == (total, -total, 0, 0)


@law
@given(games(ruled=True))
def test_no_score_is_wider_than_the_rules_say(game: Game) -> None:
    most, fewest, total = next(bounds for rule_set, *bounds in WIDEST if rule_set is game.rule_set)
    for scored in replay(game).rounds:
        assert fewest <= min(scored.scores)
        assert max(scored.scores) <= most
        assert -total <= min(scored.totals)
        assert max(scored.totals) <= total


# Marks and tallies


@law
@given(rule_sets, st.sampled_from(SEATS), st.data())
def test_whom_a_speaker_may_mark_is_no_fault_and_anybody_else_is(
    rules: RuleSet, dealer: int, data: st.DataObject
) -> None:
    roles = rules.roles[dealer]
    marks = data.draw(legal_marks(roles))
    assert check_marks(roles, marks, 1) == []
    for doubler in SEATS:
        allowed = {doubled for doubled in SEATS if not check_marks(roles, (*marks, (doubler, doubled)), 1)}
        assert set(may_double(roles, marks, doubler)) == allowed


@law
@given(rule_sets, st.data())
def test_what_is_derived_never_changes_an_entered_tally(rules: RuleSet, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from([item for contract in rules.contracts for item in contract.items]))
    wild = st.none() | st.integers(-2, 15)
    counts: Counts = data.draw(partial_counts(item) | st.tuples(wild, wild, wild, wild))
    filled = completed(item, counts)
    assert all(new == old for new, old in zip(filled, counts, strict=True) if old is not None)
    assert filled == counts or is_complete(item, filled)
    assert completed(item, filled) == filled


@law
@given(rule_sets, st.data())
def test_three_tallies_always_give_the_fourth(rules: RuleSet, data: st.DataObject) -> None:
    item = data.draw(st.sampled_from([item for contract in rules.contracts for item in contract.items]))
    counts = data.draw(counts_for(item))
    assert is_complete(item, counts)
    assert left_to_give(item, counts) == 0
    first, second, third, _ = counts
    assert completed(item, (first, second, third, None)) == counts


# Choosing

Standing = tuple[int, Four, Four]
"""All that choosing depends on once the contracts of a kind are alike: round, trumps and negatives of each player."""


def later(rules: RuleSet, first_dealer: int, standing: Standing) -> Iterator[Standing]:
    """Give every standing that an open choice leads to."""
    number, trumps, negatives = standing
    position = Position(rules, left_of(first_dealer, number - 1), number, {}, list(trumps), list(negatives))
    for is_trump, taken in ((True, trumps), (False, negatives)):
        alike: list[Contract] = [contract for contract in rules.contracts if contract.is_trump == is_trump]
        if sum(taken) < len(alike) and not check_choice(position, alike[0]):
            one, two, three, four = (count + (seat == position.chooser) for seat, count in enumerate(taken))
            more = (one, two, three, four)
            yield (number + 1, more, negatives) if is_trump else (number + 1, trumps, more)


def dead_ends(rules: RuleSet, first_dealer: int) -> tuple[set[Standing], set[Standing]]:
    """Search every standing that can be reached; give those with rounds to play and no open choice, and the ends."""
    start: Standing = (1, (0, 0, 0, 0), (0, 0, 0, 0))
    reached, unseen = {start}, [start]
    stuck, ends = set(), set()
    while unseen:
        standing = unseen.pop()
        if standing[0] > rules.rounds:
            ends.add(standing)
            continue
        following = set(later(rules, first_dealer, standing))
        if not following:
            stuck.add(standing)
        unseen += following - reached
        reached |= following
    return stuck, ends


@pytest.mark.parametrize("rules", [BONKEN_11, BONKEN_12])
@pytest.mark.parametrize("first_dealer", SEATS)
def test_whatever_is_chosen_the_game_can_be_finished(rules: RuleSet, first_dealer: int) -> None:
    stuck, ends = dead_ends(rules, first_dealer)
    assert stuck == set()
    assert {trumps for _, trumps, _ in ends} == {(1, 1, 1, 1)}


@pytest.mark.parametrize("first_dealer", SEATS)
def test_without_the_rule_that_the_last_turn_takes_a_trump_bonken_11_has_seven_dead_ends(first_dealer: int) -> None:
    stuck, _ = dead_ends(replace(BONKEN_11, trump_required=False), first_dealer)
    assert len(stuck) == 7
    for number, trumps, negatives in stuck:
        chooser = BONKEN_11.roles[left_of(first_dealer, number - 1)].chooser
        assert sum(negatives) == 7
        assert trumps[chooser] == 1


def test_the_seven_dead_ends_are_standings_in_rounds_nine_to_eleven() -> None:
    # Dealt by 0 first, seat 1 has two turns as chooser and the others have three.
    assert dead_ends(replace(BONKEN_11, trump_required=False), 0)[0] == {
        (9, (0, 0, 1, 0), (2, 2, 1, 2)),
        (10, (0, 0, 1, 1), (2, 2, 2, 1)),
        (10, (0, 1, 0, 1), (2, 1, 3, 1)),
        (10, (1, 0, 0, 1), (1, 2, 3, 1)),
        (11, (1, 0, 1, 1), (1, 2, 2, 2)),
        (11, (1, 1, 0, 1), (1, 1, 3, 2)),
        (11, (1, 1, 1, 0), (1, 1, 2, 3)),
    }


def test_without_that_rule_bonken_12_still_has_none_since_negative_contracts_are_limited_too() -> None:
    assert dead_ends(replace(BONKEN_12, trump_required=False), 0)[0] == set()


@law
@given(games(ruled=True), st.data())
def test_choosing_agrees_with_the_rules_read_word_by_word(game: Game, data: st.DataObject) -> None:
    rules = game.rule_set
    swapped = data.draw(st.permutations(game.rounds))
    played = replay(replace(game, rounds=tuple(replace(entry, rulings=(), marks=()) for entry in swapped)))
    choosers = [scored.roles.chooser for scored in played.rounds]
    had: list[tuple[int, Contract]] = []
    for index, (scored, chooser) in enumerate(zip(played.rounds, choosers, strict=True)):
        trumps = [who for who, contract in had if contract.is_trump]
        negatives = [who for who, contract in had if not contract.is_trump]
        turns_to_come = [left_of(chooser, step) for step in range(rules.rounds - index)].count(chooser)
        expected = set()
        if scored.contract.is_trump and chooser in trumps:
            expected.add(Code.TRUMP_QUOTA)
        if not scored.contract.is_trump and chooser not in trumps and turns_to_come == 1 and len(trumps) < 4:
            expected.add(Code.TRUMP_REQUIRED)
        if not scored.contract.is_trump and rules.id == "bonken-12" and negatives.count(chooser) >= 2:
            expected.add(Code.NEGATIVE_QUOTA)
        assert set(scored.breaches) - {Code.DEALER} == expected
        had.append((chooser, scored.contract))


# Editing


@law
@given(games(fewest=1, ruled=True, may_be_open=True), st.data())
def test_a_correction_followed_by_its_opposite_changes_nothing(game: Game, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(game.rounds)))
    old = game.rounds[number - 1]
    other = data.draw(st.sampled_from([*game.rounds, Round("nonsense"), a_round("trump-none", marks=[(1, 1)])]))
    assert editing.correct(editing.correct(game, number, other), number, old) == game
    assert editing.insert_round(editing.remove_round(game, number), number, old) == game
    assert editing.remove_round(editing.insert_round(game, number, other), number) == game
    assert editing.rename(editing.rename(game, ("Els", "Finn", "Güney", "Hanne")), game.players) == game


@law
@given(games(fewest=1, ruled=True), st.data())
def test_contracts_swapped_twice_and_a_round_moved_and_moved_back_are_as_before(
    game: Game, data: st.DataObject
) -> None:
    numbers = st.integers(1, len(game.rounds))
    one, other = data.draw(numbers), data.draw(numbers)
    assert editing.swap_contracts(editing.swap_contracts(game, one, other), one, other) == game
    assert editing.move_round(editing.move_round(game, one, other), other, one) == game


@law
@given(games(ruled=True, may_be_open=True), orders)
def test_players_who_go_back_to_their_old_seats_find_everything_as_it_was(game: Game, order: Four) -> None:
    first, second, third, fourth = (order.index(seat) for seat in SEATS)
    assert editing.reseat(editing.reseat(game, order), (first, second, third, fourth)) == game


@law
@given(games(fewest=1, ruled=True))
def test_undo_after_save_gives_back_the_open_round(game: Game) -> None:
    before = replace(game, rounds=game.rounds[:-1], open_round=game.rounds[-1], marking_over=True)
    assert editing.save(before) == game
    assert editing.undo(game) == before


@law
@given(games(fewest=1), st.sampled_from(ALL_MARKS), st.data())
def test_a_mark_or_tally_that_is_entered_and_cleared_again_leaves_the_others_alone(
    game: Game, mark: Mark, data: st.DataObject
) -> None:
    entry = data.draw(st.sampled_from(game.rounds))
    given_first = mark in entry.marks
    once = editing.set_mark(entry, *mark, given=not given_first)
    assert set(editing.set_mark(once, *mark, given=given_first).marks) == set(entry.marks)
    item, counts = data.draw(st.sampled_from(entry.tallies))
    seat = data.draw(st.sampled_from(SEATS))
    cleared = editing.set_tally(entry, item, seat, None)
    assert editing.set_tally(cleared, item, seat, counts[seat]) == entry


@law
@given(games(ruled=True, may_be_open=True))
def test_of_rulings_given_everywhere_only_those_that_apply_stay(game: Game) -> None:
    count = len(game.rounds) + (game.open_round is not None)
    everywhere = [(number, code) for number in range(1, count + 1) for code in sorted(LIFTABLE)]
    assert editing.without_idle_rulings(game) == game
    assert editing.without_idle_rulings(editing.lift(game, everywhere)) == game


@law
@given(games(ruled=True, fewest=1), orders, st.sampled_from(SEATS))
def test_one_confirmation_marks_as_ruled_whatever_new_seats_and_another_first_dealer_break(
    game: Game, order: Four, first_dealer: int
) -> None:
    moved = replace(editing.reseat(game, order), first_dealer=first_dealer)
    broken = replay(moved).faults
    assert {fault.code for fault in broken} <= LIFTABLE
    confirmed = editing.lift(moved, [(fault.round or 0, fault.code) for fault in broken])
    assert replay(confirmed).faults == ()
    assert replay(editing.without_idle_rulings(confirmed)).faults == ()
