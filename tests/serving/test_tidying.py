"""Tidying while the server runs: what was deleted long ago goes without a restart."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.serving.tidying import tidy_again_and_again
from scorekeeper.storage.access import games_of, set_deleted
from scorekeeper.storage.database import Database
from scorekeeper.storage.migrating import upgrade
from tests.rules.builders import a_game
from tests.services.conftest import a_table


def waited_for(what: Callable[[], bool]) -> bool:
    """Look again and again, for ten seconds at most."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.01)
    return False


def test_a_game_that_was_deleted_long_ago_goes_while_the_server_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'games.db'}")
    upgrade(database)
    kept, gone = a_table(database, a_game("hearts")), a_table(database)
    now = datetime.datetime.now(datetime.UTC)
    with database.writing() as connection:
        set_deleted(connection, gone.id, now - datetime.timedelta(days=31))

    def left() -> list[str]:
        with database.reading() as connection:
            return games_of(connection, None)

    # While a database is away it is tried again.
    elsewhere = Database(f"sqlite:///{tmp_path / 'nowhere' / 'games.db'}")
    ends = [tidy_again_and_again(one, 0.01) for one in (elsewhere, database)]
    try:
        assert waited_for(lambda: left() == [kept.id])
        assert waited_for(lambda: caplog.text.count("not tidied") > 1)
    finally:
        for end in ends:
            end.set()
