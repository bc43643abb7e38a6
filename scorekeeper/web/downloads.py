"""Files to take along: their headers, and names that are safe in every file system and every header."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

from flask import Response

from scorekeeper.rules.game import Game

LONGEST = 80
"""Characters of a name without its suffix; a file system takes 255 bytes, and a letter can have four."""

_FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]+')
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")


def file_name(game: Game, suffix: str) -> str:
    """Name the file of a game: "Friday 2026-11-27.pdf". A long title is cut, never the date."""
    date = f" {game.played_on.isoformat()}" if game.played_on is not None else ""
    return f"{_safe(game.title, LONGEST - len(date))}{date}.{suffix}"


def download(content: bytes | str, kind: str, name: str, *, shown: bool = False) -> Response:
    """Answer with a file of this content type; with `shown` the browser opens it instead of keeping it."""
    answer = Response(content, content_type=kind)
    answer.headers["Content-Disposition"] = disposition(name, "inline" if shown else "attachment")
    return answer


def disposition(name: str, how: str = "attachment") -> str:
    """Write the header that names a file: in plain letters for old programs, and as it is (RFC 6266)."""
    stem, _dot, suffix = name.rpartition(".")
    letters = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    plain = _NOT_PLAIN.sub("-", letters).strip("-.") or "bonken"
    return f"{how}; filename=\"{plain}.{suffix}\"; filename*=UTF-8''{quote(name, safe='')}"


def _safe(text: str, longest: int) -> str:
    """Leave out what no file name may hold, and what could make it look like another one."""
    visible = "".join(
        letter for letter in text if unicodedata.category(letter) not in ("Cf", "Co", "Cn") or letter == "\u200d"
    )
    return _FORBIDDEN.sub(" ", visible).strip(" .")[:longest].strip(" .") or "Bonken"
