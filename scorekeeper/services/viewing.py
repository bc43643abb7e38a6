"""Looking: the games of a browser, one game, and what its last change was."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.replay import Replay
from scorekeeper.services.changing import NoSuchGame, played
from scorekeeper.storage import access, changes, games
from scorekeeper.storage.changes import Change
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Glance, Right, StoredGame


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as a page shows it: what is stored and what follows from it.

    `change` is the last change, where the page was asked to say what it did.
    """

    stored: StoredGame
    change: Change | None = None

    @property
    def played(self) -> Replay:
        """The game played through."""
        return played(self.stored.game)

    @property
    def may_score(self) -> bool:
        """Whether this browser may change the game."""
        return self.stored.right is Right.SCORE


def glance(database: Database, game_id: str, browser: str | None) -> Glance:
    """Look whether anything is new, as four phones do every other second: one statement.

    Raises:
        NoSuchGame: there is none, or this browser holds no key to it.
    """
    with database.reading() as connection:
        found = games.glance(connection, game_id, browser) if browser else None
    if found is None:
        raise NoSuchGame(game_id)
    return found


def see_game(database: Database, game_id: str, browser: str | None, *, told: int | None = None) -> Seen:
    """Look at a game. `told` is the revision of a change to tell about, as long as nothing came after it.

    Raises:
        NoSuchGame: there is none, or this browser holds no key to it.
    """
    with database.reading() as connection:
        stored = games.load(connection, game_id, browser, database.kept) if browser else None
        if stored is None or stored.right is None or stored.deleted_at is not None:
            raise NoSuchGame(game_id)
        change = changes.find(connection, game_id, told) if told == stored.revision else None
    return Seen(stored, change)


def my_games(database: Database, browser: str | None) -> list[Seen]:
    """List the games a browser holds, deleted ones too, the one changed last first."""
    return [] if browser is None else _listed(database, browser)


def all_games(database: Database) -> list[Seen]:
    """List every game there is, for who runs the server."""
    return _listed(database, None)


def _listed(database: Database, browser: str | None) -> list[Seen]:
    with database.reading() as connection:
        ids = access.games_of(connection, browser)
        found = {stored.id: stored for stored in games.load_all(connection, ids, browser, database.kept)}
    return [Seen(found[game_id]) for game_id in ids]


def known_names(database: Database, browser: str | None) -> list[str]:
    """Suggest names from a browser's earlier games, the latest first."""
    if browser is None:
        return []
    with database.reading() as connection:
        return access.names_known_to(connection, browser)
