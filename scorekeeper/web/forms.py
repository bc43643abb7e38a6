"""The forms of names and settings (Flask-WTF). A round's form has fields by its contract: `parsing` reads it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from flask_wtf import FlaskForm
from wtforms import DateField, Field, FieldList, RadioField, SelectField, StringField
from wtforms.validators import Optional

from scorekeeper.rules.names import NameFault
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.services.managing import Settings
from scorekeeper.services.starting import Setup
from scorekeeper.wording.forms import name_fault_sentence
from scorekeeper.wording.translation import Lazy
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import lazy_gettext as gettext

DRAW = "draw"
# WTForms takes plain values for choices, and warns of pairs; its stubs still ask for pairs.
_SEATS: Any = [str(seat) for seat in SEATS]
_DEALERS: Any = [*_SEATS, DRAW]
_RULES: Any = list(RULE_SETS)
_SENTENCES = {
    "Not a valid choice.": gettext("Choose one of these."),
    "Not a valid date value.": gettext("This is no date. Write it as 2026-05-14, or leave it out."),
}


class _OwnSentences:
    """What WTForms says by itself, in our words and our catalogue; what it never says to a player stays as it is."""

    def gettext(self, string: str) -> str:
        """Give our sentence for one of WTForms."""
        return str(_SENTENCES.get(string, string))

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Give one of WTForms' sentences that count; none of our fields has one."""
        return singular if n == 1 else plural


_LABELS: dict[str, Lazy] = {
    "title": gettext("Title"),
    "played_on": gettext("Date"),
    "first_dealer": gettext("First dealer"),
    "rules": gettext("Rules"),
}


class _Names(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """What both forms ask: four names in clockwise order, a title, a date."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """How WTForms handles these forms."""

        def get_translations(self, form: object) -> _OwnSentences:
            """Let no text come from another catalogue than ours."""
            del form
            return _OwnSentences()

    players = FieldList(StringField(), min_entries=4, max_entries=4)
    title = StringField()
    played_on = DateField(validators=[Optional()])

    def names(self) -> tuple[str, ...]:
        """Give the four names as they were typed."""
        return tuple(str(entry.data or "") for entry in self.players.entries[: len(SEATS)])

    def mark(self, faults: Mapping[str, NameFault]) -> None:
        """Put what is wrong with names and title at their fields."""
        for name, fault in faults.items():
            if name == "title":
                _add(self.title, name_fault_sentence(fault, is_title=True))
            else:
                _add(self.players.entries[int(name.removeprefix("player-"))], name_fault_sentence(fault))

    def problems(self) -> list[tuple[str, str]]:
        """List every error as field id → sentence, for the summary at the top: it says whose and what is meant."""
        return [
            (part.id, _("%(field)s: %(sentence)s", field=label, sentence=str(error)))
            for field in self
            for label, part in _labelled(field)
            for error in part.errors
        ]


class NewGameForm(_Names):
    """A new game, or a rematch."""

    first_dealer = RadioField(choices=_DEALERS, default=DRAW)
    rules = RadioField(choices=_RULES, default=next(iter(RULE_SETS)))

    def __init__(self, setup: Setup | None = None) -> None:
        if setup is None:
            super().__init__(data={"played_on": datetime.date.today()})
        else:
            dealer = DRAW if setup.first_dealer is None else str(setup.first_dealer)
            super().__init__(
                data={
                    "players": list(setup.players),
                    "first_dealer": dealer,
                    "rules": setup.rules,
                    "title": setup.title,
                    "played_on": setup.played_on,
                }
            )

    def setup(self) -> Setup:
        """Give what was filled in."""
        dealer = None if self.first_dealer.data == DRAW else int(self.first_dealer.data)
        return Setup(self.names(), dealer, self.rules.data, self.title.data or "", self.played_on.data)


class SettingsForm(_Names):
    """Names and seats, first dealer, title and date of a game that is there."""

    seats = FieldList(SelectField(choices=_SEATS), min_entries=4, max_entries=4)
    first_dealer = RadioField(choices=_SEATS)

    def __init__(self, settings: Settings) -> None:
        new_seats = [str(settings.order.index(seat)) for seat in SEATS]
        super().__init__(
            data={
                "players": list(settings.players),
                "seats": new_seats,
                "first_dealer": str(settings.first_dealer),
                "title": settings.title,
                "played_on": settings.played_on,
            }
        )

    def order(self) -> Four | None:
        """Give, for each new seat, who sits there now; None where two were put on one seat."""
        wanted = [int(entry.data) for entry in self.seats.entries]
        if sorted(wanted) != list(SEATS):
            self._propose(wanted)
            return None
        first, second, third, fourth = (wanted.index(seat) for seat in SEATS)
        return first, second, third, fourth

    def _propose(self, wanted: Sequence[int]) -> None:
        """Say who is on one seat. Where just one seat is free and one of the two stayed there, he is put on it.

        That is only shown: nobody is seated anew before the form is sent again.
        """
        free = [seat for seat in SEATS if seat not in wanted]
        twice = [place for place, seat in enumerate(wanted) if wanted.count(seat) > 1]
        # The rows stand in the order of the seats as they were.
        stayed = [place for place in twice if wanted[place] == place]
        if len(free) == 1 and len(stayed) == 1:
            entry = self.seats.entries[stayed[0]]
            entry.data = str(free[0])
            _add(entry, _("Moved to seat %(number)s, which became free. Save it if that is right.", number=free[0] + 1))
            return
        for place in twice:
            said = _("Two players have this seat.")
            if len(free) == 1:
                said += " " + _("Seat %(number)s is free.", number=free[0] + 1)
            _add(self.seats.entries[place], said)

    def settings(self, order: Four) -> Settings:
        """Give what was filled in, with the order of seats that was checked."""
        dealer = int(self.first_dealer.data)
        return Settings(self.names(), order, dealer, self.title.data or "", self.played_on.data)


def _labelled(field: Field) -> list[tuple[str, Field]]:
    """Name a field, and each of several, as the page does."""
    if isinstance(field, FieldList):
        return [(_("Player %(number)s", number=number), part) for number, part in enumerate(field.entries, 1)]
    return [(str(_LABELS.get(field.short_name, "")), field)]


def _add(field: Field, sentence: str) -> None:
    field.errors = [*field.errors, sentence]
