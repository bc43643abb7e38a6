"""The QR code of an address, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import segno

QUIET = 2
"""Light modules around the code. Four are the norm; phones make do with two, and low terminals are glad of it."""
_COLOURS = "\x1b[38;5;16;48;5;231m"
"""Black on white, whatever the terminal's own colours are: many phones do not read a code that is turned around."""
_RESET = "\x1b[0m"
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Upper and lower module, 1 is dark."""


def qr_lines(address: str) -> Iterator[str]:
    """Draw an address, two rows of modules a line."""
    rows = map(list, segno.make(address, error="l", micro=False).matrix_iter(border=QUIET))
    for upper in rows:
        lower = next(rows, None) or [0] * len(upper)
        yield _COLOURS + "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True)) + _RESET
