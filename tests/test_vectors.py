"""The shared vectors: worked settlements, whole games with their outcome, and broken records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from scorekeeper.record import Json, parse, read, write
from scorekeeper.rules.doubling import settle, settlements
from scorekeeper.rules.seats import Four

VECTORS = Path(__file__).parent / "vectors"

Points = dict[str, int]


class SettlementVector(TypedDict):
    """Raw points by player, who doubled whom, the scores, and where that was published."""

    source: str
    raw: Points
    doubles: list[tuple[str, str]]
    scores: Points


class ExpectedRound(TypedDict):
    """A round as `scorekeeper check` would tell it, without the settlements."""

    round: int
    contract: str
    dealer: str
    chooser: str
    leader: str
    doubling_order: list[str]
    raw: Points
    scores: Points
    totals: Points


class Expected(TypedDict):
    """The outcome of a whole game."""

    rounds: list[ExpectedRound]
    totals: Points
    finished: bool
    winners: list[str]


class GameVector(TypedDict):
    """A record and its outcome."""

    record: dict[str, Json]
    expected: Expected


class Fault(TypedDict):
    """One of the faults that must be reported."""

    round: int | None
    code: str


class BrokenVector(TypedDict):
    """A broken record and one of its faults."""

    record: Json
    fault: Fault


SETTLEMENTS: list[SettlementVector] = json.loads((VECTORS / "settlements.json").read_text(encoding="utf-8"))
GAMES = sorted((VECTORS / "games").glob("*.json"))
BROKEN = sorted((VECTORS / "invalid").glob("*.json"))


def test_no_vector_is_missing() -> None:
    assert (len(SETTLEMENTS), len(GAMES), len(BROKEN)) == (25, 12, 16)


@pytest.mark.parametrize("vector", SETTLEMENTS, ids=[vector["source"] for vector in SETTLEMENTS])
def test_a_published_settlement_comes_out_as_published(vector: SettlementVector) -> None:
    players = list(vector["raw"])
    first, second, third, fourth = vector["raw"].values()
    raw: Four = (first, second, third, fourth)
    marks = [(players.index(doubler), players.index(doubled)) for doubler, doubled in vector["doubles"]]
    expected = [vector["scores"][player] for player in players]
    assert list(settle(raw, marks)) == expected
    worked = list(raw)
    for line in settlements(raw, marks):
        worked[line.between[0]] += line.transfer
        worked[line.between[1]] -= line.transfer
    assert worked == expected


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_whole_game_comes_out_as_expected(path: Path) -> None:
    vector: GameVector = json.loads(path.read_text(encoding="utf-8"))
    reading = read(vector["record"])
    assert reading.faults == ()
    played = reading.played
    assert played is not None
    name = played.game.players

    def by_player(points: Four) -> Points:
        return dict(zip(name, points, strict=True))

    outcome: Expected = {
        "rounds": [
            {
                "round": scored.number,
                "contract": scored.contract.id,
                "dealer": name[scored.roles.dealer],
                "chooser": name[scored.roles.chooser],
                "leader": name[scored.roles.leader],
                "doubling_order": [name[seat] for seat in scored.roles.speakers],
                "raw": by_player(scored.raw),
                "scores": by_player(scored.scores),
                "totals": by_player(scored.totals),
            }
            for scored in played.rounds
        ],
        "totals": by_player(played.totals),
        "finished": played.is_finished,
        "winners": [name[seat] for seat in played.winners],
    }
    assert outcome == vector["expected"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_that_was_read_is_written_as_the_same_record(path: Path) -> None:
    vector: GameVector = json.loads(path.read_text(encoding="utf-8"))
    played = read(vector["record"]).played
    assert played is not None
    written = write(played.game)
    assert written == vector["record"]
    assert parse(json.dumps(written, ensure_ascii=False).encode()) == vector["record"]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_record_reports_its_fault(path: Path) -> None:
    vector: BrokenVector = json.loads(path.read_text(encoding="utf-8"))
    reading = read(vector["record"])
    reported = [(fault.round, fault.code.value) for fault in reading.faults]
    assert (vector["fault"]["round"], vector["fault"]["code"]) in reported
    assert (reading.played is None) == (vector["fault"]["code"] == "bad-record")
