"""Browsers, the keys they opened and the rights these gave, and the games a browser holds."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from scorekeeper.storage.games import Right
from scorekeeper.storage.schema import BrowserRow, GameRow, GrantRow, KeyRow, PlayerRow


@dataclass(frozen=True, slots=True)
class Key:
    """A link that opens a game with a right."""

    id: int
    game_id: str
    right: Right
    token: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A phone that holds a key: what it says it is, the most it may do, and since when.

    `id` names it among the holders of its game; `made_it` tells that no link gave it its right.
    """

    id: int
    browser_id: str
    kind: str
    right: Right
    since: datetime.datetime
    made_it: bool


def remember_browser(connection: Connection, browser_id: str, kind: str, now: datetime.datetime) -> None:
    """Make sure that a browser has its row."""
    if connection.execute(select(BrowserRow.id).where(BrowserRow.id == browser_id)).first() is None:
        connection.execute(insert(BrowserRow).values(id=browser_id, kind=kind[:200], created_at=now))


def grant(
    connection: Connection,
    game_id: str,
    browser_id: str,
    right: Right,
    now: datetime.datetime,
    key_id: int | None = None,
) -> None:
    """Give a browser a right to a game. What it holds already is never lowered."""
    held = connection.execute(
        select(GrantRow.id, GrantRow.key_id).where(
            GrantRow.game_id == game_id, GrantRow.browser_id == browser_id, GrantRow.right == right
        )
    ).first()
    if held is None:
        connection.execute(
            insert(GrantRow).values(game_id=game_id, browser_id=browser_id, right=right, key_id=key_id, created_at=now)
        )
    elif held.key_id is not None:
        # The newer link counts: ending the older one must not shut this browser out.
        connection.execute(update(GrantRow).where(GrantRow.id == held.id).values(key_id=key_id))


def add_key(connection: Connection, game_id: str, right: Right, now: datetime.datetime) -> Key:
    """Make a link to a game; its token has 128 random bits."""
    token = secrets.token_urlsafe(16)
    added = insert(KeyRow).values(game_id=game_id, right=right, token=token, created_at=now).returning(KeyRow.id)
    return Key(connection.execute(added).scalar_one(), game_id, right, token)


def make_key(connection: Connection, game_id: str, right: Right, now: datetime.datetime) -> str:
    """Make a link to a game and give its token."""
    return add_key(connection, game_id, right, now).token


def make_keys(connection: Connection, game_id: str, now: datetime.datetime) -> None:
    """Make the two links of a new game."""
    for right in Right:
        make_key(connection, game_id, right, now)


def latest_key(connection: Connection, game_id: str, right: Right) -> Key | None:
    """Find the latest link to a game with this right."""
    latest = select(KeyRow.id, KeyRow.token).where(KeyRow.game_id == game_id, KeyRow.right == right)
    row = connection.execute(latest.order_by(KeyRow.id.desc()).limit(1)).first()
    return None if row is None else Key(row.id, game_id, right, row.token)


def a_key(connection: Connection, game_id: str, right: Right, now: datetime.datetime) -> Key:
    """Give the latest link to a game with this right, made now for a game from before games had links."""
    return latest_key(connection, game_id, right) or add_key(connection, game_id, right, now)


def end_keys(connection: Connection, game_id: str, right: Right) -> None:
    """Remove all links with this right, and with them all that they granted."""
    connection.execute(delete(KeyRow).where(KeyRow.game_id == game_id, KeyRow.right == right))


def holds_by_key(connection: Connection, game_id: str, browser_id: str, right: Right) -> bool:
    """Whether a link gave a browser this right."""
    held = select(GrantRow.id).where(
        GrantRow.game_id == game_id,
        GrantRow.browser_id == browser_id,
        GrantRow.right == right,
        GrantRow.key_id.is_not(None),
    )
    return connection.execute(held).first() is not None


def holders(connection: Connection, game_id: str) -> list[Holder]:
    """List the phones that hold a key to a game, in the order in which they came."""
    rows = connection.execute(
        select(
            func.min(GrantRow.id).label("id"),
            BrowserRow.id.label("browser_id"),
            BrowserRow.kind,
            func.max(GrantRow.right).label("right"),
            func.min(GrantRow.created_at).label("since"),
            # Rights that came by no link are not counted.
            (func.count(GrantRow.key_id) < func.count()).label("made_it"),
        )
        .join(BrowserRow, BrowserRow.id == GrantRow.browser_id)
        .where(GrantRow.game_id == game_id)
        .group_by(BrowserRow.id, BrowserRow.kind)
        .order_by("id")
    )
    return [Holder(row.id, row.browser_id, row.kind, Right(row.right), row.since, bool(row.made_it)) for row in rows]


def shut_out(connection: Connection, game_id: str, holder: int) -> bool:
    """Take away all that links to this game gave to one of its holders; False where that is nothing."""
    browser = select(GrantRow.browser_id).where(GrantRow.id == holder, GrantRow.game_id == game_id).scalar_subquery()
    by_links = delete(GrantRow).where(
        GrantRow.game_id == game_id, GrantRow.browser_id == browser, GrantRow.key_id.is_not(None)
    )
    return connection.execute(by_links).rowcount > 0


def copy_grants(connection: Connection, source: str, target: str, now: datetime.datetime) -> None:
    """Give one browser all that another one holds, as if it came by the same links.

    What a browser holds since it made the game comes to the other by the game's link: only the first can't be shut out.
    """
    held = select(GrantRow.game_id, GrantRow.right, GrantRow.key_id).where(GrantRow.browser_id == source)
    for row in connection.execute(held).all():
        right, key_id = Right(row.right), row.key_id
        if key_id is None:
            key_id = a_key(connection, row.game_id, right, now).id
        grant(connection, row.game_id, target, right, now, key_id)


def find_key(connection: Connection, token: str) -> Key | None:
    """Find the link with this token; links of deleted games open nothing."""
    row = connection.execute(
        select(KeyRow.id, KeyRow.game_id, KeyRow.right, KeyRow.token)
        .join(GameRow, GameRow.id == KeyRow.game_id)
        .where(KeyRow.token == token, GameRow.deleted_at.is_(None))
    ).first()
    return None if row is None else Key(row.id, row.game_id, Right(row.right), row.token)


def games_of(connection: Connection, browser_id: str | None) -> list[str]:
    """List the ids of the games a browser holds, the one changed last first; with None, of all there are."""
    games = select(GameRow.id).order_by(GameRow.changed_at.desc(), GameRow.id)
    if browser_id is not None:
        held = select(GrantRow.game_id).where(GrantRow.browser_id == browser_id)
        games = games.where(GameRow.id.in_(held))
    return list(connection.execute(games).scalars())


def names_known_to(connection: Connection, browser_id: str, most: int = 12) -> list[str]:
    """List the names in a browser's games, the latest game first, each once."""
    latest = (
        select(PlayerRow.name)
        .join(GameRow, GameRow.id == PlayerRow.game_id)
        .join(GrantRow, GrantRow.game_id == GameRow.id)
        .where(GrantRow.browser_id == browser_id)
        .order_by(GameRow.changed_at.desc(), PlayerRow.seat)
        .limit(most * 8)
    )
    return list(dict.fromkeys(connection.execute(latest).scalars()))[:most]


def kinds_of(connection: Connection, browser_ids: Collection[str]) -> dict[str, str]:
    """Tell what browsers say they are."""
    found = connection.execute(select(BrowserRow.id, BrowserRow.kind).where(BrowserRow.id.in_(browser_ids)))
    return {row.id: row.kind for row in found}


def set_deleted(connection: Connection, game_id: str, at: datetime.datetime | None) -> None:
    """Mark a game as deleted, or take that back with None."""
    connection.execute(update(GameRow).where(GameRow.id == game_id).values(deleted_at=at))


def purge_deleted(connection: Connection, before: datetime.datetime) -> int:
    """Remove for good the games that were deleted before this moment; gives how many."""
    return connection.execute(delete(GameRow).where(GameRow.deleted_at < before)).rowcount
