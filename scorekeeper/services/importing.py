"""Bringing in games: what uploaded files hold, what of it is here already, and adding it all in one transaction."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import Connection

from scorekeeper.record import Json, NotJson, parse, read, write
from scorekeeper.rules.editing import without_idle_rulings
from scorekeeper.rules.game import Game
from scorekeeper.services.changing import Submission, What, first_answer, now
from scorekeeper.services.checking import LARGEST, Invalid, Trouble, Unreadable, Valid, check_bytes
from scorekeeper.storage import access, answers, changes, games
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.changes import Step
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right

MOST_GAMES = 50
"""Games that are brought in at once; adding them keeps the database busy for about a second."""


@dataclass(frozen=True, slots=True)
class Found:
    """A record that was found: its file, and its number there from 1 on, 0 where it is the whole file."""

    file: str
    number: int
    outcome: Valid | Invalid | Unreadable


class Known(StrEnum):
    """In what way a game is not new: this browser holds it already, or it came twice."""

    HELD = "held"
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be added, as it would be; `known` says that it is here already."""

    file: str
    number: int
    game: Game
    known: Known | None


class NotARecord(Exception):
    """What should be added is not a list of sound records; nothing was added."""


class NothingNew(Exception):
    """Every game is here already and none was asked for all the same; nothing was added."""


def find_records(file: str, content: bytes) -> list[Found]:
    """Read a file: one record, a list of records, or a record on each line."""
    if len(content) > LARGEST:
        return [Found(file, 0, Unreadable(Trouble.TOO_LARGE))]
    try:
        document = parse(content)
    except NotJson:
        return _lines(file, content) or [Found(file, 0, _unreadable(content))]
    if not isinstance(document, list):
        return [Found(file, 0, _checked(document))]
    if not document:
        return [Found(file, 0, Unreadable(Trouble.EMPTY))]
    return [Found(file, number, _checked(entry)) for number, entry in enumerate(document, 1)]


def offers(database: Database, browser: str, found: Iterable[Found]) -> list[Offer]:
    """Say of each sound record how it would be added, and whether it is here already."""
    with database.reading() as connection:
        held = _held(connection, browser)
    sound = [one for one in found if isinstance(one.outcome, Valid)]
    sifted = _sifted((one.outcome.played.game for one in sound if isinstance(one.outcome, Valid)), held)
    return [Offer(one.file, one.number, game, known) for one, (game, known) in zip(sound, sifted, strict=True)]


def import_games(
    database: Database, submission: Submission, records: Json, again: Collection[int], *, kind: str
) -> Answer:
    """Add a list of records as games that this browser may score; the answer names the first of them.

    `again` are the places in the list, from 0 on, of games that are wanted although they are here already.

    Raises:
        NotARecord: something in the list is no sound record.
        NothingNew: there would be nothing to add.
        FormUsedTwice: the form's key was used with other content.
    """
    wanted = list(_sound_games(records))
    with database.writing() as connection:
        known = answers.find(connection, submission.key, submission.browser)
        if known is not None:
            return first_answer(known, submission)
        sifted = _sifted(wanted, _held(connection, submission.browser))
        new = [game for place, (game, twin) in enumerate(sifted) if twin is None or place in again]
        if not new:
            raise NothingNew
        moment = now()
        access.remember_browser(connection, submission.browser, kind, moment)
        ids = [secrets.token_urlsafe(9) for _game in new]
        for game_id, game in zip(ids, new, strict=True):
            games.add(connection, game_id, game, moment)
            access.grant(connection, game_id, submission.browser, Right.SCORE, moment)
            access.make_keys(connection, game_id, moment)
            changes.log(connection, game_id, None, game, Step(1, moment, submission.browser, What.IMPORTED))
        answer = Answer(ids[0], What.IMPORTED, None, 1)
        answers.keep(connection, submission.key, submission.browser, submission.content, answer, moment)
    return answer


def _lines(file: str, content: bytes) -> list[Found]:
    """Read a record on each line; nothing where the first line is none, so that the file as a whole is at fault."""
    found = []
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(Found(file, number, _checked(parse(line))))
        except NotJson:
            if not found:
                return []
            found.append(Found(file, number, _unreadable(line)))
    return found


def _checked(document: Json) -> Valid | Invalid:
    reading = read(document)
    if reading.played is not None and not reading.faults:
        return Valid(reading.played)
    game = None if reading.played is None else reading.played.game
    return Invalid(reading.faults, game.players if game else None, game.rule_set if game else None)


def _unreadable(content: bytes) -> Unreadable:
    outcome = check_bytes(content)
    # A paper sheet can be checked, but it has no game to add.
    return outcome if isinstance(outcome, Unreadable) else Unreadable(Trouble.NOT_JSON)


def _sound_games(records: Json) -> Iterator[Game]:
    if not isinstance(records, list) or not 1 <= len(records) <= MOST_GAMES:
        raise NotARecord("not a list of records")
    for document in records:
        outcome = _checked(document)
        if not isinstance(outcome, Valid):
            raise NotARecord("a record has faults")
        yield outcome.played.game


def _sifted(wanted: Iterable[Game], held: Collection[str]) -> list[tuple[Game, Known | None]]:
    """Put games into the form in which they are added, and tell which of them are here already or come twice."""
    seen: set[str] = set()
    sifted: list[tuple[Game, Known | None]] = []
    for game in wanted:
        added = _as_added(game)
        mark = _mark(added)
        sifted.append((added, Known.HELD if mark in held else Known.TWICE if mark in seen else None))
        seen.add(mark)
    return sifted


def _as_added(game: Game) -> Game:
    """Drop rulings that lift nothing; marking is over where tallies of the open round are there already."""
    sound = without_idle_rulings(game)
    entry = sound.open_round
    over = entry is not None and bool(entry.tallies)
    return replace(sound, marking_over=over)


def _held(connection: Connection, browser: str) -> set[str]:
    """Give the marks of all games that this browser holds; a deleted one may well be brought in again."""
    ids = access.games_of(connection, browser)
    return {_mark(stored.game) for stored in games.load_all(connection, ids, browser) if stored.deleted_at is None}


def _mark(game: Game) -> str:
    """Spell what makes a game the same as another: the rules, the players, the date and the rounds, not the title."""
    record = write(game)
    record.pop("title", None)
    return json.dumps(record, sort_keys=True)
