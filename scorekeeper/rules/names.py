"""Names of players: what may be one, and when two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from enum import StrEnum

NAME_LENGTH = 40
TITLE_LENGTH = 80

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that show nothing although Unicode calls them letters or signs: Hangul fillers, the empty Braille cell."""


class NameFault(StrEnum):
    """Why a text can't be a name."""

    EMPTY = "empty"
    TOO_LONG = "too-long"
    CONTROL = "control"
    SAME = "same"


def clean(text: str) -> str:
    """Give a name the one form in which it is kept: trimmed, Unicode NFC."""
    return unicodedata.normalize("NFC", text).strip()


def name_fault(name: str, *, longest: int = NAME_LENGTH) -> NameFault | None:
    """Tell what is wrong with a cleaned name, None when it is fine. Length counts code points.

    Control characters, line and paragraph separators and lone surrogates are refused. A name of
    nothing but white space, invisible format characters and blank letters is empty.
    """
    categories = {unicodedata.category(character) for character in name}
    if categories & {"Cc", "Cs", "Zl", "Zp"}:
        return NameFault.CONTROL
    if all(unicodedata.category(character) in {"Zs", "Cf", "Mn"} or character in BLANK for character in name):
        return NameFault.EMPTY
    if len(name) > longest:
        return NameFault.TOO_LONG
    return None


def same_as_earlier(names: Sequence[str]) -> list[bool]:
    """Tell for each name whether one before it is the same when upper and lower case are not told apart."""
    folded = [unicodedata.normalize("NFC", name.casefold()) for name in names]
    return [name in folded[:index] for index, name in enumerate(folded)]
