"""The sheet so far, and the working of a round: every number comes from the replay."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.doubling import Settlement
from scorekeeper.rules.replay import Replay, ScoredRound
from scorekeeper.rules.seats import Four
from scorekeeper.rules.tallies import counts_of
from scorekeeper.web.contexts.entry import Doubled, doubled
from scorekeeper.wording.initials import initials
from scorekeeper.wording.names import contract_name, item_name, ruling_name


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A saved round as a line of the sheet. `played` is what the four totals add up to after it."""

    number: int
    contract: str
    name: str
    chooser: int
    dealer: int
    doubled: tuple[Doubled, ...]
    raw: Four
    scores: Four
    totals: Four
    played: int
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairLine:
    """A doubled pair of the working: `moved` is what each of the four players gets by it, 0 for the others."""

    first: str
    second: str
    both_ways: bool
    settlement: Settlement
    moved: Four


@dataclass(frozen=True, slots=True)
class ItemLine:
    """The tallies of an item and the points each of them is worth."""

    name: str
    counts: tuple[int | None, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Working:
    """How a round's scores came about: tallies, raw points, each doubled pair, the scores and their sum."""

    items: tuple[ItemLine, ...]
    raw: Four
    pairs: tuple[PairLine, ...]
    scores: Four
    totals: Four
    total: int


def sheet(played: Replay) -> tuple[SheetRow, ...]:
    """List the saved rounds, the newest first."""
    players = played.game.players
    short = initials(players)
    return tuple(
        SheetRow(
            scored.number,
            scored.contract.id,
            contract_name(scored.contract.id),
            scored.roles.chooser,
            scored.roles.dealer,
            doubled(scored.entry, players, short),
            scored.raw,
            scored.scores,
            scored.totals,
            scored.played,
            tuple(ruling_name(code) for code in scored.entry.rulings),
        )
        for scored in reversed(played.rounds)
    )


def working(scored: ScoredRound, players: tuple[str, ...]) -> Working:
    """Lay out the working of a round; pairs without a mark move nothing and are left out."""
    return Working(
        items=tuple(
            ItemLine(item_name(item.id), counts_of(scored.entry.tallies, item.id), item.points)
            for item in scored.contract.items
        ),
        raw=scored.raw,
        pairs=tuple(_pair(line, scored, players) for line in scored.settlements if line.marks),
        scores=scored.scores,
        totals=scored.totals,
        total=scored.contract.total,
    )


def _pair(line: Settlement, scored: ScoredRound, players: tuple[str, ...]) -> PairLine:
    first, second = line.between
    if (first, second) not in scored.entry.marks:
        doubler, doubled_ = second, first
    else:
        doubler, doubled_ = first, second
    moved = [0, 0, 0, 0]
    moved[first], moved[second] = line.transfer, -line.transfer
    a, b, c, d = moved
    return PairLine(players[doubler], players[doubled_], line.marks == 2, line, (a, b, c, d))
