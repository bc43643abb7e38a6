"""What the bytes of a file turn out to hold."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from scorekeeper.rules.replay import Replay
from scorekeeper.rules.seats import SEATS
from scorekeeper.services.checking import (
    LARGEST,
    Invalid,
    Trouble,
    Unreadable,
    Valid,
    check_bytes,
    check_file,
)
from tests.records import GAMES, INVALID, a_record, a_round, encoded, vector


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_right_record_is_a_replayed_game(path: Path) -> None:
    played = valid(encoded(vector(path)["record"]))
    assert len(played.rounds) == len(vector(path)["expected"]["rounds"])
    assert list(played.totals) == list(vector(path)["expected"]["totals"].values())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_raw_points_and_settlements_add_up_to_the_scores(path: Path) -> None:
    for scored in valid(encoded(vector(path)["record"])).rounds:
        points = list(scored.raw)
        for settlement in scored.settlements:
            first, second = settlement.between
            points[first] += settlement.transfer
            points[second] -= settlement.transfer
        assert points == list(scored.scores)
        assert sum(scored.scores) == scored.contract.total
        assert sum(scored.totals) == scored.played


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_a_wrong_record_is_found_out(path: Path) -> None:
    outcome = check_bytes(encoded(vector(path)["record"]))
    assert isinstance(outcome, Invalid)
    fault = vector(path)["fault"]
    assert (fault["round"], fault["code"]) in [(found.round, found.code) for found in outcome.faults]
    assert (outcome.players is None) == (fault["code"] == "bad-record")
    assert (outcome.rule_set is None) == (fault["code"] == "bad-record")


def test_all_faults_are_reported_in_the_order_of_the_rounds() -> None:
    outcome = check_bytes(encoded(a_record(a_round(result={}), a_round(), a_round("nothing"))))
    assert isinstance(outcome, Invalid)
    assert [(fault.round, fault.code.value) for fault in outcome.faults] == [
        (1, "wrong-count"),
        (2, "contract-already-played"),
        (3, "unknown-contract"),
    ]


def test_a_byte_order_mark_does_no_harm() -> None:
    assert isinstance(check_bytes(b"\xef\xbb\xbf" + encoded(a_record())), Valid)


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        (b"", Unreadable(Trouble.EMPTY)),
        (b"\xef\xbb\xbf \n", Unreadable(Trouble.EMPTY)),
        (encoded(a_record(title="Zoë")).decode().encode("latin-1"), Unreadable(Trouble.NOT_UTF8)),
        (encoded(a_record()).decode().encode("utf-16"), Unreadable(Trouble.NOT_UTF8)),
        (b'{"format":\n "bonken-game",}', Unreadable(Trouble.NOT_JSON, 2, 16)),
        (b"round 1: hearts", Unreadable(Trouble.NOT_JSON, 1, 1)),
        (b'{"rounds": ' + b"9" * 5000 + b"}", Unreadable(Trouble.ODD_JSON)),
        (b"[" * 100_000 + b"]" * 100_000, Unreadable(Trouble.NOT_JSON)),
        (b'{"version": NaN}', Unreadable(Trouble.ODD_JSON)),
        (b'{"version": 1, "version": 1}', Unreadable(Trouble.ODD_JSON)),
        (b" " * (LARGEST + 1), Unreadable(Trouble.TOO_LARGE)),
    ],
    ids=lambda value: value.trouble if isinstance(value, Unreadable) else "",
)
def test_what_is_no_record_at_all_is_told_apart(content: bytes, outcome: Unreadable) -> None:
    assert check_bytes(content) == outcome


@pytest.mark.parametrize("depth", range(850, 1000, 3))
def test_no_depth_of_nesting_is_more_than_a_bad_record(depth: int) -> None:
    nested = b"[" * depth + b"]" * depth
    for key in (b'"played_on"', b'"title"', b'"rules"'):
        assert not isinstance(check_bytes(b'{"players": ["a", "b", "c", "d"], ' + key + b": " + nested + b"}"), Valid)


def test_a_file_is_read_from_its_path(tmp_path: Path) -> None:
    (tmp_path / "friday.json").write_bytes(encoded(a_record(a_round())))
    assert isinstance(check_file(str(tmp_path / "friday.json")), Valid)


def test_a_path_that_holds_no_file_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert check_file(str(tmp_path / "missing.json")) == Unreadable(Trouble.NOT_THERE)
    assert check_file(str(tmp_path / "file" / "in-it.json")) == Unreadable(Trouble.NOT_THERE)
    assert check_file(str(tmp_path)) == Unreadable(Trouble.FOLDER)
    assert check_file("") == Unreadable(Trouble.NOT_THERE)
    assert check_file("x" * 5000) == Unreadable(Trouble.UNREADABLE)


@pytest.mark.parametrize(("number", "trouble"), [(errno.EACCES, Trouble.FORBIDDEN), (errno.EIO, Trouble.UNREADABLE)])
def test_a_file_that_refuses_to_be_read_says_why(
    number: int, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, "refused")

    # The tests may run as root, from whom no file is kept.
    monkeypatch.setattr("builtins.open", refuse)
    assert check_file("friday.json") == Unreadable(trouble)


def test_an_open_round_is_not_scored() -> None:
    played = valid(encoded(a_record(a_round(), {"contract": "hearts", "open": True})))
    assert [scored.number for scored in played.rounds] == [1]
    assert played.game.open_round is not None


def test_a_ruling_makes_a_broken_rule_right() -> None:
    record = a_record(a_round(doubles=[["Cees", "Anna"]]))
    assert isinstance(check_bytes(encoded(record)), Invalid)
    record["rounds"][0]["ruling"] = ["chooser-doubles-first"]
    assert valid(encoded(record)).rounds[0].scores == (-240, 0, 120, 0)


def valid(content: bytes) -> Replay:
    """Check a record that has to be right."""
    outcome = check_bytes(content)
    assert isinstance(outcome, Valid)
    assert len(outcome.played.totals) == len(SEATS)
    return outcome.played
