"""Corrections of saved rounds, each replayed through the whole game before anything is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from scorekeeper.rules.editing import Ruling
from scorekeeper.rules.game import Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import UNCHANGED, Clash, Conflict, Rejected, Submission, What
from scorekeeper.services.correcting import correct_round, insert_round, move_round, remove_round
from scorekeeper.services.playing import choose_contract
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from tests.rules.builders import a_game, a_legal_order, a_round, an_open_round
from tests.services.conftest import SECOND_TRUMP, Table, a_table, codes, no_change, one_change, ruled, rulings_for
from tests.storage.conftest import nothing_saved

ORDER = a_legal_order()
"""Four trumps, then ducking, hearts, kings-and-jacks, queens, king-of-hearts, last-trick, domino."""


def contracts(table: Table) -> list[str]:
    return [entry.contract for entry in table.game.rounds]


def rulings(table: Table) -> list[Ruling]:
    return [(number, code) for number, entry in enumerate(table.game.rounds, 1) for code in entry.rulings]


Rearranging = Callable[[Table, Submission, Sequence[Ruling]], Answer]


def put_in(table: Table, form: Submission, rulings: Sequence[Ruling] = ()) -> Answer:
    """Put a domino in as the first round of the game that has three."""
    return insert_round(table.database, form, 1, a_round("domino"), versions=VERSIONS, rulings=rulings)


def take_out(table: Table, form: Submission, rulings: Sequence[Ruling] = ()) -> Answer:
    """Take out the first round of the game that has three."""
    return remove_round(table.database, form, 1, versions=VERSIONS, rulings=rulings)


def move(table: Table, form: Submission, rulings: Sequence[Ruling] = ()) -> Answer:
    """Make the first round of the game that has three the third one."""
    return move_round(table.database, form, 1, 3, versions=VERSIONS, rulings=rulings)


VERSIONS = "1,1,1,0"
"""Of three rounds that were not changed yet, and none that is open."""
rearrangings = pytest.mark.parametrize("rearrange", [put_in, take_out, move])


# One round


def test_round_two_is_corrected_after_round_nine(database: Database) -> None:
    table = a_table(database, a_game(count=9))
    entry = a_round("trump-diamonds", marks=[(0, 1)], tallies=[("tricks", (6, 7, 0, 0))])
    before = replay(table.game)
    with one_change(table, What.CORRECTED, 2):
        correct_round(database, table.form(), 2, entry, version=1)
    assert table.game.rounds == (before.game.rounds[0], entry, *before.game.rounds[2:])
    assert table.stored.versions == (1, 2, 1, 1, 1, 1, 1, 1, 1)
    after = replay(table.game)
    moved = [new - old for new, old in zip(after.totals, before.totals, strict=True)]
    # Anna had 130; now she has 60 − 10, and Bram 70 + 10.
    assert moved == [-80, 80, 0, 0]


def test_what_leaves_everything_as_it_was_is_no_change(database: Database) -> None:
    entry = a_round("trump-hearts", marks=[(0, 1), (0, 2)], tallies=[("tricks", (6, 7, 0, 0))])
    table = a_table(database, a_game(entry, "ducking"))
    same = replace(entry, marks=((0, 2), (0, 1)))
    form, versions = table.form(), table.stored.versions_text
    with nothing_saved(database):
        assert correct_round(database, form, 1, same, version=1) == Answer(table.id, UNCHANGED, 1, 1)
        assert move_round(database, form, 2, 2, versions=versions) == Answer(table.id, UNCHANGED, 2, 1)
    # The form's key is still good.
    with one_change(table, What.MOVED, 1):
        move_round(database, form, 1, 2, versions=versions)


def test_a_correction_takes_what_can_only_be_one_number(database: Database) -> None:
    table = a_table(database, a_game("queens"))
    short = a_round("queens", tallies=[("queens", (2, None, 1, 0))])
    correct_round(database, table.form(), 1, short, version=1)
    assert table.game.rounds[0].tallies == (("queens", (2, 1, 1, 0)),)


def test_a_correction_of_a_round_that_was_corrected_meanwhile_meets_it(database: Database) -> None:
    table = a_table(database, a_game(count=3))
    correct_round(database, table.form(), 2, a_round(ORDER[1], taker=1), version=1)
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        correct_round(database, table.form(browser="other"), 2, a_round(ORDER[1], taker=2), version=1)
    assert caught.value.clash is Clash.VERSION
    assert caught.value.stored.versions == (1, 2, 1)
    with one_change(table, What.CORRECTED, 3, browser="other"):
        correct_round(database, table.form(browser="other"), 3, a_round(ORDER[2], taker=2), version=1)


@pytest.mark.parametrize("number", [-1, 0, 4, 99])
def test_a_round_that_is_not_there_is_not_corrected(number: int, database: Database) -> None:
    table = a_table(database, a_game(count=3))
    with nothing_saved(database), pytest.raises(Conflict):
        correct_round(database, table.form(), number, a_round("domino"), version=1)


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (a_round("queens", tallies=[("queens", (5, -1, 0, 0))]), [(2, Code.WRONG_COUNT)]),
        (a_round("queens", tallies=[("queens", (3, 0, 0, 0))]), [(2, Code.WRONG_COUNT)]),
        (a_round("queens", tallies=[("queens", (None, None, 1, 1))]), [(2, Code.WRONG_COUNT)]),
        (a_round("queens", tallies=[("queens", (10**30, 0, 0, 0))]), [(2, Code.WRONG_COUNT)]),
        (a_round("queens", marks=[(1, 1)]), [(2, Code.SELF_DOUBLE)]),
        (a_round("hearts"), [(2, Code.CONTRACT_ALREADY_PLAYED)]),
        (a_round("ducking"), [(3, Code.CONTRACT_ALREADY_PLAYED)]),
        (Round("whist"), [(2, Code.UNKNOWN_CONTRACT)]),
    ],
)
def test_what_can_not_be_is_not_a_correction(entry: Round, found: list[tuple[int, Code]], database: Database) -> None:
    table = a_table(database, a_game("hearts", "domino", "ducking"))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        correct_round(database, table.form(), 2, entry, version=1)
    assert codes(caught.value.violations) == found
    assert not caught.value.can_be_ruled


def test_later_rounds_that_break_a_rule_are_named_and_ruled_by_one_confirmation(database: Database) -> None:
    # Cees had his trump in round 1; when that was hearts, he must take a trump in one of the rounds 5 and 9.
    table = a_table(database, a_game("trump-clubs", *ORDER[1:4], "ducking", "hearts", "queens", "domino", "last-trick"))
    form = table.form()
    entry = a_round("king-of-hearts")
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        correct_round(database, form, 1, entry, version=1)
    assert rulings_for(caught.value) == [(9, Code.TRUMP_REQUIRED)]
    with one_change(table, What.CORRECTED, 1):
        correct_round(database, form, 1, entry, version=1, rulings=rulings_for(caught.value))
    assert rulings(table) == [(9, Code.TRUMP_REQUIRED)]
    assert table.stored.versions == (2, 1, 1, 1, 1, 1, 1, 1, 2)
    # Once it is put right again, the ruling lifts nothing any more and goes.
    correct_round(database, table.form(), 1, a_round("trump-clubs"), version=2)
    assert rulings(table) == []


def test_who_dealt_is_corrected_with_a_ruling_and_the_turns_after_it_follow(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens", "ducking"))
    entry = a_round("queens", dealer=3)
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        correct_round(database, table.form(), 2, entry, version=1)
    assert rulings_for(caught.value) == [(2, Code.DEALER)]
    correct_round(database, table.form(), 2, entry, version=1, rulings=rulings_for(caught.value))
    assert table.game.rounds[1] == ruled(a_round("queens"), Code.DEALER, dealer=3)
    assert [scored.roles.dealer for scored in replay(table.game).rounds] == [0, 3, 0]


def test_a_correction_while_a_round_is_open_leaves_that_alone(database: Database) -> None:
    table = a_table(database, a_game("hearts", open_round=an_open_round("queens", marks=[(0, 1)])))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        correct_round(database, table.form(), 1, a_round("queens"), version=1)
    assert codes(caught.value.violations) == [(2, Code.CONTRACT_ALREADY_PLAYED)]
    correct_round(database, table.form(), 1, a_round("ducking"), version=1)
    assert table.open_round == an_open_round("queens", marks=[(0, 1)])
    assert table.open_version == 1


# Two contracts swapped


def test_two_contracts_of_the_same_items_are_swapped_and_the_tallies_stay(database: Database) -> None:
    ducking = a_round("ducking", marks=[(0, 1)], taker=1)
    trumps = a_round("trump-hearts", taker=3)
    table = a_table(database, a_game(ducking, "hearts", trumps))
    mine = replace(ducking, contract="trump-hearts")
    with one_change(table, What.SWAPPED, 1):
        correct_round(database, table.form(), 1, mine, version=1, swap_with=3)
    assert table.game.rounds == (mine, a_round("hearts"), replace(trumps, contract="ducking"))
    assert table.stored.versions == (2, 1, 2)


def test_two_contracts_of_different_items_are_swapped_with_their_tallies(database: Database) -> None:
    queens = a_round("queens", marks=[(0, 1)], taker=1)
    jacks = a_round("kings-and-jacks", taker=2)
    table = a_table(database, a_game(queens, "hearts", jacks))
    with one_change(table, What.SWAPPED, 1):
        mine = a_round("kings-and-jacks", marks=[(0, 1)], tallies=())
        correct_round(database, table.form(), 1, mine, version=1, swap_with=3)
    assert table.game.rounds[0] == a_round("kings-and-jacks", marks=[(0, 1)], taker=2)
    assert table.game.rounds[2] == a_round("queens", taker=1)


def test_tallies_that_were_typed_for_the_new_contract_are_kept(database: Database) -> None:
    table = a_table(database, a_game(a_round("queens", taker=1), a_round("hearts", taker=2)))
    correct_round(database, table.form(), 1, a_round("hearts", taker=3), version=1, swap_with=2)
    assert table.game.rounds == (a_round("hearts", taker=3), a_round("queens", taker=1))


def test_where_the_other_round_has_another_contract_by_now_nothing_is_swapped(database: Database) -> None:
    table = a_table(database, a_game("queens", "hearts"))
    correct_round(database, table.form(browser="other"), 2, a_round("domino", taker=3), version=1)
    with one_change(table, What.CORRECTED, 1):
        correct_round(database, table.form(), 1, a_round("hearts"), version=1, swap_with=2)
    assert table.game.rounds == (a_round("hearts"), a_round("domino", taker=3))


@pytest.mark.parametrize("other", [-1, 0, 3, 99])
def test_there_is_no_swapping_with_a_round_that_is_not_there(other: int, database: Database) -> None:
    table = a_table(database, a_game("queens", "hearts"))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        correct_round(database, table.form(), 1, a_round("hearts"), version=1, swap_with=other)
    assert codes(caught.value.violations) == [(2, Code.CONTRACT_ALREADY_PLAYED)]


def test_a_swap_is_checked_as_one(database: Database) -> None:
    table = a_table(database, a_game(*SECOND_TRUMP, "queens"))
    mine = a_round("trump-clubs")
    form = table.form()
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        correct_round(database, form, 5, replace(mine, marks=((2, 0),)), version=1, swap_with=1)
    assert rulings_for(caught.value) == [(5, Code.CHOOSER_DOUBLES_FIRST)]
    correct_round(database, form, 5, mine, version=1, swap_with=1)
    assert contracts(table) == ["queens", "ducking", "hearts", "domino", "trump-clubs"]


# Put in, take out, move


def test_a_forgotten_round_is_put_in_and_the_later_ones_move_down(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens", open_round=an_open_round("ducking")))
    short = a_round("domino", tallies=[("last-out", (None, 1, None, None))])
    with one_change(table, What.INSERTED, 2):
        insert_round(database, table.form(), 2, short, versions="1,1,1")
    assert contracts(table) == ["hearts", "domino", "queens"]
    assert table.game.rounds[1] == a_round("domino", taker=1)
    assert (table.stored.versions, table.open_version) == ((1, 2, 2), 2)


def test_a_forgotten_round_can_be_the_last_one_before_the_open_one(database: Database) -> None:
    table = a_table(database, a_game("hearts", open_round=an_open_round("ducking")))
    insert_round(database, table.form(), 2, a_round("domino"), versions="1,1")
    assert table.game == a_game("hearts", "domino", open_round=an_open_round("ducking"))


def test_a_round_that_was_never_played_is_taken_out_and_the_later_ones_move_up(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens", "domino", open_round=an_open_round("ducking")))
    with one_change(table, What.REMOVED, 2):
        remove_round(database, table.form(), 2, versions="1,1,1,1")
    assert table.game == a_game("hearts", "domino", open_round=an_open_round("ducking"))
    assert table.stored.versions_text == "1,2,2"


@pytest.mark.parametrize(
    ("number", "to", "order"),
    [
        (1, 3, ["queens", "domino", "hearts"]),
        (3, 1, ["domino", "hearts", "queens"]),
        (2, 3, ["hearts", "domino", "queens"]),
        (2, 1, ["queens", "hearts", "domino"]),
    ],
)
def test_a_round_is_given_another_place(number: int, to: int, order: list[str], database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens", "domino"))
    with one_change(table, What.MOVED, number):
        move_round(database, table.form(), number, to, versions="1,1,1,0")
    assert contracts(table) == order


@pytest.mark.parametrize("number", [-1, 0, 4, 99])
def test_a_place_that_is_not_there_is_refused_and_never_counted_from_the_end(number: int, database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens", "domino"))
    versions = table.stored.versions_text
    with nothing_saved(database):
        with pytest.raises(Conflict):
            remove_round(database, table.form(), number, versions=versions)
        with pytest.raises(Conflict):
            move_round(database, table.form(), number, 1, versions=versions)
        with pytest.raises(Conflict):
            move_round(database, table.form(), 1, number, versions=versions)
        if number != 4:
            with pytest.raises(Conflict):
                insert_round(database, table.form(), number, a_round("ducking"), versions=versions)


@rearrangings
def test_rounds_that_changed_meanwhile_are_not_rearranged(rearrange: Rearranging, database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens", "ducking"))
    choose_contract(database, table.form(browser="other"), "king-of-hearts", number=4)
    with nothing_saved(database), pytest.raises(Conflict) as caught:
        rearrange(table, table.form(), ())
    assert caught.value.clash is Clash.VERSION


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (a_round("hearts"), Code.CONTRACT_ALREADY_PLAYED),
        (Round("whist"), Code.UNKNOWN_CONTRACT),
        (Round("domino"), Code.WRONG_COUNT),
    ],
)
def test_a_round_that_can_not_be_is_not_put_in(entry: Round, code: Code, database: Database) -> None:
    table = a_table(database, a_game("queens", "hearts"))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        insert_round(database, table.form(), 1, entry, versions="1,1,0")
    assert code in {found for _, found in codes(caught.value.violations)}
    assert not caught.value.can_be_ruled


def test_a_finished_game_has_no_place_for_another_round(database: Database) -> None:
    table = a_table(database, a_game(count=11))
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        insert_round(database, table.form(), 5, a_round("trump-none"), versions=table.stored.versions_text)
    assert Code.TOO_MANY_ROUNDS in {found for _, found in codes(caught.value.violations)}


@rearrangings
def test_turns_that_shift_break_rules_and_one_confirmation_rules_them(
    rearrange: Rearranging, database: Database
) -> None:
    # Dirk chose queens, and Cees and Anna doubled Bram. Cees chooses in round 1 and Anna in round 3.
    table = a_table(database, a_game("hearts", a_round("queens", marks=[(2, 1), (0, 1)]), "ducking"))
    form = table.form()
    with nothing_saved(database), pytest.raises(Rejected) as caught:
        rearrange(table, form, ())
    wanted = rulings_for(caught.value)
    assert {code for _, code in wanted} == {Code.CHOOSER_DOUBLES_FIRST}
    rearrange(table, form, wanted)
    assert rulings(table) == wanted
    assert replay(table.game).faults == ()


@rearrangings
def test_a_change_sent_twice_is_one(rearrange: Rearranging, database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens", "ducking"))
    form = table.form()
    answer = rearrange(table, form, ())
    with no_change(table):
        assert rearrange(table, form, ()) == answer
