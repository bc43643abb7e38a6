"""Small pieces of HTML that stand many times on a page: names, signed points, contract signs, who doubled whom.

They are made here, and those with few values kept, since a Jinja macro takes ten times as long:
a finished game has eighty of them on its page.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import segno
from markupsafe import Markup, escape

from scorekeeper.web.contexts.entry import Doubled
from scorekeeper.wording.names import points
from scorekeeper.wording.signs import DRAWN, sign_parts
from scorekeeper.wording.translation import gettext as _

_WIDE = 1000
"""Points of four digits, which ask for more room in a column of a phone."""


def name(text: str) -> Markup:
    """Show a name as it was typed; it can't turn the text around it to the left."""
    return Markup(_bdi(text))


def names(several: Iterable[str]) -> Markup:
    """Show names in a row, with commas."""
    return Markup(_bdis(several))


def _bdi(text: str) -> str:
    return f'<bdi class="name">{escape(text)}</bdi>'


def _bdis(several: Iterable[str]) -> str:
    return ", ".join([_bdi(one) for one in several])


def column(text: str, short: str = "") -> Markup:
    """Show a name over a column of numbers: the longer, the smaller, so that it is shown whole.

    `short` is what stands for it elsewhere on the page, where no reader would guess that.
    """
    length = " is-very-long" if len(text) > 18 else " is-long" if len(text) > 7 else ""
    told = f' <small class="short" aria-hidden="true"><bdi>{escape(short)}</bdi></small>' if short else ""
    return Markup(f'<bdi class="column{length}">{escape(text)}</bdi>{told}')


@lru_cache(maxsize=4096)
def score(number: int) -> Markup:
    """Show signed points. The sign tells minus from plus, the colour only helps."""
    kind = " is-minus" if number < 0 else " is-plus" if number > 0 else ""
    if abs(number) >= _WIDE:
        kind += " is-wide"
    return Markup(f'<span class="points{kind}">{points(number)}</span>')


@lru_cache(maxsize=64)
def suit(drawn: str) -> Markup:
    """Draw a sign that is in the page's sprite; suits are drawn, so that they never become emoji."""
    return Markup(
        f'<svg class="suit suit-{escape(drawn)}" aria-hidden="true" focusable="false">'
        f'<use href="#sign-{escape(drawn)}"></use></svg>'
    )


@lru_cache(maxsize=64)
def sign(contract_id: str) -> Markup:
    """Show a contract's sign; a contract without one, such as a table's own, has none."""
    parts = sign_parts(contract_id)
    inner = Markup("").join(suit(part) if part in DRAWN else Markup(f"<b>{part}</b>") for part in parts)
    return Markup(f'<span class="sign" aria-hidden="true">{inner}</span>')


@lru_cache(maxsize=256)
def qr(address: str) -> Markup:
    """Draw the QR code of an address, with the light edge that phones look for."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None))


def doubles(groups: Iterable[Doubled]) -> Markup:
    """Show who doubled whom in whole names."""
    arrow = f'<span class="arrow" role="img" aria-label="{escape(_("doubled"))}">→</span>'
    return Markup(
        " ".join(f'<span class="pair">{_bdi(group.doubler)} {arrow} {_bdis(group.doubled)}</span>' for group in groups)
    )


def doubles_short(groups: Iterable[Doubled]) -> Markup:
    """Show who doubled whom in initials, and in whole names to who listens."""
    return Markup(" ".join([_short_pair(group, escape(_("doubled"))) for group in groups]))


def _short_pair(group: Doubled, doubled: str) -> str:
    said = f"{escape(group.doubler)} {doubled} {escape(', '.join(group.doubled))}. "
    short = "·".join([f"<bdi>{escape(one)}</bdi>" for one in group.short_doubled])
    return (
        f'<span class="pair"><span class="visually-hidden">{said}</span><span aria-hidden="true">'
        f'<bdi>{escape(group.short_doubler)}</bdi><span class="arrow">→</span>{short}</span></span>'
    )
