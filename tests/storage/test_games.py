"""A game goes into the database and comes out the same; a change writes what differs and nothing else."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, event, insert

from scorekeeper.record import read
from scorekeeper.rules import editing
from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.ruleset import BONKEN_12, RULE_SETS
from scorekeeper.rules.seats import Four
from scorekeeper.rules.tallies import Counts
from scorekeeper.rules.violations import Code
from scorekeeper.storage import access, games
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right, StoredGame
from scorekeeper.storage.schema import BrowserRow, GrantRow, MarkRow, PlayerRow, RoundRow, TallyRow
from tests.records import GAMES, vector
from tests.rules.builders import (
    a_game,
    a_round,
    an_open_round,
    dressed,
    law,
    mark_lists,
    orders,
    partial_counts,
)
from tests.rules.builders import games as legal_games
from tests.storage.conftest import FRIDAY, everything

LATER = FRIDAY + datetime.timedelta(minutes=20)

ids = (f"game-{number}" for number in itertools.count())

on_one_file = settings(
    law, max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
"""All examples of a property go into the file of its test, each as a game of its own."""

any_game = dressed(legal_games(ruled=True, may_be_open=True))


@st.composite
def two_games(draw: st.DrawFn) -> tuple[Game, Game]:
    """Two games of one rule set: of one more game than there are rule sets, two have the same."""
    several = [draw(legal_games(ruled=True, may_be_open=True)) for _ in range(len(RULE_SETS) + 1)]
    first, second = next(two for two in itertools.combinations(several, 2) if two[0].rule_set == two[1].rule_set)
    return draw(named(first)), draw(named(second))


@st.composite
def named(draw: st.DrawFn, game: Game) -> Game:
    """The same game with some of seven odd names, perhaps with a title and a date, perhaps stopped."""
    a, b, c, d, *_ = draw(st.permutations(("Anna", "Güney", "李", "👩‍👩‍👧‍👦", "<b>", "O'Neil", "=1+1")))
    return replace(
        game,
        players=(a, b, c, d),
        title=draw(st.sampled_from(("", "Friday", "'; DROP TABLE games"))),
        played_on=draw(st.sampled_from((None, FRIDAY.date()))),
        stopped=draw(st.booleans()),
    )


A_RULED_GAME = a_game(
    a_round("trump-clubs", marks=[(3, 2), (2, 3), (0, 1)]),
    a_round("ducking", marks=[(1, 0)], rulings=[Code.CHOOSER_DOUBLES_FIRST, Code.DEALER], dealer=3),
    a_round("kings-and-jacks", tallies=[("kings", (1, 1, 2, 0)), ("jacks", (0, 0, 4, 0))]),
    open_round=an_open_round("queens", marks=[(2, 0), (0, 2), (1, 3)], tallies=[("queens", (None, 0, 3, None))]),
)


def stored(database: Database, game_id: str, browser: str | None = None) -> StoredGame:
    with database.reading() as connection:
        found = games.load(connection, game_id, browser)
    assert found is not None
    return found


def added(database: Database, game: Game) -> StoredGame:
    """Add a game and load it."""
    game_id = next(ids)
    with database.writing() as connection:
        games.add(connection, game_id, game, FRIDAY)
    return stored(database, game_id)


def saved(database: Database, before: StoredGame, game: Game, *, renew: bool = False) -> StoredGame:
    """Save a game over another one and load it."""
    with database.writing() as connection:
        given = games.save(connection, before, game, LATER, renew=renew)
    after = stored(database, before.id)
    assert after == given
    assert after.revision == before.revision + 1
    return after


def entered(database: Database, before: StoredGame, entry: Round, *, marking_over: bool = False) -> StoredGame:
    """Write other entries into the open round and load the game."""
    game = replace(before.game, open_round=entry, marking_over=marking_over)
    with database.writing() as connection:
        revision = games.write_entries(connection, before, game, LATER)
    after = stored(database, before.id)
    assert after.revision == revision == before.revision + 1
    return after


@contextmanager
def counted(database: Database) -> Iterator[list[str]]:
    """The statements that are sent in here, without the transaction's own."""
    statements: list[str] = []

    def count(_c: Connection, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            statements.append(statement)

    event.listen(database.engine, "before_cursor_execute", count)
    yield statements
    event.remove(database.engine, "before_cursor_execute", count)


def rows(database: Database, row: type[Any]) -> list[tuple[Any, ...]]:
    return everything(database)[row.__tablename__]


# Add and load


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_of_the_vectors_comes_back_unchanged(path: Path, database: Database) -> None:
    played = read(vector(path)["record"]).played
    assert played is not None
    assert added(database, played.game).game == played.game


@on_one_file
@given(any_game, st.booleans())
def test_every_game_comes_back_unchanged(database: Database, game: Game, marking_over: bool) -> None:
    game = replace(game, marking_over=marking_over and game.open_round is not None)
    assert added(database, game).game == game


def test_partial_tallies_rulings_and_dealers_come_back_unchanged(database: Database) -> None:
    assert added(database, A_RULED_GAME).game == A_RULED_GAME
    assert added(database, replace(A_RULED_GAME, marking_over=True)).game.marking_over


def test_a_new_game_has_revision_one_and_all_its_rounds_version_one(database: Database) -> None:
    found = added(database, A_RULED_GAME)
    assert (found.revision, found.settings_version, found.versions, found.open_version) == (1, 1, (1, 1, 1), 1)
    assert (found.created_at, found.changed_at, found.deleted_at) == (FRIDAY, FRIDAY, None)
    assert found.versions_text == "1,1,1,1"
    assert found.open_row_id == found.row_ids[3]
    assert added(database, a_game()).versions_text == "0"
    assert added(database, a_game()).open_row_id is None


def test_the_last_version_is_the_one_of_what_undo_takes_back(database: Database) -> None:
    empty = added(database, a_game())
    assert empty.last_version is None
    chosen = saved(database, empty, editing.choose(empty.game, "ducking"))
    assert chosen.last_version == chosen.open_version == 2
    complete = saved(database, chosen, a_game("ducking"))
    assert (complete.last_version, complete.open_version) == (3, None)


def test_a_game_that_is_not_there_is_none(database: Database) -> None:
    with database.reading() as connection:
        assert games.load(connection, "sunday") is None
        assert games.load_all(connection, []) == []


def test_three_statements_load_a_game_whatever_is_in_it(database: Database) -> None:
    full = added(database, a_game(*(replace(a_round(entry), marks=((3, 2),)) for entry in ("ducking", "hearts"))))
    empty = added(database, a_game())
    for found, most in ((full, 3), (empty, 2)):
        with counted(database) as statements:
            stored(database, found.id)
        assert len(statements) == most


def test_one_statement_loads_what_was_read_before_and_nobody_changed_since(database: Database) -> None:
    first = added(database, a_game("ducking", "hearts"))
    second = added(database, a_game("queens"))

    def seen(most: int) -> list[StoredGame]:
        with counted(database) as statements, database.reading() as connection:
            found = games.load_all(connection, [first.id, second.id], "phone", database.kept)
        assert len(statements) == most
        assert found == [stored(database, each.id, "phone") for each in (first, second)]
        return found

    seen(3)
    seen(1)
    saved(database, first, editing.choose(first.game, "queens"))
    assert seen(3)[0].game.open_round == Round("queens")
    # Both change without a new revision.
    with database.writing() as connection:
        access.remember_browser(connection, "phone", "", FRIDAY)
        access.grant(connection, first.id, "phone", Right.FOLLOW, FRIDAY)
        access.set_deleted(connection, second.id, LATER)
    once = seen(1)
    assert (once[0].right, once[1].deleted_at) == (Right.FOLLOW, LATER)


def test_three_statements_load_all_games_in_the_order_of_their_ids(database: Database) -> None:
    several = {game_id: a_game(count=count) for count, game_id in enumerate(("c", "a", "b"))}
    with database.writing() as connection:
        for game_id, game in several.items():
            games.add(connection, game_id, game, FRIDAY)
    with counted(database) as statements, database.reading() as connection:
        found = games.load_all(connection, ["b", "missing", "c", "a"])
    assert [(each.id, each.game) for each in found] == sorted(several.items())
    assert len(statements) == 3


@pytest.mark.parametrize(
    ("held", "right"),
    [
        ((), None),
        (("follow",), Right.FOLLOW),
        (("score",), Right.SCORE),
        (("follow", "score"), Right.SCORE),
    ],
)
def test_a_game_comes_with_the_highest_right_of_the_browser_that_asks(
    held: Sequence[str], right: Right | None, database: Database
) -> None:
    game_id = added(database, a_game()).id
    with database.writing() as connection:
        for browser in ("phone", "other"):
            connection.execute(insert(BrowserRow).values(id=browser, created_at=FRIDAY))
        for name in held:
            row = {"game_id": game_id, "browser_id": "phone", "right": name, "created_at": FRIDAY}
            connection.execute(insert(GrantRow).values(row))
    assert stored(database, game_id, "phone").right is right
    assert stored(database, game_id, "other").right is None
    assert stored(database, game_id).right is None


# Save


@on_one_file
@given(two_games(), st.booleans())
def test_any_game_saved_over_any_other_comes_back_unchanged(
    database: Database, two: tuple[Game, Game], renew: bool
) -> None:
    before, after = two
    assert saved(database, added(database, before), after, renew=renew).game == after


def test_rounds_that_do_not_differ_keep_their_row_and_version(database: Database) -> None:
    before = added(database, a_game(count=9))
    corrected = editing.correct(before.game, 2, a_round("trump-diamonds", taker=3))
    after = saved(database, before, corrected)
    assert after.game == corrected
    assert after.versions == (1, 2, 1, 1, 1, 1, 1, 1, 1)
    kept = [old == new for old, new in zip(before.row_ids, after.row_ids, strict=True)]
    assert kept == [True, False, True, True, True, True, True, True, True]
    assert (after.created_at, after.changed_at, after.settings_version) == (FRIDAY, LATER, 1)


def test_a_saved_round_writes_that_round_alone(database: Database) -> None:
    before = added(database, a_game(count=9, open_round=an_open_round("domino")))
    with counted(database) as statements:
        after = saved(database, before, a_game(*before.game.rounds, "domino"))
    writes = [statement.split()[0] for statement in statements if not statement.startswith("SELECT")]
    assert writes == ["UPDATE", "DELETE", "INSERT", "INSERT"]
    assert after.versions == (*before.versions, 2)
    assert after.row_ids[:9] == before.row_ids[:9]


def test_the_contracts_of_two_rounds_are_swapped(database: Database) -> None:
    before = added(database, a_game("hearts", "queens", "ducking"))
    after = saved(database, before, editing.swap_contracts(before.game, 1, 3))
    assert [entry.contract for entry in after.game.rounds] == ["ducking", "queens", "hearts"]
    assert after.versions == (2, 1, 2)
    assert after.row_ids[1] == before.row_ids[1]


def test_a_round_taken_out_renumbers_those_after_it_and_the_open_one(database: Database) -> None:
    before = added(database, a_game("hearts", "queens", "ducking", open_round=an_open_round("domino")))
    after = saved(database, before, editing.remove_round(before.game, 2))
    assert [entry.contract for entry in after.game.rounds] == ["hearts", "ducking"]
    assert after.game.open_round == an_open_round("domino")
    assert (after.versions, after.open_version) == ((1, 2), 2)
    assert [number for _, _, number, *_ in rows(database, RoundRow)] == [1, 2, 3]


def test_seats_that_changed_renew_the_version_of_every_round(database: Database) -> None:
    before = added(database, a_game("hearts", "queens", open_round=an_open_round("ducking")))
    order: Four = (1, 0, 2, 3)
    after = saved(database, before, editing.reseat(before.game, order), renew=True)
    assert after.game.players == ("Bram", "Anna", "Cees", "Dirk")
    assert (after.versions, after.open_version, after.settings_version) == ((2, 2), 2, 2)


@on_one_file
@given(any_game, orders)
def test_seats_that_changed_back_and_forth_change_no_game(database: Database, game: Game, order: Four) -> None:
    before = added(database, game)
    back: Four = (order.index(0), order.index(1), order.index(2), order.index(3))
    moved = saved(database, before, editing.reseat(before.game, order), renew=True)
    assert saved(database, moved, editing.reseat(moved.game, back), renew=True).game == game


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Friday"},
        {"played_on": datetime.date(2026, 11, 27)},
        {"first_dealer": 2},
        {"stopped": True},
        {"players": ("Bram", "Anna", "Cees", "Dirk")},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_setting_renews_the_version_of_the_settings_alone(change: dict[str, Any], database: Database) -> None:
    before = added(database, a_game("hearts", "queens"))
    after = saved(database, before, replace(before.game, **change))
    assert after.game == replace(before.game, **change)
    assert (after.settings_version, after.versions, after.row_ids) == (2, (1, 1), before.row_ids)


def test_players_who_keep_their_names_keep_their_rows(database: Database) -> None:
    before = added(database, a_game())
    with counted(database) as statements:
        saved(database, before, replace(before.game, title="Friday"))
    assert not any(PlayerRow.__tablename__ in statement for statement in statements if "SELECT" not in statement)


def test_another_game_is_left_alone(database: Database) -> None:
    other = added(database, A_RULED_GAME)
    before = added(database, A_RULED_GAME)
    saved(database, before, a_game("hearts"), renew=True)
    assert stored(database, other.id) == other


# Entries of the open round


@st.composite
def open_rounds(draw: st.DrawFn) -> tuple[Game, Round, bool]:
    """A game with an open round of kings and jacks, and what that round is to be."""
    contract = a_game().rule_set.by_id["kings-and-jacks"]

    def entry() -> Round:
        tallies = [(item.id, draw(partial_counts(item))) for item in contract.items if draw(st.booleans())]
        rulings = [Code.CHOOSER_DOUBLES_FIRST] if draw(st.booleans()) else []
        return a_round("kings-and-jacks", marks=draw(mark_lists), tallies=tallies, rulings=rulings)

    game = a_game("hearts", open_round=entry())
    return replace(game, marking_over=draw(st.booleans())), entry(), draw(st.booleans())


def in_any_order(entry: Round | None) -> tuple[set[Mark], dict[str, Counts], tuple[Code, ...]] | None:
    """Entries without the order they were made in."""
    return None if entry is None else (set(entry.marks), dict(entry.tallies), entry.rulings)


@on_one_file
@given(open_rounds())
def test_any_entries_written_over_any_others_come_back(database: Database, given_: tuple[Game, Round, bool]) -> None:
    game, entry, marking_over = given_
    before = added(database, game)
    after = entered(database, before, entry, marking_over=marking_over)
    assert in_any_order(after.game.open_round) == in_any_order(entry)
    assert after.game.marking_over == marking_over
    assert after.game.rounds == game.rounds
    assert (after.versions, after.open_version, after.row_ids) == (before.versions, before.open_version, before.row_ids)


def test_an_entry_raises_only_the_revision_and_leaves_the_rows_of_all_other_entries(database: Database) -> None:
    entry = an_open_round("queens", marks=[(0, 1), (1, 2)], tallies=[("queens", (1, None, 2, None))])
    before = added(database, a_game("hearts", open_round=entry))
    marks, tallies = rows(database, MarkRow), rows(database, TallyRow)
    more = editing.set_tally(editing.set_mark(entry, 3, 2, given=True), "queens", 1, 0)
    after = entered(database, before, more)
    assert after.game.open_round == more
    assert (after.open_version, after.settings_version, after.row_ids) == (1, 1, before.row_ids)
    assert set(marks) < set(rows(database, MarkRow))
    assert set(tallies) < set(rows(database, TallyRow))
    assert after.changed_at == LATER


def test_a_mark_taken_back_and_given_again_comes_last(database: Database) -> None:
    entry = an_open_round("queens", marks=[(0, 1), (1, 2)])
    before = added(database, a_game(open_round=entry))
    without = entered(database, before, editing.set_mark(entry, 0, 1, given=False))
    again = entered(database, without, an_open_round("queens", marks=[(1, 2), (0, 1)]))
    assert again.game.open_round == an_open_round("queens", marks=[(1, 2), (0, 1)])


def test_a_cleared_tally_is_empty_and_not_zero(database: Database) -> None:
    entry = an_open_round("queens", tallies=[("queens", (1, 0, None, None))])
    before = added(database, a_game(open_round=entry))
    after = entered(database, before, editing.set_tally(entry, "queens", 1, None))
    assert after.game.open_round == an_open_round("queens", tallies=[("queens", (1, None, None, None))])


def test_entries_without_an_open_round_are_a_mistake_of_who_calls(database: Database) -> None:
    before = added(database, a_game("hearts"))
    unchanged = everything(database)
    with database.writing() as connection, pytest.raises(ValueError, match="no round is open"):
        games.write_entries(connection, before, a_game("hearts", open_round=an_open_round("queens")), LATER)
    assert everything(database) == unchanged


def test_a_game_of_the_other_rule_set_knows_it(database: Database) -> None:
    game = a_game(count=12, rule_set=BONKEN_12)
    found = added(database, game)
    assert found.game.rule_set is BONKEN_12
