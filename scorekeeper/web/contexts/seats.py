"""The four seats at the top of the table: name, total, and the roles of the round."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.replay import Replay, places
from scorekeeper.rules.seats import SEATS
from scorekeeper.wording.initials import to_be_told


@dataclass(frozen=True, slots=True)
class Seat:
    """One player as the table shows him. `place` is set once the game is over.

    `trumps` are how many trump contracts he took, `turns_left` his turns as chooser to come. `short` stands for the
    name elsewhere on the page, empty where every reader guesses that.
    """

    seat: int
    name: str
    total: int
    deals: bool = False
    leads: bool = False
    chooses: bool = False
    speaks_first: bool = False
    place: int | None = None
    trumps: int = 0
    turns_left: int = 0
    short: str = ""

    @property
    def is_long(self) -> bool:
        """Whether the name needs smaller letters to be shown whole."""
        return len(self.name) > 9

    @property
    def is_very_long(self) -> bool:
        """Whether the name needs the smallest letters and more lines."""
        return len(self.name) > 18


def seats(played: Replay) -> tuple[Seat, ...]:
    """Make the four seats in clockwise order, with the roles of the round to be chosen or open."""
    game, position, totals = played.game, played.position, played.totals
    short = to_be_told(game.players)
    if not game.is_running:
        reached = places(totals)
        return tuple(
            Seat(
                seat,
                game.players[seat],
                totals[seat],
                place=reached[seat] if played.is_finished else None,
                trumps=position.trumps[seat],
                short=short[seat],
            )
            for seat in SEATS
        )
    roles, left = position.roles, position.turns_left
    return tuple(
        Seat(
            seat,
            game.players[seat],
            totals[seat],
            deals=seat == roles.dealer,
            leads=seat == roles.leader,
            chooses=seat == roles.chooser,
            speaks_first=seat == roles.speakers[0],
            trumps=position.trumps[seat],
            turns_left=left[seat],
            short=short[seat],
        )
        for seat in SEATS
    )
