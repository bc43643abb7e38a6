"""Starting: a new game, or a rematch of one."""

from __future__ import annotations

import datetime
import secrets
from dataclasses import dataclass

from scorekeeper.rules.game import Game, Names
from scorekeeper.rules.names import TITLE_LENGTH, NameFault, clean, name_fault, same_as_earlier
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.seats import SEATS, left_of
from scorekeeper.services.changing import Submission, What, first_answer, now
from scorekeeper.storage import access, answers, changes, games
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.changes import Step
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right, StoredGame


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts with. `first_dealer` is a seat, None when he is to be drawn."""

    players: tuple[str, ...]
    first_dealer: int | None = None
    rules: str = "bonken-11"
    title: str = ""
    played_on: datetime.date | None = None


class BadSetup(Exception):
    """Names or a title that can't be: field → what is wrong. Fields are "player-<seat>" and "title"."""

    def __init__(self, faults: dict[str, NameFault]) -> None:
        super().__init__(", ".join(faults))
        self.faults = faults


def clean_names(players: tuple[str, ...], title: str) -> tuple[Names, str]:
    """Give four names and a title the form in which they are kept.

    Raises:
        BadSetup: some of them can't be.
    """
    names = [clean(name) for name in players]
    faults = {f"player-{seat}": fault for seat in SEATS if (fault := name_fault(names[seat])) is not None}
    for seat, repeated in enumerate(same_as_earlier(names)):
        if repeated:
            faults.setdefault(f"player-{seat}", NameFault.SAME)
    heading = clean(title)
    fault = name_fault(heading, longest=TITLE_LENGTH)
    if fault is not None and heading:
        faults["title"] = fault
    if faults:
        raise BadSetup(faults)
    first, second, third, fourth = names
    return (first, second, third, fourth), heading


def start_game(database: Database, submission: Submission, setup: Setup, *, kind: str) -> Answer:
    """Make a game that this browser may score; `kind` is what the browser says it is.

    Raises:
        BadSetup: names or title can't be.
        FormUsedTwice: the form's key was used with other content.
    """
    players, title = clean_names(setup.players, setup.title)
    dealer = secrets.randbelow(4) if setup.first_dealer is None else setup.first_dealer
    game = Game(RULE_SETS[setup.rules], players, dealer, title=title, played_on=setup.played_on)
    with database.writing() as connection:
        known = answers.find(connection, submission.key, submission.browser)
        if known is not None:
            return first_answer(known, submission)
        game_id, moment = secrets.token_urlsafe(9), now()
        access.remember_browser(connection, submission.browser, kind, moment)
        games.add(connection, game_id, game, moment)
        access.grant(connection, game_id, submission.browser, Right.SCORE, moment)
        access.make_keys(connection, game_id, moment)
        changes.log(connection, game_id, None, game, Step(1, moment, submission.browser, What.STARTED))
        answer = Answer(game_id, What.STARTED, None, 1)
        answers.keep(connection, submission.key, submission.browser, submission.content, answer, moment)
    return answer


def rematch_setup(stored: StoredGame, today: datetime.date) -> Setup:
    """Set up a rematch: the same seats, and the player after the last dealer deals first."""
    game = stored.game
    played = replay(game).rounds
    last = played[-1].roles.dealer if played else game.first_dealer - 1
    return Setup(game.players, left_of(last), game.rule_set.id, game.title, today)
