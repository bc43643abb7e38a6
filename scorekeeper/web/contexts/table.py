"""The table page: which of its states a game is in, and what each part shows."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup

from scorekeeper.rules.editing import save
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import Replay, replay
from scorekeeper.rules.tallies import is_whole
from scorekeeper.rules.violations import Code, RuleViolation
from scorekeeper.services.entries import Entries
from scorekeeper.services.viewing import Seen
from scorekeeper.storage.games import StoredGame
from scorekeeper.web.charts import totals_chart
from scorekeeper.web.contexts.choosing import Choosing, choosing
from scorekeeper.web.contexts.entry import AT_THEIR_FIELD, Doubled, MarkRow, Panel, doubled, mark_rows, panels
from scorekeeper.web.contexts.preview import Preview
from scorekeeper.web.contexts.seats import Seat, seats
from scorekeeper.web.contexts.sheet import SheetRow, sheet, working
from scorekeeper.web.contexts.told import Told, told
from scorekeeper.web.following import Poll, poll
from scorekeeper.web.parsing import write_shown
from scorekeeper.wording.forms import reminder, unread_number
from scorekeeper.wording.initials import initials
from scorekeeper.wording.names import contract_name
from scorekeeper.wording.sentences import sentence


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The open round. `shown` is what the form's fields stand for in the database."""

    number: int
    contract: str
    name: str
    version: int
    shown: str
    marking_over: bool
    marks: tuple[MarkRow, ...]
    doubled: tuple[Doubled, ...]
    panels: tuple[Panel, ...]
    preview: Preview
    chooser: str
    chooser_ruled: bool
    reminder: str

    @property
    def is_done(self) -> bool:
        """Whether everything that was asked for is there."""
        return all(panel.is_done for panel in self.panels)


@dataclass(frozen=True, slots=True)
class Table:
    """The table page of a game. Just one of `choosing`, `open` and the end is shown.

    There is no `poll` where the page waits for a tap.
    """

    id: str
    title: str
    played_on: datetime.date | None
    revision: int
    poll: Poll | None
    number: int
    rounds: int
    seats: tuple[Seat, ...]
    may_score: bool
    choosing: Choosing | None
    open: OpenRound | None
    is_finished: bool
    is_stopped: bool
    waiting: str
    sheet: tuple[SheetRow, ...]
    played: int
    undo_version: int | None
    undo_round: int
    settings_version: int
    told: Told | None
    problems: tuple[str, ...]
    rule_set: str
    chart: Markup


def table_as_it_is(seen: Seen) -> Table:
    """Make the table page of who only looks; it is kept for who looks next, unless it tells of a change."""
    return table(seen) if seen.change else _kept(seen.stored, poll(seen.stored).tag)


@lru_cache(maxsize=128)
def _kept(stored: StoredGame, _tag: str) -> Table:
    # The tag names the language and the build, which are in the view too.
    return table(Seen(stored))


def table(
    seen: Seen,
    *,
    typed: Round | None = None,
    violations: Iterable[RuleViolation] = (),
    unread: Mapping[str, str] | None = None,
    dealer: int | None = None,
    changing: bool = False,
) -> Table:
    """Make the table page.

    `typed` replaces the entries of the open round where they could not be stored; `violations` and
    `unread` are why. `dealer` is who is said to have dealt, `changing` asks for another contract.
    """
    stored, played, game = seen.stored, seen.played, seen.stored.game
    faults, unread = tuple(violations), unread or {}
    # The open round of a game that was stopped waits, but a form that could not be stored is shown again.
    is_waiting = game.stopped and typed is None
    is_open = game.open_round is not None and not changing and not is_waiting
    return Table(
        id=stored.id,
        title=game.title,
        played_on=game.played_on,
        revision=stored.revision,
        # An answer to "who dealt?" or "which contract instead?" is not taken away by news.
        poll=poll(stored) if dealer is None and not changing else None,
        number=min(len(game.rounds) + 1, game.rule_set.rounds),
        rounds=game.rule_set.rounds,
        seats=seats(_dealt_by(played, dealer)),
        may_score=seen.may_score,
        choosing=None if is_open or not game.is_running else choosing(seen, dealer=dealer, changing=changing),
        open=_open(seen, typed, faults, unread if typed else {}) if is_open else None,
        is_finished=played.is_finished,
        is_stopped=is_waiting and not played.is_finished,
        waiting=contract_name(game.open_round.contract) if game.open_round is not None and is_waiting else "",
        sheet=sheet(played),
        played=played.rounds[-1].played if played.rounds else 0,
        undo_version=stored.last_version,
        undo_round=len(game.rounds) + (game.open_round is not None),
        settings_version=stored.settings_version,
        told=told(seen),
        problems=_problems(faults, game, () if typed else unread.values()),
        rule_set=game.rule_set.id,
        chart=Markup("") if game.is_running else totals_chart(played),
    )


def _problems(faults: tuple[RuleViolation, ...], game: Game, unread: Iterable[str]) -> tuple[str, ...]:
    """Put into sentences what has no field of its own to stand at; `unread` are numbers whose fields are not shown."""
    elsewhere = [fault for fault in faults if fault.code not in AT_THEIR_FIELD or game.open_round is None]
    said = (sentence(fault, game.players, game.rule_set) for fault in elsewhere)
    return tuple(dict.fromkeys((*map(unread_number, unread), *said)))


def _dealt_by(played: Replay, dealer: int | None) -> Replay:
    if dealer is None:
        return played
    return replace(played, position=replace(played.position, dealer=dealer))


def _open(
    seen: Seen, typed: Round | None, faults: tuple[RuleViolation, ...], unread: Mapping[str, str]
) -> OpenRound | None:
    game = seen.stored.game
    kept = game.open_round
    contract = game.rule_set.contract(kept.contract) if kept else None
    if kept is None or contract is None:
        return None
    entry = typed or kept
    return OpenRound(
        number=len(game.rounds) + 1,
        contract=contract.id,
        name=contract_name(contract.id),
        version=seen.stored.open_version or 0,
        shown=write_shown(Entries.of(kept)),
        marking_over=game.marking_over,
        marks=mark_rows(entry, seen.played.position.roles, game.players),
        doubled=doubled(entry, game.players, initials(game.players)),
        panels=panels(entry, contract, game.players, field_errors(game, faults, unread)),
        preview=_preview(game, entry),
        chooser=game.players[seen.played.position.chooser],
        chooser_ruled=Code.CHOOSER_DOUBLES_FIRST in entry.rulings,
        reminder=reminder(contract.id, game.rule_set.id),
    )


def field_errors(game: Game, faults: Iterable[RuleViolation], unread: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Put into sentences, by field, what is wrong with tallies."""
    sentences: dict[str, tuple[str, ...]] = {name: (unread_number(text),) for name, text in unread.items()}
    for fault in faults:
        if fault.code in AT_THEIR_FIELD:
            said = sentence(fault, game.players, game.rule_set)
            sentences[fault.field] = (*sentences.get(fault.field, ()), said)
    return sentences


def _preview(game: Game, entry: Round) -> Preview:
    """Work out the round as it would be saved, as soon as every tally is there or follows."""
    contract = game.rule_set.contract(entry.contract)
    if contract is None or not is_whole(contract, entry.tallies):
        return Preview()
    scored = replay(save(replace(game, open_round=entry))).rounds[-1]
    return Preview(working(scored, game.players), scored.totals)
