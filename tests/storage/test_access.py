"""Browsers, keys and grants, and which games a browser holds."""

from __future__ import annotations

import datetime

import pytest
from sqlalchemy import Connection, select, update

from scorekeeper.rules.game import Names
from scorekeeper.storage import access, games
from scorekeeper.storage.access import Key
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from scorekeeper.storage.schema import BrowserRow, GameRow, GrantRow, KeyRow
from tests.rules.builders import NAMES, a_game
from tests.storage.conftest import FRIDAY, everything

DAY = datetime.timedelta(days=1)


def add_game(connection: Connection, game_id: str, *, days: int = 0, players: Names = NAMES) -> None:
    """Add a game that was changed last so many days after Friday."""
    games.add(connection, game_id, a_game(players=players), FRIDAY + days * DAY)


def add_browsers(connection: Connection, *names: str) -> None:
    for name in names:
        access.remember_browser(connection, name, "Firefox", FRIDAY)


def grants(connection: Connection) -> list[tuple[str, str, str, int | None]]:
    rows = connection.execute(select(GrantRow.game_id, GrantRow.browser_id, GrantRow.right, GrantRow.key_id))
    return [(row.game_id, row.browser_id, row.right, row.key_id) for row in rows]


def key_of(connection: Connection, token: str) -> Key:
    key = access.find_key(connection, token)
    assert key is not None
    return key


def test_a_browser_is_remembered_once_as_it_called_itself_first(database: Database) -> None:
    with database.writing() as connection:
        access.remember_browser(connection, "phone", "F" * 300, FRIDAY)
        access.remember_browser(connection, "phone", "Chrome", FRIDAY + DAY)
        rows = connection.execute(select(BrowserRow.id, BrowserRow.kind, BrowserRow.created_at)).all()
    assert rows == [("phone", "F" * 200, FRIDAY)]


def test_the_maker_of_a_game_holds_it_by_no_key_and_keeps_it_so(database: Database) -> None:
    with database.writing() as connection:
        add_game(connection, "friday")
        add_browsers(connection, "phone")
        access.grant(connection, "friday", "phone", Right.SCORE, FRIDAY)
        key = key_of(connection, access.make_key(connection, "friday", Right.SCORE, FRIDAY))
        access.grant(connection, "friday", "phone", Right.SCORE, FRIDAY, key.id)
        assert grants(connection) == [("friday", "phone", "score", None)]


def test_a_right_that_is_held_is_never_lowered(database: Database) -> None:
    with database.writing() as connection:
        add_game(connection, "friday")
        add_browsers(connection, "phone")
        access.grant(connection, "friday", "phone", Right.SCORE, FRIDAY)
        access.grant(connection, "friday", "phone", Right.FOLLOW, FRIDAY)
        found = games.load(connection, "friday", "phone")
    assert found is not None
    assert found.right is Right.SCORE


def test_of_two_links_the_newer_one_counts(database: Database) -> None:
    with database.writing() as connection:
        add_game(connection, "friday")
        add_browsers(connection, "phone")
        older, newer = (
            key_of(connection, access.make_key(connection, "friday", Right.FOLLOW, FRIDAY)) for _ in range(2)
        )
        access.grant(connection, "friday", "phone", Right.FOLLOW, FRIDAY, older.id)
        access.grant(connection, "friday", "phone", Right.FOLLOW, FRIDAY, newer.id)
        assert grants(connection) == [("friday", "phone", "follow", newer.id)]
        access.grant(connection, "friday", "phone", Right.FOLLOW, FRIDAY)
        assert grants(connection) == [("friday", "phone", "follow", None)]


@pytest.mark.parametrize("right", Right)
def test_a_key_is_found_by_its_token_and_is_never_the_same_twice(right: Right, database: Database) -> None:
    with database.writing() as connection:
        add_game(connection, "friday")
        tokens = [access.make_key(connection, "friday", right, FRIDAY) for _ in range(3)]
        assert len(set(tokens)) == 3
        # 128 bits are 22 characters of base64.
        assert {len(token) for token in tokens} == {22}
        keys = [key_of(connection, token) for token in tokens]
        assert [(key.game_id, key.right) for key in keys] == [("friday", right)] * 3
        assert len({key.id for key in keys}) == 3
        assert connection.execute(select(KeyRow.created_at)).scalars().all() == [FRIDAY] * 3


def test_a_token_that_is_not_one_opens_nothing(database: Database) -> None:
    with database.writing() as connection:
        add_game(connection, "friday")
        token = access.make_key(connection, "friday", Right.SCORE, FRIDAY)
        for wrong in ("", token[:-1], token.swapcase(), f"{token} ", "%"):
            assert access.find_key(connection, wrong) is None


def test_the_link_to_a_deleted_game_opens_nothing_until_it_is_back(database: Database) -> None:
    with database.writing() as connection:
        add_game(connection, "friday")
        token = access.make_key(connection, "friday", Right.SCORE, FRIDAY)
        access.set_deleted(connection, "friday", FRIDAY)
        assert access.find_key(connection, token) is None
        access.set_deleted(connection, "friday", None)
        assert key_of(connection, token).game_id == "friday"


def test_a_browser_holds_its_games_the_one_changed_last_first(database: Database) -> None:
    with database.writing() as connection:
        add_browsers(connection, "phone", "other", "new")
        for game_id, days in (("a", 1), ("b", 3), ("c", 2), ("d", 2)):
            add_game(connection, game_id, days=days)
        for game_id, right in (("a", Right.SCORE), ("b", Right.FOLLOW), ("b", Right.SCORE), ("d", Right.FOLLOW)):
            access.grant(connection, game_id, "phone", right, FRIDAY)
        access.grant(connection, "c", "other", Right.SCORE, FRIDAY)
        assert access.games_of(connection, "phone") == ["b", "d", "a"]
        assert access.games_of(connection, "other") == ["c"]
        assert access.games_of(connection, "new") == []
        assert access.games_of(connection, None) == ["b", "c", "d", "a"]
        connection.execute(update(GameRow).where(GameRow.id == "a").values(changed_at=FRIDAY + 4 * DAY))
        assert access.games_of(connection, "phone") == ["a", "b", "d"]


def test_names_are_known_from_a_browsers_own_games_each_once_the_latest_first(database: Database) -> None:
    with database.writing() as connection:
        add_browsers(connection, "phone", "other")
        add_game(connection, "old", days=1, players=("Dirk", "Eva", "Anna", "Fleur"))
        add_game(connection, "new", days=2, players=("Anna", "Bram", "Cees", "Dirk"))
        add_game(connection, "foreign", days=3, players=("Gijs", "Hans", "Iris", "Joop"))
        access.grant(connection, "old", "phone", Right.FOLLOW, FRIDAY)
        access.grant(connection, "new", "phone", Right.SCORE, FRIDAY)
        access.grant(connection, "new", "phone", Right.FOLLOW, FRIDAY)
        access.grant(connection, "foreign", "other", Right.SCORE, FRIDAY)
        assert access.names_known_to(connection, "phone") == ["Anna", "Bram", "Cees", "Dirk", "Eva", "Fleur"]
        assert access.names_known_to(connection, "phone", most=3) == ["Anna", "Bram", "Cees"]
        assert access.names_known_to(connection, "nobody") == []


def test_only_what_was_deleted_long_ago_is_removed_for_good(database: Database) -> None:
    with database.writing() as connection:
        for game_id, days in (("kept", None), ("lately", 2), ("long-ago", 0), ("just-then", 1)):
            add_game(connection, game_id)
            access.set_deleted(connection, game_id, None if days is None else FRIDAY + days * DAY)
    with database.writing() as connection:
        assert access.purge_deleted(connection, FRIDAY + DAY) == 1
        assert access.purge_deleted(connection, FRIDAY + DAY) == 0
        assert sorted(access.games_of(connection, None)) == ["just-then", "kept", "lately"]
    assert {row[0] for row in everything(database)["players"]} == {"just-then", "kept", "lately"}
