"""Letters that no font here has: typst would print boxes for them without a word, so they are looked for.

Each one is set on a page of its own and compared with the box itself, which is what typst makes of a code
point that stands for nothing in any font.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable

import regex
import typst

from scorekeeper.printing.typesetting import FONT, families, fonts

_LETTERS = regex.compile(r"\X")
_GLYPH = re.compile(r'href="#(g[0-9A-F]+)"')
_NOTHING = "\ufdd0"
_SOURCE = b"""
#let letters = json(bytes(sys.inputs.letters))
#set page(width: auto, height: auto, margin: 1pt)
#set text(font: json(bytes(sys.inputs.fonts)))
#for (index, letter) in letters.enumerate() { if index > 0 { pagebreak() }; letter }
"""
_MOST_KEPT = 20_000

_known: dict[str, bool] = {}
"""Letter → whether a font here has it. Fonts stay the same while the server runs."""


def missing_letters(texts: Iterable[str]) -> tuple[str, ...]:
    """List what readers see as letters in these texts and no font here can show, each once, in order."""
    wanted = dict.fromkeys(letter for text in texts for letter in _LETTERS.findall(text) if not _is_plain(letter))
    if len(_known) > _MOST_KEPT:
        _known.clear()
    _look_for([letter for letter in wanted if letter not in _known])
    return tuple(letter for letter in wanted if not _known[letter])


def _is_plain(letter: str) -> bool:
    """Tell that a letter is in our own font, or shows nothing anyway."""
    return all(
        " " <= one <= "~" or "\u00a1" <= one <= "\u017f" or unicodedata.category(one) in ("Cf", "Zs") for one in letter
    )


def _look_for(letters: list[str]) -> None:
    if not letters:
        return
    inputs = {"letters": json.dumps([_NOTHING, *letters]), "fonts": json.dumps(families())}
    compiler = typst.Compiler(_SOURCE, font_paths=fonts(), sys_inputs=inputs)
    pages = compiler.compile(format="svg")
    if not isinstance(pages, list) or len(pages) != len(letters) + 1:
        raise TypeError("each letter must have a page of its own")
    box, *shown = ({*_GLYPH.findall(page.decode())} for page in pages)
    if not box:
        raise ValueError(f"{FONT} shows nothing where a letter is missing")
    for letter, glyphs in zip(letters, shown, strict=True):
        _known[letter] = not box & glyphs
