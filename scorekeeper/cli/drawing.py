"""Drawing the QR code of an address on the terminal, for phones to read."""

from __future__ import annotations

import sys

from scorekeeper.serving.qr import qr_lines


def draw(address: str) -> None:
    """Draw an address as a QR code, where standard output is a terminal that can."""
    if not sys.stdout.isatty():
        return
    drawing = "".join(f"{line}\n" for line in qr_lines(address))
    try:
        drawing.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        # This console has no blocks to draw with.
        return
    sys.stdout.write(drawing)
    sys.stdout.flush()
