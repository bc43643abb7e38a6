"""Where a form meets something in its way: a rule that the table may lift, or somebody else's newer change.

Both pages carry everything that was typed in hidden fields, so that one press goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules.game import Game, Names, Round
from scorekeeper.rules.tallies import counts_of
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.wording.initials import initials
from scorekeeper.wording.names import contract_name, item_name
from scorekeeper.wording.sentences import of_a_round
from scorekeeper.wording.translation import gettext as _

_SHORT = 10
"""Letters of a name of which three fit beside each other."""
Field = tuple[str, str]
"""A hidden field's name and value."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that sends the same form again, elsewhere or with other fields."""

    label: str
    action: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Confirm:
    """What the table has to confirm: the rules that are broken, and the rounds that could be corrected instead."""

    sentences: tuple[str, ...]
    rounds: tuple[int, ...]
    game_id: str
    back: str
    press: Press


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing as it is there now, beside what was typed. Things of one `group` stand under its name."""

    label: str
    there: str
    mine: str
    group: str = ""

    @property
    def differs(self) -> bool:
        """Whether the two are not the same."""
        return self.there != self.mine


@dataclass(frozen=True, slots=True)
class Meeting:
    """A form that is older than what it would change."""

    explanation: str
    differences: tuple[Difference, ...]
    theirs: str
    presses: tuple[Press, ...]


def confirm(violations: Iterable[RuleViolation], game: Game, game_id: str, back: str, press: Press) -> Confirm:
    """Name every rule that is broken; the button's form gets what lifts them."""
    faults = tuple(violations)
    lifted = tuple(("ruling", f"{fault.round}:{fault.code.value}") for fault in faults)
    saved = {fault.round for fault in faults if fault.round is not None and fault.round <= len(game.rounds)}
    return Confirm(
        tuple(of_a_round(fault, game.players, game.rule_set) for fault in faults),
        tuple(sorted(saved)),
        game_id,
        back,
        Press(press.label, press.action, press.fields + lifted),
    )


@dataclass(frozen=True, slots=True)
class Side:
    """A round as one side has it, None where there is none, and the players whom its seats stand for."""

    entry: Round | None
    players: Names

    @property
    def contract(self) -> str:
        """The name of its contract."""
        return contract_name(self.entry.contract) if self.entry else ""

    def doubled(self, name: str) -> str:
        """Say whom a player doubled, by initials where whole names would be a wall."""
        short = self.players if max(map(len, self.players)) <= _SHORT else initials(self.players)
        marks = sorted(self.entry.marks) if self.entry else ()
        return ", ".join(short[doubled] for doubler, doubled in marks if self.players[doubler] == name)

    def tally(self, item: str, name: str) -> str:
        """Say what a player took of an item."""
        if self.entry is None or name not in self.players:
            return ""
        count = counts_of(self.entry.tallies, item)[self.players.index(name)]
        return "" if count is None else str(count)

    def takers(self, item: str) -> str:
        """Name who took an item that there is one of."""
        counts = counts_of(self.entry.tallies, item) if self.entry else ()
        return ", ".join(name for name, count in zip(self.players, counts, strict=False) if count)


def round_differences(game: Game, there: Side, mine: Side) -> tuple[Difference, ...]:
    """Lay a round as it is there beside the one that was typed, a line for each contract, doubler and tally."""
    contracts = (game.rule_set.contract(side.entry.contract) for side in (there, mine) if side.entry)
    items = {item.id: item for contract in contracts if contract for item in contract.items}
    # Players stand in the order of their seats; names that nobody has any more come after them.
    names = tuple(dict.fromkeys((*there.players, *mine.players)))
    lines = [
        Difference(_("Contract"), there.contract, mine.contract),
        *(Difference(_("%(name)s doubled", name=name), there.doubled(name), mine.doubled(name)) for name in names),
    ]
    for item in items.values():
        if item.quantity == 1:
            # It was asked who took it, so that is what each side answered.
            lines.append(Difference(item_name(item.id), there.takers(item.id), mine.takers(item.id)))
        else:
            lines += [
                Difference(name, there.tally(item.id, name), mine.tally(item.id, name), item_name(item.id))
                for name in names
            ]
    # Who took nothing by both is nothing to compare; but a zero that only one side has is one that can be lost.
    return tuple(line for line in lines if line.differs or line.mine not in ("", "0"))
