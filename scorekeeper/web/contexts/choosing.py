"""The choice of a contract: a tile for each, open, played or closed, with the reason."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rules.choosing import Choice, Position, choices
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS
from scorekeeper.services.viewing import Seen
from scorekeeper.wording.names import contract_name, points
from scorekeeper.wording.sentences import closed_reason


@dataclass(frozen=True, slots=True)
class Tile:
    """A contract to choose. `state` is "open", "played" or "closed"; `note` its points, or why not."""

    id: str
    name: str
    state: str
    note: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Choosing:
    """The grid of contracts. `dealer` is set where the table said that another player dealt.

    `open_version` is set where the open round is to get another contract; `dealers` are those who may have dealt.
    """

    number: int
    chooser: str
    tiles: tuple[Tile, ...]
    dealer: int | None = None
    open_version: int | None = None
    dealers: tuple[tuple[int, str], ...] = ()


def choosing(seen: Seen, *, dealer: int | None = None, changing: bool = False) -> Choosing:
    """Make the grid for the next round, or to change the contract of the open one."""
    game, position = seen.played.game, seen.played.position
    if dealer is not None and dealer != position.dealer:
        position = replace(position, dealer=dealer)
    else:
        dealer = None
    entry = game.open_round if changing else None
    return Choosing(
        number=position.number,
        chooser=game.players[position.chooser],
        tiles=tuple(
            _tile(choice, position, game.players, entry.contract if entry else "") for choice in choices(position)
        ),
        dealer=dealer,
        open_version=seen.stored.open_version if changing else None,
        dealers=tuple((seat, game.players[seat]) for seat in SEATS if not changing and seat != position.dealer),
    )


def _tile(choice: Choice, position: Position, players: tuple[str, ...], current: str) -> Tile:
    contract = choice.contract
    name = contract_name(contract.id)
    if contract.id in position.taken:
        number, chooser = position.taken[contract.id]
        return Tile(contract.id, name, "played", str(number), players[chooser])
    if choice.is_open or contract.id == current:
        return Tile(contract.id, name, "current" if contract.id == current else "open", value_of(contract))
    first = next((reason for reason in choice.against if not reason.liftable), choice.against[0])
    names = (players[0], players[1], players[2], players[3])
    state = "closed" if choice.can_be_ruled else "shut"
    return Tile(contract.id, name, state, closed_reason(first, names, position.rule_set))


def value_of(contract: Contract) -> str:
    """Say what a contract counts: the points of each item, such as "−20, −10"."""
    return ", ".join(points(item.points) for item in contract.items)
