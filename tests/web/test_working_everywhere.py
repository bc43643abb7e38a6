"""The six settlement lines of a round are the same on its page, in the preview, in the calculator and at the console.

All come from `rules.doubling.settlements`; here the places that show them are compared for every round of the vectors.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from scorekeeper.record import Json, read
from scorekeeper.rules.doubling import PAIRS, Settlement
from scorekeeper.rules.game import Names
from scorekeeper.rules.replay import Replay, ScoredRound
from scorekeeper.services.checking import check_bytes
from scorekeeper.web.calculating import query_of_round
from scorekeeper.wording.checks import json_line
from scorekeeper.wording.names import points
from tests.records import GAMES, encoded, vector
from tests.web.client import Client
from tests.web.pages import Page, number_of, text_of
from tests.web.tables import stored

every_game = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)


def played_game(path: Path) -> Replay:
    played = read(vector(path)["record"]).played
    assert played is not None
    return played


class Shown:
    """The working as a page shows it. Only its own part is parsed: there are hundreds of pages to read."""

    def __init__(self, client: Client, address: str) -> None:
        answer = client.http.get(address)
        body = answer.get_data(as_text=True)
        assert answer.status_code == 200, address
        (part,) = re.findall(r'<table class="working">.*?</table>.*?<ul>.*?</ul>', body, re.DOTALL)
        self.page = Page.read(address, 200, answer.headers, part, is_fragment=True)
        self.rows = [
            (text_of(row[0]), [text_of(cell) for cell in self.page.all("td", within=row)])
            for row in self.page.all("tr")[1:]
        ]
        self.raw = next([number_of(cell) for cell in cells] for head, cells in self.rows if head == "Raw points")
        self.pairs = [(head, cells) for head, cells in self.rows if "" in cells]
        self.sentences = [text_of(line) for line in self.page.all(class_="working-pair")]

    def settlements(self) -> tuple[Settlement, ...]:
        """Read the six lines: pairs without a mark have none of their own, and their raw points are there."""
        marks, moved = dict.fromkeys(PAIRS, 0), dict.fromkeys(PAIRS, 0)
        for head, cells in self.pairs:
            first, second = (seat for seat, cell in enumerate(cells) if cell)
            marks[first, second] = 2 if head.endswith("×2") else 1
            moved[first, second] = number_of(cells[first])
            assert number_of(cells[second]) == -moved[first, second]
        lines = tuple(Settlement((a, b), marks[a, b], self.raw[a] - self.raw[b]) for a, b in PAIRS)
        assert [line.transfer for line in lines] == list(moved.values())
        return lines

    def scores(self) -> list[int]:
        return [number_of(cell) for cell in self.rows[-1][1]]


def hold(shown: Shown, scored: ScoredRound, players: Names) -> None:
    """Compare what a page shows with what the rules say."""
    assert shown.settlements() == scored.settlements
    assert shown.scores() == list(scored.scores)
    marked = [line for line in scored.settlements if line.marks]
    if marked:
        assert len(shown.sentences) == len(marked)
        for line, sentence in zip(marked, shown.sentences, strict=True):
            first, second = (players[seat] for seat in line.between)
            # The difference is that of the doubler, who need not be the first of the two.
            assert f"= {abs(line.difference):,};" in sentence.replace("= −", "= ")
            wanted = "nothing moves"
            if line.transfer:
                wanted = f"{first} {points(line.transfer)}"
                assert f"{second} {points(-line.transfer)}" in sentence
            assert wanted in sentence
            assert ("×2" in sentence) == (line.marks == 2)


@every_game
def test_the_page_of_each_round_shows_its_settlements(client: Client, path: Path) -> None:
    played = played_game(path)
    game = stored(client, played.game)
    for scored in played.rounds:
        hold(Shown(client, f"/games/{game}/rounds/{scored.number}"), scored, played.game.players)


@every_game
def test_the_preview_of_each_round_shows_what_its_page_will(client: Client, path: Path) -> None:
    played = played_game(path)
    for number, scored in enumerate(played.rounds):
        before = replace(played.game, rounds=played.game.rounds[:number], open_round=scored.entry)
        hold(Shown(client, f"/games/{stored(client, before)}"), scored, played.game.players)


@every_game
def test_the_calculator_shows_the_same_for_each_round(client: Client, path: Path) -> None:
    played = played_game(path)
    players = played.game.players
    for scored in played.rounds:
        query = query_of_round(scored, played.game)
        hold(Shown(client, f"/calculator?{urlencode(query, doseq=True)}"), scored, players)


@every_game
def test_the_console_lists_the_same_six_lines_as_json(path: Path) -> None:
    record: Json = vector(path)["record"]
    played = played_game(path)
    players = played.game.players
    document = json.loads(json_line("game.json", check_bytes(encoded(record))))
    for scored, written in zip(played.rounds, document["rounds"], strict=True):
        lines = tuple(
            Settlement((players.index(one), players.index(other)), line["marks"], line["difference"])
            for line in written["settlements"]
            for one, other in [line["between"]]
        )
        assert lines == scored.settlements
