"""A table with a game in a real database, and two phones that may both write in it: "phone" and "other"."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sqlalchemy import select

from scorekeeper.record import Json, write
from scorekeeper.rules.editing import Ruling
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.violations import Code, RuleViolation
from scorekeeper.services.changing import Rejected, Submission, What
from scorekeeper.services.entries import Entries, Entry, MarkEntry, TallyEntry
from scorekeeper.services.playing import choose_contract, enter, save_round
from scorekeeper.storage import access, changes, games
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.changes import Change, Step, taken_back
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right, StoredGame
from scorekeeper.storage.schema import ChangeRow
from tests.rules.builders import a_game
from tests.storage.conftest import FRIDAY, database, migrated, reused

__all__ = ["database", "migrated", "reused"]

_numbers = itertools.count()

SECOND_TRUMP = ("trump-clubs", "ducking", "hearts", "domino")
"""After these rounds Cees chooses again and has had his trump."""


@dataclass(frozen=True)
class Table:
    """A game, and how the phones at it see and change it."""

    database: Database
    id: str

    def form(self, key: str = "", content: str = "", *, browser: str = "phone") -> Submission:
        """A form that a phone sends: it has a key of its own unless the test names one."""
        return Submission(browser, key or secrets.token_urlsafe(8), content, self.id)

    @property
    def stored(self) -> StoredGame:
        with self.database.reading() as connection:
            found = games.load(connection, self.id, "phone")
            # After whatever a test did, what is kept of the game is what is stored.
            assert games.load(connection, self.id, "phone", self.database.kept) == found
        assert found is not None
        return found

    @property
    def game(self) -> Game:
        return self.stored.game

    @property
    def open_round(self) -> Round:
        entry = self.game.open_round
        assert entry is not None
        return entry

    @property
    def open_version(self) -> int:
        version = self.stored.open_version
        assert version is not None
        return version

    @property
    def settings_version(self) -> int:
        return self.stored.settings_version

    @property
    def log(self) -> list[Change]:
        """The change log, the latest entry last."""
        query = select(ChangeRow.revision).where(ChangeRow.game_id == self.id).order_by(ChangeRow.revision)
        with self.database.reading() as connection:
            found = [changes.find(connection, self.id, revision) for revision in connection.execute(query).scalars()]
        return [change for change in found if change is not None]

    def enter(self, *typed: Entry, browser: str = "phone") -> Answer:
        """Enter something in the open round."""
        return enter(self.database, self.form(browser=browser), typed, open_version=self.open_version)

    def taps(self, entry: Round) -> Iterator[None]:
        """Play a round as a phone does it; stops after every tap."""
        lifted, number = entry.rulings, len(self.game.rounds) + 1
        choose_contract(self.database, self.form(), entry.contract, number=number, dealer=entry.dealer, lifted=lifted)
        yield
        version = self.open_version
        taps: list[Entry] = [MarkEntry(*mark, given=True) for mark in entry.marks]
        taps += [TallyEntry(item, seat, count) for item, counts in entry.tallies for seat, count in enumerate(counts)]
        for typed in taps:
            enter(self.database, self.form(), [typed], open_version=version, lifted=lifted)
            yield
        shown = Entries.of(self.open_round)
        save_round(self.database, self.form(), shown=shown, typed=shown, open_version=version)
        yield


def a_table(database: Database, game: Game | None = None) -> Table:
    """Put a game into a database; both phones may score in it."""
    game, table = game or a_game(), Table(database, f"game-{next(_numbers)}")
    with database.writing() as connection:
        games.add(connection, table.id, game, FRIDAY)
        for browser in ("phone", "other"):
            access.remember_browser(connection, browser, "", FRIDAY)
            access.grant(connection, table.id, browser, Right.SCORE, FRIDAY)
        changes.log(connection, table.id, None, game, Step(1, FRIDAY, "phone", What.STARTED))
    return table


def record_of(game: Game) -> dict[str, Json]:
    """A game without the order of its items and without the stage of the open round, as the log keeps it."""
    return write(game)


@contextmanager
def one_change(table: Table, what: What, number: int | None = None, *, browser: str = "phone") -> Iterator[None]:
    """What happens in here is one change: it raises the revision by one, and its entry in the log leads back."""
    before, log = table.stored, table.log
    yield
    after = table.stored
    assert after.revision == before.revision + 1
    (change,) = table.log[len(log) :]
    assert change.step == Step(after.revision, after.changed_at, browser, what, number)
    assert record_of(taken_back(after.game, change)) == record_of(before.game)


@contextmanager
def no_change(table: Table) -> Iterator[None]:
    """What happens in here leaves the game, its versions and its log alone; an answer may be kept."""
    before, log = table.stored, table.log
    yield
    assert (table.stored, table.log) == (before, log)


def codes(violations: Sequence[RuleViolation]) -> list[Ruling]:
    """The rounds and codes of violations."""
    return [(violation.round or 0, violation.code) for violation in violations]


def rulings_for(rejected: Rejected) -> list[Ruling]:
    """What the table confirms so that a change goes through."""
    assert rejected.can_be_ruled
    return codes(rejected.violations)


def ruled(entry: Round, *lifted: Code, dealer: int | None = None) -> Round:
    """The same round with rulings."""
    return replace(entry, rulings=lifted, dealer=dealer)
