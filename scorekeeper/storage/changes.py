"""The change log: for each change of a game, the parts of its record as they were and as they are.

A part is a key of the record, or "rounds.<number>". Parts put into a record again give the game
as it was, so the log needs no format of its own.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from scorekeeper.record import Json, read, write
from scorekeeper.rules.game import Game
from scorekeeper.storage.schema import ChangeRow

Parts = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Step:
    """A change as such: the revision it made, when, which browser, its name, and the round it is about."""

    revision: int
    at: datetime.datetime
    browser_id: str | None
    what: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """An entry of the log: a step, and the parts that it changed."""

    step: Step
    before: Parts
    after: Parts


def log(connection: Connection, game_id: str, before: Game | None, after: Game, step: Step) -> None:
    """Add an entry; `before` is None for a game that was just made."""
    old = parts(write(before)) if before is not None else {}
    new = parts(write(after))
    connection.execute(
        insert(ChangeRow).values(
            game_id=game_id,
            revision=step.revision,
            at=step.at,
            browser_id=step.browser_id,
            what=step.what,
            round=step.round,
            before={key: value for key, value in old.items() if new.get(key) != value},
            after={key: value for key, value in new.items() if old.get(key) != value},
        )
    )


def find(connection: Connection, game_id: str, revision: int) -> Change | None:
    """Find the change that made this revision of a game."""
    row = connection.execute(
        select(
            ChangeRow.revision,
            ChangeRow.at,
            ChangeRow.browser_id,
            ChangeRow.what,
            ChangeRow.round,
            ChangeRow.before,
            ChangeRow.after,
        ).where(ChangeRow.game_id == game_id, ChangeRow.revision == revision)
    ).first()
    return None if row is None else Change(Step(*row[:5]), row.before, row.after)


def taken_back(game: Game, change: Change) -> Game:
    """Give the game as it was before its last change."""
    record = parts(write(game))
    for key in change.after:
        record.pop(key, None)
    record |= change.before
    rounds = [record.pop(key) for key in _in_order(record)]
    played = read({**record, "rounds": rounds}).played
    if played is None:
        raise ValueError(f"the log of revision {change.step.revision} does not fit the game")
    return played.game


def parts(record: dict[str, Json]) -> Parts:
    """Split a record into what can change on its own: its keys, and each round."""
    split: Parts = {key: value for key, value in record.items() if key != "rounds"}
    rounds = record["rounds"]
    for number, entry in enumerate(rounds if isinstance(rounds, list) else [], 1):
        split[f"rounds.{number}"] = entry
    return split


def _in_order(record: Parts) -> list[str]:
    numbered = [key for key in record if key.startswith("rounds.")]
    return sorted(numbered, key=lambda key: int(key.removeprefix("rounds.")))
