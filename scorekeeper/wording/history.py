"""The history in words: what was done, and from what to what. Names are those that people had then.

They stand in the sentences as plain text; one that is written from right to left is isolated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import format_date

from scorekeeper.rules.game import Game
from scorekeeper.rules.leaving_out import carried, seating
from scorekeeper.rules.seats import SEATS
from scorekeeper.services.changing import What
from scorekeeper.services.history import Line
from scorekeeper.wording.names import contract_name
from scorekeeper.wording.results import in_line
from scorekeeper.wording.round_changes import (
    NOTHING,
    Placed,
    RoundChange,
    content,
    differences,
    reordered,
    round_changes,
    state,
)

# The lazy form goes by the name that `pybabel extract` knows.
from scorekeeper.wording.translation import Lazy
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext


@dataclass(frozen=True, slots=True)
class Sentences:
    """What a line of the history says: in a few words, and in full."""

    heading: str
    details: tuple[str, ...]


def sentences(line: Line) -> Sentences:
    """Say what was done, and from what to what: "Round 3, Queens, corrected", "Queens: Anna 2 → 1, Bram 0 → 1"."""
    return Sentences(heading(line), tuple(_details(line)))


_OF_THE_GAME: dict[What, Lazy] = {
    What.STARTED: gettext("Game started"),
    What.IMPORTED: gettext("Game brought in"),
    What.SETTINGS: gettext("Settings changed"),
    What.STOPPED: gettext("Game stopped"),
    What.RESUMED: gettext("Game gone on with"),
    What.DELETED: gettext("Game deleted"),
    What.RESTORED: gettext("Game brought back"),
    What.TAKEN_BACK: gettext("Taken back"),
}

_OF_A_ROUND: dict[What, Lazy] = {
    What.CHOSE: gettext("Round %(number)s: %(now)s chosen"),
    What.CONTRACT: gettext("Round %(number)s: %(now)s instead of %(then)s"),
    What.ENTERED: gettext("Round %(number)s, %(now)s, entered"),
    What.SAVED: gettext("Round %(number)s, %(now)s, saved"),
    What.CANCELLED: gettext("Round %(number)s, %(then)s, cancelled"),
    What.UNDID: gettext("Undone: round %(number)s, %(now)s, is open again"),
    What.CORRECTED: gettext("Round %(number)s, %(now)s, corrected"),
    What.SWAPPED: gettext("Rounds %(number)s and %(other)s: %(then)s and %(now)s swapped"),
    What.INSERTED: gettext("Round %(number)s, %(now)s, put in"),
    What.REMOVED: gettext("Round %(number)s, %(then)s, taken out"),
    What.MOVED: gettext("Round %(number)s, %(then)s, moved: now round %(other)s"),
}
"""`now` and `then` are the contracts of the round with this number, `other` is where the one of then is played now."""


def heading(line: Line) -> str:
    """Say in a few words what was done: "Round 3, Queens, saved"."""
    if line.undone is not None:
        return _("Taken back: %(what)s", what=heading(line.undone))
    if line.what in _OF_THE_GAME:
        return str(_OF_THE_GAME[line.what])
    return str(_OF_A_ROUND[line.what]) % {
        "number": line.round,
        "now": _contract(line.after, line.round),
        "then": _contract(line.before, line.round),
        "other": _number_of(line.after, line.before, line.round),
    }


def open_round_sentences(game: Game) -> list[str]:
    """Say what the open round holds so far; nothing where none is open."""
    if game.open_round is None:
        return []
    return content(Placed(game.open_round, len(game.rounds) + 1, is_open=True), game)


def _contract(game: Game | None, number: int | None) -> str:
    rounds = [] if game is None else [*game.rounds, *([game.open_round] if game.open_round else [])]
    return contract_name(rounds[number - 1].contract) if number and number <= len(rounds) else NOTHING


def _number_of(after: Game, before: Game | None, number: int | None) -> int | str:
    """Find under which number a contract is played now that had this number before."""
    wanted = _contract(before, number)
    found = (other for other, entry in enumerate(after.rounds, 1) if contract_name(entry.contract) == wanted)
    return next(found, NOTHING)


def _details(line: Line) -> Iterator[str]:
    after = line.after
    if line.before is None:
        players = ", ".join(map(in_line, after.players))
        yield _("Clockwise: %(players)s", players=players)
        yield _("First dealer: %(name)s", name=in_line(after.players[after.first_dealer]))
        return
    order = seating(line.before, after)
    before = carried(line.before, [order])
    if order != SEATS:
        yield _changed(
            _("Seats"), ", ".join(map(in_line, line.before.players)), ", ".join(map(in_line, before.players))
        )
    yield from _settings(before, after)
    if before.stopped != after.stopped and line.what not in (What.STOPPED, What.RESUMED):
        yield _("The game is stopped.") if after.stopped else _("The game goes on.")
    orders = reordered(before, after)
    if orders and line.what not in (What.MOVED, What.SWAPPED):
        yield _changed(_("Order of the rounds"), *orders)
    for change in round_changes(before, after):
        yield from _round(line, change, before, after)


def _settings(before: Game, after: Game) -> Iterator[str]:
    for old, new in zip(before.players, after.players, strict=True):
        if old != new:
            yield _("%(old)s renamed to %(new)s", old=in_line(old), new=in_line(new))
    if before.first_dealer != after.first_dealer:
        dealers = (in_line(after.players[game.first_dealer]) for game in (before, after))
        yield _changed(_("First dealer"), *dealers)
    if before.title != after.title:
        yield _changed(_("Title"), in_line(before.title), in_line(after.title))
    if before.played_on != after.played_on:
        days = ("" if game.played_on is None else format_date(game.played_on, "medium") for game in (before, after))
        yield _changed(_("Date"), *days)


def _changed(label: str, old: str, new: str) -> str:
    return _("%(label)s: %(old)s → %(new)s", label=label, old=old or NOTHING, new=new or NOTHING)


_OF_SEVERAL = (What.TAKEN_BACK, What.SWAPPED, What.MOVED)
"""Lines under whose heading it could be any round."""


def _round(line: Line, change: RoundChange, before: Game, after: Game) -> Iterator[str]:
    """Say what happened to a round; the only one that the heading names is not named again."""
    said: list[str] = []
    is_named = change.number == line.round and line.what not in _OF_SEVERAL
    if line.what is What.REMOVED:
        # Another round has that number now.
        is_named = change.new is None
    if not is_named:
        said += state(change)
    if change.new is None and change.old is not None:
        said += content(change.old, before)
    elif change.new is not None and (change.old is None or (is_named and line.what in (What.SAVED, What.UNDID))):
        said += content(change.new, after)
    elif change.new is not None and change.old is not None:
        found = differences(change.old, change.new, after)
        # The heading of such a line names both contracts.
        said += found[1:] if is_named and line.what is What.CONTRACT else found
    for sentence in said:
        if is_named:
            yield sentence
        else:
            yield _(
                "Round %(number)s, %(contract)s: %(what)s",
                number=change.number,
                contract=contract_name(change.contract),
                what=sentence,
            )
