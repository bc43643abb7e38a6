"""The game record: one game as JSON, as it is exported, imported, backed up and checked.

It holds what people entered, never a score (game-record.md). `read` gathers every fault of a
document; `write` makes the one canonical document of a game: zero tallies of saved rounds are left
out, as are all keys that would say nothing.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NoReturn

from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.names import TITLE_LENGTH, clean, name_fault, same_as_earlier
from scorekeeper.rules.replay import Replay, replay
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.tallies import Counts, Tally
from scorekeeper.rules.violations import LIFTABLE, Code, RuleViolation

FORMAT = "bonken-game"
VERSION = 1

LONGEST_NUMBER = 100
"""Characters of a number; far longer ones could be read, but then not be added up and written in a sentence."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Reason(StrEnum):
    """What can be wrong with a record itself, before any rule of the game is looked at."""

    FORMAT = "format"
    TYPE = "type"
    MISSING = "missing"
    UNKNOWN_KEY = "unknown-key"
    UNKNOWN_RULES = "unknown-rules"
    FOUR_PLAYERS = "four-players"
    NAME = "name"
    SAME_NAME = "same-name"
    FIRST_DEALER = "first-dealer"
    TITLE = "title"
    DATE = "date"
    DOUBLE_TWICE = "double-twice"
    RULING = "ruling"
    DEALER = "dealer"
    OPEN = "open"


@dataclass(eq=True, unsafe_hash=True)
class BadRecord(RuleViolation):
    """A fault of the record itself. `field` is the path to it, `name` the key or value at fault."""

    code: Code = Code.BAD_RECORD
    round: int | None = None
    reason: Reason = Reason.TYPE


@dataclass(frozen=True, slots=True)
class Reading:
    """What a document turned out to hold: a replayed game, or none when the record itself is bad."""

    played: Replay | None
    faults: tuple[RuleViolation, ...]


class NotJson(ValueError):
    """The text can't be parsed at all."""


def parse(text: str | bytes) -> Json:
    """Parse JSON as strictly as records need it.

    Raises:
        NotJson: it is not UTF-8, not JSON, nested too deep, holds a number of more than LONGEST_NUMBER
            characters, or an object has the same key twice.
    """

    def once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise NotJson("a key is there twice")
        return found

    def whole(digits: str) -> int:
        if len(digits) > LONGEST_NUMBER:
            raise NotJson("a number is too long")
        return int(digits)

    def foreign(constant: str) -> NoReturn:
        raise NotJson(f"{constant} is not JSON")

    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        document: Json = json.loads(decoded, object_pairs_hook=once, parse_int=whole, parse_constant=foreign)
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error
    return document


def read(document: Json) -> Reading:
    """Read a record and gather all its faults in the order of the rounds.

    When the record itself is bad, nothing else is checked and there is no game.
    """
    reader = _Reader()
    game = reader.game(document)
    if reader.bad or game is None:
        return Reading(None, tuple(reader.bad))
    played = replay(game)
    # What a stranger took is missing from the sum of its item: that is one mistake, not two.
    short = {(fault.round, fault.field) for fault in reader.strangers}
    rules = [
        fault
        for fault in played.faults
        if fault.code is not Code.WRONG_COUNT or (fault.round, fault.field) not in short
    ]
    last = game.rule_set.rounds
    strangers = [fault for fault in reader.strangers if fault.round is not None and fault.round <= last]
    faults = sorted([*strangers, *rules], key=lambda fault: fault.round or 0)
    return Reading(replace(played, faults=tuple(faults)), tuple(faults))


def write(game: Game) -> dict[str, Json]:
    """Make the record of a game; players are listed clockwise, marks in the order they were given."""
    rounds: list[Json] = [_written(game, entry, is_open=False) for entry in game.rounds]
    if game.open_round is not None:
        rounds.append(_written(game, game.open_round, is_open=True))
    record: dict[str, Json] = {"format": FORMAT, "version": VERSION, "rules": game.rule_set.id}
    if game.title:
        record["title"] = game.title
    if game.played_on is not None:
        record["played_on"] = game.played_on.isoformat()
    record["players"] = list(game.players)
    record["first_dealer"] = game.players[game.first_dealer]
    if game.stopped:
        record["stopped"] = True
    record["rounds"] = rounds
    return record


def _written(game: Game, entry: Round, *, is_open: bool) -> Json:
    name = game.players
    result: dict[str, Json] = {}
    for item, counts in entry.tallies:
        given = {name[seat]: count for seat, count in enumerate(counts) if count is not None}
        result[item] = {player: count for player, count in given.items() if is_open or count}
    written: dict[str, Json] = {
        "contract": entry.contract,
        "doubles": [[name[doubler], name[doubled]] for doubler, doubled in entry.marks],
    }
    if result or not is_open:
        written["result"] = result
    if entry.rulings:
        written["ruling"] = [code.value for code in entry.rulings]
    if entry.dealer is not None:
        written["dealer"] = name[entry.dealer]
    if is_open:
        written["open"] = True
    return written


class _Reader:
    """Walks a document once; `bad` and `strangers` are what it came across."""

    def __init__(self) -> None:
        self.bad: list[BadRecord] = []
        self.strangers: list[RuleViolation] = []
        self.seat_of: dict[str, int] = {}

    def fault(self, reason: Reason, path: str, name: str = "") -> None:
        self.bad.append(BadRecord(field=path, name=name, reason=reason))

    def mapping(self, value: Json, path: str, required: set[str], optional: set[str]) -> dict[str, Json]:
        """Check that a value is an object with these keys; what is missing or unknown is a fault."""
        if not isinstance(value, dict):
            self.fault(Reason.TYPE, path)
            return {}
        for key in value:
            if key not in required | optional:
                self.fault(Reason.UNKNOWN_KEY, path, key)
        for key in sorted(required - value.keys()):
            self.fault(Reason.MISSING, path, key)
        return value

    def game(self, document: Json) -> Game | None:
        required = {"format", "version", "rules", "players", "first_dealer", "rounds"}
        record = self.mapping(document, "", required, {"title", "played_on", "stopped"})
        if self.bad and not record:
            return None
        if record.get("format", FORMAT) != FORMAT or not _is_whole(record.get("version", VERSION), VERSION):
            self.fault(Reason.FORMAT, "format")
        players = self.players(record["players"]) if "players" in record else []
        rules = record.get("rules")
        rule_set = RULE_SETS.get(rules) if isinstance(rules, str) else None
        if rule_set is None and "rules" in record:
            self.fault(Reason.UNKNOWN_RULES, "rules", rules if isinstance(rules, str) else "")
        first = record.get("first_dealer")
        if "first_dealer" in record and players and (not isinstance(first, str) or first not in self.seat_of):
            self.fault(Reason.FIRST_DEALER, "first_dealer", first if isinstance(first, str) else "")
        title = self.title(record.get("title", ""))
        played_on = self.date(record["played_on"]) if "played_on" in record else None
        if not isinstance(record.get("stopped", False), bool):
            self.fault(Reason.TYPE, "stopped")
        rounds = list(self.rounds(record.get("rounds"))) if "rounds" in record and players else []
        if self.bad or rule_set is None:
            return None
        open_round = rounds.pop()[0] if rounds and rounds[-1][1] else None
        a, b, c, d = players
        return Game(
            rule_set,
            (a, b, c, d),
            self.seat_of[str(first)],
            tuple(entry for entry, _ in rounds),
            open_round,
            stopped=record.get("stopped") is True,
            title=title,
            played_on=played_on,
        )

    def players(self, value: Json) -> list[str]:
        if not isinstance(value, list) or len(value) != len(SEATS):
            self.fault(Reason.FOUR_PLAYERS, "players")
            return []
        names = [name for name in value if isinstance(name, str)]
        if len(names) < len(value):
            self.fault(Reason.TYPE, "players")
            return []
        for index, (name, repeated) in enumerate(zip(names, same_as_earlier(names), strict=True)):
            if clean(name) != name or name_fault(name) is not None:
                self.fault(Reason.NAME, f"players.{index}", name)
            elif repeated:
                self.fault(Reason.SAME_NAME, f"players.{index}", name)
        self.seat_of = {name: seat for seat, name in enumerate(names)}
        return names

    def title(self, value: Json) -> str:
        text = value if isinstance(value, str) else ""
        if text != value or clean(text) != text or (text and name_fault(text, longest=TITLE_LENGTH) is not None):
            self.fault(Reason.TITLE, "title")
        return text

    def date(self, value: Json) -> datetime.date | None:
        spelling = value if isinstance(value, str) else ""
        try:
            day = datetime.date.fromisoformat(spelling)
        except ValueError:
            day = None
        # `fromisoformat` also reads 20261127 and week dates, which are not the format's spelling.
        if day is None or day.isoformat() != spelling:
            self.fault(Reason.DATE, "played_on", spelling)
        return day

    def rounds(self, value: Json) -> Iterator[tuple[Round, bool]]:
        if not isinstance(value, list):
            self.fault(Reason.TYPE, "rounds")
            return
        for number, entry in enumerate(value, 1):
            path = f"rounds.{number}"
            found = self.mapping(entry, path, {"contract"}, {"doubles", "result", "ruling", "dealer", "open"})
            is_open = found.get("open", False)
            if not isinstance(is_open, bool):
                self.fault(Reason.TYPE, f"{path}.open")
            elif is_open and number < len(value):
                self.fault(Reason.OPEN, f"{path}.open")
            elif not is_open and isinstance(entry, dict) and "result" not in found:
                self.fault(Reason.MISSING, path, "result")
            contract = found.get("contract", "")
            if not isinstance(contract, str):
                self.fault(Reason.TYPE, f"{path}.contract")
                contract = ""
            rulings = self.rulings(found.get("ruling", []), path)
            yield (
                Round(
                    contract,
                    tuple(self.marks(found.get("doubles", []), path, number)),
                    tuple(self.tallies(found.get("result", {}), path, number, empty=None if is_open else 0)),
                    rulings,
                    self.dealer(found, path, rulings),
                ),
                is_open is True,
            )

    def marks(self, value: Json, path: str, number: int) -> Iterator[tuple[int, int]]:
        seen = set()
        if not isinstance(value, list):
            self.fault(Reason.TYPE, f"{path}.doubles")
            return
        for pair in value:
            match pair:
                case [str(doubler), str(doubled)]:
                    if (doubler, doubled) in seen:
                        self.fault(Reason.DOUBLE_TWICE, f"{path}.doubles", f"{doubler}, {doubled}")
                    seen.add((doubler, doubled))
                    strangers = [name for name in (doubler, doubled) if name not in self.seat_of]
                    for name in dict.fromkeys(strangers):
                        self.stranger(number, "marks", name)
                    if not strangers:
                        yield self.seat_of[doubler], self.seat_of[doubled]
                case _:
                    self.fault(Reason.TYPE, f"{path}.doubles")

    def tallies(self, value: Json, path: str, number: int, *, empty: int | None) -> Iterator[Tally]:
        if not isinstance(value, dict):
            self.fault(Reason.TYPE, f"{path}.result")
            return
        for item, taken in value.items():
            if not isinstance(taken, dict):
                self.fault(Reason.TYPE, f"{path}.result.{item}")
                continue
            for name, count in taken.items():
                if not isinstance(count, int) or isinstance(count, bool):
                    self.fault(Reason.TYPE, f"{path}.result.{item}.{name}")
                elif name not in self.seat_of:
                    self.stranger(number, f"tally-{item}", name)
            yield item, self.counts(taken, empty)

    def counts(self, taken: dict[str, Json], empty: int | None) -> Counts:
        found: list[int | None] = [empty, empty, empty, empty]
        for name, count in taken.items():
            if name in self.seat_of and isinstance(count, int):
                found[self.seat_of[name]] = count
        first, second, third, fourth = found
        return first, second, third, fourth

    def stranger(self, number: int, field: str, name: str) -> None:
        self.strangers.append(RuleViolation(Code.UNKNOWN_PLAYER, number, field, name=name))

    def rulings(self, value: Json, path: str) -> tuple[Code, ...]:
        codes: list[Code] = []
        for code in value if isinstance(value, list) else [None]:
            if not isinstance(code, str) or code not in LIFTABLE or code in codes:
                self.fault(Reason.RULING, f"{path}.ruling", code if isinstance(code, str) else "")
            else:
                codes.append(Code(code))
        return tuple(codes)

    def dealer(self, found: dict[str, Json], path: str, rulings: tuple[Code, ...]) -> int | None:
        if "dealer" not in found:
            return None
        name = found["dealer"]
        if not isinstance(name, str) or name not in self.seat_of or Code.DEALER not in rulings:
            self.fault(Reason.DEALER, f"{path}.dealer", name if isinstance(name, str) else "")
            return None
        return self.seat_of[name]


def _is_whole(value: Json, expected: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value == expected
