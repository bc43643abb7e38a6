"""Games in the database: a `Game` is loaded from its rows and saved by what differs.

Three statements load a game: the game with its players and the asking browser's right, its rounds,
their marks and tallies. A process can keep games by id and revision, which names one state of a game for good: what
it read, and what it saved. The first statement is enough then.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.tallies import EMPTY, Tally
from scorekeeper.rules.violations import Code
from scorekeeper.storage import statements


class Right(StrEnum):
    """What a browser may do with a game. Who may score may also follow."""

    FOLLOW = "follow"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored, with the versions that a form compares before it changes something.

    `versions` are those of the saved rounds in order, `open_version` that of the open one; `row_ids`
    are the rounds' rows in order, the open one last. `right` is that of the browser that asked.
    """

    id: str
    game: Game
    revision: int
    settings_version: int
    versions: tuple[int, ...]
    open_version: int | None
    row_ids: tuple[int, ...]
    right: Right | None
    created_at: datetime.datetime
    changed_at: datetime.datetime
    deleted_at: datetime.datetime | None

    @property
    def versions_text(self) -> str:
        """The versions of all rounds as one text, for forms that change their order."""
        return ",".join(str(version) for version in (*self.versions, self.open_version or 0))

    @property
    def last_version(self) -> int | None:
        """The version of the last step that undo takes back: the open round, else the last saved one."""
        return self.open_version or (self.versions[-1] if self.versions else None)

    @property
    def open_row_id(self) -> int | None:
        """The row of the open round."""
        return self.row_ids[-1] if self.open_version is not None else None


_Row = Row[*tuple[Any, ...]]
Kept = MutableMapping[tuple[str, int], StoredGame]
"""Games as they were read, by id and revision."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What tells whether a page of a game is still right: its revision, when it got it, and what the browser may do.

    Games that go on after a backup was put back get revisions again that they had before, at other moments.
    """

    revision: int
    changed_at: datetime.datetime
    right: Right


def glance(connection: Connection, game_id: str, browser_id: str) -> Glance | None:
    """Look at a game by one statement; None where this browser may not see it."""
    row = connection.execute(statements.GLANCE, {"game": game_id, "browser": browser_id}).first()
    return None if row is None or row.right is None else Glance(row.revision, row.changed_at, Right(row.right))


def load(
    connection: Connection, game_id: str, browser_id: str | None = None, kept: Kept | None = None
) -> StoredGame | None:
    """Load a game with the right that this browser has; None where there is no such game."""
    return next(iter(load_all(connection, [game_id], browser_id, kept)), None)


def load_all(
    connection: Connection, game_ids: Sequence[str], browser_id: str | None = None, kept: Kept | None = None
) -> list[StoredGame]:
    """Load several games by the same three statements, in the order of their ids.

    `kept` gives games that were read before, and takes those that were not. In a transaction that writes pass it
    only before the first change: what is not committed yet may never have been.
    """
    rows = _heads(connection, game_ids, browser_id)
    heads = {rows[first].id: rows[first : first + 4] for first in range(0, len(rows), 4)}
    kept = {} if kept is None else kept
    known = {game_id: found for game_id, (head, *_) in heads.items() if (found := kept.get((game_id, head.revision)))}
    for stored in _read(connection, {game_id: four for game_id, four in heads.items() if game_id not in known}):
        known[stored.id] = kept[stored.id, stored.revision] = stored
    # What a browser may do, and whether a game is deleted, changes without a new revision.
    return [
        replace(known[head.id], right=Right(head.right) if head.right else None, deleted_at=head.deleted_at)
        for head, *_ in heads.values()
    ]


def _heads(connection: Connection, game_ids: Sequence[str], browser_id: str | None) -> Sequence[_Row]:
    if len(game_ids) == 1:
        return connection.execute(statements.GAME, {"game": game_ids[0], "browser": browser_id}).all()
    return connection.execute(statements.GAMES, {"games": list(game_ids), "browser": browser_id}).all()


def _read(connection: Connection, heads: Mapping[str, Sequence[_Row]]) -> list[StoredGame]:
    """Read the rounds of these games: two statements, none where there is nothing to read."""
    if not heads:
        return []
    if len(heads) == 1:
        wanted: dict[str, object] = {"game": next(iter(heads))}
        of_rounds, of_entries = statements.ROUNDS_OF_GAME, statements.ENTRIES_OF_GAME
    else:
        wanted, of_rounds, of_entries = {"games": list(heads)}, statements.ROUNDS, statements.ENTRIES
    rows = connection.execute(of_rounds, wanted).all()
    entries = _Entries(connection.execute(of_entries, wanted).all() if rows else ())
    rounds: dict[str, list[_Row]] = {}
    for row in rows:
        rounds.setdefault(row.game_id, []).append(row)
    return [_stored(four, rounds.get(game_id, []), entries) for game_id, four in heads.items()]


class _Entries:
    """The marks and tallies of all rounds that were asked for, by round."""

    def __init__(self, rows: Iterable[Row[*tuple[Any, ...]]]) -> None:
        self.marks: dict[int, list[Mark]] = {}
        self.tallies: dict[int, dict[str, list[int | None]]] = {}
        for round_id, _, item, seat, value in rows:
            if item is None:
                self.marks.setdefault(round_id, []).append((seat, value))
            else:
                self.tallies.setdefault(round_id, {}).setdefault(item, [*EMPTY])[seat] = value

    def tallies_of(self, round_id: int) -> tuple[Tally, ...]:
        return tuple((item, (a, b, c, d)) for item, (a, b, c, d) in self.tallies.get(round_id, {}).items())


def _stored(heads: Sequence[_Row], rows: list[_Row], entries: _Entries) -> StoredGame:
    """Put a game together from its four rows (one for each player) and those of its rounds."""
    head = heads[0]
    rounds = tuple(
        Round(
            row.contract,
            tuple(entries.marks.get(row.id, ())),
            entries.tallies_of(row.id),
            tuple(Code(code) for code in row.rulings.split()),
            row.dealer,
        )
        for row in rows
    )
    is_open = bool(rows) and rows[-1].is_open
    a, b, c, d = (row.name for row in heads)
    versions = tuple(row.version for row in rows)
    game = Game(
        RULE_SETS[head.rules],
        (a, b, c, d),
        head.first_dealer,
        rounds[:-1] if is_open else rounds,
        rounds[-1] if is_open else None,
        marking_over=is_open and rows[-1].marking_over,
        stopped=head.stopped,
        title=head.title,
        played_on=head.played_on,
    )
    return StoredGame(
        id=head.id,
        game=game,
        revision=head.revision,
        settings_version=head.settings_version,
        versions=versions[:-1] if is_open else versions,
        open_version=versions[-1] if is_open else None,
        row_ids=tuple(row.id for row in rows),
        right=None,
        created_at=head.created_at,
        changed_at=head.changed_at,
        deleted_at=head.deleted_at,
    )


def add(connection: Connection, game_id: str, game: Game, now: datetime.datetime) -> None:
    """Store a new game with all its rounds; its revision is 1."""
    connection.execute(
        statements.ADD_GAME,
        {
            "id": game_id,
            "rules": game.rule_set.id,
            "title": game.title,
            "played_on": game.played_on,
            "first_dealer": game.first_dealer,
            "stopped": game.stopped,
            "revision": 1,
            "settings_version": 1,
            "created_at": now,
            "changed_at": now,
        },
    )
    connection.execute(
        statements.ADD_PLAYERS,
        [{"game_id": game_id, "seat": seat, "name": name} for seat, name in enumerate(game.players)],
    )
    for number, (entry, is_open, marking_over) in _numbered(game).items():
        _insert_round(connection, game_id, number, entry, 1, is_open=is_open, marking_over=marking_over)


def save(
    connection: Connection, stored: StoredGame, game: Game, now: datetime.datetime, *, renew: bool = False
) -> StoredGame:
    """Store what differs from the game as it was loaded, and give it as it will be loaded.

    Rounds that differ are written anew with the new revision as their version; with `renew` all
    are, since seats mean other people then.
    """
    before, revision = stored.game, stored.revision + 1
    values: dict[str, object] = {"revision": revision, "changed_at": now}
    settings = ("title", "played_on", "first_dealer", "stopped")
    changed = {name: getattr(game, name) for name in settings if getattr(game, name) != getattr(before, name)}
    if changed or game.players != before.players:
        values |= changed | {"settings_version": revision}
    connection.execute(statements.CHANGE_GAME, {"game": stored.id, **values})
    if game.players != before.players:
        _replace_players(connection, stored.id, game)
    rows = _replace_rounds(connection, stored, game, revision, renew=renew)
    versions = tuple(version for _, version in rows)
    is_open = game.open_round is not None
    return replace(
        stored,
        game=_without_blanks(game),
        revision=revision,
        settings_version=revision if "settings_version" in values else stored.settings_version,
        versions=versions[:-1] if is_open else versions,
        open_version=versions[-1] if is_open else None,
        row_ids=tuple(row_id for row_id, _ in rows),
        changed_at=now,
    )


def write_entries(connection: Connection, stored: StoredGame, game: Game, now: datetime.datetime) -> int:
    """Store the marks, tallies and stage of the open round in place: only the game's revision rises."""
    before, after, round_id = stored.game.open_round, game.open_round, stored.open_row_id
    if before is None or after is None:
        raise ValueError("no round is open")
    gone = [mark for mark in before.marks if mark not in after.marks]
    for doubler, doubled in gone:
        connection.execute(statements.REMOVE_MARK, {"round": round_id, "from": doubler, "to": doubled})
    _insert_marks(connection, round_id, tuple(mark for mark in after.marks if mark not in before.marks))
    old, new = _counted(before.tallies), _counted(after.tallies)
    for item, seat in old.keys() - {place for place in new if new[place] == old.get(place)}:
        connection.execute(statements.REMOVE_TALLY, {"round": round_id, "what": item, "who": seat})
    _insert_tallies(connection, round_id, {place: count for place, count in new.items() if old.get(place) != count})
    if game.marking_over != stored.game.marking_over or before.rulings != after.rulings:
        stage = {"marking_over": game.marking_over, "rulings": " ".join(after.rulings)}
        connection.execute(statements.CHANGE_ROUND, {"round": round_id, **stage})
    revision = stored.revision + 1
    connection.execute(statements.CHANGE_GAME, {"game": stored.id, "revision": revision, "changed_at": now})
    return revision


def _replace_players(connection: Connection, game_id: str, game: Game) -> None:
    # Two players can swap names, which one unique name at a time would refuse: delete, then insert.
    connection.execute(statements.REMOVE_PLAYERS, {"game": game_id})
    connection.execute(
        statements.ADD_PLAYERS,
        [{"game_id": game_id, "seat": seat, "name": name} for seat, name in enumerate(game.players)],
    )


def _replace_rounds(
    connection: Connection, stored: StoredGame, game: Game, revision: int, *, renew: bool
) -> list[tuple[int, int]]:
    """Delete all rounds that differ, then insert them: contracts can be swapped between rounds.

    Gives the row and the version of each round as they are now.
    """
    old, new = _numbered(stored.game), _numbered(game)
    differing = {number for number in old.keys() | new.keys() if renew or old.get(number) != new.get(number)}
    rows = dict(enumerate(zip(stored.row_ids, (*stored.versions, stored.open_version or 0), strict=False), 1))
    gone = [{"round": rows[number][0]} for number in sorted(differing & old.keys())]
    if gone:
        connection.execute(statements.REMOVE_ROUND, gone)
    for number in sorted(differing & new.keys()):
        entry, is_open, marking_over = new[number]
        row_id = _insert_round(
            connection, stored.id, number, entry, revision, is_open=is_open, marking_over=marking_over
        )
        rows[number] = row_id, revision
    return [rows[number] for number in new]


def _without_blanks(game: Game) -> Game:
    """Leave out what no row stands for: items of which nothing was entered, and a stage without an open round."""

    def filled(entry: Round) -> Round:
        tallies = tuple(line for line in entry.tallies if line[1] != EMPTY)
        return entry if tallies == entry.tallies else replace(entry, tallies=tallies)

    open_round = game.open_round and filled(game.open_round)
    rounds = tuple(filled(entry) for entry in game.rounds)
    return replace(
        game, rounds=rounds, open_round=open_round, marking_over=game.marking_over and open_round is not None
    )


def _numbered(game: Game) -> dict[int, tuple[Round, bool, bool]]:
    numbered = {number: (entry, False, False) for number, entry in enumerate(game.rounds, 1)}
    if game.open_round is not None:
        numbered[len(game.rounds) + 1] = (game.open_round, True, game.marking_over)
    return numbered


def _insert_round(
    connection: Connection,
    game_id: str,
    number: int,
    entry: Round,
    version: int,
    *,
    is_open: bool = False,
    marking_over: bool = False,
) -> int:
    """Insert a round and give its row."""
    round_id: int = connection.execute(
        statements.ADD_ROUND,
        {
            "game_id": game_id,
            "number": number,
            "contract": entry.contract,
            "dealer": entry.dealer,
            "rulings": " ".join(entry.rulings),
            "is_open": is_open,
            "marking_over": marking_over,
            "version": version,
        },
    ).scalar_one()
    _insert_marks(connection, round_id, entry.marks)
    _insert_tallies(connection, round_id, _counted(entry.tallies))
    return round_id


def _insert_marks(connection: Connection, round_id: int | None, marks: tuple[tuple[int, int], ...]) -> None:
    if marks:
        connection.execute(
            statements.ADD_MARKS,
            [{"round_id": round_id, "doubler": doubler, "doubled": doubled} for doubler, doubled in marks],
        )


def _insert_tallies(connection: Connection, round_id: int | None, counted: dict[tuple[str, int], int]) -> None:
    if counted:
        connection.execute(
            statements.ADD_TALLIES,
            [
                {"round_id": round_id, "item": item, "seat": seat, "count": count}
                for (item, seat), count in counted.items()
            ],
        )


def _counted(tallies: tuple[Tally, ...]) -> dict[tuple[str, int], int]:
    return {(item, seat): count for item, counts in tallies for seat, count in enumerate(counts) if count is not None}
