"""The outcome of a game in plain words: how far it came, who won, and the text to send to the others."""

from __future__ import annotations

import unicodedata

from scorekeeper.rules.replay import Replay, places
from scorekeeper.rules.seats import SEATS
from scorekeeper.wording.names import points
from scorekeeper.wording.translation import gettext as _
from scorekeeper.wording.translation import ngettext

_TO_THE_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"})
"""Bidirectional classes of letters and controls that could turn what stands after a name."""


def game_state(played: Replay) -> str:
    """Say how far a game came: "11 rounds", "stopped after 3 of 11 rounds", "after round 3 of 11"."""
    done, rounds = len(played.rounds), played.game.rule_set.rounds
    if played.is_finished:
        return ngettext("%(num)s round", "%(num)s rounds", rounds)
    if played.game.stopped:
        return _("stopped after %(done)s of %(rounds)s rounds", done=done, rounds=rounds)
    if not done:
        return _("nothing played yet, %(rounds)s rounds to come", rounds=rounds)
    return _("after round %(done)s of %(rounds)s", done=done, rounds=rounds)


def outcome(played: Replay) -> str:
    """Say who won; empty until the game is finished."""
    winners = [in_line(played.game.players[seat]) for seat in played.winners]
    if not winners:
        return ""
    if len(winners) == 1:
        return _("%(name)s wins", name=winners[0])
    return _("Shared first place: %(names)s", names=", ".join(winners))


def standing(played: Replay) -> tuple[int, ...]:
    """List the seats by their totals, the highest first, equal ones in seat order."""
    place = places(played.totals)
    return tuple(sorted(SEATS, key=lambda seat: place[seat]))


def share_text(title: str, day: str, played: Replay) -> str:
    """Write the result as plain text to send: title, date, places, totals."""
    place = places(played.totals)
    head = " · ".join(part for part in (in_line(title) if title else _("Bonken"), day, game_state(played)) if part)
    lines = [
        f"{place[seat]}. {in_line(played.game.players[seat])}: {points(played.totals[seat])}"
        for seat in standing(played)
    ]
    return "\n".join([head, *(line for line in (outcome(played),) if line), *lines])


def in_line(name: str) -> str:
    """Keep a name that is written from right to left from turning the rest of its line: it is isolated."""
    if any(unicodedata.bidirectional(letter) in _TO_THE_LEFT for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name
