"""The form that corrects a saved round, or puts in a forgotten one, with what it would do to the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.rules.editing import without_idle_rulings
from scorekeeper.rules.game import Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.violations import Code, RuleViolation
from scorekeeper.services.correcting import as_corrected, as_inserted
from scorekeeper.services.viewing import Seen
from scorekeeper.web.contexts.entry import AT_THEIR_FIELD, MarkRow, Panel, mark_rows, panels
from scorekeeper.web.contexts.preview import Preview, preview_of
from scorekeeper.web.contexts.table import field_errors
from scorekeeper.wording.names import contract_name
from scorekeeper.wording.sentences import of_a_round


@dataclass(frozen=True, slots=True)
class Filled:
    """What somebody filled in, why it could not be saved, and the key that his form has."""

    entry: Round
    violations: tuple[RuleViolation, ...] = ()
    unread: Mapping[str, str] = field(default_factory=dict)
    key: str = ""


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The form that corrects a round, or puts in a forgotten one (then `version` is 0).

    `was` is the contract of the round as it is stored and `dealt` who dealt it then; `swap_with` is the round that has
    the wanted contract, where the two could be swapped. An empty `key` is made with the page.
    """

    number: int
    version: int
    versions: str
    key: str
    was: str
    contract: str
    name: str
    contracts: tuple[tuple[str, str], ...]
    marks: tuple[MarkRow, ...]
    panels: tuple[Panel, ...]
    preview: Preview
    dealer: int
    dealt: int
    dealers: tuple[tuple[int, str], ...]
    problems: tuple[str, ...]
    swap_with: int | None


def with_contract(entry: Round, contract: Contract) -> Round:
    """Give a round another contract: marks are kept, and the tallies of what is counted in both."""
    tallies = tuple(tally for tally in entry.tallies if tally[0] in contract.by_id)
    return replace(entry, contract=contract.id, tallies=tallies)


def correction_form(seen: Seen, number: int, filled: Filled) -> RoundForm:
    """Make the form that corrects round `number`."""
    scored = seen.played.rounds[number - 1]
    return _form(seen, number, filled, scored.contract.id, seen.stored.versions[number - 1])


def insertion_form(seen: Seen, number: int, filled: Filled) -> RoundForm:
    """Make the form that puts in a round before round `number`."""
    return _form(seen, number, filled, "", 0)


def _form(seen: Seen, number: int, filled: Filled, was: str, version: int) -> RoundForm:
    game, entry = seen.stored.game, filled.entry
    dealt = seen.played.rounds[number - 1].roles.dealer
    dealer = dealt if entry.dealer is None else entry.dealer
    contract = game.rule_set.contract(entry.contract)
    here = [fault for fault in filled.violations if fault.round == number]
    elsewhere = [fault for fault in filled.violations if fault.round != number or fault.code not in AT_THEIR_FIELD]
    errors = field_errors(game, here, filled.unread)
    # Every mark can be corrected, the chooser's too: a ruling is asked for where it needs one.
    free = replace(entry, rulings=(Code.CHOOSER_DOUBLES_FIRST,))
    after = as_corrected(game, number, entry) if version else as_inserted(game, number, entry)
    return RoundForm(
        number=number,
        version=version,
        versions=seen.stored.versions_text,
        key=filled.key,
        was=was,
        contract=entry.contract,
        name=contract_name(entry.contract),
        contracts=tuple((known.id, _with_round(known, seen, number)) for known in game.rule_set.contracts),
        marks=mark_rows(free, game.rule_set.roles[dealer], game.players),
        panels=panels(entry, contract, game.players, errors) if contract else (),
        preview=preview_of(replay(without_idle_rulings(after)), number, before=seen.played.totals),
        dealer=dealer,
        dealt=dealt,
        dealers=tuple((seat, game.players[seat]) for seat in SEATS),
        problems=tuple(dict.fromkeys(of_a_round(fault, game.players, game.rule_set) for fault in elsewhere)),
        swap_with=_played_elsewhere(seen, entry.contract, number) if version else None,
    )


def _with_round(contract: Contract, seen: Seen, number: int) -> str:
    other = _played_elsewhere(seen, contract.id, number)
    name = contract_name(contract.id)
    return name if other is None else f"{name} ({other})"


def _played_elsewhere(seen: Seen, contract_id: str, number: int) -> int | None:
    return next(
        (
            scored.number
            for scored in seen.played.rounds
            if scored.contract.id == contract_id and scored.number != number
        ),
        None,
    )
