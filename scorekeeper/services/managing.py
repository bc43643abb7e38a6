"""Managing a game: names, seats, first dealer, title; stopping it and going on; deleting it and taking that back."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from scorekeeper.rules import editing
from scorekeeper.rules.editing import Ruling
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.services.changing import (
    UNCHANGED,
    Clash,
    Conflict,
    Edit,
    Submission,
    What,
    change_game,
    now,
    once,
    settled,
)
from scorekeeper.services.starting import clean_names
from scorekeeper.storage import access, answers, changes, codes, games
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.changes import Step
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right, StoredGame

KEEP_DELETED = datetime.timedelta(days=30)
"""How long a deleted game can be taken back."""
KEEP_ANSWERS = datetime.timedelta(days=30)
"""How long a form that was sent is answered as the first time."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the settings page holds.

    `players` are names by the seats as they were shown, `order` names for each new seat the shown
    seat of who is to sit there, and `first_dealer` is a shown seat too: a person, not a place.
    """

    players: tuple[str, ...]
    order: Four
    first_dealer: int
    title: str = ""
    played_on: datetime.date | None = None


def change_settings(
    database: Database,
    submission: Submission,
    settings: Settings,
    *,
    version: int,
    rulings: Iterable[Ruling] = (),
) -> Answer:
    """Rename, re-seat, change the first dealer, the title and the date, all checked as one.

    Raises:
        BadSetup: names or title can't be.
        Conflict: the settings were changed since the form showed them.
        Rejected: rounds would break rules that no ruling lifts yet.
    """
    players, title = clean_names(settings.players, settings.title)

    def edit(_: Connection, stored: StoredGame) -> Edit:
        if stored.settings_version != version:
            raise Conflict(Clash.VERSION, stored)
        game = editing.rename(stored.game, players)
        game = replace(game, first_dealer=settings.first_dealer, title=title, played_on=settings.played_on)
        renew = settings.order != SEATS
        if renew:
            game = editing.reseat(game, settings.order)
        return Edit(settled(game, rulings), What.SETTINGS, renew=renew)

    return change_game(database, submission, edit)


def stop_game(database: Database, submission: Submission, *, version: int) -> Answer:
    """End a game early; a round that is open waits as it is until the game goes on.

    Raises:
        Conflict: the settings were changed meanwhile.
    """
    return _set_stopped(database, submission, version, stopped=True)


def resume_game(database: Database, submission: Submission, *, version: int) -> Answer:
    """Go on with a game that was stopped.

    Raises:
        Conflict: the settings were changed meanwhile.
    """
    return _set_stopped(database, submission, version, stopped=False)


def _set_stopped(database: Database, submission: Submission, version: int, *, stopped: bool) -> Answer:
    def edit(_: Connection, stored: StoredGame) -> Edit:
        if stored.settings_version != version:
            raise Conflict(Clash.VERSION, stored)
        what = What.STOPPED if stopped else What.RESUMED
        return Edit(replace(stored.game, stopped=stopped), what)

    return change_game(database, submission, edit)


def delete_game(database: Database, submission: Submission) -> Answer:
    """Delete a game; for `KEEP_DELETED` that can be taken back."""
    return _set_deleted(database, submission, deleted=True)


def restore_game(database: Database, submission: Submission) -> Answer:
    """Take back the deleting of a game."""
    return _set_deleted(database, submission, deleted=False)


def _set_deleted(database: Database, submission: Submission, *, deleted: bool) -> Answer:
    def act(connection: Connection, stored: StoredGame, moment: datetime.datetime) -> Answer:
        if deleted == (stored.deleted_at is not None):
            # Another phone was quicker. The thirty days go from then.
            return Answer(stored.id, UNCHANGED, None, stored.revision)
        what = What.DELETED if deleted else What.RESTORED
        revision = games.save(connection, stored, stored.game, moment).revision
        access.set_deleted(connection, stored.id, moment if deleted else None)
        changes.log(connection, stored.id, stored.game, stored.game, Step(revision, moment, submission.browser, what))
        return Answer(stored.id, what, None, revision)

    return once(database, submission, act, deleted=True)


def was_deleted(database: Database, game_id: str, browser: str) -> bool:
    """Tell whether this browser could take back that a game was deleted."""
    with database.reading() as connection:
        stored = games.load(connection, game_id, browser)
    return stored is not None and stored.right is Right.SCORE and stored.deleted_at is not None


def tidy(database: Database) -> None:
    """Remove for good what nobody can ask for any more: games deleted long ago, old answers."""
    with database.writing() as connection:
        access.purge_deleted(connection, now() - KEEP_DELETED)
        answers.forget(connection, now() - KEEP_ANSWERS)
        codes.forget(connection, now())
