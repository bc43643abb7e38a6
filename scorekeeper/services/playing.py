"""Playing on: choose a contract, enter what happened, save the round, deal again, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from sqlalchemy import Connection

from scorekeeper.rules import editing
from scorekeeper.rules.doubling import check_marks, may_double, others
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.seats import SEATS, Roles
from scorekeeper.rules.tallies import check_entries, is_whole
from scorekeeper.rules.violations import Code, RuleViolation
from scorekeeper.services.changing import (
    Clash,
    Conflict,
    Edit,
    Rejected,
    Submission,
    What,
    change_game,
    settled,
)
from scorekeeper.services.entries import Entries, Entry, MarkEntry, with_entries
from scorekeeper.services.seating import Seated, where_now
from scorekeeper.services.taking_back import edit_without
from scorekeeper.storage import answers, changes
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import StoredGame


class Shortcut(StrEnum):
    """Several entries in one tap: all marks of one doubler, or the end of the marking."""

    EVERYONE = "everyone"
    OTHERS = "others"
    CLEAR = "clear"
    MARKING_OVER = "marking-over"
    MARK_AGAIN = "mark-again"


_MARKING = {Shortcut.MARKING_OVER: True, Shortcut.MARK_AGAIN: False}
"""Whether the marking is over after a shortcut; the others leave that as it is."""


@dataclass(frozen=True, slots=True)
class Writing:
    """Which page wrote, and the how manieth write of that page it is: requests can overtake each other."""

    page: str
    sequence: int


@dataclass(frozen=True, slots=True)
class Chooser:
    """Whose choice a page asked for: a seat, of those who sat at the table then."""

    seated: Seated
    seat: int


@dataclass(frozen=True, slots=True)
class GoingOn:
    """How a game goes on with a round that met another: who sat at the table then, and whether it was stopped."""

    seated: Seated
    resuming: bool = False


@dataclass(frozen=True, slots=True)
class There:
    """The open round in whose place another is put, as a page showed it; with `resuming` a stopped game goes on."""

    version: int
    shown: Entries
    resuming: bool = False


def choose_contract(
    database: Database,
    submission: Submission,
    contract: str,
    *,
    number: int,
    dealer: int | None = None,
    chooser: Chooser | None = None,
    lifted: Iterable[Code] = (),
) -> Answer:
    """Open round `number` with a contract. Two phones that choose the same have chosen once.

    Raises:
        Conflict: another round is open (another contract, or dealt by another), that number is saved already, or
            by other seats or another first dealer somebody else than `chooser` chooses now.
        Rejected: the contract is not open to the chooser.
    """

    def edit(_: Connection, stored: StoredGame) -> Edit:
        game = stored.game
        is_next = len(game.rounds) + 1 == number and game.is_running
        is_dealer = dealer is None or dealer == replay(game).position.dealer
        if game.open_round is not None and is_next and is_dealer and game.open_round.contract == contract:
            return Edit(game, What.CHOSE, number, in_place=True)
        if game.open_round is not None or not is_next:
            raise Conflict(Clash.OTHER_ROUND, stored)
        if chooser is not None and not _still_chooses(stored, chooser, dealer):
            raise Conflict(Clash.OTHER_CHOOSER, stored)
        return Edit(_chosen(editing.choose, game, contract, dealer=dealer, lifted=lifted), What.CHOSE, number)

    return change_game(database, submission, edit)


def change_contract(
    database: Database,
    submission: Submission,
    contract: str,
    *,
    open_version: int,
    shown: int | None = None,
    lifted: Iterable[Code] = (),
) -> Answer:
    """Give the open round another contract: marks are kept, tallies dropped.

    `shown` is the revision of the game that was on the screen.

    Raises:
        Conflict: that round is no longer open, or others entered something in it since.
        Rejected: the contract is not open to the chooser.
    """

    def edit(connection: Connection, stored: StoredGame) -> Edit:
        entry = _still_open(stored, open_version)
        number = len(stored.game.rounds) + 1
        if entry.contract == contract:
            return Edit(stored.game, What.CONTRACT, number, in_place=True)
        _nothing_unseen(connection, stored, submission, shown)
        return Edit(_chosen(editing.change_contract, stored.game, contract, lifted=lifted), What.CONTRACT, number)

    return change_game(database, submission, edit)


def enter(
    database: Database,
    submission: Submission,
    typed: Sequence[Entry],
    *,
    open_version: int,
    writing: Writing | None = None,
    shortcut: tuple[Shortcut, int] | None = None,
    lifted: Iterable[Code] = (),
) -> Answer:
    """Write some fields of the open round; for each the last write wins, and others are left alone.

    `shortcut` comes with the seat of the doubler it is for; `lifted` are rulings for this round.

    Raises:
        Conflict: that round is no longer open, so that a late entry never lands in the next one.
        Rejected: a mark that can't be.
    """

    def edit(connection: Connection, stored: StoredGame) -> Edit:
        entry = _still_open(stored, open_version)
        roles = replay(stored.game).position.roles
        row_id = stored.row_ids[-1]
        fresh = [
            change
            for change in typed
            if writing is None or answers.is_latest(connection, row_id, change.field, writing.page, writing.sequence)
        ]
        entry = replace(entry, rulings=tuple(dict.fromkeys((*entry.rulings, *lifted))))
        entry = with_entries(entry, fresh)
        marking_over = stored.game.marking_over
        if shortcut is not None:
            entry = shortened(entry, roles, *shortcut)
            marking_over = _MARKING.get(shortcut[0], marking_over)
        entry = _lawful(stored.game, entry, roles, typed)
        game = replace(stored.game, open_round=entry, marking_over=marking_over)
        return Edit(game, What.ENTERED, len(game.rounds) + 1, in_place=True)

    return change_game(database, replace(submission, key=""), edit)


def save_round(
    database: Database,
    submission: Submission,
    *,
    shown: Entries,
    typed: Entries,
    open_version: int,
    rulings: Iterable[editing.Ruling] = (),
) -> Answer:
    """Save the open round with what was typed; what only one number fits is stored with it.

    Raises:
        Conflict: that round is no longer open, or someone entered something that was not shown.
        Rejected: tallies are missing or wrong, or a rule is broken; nothing was saved.
    """

    def edit(_: Connection, stored: StoredGame) -> Edit:
        entry = with_entries(_still_open(stored, open_version), shown.changed_to(typed))
        if Entries.of(entry) != typed:
            raise Conflict(Clash.VALUES, stored)
        saved = editing.save(replace(stored.game, open_round=entry))
        return Edit(settled(saved, rulings), What.SAVED, len(saved.rounds))

    return change_game(database, submission, edit)


def replace_round(
    database: Database,
    submission: Submission,
    mine: Round,
    *,
    there: There,
    saving: bool,
    rulings: Iterable[editing.Ruling] = (),
) -> Answer:
    """Put another contract with its entries in the place of the open round; `saving` saves it where it is whole.

    Raises:
        Conflict: the round that was there is no longer open, or holds something else now.
        Rejected: a rule is broken.
    """
    rulings = tuple(rulings)

    def edit(_: Connection, stored: StoredGame) -> Edit:
        was, number = _still_open(stored, there.version, resuming=there.resuming), len(stored.game.rounds) + 1
        if Entries.of(was) != there.shown:
            raise Conflict(Clash.VALUES, stored)
        lifted = [code for where, code in rulings if where == number]
        blank = replace(stored.game, open_round=replace(was, marks=(), tallies=()), stopped=False)
        game = _chosen(editing.change_contract, blank, mine.contract, lifted=lifted)
        typed = Entries().changed_to(Entries.of(mine))
        chosen = game.open_round or was
        entry = with_entries(replace(chosen, rulings=tuple(dict.fromkeys((*chosen.rulings, *lifted)))), typed)
        game = replace(game, open_round=entry)
        contract = game.rule_set.contract(entry.contract)
        if saving and contract is not None and is_whole(contract, entry.tallies):
            return Edit(settled(editing.save(game), rulings), What.SAVED, number)
        entry = _lawful(game, entry, replay(game).position.roles, typed)
        game = replace(game, open_round=entry)
        if stored.game.stopped:
            return Edit(game, What.RESUMED)
        return Edit(game, What.CONTRACT, number)

    return change_game(database, submission, edit)


def record_round(
    database: Database,
    submission: Submission,
    contract: str,
    typed: Entries,
    *,
    number: int,
    going_on: GoingOn | None = None,
    rulings: Iterable[editing.Ruling] = (),
) -> Answer:
    """Save a whole round at once, as the next one: what two phones entered twice became two rounds.

    Raises:
        Conflict: a round is open, that number is saved already, the game was stopped, or players sit elsewhere now.
        Rejected: a rule is broken, or tallies are missing or wrong.
    """

    def edit(_: Connection, stored: StoredGame) -> Edit:
        game = stored.game
        if going_on is not None:
            game = replace(game, stopped=game.stopped and not going_on.resuming)
        is_moved = going_on is not None and where_now(stored, going_on.seated) != SEATS
        if game.open_round is not None or len(game.rounds) + 1 != number or game.stopped or is_moved:
            raise Conflict(Clash.OTHER_ROUND, stored)
        entry = with_entries(Round(contract), Entries().changed_to(typed))
        return Edit(settled(editing.save(replace(game, open_round=entry)), rulings), What.SAVED, number)

    return change_game(database, submission, edit)


def deal_again(database: Database, submission: Submission, *, open_version: int, shown: int | None = None) -> Answer:
    """Cancel the open round. `shown` is the revision of the game that was on the screen.

    Raises:
        Conflict: that round is no longer open, or others entered something in it since.
    """

    def edit(connection: Connection, stored: StoredGame) -> Edit:
        _still_open(stored, open_version)
        _nothing_unseen(connection, stored, submission, shown)
        return Edit(editing.cancel(stored.game), What.CANCELLED, len(stored.game.rounds) + 1)

    return change_game(database, submission, edit)


def undo(database: Database, submission: Submission, *, version: int) -> Answer:
    """Take back the last step: cancel the open round, or open the last saved one again with its entries.

    Raises:
        Conflict: the last step is no longer the one with this version, or it is a round that waits in a stopped game.
    """

    def edit(_: Connection, stored: StoredGame) -> Edit:
        game = stored.game
        is_waiting = game.stopped and game.open_round is not None
        if stored.last_version != version or is_waiting:
            raise Conflict(Clash.VERSION, stored)
        if game.open_round is not None:
            return Edit(editing.undo(game), What.CANCELLED, len(game.rounds) + 1)
        return Edit(editing.undo(game), What.UNDID, len(game.rounds))

    return change_game(database, submission, edit)


def take_back(database: Database, submission: Submission, *, revision: int) -> Answer:
    """Take back the very last change, whatever it was: the game is as it was before.

    Raises:
        Conflict: something was changed after it, or there is nothing to take back, as at the start of the game.
    """

    def edit(connection: Connection, stored: StoredGame) -> Edit:
        if stored.revision != revision:
            raise Conflict(Clash.VERSION, stored)
        return edit_without(connection, stored, revision)

    return change_game(database, submission, edit)


def shortened(entry: Round, roles: Roles, shortcut: Shortcut, doubler: int) -> Round:
    """Give the marks of one doubler that a shortcut stands for."""
    match shortcut:
        case Shortcut.EVERYONE:
            return editing.set_marks(entry, doubler, may_double(roles, entry.marks, doubler))
        case Shortcut.OTHERS:
            return editing.set_marks(entry, doubler, others(roles, doubler))
        case Shortcut.CLEAR:
            return editing.set_marks(entry, doubler, ())
        case Shortcut.MARKING_OVER | Shortcut.MARK_AGAIN:
            return entry
        case _:
            assert_never(shortcut)


def _still_open(stored: StoredGame, open_version: int, *, resuming: bool = False) -> Round:
    entry = stored.game.open_round
    if entry is None or stored.open_version != open_version or (stored.game.stopped and not resuming):
        raise Conflict(Clash.ROUND_GONE, stored)
    return entry


def _nothing_unseen(connection: Connection, stored: StoredGame, submission: Submission, shown: int | None) -> None:
    """Let nobody throw away what another phone entered since his page was made: it was never on his screen."""
    number = len(stored.game.rounds) + 1
    if shown is not None and changes.others_since(connection, stored.id, shown, submission.browser, number):
        raise Conflict(Clash.VALUES, stored)


def _still_chooses(stored: StoredGame, chooser: Chooser, dealer: int | None) -> bool:
    # Where nobody can tell who sits where, all that is known is that people got other names.
    where = where_now(stored, chooser.seated) or SEATS
    if dealer is None:
        return where[chooser.seat] == replay(stored.game).position.chooser
    return where == SEATS and chooser.seat == stored.game.rule_set.roles[dealer].chooser


def _chosen(choosing: Callable[..., Game], game: Game, contract: str, **how: object) -> Game:
    try:
        return choosing(game, contract, **how)
    except RuleViolation as violation:
        raise Rejected([violation]) from violation


def _lawful(game: Game, entry: Round, roles: Roles, typed: Sequence[Entry]) -> Round:
    """Refuse what was just typed and can't be; drop the answers to marks that were taken back."""
    number = len(game.rounds) + 1
    contract = game.rule_set.contract(entry.contract)
    found = [] if contract is None else check_entries(contract, entry.tallies, number)
    given = {change.field for change in typed if isinstance(change, MarkEntry) and change.given}
    found += [
        violation
        for violation in check_marks(roles, entry.marks, number)
        if violation.code not in entry.rulings and violation.field in given
    ]
    if found:
        raise Rejected(found)
    return editing.withdraw_answers(entry, roles.chooser)
