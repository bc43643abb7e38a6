"""The shown names: contracts, items, counts, questions, rule sets, rulings, and how points are written.

Ids are fixed, the names are translations. An id that is not known here is shown as it is: tables
bring their own contracts.
"""

from __future__ import annotations

from collections.abc import Callable

# The lazy forms go by the names that `pybabel extract` knows.
from scorekeeper.wording.translation import Lazy, ngettext
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext
from scorekeeper.wording.translation import lazy_pgettext as pgettext

MINUS = "\N{MINUS SIGN}"

_CONTRACTS: dict[str, Lazy] = {
    "ducking": pgettext("contract", "Ducking"),
    "hearts": pgettext("contract", "Hearts"),
    "kings-and-jacks": pgettext("contract", "Kings and jacks"),
    "queens": pgettext("contract", "Queens"),
    "king-of-hearts": pgettext("contract", "King of hearts"),
    "seventh-and-thirteenth": pgettext("contract", "Seventh and thirteenth"),
    "last-trick": pgettext("contract", "Last trick"),
    "domino": pgettext("contract", "Domino"),
    "trump-clubs": pgettext("contract", "Clubs"),
    "trump-diamonds": pgettext("contract", "Diamonds"),
    # Not "Hearts", which is another contract.
    "trump-hearts": pgettext("contract", "Hearts trump"),
    "trump-spades": pgettext("contract", "Spades"),
    "trump-none": pgettext("contract", "No trump"),
}

_ITEMS: dict[str, Lazy] = {
    "tricks": pgettext("item", "Tricks"),
    "hearts": pgettext("item", "Hearts"),
    "kings": pgettext("item", "Kings"),
    "jacks": pgettext("item", "Jacks"),
    "kings-and-jacks": pgettext("item", "Kings and jacks"),
    "queens": pgettext("item", "Queens"),
    "king-of-hearts": pgettext("item", "King of hearts"),
    "last-trick": pgettext("item", "Last trick"),
    "seventh-trick": pgettext("item", "Seventh trick"),
    "thirteenth-trick": pgettext("item", "Thirteenth trick"),
    "last-out": pgettext("item", "Last out"),
}

_COUNTED: dict[str, Callable[[int], str]] = {
    "tricks": lambda count: ngettext("%(num)s trick", "%(num)s tricks", count),
    "hearts": lambda count: ngettext("%(num)s heart", "%(num)s hearts", count),
    "kings": lambda count: ngettext("%(num)s king", "%(num)s kings", count),
    "jacks": lambda count: ngettext("%(num)s jack", "%(num)s jacks", count),
    "kings-and-jacks": lambda count: ngettext("%(num)s king or jack", "%(num)s kings and jacks", count),
    "queens": lambda count: ngettext("%(num)s queen", "%(num)s queens", count),
}

_THE_ONE: dict[str, Lazy] = {
    "king-of-hearts": gettext("the king of hearts"),
    "last-trick": gettext("the last trick"),
    "seventh-trick": gettext("the seventh trick"),
    "thirteenth-trick": gettext("the thirteenth trick"),
    "last-out": gettext("last out"),
}

_QUESTIONS: dict[str, Lazy] = {
    "king-of-hearts": gettext("Who took the king of hearts?"),
    "last-trick": gettext("Who took the last trick?"),
    "seventh-trick": gettext("Who took the seventh trick?"),
    "thirteenth-trick": gettext("Who took the thirteenth trick?"),
    "last-out": gettext("Who went out last?"),
}

_RULE_SETS: dict[str, Lazy] = {
    "bonken-11": gettext("Bonken in 11 rounds"),
    "bonken-12": gettext("Bonken in 12 rounds"),
}

_SUMMARIES: dict[str, Lazy] = {
    "bonken-11": gettext("The chooser sits across from the dealer"),
    "bonken-12": gettext("The chooser sits on the dealer’s left · at most two negative contracts each"),
}

_RULINGS: dict[str, Lazy] = {
    "trump-quota": gettext("second trump"),
    "trump-required": gettext("trump not taken"),
    "negative-quota": gettext("third negative"),
    "chooser-doubles-first": gettext("chooser doubled first"),
    "dealer": gettext("wrong dealer"),
}


def contract_name(contract_id: str) -> str:
    """Name a contract: "Kings and jacks"."""
    return str(_CONTRACTS.get(contract_id, contract_id))


def item_name(item_id: str) -> str:
    """Name an item as a heading: "Kings", "Last trick"."""
    return str(_ITEMS.get(item_id, item_id))


def counted(item_id: str, count: int) -> str:
    """Say how many of an item somebody took: "3 kings", "1 trick", "the last trick"."""
    if item_id in _COUNTED:
        # The catalogue's sentence writes the number; what is refused for being negative has a true minus too.
        return _COUNTED[item_id](count).replace(f"-{abs(count)}", f"{MINUS}{abs(count)}")
    if item_id in _THE_ONE and count == 1:
        return str(_THE_ONE[item_id])
    return f"{MINUS if count < 0 else ''}{abs(count)} × {item_name(item_id)}"


def question(item_id: str) -> str:
    """Ask who took an item that there is one of: "Who took the last trick?"."""
    if item_id in _QUESTIONS:
        return str(_QUESTIONS[item_id])
    return _("Who took “%(item)s”?", item=item_name(item_id))


def rule_set_name(rule_set_id: str) -> str:
    """Name a rule set: "Bonken in 11 rounds"."""
    return str(_RULE_SETS.get(rule_set_id, rule_set_id))


def rule_set_summary(rule_set_id: str) -> str:
    """Tell in one line what is particular about a rule set."""
    return str(_SUMMARIES.get(rule_set_id, rule_set_id))


def ruling_name(code: str) -> str:
    """Name what the table let stand in a round, short enough for the sheet: "second trump"."""
    return str(_RULINGS.get(code, code))


def points(number: int) -> str:
    """Write points with their sign, a true minus, and a comma between thousands: +1,820, −30, 0."""
    if number == 0:
        return "0"
    return f"{MINUS if number < 0 else '+'}{abs(number):,}"
