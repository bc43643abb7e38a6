"""Sentences: the one place where a broken rule becomes what a player reads.

Each one says what is missing or what to do. Names stand in it as plain text; what a stranger's
file brought along is shortened. What is wrong with a record itself is worded in `record_faults`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.record import BadRecord
from scorekeeper.rules.game import Names
from scorekeeper.rules.ruleset import RuleSet
from scorekeeper.rules.violations import Code, RuleViolation
from scorekeeper.wording.names import MINUS, contract_name, item_name, question
from scorekeeper.wording.record_faults import bad_record_sentence, shortened
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import ngettext

_TELLABLE = 999_999
"""A count beyond this is nobody's slip, and its digits would help nobody."""


def sentence(violation: RuleViolation, players: Names | None, rule_set: RuleSet | None = None) -> str:
    """Say what is wrong, and what is missing or to be done about it.

    `players` is None where nobody is known, `rule_set` where numbers of the rules need not be told.
    """
    if isinstance(violation, BadRecord):
        return bad_record_sentence(violation)
    return _SENTENCES[violation.code](_Case(violation, players, rule_set))


def of_a_round(violation: RuleViolation, players: Names | None, rule_set: RuleSet | None = None) -> str:
    """Say what is wrong with a round, and with which one."""
    said = sentence(violation, players, rule_set)
    return _("Round %(number)s: %(sentence)s", number=violation.round, sentence=said)


def closed_reason(violation: RuleViolation, players: Names | None, rule_set: RuleSet | None = None) -> str:
    """Say in a few words why a contract is closed: "played, round 3", "had a trump".

    It fits the tile of a contract. What does not close contracts is told in its full sentence.
    """
    if violation.code not in _CLOSED:
        return sentence(violation, players, rule_set)
    return _CLOSED[violation.code](_Case(violation, players, rule_set))


@dataclass(frozen=True, slots=True)
class _Case:
    """A violation with what is known around it."""

    violation: RuleViolation
    players: Names | None
    rule_set: RuleSet | None

    def name(self, seat: int | None) -> str:
        if self.players is None or seat is None:
            return _("A player")
        return self.players[seat]

    @property
    def player(self) -> str:
        """The name of the player at fault."""
        return self.name(self.violation.seat)

    @property
    def contract(self) -> str:
        return shortened(contract_name(self.violation.contract))

    @property
    def item(self) -> str:
        return shortened(item_name(self.violation.item))

    @property
    def doubled(self) -> str:
        """The name of the doubled player, whose seat ends the field of a mark."""
        seat = self.violation.field.rpartition("-")[2]
        return self.name(int(seat) if seat.isdecimal() else None)


def _unknown_contract(case: _Case) -> str:
    if not case.violation.contract:
        return _("A contract is missing: choose one.")
    return _("There is no contract “%(contract)s” in these rules.", contract=case.contract)


def _already_played(case: _Case) -> str:
    contract, number = case.contract, case.violation.other
    if number is None:
        return _("%(contract)s was already played.", contract=contract)
    return _("%(contract)s was already played, in round %(number)s.", contract=contract, number=number)


def _too_many_trumps(case: _Case) -> str:
    if case.rule_set is None:
        return _("All trumps of this game were played: choose a negative contract.")
    return ngettext(
        "The one trump of this game was played: choose a negative contract.",
        "All %(num)s trumps of this game were played: choose a negative contract.",
        case.rule_set.trumps,
    )


def _trump_quota(case: _Case) -> str:
    return ngettext(
        "%(player)s already had a trump; each player takes one.",
        "%(player)s already had %(num)s trumps; each player takes no more.",
        1 if case.rule_set is None else case.rule_set.trump_quota,
        player=case.player,
    )


def _trump_required(case: _Case) -> str:
    if case.rule_set is not None and case.rule_set.trump_quota > 1:
        # With more than one still to take, it need not be the very last turn.
        return _("%(player)s must take a trump at every turn that is left: choose a trump.", player=case.player)
    return _("%(player)s chooses for the last time without having had a trump: choose a trump.", player=case.player)


def _negative_quota(case: _Case) -> str:
    if case.rule_set is None or case.rule_set.negative_quota is None:
        return _(
            "%(player)s already had as many negative contracts as one player may: take a trump.", player=case.player
        )
    return ngettext(
        "%(player)s already had a negative contract; each player takes at most one.",
        "%(player)s already had %(num)s negative contracts; each player takes at most %(num)s.",
        case.rule_set.negative_quota,
        player=case.player,
    )


def _chooser_doubles_first(case: _Case) -> str:
    return _(
        "%(player)s is the chooser and can only double back: %(doubled)s did not double %(player)s.",
        player=case.player,
        doubled=case.doubled,
    )


def _dealer(case: _Case) -> str:
    return _("%(player)s dealt out of turn: deal again, or let it stand.", player=case.player)


def _self_double(case: _Case) -> str:
    return _("%(player)s can’t double %(player)s, only the other three.", player=case.player)


def _unknown_player(case: _Case) -> str:
    name = shortened(case.violation.name)
    place, separator, item = case.violation.field.partition("-")
    if place == "tally" and separator:
        heading = shortened(item_name(item))
        return _("%(item)s: “%(name)s” is not one of the four players.", item=heading, name=name)
    if place == "marks":
        return _("The doubles name “%(name)s”, who is not one of the four players.", name=name)
    return _("“%(name)s” is not one of the four players.", name=name)


def _wrong_count(case: _Case) -> str:
    item, expected, found = case.item, case.violation.expected or 0, case.violation.found or 0
    if case.violation.seat is not None:
        least = f"{MINUS}{-found:,}" if -_TELLABLE <= found < 0 else _("less than nothing")
        return _("%(item)s: %(player)s can’t have %(count)s.", item=item, player=case.player, count=least)
    if found > _TELLABLE:
        return _("%(item)s: far too many given (there are %(expected)s).", item=item, expected=expected)
    if expected == 1:
        return _one_expected(question(case.violation.item), found)
    if found < expected:
        return ngettext(
            "%(item)s: %(found)s of %(expected)s given, %(num)s is missing.",
            "%(item)s: %(found)s of %(expected)s given, %(num)s are missing.",
            expected - found,
            item=item,
            found=found,
            expected=expected,
        )
    return _(
        "%(item)s: %(found)s given, %(over)s too many (there are %(expected)s).",
        item=item,
        found=found,
        over=found - expected,
        expected=expected,
    )


def _one_expected(asked: str, found: int) -> str:
    if found == 0:
        return _("%(question)s The answer is missing.", question=shortened(asked))
    return _("%(question)s It can be one player only, %(found)s were given.", question=shortened(asked), found=found)


def _unknown_item(case: _Case) -> str:
    return _("“%(item)s” is not counted in %(contract)s.", item=case.item, contract=case.contract)


def _too_many_rounds(case: _Case) -> str:
    return _(
        "A game has %(rounds)s rounds: take out round %(number)s and what follows it.",
        rounds=case.violation.expected,
        number=case.violation.round,
    )


def _bad_record(_case: _Case) -> str:
    return _("This is not a record of a game.")


_SENTENCES: dict[Code, Callable[[_Case], str]] = {
    Code.UNKNOWN_CONTRACT: _unknown_contract,
    Code.CONTRACT_ALREADY_PLAYED: _already_played,
    Code.TOO_MANY_TRUMPS: _too_many_trumps,
    Code.TRUMP_QUOTA: _trump_quota,
    Code.TRUMP_REQUIRED: _trump_required,
    Code.NEGATIVE_QUOTA: _negative_quota,
    Code.CHOOSER_DOUBLES_FIRST: _chooser_doubles_first,
    Code.DEALER: _dealer,
    Code.SELF_DOUBLE: _self_double,
    Code.UNKNOWN_PLAYER: _unknown_player,
    Code.WRONG_COUNT: _wrong_count,
    Code.UNKNOWN_ITEM: _unknown_item,
    Code.TOO_MANY_ROUNDS: _too_many_rounds,
    Code.BAD_RECORD: _bad_record,
}


def _closed_played(case: _Case) -> str:
    if case.violation.other is None:
        return _("played")
    return _("played, round %(number)s", number=case.violation.other)


def _closed_trumps(case: _Case) -> str:
    if case.rule_set is None:
        return _("all trumps played")
    return ngettext("%(num)s trump played", "%(num)s trumps played", case.rule_set.trumps)


def _closed_quota(case: _Case) -> str:
    quota = 1 if case.rule_set is None else case.rule_set.trump_quota
    return ngettext("had a trump", "had %(num)s trumps", quota)


def _closed_required(_case: _Case) -> str:
    return _("must take a trump")


def _closed_negatives(case: _Case) -> str:
    if case.rule_set is None or case.rule_set.negative_quota is None:
        return _("had all negatives")
    return ngettext("had %(num)s negative", "had %(num)s negatives", case.rule_set.negative_quota)


_CLOSED: dict[Code, Callable[[_Case], str]] = {
    Code.CONTRACT_ALREADY_PLAYED: _closed_played,
    Code.TOO_MANY_TRUMPS: _closed_trumps,
    Code.TRUMP_QUOTA: _closed_quota,
    Code.TRUMP_REQUIRED: _closed_required,
    Code.NEGATIVE_QUOTA: _closed_negatives,
}
