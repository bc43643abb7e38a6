"""`scorekeeper check` for paper sheets that were typed off, and the page that describes them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.paper_sheet.claims import Flaw, Unread
from scorekeeper.paper_sheet.labels import About
from scorekeeper.services.comparing import Line
from scorekeeper.wording.paper_sheets import unread_sentence
from tests.records import GAMES, Document, a_record, encoded, vector
from tests.services.test_comparing import typed_off

DOCUMENT = (Path(__file__).parent.parent / "docs" / "paper-sheet.md").read_text("utf-8")
NAMES = ",Anna,Bram,Cees,Dirk\n"


def check(*arguments: str | Path, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["check", *map(str, arguments)], input=stdin)


def put(folder: Path, text: str, name: str = "friday.csv") -> Path:
    """Write a sheet to a file and give its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def example(kind: str) -> str:
    """Read an example out of the document."""
    return str(re.findall(rf"```{kind}\n(.*?)```", DOCUMENT, re.DOTALL)[0])


def answer(path: Path) -> Document:
    (line,) = check("--json", path).stdout.splitlines()
    document: Document = json.loads(line)
    return document


# --- The document


def test_the_example_gives_just_the_lines_that_the_document_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path, example("csv"))
    result = check("friday.csv")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == example("text")


def test_the_example_with_right_totals_is_what_the_document_says_of_a_right_one(tmp_path: Path) -> None:
    right = example("csv").replace("-280", "-290").replace("-240", "-250")
    found, said = answer(put(tmp_path, right)), json.loads(example("json"))
    assert list(found) == list(said)
    assert list(found["rounds"][0]) == list(said["rounds"][0])
    assert found["rounds"][0]["settlements"][0] == said["rounds"][0]["settlements"][0]
    assert (found["looked_at"], found["totals"]["Anna"]) == (said["looked_at"], said["totals"]["Anna"])


def test_the_document_names_every_label_and_every_code() -> None:
    for label in About:
        assert f"`{label.value}`" in DOCUMENT
    for code in (*(f"claimed-{line.value}" for line in Line), "impossible-raw", "no-points", "bad-sheet"):
        assert f"`{code}`" in DOCUMENT


def test_the_answer_to_a_wrong_number_is_as_the_document_says(tmp_path: Path) -> None:
    error = answer(put(tmp_path, example("csv")))["errors"][0]
    assert list(error) == ["round", "code", "message", "player", "claimed", "right", "carried"]
    assert (error["round"], error["code"], error["player"]) == (2, "claimed-total", "Anna")
    assert (error["claimed"], error["right"], error["carried"]) == (-280, -290, False)


# --- Right and wrong


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_sheet_and_the_record_of_the_same_game_have_the_same_answer(path: Path, tmp_path: Path) -> None:
    sheet = answer(put(tmp_path, typed_off(path)))
    record_file = tmp_path / "friday.json"
    record_file.write_bytes(encoded(vector(path)["record"]))
    record = answer(record_file)
    assert sheet["totals"] == record["totals"]
    for one, other in zip(sheet["rounds"], record["rounds"], strict=True):
        assert one == {key: other[key] for key in one}


def test_a_right_sheet_says_so_with_its_scores(tmp_path: Path) -> None:
    result = check(put(tmp_path, NAMES + "Queens,3,1,0,0,B>A\nscore,-150,30,0,0\n"))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "Right: 4 numbers in 1 round.",
        "",
        "Round 1: Queens",
        "  Anna      −90     −150     −150",
        "  Bram      −30      +30      +30",
        "  Cees        0        0        0",
        "  Dirk        0        0        0",
    ]


def test_what_is_wrong_is_told_by_round_and_what_can_not_be_read_by_line(tmp_path: Path) -> None:
    wrong = check(path := put(tmp_path, NAMES + "Queens\nraw,-95,-25,0,0\nClubs\nQueens,4\n"))
    assert wrong.exit_code == 1
    assert wrong.stderr.splitlines() == [
        f"{path}: round 1: Anna can’t have −95: 4 × Queens at −30.",
        f"{path}: round 1: Bram can’t have −25: 4 × Queens at −30.",
        f"{path}: round 2: Neither tallies nor all raw points are there: "
        "the scores can’t be checked, nor later totals.",
        f"{path}: round 3: Queens was already played, in round 1.",
    ]
    unread = check(path := put(tmp_path, NAMES + 'Quens,4\nQueens,"4,0"\n'))
    assert unread.exit_code == 1
    assert [line.removeprefix(f"{path}: ")[:8] for line in unread.stderr.splitlines()] == ["line 2: ", "line 3: "]


def test_a_mistyped_tally_is_the_only_thing_that_is_wrong(tmp_path: Path) -> None:
    wrong = check(path := put(tmp_path, example("csv").replace("Queens,3,1", "Queens,3,2")))
    assert wrong.exit_code == 1
    assert wrong.stderr.splitlines() == [
        f"{path}: round 1: Queens: 5 given, 1 too many (there are 4). "
        "So the scores of this round were not checked, nor later totals."
    ]


def test_the_json_has_a_code_for_everything(tmp_path: Path) -> None:
    text = NAMES + "Queens,4\nraw,0\nscore,0\ntotal,0\nClubs\nraw,1,2,3,4\nHearts\nQueens,3\n"
    codes = [error["code"] for error in answer(put(tmp_path, text))["errors"]]
    assert codes == [
        "claimed-raw",
        "claimed-score",
        "claimed-total",
        "impossible-raw",
        "no-points",
        "wrong-count",
        "contract-already-played",
    ]
    bad = answer(put(tmp_path, NAMES + "Quens\n"))["errors"]
    assert [(error["round"], error["code"], error["line"]) for error in bad] == [(None, "bad-sheet", 2)]


# --- What is a sheet, and what a record


def test_a_sheet_is_told_by_its_name_or_by_what_is_in_it(tmp_path: Path) -> None:
    text = NAMES + "Queens,4\n"
    assert check(put(tmp_path, text)).exit_code == 0
    assert check(put(tmp_path, text, "friday.txt")).exit_code == 0
    assert check("-", stdin=b"\xef\xbb\xbf" + text.replace(",", ";").encode()).exit_code == 0
    assert check("-", stdin=b"rules,bonken-12\n" + text.encode()).exit_code == 0
    assert "names are missing" in check(put(tmp_path, "hello\n", "FRIDAY.CSV")).stderr
    assert check(put(tmp_path, "hello\n", "friday.txt")).exit_code == 2


def test_a_record_stays_one_whatever_its_file_is_called(tmp_path: Path) -> None:
    record = encoded(a_record())
    path = tmp_path / "friday.csv"
    path.write_bytes(b"\xef\xbb\xbf \n" + record)
    assert answer(path)["valid"]
    path.write_bytes(record[:-1] + b', "scores": [1, 2, 3, 4]}')
    assert answer(path)["errors"][0]["code"] == "bad-record"


def test_a_file_that_can_not_be_read_exits_with_2(tmp_path: Path) -> None:
    assert check(tmp_path / "gone.csv").exit_code == 2
    assert check(put(tmp_path, " \n")).exit_code == 2
    path = tmp_path / "friday.csv"
    path.write_bytes((NAMES + "Queens,4\n").encode("utf-16"))
    assert (result := check(path)).exit_code == 2
    assert "UTF-8" in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        "," * 100_000,
        (NAMES + "Queens" + ",9" * 10_000),
        NAMES.replace("Anna", "\x00" * 1000),
        NAMES + '"' * 9999,
        NAMES + "=HYPERLINK(1),=cmd(),+1+1,@x,-1-1\n" * 400,
        NAMES + f"Queens,,,,,{'A>B ' * 20_000}",
        NAMES + "Queens," + "1" * 100_000,
        NAMES + "x" * 500_000,
    ],
    ids=["commas", "columns", "nulls", "quotes", "formulas", "doubles", "digits", "word"],
)
def test_a_hostile_sheet_is_answered_with_short_sentences(text: str, tmp_path: Path) -> None:
    file = put(tmp_path, text)
    result = check(file)
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    # Where the test's folder lies has a length of its own.
    lines = [line.removeprefix(str(file)) for line in result.stderr.splitlines()]
    assert 1 <= len(lines) <= 40
    assert all(len(line) < 400 for line in lines)


def test_every_flaw_has_its_sentence() -> None:
    assert len({unread_sentence(Unread(1, flaw, "x", ("a", "b"))) for flaw in Flaw}) == len(Flaw)


def test_what_could_steer_a_terminal_is_printed_harmless(tmp_path: Path) -> None:
    result = check(put(tmp_path, NAMES + "Queens,4\nraw,\x1b[31m\n"))
    assert "\x1b" not in result.stderr
    assert "31m" in result.stderr
