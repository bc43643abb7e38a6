"""The SQL of games. Each statement is built once: building it takes longer than SQLite does with it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    bindparam,
    delete,
    func,
    insert,
    null,
    select,
    union_all,
    update,
)

from scorekeeper.storage.schema import GameRow, GrantRow, MarkRow, PlayerRow, RoundRow, TallyRow

# "score" sorts after "follow", so the greatest of a browser's rights is the one that counts.
_RIGHT = (
    select(func.max(GrantRow.right))
    .where(GrantRow.game_id == GameRow.id, GrantRow.browser_id == bindparam("browser"))
    .scalar_subquery()
)
GLANCE = select(GameRow.revision, GameRow.changed_at, _RIGHT.label("right")).where(
    GameRow.id == bindparam("game"), GameRow.deleted_at.is_(None)
)
_WANTED: BindParameter[str] = bindparam("games", expanding=True)
_HEADS = (
    select(
        GameRow.id,
        GameRow.rules,
        GameRow.title,
        GameRow.played_on,
        GameRow.first_dealer,
        GameRow.stopped,
        GameRow.revision,
        GameRow.settings_version,
        GameRow.created_at,
        GameRow.changed_at,
        GameRow.deleted_at,
        PlayerRow.name,
        _RIGHT.label("right"),
    )
    .join(PlayerRow, PlayerRow.game_id == GameRow.id)
    .order_by(GameRow.id, PlayerRow.seat)
)
GAMES = _HEADS.where(GameRow.id.in_(_WANTED))
GAME = _HEADS.where(GameRow.id == bindparam("game"))
"""The same for one game: a list of games is written into the statement anew each time."""
_ROUNDS = select(
    RoundRow.game_id,
    RoundRow.id,
    RoundRow.contract,
    RoundRow.dealer,
    RoundRow.rulings,
    RoundRow.is_open,
    RoundRow.marking_over,
    RoundRow.version,
).order_by(RoundRow.game_id, RoundRow.number)
ROUNDS = _ROUNDS.where(RoundRow.game_id.in_(_WANTED))
ROUNDS_OF_GAME = _ROUNDS.where(RoundRow.game_id == bindparam("game"))


def _entries(is_wanted: ColumnElement[bool]) -> CompoundSelect[*tuple[Any, ...]]:
    marks = select(
        MarkRow.round_id,
        MarkRow.id.label("entry"),
        null().label("item"),
        MarkRow.doubler.label("seat"),
        MarkRow.doubled.label("value"),
    ).join(RoundRow, (RoundRow.id == MarkRow.round_id) & is_wanted)
    tallies = select(TallyRow.round_id, TallyRow.id, TallyRow.item, TallyRow.seat, TallyRow.count).join(
        RoundRow, (RoundRow.id == TallyRow.round_id) & is_wanted
    )
    return union_all(marks, tallies).order_by("round_id", "entry")


ENTRIES = _entries(RoundRow.game_id.in_(_WANTED))
ENTRIES_OF_GAME = _entries(RoundRow.game_id == bindparam("game"))

ADD_GAME = insert(GameRow)
ADD_PLAYERS = insert(PlayerRow)
ADD_ROUND = insert(RoundRow).returning(RoundRow.id)
ADD_MARKS = insert(MarkRow)
ADD_TALLIES = insert(TallyRow)
CHANGE_GAME = update(GameRow).where(GameRow.id == bindparam("game"))
CHANGE_ROUND = update(RoundRow).where(RoundRow.id == bindparam("round"))
REMOVE_ROUND = delete(RoundRow).where(RoundRow.id == bindparam("round"))
REMOVE_PLAYERS = delete(PlayerRow).where(PlayerRow.game_id == bindparam("game"))
REMOVE_MARK = delete(MarkRow).where(
    MarkRow.round_id == bindparam("round"),
    MarkRow.doubler == bindparam("from"),
    MarkRow.doubled == bindparam("to"),
)
REMOVE_TALLY = delete(TallyRow).where(
    TallyRow.round_id == bindparam("round"), TallyRow.item == bindparam("what"), TallyRow.seat == bindparam("who")
)
