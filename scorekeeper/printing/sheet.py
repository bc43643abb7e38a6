"""The score sheet as a table: a line for each round, a cell for each player, and a sum that proves each line.

The print page, the PDF and the picture all show this one value; every number comes from the replay.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.game import Names
from scorekeeper.rules.replay import Replay, ScoredRound, places
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.wording.initials import initials, to_be_told
from scorekeeper.wording.names import contract_name, ruling_name
from scorekeeper.wording.results import game_state, outcome, standing


@dataclass(frozen=True, slots=True)
class Cell:
    """What a round did to one player. `doublers` are the seats that doubled him, in speaking order."""

    doublers: tuple[int, ...]
    deals: bool
    chooses: bool
    raw: int
    score: int
    total: int


@dataclass(frozen=True, slots=True)
class Line:
    """A saved round. `sum` is what its four scores add up to, `played` what the four totals do.

    `adds_up` says that these are the sums of the contracts. It can only fail when the scoring itself is
    wrong, and then it must be seen.
    """

    number: int
    contract: str
    name: str
    cells: tuple[Cell, ...]
    sum: int
    played: int
    adds_up: bool
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """A player in the standing, with his place; `place` is None as long as the game is not finished."""

    name: str
    total: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet. `short` are the players' initials; `raw` and `totals` are the sums of their columns.

    `open` names the contract of the open round, empty where none is. `adds_up` says that the last line
    proves the sheet: raw points and totals both add up to the contracts that were played.
    """

    players: Names
    short: tuple[str, ...]
    lines: tuple[Line, ...]
    raw: Four
    totals: Four
    sum_of_raw: int
    sum_of_totals: int
    ranks: tuple[Rank, ...]
    state: str
    outcome: str
    rule_set: RuleSet
    open: str
    is_running: bool
    adds_up: bool

    @property
    def is_short_told(self) -> bool:
        """Whether the initials must be told wherever they stand for the names: no reader would guess them."""
        return any(to_be_told(self.players))


def sheet(played: Replay) -> Sheet:
    """Lay out the sheet of a game, the first round first."""
    game, place = played.game, places(played.totals)
    first, second, third, fourth = (sum(scored.raw[seat] for scored in played.rounds) for seat in SEATS)
    # What waits in a game that was stopped belongs to no sheet.
    entry = game.open_round if game.is_running else None
    return Sheet(
        players=game.players,
        short=initials(game.players),
        lines=tuple(_line(scored) for scored in played.rounds),
        raw=(first, second, third, fourth),
        totals=played.totals,
        sum_of_raw=first + second + third + fourth,
        sum_of_totals=sum(played.totals),
        ranks=tuple(
            Rank(game.players[seat], played.totals[seat], place[seat] if played.is_finished else None)
            for seat in standing(played)
        ),
        state=game_state(played),
        outcome=outcome(played),
        rule_set=game.rule_set,
        open=contract_name(entry.contract) if entry is not None else "",
        is_running=game.is_running,
        adds_up=first + second + third + fourth
        == sum(played.totals)
        == (played.rounds[-1].played if played.rounds else 0),
    )


def by_contract(shown: Sheet) -> tuple[tuple[str, str, Line | None], ...]:
    """List the contracts of the rules, each with its id, name and line; None where it was not played."""
    lines = {line.contract: line for line in shown.lines}
    return tuple(
        (contract.id, contract_name(contract.id), lines.get(contract.id)) for contract in shown.rule_set.contracts
    )


def _line(scored: ScoredRound) -> Line:
    roles, marks = scored.roles, frozenset(scored.entry.marks)
    return Line(
        number=scored.number,
        contract=scored.contract.id,
        name=contract_name(scored.contract.id),
        cells=tuple(
            Cell(
                doublers=tuple(doubler for doubler in roles.speakers if (doubler, seat) in marks),
                deals=seat == roles.dealer,
                chooses=seat == roles.chooser,
                raw=scored.raw[seat],
                score=scored.scores[seat],
                total=scored.totals[seat],
            )
            for seat in SEATS
        ),
        sum=sum(scored.scores),
        played=sum(scored.totals),
        adds_up=sum(scored.raw) == sum(scored.scores) == scored.contract.total and sum(scored.totals) == scored.played,
        rulings=tuple(ruling_name(code) for code in scored.entry.rulings),
    )
