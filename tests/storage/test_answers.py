"""Answers that were given, and the writes of a page that overtook each other."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, delete, func, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.storage import answers, games
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from scorekeeper.storage.schema import FieldWriteRow, GameRow, RoundRow
from tests.rules.builders import a_game, an_open_round
from tests.storage.conftest import FRIDAY

SAVED = Answer("friday", "saved", 3, 12)
STARTED = Answer("friday", "started", None, 1)


@pytest.fixture
def writing(database: Database) -> Iterator[Connection]:
    """A transaction in a database with the game "friday", of which a round is open."""
    with database.writing() as connection:
        games.add(connection, "friday", a_game(open_round=an_open_round()), FRIDAY)
    with database.writing() as connection:
        yield connection


@pytest.fixture
def round_id(writing: Connection) -> int:
    """The open round."""
    found = writing.execute(select(RoundRow.id)).scalar()
    assert found is not None
    return found


def test_an_answer_is_found_by_its_key_with_what_the_form_contained(writing: Connection) -> None:
    answers.keep(writing, "key-1", "phone", "digest of 1", SAVED, FRIDAY)
    answers.keep(writing, "key-2", "phone", "digest of 2", STARTED, FRIDAY)
    assert answers.find(writing, "key-1", "phone") == (SAVED, "digest of 1")
    assert answers.find(writing, "key-2", "phone") == (STARTED, "digest of 2")
    assert answers.find(writing, "key-3", "phone") is None


def test_the_key_of_another_browser_is_not_found_and_not_in_the_way(writing: Connection) -> None:
    answers.keep(writing, "key", "phone", "digest", SAVED, FRIDAY)
    assert answers.find(writing, "key", "other") is None
    answers.keep(writing, "key", "other", "its own", STARTED, FRIDAY)
    assert answers.find(writing, "key", "other") == (STARTED, "its own")
    assert answers.find(writing, "key", "phone") == (SAVED, "digest")


def test_a_form_has_one_answer(writing: Connection) -> None:
    answers.keep(writing, "key", "phone", "digest", SAVED, FRIDAY)
    with pytest.raises(IntegrityError):
        answers.keep(writing, "key", "phone", "digest", STARTED, FRIDAY)
    assert answers.find(writing, "key", "phone") == (SAVED, "digest")


def test_answers_older_than_a_moment_are_forgotten(writing: Connection) -> None:
    second = datetime.timedelta(seconds=1)
    for key, at in (("before", FRIDAY - second), ("then", FRIDAY), ("after", FRIDAY + second)):
        answers.keep(writing, key, "phone", "digest", SAVED, at)
    answers.forget(writing, FRIDAY)
    found = {key: answers.find(writing, key, "phone") is not None for key in ("before", "then", "after")}
    assert found == {"before": False, "then": True, "after": True}


def test_an_answer_goes_with_its_game(writing: Connection) -> None:
    answers.keep(writing, "key", "phone", "digest", SAVED, FRIDAY)
    writing.execute(delete(GameRow))
    assert answers.find(writing, "key", "phone") is None


def test_an_earlier_write_of_the_same_page_that_comes_late_is_passed_over(writing: Connection, round_id: int) -> None:
    arrivals = [(2, True), (1, False), (2, False), (5, True), (4, False), (6, True)]
    for sequence, is_latest in arrivals:
        assert answers.is_latest(writing, round_id, "tally-tricks-0", "page", sequence) is is_latest
    assert writing.execute(select(FieldWriteRow.sequence)).scalars().all() == [6]


def test_each_page_and_each_field_counts_on_its_own(writing: Connection, round_id: int) -> None:
    assert answers.is_latest(writing, round_id, "tally-tricks-0", "page", 9)
    assert answers.is_latest(writing, round_id, "tally-tricks-1", "page", 8)
    assert answers.is_latest(writing, round_id, "tally-tricks-0", "other page", 1)
    assert not answers.is_latest(writing, round_id, "tally-tricks-0", "page", 8)
    assert writing.execute(select(func.count()).select_from(FieldWriteRow)).scalar() == 3


def test_a_new_round_counts_from_the_start(writing: Connection, round_id: int) -> None:
    answers.is_latest(writing, round_id, "tally-tricks-0", "page", 9)
    writing.execute(delete(RoundRow))
    assert writing.execute(select(FieldWriteRow.sequence)).all() == []
