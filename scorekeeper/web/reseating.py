"""A form that shows seats, read for the table as it is now: after a re-seating the same numbers are other people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.game import Names, Round
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.services.entries import Entries, with_entries
from scorekeeper.services.seating import Seated, where_now
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.contexts.meeting import Field
from scorekeeper.web.parsing import typed_entries, whole
from scorekeeper.wording.translation import gettext as _

_OF_TWO = re.compile(r"\b(mark)-([0-3])-([0-3])\b")
_OF_ONE = re.compile(r"\b(tally-[a-z0-9-]+|everyone|others|clear|players|seats)-([0-3])(?=$|=|\s)")
_SPELLED = ("shown", "do")
"""Fields whose values spell the names of others."""
_SEATS_THEMSELVES = ("dealer", "dealt", "first_dealer")


@dataclass(frozen=True, slots=True)
class Mine:
    """What a round's form holds. `players` are those whom the seats of `entry` and `fields` stand for.

    Where nobody can say for certain who sits where now, it does not `fit`: those are the players of then, and nothing
    of it may be sent on. `moved` says that it was brought to other seats.
    """

    entry: Round
    players: Names
    fields: tuple[Field, ...]
    fits: bool
    moved: bool


def seated() -> Seated:
    """Read off the form who sat at the table when it was made."""
    names = request.form.getlist("seated")
    if len(names) != len(SEATS):
        names = [_("Player %(number)s", number=seat + 1) for seat in SEATS]
    first, second, third, fourth = names
    return Seated((first, second, third, fourth), request.form.get("revision", 0, type=whole))


def mine(stored: StoredGame, contract: Contract, fields: Iterable[Field]) -> Mine:
    """Read a round off the fields that came in, for those who sit at the table now."""
    then = seated()
    where = where_now(stored, then)
    players = stored.game.players if where else then.players
    moved = (
        *(pair for pair in moved_fields(fields, where or SEATS) if pair[0] != "seated"),
        *(("seated", name) for name in players),
    )
    form = MultiDict(moved)
    entry = with_entries(Round(contract.id), Entries().changed_to(typed_entries(form, contract).entries))
    return Mine(entry, players, moved, where is not None, where not in (None, SEATS))


def moved_fields(fields: Iterable[Field], where: Four) -> tuple[Field, ...]:
    """Bring the fields of a form to the seats where its people sit now; `where` is old seat → new seat."""
    return tuple((_moved(name, where), _moved_value(name, value, where)) for name, value in fields)


def _moved_value(name: str, value: str, where: Four) -> str:
    if name in _SPELLED:
        return _moved(value, where)
    is_seat = name in _SEATS_THEMSELVES or name.startswith("who-")
    return str(where[int(value)]) if is_seat and value in ("0", "1", "2", "3") else value


def _moved(text: str, where: Four) -> str:
    text = _OF_TWO.sub(lambda match: f"{match[1]}-{where[int(match[2])]}-{where[int(match[3])]}", text)
    return _OF_ONE.sub(lambda match: f"{match[1]}-{where[int(match[2])]}", text)
