"""Paper sheets in sentences: what can't be read of one, and which of its numbers are wrong."""

from __future__ import annotations

from typing import assert_never

from scorekeeper.paper_sheet.claims import Flaw, Unread
from scorekeeper.rules.game import Names
from scorekeeper.rules.names import NAME_LENGTH
from scorekeeper.rules.violations import RuleViolation
from scorekeeper.services.comparing import Compared, Finding, ImpossibleRaw, Line, Unknowable, WrongCell
from scorekeeper.wording.doubts import doubt_sentences
from scorekeeper.wording.forms import unread_number
from scorekeeper.wording.names import points
from scorekeeper.wording.record_faults import shortened
from scorekeeper.wording.sentences import sentence
from scorekeeper.wording.translation import Lazy
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext

_FLAWS: dict[Flaw, Lazy] = {
    Flaw.QUOTES: gettext(
        "It can’t be read on from here: a quotation mark is not closed, or stands in the wrong place."
    ),
    Flaw.TOO_MUCH: gettext("There is far more here than a sheet can have."),
    Flaw.NO_NAMES: gettext("The names are missing: the first line has four of them, after a cell that may be empty."),
    Flaw.FIFTH_NAME: gettext("“%(text)s” stands after the four names; only “doubles” can stand there."),
    Flaw.NAME: gettext("“%(text)s” can’t be a name: %(longest)s characters at most, and all of them to be seen."),
    Flaw.SAME_NAME: gettext("“%(text)s” is there twice; capitals make no difference."),
    Flaw.RULES: gettext("The rules “%(text)s” are not known; these are: %(among)s."),
    Flaw.LABEL: gettext(
        "“%(text)s” is no contract of these rules, and none of: taken, raw, score, total, doubles, dealer, ruling."
    ),
    Flaw.EARLY: gettext("“%(text)s” comes before the first contract."),
    Flaw.LATE: gettext("“%(text)s” must stand above the names."),
    Flaw.TWICE: gettext("“%(text)s” is there twice in this round."),
    Flaw.BEYOND: gettext("“%(text)s” stands beyond the four players; only doubles can stand there."),
    Flaw.SEVERAL_ITEMS: gettext("Several things are counted here; give each a line of its own: %(among)s."),
    Flaw.DOUBLES: gettext("“%(text)s” does not say who doubled whom; write it as Bram>Anna, or B>A."),
    Flaw.DOUBLE_TWICE: gettext("“%(text)s” has a double twice."),
    Flaw.PLAYER: gettext("“%(text)s” is not one of the four players."),
    Flaw.RULING: gettext("“%(text)s” can’t be lifted, only these: %(among)s."),
}


def unread_sentence(unread: Unread) -> str:
    """Say why something on a sheet can't be read."""
    if unread.flaw is Flaw.NUMBER:
        return unread_number(unread.text)
    values = {"text": shortened(unread.text), "among": ", ".join(unread.among), "longest": NAME_LENGTH}
    return str(_FLAWS[unread.flaw]) % values


def finding_sentences(finding: Finding, compared: Compared) -> list[str]:
    """Say what is wrong with a number or a round; impossible raw points may be so for several reasons."""
    players = compared.sheet.players
    match finding:
        case WrongCell():
            return [_wrong_cell(finding, players)]
        case ImpossibleRaw():
            return doubt_sentences(finding.doubt, finding.contract, finding.raw, players)
        case Unknowable():
            return [_("Neither tallies nor all raw points are there: the scores can’t be checked, nor later totals.")]
        case RuleViolation():
            said = sentence(finding, players, compared.sheet.rule_set)
            if compared.ends_the_check(finding):
                said += " " + _("So the scores of this round were not checked, nor later totals.")
            return [said]
        case _:
            assert_never(finding)


_WRONG: dict[Line, Lazy] = {
    Line.RAW: gettext("Raw points of %(player)s: %(claimed)s on the sheet, right is %(right)s."),
    Line.SCORE: gettext("Score of %(player)s: %(claimed)s on the sheet, right is %(right)s."),
    Line.TOTAL: gettext("Total of %(player)s: %(claimed)s on the sheet, right is %(right)s."),
}
_CARRIED = gettext(
    "Total of %(player)s: %(claimed)s on the sheet, right is %(right)s; "
    "this line was added up right, the total before it was wrong."
)


def _wrong_cell(cell: WrongCell, players: Names) -> str:
    pattern = _CARRIED if cell.carried else _WRONG[cell.line]
    values = {"player": players[cell.seat], "claimed": points(cell.claimed), "right": points(cell.right)}
    return str(pattern) % values
