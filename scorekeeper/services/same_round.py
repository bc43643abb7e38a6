"""Telling that what a phone would save was saved by another one already: nobody is asked which of the two is right."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.editing import fill_derived
from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS
from scorekeeper.services.entries import Entries, with_entries
from scorekeeper.services.seating import Seated, where_now
from scorekeeper.storage.games import StoredGame


@dataclass(frozen=True, slots=True)
class SameRound:
    """What tells a saved round from any other: its contract, and who sat at the table when it was entered."""

    contract: Contract
    seated: Seated

    def saved_as(self, stored: StoredGame, typed: Entries) -> int | None:
        """Find the number of the round that was saved with exactly these entries."""
        blank = Round(self.contract.id)
        mine = Entries.of(fill_derived(self.contract, with_entries(blank, Entries().changed_to(typed))))
        if where_now(stored, self.seated) == SEATS:
            for number, saved in enumerate(stored.game.rounds, 1):
                if saved.contract == self.contract.id and Entries.of(saved) == mine:
                    return number
        return None
