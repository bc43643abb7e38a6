"""The schema itself refuses what must never be, whoever writes."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import Insert, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.storage.database import Database
from scorekeeper.storage.schema import (
    AnswerRow,
    Base,
    BrowserRow,
    ChangeRow,
    FieldWriteRow,
    GameRow,
    GrantRow,
    KeyRow,
    MarkRow,
    PlayerRow,
    RoundRow,
    TallyRow,
)
from tests.storage.conftest import FRIDAY, everything, nothing_saved


def a_game_row(**values: Any) -> Insert:
    """A game, called "friday" unless the test says otherwise."""
    row = {"id": "friday", "rules": "bonken-11", "first_dealer": 0, "created_at": FRIDAY, "changed_at": FRIDAY}
    return insert(GameRow).values(row | values)


def a_player_row(**values: Any) -> Insert:
    return insert(PlayerRow).values({"game_id": "friday", "seat": 1, "name": "Bram"} | values)


def a_round_row(**values: Any) -> Insert:
    row = {"game_id": "friday", "number": 3, "contract": "hearts", "is_open": False, "marking_over": False}
    return insert(RoundRow).values(row | {"version": 1} | values)


def a_mark_row(**values: Any) -> Insert:
    return insert(MarkRow).values({"round_id": 1, "doubler": 2, "doubled": 3} | values)


def a_tally_row(**values: Any) -> Insert:
    return insert(TallyRow).values({"round_id": 1, "item": "tricks", "seat": 2, "count": 5} | values)


def a_key_row(**values: Any) -> Insert:
    row = {"game_id": "friday", "right": "score", "token": "another token", "created_at": FRIDAY}
    return insert(KeyRow).values(row | values)


def a_grant_row(**values: Any) -> Insert:
    row = {"game_id": "friday", "browser_id": "phone", "right": "follow", "created_at": FRIDAY}
    return insert(GrantRow).values(row | values)


def a_change_row(**values: Any) -> Insert:
    row = {"game_id": "friday", "revision": 2, "at": FRIDAY, "what": "chose", "before": {}, "after": {}}
    return insert(ChangeRow).values(row | values)


def an_answer_row(**values: Any) -> Insert:
    row = {"key": "another key", "browser_id": "phone", "content": "digest", "game_id": "friday"}
    return insert(AnswerRow).values(row | {"what": "chose", "revision": 2, "at": FRIDAY} | values)


def a_field_write_row(**values: Any) -> Insert:
    return insert(FieldWriteRow).values({"round_id": 1, "field": "mark-1-0", "page": "b", "sequence": 1} | values)


A_GAME = (
    a_game_row(),
    a_player_row(seat=0, name="Anna"),
    a_round_row(number=1, contract="ducking"),
    a_round_row(number=2, contract="queens", is_open=True),
    a_mark_row(doubler=0, doubled=1),
    a_tally_row(seat=0, count=13),
    insert(BrowserRow).values(id="phone", created_at=FRIDAY),
    a_key_row(token="token"),
    a_grant_row(right="score", key_id=1),
    a_change_row(revision=1, browser_id="phone"),
    an_answer_row(key="key"),
    a_field_write_row(page="a"),
)
"""Player Anna; round 1 saved, with one mark and a tally; round 2 open; one row of everything else."""


@pytest.fixture
def friday(database: Database) -> Database:
    """A database with one game in it."""
    carry_out(database, A_GAME)
    return database


def carry_out(database: Database, statements: Sequence[Insert]) -> None:
    with database.writing() as connection:
        for statement in statements:
            connection.execute(statement)


NEVER = {
    "two rounds with one number": a_round_row(number=1),
    "two rounds with one contract": a_round_row(contract="ducking"),
    "two open rounds": a_round_row(is_open=True),
    "a round before the first": a_round_row(number=0),
    "a dealer who is not at the table": a_round_row(dealer=4),
    "a first dealer who is not at the table": a_game_row(id="sunday", first_dealer=4),
    "a first dealer before the first seat": a_game_row(id="sunday", first_dealer=-1),
    "two games with one id": a_game_row(),
    "a mark on oneself": a_mark_row(doubler=2, doubled=2),
    "the same mark twice": a_mark_row(doubler=0, doubled=1),
    "a mark by nobody": a_mark_row(doubler=4),
    "a mark on nobody": a_mark_row(doubled=-1),
    "a negative tally": a_tally_row(count=-1),
    "two tallies of one player": a_tally_row(seat=0),
    "a tally of nobody": a_tally_row(seat=4),
    "an empty name": a_player_row(name=""),
    "two players with one name": a_player_row(name="Anna"),
    "two players on one seat": a_player_row(seat=0),
    "a fifth seat": a_player_row(seat=4),
    "a key to something else": a_key_row(right="admin"),
    "two keys that are the same": a_key_row(token="token"),
    "a grant of something else": a_grant_row(right=""),
    "the same grant twice": a_grant_row(right="score"),
    "two changes that made one revision": a_change_row(revision=1),
    "two answers to one form": an_answer_row(key="key"),
    "two last writes of one page to one field": a_field_write_row(page="a"),
    "a player of no game": a_player_row(game_id="sunday"),
    "a round of no game": a_round_row(game_id="sunday"),
    "a mark in no round": a_mark_row(round_id=99),
    "a tally in no round": a_tally_row(round_id=99),
    "a write to no round": a_field_write_row(round_id=99),
    "a key to no game": a_key_row(game_id="sunday"),
    "a grant to no game": a_grant_row(game_id="sunday"),
    "a grant to no browser": a_grant_row(browser_id="nobody"),
    "a grant by no key": a_grant_row(key_id=99),
    "a change of no game": a_change_row(game_id="sunday"),
    "a change by no browser": a_change_row(browser_id="nobody"),
    "an answer about no game": an_answer_row(game_id="sunday"),
}


@pytest.mark.parametrize("statement", NEVER.values(), ids=NEVER.keys())
def test_the_schema_refuses(statement: Insert, friday: Database) -> None:
    with nothing_saved(friday), pytest.raises(IntegrityError):
        carry_out(friday, [statement])


ALWAYS = {
    "a third round": a_round_row(),
    "a dealer who dealt out of turn": a_round_row(dealer=3),
    "a mark back": a_mark_row(doubler=1, doubled=0),
    "a tally of zero": a_tally_row(count=0),
    "a fourth seat": a_player_row(seat=3),
    "a name that differs in its case": a_player_row(name="anna"),
    "a key to follow": a_key_row(right="follow"),
    "both rights of one browser": a_grant_row(right="follow"),
    "the same key in another browser's form": an_answer_row(key="key", browser_id="other"),
    "a change by the server itself": a_change_row(browser_id=None),
    "the same field written by another page": a_field_write_row(page="b"),
}


@pytest.mark.parametrize("statement", ALWAYS.values(), ids=ALWAYS.keys())
def test_the_schema_takes(statement: Insert, friday: Database) -> None:
    before = sum(map(len, everything(friday).values()))
    carry_out(friday, [statement])
    assert sum(map(len, everything(friday).values())) == before + 1


def test_two_games_have_the_same_numbers_contracts_and_names_and_an_open_round_each(friday: Database) -> None:
    sunday = (
        a_game_row(id="sunday"),
        a_player_row(game_id="sunday", seat=0, name="Anna"),
        a_round_row(game_id="sunday", number=1, contract="ducking"),
        a_round_row(game_id="sunday", number=2, contract="queens", is_open=True),
    )
    carry_out(friday, sunday)
    with friday.reading() as connection:
        assert connection.execute(select(func.count()).where(RoundRow.is_open)).scalar() == 2


def test_with_a_game_goes_all_that_belongs_to_it_but_no_browser(friday: Database) -> None:
    with friday.writing() as connection:
        connection.execute(delete(GameRow))
    left = {name: len(rows) for name, rows in everything(friday).items()}
    assert left == dict.fromkeys(Base.metadata.tables, 0) | {"browsers": 1}


def test_a_browser_that_is_forgotten_stays_in_the_log_as_an_unknown_one(friday: Database) -> None:
    with friday.writing() as connection:
        connection.execute(delete(BrowserRow))
    with friday.reading() as connection:
        assert connection.execute(select(ChangeRow.revision, ChangeRow.browser_id)).all() == [(1, None)]
        assert connection.execute(select(GrantRow.id)).all() == []


def test_a_key_that_ends_takes_along_what_it_granted(friday: Database) -> None:
    with friday.writing() as connection:
        connection.execute(delete(KeyRow))
    with friday.reading() as connection:
        assert connection.execute(select(GrantRow.id)).all() == []


def test_a_moment_of_any_zone_comes_back_in_utc_to_the_microsecond(friday: Database) -> None:
    amsterdam = datetime.timezone(datetime.timedelta(hours=1))
    with friday.writing() as connection:
        connection.execute(a_game_row(id="sunday", deleted_at=FRIDAY.astimezone(amsterdam)))
    with friday.reading() as connection:
        games = connection.execute(select(GameRow.id, GameRow.created_at, GameRow.deleted_at).order_by(GameRow.id))
        friday_row, sunday_row = games.all()
    assert friday_row == ("friday", FRIDAY, None)
    assert sunday_row.deleted_at == FRIDAY
    assert sunday_row.deleted_at.tzinfo is datetime.UTC
