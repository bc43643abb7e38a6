"""The scoreboard: what a phone that stands on the table shows to four people two metres away."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.services.viewing import Seen
from scorekeeper.web.contexts.seats import Seat, seats
from scorekeeper.web.following import Poll, poll
from scorekeeper.wording.names import contract_name


@dataclass(frozen=True, slots=True)
class Board:
    """Four seats and the matter of the moment: the contract, who chooses, or who won.

    `contract` is the id of the open round's, else empty.
    """

    id: str
    title: str
    revision: int
    poll: Poll
    number: int
    rounds: int
    seats: tuple[Seat, ...]
    contract: str
    name: str
    chooser: str
    winners: tuple[str, ...]
    is_running: bool


def board(seen: Seen) -> Board:
    """Make the scoreboard of a game."""
    stored, played, game = seen.stored, seen.played, seen.stored.game
    contract = game.open_round.contract if game.open_round and game.is_running else ""
    return Board(
        id=stored.id,
        title=game.title,
        revision=stored.revision,
        poll=poll(stored),
        number=min(len(game.rounds) + 1, game.rule_set.rounds),
        rounds=game.rule_set.rounds,
        seats=seats(played),
        contract=contract,
        name=contract_name(contract) if contract else "",
        chooser=game.players[played.position.chooser] if game.is_running else "",
        winners=tuple(game.players[seat] for seat in played.winners),
        is_running=game.is_running,
    )
