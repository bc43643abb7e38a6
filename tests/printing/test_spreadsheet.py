"""CSV: what the document promises, right numbers, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from scorekeeper.printing.spreadsheet import COLUMNS, as_text, spreadsheet
from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import replay
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.violations import Code
from tests.printing.games import FOREIGN, FRIDAY, HOSTILE, doubled_both_ways
from tests.web.tables import a_game, a_round

DOCUMENT = Path(__file__).parents[2] / "docs" / "csv.md"


def rows(game: Game) -> list[dict[str, str]]:
    """Read the CSV of a game as a spreadsheet does."""
    text = spreadsheet(replay(game)).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_example_of_the_document_is_what_comes_out() -> None:
    example = re.search(r"```csv\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert example is not None
    entry = a_round("queens", tallies=(("queens", (2, 0, 0, 2)),), marks=((0, 1), (1, 0)))
    game = a_game((entry,), title="Friday", played_on=FRIDAY)
    assert spreadsheet(replay(game)).decode("utf-8-sig") == example[1].replace("\n", "\r\n")


def test_the_document_describes_every_column_and_no_other() -> None:
    table = [line for line in DOCUMENT.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert tuple(name for line in table for name in re.findall(r"`(\w+)`", line.split("|")[1])) == COLUMNS


def test_it_begins_with_the_mark_of_utf_8_and_its_lines_end_as_spreadsheets_write_them() -> None:
    content = spreadsheet(replay(a_game(2)))
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == content.count(b"\n") == 1 + 2 * 4


def test_a_row_for_each_round_and_player_and_the_score_is_raw_points_and_what_moved() -> None:
    game = doubled_both_ways()
    found = rows(game)
    assert len(found) == 12 * 4
    for place, row in enumerate(found):
        scored = replay(game).rounds[place // 4]
        seat = SEATS[place % 4]
        assert int(row["score"]) == scored.scores[seat] == int(row["raw"]) + int(row["settled"])
        assert (int(row["total"]), int(row["sum_of_totals"])) == (scored.totals[seat], scored.played)


def test_numbers_are_plain_numbers() -> None:
    numbers = [row[column] for row in rows(doubled_both_ways()) for column in ("raw", "settled", "score", "total")]
    assert all(re.fullmatch(r"-?[1-9][0-9]*|0", number) for number in numbers)


def test_names_come_out_as_typed_but_for_the_apostrophe() -> None:
    found = rows(a_game(1, players=HOSTILE, title="@SUM(A1:A9)"))
    assert [row["player"] for row in found] == [f"'{HOSTILE[0]}", *HOSTILE[1:]]
    assert {row["title"] for row in found} == {"'@SUM(A1:A9)"}
    assert [row["player"] for row in rows(a_game(1, players=FOREIGN))] == list(FOREIGN)


def test_who_doubled_is_no_formula_either() -> None:
    entry = a_round("queens", marks=((0, 1),))
    assert rows(a_game((entry,), players=HOSTILE))[1]["doubled_by"] == f"'{HOSTILE[0]}"


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "\n", "\u200b=", "＝", " ="])
def test_whatever_begins_like_a_formula_is_text(first: str) -> None:
    assert as_text(f"{first}1+1") == f"'{first}1+1"


@pytest.mark.parametrize("text", ["Anna", "", "A=1", "'x", "#1", "−5", "(1)", "1=1"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert as_text(text) == text


def test_roles_and_rulings_are_told() -> None:
    played = tuple(a_round(contract) for contract in ("trump-clubs", "ducking", "hearts", "domino"))
    ruled = a_round("trump-spades", rulings=(Code.TRUMP_QUOTA,))
    last = rows(a_game((*played, ruled)))[-4:]
    assert [row["role"] for row in last] == ["dealer", "", "chooser", ""]
    assert {row["ruling"] for row in last} == {"trump-quota"}
    assert [row["took"] for row in last] == ["7 tricks", "6 tricks", "", ""]


def test_an_open_round_is_left_out() -> None:
    assert {row["round"] for row in rows(a_game(2, open_round=a_round("queens")))} == {"1", "2"}
