"""The signs of contracts, as their parts: letters of the cards, and drawn signs by their names.

Pages and paper both show them; the drawings themselves are in templates/_signs.svg.
"""

from __future__ import annotations

DRAWN = frozenset({"clubs", "diamonds", "hearts", "spades", "ducking", "domino"})
"""The parts that are drawn; every other part is letters. Suits are drawn, so that they never become emoji."""

_PARTS = {
    "trump-none": ("NT",),
    "kings-and-jacks": ("K", "J"),
    "queens": ("Q",),
    "king-of-hearts": ("K", "hearts"),
    "last-trick": ("13",),
    "seventh-and-thirteenth": ("7·13",),
    "hearts": ("hearts", "hearts"),
    "ducking": ("ducking",),
    "domino": ("domino",),
}


def sign_parts(contract_id: str) -> tuple[str, ...]:
    """Give the parts of a contract's sign; a contract without one, such as a table's own, has none."""
    if contract_id in _PARTS:
        return _PARTS[contract_id]
    trump = contract_id.removeprefix("trump-")
    return (trump,) if trump in DRAWN and trump != contract_id else ()
