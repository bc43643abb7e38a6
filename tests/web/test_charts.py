"""The chart of the totals: one SVG for the page, for paper and for the PDF."""

from __future__ import annotations

import dataclasses
import itertools
import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.record import read
from scorekeeper.rules.game import Game, Names
from scorekeeper.rules.replay import Replay, ScoredRound, replay
from scorekeeper.rules.seats import Four
from scorekeeper.web.charts import FONT, LABEL_HEIGHT, apart, next_step, ticks, totals_chart
from scorekeeper.wording.names import points
from tests.records import GAMES, vector
from tests.rules.builders import NAMES, a_game, law
from tests.web.client import Client
from tests.web.pages import text_of
from tests.web.tables import a_game as a_stored_game
from tests.web.tables import stored, table

SVG = "{http://www.w3.org/2000/svg}"
AWKWARD: Names = ("W" * 40, "שלום־בן־אברהם", "<script>&\"'", "👩🏽‍🚀=1+1\uffff")


def drawing(played: Replay, *, width: int = 340, height: int = 220) -> Element:
    return ElementTree.fromstring(totals_chart(played, width=width, height=height))


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def labels(root: Element) -> list[tuple[str, float]]:
    """The names at the ends of the lines, and how far down they stand."""
    return [(element.text or "", float(element.attrib["y"])) for element in of_class(root, "chart-name")]


def lines(root: Element) -> list[list[tuple[float, float]]]:
    found = []
    for line in of_class(root, "chart-line"):
        pairs = [pair.split(",") for pair in line.attrib["points"].split()]
        found.append([(float(x), float(y)) for x, y in pairs])
    return found


def with_totals(*totals: Four) -> Replay:
    """A game whose totals were these after its first rounds; such points need no hand that could be dealt."""
    played = replay(a_game(count=len(totals)))
    rounds: tuple[ScoredRound, ...] = tuple(
        dataclasses.replace(scored, totals=after) for scored, after in zip(played.rounds, totals, strict=True)
    )
    return dataclasses.replace(played, rounds=rounds)


def recorded(number: int) -> Game:
    played = read(vector(GAMES[number])["record"]).played
    assert played is not None
    return played.game


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_line_shows_the_totals_after_each_round(number: int) -> None:
    played = replay(recorded(number))
    root = drawing(played)
    zero = float(of_class(root, "chart-zero")[0].attrib["y1"])
    history = [(0, 0, 0, 0), *(scored.totals for scored in played.rounds)]
    best = max(max(totals) for totals in history)
    top = min(y for line in lines(root) for _x, y in line)
    for seat, line in enumerate(lines(root)):
        assert len(line) == len(history)
        assert [x for x, _y in line] == sorted(x for x, _y in line)
        for (_x, y), totals in zip(line, history, strict=True):
            assert y == pytest.approx(zero - totals[seat] / best * (zero - top), abs=0.2)


def test_the_lines_are_told_apart_without_colour() -> None:
    found = of_class(drawing(replay(a_game(count=5))), "chart-line")
    assert len({line.get("stroke-dasharray") for line in found}) == 4


@pytest.mark.parametrize(
    "last",
    [(0, 0, 0, 0), (5, 5, -5, -5), (100, 100, 100, -300), (9_360, -9_360, 1, 0), (20, 19, 18, 17), (-1, -1, -1, 300)],
)
@pytest.mark.parametrize("height", [110, 220])
def test_the_names_at_the_ends_never_overlap(last: Four, height: int) -> None:
    root = drawing(with_totals(last), height=height)
    found = sorted(labels(root), key=lambda label: label[1])
    assert {name for name, _y in found} == set(NAMES)
    for (_one, above), (_other, below) in itertools.pairwise(found):
        assert below - above >= LABEL_HEIGHT - 0.2
    assert found[0][1] >= FONT * 0.7
    assert found[-1][1] <= height - FONT * 0.3


def test_names_stand_in_the_order_of_the_totals() -> None:
    root = drawing(with_totals((10, 40, 20, 30)))
    assert [name for name, _y in sorted(labels(root), key=lambda label: label[1])] == ["Bram", "Dirk", "Cees", "Anna"]


def test_long_and_hostile_names_are_shortened_and_only_text() -> None:
    played = replay(dataclasses.replace(a_game(count=4), players=AWKWARD))
    chart = totals_chart(played)
    root = ElementTree.fromstring(chart)
    assert [element.tag for element in root.iter() if element.tag.endswith("script")] == []
    wide, right_to_left, markup, emoji = (name for name, _y in sorted(labels(root), key=lambda one: one[0] != "x"))
    assert wide.startswith("WWW")
    assert wide.endswith("…")
    assert right_to_left == AWKWARD[1] or right_to_left.endswith("…")
    assert markup == AWKWARD[2] or markup.endswith("…")
    assert "\uffff" not in emoji


def test_a_drawing_stands_alone_without_style_sheet_or_address() -> None:
    chart = totals_chart(replay(a_game(count=11)), width=700, height=200, font="Libertinus Serif")
    root = ElementTree.fromstring(chart)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 700 200"
    assert root.get("font-family") == "Libertinus Serif"
    assert (root[0].tag, bool(root[0].text)) == (f"{SVG}title", True)
    assert all(line.get("stroke") and line.get("fill") == "none" for line in of_class(root, "chart-line"))
    assert not re.search(r"style|href|url\(|id=|on\w+=", chart)


def test_everything_lies_in_the_drawing() -> None:
    for played in (replay(recorded(0)), with_totals((9_360, -9_360, 0, 0)), with_totals((20, -20, 0, 0))):
        for x, y in itertools.chain(*lines(drawing(played, width=320, height=180))):
            assert 0 <= x <= 320
            assert 0 <= y <= 180


def test_no_round_is_no_chart() -> None:
    assert totals_chart(replay(a_game())) == ""


def test_one_round_is_a_chart() -> None:
    assert [len(line) for line in lines(drawing(replay(a_game("queens"))))] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (-60, 315, 6, [0, 100, 200, 300]),
        (-20, 20, 5, [-20, -10, 0, 10, 20]),
        (-9_360, 9_360, 6, [-5_000, 0, 5_000]),
        (0, 1, 6, [0, 1]),
        (-1, 1, 2, [0]),
        (-130, -10, 4, [-100, -50]),
    ],
)
def test_the_ticks_are_round_numbers(low: int, high: int, most: int, expected: list[int]) -> None:
    assert list(ticks(low, high, most)) == expected


def test_steps_go_on_for_ever() -> None:
    steps = [1]
    while len(steps) < 9:
        steps.append(next_step(steps[-1]))
    assert steps == [1, 2, 5, 10, 20, 50, 100, 200, 500]


@law
@given(st.integers(-9_360, 0), st.integers(1, 9_360), st.integers(2, 9))
def test_there_are_never_more_ticks_than_fit_and_zero_is_one(low: int, high: int, most: int) -> None:
    found = ticks(low, high, most)
    assert 1 <= len(found) <= most
    assert 0 in found
    assert low <= found[0] <= found[-1] <= high


@law
@given(st.lists(st.floats(0, 100), min_size=1, max_size=4).map(sorted))
def test_positions_are_moved_apart_within_the_bounds(wanted: list[float]) -> None:
    found = apart(wanted, 15, 0, 100)
    assert all(second - first >= 15 - 1e-6 for first, second in itertools.pairwise(found))
    assert found[0] >= -1e-6
    assert found[-1] <= 100 + 1e-6


def test_positions_that_are_apart_are_left_alone() -> None:
    assert apart([0, 20, 50, 90], 15, 0, 100) == [0, 20, 50, 90]
    assert apart([50, 50], 10, 0, 100) == [45, 55]


def test_the_ticks_are_labelled_with_their_points() -> None:
    root = drawing(with_totals((20, -20, 0, 0)))
    said = {element.text for element in of_class(root, "chart-tick")}
    assert {points(-10), "0", points(10)} <= said


def test_the_end_of_a_game_shows_the_chart(client: Client) -> None:
    page = table(client, stored(client, a_stored_game(11)))
    (chart,) = page.all(class_="chart", within=page.by_id("ending"))
    assert chart.get("role") == "img"
    assert text_of(chart)


def test_a_stopped_game_shows_its_chart_and_a_running_one_none(client: Client) -> None:
    page = table(client, stored(client, a_stored_game(4, stopped=True)))
    assert page.all(class_="chart")
    page = table(client, stored(client, a_stored_game(4)))
    assert not page.all(class_="chart")
    page = table(client, stored(client, a_stored_game(0, stopped=True)))
    assert not page.all(class_="chart")


def test_a_round_that_nobody_won_anything_in_is_a_flat_chart() -> None:
    root = drawing(with_totals((0, 0, 0, 0)))
    assert len({y for line in lines(root) for _x, y in line}) == 1
