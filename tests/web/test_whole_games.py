"""Whole games through plain forms: the totals and every round's working are those of the vectors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.records import VECTORS
from tests.web.client import Client
from tests.web.pages import Page, number_of, text_of
from tests.web.tables import (
    contract_of,
    play_record,
    table,
    totals,
    working,
)


@pytest.mark.parametrize("number", ["06", "08"])
def test_a_whole_game_ends_in_the_right_totals(client: Client, number: str) -> None:
    vector: dict[str, Any] = json.loads((VECTORS / "games" / f"game-{number}.json").read_text("utf-8"))
    record, expected = vector["record"], vector["expected"]
    game_id = play_record(client, record)
    page = table(client, game_id)
    names: list[str] = record["players"]
    assert totals(page) == [expected["totals"][name] for name in names]
    heading = page.text("ending-heading")
    assert [name for name in names if name in heading] == expected["winners"]
    for played in expected["rounds"]:
        page = client.get(f"/games/{game_id}/rounds/{played['round']}")
        lines = working(page)
        items = len(contract_of(record["rules"], played["contract"]).items)
        assert [number_of(cell) for cell in lines[items]] == [played["raw"][name] for name in names]
        assert [number_of(cell) for cell in lines[-1]] == [played["scores"][name] for name in names]
        for seat, name in enumerate(names):
            moved = sum(number_of(line[seat]) for line in lines[items + 1 : -1] if line[seat])
            assert played["raw"][name] + moved == played["scores"][name]
    rows = page_rows(table(client, game_id))
    for row, played in zip(reversed(rows), expected["rounds"], strict=True):
        assert row == [(played["scores"][name], played["totals"][name]) for name in names]


def page_rows(page: Page) -> list[list[tuple[int, int]]]:
    """Read score and total of each cell of the sheet, the newest round first."""
    lines = page.all("tr", within=page.all("tbody", within=page.by_id("sheet"))[0])
    return [
        [
            (number_of(text_of(cell[0])), number_of(text_of(page.all("small", within=cell)[0])))
            for cell in page.all("td", within=line)
        ]
        for line in lines
    ]
