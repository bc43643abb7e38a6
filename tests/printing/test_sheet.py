"""The sheet as a table: every number is the replay's, every line proves itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.printing.sheet import by_contract, sheet
from scorekeeper.record import read
from scorekeeper.rules.game import Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.violations import Code
from tests.printing.games import doubled_both_ways
from tests.records import GAMES, vector
from tests.web.tables import a_game, a_round


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_number_of_a_played_game_is_on_its_sheet(path: Path) -> None:
    document = vector(path)
    played = read(document["record"]).played
    assert played is not None
    laid_out = sheet(played)
    players = document["record"]["players"]
    for line, expected in zip(laid_out.lines, document["expected"]["rounds"], strict=True):
        assert [cell.raw for cell in line.cells] == [expected["raw"][name] for name in players]
        assert [cell.score for cell in line.cells] == [expected["scores"][name] for name in players]
        assert [cell.total for cell in line.cells] == [expected["totals"][name] for name in players]
        assert line.adds_up
    assert laid_out.adds_up


def test_the_last_line_of_a_finished_game_proves_that_all_adds_up_to_nothing() -> None:
    laid_out = sheet(replay(doubled_both_ways()))
    assert (laid_out.sum_of_raw, laid_out.sum_of_totals, laid_out.adds_up) == (0, 0, True)
    assert sum(laid_out.raw) == 0


def test_a_cell_says_who_dealt_who_chose_and_who_doubled_in_speaking_order() -> None:
    entry = a_round("queens", marks=((1, 0), (3, 0), (0, 1)))
    (line,) = sheet(replay(a_game((entry,)))).lines
    # Anna deals, Cees chooses: Dirk speaks first, then Anna, Bram and Cees.
    assert [cell.deals for cell in line.cells] == [True, False, False, False]
    assert [cell.chooses for cell in line.cells] == [False, False, True, False]
    assert [cell.doublers for cell in line.cells] == [(3, 1), (0,), (), ()]


def test_a_ruling_is_marked_by_its_name() -> None:
    second_trump = tuple(a_round(contract) for contract in ("trump-clubs", "ducking", "hearts", "domino"))
    ruled = a_round("trump-spades", rulings=(Code.TRUMP_QUOTA,))
    lines = sheet(replay(a_game((*second_trump, ruled)))).lines
    assert [line.rulings for line in lines] == [(), (), (), (), ("second trump",)]


def test_an_unfinished_game_has_no_places_and_names_its_open_round() -> None:
    laid_out = sheet(replay(a_game(3, open_round=Round("queens"))))
    assert (len(laid_out.lines), laid_out.open, laid_out.is_running) == (3, "Queens", True)
    assert {rank.place for rank in laid_out.ranks} == {None}
    assert (laid_out.outcome, laid_out.state) == ("", "after round 3 of 11")
    assert laid_out.adds_up


def test_a_game_without_rounds_adds_up_to_nothing() -> None:
    laid_out = sheet(replay(a_game()))
    assert (laid_out.lines, laid_out.totals, laid_out.adds_up) == ((), (0, 0, 0, 0), True)


def test_equal_totals_share_a_place_and_the_best_comes_first() -> None:
    laid_out = sheet(replay(doubled_both_ways(names=("Anna", "Bram", "Cees", "Dirk"))))
    assert [(rank.name, rank.place) for rank in laid_out.ranks] == [("Bram", 1), ("Cees", 2), ("Dirk", 2), ("Anna", 4)]
    assert laid_out.outcome == "Bram wins"


def test_by_contract_every_contract_has_a_row_and_the_fifth_trump_none() -> None:
    rows = by_contract(sheet(replay(a_game(11))))
    assert len(rows) == 12
    assert [name for _id, name, line in rows if line is None] == ["No trump"]
    numbers = sorted(line.number for _id, _name, line in rows if line is not None)
    assert numbers == list(range(1, 12))


def test_a_sheet_whose_sums_are_wrong_says_so() -> None:
    played = replay(a_game(2))
    last = played.rounds[-1]
    wrong = replace(last, scores=(last.scores[0] + 5, *last.scores[1:]), totals=(last.totals[0] + 5, *last.totals[1:]))
    laid_out = sheet(replace(played, rounds=(played.rounds[0], wrong)))
    assert [line.adds_up for line in laid_out.lines] == [True, False]
    assert not laid_out.adds_up
