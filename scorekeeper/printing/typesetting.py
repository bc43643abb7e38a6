"""Setting a document with typst: a template of templates/, data as JSON, out come a PDF or a picture.

Names reach typst only as JSON strings, which it prints as text; nothing that was typed is ever read as markup.
"""

from __future__ import annotations

import json
from enum import StrEnum
from functools import lru_cache

import typst

from scorekeeper.paths import templates_folder
from scorekeeper.record import Json

FONT = "Libertinus Serif"
"""Comes with typst, so that a sheet has the same measures on every machine; it has suits and figures of one width."""
FALLBACK = ("Noto Sans", "DejaVu Sans", "Liberation Sans", "Noto Color Emoji")
"""Where a letter is not in it, these come before any other font of the machine, as far as they are there."""
PICTURE_PPI = 144
"""A sheet then is 1,190 pixels wide: sharp on a phone that zooms in, and far below what chats make smaller."""
SIZES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""How much smaller a document may become to fit on its page. A game of the built-in rules fits as it is."""


class Paper(StrEnum):
    """What a document is set for; the names are typst's own, but for the picture, which is as high as it must be."""

    A4 = "a4"
    LETTER = "us-letter"
    PICTURE = "picture"


@lru_cache(maxsize=1)
def fonts() -> typst.Fonts:
    """Find the fonts of typst and of this machine; once, since it takes longer than setting a page."""
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True)


@lru_cache(maxsize=1)
def families() -> list[str]:
    """List the font families to use, the first choice first: only such as are here."""
    here = set(fonts().families())
    return [FONT, *(family for family in FALLBACK if family in here)]


def make_pdf(template: str, document: dict[str, Json], paper: Paper) -> bytes:
    """Set a document as PDF, on one page: what does not fit is set smaller."""
    for size in SIZES:
        compiler = _compiler(template, document, paper, size)
        made = compiler.compile(format="pdf")
        if json.loads(compiler.query("<pages>", field="value", one=True)) == 1:
            break
    return _one(made)


def make_picture(template: str, document: dict[str, Json]) -> bytes:
    """Set a document as one PNG, as high as it must be."""
    return _one(_compiler(template, document, Paper.PICTURE, 1.0).compile(format="png", ppi=PICTURE_PPI))


def _compiler(template: str, document: dict[str, Json], paper: Paper, size: float) -> typst.Compiler:
    folder = templates_folder()
    inputs = {
        "document": json.dumps({"fonts": families(), **document}),
        "paper": paper.value,
        "size": str(size),
    }
    return typst.Compiler(folder / f"{template}.typ", root=folder, font_paths=fonts(), sys_inputs=inputs)


def _one(made: bytes | list[bytes] | None) -> bytes:
    if not isinstance(made, bytes):
        raise TypeError("a document must come out as one file")
    return made
