"""The import of games: the form, what is wrong with what came, and what would be added."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.record import write
from scorekeeper.rules.replay import replay
from scorekeeper.services.importing import Offer
from scorekeeper.wording.imports import known_sentence, source_name
from scorekeeper.wording.results import game_state, outcome


@dataclass(frozen=True, slots=True)
class ImportForm:
    """The form that asks for records. `pasted` is what was typed, `problems` what is wrong with it."""

    pasted: str = ""
    problems: tuple[str, ...] = ()
    problems_left: int = 0


@dataclass(frozen=True, slots=True)
class OfferLine:
    """A game as it would be added. `known` says that it is here already, empty where it is new."""

    place: int
    source: str
    title: str
    day: datetime.date | None
    players: tuple[str, ...]
    totals: tuple[int, ...]
    rules: str
    state: str
    outcome: str
    known: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be added, and the records themselves, carried along to be added by one press."""

    lines: tuple[OfferLine, ...]
    records: str
    problems: tuple[str, ...] = ()

    @property
    def new(self) -> int:
        """How many games are new."""
        return sum(not line.known for line in self.lines)


def preview(offers: Iterable[Offer], *, ticked: frozenset[int] = frozenset(), problem: str = "") -> Preview:
    """Make the preview of games; `ticked` are the places of those wanted although they are here already."""
    offered = list(offers)
    return Preview(
        tuple(_line(place, offer, is_ticked=place in ticked) for place, offer in enumerate(offered)),
        json.dumps([write(offer.game) for offer in offered], ensure_ascii=False, separators=(",", ":")),
        (problem,) if problem else (),
    )


def _line(place: int, offer: Offer, *, is_ticked: bool) -> OfferLine:
    game, played = offer.game, replay(offer.game)
    return OfferLine(
        place=place,
        source=source_name(offer.file, offer.number),
        title=game.title,
        day=game.played_on,
        players=game.players,
        totals=played.totals,
        rules=game.rule_set.id,
        state=game_state(played),
        outcome=outcome(played),
        known="" if offer.known is None else known_sentence(offer.known),
        is_ticked=is_ticked,
    )
