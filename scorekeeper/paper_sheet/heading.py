"""The beginning of a sheet: by which rules it was played, and the row with the four names."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.paper_sheet.cells import BEYOND, Row
from scorekeeper.paper_sheet.claims import Flaw, Unread
from scorekeeper.paper_sheet.labels import About, about, contract_by_label, folded
from scorekeeper.rules.game import Names
from scorekeeper.rules.names import clean, name_fault, same_as_earlier
from scorekeeper.rules.ruleset import RULE_SETS, RuleSet
from scorekeeper.rules.seats import SEATS


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above the rounds, and the rows with these. With something unread the names may be empty."""

    rule_set: RuleSet
    players: Names
    rest: tuple[Row, ...]
    unread: tuple[Unread, ...]


def read_heading(rows: list[Row]) -> Heading:
    """Read the rules, where a row names them before the players, and the row of names."""
    rule_set = next(iter(RULE_SETS.values()))
    unread: list[Unread] = []
    for index, row in enumerate(rows):
        if about(row.cell(0)) is About.RULES:
            known = RULE_SETS.get(folded(row.cell(1)))
            rule_set = known or rule_set
            if known is None:
                unread.append(Unread(row.line, Flaw.RULES, row.cell(1), tuple(RULE_SETS)))
        else:
            unread += _flaws_of_names(row, rule_set)
            return Heading(rule_set, _names(row), tuple(rows[index + 1 :]), tuple(unread))
    unread.append(Unread(rows[-1].line if rows else 1, Flaw.NO_NAMES))
    return Heading(rule_set, ("", "", "", ""), (), tuple(unread))


def _names(row: Row) -> Names:
    first, second, third, fourth = (clean(row.cell(seat + 1)) for seat in SEATS)
    return first, second, third, fourth


def _flaws_of_names(row: Row, rule_set: RuleSet) -> list[Unread]:
    names = _names(row)
    # A sheet that begins with its first round has numbers where names should be.
    if not all(names) or contract_by_label(rule_set, row.cell(0)) is not None:
        return [Unread(row.line, Flaw.NO_NAMES)]
    found = []
    for name, repeated in zip(names, same_as_earlier(names), strict=True):
        if name_fault(name) is not None:
            found.append(Unread(row.line, Flaw.NAME, name))
        elif repeated:
            found.append(Unread(row.line, Flaw.SAME_NAME, name))
    fifth = row.cell(BEYOND)
    if fifth and about(fifth) is not About.DOUBLES:
        found.append(Unread(row.line, Flaw.FIFTH_NAME, fifth))
    return found
