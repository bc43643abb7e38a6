"""Sharing: links are the keys to a game. Opening one gives a browser its right; renewing one ends what it gave."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from sqlalchemy import Connection

from scorekeeper.services.changing import NoSuchGame, Submission, now, once
from scorekeeper.services.viewing import see_game
from scorekeeper.storage import access, games
from scorekeeper.storage.access import Holder
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right, StoredGame

RENEWED = "renewed"
SHUT_OUT = "shut-out"
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Shared:
    """What a browser sees of the sharing of a game: tokens of the links, and the phones that hold a key.

    Who only follows sees the link to follow, and neither the other one nor any phone.
    """

    stored: StoredGame
    follow: str
    score: str | None
    holders: tuple[Holder, ...]


def open_key(database: Database, token: str, browser: str, *, kind: str) -> str:
    """Give a browser what a link grants, and say which game that is.

    Raises:
        NoSuchGame: the link opens nothing.
    """
    with database.writing() as connection:
        key = access.find_key(connection, token)
        if key is None:
            raise NoSuchGame(token)
        moment = now()
        access.remember_browser(connection, browser, kind, moment)
        access.grant(connection, key.game_id, browser, key.right, moment, key.id)
    return key.game_id


def see_sharing(database: Database, game_id: str, browser: str | None) -> Shared:
    """See the links of a game; one from before games had links gets them now.

    Raises:
        NoSuchGame: there is none, or this browser holds no key to it.
    """
    seen = see_game(database, game_id, browser)
    with database.reading() as connection:
        follow, score = (access.latest_key(connection, game_id, right) for right in (Right.FOLLOW, Right.SCORE))
        holders = access.holders(connection, game_id) if seen.may_score else ()
    if follow is None or score is None:
        with database.writing() as connection:
            follow, score = (access.a_key(connection, game_id, right, now()) for right in (Right.FOLLOW, Right.SCORE))
    return Shared(seen.stored, follow.token, score.token if seen.may_score else None, tuple(holders))


def renew(database: Database, submission: Submission, right: Right) -> Answer:
    """End the links of a right with all they gave, and make a new one. The phone that does it goes on.

    Raises:
        NoSuchGame: this browser may not score in it.
    """

    def act(connection: Connection, stored: StoredGame, moment: datetime.datetime) -> Answer:
        held = access.holds_by_key(connection, stored.id, submission.browser, right)
        access.end_keys(connection, stored.id, right)
        key = access.add_key(connection, stored.id, right, moment)
        if held:
            access.grant(connection, stored.id, submission.browser, right, moment, key.id)
        return Answer(stored.id, RENEWED, None, stored.revision)

    return once(database, submission, act)


def shut_out(database: Database, submission: Submission, holder: int) -> Answer:
    """Take away from a phone what links gave it; the one that made the game keeps what it has.

    Raises:
        NoSuchGame: this browser may not score in it.
    """

    def act(connection: Connection, stored: StoredGame, _: datetime.datetime) -> Answer:
        what = SHUT_OUT if access.shut_out(connection, stored.id, holder) else NOBODY
        return Answer(stored.id, what, None, stored.revision)

    return once(database, submission, act)


def fresh_link(database: Database, game_id: str) -> str:
    """Make a new link to score in a game and give its token: a lost phone is not a lost game.

    Raises:
        NoSuchGame: there is no such game.
    """
    with database.writing() as connection:
        if games.load(connection, game_id) is None:
            raise NoSuchGame(game_id)
        return access.make_key(connection, game_id, Right.SCORE, now())
