"""`scorekeeper check`, as it is typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from tests.records import GAMES, INVALID, Document, a_record, a_round, encoded, vector

LONG_NAMES = [
    "Wilhelmina-Johanna van der Meulen-Jansen",
    "W" * 40,
    "Maximiliaan-Alexander van Oranje-Nassau-",
    "\u0661" * 40,
]
MINUS = "−"
COMMAND = [sys.executable, "-c", "from scorekeeper.cli import main; main()", "check"]


def check(*arguments: str | Path, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["check", *map(str, arguments)], input=stdin)


@pytest.fixture
def put(tmp_path: Path) -> Put:
    return Put(tmp_path)


class Put:
    """Writes a record to a file and gives its path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, content: object, name: str = "friday.json") -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else encoded(content))
        return path


def answer(*arguments: str | Path) -> Document:
    (line,) = check("--json", *arguments).stdout.splitlines()
    document: Document = json.loads(line)
    return document


# --- As JSON


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_json_of_a_game_is_what_its_vector_expects(path: Path, put: Put) -> None:
    game = vector(path)
    found = answer(put(game["record"]))
    expected = game["expected"]
    assert {key: found[key] for key in ("totals", "finished", "winners")} == {
        key: expected[key] for key in ("totals", "finished", "winners")
    }
    settlements = [scored.pop("settlements") for scored in found["rounds"]]
    assert found["rounds"] == expected["rounds"]
    assert all(len(six) == 6 for six in settlements)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_in_the_json_settlements_turn_raw_points_into_scores(path: Path, put: Put) -> None:
    for scored in answer(put(vector(path)["record"]))["rounds"]:
        points = dict(scored["raw"])
        for settlement in scored["settlements"]:
            first, second = settlement["between"]
            assert settlement["difference"] == scored["raw"][first] - scored["raw"][second]
            points[first] += settlement["marks"] * settlement["difference"]
            points[second] -= settlement["marks"] * settlement["difference"]
        assert points == scored["scores"]


def test_the_keys_of_the_json_keep_their_order(put: Put) -> None:
    found = answer(path := put(vector(GAMES[0])["record"]))
    assert found["file"] == str(path)
    assert list(found) == ["file", "valid", "finished", "winners", "totals", "rounds"]
    assert " ".join(found["rounds"][0]) == (
        "round contract dealer chooser leader doubling_order raw scores totals settlements"
    )
    assert list(found["rounds"][0]["settlements"][0]) == ["between", "marks", "difference"]


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_the_json_of_a_wrong_record_lists_its_faults(path: Path, put: Put) -> None:
    result = check("--json", put(vector(path)["record"]))
    found = json.loads(result.stdout)
    fault = vector(path)["fault"]
    assert (result.exit_code, result.stderr, found["valid"]) == (1, "", False)
    assert list(found) == ["file", "valid", "errors"]
    assert list(found["errors"][0]) == ["round", "code", "message"]
    assert fault in [{"round": error["round"], "code": error["code"]} for error in found["errors"]]


def test_the_json_of_a_file_that_cannot_be_read_is_a_line_too(put: Put) -> None:
    result = check("--json", put(b""), put(a_record(), "empty.json"))
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["errors"] == [{"round": None, "code": "bad-record", "message": "The file is empty."}]
    assert (second["valid"], second["winners"], second["rounds"]) == (True, [], [])
    assert result.exit_code == 2


def test_an_open_round_is_not_among_the_scored_ones_of_the_json(put: Put) -> None:
    found = answer(put(a_record(a_round(), {"contract": "hearts", "open": True})))
    assert [scored["round"] for scored in found["rounds"]] == [1]


# --- The sheet


def test_the_sheet_shows_the_working_of_a_round(put: Put) -> None:
    doubles = [["Dirk", "Anna"], ["Anna", "Cees"], ["Bram", "Dirk"], ["Cees", "Anna"]]
    record = a_record(
        a_round("kings-and-jacks", doubles=doubles, result={"kings": {"Anna": 3, "Dirk": 1}, "jacks": {"Cees": 4}}),
        title="Friday",
        played_on="2026-11-27",
    )
    result = check(put(record))
    assert result.exit_code == 0
    assert (
        result.stdout.replace(MINUS, "-")
        == """\
Friday
2026-11-27 · Bonken in 11 rounds
Clockwise: Anna, Bram, Cees, Dirk

Round 1: Kings and jacks (-120)
  Anna deals, Cees chooses, Bram leads
  Anna: 3 kings, Dirk: 1 king
  Cees: 4 jacks
  Dirk doubled Anna
  Anna doubled Cees
  Bram doubled Dirk
  Cees doubled back Anna

            raw  doubled    total
  Anna      -60     -140     -140
  Bram        0      +20      +20
  Cees      -40        0        0
  Dirk      -20        0        0
  Sum      -120     -120     -120
  Adds up: this round -120, all rounds so far -120

  Anna doubled Cees, Cees doubled back: ×2; -60 - (-40) = -20; Anna -40,
    Cees +40
  Dirk doubled Anna: -20 - (-60) = 40; Dirk +40, Anna -40
  Bram doubled Dirk: 0 - (-20) = 20; Bram +20, Dirk -20

Unfinished: 1 of 11 rounds were played
  Bram      +20
  Cees        0
  Dirk        0
  Anna     -140
  Adds up: -120
"""
    )


def test_a_finished_sheet_ends_with_the_places_and_the_winner(put: Put) -> None:
    sheet = check(put(vector(GAMES[0])["record"])).stdout
    assert sheet.replace(MINUS, "-").endswith("""
Result
  1. Güney     +345
  2. Finn      +210
  3. Els       -180
  4. Hanne     -375
  Adds up: 0
Winner: Güney
""")


def test_equal_totals_share_the_place(put: Put) -> None:
    tricks = {"tricks": {"Anna": 4, "Bram": 4, "Cees": 2, "Dirk": 3}}
    each = {"Anna": 1, "Bram": 1, "Cees": 1, "Dirk": 1}
    thirteen = {"Anna": 3, "Bram": 3, "Cees": 4, "Dirk": 3}
    record = a_record(
        *(a_round(f"trump-{suit}", result=tricks) for suit in ("clubs", "diamonds", "hearts", "spades")),
        a_round("ducking", result={"tricks": thirteen}),
        a_round("hearts", result={"hearts": thirteen}),
        a_round("kings-and-jacks", result={"kings": each, "jacks": each}),
        a_round("queens", result={"queens": each}),
        a_round("king-of-hearts", result={"king-of-hearts": {"Cees": 1}}),
        a_round("last-trick", result={"last-trick": {"Dirk": 1}}),
        a_round("domino", result={"last-out": {"Cees": 1}}),
    )
    assert answer(put(record))["winners"] == ["Anna", "Bram"]
    assert (
        check(put(record))
        .stdout.replace(MINUS, "-")
        .endswith("""
Result
  1. Anna      +70
  1. Bram      +70
  3. Dirk      -20
  4. Cees     -120
  Adds up: 0
Shared first place: Anna, Bram
""")
    )


def test_a_game_that_was_stopped_is_shown_as_unfinished(put: Put) -> None:
    record = a_record(a_round(), stopped=True, title="T" * 80)
    assert "\nStopped: 1 of 11 rounds were played\n" in check(put(record)).stdout
    assert (answer(put(record))["finished"], answer(put(record))["winners"]) == (False, [])


def test_an_open_round_is_listed_without_scores(put: Put) -> None:
    record = a_record(
        a_round(),
        {"contract": "hearts", "open": True, "doubles": [["Anna", "Bram"]], "result": {"hearts": {"Cees": 2}}},
    )
    sheet = check(put(record)).stdout.replace(MINUS, "-")
    assert (
        """
Round 2: Hearts (-65), open, no scores yet
  Bram deals, Dirk chooses, Cees leads
  Cees: 2 hearts
  Anna doubled Bram

Unfinished: 1 of 11 rounds were played
"""
        in sheet
    )


def test_what_a_table_let_stand_is_marked(put: Put) -> None:
    record = a_record(
        a_round(doubles=[["Dirk", "Anna"]], dealer="Bram", ruling=["dealer", "chooser-doubles-first"]),
    )
    sheet = check(put(record)).stdout
    assert "  Bram deals, Dirk chooses, Cees leads\n" in sheet
    assert "  Dirk doubled Anna\n" in sheet
    assert "  Let stand by the table: wrong dealer, chooser doubled first\n" in sheet


def test_an_empty_game_is_a_sheet_too(put: Put) -> None:
    result = check(put(a_record()))
    assert result.exit_code == 0
    assert "Unfinished: 0 of 11 rounds were played" in result.stdout


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_sheet_fits_80_columns_with_names_of_40_letters(path: Path, put: Put) -> None:
    record = vector(path)["record"]
    text = json.dumps(record, ensure_ascii=False)
    for name, long in zip(record["players"], LONG_NAMES, strict=True):
        text = text.replace(json.dumps(name, ensure_ascii=False), json.dumps(long, ensure_ascii=False))
    result = check(put(text.encode()))
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert all(name in result.stdout for name in LONG_NAMES)


# --- Faults and files


def test_a_fault_names_the_file_the_round_and_what_is_missing(put: Put) -> None:
    path = put(a_record(a_round(result={"queens": {"Anna": 3}}), a_round()))
    result = check(path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        f"{path}: round 1: Queens: 3 of 4 given, 1 is missing.",
        f"{path}: round 2: Queens was already played, in round 1.",
    ]


def test_a_fault_of_the_record_itself_names_no_round(put: Put) -> None:
    path = put(a_record(first_dealer="Zoë"))
    assert check(path).stderr == f"{path}: The first dealer “Zoë” is not one of the four players.\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty."),
        (b"\xff\xfe{", "The file is not a text in UTF-8; save it as that."),
        (b"{]", "This is not a game record: it can’t be read on from line 1, column 2."),
        (b"[" * 9000, "This is not a game record."),
        (b'{"a": 1, "a": 1}', "This is not a game record: an entry is there twice, or a number is no plain number."),
        (b" " * 1_000_001, "This is too large for a game record: 1,000,000 bytes are the limit."),
    ],
)
def test_a_file_that_cannot_be_parsed_ends_with_2(content: bytes, words: str, put: Put) -> None:
    path = put(content)
    result = check(path)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{path}: {words}\n")


def test_a_file_that_cannot_be_read_ends_with_2(tmp_path: Path) -> None:
    missing = check(tmp_path / "none.json")
    assert (missing.exit_code, missing.stderr) == (2, f"{tmp_path / 'none.json'}: There is no such file.\n")
    folder = check(tmp_path)
    assert (folder.exit_code, folder.stderr) == (2, f"{tmp_path}: This is a folder; give the files in it.\n")


def test_of_several_files_the_highest_status_counts(put: Put, tmp_path: Path) -> None:
    right, wrong = put(a_record(), "right.json"), put(a_record(a_round("none")), "wrong.json")
    assert check(right, right).exit_code == 0
    assert check(wrong, right).exit_code == 1
    assert check(right, tmp_path, wrong).exit_code == 2


def test_several_sheets_are_each_headed_by_their_file(put: Put) -> None:
    first, second = put(a_record(), "first.json"), put(a_record(), "second.json")
    lines = check(first, second).stdout.splitlines()
    assert lines[:3] == [f"{first}:", "", "Bonken in 11 rounds"]
    assert f"{second}:" in lines
    assert str(first) not in check(first).stdout


def test_a_dash_is_standard_input() -> None:
    right = check("-", stdin=b"\xef\xbb\xbf" + encoded(a_record()))
    assert (right.exit_code, right.stdout.splitlines()[0]) == (0, "Bonken in 11 rounds")
    assert check("-", stdin=b"").stderr == "-: The file is empty.\n"
    assert json.loads(check("--json", "-", stdin=encoded(a_record())).stdout)["file"] == "-"


@pytest.mark.parametrize("redirected", ["0>>", "0<&-"])
def test_standard_input_that_cannot_be_read_ends_with_2(redirected: str, tmp_path: Path) -> None:
    source = {"0>>": f"0>>{tmp_path / 'written'}", "0<&-": "0<&-"}[redirected]
    done = subprocess.run(["sh", "-c", f'exec "$@" {source}', "sh", *COMMAND, "-"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (2, "-: This file can’t be read.\n".encode())


def test_names_and_file_names_cannot_steer_the_console(put: Put) -> None:
    names = ["<b>Anna</b>", "\u202eB", "C; rm", "D 🂱👩‍👩‍👧"]
    sheet = check(put(a_record(players=names, first_dealer=names[0]), "a\nb\x1b[2J.json"), "no\rfile").stdout
    assert "Clockwise: <b>Anna</b>, \\u202eB, C; rm, D 🂱👩‍👩‍👧" in sheet
    assert "a\\nb\\x1b[2J.json:" in sheet
    hostile = put(a_record(a_round(doubles=[["Anna", "\x1b]0;x\x07\ud800"]])).__repr__().encode())
    assert "\x1b" not in check(hostile).stderr
    stranger = put(json.dumps(a_record(a_round(doubles=[["Anna", "\x1b\ud800\nround 2: fine"]]))).encode())
    (line, *others) = check(stranger).stderr.splitlines()
    assert "“\\x1b\\ud800\\nround 2: fine”" in line
    assert others == []


def test_help_and_version_are_there() -> None:
    runner = CliRunner()
    assert runner.invoke(main, ["--version"]).output.startswith("scorekeeper, version ")
    assert "FILE..." in runner.invoke(main, ["check", "-h"]).output
    assert runner.invoke(main, ["check"]).exit_code == 2


# --- As a real process


def process(
    *arguments: str | Path, stdout: int = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        env=os.environ | environment,
        stdout=stdout,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_a_console_without_our_signs_gets_plain_ones(put: Put) -> None:
    path = put(a_record(a_round(), players=["Anna", "Bram", "Cees", "Güney"]))
    done = process(path, LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"G\xfcney" in done.stdout
    assert b"Round 1: Queens (-120)" in done.stdout
    assert process("/no/such/\udcff", LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0").returncode == 2


def test_what_a_console_cannot_write_is_written_out(put: Put) -> None:
    path = put(a_record(title="Dürer ♠"))
    result = CliRunner(charset="latin-1").invoke(main, ["check", str(path)])
    assert result.stdout_bytes.splitlines()[0] == "Dürer \\u2660".encode("latin-1")


def test_a_closed_pipe_is_no_traceback(put: Put) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = process(put(vector(GAMES[0])["record"]), stdout=write_end)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_a_full_disk_is_a_sentence(put: Put) -> None:
    with open("/dev/full", "wb") as full:
        done = process(put(vector(GAMES[0])["record"]), stdout=full.fileno())
    assert (done.returncode, done.stderr) == (2, b"The output can't be written: No space left on device.\n")


def test_checking_does_not_load_the_database() -> None:
    loaded = "import sys, scorekeeper.cli; print([name for name in sys.modules if name.startswith('sqlalchemy')])"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"
