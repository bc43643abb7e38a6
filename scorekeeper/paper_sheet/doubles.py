"""Who doubled whom, as people write it: "Bram>Anna Anna>Bram", "B>A C", "B<>A", "Dirk>all"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Names
from scorekeeper.rules.seats import SEATS

ALL = "all"
LONGEST = 2_000
"""Characters. Twelve doubles between names of forty letters have half of that."""

_ARROW = re.compile(r"(?P<both><[-=]?>|⇄|↔)|[-=]?>|→")
_BETWEEN = re.compile(r"[\s,;·+&/]+")
_WORD = re.compile(r"(?:(?!<?[-=]?>)[^\s,;·+&/→⇄↔])+")

_BOTH_WAYS = "<>"
_Token = tuple[int, ...] | str
"""The seats that a word stands for, or an arrow."""


class CantTell(ValueError):
    """The text does not say which player, or who doubled whom."""


def read_doubles(text: str, players: Names) -> tuple[Mark, ...]:
    """Read the doubles of a round, in the order in which they stand there; one that is there twice is listed twice.

    Raises:
        CantTell: a word stands for no player, or there is nobody before or after an arrow.
    """
    if len(text) > LONGEST:
        raise CantTell(text)
    tokens = [*_tokens(_folded(text), players)]
    marks: list[Mark] = []
    while tokens:
        match tokens:
            case [(doubler,), str(arrow), tuple(), *_]:
                del tokens[:2]
            case _:
                raise CantTell(text)
        groups = list(_doubled(tokens))
        if not groups:
            raise CantTell(text)
        # Who doubles all does not mean himself; by name it is said, and a fault.
        for seat in (seat for seats in groups for seat in seats if seats != SEATS or seat != doubler):
            marks.append((doubler, seat))
            if arrow == _BOTH_WAYS:
                marks.append((seat, doubler))
    return tuple(marks)


def _doubled(tokens: list[_Token]) -> Iterator[tuple[int, ...]]:
    """Take the players off the front of a text, up to one who stands before an arrow himself."""
    while tokens and isinstance(seats := tokens[0], tuple) and not isinstance((*tokens, ())[1], str):
        yield seats
        del tokens[0]


def player_by_word(word: str, players: Names) -> int:
    """Find a player by name, by the beginning of it, by the initials of its words, or by number (1 to 4).

    Raises:
        CantTell: nobody goes by that word, or more than one.
    """
    form = _folded(word.strip())
    names = [_folded(name) for name in players]
    if form in names:
        return names.index(form)
    if form in ("1", "2", "3", "4"):
        return int(form) - 1
    found = [seat for seat in SEATS if form and names[seat].startswith(form)]
    found = found or [seat for seat in SEATS if form == "".join(part[0] for part in names[seat].split())]
    if len(found) != 1:
        raise CantTell(word)
    return found[0]


def _tokens(text: str, players: Names) -> Iterator[_Token]:
    """Split a text into players and arrows. A whole name is taken as one, whatever stands in it."""
    names = sorted({_folded(name) for name in players}, key=len, reverse=True)
    at = 0
    while at < len(text):
        if between := _BETWEEN.match(text, at):
            at = between.end()
        elif arrow := _ARROW.match(text, at):
            yield _BOTH_WAYS if arrow["both"] else ">"
            at = arrow.end()
        else:
            whole = next((name for name in names if text.startswith(name, at) and _ends(text, at + len(name))), None)
            found = _WORD.match(text, at)
            word = whole or (found[0] if found else text[at])
            is_all = word == ALL and not any(name.startswith(ALL) for name in names)
            yield SEATS if is_all else (player_by_word(word, players),)
            at += len(word)


def _ends(text: str, at: int) -> bool:
    return at == len(text) or bool(_BETWEEN.match(text, at) or _ARROW.match(text, at))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text.casefold())
