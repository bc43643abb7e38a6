"""History: what it tells to whom, that it leads back to every earlier game, and what can be taken back of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from scorekeeper.record import Json
from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import replay
from scorekeeper.services import history
from scorekeeper.services.changing import Conflict, NoSuchGame, Rejected, What
from scorekeeper.services.entries import MarkEntry, TallyEntry
from scorekeeper.services.history import History, Line, Phone, read_log, see_history
from scorekeeper.services.playing import choose_contract, deal_again, take_back
from scorekeeper.services.taking_back import (
    Depended,
    Fixed,
    NoSuchStep,
    Possible,
    Unruly,
    Verdict,
    see_step,
    take_back_step,
)
from scorekeeper.storage import access
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from tests.rules.builders import a_game, an_open_round
from tests.services.conftest import Table, a_table, codes, no_change, record_of
from tests.services.steps import correct, settings, verdict
from tests.services.walking import Walk
from tests.storage.conftest import FRIDAY


def told(table: Table, browser: str = "phone") -> History:
    return see_history(table.database, table.id, browser)


def lines(table: Table) -> list[tuple[int, int, What]]:
    """The lines of the history, the earliest first: revisions and what was done."""
    return [(line.first, line.last, line.what) for line in reversed(told(table).lines)]


# What it tells


def test_what_one_phone_enters_in_a_round_is_one_line_from_the_first_before_to_the_last_after(
    database: Database,
) -> None:
    table = a_table(database, a_game(open_round=an_open_round("queens")))
    for seat, count in ((0, 3), (1, 1), (0, 2)):
        table.enter(TallyEntry("queens", seat, count))
    table.enter(MarkEntry(0, 1, given=True), browser="other")
    table.enter(TallyEntry("queens", 1, 2))
    assert lines(table) == [(1, 1, What.STARTED), (2, 4, What.ENTERED), (5, 5, What.ENTERED), (6, 6, What.ENTERED)]
    entered = told(table).lines[2]
    assert entered.before is not None
    assert entered.before.open_round == an_open_round("queens")
    assert entered.after.open_round == an_open_round("queens", tallies=[("queens", (2, 1, None, None))])
    assert entered.at == table.log[3].step.at


def test_entries_that_came_back_to_where_they_were_are_not_told(database: Database) -> None:
    marks = [(0, 1), (0, 2)]
    table = a_table(database, a_game(open_round=an_open_round("queens", marks=marks)))
    for given in (False, True):
        table.enter(MarkEntry(0, 1, given=given))
    assert lines(table) == [(1, 1, What.STARTED)]
    assert verdict(table, 3) == Fixed()


def test_entries_of_two_rounds_are_two_lines(database: Database) -> None:
    table = a_table(database, a_game(open_round=an_open_round("queens")))
    table.enter(MarkEntry(0, 1, given=True))
    deal_again(database, table.form(), open_version=1)
    choose_contract(database, table.form(), "hearts", number=1)
    table.enter(MarkEntry(0, 1, given=True))
    assert [what for _, _, what in lines(table)[1:]] == [What.ENTERED, What.CANCELLED, What.CHOSE, What.ENTERED]


def test_who_scores_is_told_which_phone_it_was_and_who_follows_is_not(database: Database) -> None:
    table = a_table(database)
    with database.writing() as connection:
        access.remember_browser(connection, "another", "Firefox", FRIDAY)
        access.grant(connection, table.id, "another", Right.SCORE, FRIDAY)
        access.remember_browser(connection, "follower", "", FRIDAY)
        access.grant(connection, table.id, "follower", Right.FOLLOW, FRIDAY)
    choose_contract(database, table.form(browser="another"), "queens", number=1)
    assert [line.phone for line in told(table).lines] == [Phone("Firefox", False), Phone("", True)]
    assert [line.phone for line in told(table, "another").lines] == [Phone("Firefox", True), Phone("", False)]
    followed = told(table, "follower")
    assert [line.phone for line in followed.lines] == [None, None]
    assert [replace(line, phone=None) for line in told(table).lines] == list(followed.lines)
    step = see_step(database, table.id, "follower", 2)
    assert step.verdict is None
    assert step.line == followed.lines[0]


def test_for_a_stranger_there_is_no_history(database: Database) -> None:
    table = a_table(database)
    for browser in ("stranger", "", None):
        with pytest.raises(NoSuchGame):
            see_history(database, table.id, browser)
        with pytest.raises(NoSuchGame):
            see_step(database, table.id, browser, 1)
    with pytest.raises(NoSuchGame):
        take_back_step(database, table.form(browser="stranger"), 1)


def test_there_is_no_step_that_never_was(database: Database) -> None:
    table = a_table(database)
    for revision in (-1, 0, 2, 10**30):
        with pytest.raises(NoSuchStep):
            see_step(database, table.id, "phone", revision)
        with no_change(table), pytest.raises(Conflict):
            take_back_step(database, table.form(), revision)


def test_a_long_history_comes_in_pages_that_stay_where_they_are(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "LINES", 3)
    table = a_table(database)
    for number in range(6):
        settings(table, title=str(number))
    pages = [told(table)]
    settings(table, title="later")
    while (older := pages[-1].older) is not None:
        pages.append(see_history(database, table.id, "phone", up_to=older))
    assert [[line.last for line in page.lines] for page in pages] == [[7, 6, 5], [4, 3, 2], [1]]
    assert [page.is_newest for page in pages] == [True, False, False]
    assert see_history(database, table.id, "phone", up_to=0).lines == ()


def test_a_line_knows_what_was_taken_back_by_it(database: Database) -> None:
    table = a_table(database, a_game("hearts", "queens"))
    corrected = correct(table, 1, "domino")
    settings(table, title="Friday")
    take_back_step(database, table.form(), corrected)
    take_back(database, table.form(), revision=4)

    def undone(line: Line) -> Line:
        assert line.undone is not None
        return line.undone

    again, back, title, first, _ = told(table).lines
    assert (undone(again).last, undone(back).last) == (back.last, first.last)
    assert undone(again).undone is None
    assert (title.undone, first.undone) == (None, None)


def test_the_lines_before_and_after_a_change_are_at_hand(database: Database) -> None:
    table = a_table(database, a_game(open_round=an_open_round("queens")))
    for seat in (0, 1, 2):
        table.enter(TallyEntry("queens", seat, 1))
    settings(table, title="Friday")
    around = {revision: see_step(database, table.id, "phone", revision) for revision in range(1, 6)}
    assert {revision: (step.earlier, step.later) for revision, step in around.items()} == {
        **{1: (None, 4), 2: (1, 4), 3: (1, 4), 4: (1, 5)},
        5: (4, None),
    }
    first = around[3].line
    assert first is not None
    # In the middle of what is one line the page shows as much of it as was done by then.
    assert (first.first, first.last) == (2, 3)


def test_a_game_of_which_the_log_holds_nothing_has_an_empty_history(database: Database) -> None:
    table = a_table(database)
    with database.reading() as connection:
        log = read_log(connection, replace(table.stored, id="another"))
    assert list(log.spans()) == []
    assert log.game(1) == table.game
    assert log.span_at(1) is None


# Evenings on which anything happens

States = dict[int, dict[str, Json]]


def walked(table: Table, seed: int, steps: int) -> States:
    """Change a game at random, and note the record of each revision."""
    walk, states = Walk(table, seed), {1: record_of(table.game)}
    for _ in range(steps):
        before = table.stored.revision
        walk.take()
        # Deleting and bringing back are two revisions of the same game.
        states |= {revision: record_of(table.game) for revision in range(before + 1, table.stored.revision + 1)}
        assert replay(table.game).faults == ()
    return states


def bare(game: Game) -> Game:
    """A game without rulings and the dealers they let stand, and without the stage of the open round."""
    entry = game.open_round
    return replace(
        game,
        rounds=tuple(replace(one, rulings=(), dealer=None) for one in game.rounds),
        open_round=None if entry is None else replace(entry, rulings=(), dealer=None),
        marking_over=False,
    )


def attempts(table: Table, revisions: range) -> Iterator[Verdict]:
    """Try to take back each change, as the page says that it can be or can't; afterwards all is as it was."""
    for revision in revisions:
        said = verdict(table, revision)
        before = table.stored
        yield said
        match said:
            case Possible(game, violations):
                form = table.form(browser="other")
                take_back_step(table.database, form, revision, rulings=codes(violations))
                # Rulings are added where the table lifts rules, and go where they lift nothing any more.
                assert bare(table.game) == bare(game)
                assert replay(table.game).faults == ()
                assert table.game != before.game
                take_back(table.database, table.form(), revision=table.stored.revision)
                assert record_of(table.game) == record_of(before.game)
            case Unruly(_, violations):
                with pytest.raises(Rejected) as caught:
                    take_back_step(table.database, table.form(), revision, rulings=codes(violations))
                assert not caught.value.can_be_ruled
                assert table.stored == before
            case _:
                assert not isinstance(said, Depended) or said.lines
                with pytest.raises(Conflict):
                    take_back_step(table.database, table.form(), revision)
                assert table.stored == before


@pytest.mark.parametrize("seed", range(6))
def test_every_evening_is_led_back_and_says_rightly_what_can_be_taken_back(seed: int, database: Database) -> None:
    table = a_table(database)
    states = walked(table, seed, 24)
    with database.reading() as connection:
        log = read_log(connection, table.stored)
    assert {revision: record_of(log.game(revision)) for revision in states} == states
    said = list(attempts(table, range(1, table.stored.revision + 1)))
    assert {type(one) for one in said} >= {Possible, Depended, Fixed}
