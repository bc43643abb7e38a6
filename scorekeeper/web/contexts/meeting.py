"""Where a form meets something in its way: a rule that the table may lift, or somebody else's newer change.

Both pages carry everything that was typed in hidden fields, so that one press goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.tallies import counts_of
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.wording.names import contract_name, item_name
from scorekeeper.wording.sentences import sentence
from scorekeeper.wording.translation import gettext as _

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
    """One thing as it is there now, beside what was typed."""

    label: str
    there: str
    mine: str

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
        tuple(
            _(
                "Round %(number)s: %(sentence)s",
                number=fault.round,
                sentence=sentence(fault, game.players, game.rule_set),
            )
            for fault in faults
        ),
        tuple(sorted(saved)),
        game_id,
        back,
        Press(press.label, press.action, press.fields + lifted),
    )


def round_differences(game: Game, there: Round | None, mine: Round) -> tuple[Difference, ...]:
    """Lay a round as it is there beside the one that was typed; None means that there is none."""
    entries = [mine] if there is None else [there, mine]
    items = dict.fromkeys(
        item.id
        for entry in entries
        if (contract := game.rule_set.contract(entry.contract)) is not None
        for item in contract.items
    )
    lines = [
        Difference(_("Contract"), contract_name(there.contract) if there else "", contract_name(mine.contract)),
        Difference(_("Doubles"), _doubles(game, there), _doubles(game, mine)),
        *(Difference(item_name(item), _tallies(game, there, item), _tallies(game, mine, item)) for item in items),
    ]
    return tuple(line for line in lines if line.there or line.mine)


def _doubles(game: Game, entry: Round | None) -> str:
    if entry is None:
        return ""
    name = game.players
    return ", ".join(f"{name[doubler]} → {name[doubled]}" for doubler, doubled in sorted(entry.marks)) or _("none")


def _tallies(game: Game, entry: Round | None, item: str) -> str:
    if entry is None:
        return ""
    counts = counts_of(entry.tallies, item)
    return ", ".join(f"{name} {count}" for name, count in zip(game.players, counts, strict=True) if count is not None)
