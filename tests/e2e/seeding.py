"""Games that are there before a test begins, played through the services on the server's own database."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from scorekeeper.record import read
from scorekeeper.rules.game import Game
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Submission, now
from scorekeeper.services.entries import Entries, Entry
from scorekeeper.services.playing import choose_contract, enter, save_round
from scorekeeper.services.sharing import fresh_link
from scorekeeper.services.starting import Setup, start_game
from scorekeeper.services.viewing import Seen, see_game
from scorekeeper.storage.access import make_key
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from tests.records import VECTORS, vector

BROWSER = "the-browser-that-seeds"


def recorded(number: int) -> Game:
    """Read the game of a vector."""
    played = read(vector(VECTORS / "games" / f"game-{number:02}.json")["record"]).played
    assert played is not None
    return played.game


def contract_of(game: Game, contract_id: str) -> Contract:
    contract = game.rule_set.contract(contract_id)
    assert contract is not None
    return contract


@cache
def _database(instance: Path) -> Database:
    # One for each server: its statements stay compiled, which takes longer than all that is done with it.
    return Database(f"sqlite:///{instance / 'scorekeeper.sqlite3'}")


@contextmanager
def opened(instance: Path) -> Iterator[Database]:
    """Open the database of a server that runs."""
    database = _database(instance)
    try:
        yield database
    finally:
        database.close()


@dataclass(frozen=True, slots=True)
class Seeded:
    """A game in a server's database, and another phone at its table: its own browser, which holds the key."""

    instance: Path
    game_id: str
    game: Game

    @property
    def path(self) -> str:
        return f"/games/{self.game_id}"

    def seen(self) -> Seen:
        with opened(self.instance) as database:
            return see_game(database, self.game_id, BROWSER)

    def link(self, *, follow: bool = False) -> str:
        """Make the path of a link that lets another browser score, or only follow."""
        with opened(self.instance) as database:
            if not follow:
                return f"/k/{fresh_link(database, self.game_id)}"
            with database.writing() as connection:
                return f"/k/{make_key(connection, self.game_id, Right.FOLLOW, now())}"

    def choose(self, contract_id: str, *lifted: Code) -> None:
        with opened(self.instance) as database:
            number = len(see_game(database, self.game_id, BROWSER).stored.game.rounds) + 1
            choose_contract(database, self._submission(), contract_id, number=number, lifted=lifted)

    def enter(self, *changes: Entry) -> None:
        """Enter something in the open round, as another phone does."""
        with opened(self.instance) as database:
            version = see_game(database, self.game_id, BROWSER).stored.open_version or 0
            enter(database, self._submission(), changes, open_version=version)

    def save(self, typed: Entries) -> None:
        """Save the open round with just these entries."""
        with opened(self.instance) as database:
            stored = see_game(database, self.game_id, BROWSER).stored
            assert stored.game.open_round is not None
            shown = Entries.of(stored.game.open_round)
            save_round(database, self._submission(), shown=shown, typed=typed, open_version=stored.open_version or 0)

    def play(self, rounds: int) -> None:
        """Play on until so many rounds of the game are saved."""
        for entry in self.game.rounds[len(self.seen().stored.game.rounds) : rounds]:
            self.choose(entry.contract)
            self.save(Entries.of(entry))

    def _submission(self) -> Submission:
        return Submission(BROWSER, secrets.token_urlsafe(16), secrets.token_hex(8), self.game_id)


def seeded(instance: Path, game: Game, *, rounds: int = 0, players: tuple[str, ...] = (), title: str = "") -> Seeded:
    """Start a game and play so many of its rounds, with other names if asked."""
    if players:
        first, second, third, fourth = players
        game = replace(game, players=(first, second, third, fourth))
    setup = Setup(game.players, game.first_dealer, game.rule_set.id, title)
    submission = Submission(BROWSER, secrets.token_urlsafe(16), secrets.token_hex(8))
    with opened(instance) as database:
        game_id = start_game(database, submission, setup, kind="a test").game_id
    started = Seeded(instance, game_id, game)
    started.play(rounds)
    return started
