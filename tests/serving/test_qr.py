"""The QR code in the terminal."""

from __future__ import annotations

import re

import pytest
import segno

from scorekeeper.serving.qr import QUIET, qr_lines

HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
LINE = re.compile(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m")


@pytest.mark.parametrize(
    "address", ["http://192.168.178.24:8000", "https://bonken.example/k/0K8KPrPCPbc1elMgfWKEog", "http://a" * 9]
)
def test_the_drawing_is_the_code_of_the_address(address: str) -> None:
    rows: list[list[int]] = []
    for line in qr_lines(address):
        found = LINE.fullmatch(line)
        assert found, "black on white, and back to the terminal's own colours"
        halves = [HALVES[sign] for sign in found[1]]
        rows += [[upper for upper, _ in halves], [lower for _, lower in halves]]
    expected = [list(row) for row in segno.make(address, error="l", micro=False).matrix_iter(border=QUIET)]
    # The number of rows is odd, so the last line has a light half too many.
    assert rows == [*expected, [0] * len(expected[0])]


def test_the_code_of_an_address_in_the_network_fits_a_low_terminal() -> None:
    lines = list(qr_lines("http://192.168.178.24:8000"))
    assert len(lines) <= 16
    assert all(len(LINE.sub(r"\1", line)) <= 32 for line in lines)
