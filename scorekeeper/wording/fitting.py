"""Names cut to fit a width, for drawings, where text does not wrap. Widths are estimates in em, on the safe side."""

from __future__ import annotations

import unicodedata

import regex

from scorekeeper.wording.initials import initials

ELLIPSIS = "…"
_LETTERS = regex.compile(r"\X")
_NARROW = frozenset("iljftrI.,:;'!|()[] ")
_BROAD = frozenset("mwMW@%")


def text_width(text: str) -> float:
    """Estimate how wide a text is in em, in whatever sans serif font a phone or a printer has."""
    return sum(_letter_width(letter) for letter in _LETTERS.findall(text))


def fitted(name: str, most: float) -> str:
    """Cut a name to a width in em, with an ellipsis where letters are left out; a letter is never torn."""
    if text_width(name) <= most:
        return name
    letters = _LETTERS.findall(name)
    while letters and text_width("".join(letters)) + text_width(ELLIPSIS) > most:
        letters.pop()
    return "".join(letters).rstrip() + ELLIPSIS


def fitted_apart(names: tuple[str, ...], most: float) -> tuple[str, ...]:
    """Cut names to a width; where two would look the same, all become their initials, as on the sheet."""
    cut = tuple(fitted(name, most) for name in names)
    if len({short.casefold() for short in cut}) < len(names) or ELLIPSIS in cut:
        return initials(names)
    return cut


def _letter_width(letter: str) -> float:
    first = letter[0]
    if unicodedata.east_asian_width(first) in "WF" or len(letter) > 2 or unicodedata.category(first) == "So":
        return 1.6
    if first in _NARROW:
        return 0.4
    return 1.05 if first in _BROAD else 0.8 if first.isupper() else 0.65
