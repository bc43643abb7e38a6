"""What is wrong with a record itself, in sentences: each says where in the record, and what is wanted there."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.record import FORMAT, VERSION, BadRecord, Reason
from scorekeeper.rules.names import NAME_LENGTH, TITLE_LENGTH, NameFault, name_fault
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.violations import LIFTABLE
from scorekeeper.wording.names import item_name
from scorekeeper.wording.translation import Lazy
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext

_LONGEST = 60
"""Code points of a foreign text that are enough to find it again."""


def shortened(text: str) -> str:
    """Cut a text that came with a record and could be of any length."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def bad_record_sentence(fault: BadRecord) -> str:
    """Say what is wrong with a record, and where."""
    return _SENTENCES[fault.reason](fault)


def place(path: str) -> str:
    """Put a path into words: "the doubles of round 3"."""
    parts = path.split(".", 3)
    if parts[0] == "players":
        return _("player %(number)s", number=int(parts[1]) + 1) if len(parts) > 1 else _("the players")
    if parts[0] == "rounds" and len(parts) > 1:
        return _place_in_round(parts[1], *parts[2:])
    return str(_PLACES.get(parts[0], _("the record")))


def _place_in_round(number: str, key: str = "", tally: str = "") -> str:
    if tally:
        item, _dot, player = tally.partition(".")
        heading = shortened(item_name(item))
        if player:
            name = shortened(player)
            return _("the result of round %(number)s (%(item)s, %(player)s)", number=number, item=heading, player=name)
        return _("the result of round %(number)s (%(item)s)", number=number, item=heading)
    if key in _PLACES_IN_ROUND:
        return _("%(part)s of round %(number)s", part=_PLACES_IN_ROUND[key], number=number)
    return _("round %(number)s", number=number)


_PLACES: dict[str, Lazy] = {
    "rules": gettext("the name of the rules"),
    "first_dealer": gettext("the first dealer"),
    "title": gettext("the title"),
    "played_on": gettext("the date"),
    "stopped": gettext("the mark of a stopped game"),
    "rounds": gettext("the rounds"),
}

_PLACES_IN_ROUND: dict[str, Lazy] = {
    "contract": gettext("the contract"),
    "doubles": gettext("the doubles"),
    "result": gettext("the result"),
    "ruling": gettext("the ruling"),
    "dealer": gettext("the dealer"),
    "open": gettext("the mark of an open round"),
}

_TYPES: dict[str, Lazy] = {
    "players": gettext("each name must be a text"),
    "stopped": gettext("must be true or false"),
    "rounds": gettext("must be a list of rounds"),
}

_TYPES_IN_ROUND: dict[str, Lazy] = {
    "contract": gettext("must be the name of a contract, as a text"),
    "doubles": gettext("must be a list of pairs, each the doubler’s name and the doubled player’s"),
    "result": gettext("must be a list of items in { }, each with what the players took"),
    "open": gettext("must be true or false"),
}


def _begun(text: str) -> str:
    """Let a sentence begin with a capital letter."""
    return text[:1].upper() + text[1:]


def _at(path: str, wanted: str | Lazy) -> str:
    return _("%(place)s: %(wanted)s.", place=_begun(place(path)), wanted=wanted)


def _format(_fault: BadRecord) -> str:
    wanted = f"“{FORMAT}”"
    return _(
        "This is not a record of a game: the format must be %(format)s, version %(version)s.",
        format=wanted,
        version=VERSION,
    )


def _type(fault: BadRecord) -> str:
    parts = fault.field.split(".", 3)
    in_braces = _("must be in { }, with its entries by name")
    if parts[0] != "rounds":
        return _at(fault.field, _TYPES.get(parts[0], in_braces))
    if len(parts) == 4:
        is_count = "." in parts[3]
        return _at(fault.field, _("must be a whole number, without quotation marks") if is_count else in_braces)
    if len(parts) == 3:
        return _at(fault.field, _TYPES_IN_ROUND.get(parts[2], in_braces))
    return _at(fault.field, in_braces if len(parts) == 2 else _TYPES["rounds"])


def _missing(fault: BadRecord) -> str:
    if fault.name == "result":
        return _at(fault.field, _("the result is missing; only the last round may be open"))
    return _at(fault.field, _("the entry “%(key)s” is missing", key=shortened(fault.name)))


def _unknown_key(fault: BadRecord) -> str:
    return _at(fault.field, _("there is no entry “%(key)s” in a record; take it out", key=shortened(fault.name)))


def _unknown_rules(fault: BadRecord) -> str:
    known = ", ".join(RULE_SETS)
    if not fault.name:
        return _("The name of the rules must be one of these: %(known)s.", known=known)
    return _("The rules “%(name)s” are not known; these are: %(known)s.", name=shortened(fault.name), known=known)


def _four_players(_fault: BadRecord) -> str:
    return _("A game has four players: list four names, clockwise.")


def _name(fault: BadRecord) -> str:
    match name_fault(fault.name.strip()):
        case NameFault.EMPTY:
            wanted = _("the name is empty")
        case NameFault.TOO_LONG:
            wanted = _("the name is longer than %(longest)s letters", longest=NAME_LENGTH)
        case NameFault.CONTROL:
            wanted = _("the name holds a control character or a line break")
        case _:
            wanted = _("the name has spaces around it, or letters that are not in the normal form (NFC)")
    return _at(fault.field, wanted)


def _same_name(fault: BadRecord) -> str:
    name = shortened(fault.name)
    return _at(fault.field, _("another player is called “%(name)s” already; capitals make no difference", name=name))


def _first_dealer(fault: BadRecord) -> str:
    if not fault.name:
        return _("The first dealer must be one of the four players.")
    return _("The first dealer “%(name)s” is not one of the four players.", name=shortened(fault.name))


def _title(_fault: BadRecord) -> str:
    return _(
        "The title must be a text of one line, up to %(longest)s letters, without spaces around it.",
        longest=TITLE_LENGTH,
    )


def _date(fault: BadRecord) -> str:
    return _("“%(value)s” is not a date; write it as 2026-11-27.", value=shortened(fault.name))


def _double_twice(fault: BadRecord) -> str:
    # The two names come in one text, each of up to 40 letters: nothing to shorten in a sound record.
    pair = fault.name if len(fault.name) <= 2 * NAME_LENGTH + 2 else shortened(fault.name)
    return _at(fault.field, _("the double “%(pair)s” is there twice", pair=pair))


def _ruling(fault: BadRecord) -> str:
    if fault.name in LIFTABLE:
        return _at(fault.field, _("“%(name)s” is there twice", name=fault.name))
    known = ", ".join(sorted(LIFTABLE))
    if not fault.name:
        return _at(fault.field, _("must be a list of these: %(known)s", known=known))
    return _at(
        fault.field, _("“%(name)s” can’t be lifted, only these: %(known)s", name=shortened(fault.name), known=known)
    )


def _dealer(fault: BadRecord) -> str:
    return _at(fault.field, _("must be one of the four players, and go with the ruling “dealer”"))


def _open(fault: BadRecord) -> str:
    return _("Only the last round may be open, not round %(number)s.", number=fault.field.split(".")[1])


_SENTENCES: dict[Reason, Callable[[BadRecord], str]] = {
    Reason.FORMAT: _format,
    Reason.TYPE: _type,
    Reason.MISSING: _missing,
    Reason.UNKNOWN_KEY: _unknown_key,
    Reason.UNKNOWN_RULES: _unknown_rules,
    Reason.FOUR_PLAYERS: _four_players,
    Reason.NAME: _name,
    Reason.SAME_NAME: _same_name,
    Reason.FIRST_DEALER: _first_dealer,
    Reason.TITLE: _title,
    Reason.DATE: _date,
    Reason.DOUBLE_TWICE: _double_twice,
    Reason.RULING: _ruling,
    Reason.DEALER: _dealer,
    Reason.OPEN: _open,
}
