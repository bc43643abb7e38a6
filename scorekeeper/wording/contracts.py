"""What each contract asks of those who play it, and where people sit: the rules in the players' words.

A contract that a table brings itself has no words of its own here and is told by its points alone.
"""

from __future__ import annotations

from scorekeeper.wording.translation import Lazy
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext

_ABOUT: dict[str, Lazy] = {
    "ducking": gettext("There is no trump. Every trick that you take costs you, so stay under the others."),
    "hearts": gettext("There is no trump. Tricks cost nothing; each heart in the tricks that you took does."),
    "kings-and-jacks": gettext("There is no trump. Each king and each jack in the tricks that you took costs you."),
    "queens": gettext("There is no trump. Each queen in the tricks that you took costs you."),
    "king-of-hearts": gettext("There is no trump. One card costs: the king of hearts, to whoever takes it in a trick."),
    "seventh-and-thirteenth": gettext(
        "There is no trump. Two tricks cost: the seventh and the last. Count aloud, and take neither."
    ),
    "last-trick": gettext(
        "There is no trump. Only the thirteenth trick costs, so get rid of your high cards before it."
    ),
    "domino": gettext(
        "No tricks are taken: the cards are laid out in four rows, one for each suit, as dominoes are. "
        "Whoever still holds cards when the other three are out pays."
    ),
}

_FROM_DEALER: tuple[Lazy, ...] = (
    gettext("the dealer"),
    gettext("the player on the dealer’s left"),
    gettext("the player across the table from the dealer"),
    gettext("the player on the dealer’s right"),
)


def about_contract(contract_id: str, *, is_trump: bool = False) -> str:
    """Tell what a contract is about; empty for one that is not known here."""
    if is_trump and contract_id == "trump-none":
        return _(
            "No suit is trump: the highest card of the suit that was led takes the trick. Every trick wins points."
        )
    if is_trump:
        return _("One suit is trump and beats the other three. Every trick that you take wins points.")
    return str(_ABOUT.get(contract_id, ""))


def seat_from_dealer(offset: int) -> str:
    """Say who sits that many places clockwise from the dealer."""
    return str(_FROM_DEALER[offset % 4])
