"""Builders of game records, good and bad, and what reading them finds."""

from __future__ import annotations

from scorekeeper.record import BadRecord, Json, Reason, read
from scorekeeper.rules.game import Game
from scorekeeper.rules.violations import Code


def a_written_round(contract: Json = "queens", **changes: Json) -> dict[str, Json]:
    """A round of a record: Anna took all four queens; a key given as None is left out."""
    written: dict[str, Json] = {"contract": contract, "doubles": [], "result": {"queens": {"Anna": 4}}}
    written |= changes
    return {key: value for key, value in written.items() if value is not None}


def a_record(*rounds: Json, **changes: Json) -> dict[str, Json]:
    """A record with everything it must have."""
    record: dict[str, Json] = {
        "format": "bonken-game",
        "version": 1,
        "rules": "bonken-11",
        "players": ["Anna", "Bram", "Cees", "Dirk"],
        "first_dealer": "Anna",
        "rounds": list(rounds),
    }
    return record | changes


def without(key: str) -> dict[str, Json]:
    """A record that lacks this key."""
    return {known: value for known, value in a_record().items() if known != key}


def bad(document: Json) -> list[tuple[Reason, str, str]]:
    """Reason, path and name of every fault of a record that is bad itself."""
    reading = read(document)
    assert reading.played is None
    found = []
    for fault in reading.faults:
        assert isinstance(fault, BadRecord)
        assert (fault.code, fault.round) == (Code.BAD_RECORD, None)
        found.append((fault.reason, fault.field, fault.name))
    return found


def faults(document: Json) -> list[tuple[int | None, str]]:
    """Round and code of every fault of a record whose form is right."""
    reading = read(document)
    assert reading.played is not None
    assert reading.played.faults == reading.faults
    return [(fault.round, fault.code.value) for fault in reading.faults]


def game_of(document: Json) -> Game:
    """The game of a record without fault."""
    reading = read(document)
    assert reading.faults == ()
    assert reading.played is not None
    return reading.played.game
