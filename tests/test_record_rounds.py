"""The rounds of a game record: doubles, results, rulings, wrong dealers, the open round."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scorekeeper.record import Json, Reason, parse, read, write
from scorekeeper.rules.violations import Code, RuleViolation
from tests.record_builders import a_record, a_written_round, bad, faults, game_of
from tests.rules.builders import a_game, a_round, an_open_round

FAMILY = "👩‍👩‍👧‍👦"


# Rounds


@pytest.mark.parametrize("rounds", [None, {}, "queens", 3])
def test_rounds_are_a_list(rounds: Json) -> None:
    assert bad(a_record() | {"rounds": rounds}) == [(Reason.TYPE, "rounds", "")]


@pytest.mark.parametrize("entry", [None, [], "queens", 1])
def test_a_round_is_an_object(entry: Json) -> None:
    assert bad(a_record(entry)) == [(Reason.TYPE, "rounds.1", "")]


def test_a_round_has_a_contract_and_a_result() -> None:
    assert bad(a_record({}, {"result": {}}, {"contract": "queens"})) == [
        (Reason.MISSING, "rounds.1", "contract"),
        (Reason.MISSING, "rounds.1", "result"),
        (Reason.MISSING, "rounds.2", "contract"),
        (Reason.MISSING, "rounds.3", "result"),
    ]


def test_a_round_without_doubles_had_none() -> None:
    assert game_of(a_record(a_written_round(doubles=None))).rounds[0].marks == ()


@pytest.mark.parametrize(
    "pair", [["Anna"], ["Anna", "Bram", "Cees"], "Anna", {"Anna": "Bram"}, ["Anna", 1], [None, "Anna"], []]
)
def test_a_double_is_a_pair_of_names(pair: Json) -> None:
    assert bad(a_record(a_written_round(doubles=[pair]))) == [(Reason.TYPE, "rounds.1.doubles", "")]


def test_a_double_given_twice_is_refused_and_a_double_back_is_not() -> None:
    twice = a_written_round(doubles=[["Anna", "Bram"], ["Bram", "Anna"], ["Anna", "Bram"]])
    assert bad(a_record(twice)) == [(Reason.DOUBLE_TWICE, "rounds.1.doubles", "Anna, Bram")]
    assert bad(a_record(a_written_round(doubles=[["Zed", "Anna"], ["Zed", "Anna"]]))) == [
        (Reason.DOUBLE_TWICE, "rounds.1.doubles", "Zed, Anna")
    ]


def test_a_player_who_is_absent_from_an_item_took_none() -> None:
    assert game_of(a_record(a_written_round(result={"queens": {"Bram": 4}}))).rounds[0].tallies == (
        ("queens", (0, 4, 0, 0)),
    )


@pytest.mark.parametrize("count", [4.0, True, False, "4", None, [4], {}, 1e1, -0.0])
def test_a_count_is_a_whole_number(count: Json) -> None:
    entry = a_written_round(result={"queens": {"Anna": count}})
    assert bad(a_record(entry)) == [(Reason.TYPE, "rounds.1.result.queens.Anna", "")]


@pytest.mark.parametrize("spelling", ["4.0", "4e0", "-0.0", "1e400"])
def test_a_count_with_a_point_or_an_exponent_is_not_a_whole_number(spelling: str) -> None:
    text = json.dumps(a_record(a_written_round())).replace('"Anna": 4', f'"Anna": {spelling}')
    assert bad(parse(text)) == [(Reason.TYPE, "rounds.1.result.queens.Anna", "")]


def test_minus_zero_is_zero() -> None:
    text = json.dumps(a_record(a_written_round())).replace('"Anna": 4', '"Anna": 4, "Bram": -0')
    assert game_of(parse(text)).rounds[0] == a_round("queens")


@pytest.mark.parametrize("taken", [4, None, [], "Anna", True])
def test_the_tallies_of_an_item_are_by_player(taken: Json) -> None:
    assert bad(a_record(a_written_round(result={"queens": taken}))) == [(Reason.TYPE, "rounds.1.result.queens", "")]


@pytest.mark.parametrize(
    ("result", "found", "seat"),
    [
        ({"queens": {"Anna": 3}}, 3, None),
        ({"queens": {"Anna": 3, "Bram": 2}}, 5, None),
        ({"queens": {}}, 0, None),
        ({}, 0, None),
        ({"queens": {"Anna": 5, "Bram": -1}}, -1, 1),
        ({"queens": {"Anna": 10**50}}, 10**50, None),
    ],
)
def test_tallies_that_do_not_add_up_say_what_they_are(result: Json, found: int, seat: int | None) -> None:
    assert read(a_record(a_written_round(result=result))).faults == (
        RuleViolation(
            Code.WRONG_COUNT, 1, "tally-queens", contract="queens", item="queens", expected=4, found=found, seat=seat
        ),
    )


def test_an_item_that_the_contract_does_not_count_is_named() -> None:
    entry = a_written_round(result={"queens": {"Anna": 4}, "aces": {"Anna": 1}})
    assert faults(a_record(entry)) == [(1, "unknown-item")]


def test_a_player_who_is_not_in_the_game_is_named_once_and_not_his_missing_count() -> None:
    reading = read(a_record(a_written_round(result={"queens": {"Zed": 3, "Anna": 1}})))
    assert reading.faults == (RuleViolation(Code.UNKNOWN_PLAYER, 1, "tally-queens", name="Zed"),)


def test_an_unknown_player_does_not_hide_the_fault_of_another_item_or_round() -> None:
    kings = a_written_round("kings-and-jacks", result={"kings": {"Zed": 4}, "jacks": {"Anna": 3}})
    aces = a_written_round(result={"queens": {"Anna": 4}, "aces": {"Zed": 1}})
    assert faults(a_record(kings, aces, a_written_round("nonsense"))) == [
        (1, "unknown-player"),
        (1, "wrong-count"),
        (2, "unknown-player"),
        (2, "unknown-item"),
        (3, "unknown-contract"),
    ]


def test_names_are_players_only_in_their_own_spelling() -> None:
    assert faults(a_record(a_written_round(result={"queens": {"anna": 4}}))) == [(1, "unknown-player")]


def test_unknown_players_in_doubles_are_named() -> None:
    entry = a_written_round(doubles=[["Zed", "Anna"], ["Bram", "Yan"], ["Zed", "Zed"], ["Xi", "Yan"]])
    reading = read(a_record(entry))
    assert [(fault.field, fault.name) for fault in reading.faults] == [
        ("marks", "Zed"),
        ("marks", "Yan"),
        ("marks", "Zed"),
        ("marks", "Xi"),
        ("marks", "Yan"),
    ]
    assert {fault.code for fault in reading.faults} == {Code.UNKNOWN_PLAYER}


def test_faults_come_in_the_order_of_the_rounds() -> None:
    document = a_record(
        a_written_round(doubles=[["Anna", "Anna"]]),
        a_written_round(),
        a_written_round("ducking", result={"tricks": {"Zed": 13}}),
        a_written_round("nonsense"),
    )
    assert faults(document) == [
        (1, "self-double"),
        (2, "contract-already-played"),
        (3, "unknown-player"),
        (4, "unknown-contract"),
    ]


def test_after_the_first_round_too_many_nothing_is_checked() -> None:
    rounds = write(a_game(count=11))["rounds"]
    assert isinstance(rounds, list)
    surplus: list[Json] = [a_written_round(result={"queens": {"Zed": 4}}), a_written_round("nonsense")]
    assert faults(a_record(*rounds, *surplus)) == [(12, "too-many-rounds")]
    assert faults(a_record(*rounds, a_written_round(result=None, open=True))) == [(12, "too-many-rounds")]


# Rulings


def test_a_ruling_lists_the_codes_that_the_table_lifted() -> None:
    ruled = a_written_round(doubles=[["Cees", "Anna"]], ruling=["chooser-doubles-first"])
    assert game_of(a_record(ruled)).rounds[0].rulings == (Code.CHOOSER_DOUBLES_FIRST,)
    assert faults(a_record(a_written_round(doubles=[["Cees", "Anna"]]))) == [(1, "chooser-doubles-first")]


def test_a_ruling_that_lifts_nothing_is_read_as_it_is() -> None:
    idle = a_written_round(ruling=["trump-quota", "dealer"])
    assert game_of(a_record(idle)).rounds[0].rulings == (Code.TRUMP_QUOTA, Code.DEALER)
    assert write(game_of(a_record(idle))) == a_record(idle)


@pytest.mark.parametrize(
    "code", ["wrong-count", "contract-already-played", "too-many-trumps", "self-double", "bad-record", "x", ""]
)
def test_arithmetic_cannot_be_ruled_away(code: str) -> None:
    assert bad(a_record(a_written_round(ruling=[code]))) == [(Reason.RULING, "rounds.1.ruling", code)]


@pytest.mark.parametrize("ruling", [None, "dealer", {"dealer": 1}, 3, [1], [None], [["dealer"]]])
def test_a_ruling_is_a_list_of_codes(ruling: Json) -> None:
    assert bad(a_record(a_written_round() | {"ruling": ruling})) == [(Reason.RULING, "rounds.1.ruling", "")]


def test_a_code_is_lifted_once() -> None:
    twice = a_written_round(ruling=["dealer", "dealer"])
    assert bad(a_record(twice)) == [(Reason.RULING, "rounds.1.ruling", "dealer")]


def test_an_empty_ruling_says_nothing_and_is_not_written() -> None:
    assert write(game_of(a_record(a_written_round(ruling=[])))) == a_record(a_written_round())


def test_a_wrong_dealer_is_kept_with_his_ruling_and_the_deal_passes_on_from_him() -> None:
    document = a_record(
        a_written_round(dealer="Dirk", ruling=["dealer"]), a_written_round("ducking", result={"tricks": {"Bram": 13}})
    )
    played = read(document).played
    assert played is not None
    assert played.faults == ()
    assert [scored.roles.dealer for scored in played.rounds] == [3, 0]
    assert write(played.game) == document


def test_a_dealer_without_the_ruling_is_refused() -> None:
    assert bad(a_record(a_written_round(dealer="Dirk"))) == [(Reason.DEALER, "rounds.1.dealer", "Dirk")]
    assert bad(a_record(a_written_round(dealer="Dirk", ruling=["trump-quota"]))) == [
        (Reason.DEALER, "rounds.1.dealer", "Dirk")
    ]


@pytest.mark.parametrize(("dealer", "named"), [("Zed", "Zed"), (3, ""), (None, ""), (["Dirk"], "")])
def test_a_dealer_is_one_of_the_players(dealer: Json, named: str) -> None:
    entry = a_written_round(ruling=["dealer"]) | {"dealer": dealer}
    assert bad(a_record(entry)) == [(Reason.DEALER, "rounds.1.dealer", named)]


# The open round


def test_the_last_round_may_be_open_with_the_tallies_entered_so_far() -> None:
    open_round = a_written_round(doubles=[["Anna", "Dirk"]], result={"queens": {"Anna": 1, "Bram": 0}}, open=True)
    game = game_of(a_record(a_written_round("ducking", result={"tricks": {"Anna": 13}}), open_round))
    assert game.rounds == (a_round("ducking"),)
    assert game.open_round == an_open_round("queens", marks=[(0, 3)], tallies=[("queens", (1, 0, None, None))])


def test_an_open_round_needs_no_result() -> None:
    document = a_record(a_written_round(result=None, open=True))
    assert game_of(document).open_round == an_open_round("queens")
    assert write(game_of(document)) == document


def test_only_the_last_round_may_be_open() -> None:
    assert bad(a_record(a_written_round(open=True), a_written_round("domino"))) == [(Reason.OPEN, "rounds.1.open", "")]


@pytest.mark.parametrize("value", [1, "true", None, []])
def test_open_is_yes_or_no(value: Json) -> None:
    assert bad(a_record(a_written_round() | {"open": value})) == [(Reason.TYPE, "rounds.1.open", "")]


def test_a_round_that_says_it_is_not_open_is_a_saved_one() -> None:
    assert game_of(a_record(a_written_round(open=False))) == a_game(a_round("queens"))


def test_an_open_round_is_checked_as_far_as_it_goes() -> None:
    open_round = a_written_round(
        doubles=[["Cees", "Anna"], ["Bram", "Bram"]],
        result={"queens": {"Anna": -1, "Bram": 5, "Zed": 1}, "aces": {"Cees": 1}},
        open=True,
    )
    assert faults(a_record(open_round)) == [
        (1, "unknown-player"),
        (1, "chooser-doubles-first"),
        (1, "self-double"),
        (1, "unknown-item"),
    ]
    negative = a_written_round(result={"queens": {"Anna": -1, "Bram": 5}}, open=True)
    assert faults(a_record(negative)) == [(1, "wrong-count"), (1, "wrong-count")]


def test_an_open_round_can_carry_a_ruling_and_a_dealer() -> None:
    document = a_record(a_written_round(ruling=["dealer"], dealer="Bram", open=True))
    game = game_of(document)
    assert game.open_round == replace(
        a_round("queens"), rulings=(Code.DEALER,), dealer=1, tallies=(("queens", (4, None, None, None)),)
    )
    assert write(game) == document
