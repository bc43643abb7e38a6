"""A paper sheet against what follows from its entries: every wrong cell is found, and no right one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.paper_sheet.claims import PaperSheet
from scorekeeper.paper_sheet.reading import read_sheet
from scorekeeper.rules.possible import Doubt
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.violations import Code, RuleViolation
from scorekeeper.services.comparing import Compared, ImpossibleRaw, Line, Unknowable, WrongCell, compare
from tests.records import GAMES, vector

NAMES = ",Anna,Bram,Cees,Dirk,doubles\n"


def compared(text: str) -> Compared:
    """Compare a sheet, given by the lines below its names."""
    reading = read_sheet(NAMES + text)
    assert reading.unread == ()
    assert reading.sheet is not None
    return compare(reading.sheet)


def wrong(text: str) -> list[WrongCell]:
    """Compare a sheet that has nothing but wrong cells wrong with it."""
    found = [finding for finding in compared(text).findings if isinstance(finding, WrongCell)]
    assert len(found) == len(compared(text).findings)
    return found


def broken(text: str) -> list[tuple[int | None, Code]]:
    """Compare a sheet and list the rules that it breaks."""
    return [(found.round, found.code) for found in compared(text).findings if isinstance(found, RuleViolation)]


def typed_off(path: Path, *, raw_only: bool = False) -> str:
    """Type the game of a vector off as a sheet, as somebody would who has all of it right."""
    game = vector(path)
    record, players = game["record"], game["record"]["players"]
    quoted = ",".join('"' + name.replace('"', '""') + '"' for name in players)
    lines = [f"rules,{record['rules']}", f",{quoted}", f"dealer,{players.index(record['first_dealer']) + 1}"]
    for entry, right in zip(record["rounds"], game["expected"]["rounds"], strict=True):
        lines.append(entry["contract"])
        if not raw_only:
            lines += _taken(record["rules"], entry, players)
        lines += [f"{label},{_row(right[key], players)}" for label, key in _CLAIMED]
        marks = [f"{players.index(by) + 1}>{players.index(whom) + 1}" for by, whom in entry["doubles"]]
        lines.append(f"doubles,{' '.join(marks)}")
    return "\n".join(lines)


_CLAIMED = (("raw", "raw"), ("score", "scores"), ("total", "totals"))


def _taken(rules: str, entry: dict[str, Any], players: list[str]) -> Iterator[str]:
    items = RULE_SETS[rules].by_id[entry["contract"]].items
    for item in items:
        counts = entry["result"].get(item.id, {})
        yield f"{item.id if len(items) > 1 else 'taken'},{_row(counts, players)}"


def _row(numbers: dict[str, int], players: list[str]) -> str:
    return ",".join(str(numbers.get(name, 0)) for name in players)


def sheet_of(text: str) -> PaperSheet:
    """Read a whole sheet."""
    reading = read_sheet(text)
    assert reading.sheet is not None, reading.unread
    return reading.sheet


@pytest.mark.parametrize("raw_only", [False, True])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_that_was_typed_off_right_is_right(path: Path, raw_only: bool) -> None:
    outcome = compare(sheet_of(typed_off(path, raw_only=raw_only)))
    expected = vector(path)["expected"]
    assert outcome.findings == ()
    assert outcome.looked_at == len(expected["rounds"]) * (8 if raw_only else 12)
    assert list(outcome.totals or ()) == list(expected["totals"].values())
    for one, right in zip(outcome.rounds, expected["rounds"], strict=True):
        assert list(one.raw or ()) == list(right["raw"].values())
        assert list(one.scores or ()) == list(right["scores"].values())


@pytest.mark.parametrize("path", GAMES[:4], ids=lambda path: path.stem)
@settings(deadline=None)
@given(data=st.data())
def test_one_number_written_wrong_is_the_one_that_is_found(path: Path, data: st.DataObject) -> None:
    lines = typed_off(path).split("\n")
    claimed = [index for index, line in enumerate(lines) if line.startswith(("raw,", "score,", "total,"))]
    index = data.draw(st.sampled_from(claimed))
    seat = data.draw(st.integers(0, 3))
    off = data.draw(st.integers(-500, 500).filter(bool))
    cells = lines[index].split(",")
    right = int(cells[seat + 1])
    cells[seat + 1] = str(right + off)
    outcome = compare(sheet_of("\n".join([*lines[:index], ",".join(cells), *lines[index + 1 :]])))
    number = sum(line.startswith("raw,") for line in lines[: index + 1])
    assert outcome.findings == (WrongCell(number, Line(cells[0]), seat, right + off, right),)
    assert outcome.wrong_cells() == {(number, Line(cells[0]), seat): outcome.findings[0]}


def test_a_total_that_carries_an_error_on_is_told_from_one_that_is_added_up_wrong() -> None:
    text = "Queens,4\nscore,-120,0,0,0\ntotal,-130,0,0,0\nClubs,13\ntotal,0,0,10,0\nSpades,,13\ntotal,0,130,0,0\n"
    assert wrong(text) == [
        WrongCell(1, Line.TOTAL, 0, -130, -120),
        WrongCell(2, Line.TOTAL, 0, 0, 10, carried=True),
        WrongCell(2, Line.TOTAL, 2, 10, 0),
        WrongCell(3, Line.TOTAL, 0, 0, 10, carried=True),
    ]


def test_only_what_is_claimed_is_looked_at() -> None:
    outcome = compared("Queens,3,1,0,0,B>A\nscore,,30\nClubs,13\ntotal,-20\n")
    assert outcome.looked_at == 2
    assert outcome.is_right
    assert outcome.rounds[0].scores == (-150, 30, 0, 0)
    assert [line.transfer for line in outcome.rounds[0].settlements] == [-60, 0, 0, 0, 0, 0]


def test_raw_points_are_compared_with_what_was_taken() -> None:
    assert wrong("Queens,3,1,0,0\nraw,-90,-30,0,0\n") == []
    assert wrong("Queens,3,1,0,0\nraw,-60,-60,0,0\nscore,-60,-60,0,0\n") == [
        WrongCell(1, Line.RAW, 0, -60, -90),
        WrongCell(1, Line.RAW, 1, -60, -30),
        WrongCell(1, Line.SCORE, 0, -60, -90),
        WrongCell(1, Line.SCORE, 1, -60, -30),
    ]


def test_where_what_was_taken_can_not_be_the_raw_points_count() -> None:
    outcome = compared("Queens,3,0,0,0\nraw,-90,-30,0,0\nscore,-90,-30,0,0\n")
    assert [(type(found), found.round) for found in outcome.findings] == [(RuleViolation, 1)]
    assert outcome.rounds[0].scores == (-90, -30, 0, 0)


def test_raw_points_that_can_not_be_are_told_and_settled_all_the_same() -> None:
    outcome = compared("Queens,,,,,B>A\nraw,-95,-25,0,0\nscore,-165,45,0,0\n")
    queens = RULE_SETS["bonken-11"].by_id["queens"]
    assert outcome.findings == (ImpossibleRaw(1, queens, (-95, -25, 0, 0), Doubt((0, 1), -120, -120)),)
    assert (outcome.doubtful(1), outcome.doubtful(2)) == ((0, 1), ())
    assert outcome.rounds[0].scores == (-165, 45, 0, 0)


@pytest.mark.parametrize("line", ["", "raw,-30,-30\n", "score,-120,0,0,0\n"])
def test_without_points_nothing_later_can_be_known(line: str) -> None:
    outcome = compared(f"Queens\n{line}Clubs,13\nscore,130,0,0,0\ntotal,1,2,3,4\n")
    assert outcome.findings == (Unknowable(1),)
    assert (outcome.rounds[0].raw, outcome.rounds[0].settlements) == (None, ())
    assert outcome.rounds[1].scores == (130, 0, 0, 0)
    assert outcome.totals is None
    assert outcome.looked_at == 4


def test_from_tallies_that_do_not_add_up_nothing_follows_and_that_is_told_first() -> None:
    outcome = compared(
        "Queens,3,2,0,0,B>A A>B\nscore,-210,90,0,0\ntotal,-210,90,0,0\nQueens,4\nscore,-120,0,0,0\ntotal,-330,90,0,0\n"
    )
    miscount, again = outcome.findings
    assert isinstance(miscount, RuleViolation)
    assert (miscount.round, miscount.code) == (1, Code.WRONG_COUNT)
    assert isinstance(again, RuleViolation)
    assert again.code is Code.CONTRACT_ALREADY_PLAYED
    assert (outcome.ends_the_check(miscount), outcome.ends_the_check(again)) == (True, False)
    assert (outcome.rounds[0].raw, outcome.rounds[1].scores, outcome.totals) == (None, (-120, 0, 0, 0), None)
    assert outcome.looked_at == 4


def test_of_several_miscounts_in_a_round_the_last_one_ends_the_check_unless_raw_points_are_there() -> None:
    text = "dealer,Anna\nKings and jacks,,,,,C>A\nkings,3\njacks,3\n"
    outcome = compared(text)
    assert [(found.round, outcome.ends_the_check(found)) for found in outcome.findings] == [
        (1, False),
        (1, True),
        (1, False),
    ]
    told = compared(f"{text}raw,-60,-30,0,-30\nscore,1\n")
    assert [outcome.ends_the_check(found) for found in told.findings] == [False] * 4
    assert [isinstance(found, WrongCell) for found in told.findings] == [False, False, True, False]


def test_an_empty_sheet_is_right() -> None:
    outcome = compared("")
    assert (outcome.is_right, outcome.totals, outcome.rounds) == (True, (0, 0, 0, 0), ())


def test_what_does_not_add_up_is_a_broken_rule() -> None:
    assert broken("Queens,3,2,0,0\n") == [(1, Code.WRONG_COUNT)]
    assert broken("Queens,2,1\n") == [(1, Code.WRONG_COUNT)]
    assert broken("Queens,5,-1,0,0\n") == [(1, Code.WRONG_COUNT)]
    assert broken("Kings and jacks\nkings,4\n") == [(1, Code.WRONG_COUNT)]
    assert broken("Queens\nraw,-120,0,0,0\n") == []


def test_rules_that_need_no_dealer_are_always_checked() -> None:
    assert broken("Queens,4\nQueens,4\n") == [(2, Code.CONTRACT_ALREADY_PLAYED)]
    assert broken("Queens,4,,,,A>A\n") == [(1, Code.SELF_DOUBLE)]
    trumps = "".join(f"{trump},13\n" for trump in ("Clubs", "Diamonds", "Hearts trump", "Spades", "No trump"))
    assert broken(trumps) == [(5, Code.TOO_MANY_TRUMPS)]
    assert (12, Code.TOO_MANY_ROUNDS) in broken("Queens,4\n" * 12)


def test_rules_about_turns_are_checked_where_the_dealer_is_known() -> None:
    chooser_doubles = "Queens,4,,,,C>A\n"
    assert broken(chooser_doubles) == []
    assert broken("dealer,Anna\n" + chooser_doubles) == [(1, Code.CHOOSER_DOUBLES_FIRST)]
    assert broken("dealer,Bram\n" + chooser_doubles) == []
    assert broken(chooser_doubles + "ruling,chooser-doubles-first\ndealer,Anna\n") == []
    # The dealer of the second round tells who dealt the first one.
    assert broken(chooser_doubles + "Clubs,13\ndealer,Bram\n") == [(1, Code.CHOOSER_DOUBLES_FIRST)]


def test_a_round_that_was_dealt_out_of_turn_is_told_unless_it_was_let_stand() -> None:
    assert broken("dealer,Anna\nQueens,4\nClubs,13\ndealer,Dirk\n") == [(2, Code.DEALER)]
    assert broken("dealer,Anna\nQueens,4\nClubs,13\ndealer,Dirk\nruling,dealer\n") == []


def test_findings_come_in_the_order_of_the_rounds() -> None:
    text = "Queens,4\nscore,0\nQueens,3\ntotal,1\nClubs\nQueens,4\n"
    assert [found.round for found in compared(text).findings] == sorted(
        found.round or 0 for found in compared(text).findings
    )
