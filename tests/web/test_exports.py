"""The files of a game: who gets them, their headers and names, and what is in them."""

from __future__ import annotations

import csv
import io
import json
import re
from urllib.parse import unquote

import pypdf
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.record import write
from scorekeeper.rules.game import Game, Round
from scorekeeper.storage.games import Right
from scorekeeper.web.downloads import disposition, file_name
from tests.printing.games import FOREIGN, FRIDAY, HOSTILE, LONG, doubled_both_ways
from tests.web.client import Client
from tests.web.house_rules import check_headers
from tests.web.pages import Page
from tests.web.tables import a_game, game_in, stored

KINDS = {
    "pdf": "application/pdf",
    "png": "image/png",
    "txt": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
}


def fetched(client: Client, game_id: str, suffix: str, *, status: int = 200) -> TestResponse:
    http: FlaskClient = client.http
    answer = http.get(f"/games/{game_id}/sheet.{suffix}")
    assert answer.status_code == status
    read = Page.read(answer.request.path, answer.status_code, answer.headers, "", is_fragment=False)
    assert check_headers(read) == []
    return answer


@pytest.mark.parametrize("right", Right)
@pytest.mark.parametrize("suffix", KINDS)
def test_every_file_is_there_for_who_may_follow(client: Client, suffix: str, right: Right) -> None:
    answer = fetched(client, stored(client, a_game(3, title="Friday"), right), suffix)
    assert answer.headers["Content-Type"] == KINDS[suffix]
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert f'filename="Friday-2026-05-14.{suffix}"' in answer.headers["Content-Disposition"]
    assert answer.get_data()


@pytest.mark.parametrize("suffix", KINDS)
def test_strangers_get_no_file(client: Client, suffix: str) -> None:
    game_id = stored(client, a_game(3))
    fetched(client.another_browser(), game_id, suffix, status=404)
    fetched(client, "nothing-here", suffix, status=404)


@pytest.mark.parametrize("suffix", KINDS)
@pytest.mark.parametrize(
    "game",
    [a_game(), a_game(2, open_round=Round("queens")), a_game(4, stopped=True), a_game(11), doubled_both_ways()],
    ids=["just started", "running", "stopped", "finished", "full"],
)
def test_every_file_can_be_made_in_every_state(client: Client, game: Game, suffix: str) -> None:
    assert fetched(client, stored(client, game), suffix).get_data()


def test_the_pdf_is_for_the_paper_that_is_asked_for(client: Client) -> None:
    game_id = stored(client, a_game(11))
    heights = []
    for query in ("", "?paper=letter", "?paper=nonsense"):
        content = client.http.get(f"/games/{game_id}/sheet.pdf{query}").get_data()
        (page,) = pypdf.PdfReader(io.BytesIO(content)).pages
        heights.append(round(page.mediabox.height))
    assert heights == [842, 792, 842]


def test_the_record_is_the_game(client: Client) -> None:
    game_id = stored(client, doubled_both_ways(names=FOREIGN))
    assert json.loads(fetched(client, game_id, "json").get_data()) == write(game_in(client, game_id).game)


@pytest.mark.parametrize("names", [HOSTILE, FOREIGN, LONG], ids=["code", "foreign", "long"])
def test_names_come_out_of_every_file_as_they_were_typed(client: Client, names: tuple[str, str, str, str]) -> None:
    game_id = stored(client, a_game(11, players=names, title='#"T"$x$\\'))
    text = fetched(client, game_id, "txt").get_data(as_text=True)
    assert all(name in text for name in names)
    table = csv.DictReader(io.StringIO(fetched(client, game_id, "csv").get_data().decode("utf-8-sig"), newline=""))
    assert {row["player"].removeprefix("'") for row in table} == set(names)
    assert json.loads(fetched(client, game_id, "json").get_data())["players"] == list(names)
    (page,) = pypdf.PdfReader(io.BytesIO(fetched(client, game_id, "pdf").get_data())).pages
    shown = re.sub(r"\s", "", page.extract_text())
    if names != FOREIGN:
        assert all(re.sub(r"\s", "", name) in shown for name in names)
    assert fetched(client, game_id, "png").get_data().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("", "Bonken 2026-11-27.pdf"),
        ("Friday", "Friday 2026-11-27.pdf"),
        ('../../etc/passwd"; x="', ".. .. etc passwd ; x= 2026-11-27.pdf"),
        ("CON:|?*<>", "CON 2026-11-27.pdf"),
        ("ever\u202ewfdp.exe", "everwfdp.exe 2026-11-27.pdf"),
        ("日曜日 👩‍🚀", "日曜日 👩‍🚀 2026-11-27.pdf"),
        ("x" * 68 + "y 12345678", "x" * 68 + "y 2026-11-27.pdf"),
        ("...", "Bonken 2026-11-27.pdf"),
    ],
)
def test_file_names_are_safe(title: str, name: str) -> None:
    found = file_name(a_game(title=title, played_on=FRIDAY), "pdf")
    assert re.sub(r" +", " ", found) == name.lstrip(". ")


def test_a_name_goes_into_the_header_plainly_and_as_it_is() -> None:
    plain = re.compile(r"attachment; filename=\"[A-Za-z0-9._-]+\"; filename\*=UTF-8''[A-Za-z0-9._~%-]+")
    for name in ('Żółć "x".pdf', "日曜日.csv", "a\\b;c=d.json", "'\"%00.png", "=.txt"):
        header = disposition(name)
        assert plain.fullmatch(header)
        assert unquote(header.partition("UTF-8''")[2]) == name
    assert disposition("日曜日.csv").startswith('attachment; filename="bonken.csv"')
    assert disposition("Żółć.pdf").startswith('attachment; filename="Zoc.pdf"')


def test_no_suffix_but_the_known_ones_is_answered(client: Client) -> None:
    game_id = stored(client, a_game(1))
    fetched(client, game_id, "exe", status=404)
