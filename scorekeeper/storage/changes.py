"""The change log: for each change of a game, the parts of its record as they were and as they are.

A part is a key of the record, or "rounds.<number>". Parts put into a record again give the game
as it was, so the log needs no format of its own.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

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


_CHANGES = select(
    ChangeRow.revision,
    ChangeRow.at,
    ChangeRow.browser_id,
    ChangeRow.what,
    ChangeRow.round,
    ChangeRow.before,
    ChangeRow.after,
)
_FIND = _CHANGES.where(ChangeRow.game_id == bindparam("game"), ChangeRow.revision == bindparam("at"))
_LOG = insert(ChangeRow)


def log(connection: Connection, game_id: str, before: Game | None, after: Game, step: Step) -> None:
    """Add an entry; `before` is None for a game that was just made."""
    old = parts(write(before)) if before is not None else {}
    new = parts(write(after))
    connection.execute(
        _LOG,
        {
            "game_id": game_id,
            "revision": step.revision,
            "at": step.at,
            "browser_id": step.browser_id,
            "what": step.what,
            "round": step.round,
            "before": {key: value for key, value in old.items() if new.get(key) != value},
            "after": {key: value for key, value in new.items() if old.get(key) != value},
        },
    )


def find(connection: Connection, game_id: str, revision: int) -> Change | None:
    """Find the change that made this revision of a game."""
    row = connection.execute(_FIND, {"game": game_id, "at": revision}).first()
    return None if row is None else _change(row)


def all_of(connection: Connection, game_id: str, up_to: int) -> list[Change]:
    """List the changes of a game up to a revision, the latest first."""
    query = _CHANGES.where(ChangeRow.game_id == game_id, ChangeRow.revision <= up_to)
    return [_change(row) for row in connection.execute(query.order_by(ChangeRow.revision.desc()))]


def others_since(connection: Connection, game_id: str, revision: int, browser_id: str, number: int) -> bool:
    """Whether another browser changed this round of a game after a revision."""
    later = select(ChangeRow.revision).where(
        ChangeRow.game_id == game_id,
        ChangeRow.revision > revision,
        ChangeRow.browser_id != browser_id,
        ChangeRow.round == number,
    )
    return connection.execute(later.limit(1)).first() is not None


def _change(row: Row[*tuple[Any, ...]]) -> Change:
    return Change(Step(*row[:5]), row.before, row.after)


def taken_back(game: Game, change: Change) -> Game:
    """Give the game as it was before its last change."""
    return game_of(parts_before(parts(write(game)), change), change.step.revision)


def parts_before(known: Parts, change: Change) -> Parts:
    """Give the parts of a game as they were before its last change."""
    return {key: value for key, value in known.items() if key not in change.after} | change.before


def game_of(known: Parts, revision: int) -> Game:
    """Put a game together from its parts, as the log of this revision led to them.

    Raises:
        ValueError: they are not those of a game.
    """
    head = {key: value for key, value in known.items() if not key.startswith("rounds.")}
    played = read({**head, "rounds": [known[key] for key in _in_order(known)]}).played
    if played is None:
        raise ValueError(f"the log of revision {revision} does not fit the game")
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
