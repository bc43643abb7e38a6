"""What other processes do on the same file. Imports little, since each of them imports it anew."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.services.changing import Submission
from scorekeeper.services.entries import Entries
from scorekeeper.services.playing import choose_contract, record_round, save_round
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database

QUEENS = Entries(frozenset(), {("queens", 0): 4})
"""Anna took all queens."""


def save_queens(database: Database, form: Submission) -> Answer:
    """Save the whole first round of a game."""
    return record_round(database, form, "queens", QUEENS, number=1)


def save_queens_elsewhere(url: str, form: Submission) -> Answer:
    """Save the whole first round of a game in a process of its own."""
    database = Database(url)
    answer = save_queens(database, form)
    database.close()
    return answer


def play_elsewhere(url: str, game_id: str, rounds: Sequence[tuple[str, Entries]]) -> None:
    """Choose and save these rounds in a process of its own."""
    database = Database(url)
    for number, (contract, entries) in enumerate(rounds, 1):
        forms = (Submission("phone", f"{game_id} {number} {what}", "", game_id) for what in ("choose", "save"))
        version = choose_contract(database, next(forms), contract, number=number).revision
        save_round(database, next(forms), shown=Entries(), typed=entries, open_version=version)
    database.close()
