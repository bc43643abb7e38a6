"""What the import of games says: which file, which game and which round is at fault, and why."""

from __future__ import annotations

from scorekeeper.services.checking import Invalid, Unreadable, Valid
from scorekeeper.services.importing import MOST_GAMES, Found, Known
from scorekeeper.wording.checks import trouble_sentence
from scorekeeper.wording.record_faults import shortened
from scorekeeper.wording.sentences import sentence
from scorekeeper.wording.translation import gettext as _


def fault_sentences(found: Found) -> list[str]:
    """List what is wrong with a record: "friday.json, game 2, round 3: sentence"; nothing where it is sound."""
    where = source_name(found.file, found.number)
    match found.outcome:
        case Valid():
            return []
        case Unreadable():
            return [f"{where}: {trouble_sentence(found.outcome)}"]
        case Invalid(faults, players, rule_set):
            return [f"{_in_round(where, fault.round)}: {sentence(fault, players, rule_set)}" for fault in faults]


def _in_round(where: str, number: int | None) -> str:
    return where if number is None else _("%(where)s, round %(number)s", where=where, number=number)


def source_name(file: str, number: int = 0) -> str:
    """Name where a record stands: its file, and its place where the file has several; pasted text has no file."""
    name = shortened(file) or _("Pasted text")
    return _("%(file)s, game %(number)s", file=name, number=number) if number else name


def nothing_given() -> str:
    """Say that there is nothing to bring in."""
    return _("Choose a file, or paste a record.")


def nothing_new() -> str:
    """Say that all games are here already."""
    return _("Nothing was added: all of it is on this phone already. Tick what you want twice.")


def too_many(count: int) -> str:
    """Say that there are more games than can be brought in at once."""
    return _(
        "%(count)s games are too many at once; %(most)s is the most. Bring them in by parts.",
        count=count,
        most=MOST_GAMES,
    )


def known_sentence(known: Known) -> str:
    """Say in what way a game is not new."""
    match known:
        case Known.HELD:
            return _("This game is on this phone already.")
        case Known.TWICE:
            return _("This game comes twice here.")
