"""Sharing: links are the keys to a game; opening one gives a browser its right."""

from __future__ import annotations

from scorekeeper.services.changing import NoSuchGame, now
from scorekeeper.storage import access, games
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right


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


def fresh_link(database: Database, game_id: str) -> str:
    """Make a new link to score in a game and give its token: a lost phone is not a lost game.

    Raises:
        NoSuchGame: there is no such game.
    """
    with database.writing() as connection:
        if games.load(connection, game_id) is None:
            raise NoSuchGame(game_id)
        return access.make_key(connection, game_id, Right.SCORE, now())
