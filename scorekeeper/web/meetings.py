"""Where a round's form can still go when others were quicker: what is there now beside it, and a press for each way.

A round is found again by its contract, which is played once in a game, and not by its number: rounds move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from flask import Response, url_for

from scorekeeper.rules.game import Round
from scorekeeper.services.changing import Clash, Conflict, What
from scorekeeper.services.entries import Entries
from scorekeeper.storage import changes
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.answers import meeting, press
from scorekeeper.web.contexts.meeting import Press, Side, round_differences
from scorekeeper.web.parsing import write_shown
from scorekeeper.web.requests import browser, database
from scorekeeper.web.reseating import Mine
from scorekeeper.wording.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Saved:
    """The place of a saved round."""

    number: int


@dataclass(frozen=True, slots=True)
class Open:
    """The place of the round that is open."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Nowhere: cancelled, undone or taken out."""


Place = Saved | Open | Gone


def place_of(stored: StoredGame, contract: str) -> Place:
    """Find the round in which a contract is played."""
    game = stored.game
    if game.open_round is not None and game.open_round.contract == contract:
        return Open()
    return next((Saved(number) for number, entry in enumerate(game.rounds, 1) if entry.contract == contract), Gone())


def meet_open(conflict: Conflict, mine: Mine, number: int, *, saving: bool) -> Response:
    """Answer a form of the open round, made when it was round `number`: it was to be saved, or only kept."""
    stored, game = conflict.stored, conflict.stored.game
    place = place_of(stored, mine.entry.contract)
    if isinstance(place, Gone) and 1 <= number <= len(game.rounds):
        place = Saved(number)
    elif isinstance(place, Gone) and game.open_round is not None:
        place = Open()
    ways: tuple[Press, ...]
    match place:
        case Saved(there):
            explanation = _("This round was saved already.")
            if by_another(stored, stored.versions[there - 1], What.SAVED, What.CORRECTED):
                explanation = _("Another phone saved round %(number)s meanwhile.", number=there)
            ways = (_instead_of_saved(stored, mine, there), *_as_next(stored, mine))
        case Open():
            explanation = _open_changed(conflict, mine) if not game.stopped else _("The game was stopped meanwhile.")
            ways = (_instead_of_open(stored, mine, saving=saving),)
        case Gone():
            explanation = (
                _("The game was stopped meanwhile.") if game.stopped else _("This round was cancelled meanwhile.")
            )
            ways = _as_next(stored, mine)
        case _:
            assert_never(place)
    return _met(stored, explanation, place, mine, ways)


def meet_correction(stored: StoredGame, mine: Mine, number: int, was: str, versions: str) -> Response:
    """Answer a correction of what was round `number` and had the contract `was`."""
    game = stored.game
    place = place_of(stored, was)
    if isinstance(place, Gone) and _only_changed(stored, number, versions):
        place = Saved(number)
    elsewhere = place_of(stored, mine.entry.contract)
    is_free = isinstance(elsewhere, Gone) or elsewhere == place
    is_swap = dict(mine.fields).get("swap", "") == (str(elsewhere.number) if isinstance(elsewhere, Saved) else None)
    ways: tuple[Press, ...] = ()
    match place:
        case Saved(there):
            explanation = _("Round %(number)s was changed meanwhile.", number=number)
            if there != number:
                explanation += " " + _("It is round %(number)s now.", number=there)
            if is_free or is_swap:
                ways = (_instead_of_saved(stored, mine, there),)
        case Open():
            explanation = _("Round %(number)s was opened again meanwhile.", number=number)
            if is_free:
                ways = (_instead_of_open(stored, mine, saving=True),)
        case Gone():
            explanation = _("Round %(number)s was taken out meanwhile.", number=number)
            if is_free and number <= len(game.rounds) and not game.is_full:
                ways = (_put_in(stored, mine, number),)
            elif is_free:
                ways = _as_next(stored, mine)
        case _:
            assert_never(place)
    return _met(stored, explanation, place, mine, ways)


def meet_insertion(stored: StoredGame, mine: Mine, number: int) -> Response:
    """Answer a form that puts in a forgotten round, whose place is not what it was."""
    is_there = 1 <= number <= len(stored.game.rounds) and not stored.game.is_full
    ways = (_put_in(stored, mine, number),) if is_there else ()
    return _met(stored, _("The rounds were changed meanwhile."), Gone(), mine, ways)


def _round_at(stored: StoredGame, place: Place) -> Round | None:
    match place:
        case Saved(number):
            return stored.game.rounds[number - 1]
        case Open():
            return stored.game.open_round
        case Gone():
            return None
        case _:
            assert_never(place)


def _met(stored: StoredGame, explanation: str, place: Place, mine: Mine, ways: tuple[Press, ...]) -> Response:
    players = stored.game.players
    if mine.moved:
        explanation += " " + _("The players sit differently now: what you entered moved along with them.")
    if not mine.fits:
        ways = ()
        explanation += " " + _(
            "The players have other names and may sit differently: "
            "what you entered stands under the names it was entered for. Enter it anew."
        )
    there = Side(_round_at(stored, place), players)
    return meeting(stored, explanation, round_differences(stored.game, there, Side(mine.entry, mine.players)), ways)


def by_another(stored: StoredGame, revision: int | None, *changes_made: What) -> bool:
    """Whether the log knows that it was another browser than this one that made a revision, by one of these changes."""
    with database().reading() as connection:
        change = changes.find(connection, stored.id, revision or 0)
    return change is not None and change.step.what in changes_made and change.step.browser_id != browser()


def _open_changed(conflict: Conflict, mine: Mine) -> str:
    stored, entry = conflict.stored, conflict.stored.game.open_round
    if entry is not None and entry.contract != mine.entry.contract:
        if by_another(stored, stored.open_version, What.CHOSE, What.CONTRACT):
            return _("Another phone gave this round another contract meanwhile.")
        return _("This round has another contract now.")
    if conflict.clash is Clash.VALUES:
        # The last that was entered may be this phone's own, on a page that was left since.
        if by_another(stored, stored.revision, What.ENTERED):
            return _("Another phone entered something in this round meanwhile.")
        return _("Something was entered in this round meanwhile.")
    if mine.moved or not mine.fits:
        return _("The seats were changed meanwhile.")
    return _("This round was opened anew meanwhile.")


def _only_changed(stored: StoredGame, number: int, versions: str) -> bool:
    """Whether, since a form showed these versions, nothing but the round with this number changed."""
    then, now = versions.split(","), stored.versions_text.split(",")
    return (
        len(then) == len(now)
        and 1 <= number < len(now)
        and [*then[: number - 1], *then[number:-1]]
        == [
            *now[: number - 1],
            *now[number:-1],
        ]
    )


def _instead_of_saved(stored: StoredGame, mine: Mine, number: int) -> Press:
    return press(
        _("Mine instead"),
        url_for("rounds.correct", game_id=stored.id, number=number),
        mine.fields,
        **_now(stored, mine),
        version=str(stored.versions[number - 1]),
        was=stored.game.rounds[number - 1].contract,
    )


def _instead_of_open(stored: StoredGame, mine: Mine, *, saving: bool) -> Press:
    entry = stored.game.open_round
    is_same = entry is not None and entry.contract == mine.entry.contract
    endpoint = ("entry.save" if saving else "entry.keep") if is_same else "entry.replace"
    label, how = _("Mine instead"), {} if is_same else {"saving": "1" if saving else ""}
    if stored.game.stopped:
        endpoint, label = "entry.replace", _go_on_with_mine(stored)
        how = {"saving": "1" if saving else "", "resuming": "1"}
    return press(
        label,
        url_for(endpoint, game_id=stored.id),
        mine.fields,
        **_now(stored, mine),
        round=str(stored.open_version),
        number=str(len(stored.game.rounds) + 1),
        shown=_shown_now(stored),
        **how,
    )


def _shown_now(stored: StoredGame) -> str:
    entry = stored.game.open_round
    return "" if entry is None else write_shown(Entries.of(entry))


def _as_next(stored: StoredGame, mine: Mine) -> tuple[Press, ...]:
    game = stored.game
    if game.open_round is not None or game.is_full or not isinstance(place_of(stored, mine.entry.contract), Gone):
        return ()
    number = len(game.rounds) + 1
    label = _("Mine as round %(number)s", number=number)
    if game.stopped:
        label = _go_on_with_mine(stored)
    resuming = {"resuming": "1"} if game.stopped else {}
    action = url_for("entry.save_as_next", game_id=stored.id)
    return (press(label, action, mine.fields, **_now(stored, mine), number=str(number), **resuming),)


def _go_on_with_mine(stored: StoredGame) -> str:
    return _("Go on, with mine as round %(number)s", number=len(stored.game.rounds) + 1)


def _put_in(stored: StoredGame, mine: Mine, number: int) -> Press:
    label = _("Put mine in as round %(number)s", number=number)
    return press(label, url_for("rounds.insert", game_id=stored.id, number=number), mine.fields, **_now(stored, mine))


def _now(stored: StoredGame, mine: Mine) -> dict[str, str]:
    """What a form is told of the game as it is now."""
    return {
        "contract": mine.entry.contract,
        "versions": stored.versions_text,
        "revision": str(stored.revision),
    }
