"""The sheet so far, and the working of a round: every number comes from the replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import escape

from scorekeeper.rules.doubling import Mark, Settlement, settle, settlements
from scorekeeper.rules.replay import Replay, ScoredRound
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import Four
from scorekeeper.rules.tallies import Tally, counts_of
from scorekeeper.web import markup
from scorekeeper.web.contexts.entry import Doubled, doubled
from scorekeeper.web.contexts.picture import Picture, picture
from scorekeeper.wording.initials import initials
from scorekeeper.wording.names import contract_name, item_name, ruling_name
from scorekeeper.wording.working import (
    Doubling,
    doublings,
    in_speaking_order,
    pair_sentence,
    sum_sentence,
    taken_sentences,
)


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
    """A doubled pair of the working: `first` doubled `second`, who may have doubled back.

    `moved` is what each of the four players gets by it, 0 for the others; `sentence` says it with the names as markup.
    The short forms are for a column that whole names don't fit.
    """

    first: str
    second: str
    both_ways: bool
    settlement: Settlement
    moved: Four
    sentence: str
    short_first: str
    short_second: str


@dataclass(frozen=True, slots=True)
class ItemLine:
    """The tallies of an item and the points each of them is worth."""

    name: str
    counts: tuple[int | None, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Working:
    """How a round's scores came about: tallies, raw points, each doubled pair, the scores and their sum.

    `taken`, the pairs' sentences and `proof` say the same in words and numbers, names in them being markup.
    `total` is what the scores must add up to. There is no `picture` where nobody doubled.
    """

    items: tuple[ItemLine, ...]
    raw: Four
    pairs: tuple[PairLine, ...]
    scores: Four
    totals: Four
    total: int
    taken: tuple[str, ...]
    proof: str
    picture: Picture | None

    @property
    def adds_up(self) -> bool:
        """Whether the control sum is right."""
        return sum(self.scores) == self.total


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
    return work_out(
        scored.raw,
        in_speaking_order(scored.entry.marks, scored.roles),
        players,
        contract=scored.contract,
        tallies=scored.entry.tallies,
        totals=scored.totals,
    )


def work_out(
    raw: Four,
    marks: Sequence[Mark],
    players: tuple[str, ...],
    *,
    contract: Contract | None = None,
    tallies: Sequence[Tally] = (),
    totals: Four | None = None,
) -> Working:
    """Lay out the working of any four raw points, with the tallies they come from where these are known.

    `marks` are in the order they were spoken. Without a contract the raw points themselves say what it adds up to.
    """
    settled, scores = settlements(raw, marks), settle(raw, marks)
    short = initials(players)
    names = tuple(markup.name(player) for player in players)
    counted = contract.items if contract and tallies else ()
    total = contract.total if contract else sum(raw)
    return Working(
        items=tuple(ItemLine(item_name(item.id), counts_of(tallies, item.id), item.points) for item in counted),
        raw=raw,
        pairs=tuple(
            _pair(line, players, short, pair_sentence(line, raw, names, escape)) for line in doublings(settled, marks)
        ),
        scores=scores,
        totals=totals or scores,
        total=total,
        taken=taken_sentences(contract, tallies, names, escape) if contract else (),
        proof=sum_sentence(scores, total),
        picture=picture(marks, players),
    )


def _pair(line: Doubling, players: tuple[str, ...], short: tuple[str, ...], sentence: str) -> PairLine:
    moved = [0, 0, 0, 0]
    moved[line.doubler], moved[line.doubled] = line.gain, -line.gain
    a, b, c, d = moved
    return PairLine(
        players[line.doubler],
        players[line.doubled],
        line.both_ways,
        line.settlement,
        (a, b, c, d),
        sentence,
        short[line.doubler],
        short[line.doubled],
    )
