"""How every change of a game is made: one transaction, once for each form, with its entry in the log."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from sqlalchemy import Connection

from scorekeeper.rules.editing import Ruling, lift, without_idle_rulings
from scorekeeper.rules.game import Game
from scorekeeper.rules.leaving_out import changed_parts
from scorekeeper.rules.replay import replay
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.storage import answers, changes, games
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.changes import Step
from scorekeeper.storage.database import KEPT_GAMES, Database
from scorekeeper.storage.games import Right, StoredGame

played = lru_cache(maxsize=KEPT_GAMES)(replay)
"""Play a game through, or remember what came of it: who saves a game looks at it next, and then others do."""


class What(StrEnum):
    """The changes of a game, as the log names them."""

    STARTED = "started"
    IMPORTED = "imported"
    CHOSE = "chose"
    CONTRACT = "contract"
    ENTERED = "entered"
    SAVED = "saved"
    CANCELLED = "cancelled"
    UNDID = "undid"
    CORRECTED = "corrected"
    SWAPPED = "swapped"
    INSERTED = "inserted"
    REMOVED = "removed"
    MOVED = "moved"
    SETTINGS = "settings"
    STOPPED = "stopped"
    RESUMED = "resumed"
    DELETED = "deleted"
    RESTORED = "restored"
    TAKEN_BACK = "taken-back"


UNCHANGED = "unchanged"
"""What a form did that left everything as it was: nothing, so that it is neither logged nor kept as answered."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A form as it came in: who sent it, the key it carries, a digest of what it contains, and its game.

    The key is empty for an entry of the open round: writing it twice is the same as writing it once.
    """

    browser: str
    key: str
    content: str
    game_id: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """What a change comes down to: the next game, and how the log names the step.

    `in_place` is for entries of the open round, which raise only the game's revision; `renew` gives
    every round a new version, since seats mean other people than before.
    """

    game: Game
    what: What
    round: int | None = None
    in_place: bool = False
    renew: bool = False


class NoSuchGame(Exception):
    """There is no such game for this browser: it does not exist, is deleted, or is not shared with it."""


class FormUsedTwice(Exception):
    """A form that was carried out came again with other content."""


class Clash(StrEnum):
    """In what way a form is older than what it would change."""

    ROUND_GONE = "round-gone"
    OTHER_ROUND = "other-round"
    OTHER_CHOOSER = "other-chooser"
    VALUES = "values"
    VERSION = "version"


class Conflict(Exception):
    """A form is older than what it would change. `stored` is what is there now; nothing was changed."""

    def __init__(self, clash: Clash, stored: StoredGame) -> None:
        super().__init__(clash.value)
        self.clash = clash
        self.stored = stored


class Rejected(Exception):
    """The change would break rules. `violations` are all of them; nothing was changed."""

    def __init__(self, violations: Iterable[RuleViolation]) -> None:
        self.violations = tuple(violations)
        super().__init__(", ".join(violation.code for violation in self.violations))

    @property
    def can_be_ruled(self) -> bool:
        """Whether the table can overrule all that is against the change."""
        return all(violation.liftable for violation in self.violations)


def now() -> datetime.datetime:
    """Give the present moment in UTC."""
    return datetime.datetime.now(datetime.UTC)


def change_game(
    database: Database,
    submission: Submission,
    edit: Callable[[Connection, StoredGame], Edit],
) -> Answer:
    """Carry out a form: load the game, edit it, store what differs, log it and keep the answer.

    The same form again gets the first answer and changes nothing. One that would leave everything as it is does
    nothing at all: the answer is `UNCHANGED`.

    Raises:
        NoSuchGame: this browser may not score in it.
        FormUsedTwice: its key was used with other content, and nothing else is against it.
        Conflict, Rejected: as `edit` says.
    """
    saved: list[StoredGame] = []

    def act(connection: Connection, stored: StoredGame, moment: datetime.datetime) -> Answer:
        edited = edit(connection, stored)
        if not edited.in_place and _is_same(stored.game, edited.game):
            return Answer(stored.id, UNCHANGED, edited.round, stored.revision)
        if not edited.in_place:
            saved.append(games.save(connection, stored, edited.game, moment, renew=edited.renew))
            revision = saved[-1].revision
        elif edited.game != stored.game:
            revision = games.write_entries(connection, stored, edited.game, moment)
        else:
            revision = stored.revision
        if revision > stored.revision:
            step = Step(revision, moment, submission.browser, edited.what, edited.round)
            changes.log(connection, stored.id, stored.game, edited.game, step)
        return Answer(stored.id, edited.what, edited.round, revision)

    answer = once(database, submission, act)
    # Only now that it is committed may others see it. Who saved looks at it next.
    database.kept.update(((game.id, game.revision), game) for game in saved)
    return answer


def once(
    database: Database,
    submission: Submission,
    act: Callable[[Connection, StoredGame, datetime.datetime], Answer],
    *,
    deleted: bool = False,
) -> Answer:
    """Act on a game in one transaction and keep the answer; the same form again gets it and does nothing.

    A deleted game is there only for who asks for it: `deleted`.

    Raises:
        NoSuchGame: this browser may not score in it.
        FormUsedTwice: the form's key was used with other content, and `act` found nothing else against it.
    """
    with database.writing() as connection:
        known = answers.find(connection, submission.key, submission.browser) if submission.key else None
        if known is not None and known[1] == submission.content:
            return known[0]
        stored = games.load(connection, submission.game_id, submission.browser, database.kept)
        if stored is None or stored.right is not Right.SCORE or (stored.deleted_at is not None and not deleted):
            raise NoSuchGame(submission.game_id)
        moment = now()
        answer = act(connection, stored, moment)
        if known is not None:
            # What `act` did goes with the transaction; where the two meet, it said so, which tells more than this.
            raise FormUsedTwice(submission.key)
        # A page of this revision may be shown again with the same key in its form: it must still be good.
        if submission.key and answer.what != UNCHANGED:
            answers.keep(connection, submission.key, submission.browser, submission.content, answer, moment)
        return answer


def _is_same(before: Game, after: Game) -> bool:
    return before == after or (before.marking_over == after.marking_over and not changed_parts(before, after))


def first_answer(known: tuple[Answer, str], submission: Submission) -> Answer:
    """Give the answer that a form got the first time.

    Raises:
        FormUsedTwice: it comes with other content now.
    """
    answer, content = known
    if content != submission.content:
        raise FormUsedTwice(submission.key)
    return answer


def answered(database: Database, submission: Submission) -> Answer | None:
    """Find the answer to a form that was carried out already.

    Raises:
        FormUsedTwice: its key was used with other content.
    """
    with database.reading() as connection:
        known = answers.find(connection, submission.key, submission.browser)
    return None if known is None else first_answer(known, submission)


def settled(game: Game, rulings: Iterable[Ruling]) -> Game:
    """Check a game that was rearranged, with the rulings that the table confirmed.

    Raises:
        Rejected: rules are broken that no ruling lifts; all of them are named.
    """
    ruled = without_idle_rulings(lift(game, rulings))
    faults = played(ruled).faults
    if faults:
        raise Rejected(faults)
    return ruled
