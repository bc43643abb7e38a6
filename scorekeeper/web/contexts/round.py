"""A saved round on its own page: its working, and the form that corrects it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import ScoredRound
from scorekeeper.rules.ruleset import Contract
from scorekeeper.rules.seats import SEATS, Roles
from scorekeeper.rules.violations import Code, RuleViolation
from scorekeeper.services.viewing import Seen
from scorekeeper.web.calculating import query_of_round
from scorekeeper.web.contexts.entry import MarkRow, Panel, mark_rows, panels
from scorekeeper.web.contexts.sheet import SheetRow, Working, sheet, working
from scorekeeper.web.contexts.table import field_errors
from scorekeeper.wording.forms import reminder
from scorekeeper.wording.names import contract_name
from scorekeeper.wording.sentences import sentence


@dataclass(frozen=True, slots=True)
class RoundForm:
    """The form that corrects a round, or puts in a forgotten one (then `version` is 0).

    `was` is the contract of the round as it is stored; `swap_with` is the round that has the wanted contract, where
    the two could be swapped.
    """

    number: int
    version: int
    versions: str
    was: str
    contract: str
    contracts: tuple[tuple[str, str], ...]
    marks: tuple[MarkRow, ...]
    panels: tuple[Panel, ...]
    dealer: int
    dealers: tuple[tuple[int, str], ...]
    problems: tuple[str, ...]
    swap_with: int | None


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round's page. `row` and `working` are None where a round is only being put in, and there is no `reminder`.

    `calculator` is the address of the same round in the calculator.
    """

    id: str
    title: str
    players: tuple[str, ...]
    roles: Roles
    row: SheetRow | None
    working: Working | None
    form: RoundForm | None
    last: int
    is_full: bool
    may_score: bool
    versions: str
    revision: int
    rule_set: str
    reminder: str = ""
    calculator: str = ""


def round_page(
    seen: Seen,
    number: int,
    *,
    typed: Round | None = None,
    violations: Iterable[RuleViolation] = (),
    unread: Mapping[str, str] | None = None,
    correcting: bool = False,
) -> RoundPage:
    """Make the page of saved round `number`; the form is part of it only for who may score."""
    scored = seen.played.rounds[number - 1]
    entry = typed or scored.entry
    rows = sheet(seen.played)
    shows_form = correcting and seen.may_score
    version = seen.stored.versions[number - 1]
    return RoundPage(
        id=seen.stored.id,
        title=seen.stored.game.title,
        players=seen.stored.game.players,
        roles=scored.roles,
        row=rows[len(rows) - number],
        working=working(scored, seen.stored.game.players),
        form=_form(seen, number, entry, scored, version, tuple(violations), unread or {}) if shows_form else None,
        last=len(rows),
        is_full=seen.stored.game.is_full,
        may_score=seen.may_score,
        versions=seen.stored.versions_text,
        revision=seen.stored.revision,
        rule_set=seen.stored.game.rule_set.id,
        reminder=reminder(scored.contract.id, seen.stored.game.rule_set.id),
        calculator=_in_calculator(scored, seen.stored.game),
    )


def _in_calculator(scored: ScoredRound, game: Game) -> str:
    return f"{url_for('calculator.see')}?{urlencode(query_of_round(scored, game), doseq=True)}"


def new_round_page(
    seen: Seen,
    number: int,
    entry: Round,
    *,
    violations: Iterable[RuleViolation] = (),
    unread: Mapping[str, str] | None = None,
) -> RoundPage:
    """Make the page that puts in a forgotten round as number `number`."""
    scored = seen.played.rounds[number - 1]
    return RoundPage(
        id=seen.stored.id,
        title=seen.stored.game.title,
        players=seen.stored.game.players,
        roles=scored.roles,
        row=None,
        working=None,
        form=_form(seen, number, entry, scored, 0, tuple(violations), unread or {}),
        last=len(seen.played.rounds),
        is_full=seen.stored.game.is_full,
        may_score=seen.may_score,
        versions=seen.stored.versions_text,
        revision=seen.stored.revision,
        rule_set=seen.stored.game.rule_set.id,
    )


def _form(
    seen: Seen,
    number: int,
    entry: Round,
    scored: ScoredRound,
    version: int,
    violations: tuple[RuleViolation, ...],
    unread: Mapping[str, str],
) -> RoundForm:
    game = seen.stored.game
    dealer = scored.roles.dealer if entry.dealer is None else entry.dealer
    roles = game.rule_set.roles[dealer]
    contract = game.rule_set.contract(entry.contract)
    errors = field_errors(game, (fault for fault in violations if fault.round == number), unread)
    elsewhere = [
        fault
        for fault in violations
        if fault.round != number or fault.code not in (Code.WRONG_COUNT, Code.UNKNOWN_ITEM)
    ]
    # Every mark can be corrected, the chooser's too: a ruling is asked for where it needs one.
    free = replace(entry, rulings=(Code.CHOOSER_DOUBLES_FIRST,))
    return RoundForm(
        number=number,
        version=version,
        versions=seen.stored.versions_text,
        was=scored.contract.id if version else "",
        contract=entry.contract,
        contracts=tuple((known.id, _with_round(known, seen, number)) for known in game.rule_set.contracts),
        marks=mark_rows(free, roles, game.players),
        panels=panels(entry, contract, game.players, errors) if contract else (),
        dealer=dealer,
        dealers=tuple((seat, game.players[seat]) for seat in SEATS),
        problems=tuple(dict.fromkeys(sentence(fault, game.players, game.rule_set) for fault in elsewhere)),
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
