"""A saved round on its own page: its working, and the form that corrects it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import ScoredRound
from scorekeeper.rules.seats import Roles
from scorekeeper.services.viewing import Seen
from scorekeeper.web.calculating import query_of_round
from scorekeeper.web.contexts.round_form import Filled, RoundForm, correction_form, insertion_form
from scorekeeper.web.contexts.sheet import SheetRow, Working, sheet, working
from scorekeeper.wording.forms import reminder


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


def round_page(seen: Seen, number: int, filled: Filled | None = None) -> RoundPage:
    """Make the page of saved round `number`; `filled` is for who corrects it, and shown to who may score."""
    scored = seen.played.rounds[number - 1]
    rows = sheet(seen.played)
    return RoundPage(
        id=seen.stored.id,
        title=seen.stored.game.title,
        players=seen.stored.game.players,
        roles=scored.roles,
        row=rows[len(rows) - number],
        working=working(scored, seen.stored.game.players),
        form=correction_form(seen, number, filled) if filled and seen.may_score else None,
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


def new_round_page(seen: Seen, number: int, filled: Filled) -> RoundPage:
    """Make the page that puts in a forgotten round as number `number`."""
    scored = seen.played.rounds[number - 1]
    return RoundPage(
        id=seen.stored.id,
        title=seen.stored.game.title,
        players=seen.stored.game.players,
        roles=scored.roles,
        row=None,
        working=None,
        form=insertion_form(seen, number, filled),
        last=len(seen.played.rounds),
        is_full=seen.stored.game.is_full,
        may_score=seen.may_score,
        versions=seen.stored.versions_text,
        revision=seen.stored.revision,
        rule_set=seen.stored.game.rule_set.id,
    )
