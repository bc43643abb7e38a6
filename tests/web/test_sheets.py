"""The sheet of a game on its own page, and the blank sheets."""

from __future__ import annotations

import html
from xml.etree.ElementTree import Element

import pytest

from scorekeeper.rules.game import Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.violations import Code
from scorekeeper.storage.games import Right
from tests.printing.games import FOREIGN, HOSTILE, LONG, doubled_both_ways
from tests.web.client import Client
from tests.web.pages import Page, number_of, text_of
from tests.web.tables import a_game, a_round, new_game, stored


def sheet(client: Client, game_id: str, order: str = "", *, expect: int = 200) -> Page:
    query = f"?order={order}" if order else ""
    return client.get(f"/games/{game_id}/sheet{query}", expect=expect)


def lines(page: Page) -> list[str]:
    """Read which rounds the rows are, by their links; empty for a contract that was not played."""
    body = page.all("tbody")[0]
    found = []
    for row in page.all("tr", within=body):
        links = page.all("a", within=row)
        found.append(links[0].attrib["href"].rpartition("/")[2] if links else "")
    return found


def numbers(page: Page, part: str) -> list[list[int]]:
    """Read a number of each of the four cells of each row: "raw", "score" or "total"."""
    found = []
    for row in page.all("tr", within=page.all("tbody")[0]):
        cells = [cell for cell in page.all("td", within=row) if "sum" not in cell.get("class", "").split()]
        found.append([_number(page, cell, part) for cell in cells])
    return found


def _number(page: Page, cell, part: str) -> int:  # type: ignore[no-untyped-def]
    tag, class_ = {"raw": ("small", None), "score": ("b", None), "total": ("span", "running")}[part]
    element = page.all(tag, class_=class_, within=cell)[0] if class_ else page.all(tag, within=cell)[0]
    return number_of(text_of(element).split(" ")[-1])


def test_every_number_of_a_finished_game_is_on_the_page(client: Client) -> None:
    game = doubled_both_ways(names=("Anna", "Bram", "Cees", "Dirk"), title="Friday")
    page = sheet(client, stored(client, game))
    played = replay(game).rounds
    assert lines(page) == [str(number) for number in range(1, 13)]
    assert numbers(page, "raw") == [list(scored.raw) for scored in played]
    assert numbers(page, "score") == [list(scored.scores) for scored in played]
    assert numbers(page, "total") == [list(scored.totals) for scored in played]


@pytest.mark.parametrize(
    ("names", "told"),
    [(("Anna", "Bram", "Cees", "Dirk"), []), (("Anna", "Anton", "Arie", "Bram"), ["A1", "A2", "A3", "B4"])],
    ids=["guessed", "told"],
)
def test_what_stands_for_a_name_is_told_wherever_nobody_would_guess_it(
    names: tuple[str, str, str, str], told: list[str], client: Client
) -> None:
    game_id = stored(client, a_game((a_round("queens", marks=((3, 0),)),), players=names))
    page = sheet(client, game_id)
    assert [text_of(short) for short in page.all(class_="is-told")] == told
    for address in (f"/games/{game_id}", f"/games/{game_id}/rounds/1"):
        assert [text_of(short) for short in client.get(address).all("small", class_="short")] == told
    written = client.http.get(f"/games/{game_id}/sheet.json").get_data(as_text=True)
    checked = client.submit(client.get("/calculator/check").form("/calculator/check"), {"text": written})
    assert [text_of(short) for short in checked.all("small", class_="short")] == told


def test_the_table_marks_dealer_and_chooser_as_the_whole_sheet_does(client: Client) -> None:
    game_id = stored(client, doubled_both_ways(names=("Anna", "Bram", "Cees", "Dirk")))
    whole = sheet(client, game_id)
    table = client.get(f"/games/{game_id}")
    for role, said in (("deals", "dealt"), ("chooses", "chose")):
        marked = [_marked(whole, whole.all("tbody")[0], role), _marked(table, table.by_id("sheet"), role)]
        assert marked[0] == marked[1][::-1]
        assert len(marked[0]) == 12
        assert said in text_of(table.all(class_="legend", within=table.by_id("sheet"))[0])


def _marked(page: Page, within: Element, role: str) -> list[int]:
    """Read in which column of each row the mark of a role stands."""
    found = []
    for row in page.all("tr", within=within):
        cells = page.all("td", within=row)
        found += [place for place, cell in enumerate(cells) if page.all(class_=role, within=cell)]
    return found


def test_each_line_and_the_last_one_prove_their_sums(client: Client) -> None:
    game = doubled_both_ways(names=("Anna", "Bram", "Cees", "Dirk"))
    page = sheet(client, stored(client, game))
    sums = [text_of(cell) for cell in page.all("td", class_="sum")]
    assert len(sums) == 13
    assert all(text.endswith("✓") for text in sums)
    assert number_of(sums[2].split()[1]) == replay(game).rounds[2].played
    assert sums[-1] == "0 0 ✓"


def test_while_playing_the_last_round_comes_first(client: Client) -> None:
    page = sheet(client, stored(client, a_game(3)))
    assert lines(page) == ["3", "2", "1"]
    assert "is-newest-first" in page.all("table")[0].attrib["class"]


def test_by_contract_the_rows_follow_the_rules_and_the_unplayed_ones_say_so(client: Client) -> None:
    game_id = stored(client, a_game(4))
    page = sheet(client, game_id, "contract")
    assert lines(page) == ["1", "2", "3", "4"] + [""] * 8
    assert lines(sheet(client, game_id, "nonsense")) == ["4", "3", "2", "1"]


def test_roles_doubles_and_rulings_are_marked(client: Client) -> None:
    played = tuple(a_round(contract) for contract in ("trump-clubs", "ducking", "hearts", "domino"))
    ruled = a_round("trump-spades", rulings=(Code.TRUMP_QUOTA,), marks=((1, 0), (3, 0)))
    page = sheet(client, stored(client, a_game((*played, ruled))))
    row = page.all("tr", within=page.all("tbody")[0])[0]
    cells = page.all("td", within=row)
    assert len(page.all(class_="ruled", within=row)) == 1
    assert [len(page.all(class_="deals", within=cell)) for cell in cells[:4]] == [1, 0, 0, 0]
    assert [len(page.all(class_="chooses", within=cell)) for cell in cells[:4]] == [0, 0, 1, 0]
    assert [len(page.all(class_="doublers", within=cell)) for cell in cells[:4]] == [1, 0, 0, 0]
    # Dirk speaks first.
    assert "Dirk, Bram" in text_of(cells[0])


def test_a_game_without_rounds_has_a_sheet_and_names_its_open_round(client: Client) -> None:
    page = sheet(client, stored(client, a_game(open_round=Round("queens"))))
    assert lines(page) == []
    assert "Queens" in text_of(page.by_id("main"))
    assert page.all(class_="chart") == []


def test_the_chart_and_the_text_to_send_are_there(client: Client) -> None:
    page = sheet(client, stored(client, a_game(11, title="Friday")))
    assert len(page.all(class_="chart")) == 2
    text = page.by_id("share-text").text or ""
    assert text.startswith("Friday · May 14, 2026")
    assert len(text.splitlines()) == 6


@pytest.mark.parametrize("names", [HOSTILE, FOREIGN, LONG], ids=["code", "foreign", "long"])
def test_names_stand_on_the_page_as_they_were_typed(client: Client, names: tuple[str, str, str, str]) -> None:
    title = '<b>"&" $x$ #let'
    page = sheet(client, stored(client, a_game(11, players=names, title=title)))
    shown = text_of(page.by_id("main"))
    for typed in (*names, title):
        assert typed in shown
        assert html.escape(typed, quote=False).replace('"', "&#34;").replace("'", "&#39;") in page.body


def test_letters_without_a_font_are_told(client: Client) -> None:
    page = sheet(client, stored(client, a_game(1, players=("A\ufdd0", "Bram", "Cees", "Dirk"))))
    assert "\ufdd0" in page.body.partition('id="missing-letters"')[2]
    assert "missing-letters" not in sheet(client, stored(client, a_game(1)))


def test_who_follows_sees_the_sheet_and_all_its_files(client: Client) -> None:
    game_id = stored(client, a_game(11), Right.FOLLOW)
    client.visited.add(f"/games/{game_id}/rounds/1")
    page = sheet(client, game_id)
    files = {link for link in page.links if ".p" in link or ".csv" in link or ".json" in link}
    assert len(files) == 5
    client.visit_links(page)


def test_the_table_leads_to_the_sheet_at_its_end_and_before(client: Client) -> None:
    for game, links in ((a_game(2), 1), (a_game(11), 3), (a_game(2, stopped=True), 3)):
        for right in Right:
            game_id = stored(client, game, right)
            page = client.get(f"/games/{game_id}")
            found = [link for link in page.all("a") if link.attrib["href"].startswith(f"/games/{game_id}/sheet")]
            assert len(found) == links


def test_the_sheet_as_a_fragment(client: Client) -> None:
    game_id = stored(client, a_game(2))
    assert lines(client.get(f"/games/{game_id}/sheet", htmx=True)) == ["2", "1"]


def test_strangers_see_no_sheet(client: Client) -> None:
    game_id = stored(client, a_game(2))
    sheet(client.another_browser(), game_id, expect=404)
    sheet(client, "nothing-here", expect=404)


def test_a_game_that_was_just_started_has_a_sheet(client: Client) -> None:
    client.visit_links(sheet(client, new_game(client)))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_blank_sheet_has_a_line_for_each_round_and_leads_to_its_pdf(client: Client, rules: str) -> None:
    page = client.get(f"/sheets/blank?rules={rules}")
    assert len(page.all("tr", within=page.all("tbody")[0])) == RULE_SETS[rules].rounds
    assert len(page.all("li", within=page.all("ul", class_="to-tick")[0])) == len(RULE_SETS[rules].contracts)
    client.visit_links(page)


def test_blank_sheets_are_for_everybody_and_of_the_default_rules_first(client: Client) -> None:
    assert len(client.get("/sheets/blank").all("tr")) == 1 + 11 + 1
    assert not client.cookie
    assert "/sheets/blank" in client.get("/").links


def test_rules_that_nobody_knows_have_no_blank_sheet(client: Client) -> None:
    client.get("/sheets/blank?rules=nonsense", expect=404)
    client.get("/sheets/blank.pdf?rules=nonsense", expect=404)
