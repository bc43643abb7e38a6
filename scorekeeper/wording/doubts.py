"""Why four raw scores can't be the result of a contract, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.possible import Doubt
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import Four
from scorekeeper.wording.names import contract_name, item_name, points
from scorekeeper.wording.translation import gettext as _


def doubt_sentences(doubt: Doubt, contract: Contract, raw: Four, players: Sequence[str]) -> list[str]:
    """Say every reason why these raw points can't be: whose alone, their sum, or all four together."""
    found = [
        _(
            "%(player)s can’t have %(points)s: %(items)s.",
            player=players[seat],
            points=points(raw[seat]),
            items=_counted(contract),
        )
        for seat in doubt.seats
    ]
    if doubt.is_sum:
        found.append(
            _(
                "The four add up to %(found)s, but %(contract)s is %(expected)s in all.",
                found=points(doubt.found),
                contract=contract_name(contract.id),
                expected=points(doubt.expected),
            )
        )
    if doubt.is_together:
        found.append(_("Each score could be, but not all four together: %(items)s.", items=_counted(contract)))
    return found


def _counted(contract: Contract) -> str:
    """Tell what a contract counts: "4 × Kings at −20, 4 × Jacks at −10"."""
    return ", ".join(
        _(
            "%(quantity)s × %(item)s at %(points)s",
            quantity=item.quantity,
            item=item_name(item.id),
            points=points(item.points),
        )
        for item in contract.items
    )
