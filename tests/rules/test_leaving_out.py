"""Leaving a step out of a game: what the game would be, and what stands in the way."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import editing
from scorekeeper.rules.editing import reseat
from scorekeeper.rules.game import Game
from scorekeeper.rules.leaving_out import Kind, Part, carried, changed_parts, combined, seating, without
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.rules.violations import Code
from tests.rules.builders import a_game, a_round, an_open_round, dressed, games, law, orders

PLAYED = a_game("hearts", a_round("queens", taker=1), open_round=an_open_round("domino", marks=[(0, 1)]))
EVA = ("Eva", "Bram", "Cees", "Dirk")


def parts(*rounds: int) -> frozenset[Part]:
    return frozenset(Part(Kind.ROUND, number) for number in rounds)


def left_out(before: Game, after: Game, present: Game, later: Sequence[Four] = ()) -> Game | frozenset[Part]:
    return without(before, after, later, present)


# Who sits where


def test_names_that_stay_are_no_new_seats() -> None:
    assert seating(PLAYED, replace(PLAYED, first_dealer=2, rounds=())) == SEATS


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (3, 2, 1, 0), (1, 2, 3, 0)])
def test_results_tell_a_swap_of_seats_from_a_swap_of_names(order: Four) -> None:
    game = a_game(a_round("hearts", tallies=[("hearts", (1, 2, 3, 7))]))
    moved = reseat(game, order)
    assert seating(game, moved) == order
    assert seating(game, replace(game, players=moved.players)) == SEATS


def test_before_anything_was_played_names_tell_who_sits_where() -> None:
    game = a_game()
    assert seating(game, reseat(game, (1, 0, 2, 3))) == (1, 0, 2, 3)
    assert seating(game, replace(game, players=EVA)) == SEATS


def test_where_nothing_fits_nobody_moved() -> None:
    assert seating(PLAYED, replace(a_game("domino"), players=EVA)) == SEATS


@law
@given(st.lists(orders, max_size=4))
def test_several_orders_make_one(several: list[Four]) -> None:
    assert carried(PLAYED, several) == carried(PLAYED, [combined(several)])


# What a step changed


def test_each_part_that_changed_is_told() -> None:
    after = replace(PLAYED, players=EVA, first_dealer=1, title="Friday", stopped=True, open_round=None)
    after = replace(after, played_on=datetime.date(2026, 11, 27), rounds=(PLAYED.rounds[0], a_round("queens")))
    kinds = (Kind.NAME, Kind.FIRST_DEALER, Kind.TITLE, Kind.DATE, Kind.STOPPED)
    assert changed_parts(PLAYED, after) == {*(Part(kind) for kind in kinds), *parts(2, 3)}


def test_who_was_only_seated_anew_has_the_same_results() -> None:
    assert changed_parts(PLAYED, reseat(PLAYED, (1, 0, 2, 3))) == {Part(Kind.SEATS)}


def test_the_order_of_entries_and_empty_tallies_are_no_change() -> None:
    marks = replace(PLAYED, open_round=an_open_round("domino", marks=[(0, 1), (0, 2)]))
    empty = ("last-out", (None, None, None, None))
    turned = replace(PLAYED, open_round=an_open_round("domino", marks=[(0, 2), (0, 1)], tallies=[empty]))
    assert changed_parts(marks, turned) == frozenset()


# Leaving out


@law
@given(dressed(games(ruled=True, may_be_open=True)), dressed(games(ruled=True, may_be_open=True)))
def test_without_the_last_step_the_game_is_as_it_was(before: Game, after: Game) -> None:
    # Nothing is opened or closed in a game while it is stopped.
    is_as_open = before.open_round is None or (after.open_round is not None and len(after.rounds) == len(before.rounds))
    before = replace(before, rule_set=after.rule_set, stopped=before.stopped and is_as_open)
    found = left_out(before, after, after)
    assert isinstance(found, Game)
    assert changed_parts(before, found) == frozenset()


@law
@given(games(fewest=2), orders, orders)
def test_an_earlier_step_is_left_out_for_the_people_whom_it_concerned(game: Game, one: Four, other: Four) -> None:
    corrected = editing.correct(game, 1, replace(game.rounds[0], marks=(), rulings=(Code.TRUMP_QUOTA,), dealer=3))
    steps = [seating(corrected, reseat(corrected, one))]
    present = reseat(corrected, steps[0])
    steps.append(seating(present, reseat(present, other)))
    present = replace(reseat(present, steps[1]), title="Friday")
    found = left_out(game, corrected, present, steps)
    assert found == replace(carried(game, steps), title="Friday")


SINCE = {
    "a title was changed": (
        (replace(PLAYED, title="A"), replace(PLAYED, title="B")),
        replace(PLAYED, title="C"),
        {Part(Kind.TITLE)},
    ),
    "a round was corrected": (
        (PLAYED, editing.correct(PLAYED, 1, a_round("hearts", taker=1))),
        editing.correct(PLAYED, 1, a_round("hearts", taker=2)),
        parts(1),
    ),
    "a name was given to another": (
        (a_game(), a_game(players=EVA)),
        a_game(players=("Eva", "Bram", "ANNA", "Dirk")),
        {Part(Kind.NAME, seat) for seat in (1, 2, 3)},
    ),
    "a round was played after one that would be gone": (
        (a_game(), a_game("hearts")),
        a_game("hearts", "queens"),
        parts(2),
    ),
    "a round was chosen after one that would be open": (
        (a_game(open_round=a_round("hearts")), a_game("hearts")),
        a_game("hearts", open_round=an_open_round("queens")),
        parts(2),
    ),
    "an open round is before one that would be back": (
        (a_game("hearts", open_round=an_open_round("queens")), a_game("hearts")),
        a_game(open_round=a_round("hearts")),
        parts(1),
    ),
    "nothing is before one that would be back": (
        (a_game("hearts", open_round=an_open_round("queens")), a_game("hearts")),
        a_game(),
        parts(1),
    ),
    "the game was stopped and a round would be open": (
        (a_game(open_round=an_open_round("queens")), a_game()),
        a_game(stopped=True),
        {Part(Kind.STOPPED)},
    ),
    "a round was played in a game that would be stopped": (
        (a_game("hearts", stopped=True), a_game("hearts")),
        a_game("hearts", "queens"),
        parts(2),
    ),
    "a round is open in a game that would be stopped": (
        (a_game("hearts", stopped=True), a_game("hearts")),
        a_game(open_round=a_round("hearts")),
        parts(1),
    ),
}


@pytest.mark.parametrize(("step", "present", "found"), SINCE.values(), ids=SINCE.keys())
def test_what_was_changed_since_stands_in_the_way(
    step: tuple[Game, Game], present: Game, found: frozenset[Part]
) -> None:
    assert left_out(*step, present) == found


def test_seats_that_were_changed_since_stand_in_the_way_of_seats() -> None:
    one, other = (1, 0, 2, 3), (0, 2, 1, 3)
    seated = reseat(PLAYED, one)
    assert left_out(PLAYED, seated, reseat(seated, other), [other]) == frozenset({Part(Kind.SEATS)})
    # Changed and changed back they do not.
    assert left_out(PLAYED, seated, seated, [other, other]) == PLAYED


def test_a_round_that_waits_in_a_stopped_game_is_in_nobodys_way() -> None:
    waiting = a_game("hearts", open_round=an_open_round("queens"), stopped=True)
    entered = replace(waiting, open_round=an_open_round("queens", marks=[(0, 1)]))
    resumed = replace(waiting, stopped=False)
    assert left_out(waiting, replace(waiting, title="Friday"), replace(waiting, title="Friday")) == waiting
    assert left_out(resumed, waiting, waiting) == resumed
    assert left_out(waiting, resumed, resumed) == waiting
    # What was entered before the stop is taken back while the round waits, or since it goes on.
    assert left_out(resumed, replace(entered, stopped=False), entered) == waiting
    assert left_out(waiting, resumed, replace(entered, stopped=False)) == entered
    saved = a_game("hearts", "queens")
    assert left_out(waiting, resumed, saved) == parts(2)


def test_a_stopped_game_stays_stopped_without_a_title() -> None:
    stopped = a_game("hearts", stopped=True)
    assert left_out(stopped, replace(stopped, title="Friday"), replace(stopped, title="Friday")) == stopped
