"""What a row is about: its first cell, spelled as people spell it.

Capitals make no difference, nor whether words are joined by spaces, hyphens or underscores. Ids of contracts
and items are so also their English names: "Kings and jacks" is `kings-and-jacks`.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from scorekeeper.rules.ruleset import Contract, Item, RuleSet

_JOINTS = re.compile(r"[\s_\-\u2010-\u2015]+")


class About(StrEnum):
    """What a row can be about, apart from contracts and items."""

    RULES = "rules"
    DEALER = "dealer"
    DOUBLES = "doubles"
    TAKEN = "taken"
    RAW = "raw"
    SCORE = "score"
    TOTAL = "total"
    RULING = "ruling"


_OTHERWISE = {
    "first-dealer": About.DEALER,
    "raw-points": About.RAW,
    "scores": About.SCORE,
    "totals": About.TOTAL,
    "rulings": About.RULING,
}

_NO_TRUMP = ("no-trump", "notrump", "nt")


def folded(text: str) -> str:
    """Bring a label into the form of an id: "King of Hearts:" is `king-of-hearts`."""
    plain = unicodedata.normalize("NFC", text).casefold().strip().rstrip(":").strip()
    return _JOINTS.sub("-", plain)


def about(label: str) -> About | None:
    """Tell what a row is about, None where it is neither of these."""
    form = folded(label)
    if form in _OTHERWISE:
        return _OTHERWISE[form]
    return About(form) if form in set(About) else None


def contract_by_label(rule_set: RuleSet, label: str) -> Contract | None:
    """Find a contract by its id or its English name; None where there is none.

    A trump goes by its suit ("clubs", "no trump"), by both ("hearts trump") and by `trump-hearts`. "Hearts"
    alone is the contract of that name.
    """
    form = folded(label)
    if (contract := rule_set.contract(form)) is not None:
        return contract
    suit = "none" if form in _NO_TRUMP else form.removesuffix("-trump")
    return rule_set.contract(f"trump-{suit}")


def item_by_label(contract: Contract, label: str) -> Item | None:
    """Find an item of a contract by its id or its English name; None where there is none."""
    return contract.item(folded(label))
