"""The check of a paper sheet as `scorekeeper check` prints it: a line for each fault, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from scorekeeper.paper_sheet.claims import Unread
from scorekeeper.record import Json
from scorekeeper.rules.doubling import Settlement
from scorekeeper.rules.game import Names
from scorekeeper.rules.seats import Four
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.services.checking import Illegible
from scorekeeper.services.comparing import Compared, ComparedRound, Finding, ImpossibleRaw, Unknowable, WrongCell
from scorekeeper.wording.names import contract_name, points
from scorekeeper.wording.paper_sheets import finding_sentences, unread_sentence

BAD_SHEET = "bad-sheet"


def sheet_fault_lines(file: str, outcome: Illegible | Compared) -> list[str]:
    """List what is wrong with a sheet by its round, or what can't be read of it by its line in the file."""
    if isinstance(outcome, Illegible):
        return [f"{file}: line {unread.line}: {unread_sentence(unread)}" for unread in outcome.unread]
    return [
        f"{file}: round {finding.round}: {sentence}"
        for finding in outcome.findings
        for sentence in finding_sentences(finding, outcome)
    ]


def right_sheet_lines(compared: Compared) -> list[str]:
    """Say that a sheet is right: how much was looked at, each round's scores, and the totals. This stays English."""
    players = compared.sheet.players
    widest = max(map(len, players))
    played = len(compared.rounds)
    lines = [f"Right: {compared.looked_at} numbers in {played} {'round' if played == 1 else 'rounds'}."]
    for compared_round in compared.rounds:
        lines += ["", f"Round {compared_round.entry.number}: {contract_name(compared_round.entry.contract.id)}"]
        for seat, name in enumerate(players):
            cells = (compared_round.raw, compared_round.scores, compared_round.totals)
            row = "".join(points(four[seat]).rjust(9) for four in cells if four is not None)
            lines.append(f"  {name.ljust(widest)}{row}")
    return lines


def sheet_document(file: str, outcome: Illegible | Compared) -> dict[str, Json]:
    """Answer for a sheet as JSON (docs/paper-sheet.md)."""
    if isinstance(outcome, Illegible):
        return {"file": file, "valid": False, "errors": [_unread(unread) for unread in outcome.unread]}
    if not outcome.is_right:
        errors = [_error(finding, outcome) for finding in outcome.findings]
        return {"file": file, "valid": False, "errors": errors}
    players = outcome.sheet.players
    return {
        "file": file,
        "valid": True,
        "looked_at": outcome.looked_at,
        "totals": by_name(players, outcome.totals),
        "rounds": [_round(players, compared_round) for compared_round in outcome.rounds],
    }


def _unread(unread: Unread) -> Json:
    return {"round": None, "code": BAD_SHEET, "message": unread_sentence(unread), "line": unread.line}


def _error(finding: Finding, compared: Compared) -> Json:
    message = " ".join(finding_sentences(finding, compared))
    error: dict[str, Json] = {"round": finding.round, "code": _code(finding), "message": message}
    if isinstance(finding, WrongCell):
        player = compared.sheet.players[finding.seat]
        error |= {"player": player, "claimed": finding.claimed, "right": finding.right, "carried": finding.carried}
    return error


def _code(finding: Finding) -> str:
    match finding:
        case WrongCell():
            return f"claimed-{finding.line.value}"
        case ImpossibleRaw():
            return "impossible-raw"
        case Unknowable():
            return "no-points"
        case RuleViolation():
            return finding.code.value
        case _:
            assert_never(finding)


def _round(players: Names, compared_round: ComparedRound) -> Json:
    return {
        "round": compared_round.entry.number,
        "contract": compared_round.entry.contract.id,
        "raw": by_name(players, compared_round.raw),
        "scores": by_name(players, compared_round.scores),
        "totals": by_name(players, compared_round.totals),
        "settlements": settlement_documents(players, compared_round.settlements),
    }


def settlement_documents(players: Names, settlements: Iterable[Settlement]) -> Json:
    """Write out all six pairs with their marks and difference (game-record.md)."""
    return [
        {
            "between": [players[seat] for seat in settlement.between],
            "marks": settlement.marks,
            "difference": settlement.difference,
        }
        for settlement in settlements
    ]


def by_name(players: Names, four: Four | None) -> Json:
    """Write out points by player, null where they are not known."""
    return None if four is None else dict(zip(players, four, strict=True))
