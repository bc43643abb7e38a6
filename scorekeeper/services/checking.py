"""Checking: what a file given to `scorekeeper check`, or brought to a page, turns out to hold.

That is a game record (JSON), or a paper sheet that was typed off (CSV).
"""

from __future__ import annotations

import errno
import json
from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO

from scorekeeper.paper_sheet.cells import looks_like_sheet
from scorekeeper.paper_sheet.claims import Unread
from scorekeeper.paper_sheet.reading import read_sheet
from scorekeeper.record import NotJson, parse, read
from scorekeeper.rules.game import Names
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.services.comparing import Compared, compare

LARGEST = 1_000_000
"""Bytes. A whole game is some 20 KB; without a limit `/dev/zero` would be read for ever."""


class Trouble(StrEnum):
    """Why a file can't be read or parsed at all."""

    NOT_GIVEN = "not-given"
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


@dataclass(frozen=True, slots=True)
class Illegible:
    """A paper sheet on which something can't be read; nothing of it was compared."""

    unread: tuple[Unread, ...]


Outcome = Unreadable | Invalid | Valid | Illegible | Compared


def check_file(path: str) -> Outcome:
    """Check the record or paper sheet in a file."""
    try:
        with open(path, "rb") as file:
            return check_stream(file, path)
    except OSError as error:
        return Unreadable(_TROUBLES.get(error.errno or 0, Trouble.UNREADABLE))


def check_stream(stream: BinaryIO, name: str = "") -> Outcome:
    """Check what a stream of bytes holds; no more of it is read than a record can have."""
    return check_bytes(stream.read(LARGEST + 1), name)


def check_bytes(content: bytes, name: str = "") -> Outcome:
    """Check a record or a paper sheet, given as the bytes of its file and the name of that.

    Whatever begins with a brace is a record. A sheet is told by the end of its name, or by its cells.
    """
    if len(content) > LARGEST:
        return Unreadable(Trouble.TOO_LARGE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Unreadable(Trouble.NOT_UTF8)
    if not text.strip():
        return Unreadable(Trouble.EMPTY)
    if not text.lstrip().startswith(("{", "[")) and (name.lower().endswith(".csv") or looks_like_sheet(text)):
        reading = read_sheet(text)
        return Illegible(reading.unread) if reading.sheet is None else compare(reading.sheet)
    return _check_record(text)


def _check_record(text: str) -> Outcome:
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
