"""Records to check: the vectors, and small ones built for a test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parent / "vectors"
GAMES = sorted((VECTORS / "games").glob("*.json"))
INVALID = sorted((VECTORS / "invalid").glob("*.json"))

PLAYERS = ["Anna", "Bram", "Cees", "Dirk"]

Document = dict[str, Any]
"""A JSON object that a test reads or takes apart."""


def vector(path: Path) -> Document:
    """Read a vector: a record with what is expected of it."""
    document: Document = json.loads(path.read_text("utf-8"))
    return document


def a_record(*rounds: Document, **changes: object) -> Document:
    """Build a record of these rounds, Anna dealing first."""
    record: Document = {
        "format": "bonken-game",
        "version": 1,
        "rules": "bonken-11",
        "players": PLAYERS,
        "first_dealer": "Anna",
        "rounds": list(rounds),
    }
    return record | changes


def a_round(contract: str = "queens", **changes: object) -> Document:
    """Build a round; of queens, Anna takes them all."""
    return {"contract": contract, "doubles": [], "result": {"queens": {"Anna": 4}}} | changes


def encoded(document: object) -> bytes:
    """Write a document as the bytes of a file."""
    return json.dumps(document, ensure_ascii=False).encode()
