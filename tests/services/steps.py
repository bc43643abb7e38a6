"""Changes of a game, each in one word, and what the history says about taking them back."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.services.correcting import correct_round
from scorekeeper.services.entries import Entries
from scorekeeper.services.managing import Settings, change_settings
from scorekeeper.services.playing import record_round
from scorekeeper.services.taking_back import (
    Verdict,
    see_step,
)
from tests.rules.builders import a_round
from tests.services.conftest import Table


def verdict(table: Table, revision: int) -> Verdict:
    found = see_step(table.database, table.id, "phone", revision).verdict
    assert found is not None
    return found


def settings(table: Table, **changes: object) -> int:
    """Change settings and give the revision that made."""
    game = table.game
    now = Settings(game.players, (0, 1, 2, 3), game.first_dealer, game.title, game.played_on)
    wanted = replace(now, **changes)  # type: ignore[arg-type]
    return change_settings(table.database, table.form(), wanted, version=table.settings_version).revision


def record(table: Table, contract: str) -> int:
    """Play a round in which Anna takes everything."""
    typed = Entries.of(a_round(contract))
    return record_round(table.database, table.form(), contract, typed, number=len(table.game.rounds) + 1).revision


def correct(table: Table, number: int, contract: str, **how: object) -> int:
    entry = a_round(contract, **how)  # type: ignore[arg-type]
    version = table.stored.versions[number - 1]
    return correct_round(table.database, table.form(), number, entry, version=version).revision
