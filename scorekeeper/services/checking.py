"""Checking: what a file given to `scorekeeper check`, or brought to the import page, turns out to hold."""

from __future__ import annotations

import errno
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO

from scorekeeper.record import NotJson, parse, read
from scorekeeper.rules.game import Names
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.violations import RuleViolation

LARGEST = 1_000_000
"""Bytes. A whole game is some 20 KB; without a limit `/dev/zero` would be read for ever."""


class Trouble(StrEnum):
    """Why a file can't be read or parsed at all."""

    NOT_THERE = "not-there"
    FOLDER = "folder"
    FORBIDDEN = "forbidden"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    EMPTY = "empty"
    NOT_UTF8 = "not-utf8"
    NOT_JSON = "not-json"
    ODD_JSON = "odd-json"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No record was found. `line` and `column` count from 1 and tell where parsing stopped, 0 is unknown."""

    trouble: Trouble
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Invalid:
    """A record with faults, all of them in order. Nobody is known where the record itself is bad."""

    faults: tuple[RuleViolation, ...]
    players: Names | None
    rule_set: RuleSet | None


@dataclass(frozen=True, slots=True)
class Valid:
    """A record that is right: the game, replayed."""

    played: Replay


Outcome = Unreadable | Invalid | Valid


def check_file(path: str) -> Outcome:
    """Check the record in a file."""
    try:
        with open(path, "rb") as file:
            return check_stream(file)
    except OSError as error:
        return Unreadable(_TROUBLES.get(error.errno or 0, Trouble.UNREADABLE))


def check_stream(stream: BinaryIO) -> Outcome:
    """Check the record that a stream of bytes holds; no more of it is read than a record can have."""
    return check_bytes(stream.read(LARGEST + 1))


def check_bytes(content: bytes) -> Outcome:
    """Check a record, given as the bytes of its file."""
    if len(content) > LARGEST:
        return Unreadable(Trouble.TOO_LARGE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Unreadable(Trouble.NOT_UTF8)
    return _check_text(text) if text.strip() else Unreadable(Trouble.EMPTY)


def _check_text(text: str) -> Outcome:
    try:
        reading = read(parse(text))
    except NotJson as error:
        return _not_json(error)
    played = reading.played
    if played is not None and not reading.faults:
        return Valid(played)
    game = None if played is None else played.game
    return Invalid(reading.faults, game.players if game else None, game.rule_set if game else None)


_TROUBLES = {
    errno.ENOENT: Trouble.NOT_THERE,
    errno.ENOTDIR: Trouble.NOT_THERE,
    errno.EISDIR: Trouble.FOLDER,
    errno.EACCES: Trouble.FORBIDDEN,
    errno.EPERM: Trouble.FORBIDDEN,
}


def _not_json(error: NotJson) -> Unreadable:
    match error.__cause__:
        case json.JSONDecodeError(lineno=line, colno=column):
            return Unreadable(Trouble.NOT_JSON, line, column)
        case NotJson():
            # A key that is there twice, or a number that is none: JSON, but records need it stricter.
            return Unreadable(Trouble.ODD_JSON)
        case _:
            return Unreadable(Trouble.NOT_JSON)
