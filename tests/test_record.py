"""The game record: what is read, what is refused and how, and what is written."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import Json, NotJson, Reason, parse, read, write
from scorekeeper.rules.game import Game
from tests.record_builders import a_record, a_written_round, bad, game_of, without
from tests.rules.builders import a_game, a_round, an_open_round, dressed, games, law

FAMILY = "👩‍👩‍👧‍👦"


# Parsing


def test_a_record_is_utf_8_with_or_without_a_byte_order_mark() -> None:
    assert parse('{"é": 1}'.encode()) == {"é": 1}
    assert parse(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
    assert parse('{"a": 1}') == {"a": 1}


@pytest.mark.parametrize(
    "text",
    [b"", b" ", b"{", b"[1,]", b'{"a": 01}', b"{'a': 1}", b'"\xff"', "{}".encode("utf-16"), b'{"a": "\x01"}', b"{} {}"],
)
def test_what_is_not_json_in_utf_8_cannot_be_parsed(text: bytes) -> None:
    with pytest.raises(NotJson):
        parse(text)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '[{"b": {"a": 1, "a": 1}}]', r'{"a": 1, "\u0061": 1}'])
def test_a_key_that_is_there_twice_is_refused(text: str) -> None:
    with pytest.raises(NotJson, match="a key is there twice"):
        parse(text)


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}'])
def test_numbers_that_json_does_not_have_are_refused(text: str) -> None:
    with pytest.raises(NotJson, match="is not JSON"):
        parse(text)


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    assert parse("9" * 100) == int("9" * 100)
    for digits in ("9" * 101, "9" * 100_000, "-" + "9" * 5000):
        with pytest.raises(NotJson, match="a number is too long"):
            parse(f"[{digits}]")


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_deep_nesting_is_refused_and_breaks_nothing(opening: str) -> None:
    with pytest.raises(NotJson):
        parse(opening * 200_000)


@pytest.mark.parametrize("depth", [50, 300, 900])
@pytest.mark.parametrize(
    "key", ["format", "rules", "players", "first_dealer", "title", "played_on", "stopped", "rounds"]
)
def test_a_nested_list_in_any_place_is_a_bad_record(key: str, depth: int) -> None:
    nested: Json = []
    for _ in range(depth):
        nested = [nested]
    assert bad(a_record() | {key: nested})


@pytest.mark.parametrize("key", ["contract", "doubles", "result", "ruling", "dealer", "open"])
def test_a_nested_list_in_any_place_of_a_round_is_a_bad_record(key: str) -> None:
    nested: Json = []
    for _ in range(900):
        nested = [nested]
    assert bad(a_record(a_written_round(**{key: nested})))


# The record itself


def test_the_example_of_the_specification_is_read() -> None:
    game = game_of(
        a_record(
            {
                "contract": "kings-and-jacks",
                "doubles": [["Bram", "Anna"], ["Anna", "Bram"]],
                "result": {"kings": {"Anna": 3, "Dirk": 1}, "jacks": {"Cees": 4}},
            },
            title="Friday",
            played_on="2026-11-27",
        )
    )
    entry = a_round(
        "kings-and-jacks",
        marks=[(1, 0), (0, 1)],
        tallies=[("kings", (3, 0, 0, 1)), ("jacks", (0, 0, 4, 0))],
    )
    assert game == replace(a_game(entry), title="Friday", played_on=datetime.date(2026, 11, 27))


@pytest.mark.parametrize("document", [None, True, 3, 4.0, "bonken-game", [], [{}]])
def test_a_record_is_an_object(document: Json) -> None:
    assert bad(document) == [(Reason.TYPE, "", "")]


def test_of_an_empty_object_every_missing_key_is_named() -> None:
    assert bad({}) == [
        (Reason.MISSING, "", key) for key in ["first_dealer", "format", "players", "rounds", "rules", "version"]
    ]


@pytest.mark.parametrize("key", ["first_dealer", "format", "players", "rounds", "rules", "version"])
def test_a_missing_key_is_named_and_nothing_else(key: str) -> None:
    assert bad(without(key)) == [(Reason.MISSING, "", key)]


def test_unknown_keys_are_refused_by_name() -> None:
    document = a_record(a_written_round(score=3), winner="Anna", Title="x")
    assert bad(document) == [
        (Reason.UNKNOWN_KEY, "", "winner"),
        (Reason.UNKNOWN_KEY, "", "Title"),
        (Reason.UNKNOWN_KEY, "rounds.1", "score"),
    ]


@pytest.mark.parametrize(
    "changes",
    [{"format": "bridge"}, {"format": 1}, {"version": 2}, {"version": 1.0}, {"version": True}, {"version": "1"}],
)
def test_another_format_or_version_is_refused(changes: dict[str, Json]) -> None:
    assert bad(a_record() | changes) == [(Reason.FORMAT, "format", "")]


def test_an_unknown_rule_set_is_refused_by_name() -> None:
    assert bad(a_record(rules="bonken-13")) == [(Reason.UNKNOWN_RULES, "rules", "bonken-13")]
    assert bad(a_record(rules=11)) == [(Reason.UNKNOWN_RULES, "rules", "")]


@pytest.mark.parametrize(
    "players", [["Anna", "Bram", "Cees"], ["A", "B", "C", "D", "E"], [], "Anna", {"Anna": 1}, None]
)
def test_there_are_four_players(players: Json) -> None:
    assert bad(a_record(players=players)) == [(Reason.FOUR_PLAYERS, "players", "")]


@pytest.mark.parametrize("name", [1, None, ["Dirk"], True])
def test_a_name_is_text(name: Json) -> None:
    assert bad(a_record(players=["Anna", "Bram", "Cees", name])) == [(Reason.TYPE, "players", "")]


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " Dirk",
        "Dirk ",
        "Dirk\u00a0",
        "Zoe\u0308",
        "x" * 41,
        "Di\nrk",
        "Di\0rk",
        "Di\u2028rk",
        "Di\x85rk",
        "\ud800",
        "\u200b\u2060",
        "\u3164",
        FAMILY * 6,
    ],
)
def test_an_unusable_name_is_refused(name: str) -> None:
    document = a_record(players=["Anna", "Bram", "Cees", name])
    assert bad(document) == [(Reason.NAME, "players.3", name)]
    assert bad(parse(json.dumps(document))) == [(Reason.NAME, "players.3", name)]


@pytest.mark.parametrize("name", ["x" * 40, FAMILY * 5 + "12345", "Zoë", "李", "<b>", "=1+1", "O'Neil", "a\u200db"])
def test_a_usable_name_is_kept_as_it_is(name: str) -> None:
    assert game_of(a_record(players=["Anna", "Bram", "Cees", name])).players[3] == name


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anna"), ("Anna", "ANNA"), ("Straße", "STRASSE"), ("ΣΊΣΥΦΟΣ", "σίσυφος")]
)
def test_names_are_different_when_case_folded(one: str, other: str) -> None:
    assert bad(a_record(players=[one, "Bram", other, "Dirk"], first_dealer="Bram")) == [
        (Reason.SAME_NAME, "players.2", other)
    ]


@pytest.mark.parametrize(("first", "named"), [("Zed", "Zed"), ("anna", "anna"), (0, ""), (None, ""), ("", "")])
def test_the_first_dealer_is_one_of_the_players(first: Json, named: str) -> None:
    assert bad(a_record(first_dealer=first)) == [(Reason.FIRST_DEALER, "first_dealer", named)]


@pytest.mark.parametrize("title", ["", "Friday", "x" * 80, "♠ evening"])
def test_a_title_of_up_to_eighty_code_points_is_kept(title: str) -> None:
    assert game_of(a_record(title=title)).title == title


@pytest.mark.parametrize(
    "title", ["x" * 81, " Friday", "Fri\nday", "Zoe\u0308", None, 3, ["x"], "\ud800", "\u200b", "\u200b" * 100]
)
def test_an_unusable_title_is_refused(title: Json) -> None:
    assert bad(a_record() | {"title": title}) == [(Reason.TITLE, "title", "")]


def test_a_date_is_kept() -> None:
    assert game_of(a_record(played_on="2024-02-29")).played_on == datetime.date(2024, 2, 29)
    assert game_of(a_record()).played_on is None


@pytest.mark.parametrize(
    "spelling",
    [
        "2026-W48-5",
        "20261127",
        "2026-11-27T20:00",
        "27-11-2026",
        "2026-02-30",
        "2026-1-1",
        "",
        "٢٠٢٦-١١-٢٧",
        " 2026-11-27",
    ],
)
def test_a_date_is_spelled_in_the_one_way_of_the_format(spelling: str) -> None:
    assert bad(a_record(played_on=spelling)) == [(Reason.DATE, "played_on", spelling)]


@pytest.mark.parametrize("value", [None, 20261127, True, ["2026-11-27"], {}])
def test_a_date_is_text(value: Json) -> None:
    assert bad(a_record() | {"played_on": value}) == [(Reason.DATE, "played_on", "")]


def test_a_game_can_be_marked_as_ended_early() -> None:
    assert game_of(a_record(a_written_round(), stopped=True)).stopped
    assert not game_of(a_record(a_written_round(), stopped=False)).stopped


@pytest.mark.parametrize("value", [None, 1, "true", []])
def test_stopped_is_yes_or_no(value: Json) -> None:
    assert bad(a_record() | {"stopped": value}) == [(Reason.TYPE, "stopped", "")]


def test_when_the_record_itself_is_bad_nothing_else_is_checked() -> None:
    broken = a_written_round("nonsense", result={"queens": {"Zed": 4}})
    assert bad(a_record(broken, version=2)) == [(Reason.FORMAT, "format", "")]


def test_every_fault_of_the_record_itself_is_gathered() -> None:
    document = a_record(
        a_written_round(contract=7, doubles=3, result=[], ruling="dealer", dealer="Anna", open="no"),
        players=["Anna", "anna", " Cees", "Dirk"],
        first_dealer="Zed",
        rules="x",
        title=1,
        played_on="x",
        stopped=0,
        format=None,
    )
    assert bad(document) == [
        (Reason.FORMAT, "format", ""),
        (Reason.SAME_NAME, "players.1", "anna"),
        (Reason.NAME, "players.2", " Cees"),
        (Reason.UNKNOWN_RULES, "rules", "x"),
        (Reason.FIRST_DEALER, "first_dealer", "Zed"),
        (Reason.TITLE, "title", ""),
        (Reason.DATE, "played_on", "x"),
        (Reason.TYPE, "stopped", ""),
        (Reason.TYPE, "rounds.1.open", ""),
        (Reason.TYPE, "rounds.1.contract", ""),
        (Reason.RULING, "rounds.1.ruling", ""),
        (Reason.TYPE, "rounds.1.doubles", ""),
        (Reason.TYPE, "rounds.1.result", ""),
        (Reason.DEALER, "rounds.1.dealer", "Anna"),
    ]


# Writing


def test_zero_tallies_of_saved_rounds_are_left_out_and_those_of_the_open_one_are_not() -> None:
    game = a_game("queens", open_round=an_open_round("ducking", tallies=[("tricks", (13, 0, None, None))]))
    written = write(game)["rounds"]
    assert written == [
        {"contract": "queens", "doubles": [], "result": {"queens": {"Anna": 4}}},
        {"contract": "ducking", "doubles": [], "result": {"tricks": {"Anna": 13, "Bram": 0}}, "open": True},
    ]


def test_what_says_nothing_is_not_written() -> None:
    assert write(a_game()) == a_record()
    assert list(write(a_game())) == ["format", "version", "rules", "players", "first_dealer", "rounds"]


def test_title_date_and_stop_are_written_where_there_are_any() -> None:
    game = replace(a_game(stopped=True), title="Friday", played_on=datetime.date(2026, 11, 27))
    assert write(game) == a_record(title="Friday", played_on="2026-11-27", stopped=True)


@law
@given(dressed(games(ruled=True, may_be_open=True)))
def test_a_game_that_is_written_and_read_is_the_same_game_and_its_record_the_same_record(game: Game) -> None:
    text = json.dumps(write(game), ensure_ascii=False)
    again = game_of(parse(text.encode()))
    assert again == game
    assert json.dumps(write(again), ensure_ascii=False) == text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@law
@given(games(fewest=1, ruled=True, may_be_open=True), json_values, st.data())
def test_whatever_stands_in_a_record_is_a_game_or_a_list_of_faults_and_never_a_crash(
    game: Game, strange: Json, data: st.DataObject
) -> None:
    record: Json = write(game)
    here = record
    while isinstance(here, (dict, list)) and here:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = data.draw(st.sampled_from(keys))
        inner = here[key]  # type: ignore[call-overload, index]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.booleans()):
            here[key] = strange  # type: ignore[call-overload, index]
            break
        here = inner
    reading = read(parse(json.dumps(record)))
    assert (reading.played is None) <= bool(reading.faults)
    if not reading.faults:
        assert read(write(game_of(record))).faults == ()
