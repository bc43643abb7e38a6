"""Bringing in games through the pages: a preview first, then all of it or nothing."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Mapping

from scorekeeper.record import Json, write
from scorekeeper.services.importing import MOST_GAMES
from scorekeeper.services.viewing import my_games
from scorekeeper.web.bodies import LARGEST_UPLOAD
from tests.printing.games import HOSTILE, doubled_both_ways
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Form, Page, text_of
from tests.web.tables import a_game, database_of, stored

ADDRESS = "/games/import"


def spelled(*documents: Json) -> str:
    return json.dumps(documents[0] if len(documents) == 1 else list(documents))


def blank(client: Client) -> Form:
    return client.get(ADDRESS).form(ADDRESS)


def pasted(client: Client, text: str, *, expect: int = 200) -> Page:
    return client.submit(blank(client), {"pasted": text}, expect=expect)


def uploaded(client: Client, files: Mapping[str, bytes], *, expect: int = 200) -> Page:
    """Send files as a browser does."""
    fields: dict[str, object] = {name: value for name, value in blank(client).filled() if name != "files"}
    fields["files"] = [(io.BytesIO(content), name) for name, content in files.items()]
    answer = client.http.post(ADDRESS, data=fields, content_type="multipart/form-data")
    body = answer.get_data(as_text=True)
    assert answer.status_code == expect
    return Page.read(ADDRESS, answer.status_code, answer.headers, body, is_fragment=False)


def offered(page: Page) -> list[bool]:
    """Read which games are offered, and of each whether it is known already."""
    return ["is-known" in one.attrib["class"].split() for one in page.all("li", class_="offer")]


def mine(client: Client) -> list[int]:
    """Count the rounds of each game that this browser holds."""
    return sorted(len(seen.stored.game.rounds) for seen in my_games(database_of(client), client.browser_id))


def test_the_start_page_leads_to_it(client: Client) -> None:
    assert ADDRESS in client.get("/").links


def test_a_pasted_record_is_shown_first_and_added_by_one_press(client: Client, everything: Callable[[], Rows]) -> None:
    blank(client)
    before = everything()
    game = doubled_both_ways(names=("Anna", "Bram", "Cees", "Dirk"), title="Friday")
    page = pasted(client, spelled(write(game)))
    assert offered(page) == [False]
    shown = text_of(page.by_id("main"))
    assert all(word in shown for word in ("Friday", "Nov 27, 2026", "Anna", "12 rounds", "Bram wins"))
    assert everything() == before
    table = client.submit(page.form(f"{ADDRESS}/add"))
    assert table.by_id("main").get("data-game")
    assert mine(client) == [12]


def test_several_files_come_in_together_and_lead_to_the_start_page(client: Client) -> None:
    files = {
        "one.json": spelled(write(a_game(1))).encode(),
        "two.jsonl": f"{spelled(write(a_game(2)))}\n{spelled(write(a_game(3)))}\n".encode(),
        "three.json": b"\xef\xbb\xbf" + spelled(write(a_game(4)), write(a_game(5))).encode(),
    }
    page = uploaded(client, files)
    assert offered(page) == [False] * 5
    home = client.submit(page.form(f"{ADDRESS}/add"))
    home.by_id("running-heading")
    assert home.text("told-text") == "5 games added."
    assert mine(client) == [1, 2, 3, 4, 5]


def test_what_was_added_is_told_of_the_games_that_came_in_and_as_long_as_they_are_as_they_came(client: Client) -> None:
    held = spelled(write(a_game(3)))
    client.submit(pasted(client, held).form(f"{ADDRESS}/add"))
    page = pasted(client, spelled(write(a_game(3)), write(a_game(2)), write(a_game(1))))
    home = client.submit(page.form(f"{ADDRESS}/add"))
    assert home.text("told-text") == "2 games added."
    newest = my_games(database_of(client), client.browser_id)[0].stored.id
    assert client.get(f"/?added={newest}").text("told-text") == "2 games added."
    # Nobody else is told of them, and nobody of what is no game.
    assert "told-text" not in client.another_browser().get(f"/?added={newest}")
    for address in ("/", "/?added=2", "/?added="):
        assert "told-text" not in client.get(address)
    client.submit(client.get(f"/games/{newest}/settings").form("/stop"))
    assert "told-text" not in client.get(f"/?added={newest}")


def test_a_single_game_that_was_added_is_told_at_its_table(client: Client) -> None:
    table = client.submit(pasted(client, spelled(write(a_game(3)))).form(f"{ADDRESS}/add"))
    assert table.text("told-text") == "The game was added to this phone."


def test_a_game_without_a_date_is_listed_without_one(client: Client) -> None:
    document = write(a_game(3))
    document.pop("played_on")
    page = pasted(client, spelled(document))
    table = client.submit(page.form(f"{ADDRESS}/add"))
    (line,) = client.get("/").all(class_="game-line")
    assert "Without a title" in text_of(line)
    assert not re.search(r"20\d\d", text_of(line))
    assert "20" not in table.text("main").split("Anna")[0]


def test_a_record_that_this_server_wrote_comes_in_again(client: Client) -> None:
    game_id = stored(client, doubled_both_ways(names=HOSTILE))
    written = client.http.get(f"/games/{game_id}/sheet.json").get_data()
    stranger = client.another_browser()
    page = uploaded(stranger, {"friday.json": written})
    stranger.submit(page.form(f"{ADDRESS}/add"))
    assert mine(stranger) == [12]


def test_a_fault_names_file_game_and_round_and_nothing_is_added(client: Client, everything: Callable[[], Rows]) -> None:
    blank(client)
    before = everything()
    wrong = write(a_game(2))
    rounds = wrong["rounds"]
    assert isinstance(rounds, list)
    wrong["rounds"] = [*rounds, rounds[0]]
    files = {"good.json": spelled(write(a_game(1))).encode(), "<b>.json": spelled(write(a_game(3)), wrong).encode()}
    page = uploaded(client, files, expect=422)
    assert page.problems == "Nothing was added.<b>.json, game 2, round 3: Ducking was already played, in round 1."
    assert everything() == before


def test_what_was_pasted_stays_when_it_is_refused(client: Client) -> None:
    page = pasted(client, "\nnonsense <b>\n", expect=422)
    assert "not a game record" in page.problems
    assert "JSON" not in page.problems
    assert (page.by_id("pasted").text or "").strip() == "nonsense <b>"


def test_nothing_given_is_said(client: Client) -> None:
    assert pasted(client, "  ", expect=422).problems
    assert uploaded(client, {"empty.json": b""}, expect=422).problems


def test_too_many_games_are_refused(client: Client) -> None:
    page = pasted(client, spelled(*[write(a_game())] * (MOST_GAMES + 1)), expect=422)
    assert str(MOST_GAMES) in page.problems


def test_thousands_of_faults_do_not_fill_the_page(client: Client) -> None:
    page = pasted(client, json.dumps({f"key-{number}": 0 for number in range(2000)}), expect=422)
    assert len(page.body) < 150_000
    assert "more" in text_of(page.by_id("main"))


def test_more_than_the_limit_is_refused_with_a_sentence(client: Client) -> None:
    page = pasted(client, "x" * (LARGEST_UPLOAD + 1), expect=413)
    assert "2 MB" in page.problems


def test_more_than_other_forms_may_hold_comes_in(client: Client) -> None:
    page = pasted(client, spelled(*(write(doubled_both_ways(title=str(number))) for number in range(40))))
    assert offered(page) == [False] + [True] * 39
    client.submit(page.form(f"{ADDRESS}/add"), follow=False, expect=303)
    assert mine(client) == [12]


def test_the_same_game_again_is_said_and_needs_a_tick(client: Client) -> None:
    text = spelled(write(a_game(3)))
    client.submit(pasted(client, text).form(f"{ADDRESS}/add"))
    page = pasted(client, text)
    assert offered(page) == [True]
    refused = client.submit(page.form(f"{ADDRESS}/add"), expect=422)
    assert refused.problems
    assert mine(client) == [3]
    client.submit(refused.form(f"{ADDRESS}/add"), {"again": "0"})
    assert mine(client) == [3, 3]


def test_the_same_press_twice_adds_once(client: Client) -> None:
    form = pasted(client, spelled(write(a_game(3)))).form(f"{ADDRESS}/add")
    client.submit(form)
    client.submit(form)
    assert mine(client) == [3]


def test_a_damaged_preview_adds_nothing(client: Client, everything: Callable[[], Rows]) -> None:
    form = pasted(client, spelled(write(a_game(3)))).form(f"{ADDRESS}/add")
    before = everything()
    for damaged in ("", "[", "{}", "[]", '[{"format": "x"}]', "[" * 50_000):
        client.submit(form, forged={"records": damaged}, expect=422)
    client.submit(form, forged={"again": "x"})
    assert before != everything()


def test_markup_in_a_record_stays_text(client: Client) -> None:
    page = pasted(client, spelled(write(a_game(2, players=HOSTILE, title="<script>"))))
    shown = text_of(page.by_id("main"))
    assert all(name in shown for name in (*HOSTILE, "<script>"))
