"""The page that checks a sheet: pasted or uploaded, the answer names every wrong number."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from scorekeeper.services.checking import LARGEST
from scorekeeper.web.bodies import LARGEST_UPLOAD
from tests.records import GAMES, INVALID, a_record, a_round, encoded, vector
from tests.services.test_comparing import typed_off
from tests.test_cli_check_csv import example
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.house_rules import check_page
from tests.web.pages import Page, text_of

HOSTILE = ("<script>alert(1)</script>", "אברהם", "=cmd()", "W" * 40)
NAMES = ",Anna,Bram,Cees,Dirk,doubles\n"


def check(client: Client, text: str, *, expect: int = 200) -> Page:
    """Paste a text and have it checked."""
    page = client.get("/calculator/check")
    return client.submit(page.form("/calculator/check"), {"text": text}, expect=expect)


def upload(client: Client, content: bytes, name: str = "friday.csv") -> Page:
    """Upload a file and have it checked."""
    form = client.get("/calculator/check").form("/calculator/check")
    fields = {field: form.value(field) for field in ("csrf_token", "key")}
    answer = client.http.post("/calculator/check", data={**fields, "text": "", "file": (BytesIO(content), name)})
    with answer:
        body = answer.get_data(as_text=True)
    page = Page.read("/calculator/check", answer.status_code, answer.headers, body, is_fragment=False)
    assert check_page(page) == []
    return page


def verdict(page: Page) -> str:
    """Tell what came out."""
    return page.by_id("verdict").attrib["class"].rpartition("is-")[2]


def faults(page: Page) -> list[str]:
    """Read the list of what is wrong."""
    return [text_of(line) for found in page.all(class_="faults") for line in page.all("li", within=found)]


def marked(page: Page) -> list[tuple[str, str]]:
    """Read the wrong cells: what the sheet says and what is right."""
    return [
        (
            text_of(page.all("del", within=cell)[0]).split()[-1],
            text_of(page.all("ins", within=cell)[0]).split()[-1],
        )
        for cell in page.all("td", class_="is-wrong")
    ]


def test_the_page_shows_how_a_sheet_is_typed_off(client: Client) -> None:
    page = client.get("/calculator/check")
    client.visit_links(page)
    assert "verdict" not in page
    example_text = page.all("pre")[0].text or ""
    assert verdict(check(client, example_text)) == "right"


def test_wrong_numbers_are_marked_and_told(client: Client) -> None:
    page = check(client, example("csv"))
    assert verdict(page) == "wrong"
    assert marked(page) == [("−280", "−290"), ("−240", "−250")]
    assert len(page.all("td", class_="is-carried")) == 1
    told = faults(page)
    assert len(told) == 2
    assert all(part in told[0] for part in ("2", "Anna", "−280", "−290"))
    assert (page.by_id("text").text or "").strip() == example("csv").strip()


def test_a_right_sheet_is_right(client: Client) -> None:
    page = check(client, typed_off(GAMES[0]))
    assert (verdict(page), faults(page), marked(page)) == ("right", [], [])
    assert len(page.all("tbody")) == len(vector(GAMES[0])["expected"]["rounds"])


def test_broken_rules_and_impossible_points_are_told(client: Client) -> None:
    page = check(client, NAMES + "Queens\nraw,-95,-25,0,0\nClubs\nQueens,3\n")
    assert verdict(page) == "wrong"
    assert len(faults(page)) == 5
    assert len(page.all("td", class_="is-doubtful")) == 2
    # From the second round on no total can be known.
    assert len(page.all("tr", within=page.by_id("round-2"))) == 1


def test_what_could_not_be_checked_is_marked(client: Client) -> None:
    page = check(client, example("csv").replace("Queens,3,1", "Queens,3,2"))
    assert len(faults(page)) == 1
    assert (marked(page), len(page.all("td", class_="not-checked"))) == ([], 4)
    assert [text_of(row) for row in page.all("tr", within=page.by_id("round-1"))][1:] == [
        "Score not checked",
        "Total not checked",
    ]
    assert "not checked" in page.text("round-3")


def test_what_can_not_be_read_is_told_by_line_and_kept(client: Client) -> None:
    text = NAMES + 'Quens,4\nQueens,"4,0",x\n'
    page = check(client, text)
    assert verdict(page) == "unread"
    assert [line.split()[1] for line in faults(page)] == ["2", "3", "3"]
    assert (page.by_id("text").text or "").strip() == text.strip()
    assert not page.all("table", class_="checked")


@pytest.mark.parametrize("path", GAMES[:3], ids=lambda path: path.stem)
def test_a_right_record_shows_its_scores(path: Path, client: Client) -> None:
    page = check(client, encoded(vector(path)["record"]).decode())
    assert (verdict(page), faults(page)) == ("right", [])
    assert len(page.all("tbody")) == len(vector(path)["expected"]["rounds"])


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_a_wrong_record_has_its_faults_told(path: Path, client: Client) -> None:
    page = check(client, encoded(vector(path)["record"]).decode())
    assert verdict(page) == "wrong"
    assert faults(page)


def test_what_is_wrong_with_the_record_itself_is_said_once(client: Client) -> None:
    record = {key: value for key, value in a_record(a_round()).items() if key != "rules"}
    assert faults(check(client, encoded(record).decode())) == ["The record: the entry “rules” is missing."]


def test_files_can_be_uploaded(client: Client) -> None:
    assert verdict(upload(client, b"\xef\xbb\xbf" + example("csv").encode())) == "wrong"
    assert verdict(upload(client, encoded(a_record(a_round())), "friday.json")) == "right"
    page = upload(client, example("csv").encode("utf-16"))
    assert (page.status, verdict(page)) == (422, "unread")


@pytest.mark.parametrize("text", ["", " \n", "{", '{"a": 1, "a": 2}'])
def test_nothing_that_can_be_checked_is_told(text: str, client: Client) -> None:
    assert verdict(check(client, text, expect=422)) == "unread"


@pytest.mark.parametrize("text", ["", " \n"])
def test_where_nothing_was_given_it_says_what_to_give_and_an_empty_file_is_told_from_it(
    text: str, client: Client
) -> None:
    page = check(client, text, expect=422)
    assert "Choose a file, or paste a sheet or record." in page.text("verdict-heading")
    assert "The file is empty." in upload(client, b"").text("verdict-heading")


@pytest.mark.parametrize(("size", "status"), [(LARGEST + 1, 422), (LARGEST_UPLOAD + 1, 413)])
def test_what_is_too_large_is_told_on_the_same_page(client: Client, size: int, status: int) -> None:
    page = check(client, "x" * size, expect=status)
    assert verdict(page) == "unread"
    assert f"{LARGEST:,}" in page.text("verdict-heading")
    assert page.has_form("/calculator/check")


@pytest.mark.parametrize(
    "text",
    [
        "," * 100_000,
        NAMES + "Queens" + ",9" * 10_000,
        "\x00" * 1000,
        NAMES + '"' * 999,
        NAMES + "=cmd(),=cmd(),=cmd()\n" * 400,
        "<script>alert(1)</script>,</textarea>,<b>,&amp;,\x0c\n",
    ],
    ids=["commas", "columns", "nulls", "quotes", "formulas", "markup"],
)
def test_a_hostile_sheet_is_answered(text: str, client: Client) -> None:
    assert verdict(check(client, text)) == "unread"


def test_hostile_names_come_out_as_typed(client: Client) -> None:
    page = check(client, "," + ",".join(HOSTILE) + "\nQueens,4,,,,1>2\nscore,0\n")
    head = page.all("thead", within=page.all("table", class_="checked")[0])[0]
    assert [text_of(cell) for cell in page.all("th", within=head)][1:] == list(HOSTILE)
    assert HOSTILE[0] in faults(page)[0]
    assert marked(page) == [("0", "−240")]


def test_a_form_without_its_token_is_shown_again(client: Client) -> None:
    client.post("/calculator/check", [("text", NAMES)], expect=400)


def test_nothing_is_stored(client: Client, everything: Callable[[], Rows]) -> None:
    before = everything()
    check(client, example("csv"))
    assert everything() == before
