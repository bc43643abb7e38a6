"""Checks in words and as JSON: what `scorekeeper check` answers for one file."""

from __future__ import annotations

import json
from typing import assert_never

from scorekeeper.record import Json
from scorekeeper.rules.game import Names
from scorekeeper.rules.replay import Replay, ScoredRound
from scorekeeper.rules.violations import Code
from scorekeeper.services.checking import LARGEST, Illegible, Invalid, Outcome, Trouble, Unreadable, Valid
from scorekeeper.services.comparing import Compared
from scorekeeper.wording.score_sheet import score_sheet
from scorekeeper.wording.sentences import sentence
from scorekeeper.wording.sheet_checks import (
    by_name,
    right_sheet_lines,
    settlement_documents,
    sheet_document,
    sheet_fault_lines,
)
from scorekeeper.wording.translation import Lazy
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext

_TROUBLES: dict[Trouble, Lazy] = {
    Trouble.NOT_GIVEN: gettext("Choose a file, or paste a sheet or record."),
    Trouble.NOT_THERE: gettext("There is no such file."),
    Trouble.FOLDER: gettext("This is a folder; give the files in it."),
    Trouble.FORBIDDEN: gettext("This file may not be read: permission is denied."),
    Trouble.UNREADABLE: gettext("This file can’t be read."),
    Trouble.EMPTY: gettext("The file is empty."),
    Trouble.NOT_UTF8: gettext("The file is not a text in UTF-8; save it as that."),
    Trouble.NOT_JSON: gettext("This is not a game record."),
    Trouble.ODD_JSON: gettext("This is not a game record: an entry is there twice, or a number is no plain number."),
}


def trouble_sentence(outcome: Unreadable) -> str:
    """Say why a file can't be read or parsed."""
    if outcome.trouble is Trouble.TOO_LARGE:
        largest = f"{LARGEST:,}"
        return _("This is too large for a game record: %(largest)s bytes are the limit.", largest=largest)
    if outcome.line:
        return _(
            "This is not a game record: it can’t be read on from line %(line)s, column %(column)s.",
            line=outcome.line,
            column=outcome.column,
        )
    return str(_TROUBLES[outcome.trouble])


def fault_lines(file: str, outcome: Unreadable | Invalid | Illegible | Compared) -> list[str]:
    """List what is wrong, a line for each fault: `FILE: round N: sentence`, or without a round."""
    if isinstance(outcome, Illegible | Compared):
        return sheet_fault_lines(file, outcome)
    if isinstance(outcome, Unreadable):
        return [f"{file}: {trouble_sentence(outcome)}"]
    return [
        f"{file}: {'' if fault.round is None else f'round {fault.round}: '}"
        + sentence(fault, outcome.players, outcome.rule_set)
        for fault in outcome.faults
    ]


def sheet_lines(outcome: Valid | Compared) -> list[str]:
    """Write out the score sheet of a record that is right, or what a paper sheet was found right in."""
    return right_sheet_lines(outcome) if isinstance(outcome, Compared) else score_sheet(outcome.played)


def json_line(file: str, outcome: Outcome) -> str:
    """Answer for a file as one line of JSON (game-record.md), in ASCII: any console and any pipe can carry it."""
    return json.dumps(_document(file, outcome))


def _document(file: str, outcome: Outcome) -> dict[str, Json]:
    match outcome:
        case Valid(played):
            return {"file": file, "valid": True, **_valid(played)}
        case Invalid(faults, players, rule_set):
            errors = [_error(fault.round, fault.code, sentence(fault, players, rule_set)) for fault in faults]
        case Unreadable():
            # The format has no code of its own for this; the exit status tells the two apart.
            errors = [_error(None, Code.BAD_RECORD, trouble_sentence(outcome))]
        case Illegible() | Compared():
            return sheet_document(file, outcome)
        case _:
            assert_never(outcome)
    return {"file": file, "valid": False, "errors": errors}


def _error(number: int | None, code: Code, message: str) -> Json:
    return {"round": number, "code": code.value, "message": message}


def _valid(played: Replay) -> dict[str, Json]:
    players = played.game.players
    return {
        "finished": played.is_finished,
        "winners": [players[seat] for seat in played.winners],
        "totals": by_name(players, played.totals),
        "rounds": [_round(players, scored) for scored in played.rounds],
    }


def _round(players: Names, scored: ScoredRound) -> Json:
    roles = scored.roles
    return {
        "round": scored.number,
        "contract": scored.contract.id,
        "dealer": players[roles.dealer],
        "chooser": players[roles.chooser],
        "leader": players[roles.leader],
        "doubling_order": [players[seat] for seat in roles.speakers],
        "raw": by_name(players, scored.raw),
        "scores": by_name(players, scored.scores),
        "totals": by_name(players, scored.totals),
        "settlements": settlement_documents(players, scored.settlements),
    }
