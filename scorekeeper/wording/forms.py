"""Sentences at the fields of forms, and the reminders that go with a contract."""

from __future__ import annotations

from scorekeeper.rules.names import NAME_LENGTH, TITLE_LENGTH, NameFault
from scorekeeper.rules.numbers import LONGEST_NUMBER, NotANumber, TooLarge, whole_number
from scorekeeper.wording.translation import gettext as _

_SHOWN = 20
"""Characters of what should be a number that are enough to know it again."""


def name_fault_sentence(fault: NameFault, *, is_title: bool = False) -> str:
    """Say why a text can't be a name or a title."""
    match fault:
        case NameFault.EMPTY:
            return _("Type a name.")
        case NameFault.TOO_LONG:
            most = TITLE_LENGTH if is_title else NAME_LENGTH
            return _("This is too long: %(most)s characters at most.", most=most)
        case NameFault.CONTROL:
            return _("There is a character in it that can’t be shown, such as a line break.")
        case NameFault.SAME:
            return _("Another player has this name. Add an initial to tell them apart.")


def unread_number(text: str) -> str:
    """Say why a text that was refused is no number that can be entered."""
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    try:
        whole_number(text)
    except TooLarge:
        return _("“%(text)s” is too large: a number has %(most)s digits at most.", text=shown, most=LONGEST_NUMBER)
    except NotANumber:
        pass
    return _("“%(text)s” is not a whole number.", text=shown)


def reminder(contract_id: str, rule_set_id: str) -> str:
    """Remind of what a contract asks of those who play it; nothing of it is enforced. Source: rules.md."""
    if contract_id in ("hearts", "king-of-hearts"):
        return _("Hearts may not be led while you can lead something else.")
    if contract_id == "domino" and rule_set_id == "bonken-12":
        return _("Pass only if you can’t play. Choose, double or double back only with an ace or a two in your hand.")
    if contract_id == "domino":
        return _("Pass only if you can’t play.")
    return ""
