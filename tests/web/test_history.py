"""The history's pages: what they tell to whom, the sheet as it then was, and taking a change back."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest
from sqlalchemy import update

from scorekeeper.rules.game import Round
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Submission
from scorekeeper.services.correcting import correct_round
from scorekeeper.services.entries import Entries
from scorekeeper.services.playing import choose_contract, save_round
from scorekeeper.services.starting import Setup, start_game
from scorekeeper.storage.games import Right
from scorekeeper.storage.schema import ChangeRow
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Page, text_of
from tests.web.tables import (
    a_game,
    a_round,
    choose,
    database_of,
    enter,
    game_in,
    give_right,
    new_game,
    play,
    stored,
    table,
)

PLAYERS = ("Anna", "Bram", "Cees", "Dirk")


@pytest.fixture
def game(client: Client) -> str:
    """A game with two rounds, of which the first was corrected: six changes."""
    client.get("/games/new")
    database = database_of(client)

    def form(game_id: str = "") -> Submission:
        return Submission(client.browser_id, secrets.token_urlsafe(8), "", game_id)

    game_id = start_game(database, form(), Setup(PLAYERS, 0, title="Friday"), kind="").game_id
    for number, contract in enumerate(("ducking", "hearts"), 1):
        version = choose_contract(database, form(game_id), contract, number=number).revision
        typed = Entries.of(a_round(contract))
        save_round(database, form(game_id), shown=Entries(), typed=typed, open_version=version)
    entry = a_round("ducking", tallies=(("tricks", (6, 7, 0, 0)),))
    correct_round(database, form(game_id), 1, entry, version=3)
    return game_id


def correct(client: Client, game_id: str, number: int, fields: dict[str, str]) -> None:
    page = client.get(f"/games/{game_id}/rounds/{number}?correct=1")
    client.submit(page.form(f"/rounds/{number}"), fields)


def rename(client: Client, game_id: str, name: str) -> None:
    client.submit(client.get(f"/games/{game_id}/settings").form("/settings"), {"players-0": name})


def history(client: Client, game_id: str, query: str = "") -> Page:
    return client.get(f"/games/{game_id}/history{query}")


def headings(page: Page) -> list[str]:
    """What the lines say in a few words, the latest first."""
    return [text_of(link) for line in page.all("li", class_="history-line") for link in page.all("a", line)]


def step(client: Client, game_id: str, revision: int | None = None) -> Page:
    """Look at a change, or at the latest."""
    return client.get(f"/games/{game_id}/history/{revision or game_in(client, game_id).revision}")


def take_back(client: Client, page: Page, *, expect: int = 200) -> Page:
    return client.submit(page.form("/take-back"), expect=expect)


def test_the_history_is_found_from_the_sheet_and_from_the_settings(client: Client, game: str) -> None:
    for page in (table(client, game), client.get(f"/games/{game}/settings")):
        assert page.link("/history") == f"/games/{game}/history"
    assert history(client, game).link(f"/games/{game}") == f"/games/{game}"


def test_the_history_lists_what_was_done_the_latest_first(client: Client, game: str) -> None:
    page = history(client, game)
    lines = page.all("li", class_="history-line")
    # The game, two rounds that were chosen and saved, and a correction; nothing else was entered.
    assert len(lines) == len(headings(page)) == 6
    assert "Ducking" in headings(page)[0]
    details = [text_of(one) for one in page.all("ul", lines[0], class_="history-details")]
    assert details == ["Tricks: Anna 7 → 6, Bram 6 → 7"]
    client.visit_links(page)


def test_names_are_those_that_people_had_then(client: Client, game: str) -> None:
    rename(client, game, "Eva")
    lines = [text_of(line) for line in history(client, game).all("li", class_="history-line")]
    assert "Anna" in lines[0]
    assert "Eva" in lines[0]
    assert "Anna 7 → 6" in lines[1]
    assert not any("Eva" in line for line in lines[1:])


def test_each_change_shows_the_sheet_as_it_then_was_and_changes_nothing_else(client: Client, game: str) -> None:
    rename(client, game, "Eva")
    first = step(client, game, 3)
    names = [text_of(cell) for cell in first.all("th", scope="col")][1:]
    assert names == list(PLAYERS)
    (row,) = first.all("tr", within=first.all("tbody")[0])
    scores = [text_of(score) for score in first.all("span", row, class_="points")]
    assert scores == ["−35", "−30", "0", "0"]
    assert [form.action for form in first.forms] == []
    last = step(client, game)
    assert [form.action for form in last.forms] == [f"/games/{game}/history/7/take-back"]
    assert [text_of(cell) for cell in last.all("th", scope="col")][1:] == ["Eva", *PLAYERS[1:]]
    for page in (first, last):
        assert page.link(f"/games/{game}")
        client.visit_links(page)


def test_an_open_round_is_shown_as_far_as_it_was_entered(client: Client) -> None:
    game = new_game(client)
    page = choose(client, game, "queens")
    page = enter(client, page, [(1, 0)], {"tally-queens-0": "3"})
    rounds = step(client, game).all(class_="then-open")
    assert "Bram doubles Anna" in text_of(rounds[0])
    assert "Anna: 3 queens" in text_of(rounds[0])
    assert not step(client, game, 1).all(class_="then-open")


def test_an_earlier_change_is_taken_back_and_the_rest_stays(client: Client, game: str) -> None:
    play(client, game, "queens")
    rename(client, game, "Eva")
    page = take_back(client, step(client, game, 6))
    assert page.address == f"/games/{game}?change=10"
    now = game_in(client, game).game
    assert now.rounds == (a_round("ducking"), a_round("hearts"), a_round("queens"))
    assert now.players == ("Eva", *PLAYERS[1:])
    # It is told, and can be taken back in turn.
    assert "Ducking" in page.text("told-text")
    client.submit(page.form("/take-back"))
    assert game_in(client, game).game.rounds[0] != a_round("ducking")
    assert headings(history(client, game))[1].endswith(headings(history(client, game))[5])


def test_the_same_press_twice_is_one_change(client: Client, game: str) -> None:
    form = step(client, game).form("/take-back")
    pages = [client.submit(form) for _ in range(2)]
    assert pages[0].address == pages[1].address
    assert game_in(client, game).revision == 7


def test_what_something_stands_on_says_so_and_is_not_taken_back(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    page = step(client, game)
    correct(client, game, 1, {"tally-tricks-0": "5", "tally-tricks-1": "8"})
    before = everything()
    refused = take_back(client, page, expect=409)
    assert everything() == before
    assert refused.all(class_="problems")
    assert not refused.has_form("/take-back")
    (line,) = refused.all("li", refused.all(class_="against-lines")[0])
    assert refused.all("a", line)[0].attrib["href"] == f"/games/{game}/history/7"
    # A look at it says the same.
    assert [text_of(one) for one in step(client, game, 6).all(class_="against-lines")] == [
        text_of(one) for one in refused.all(class_="against-lines")
    ]


def test_somebody_else_may_change_something_else_meanwhile(client: Client, game: str) -> None:
    page = step(client, game)
    other = client.another_browser()
    give_right(other, game, Right.SCORE)
    play(other, game, "queens")
    take_back(client, page)
    assert len(game_in(client, game).game.rounds) == 3


def test_what_would_break_a_rule_for_good_says_which(client: Client, everything: Callable[[], Rows]) -> None:
    game = new_game(client)
    play(client, game, "ducking")
    page = client.get(f"/games/{game}/rounds/1?contract=hearts")
    fields = {f"tally-hearts-{seat}": count for seat, count in enumerate(("13", "0", "0", "0"))}
    client.submit(page.form("/rounds/1"), fields)
    corrected = step(client, game)
    play(client, game, "ducking")
    before = everything()
    refused = take_back(client, corrected, expect=422)
    assert everything() == before
    assert "Ducking" in text_of(refused.all(class_="against-lines")[0])
    assert not refused.has_form("/take-back")


def test_what_the_table_may_let_stand_is_asked_first(client: Client) -> None:
    game = new_game(client)
    for contract in ("trump-clubs", "ducking", "hearts", "queens"):
        play(client, game, contract)
    page = client.get(f"/games/{game}/rounds/1?contract=king-of-hearts")
    client.submit(page.form("/rounds/1"), {"who-king-of-hearts": "0"})
    corrected = step(client, game)
    play(client, game, "trump-spades")
    assert "Cees" in text_of(step(client, game, corrected_revision(corrected)).all(class_="against-lines")[0])
    asked = take_back(client, corrected, expect=422)
    assert "Cees" in text_of(asked.all(class_="reasons")[0])
    client.visit_links(asked)
    client.submit(asked.form("/take-back"))
    now = game_in(client, game).game
    assert now.rounds[0].contract == "trump-clubs"
    assert now.rounds[4].rulings == (Code.TRUMP_QUOTA,)


def corrected_revision(page: Page) -> int:
    return int(page.address.rpartition("/")[2])


def test_the_beginning_is_looked_at_and_not_taken_back(client: Client, game: str) -> None:
    page = step(client, game, 1)
    assert page.all(class_="against")
    assert not page.forms
    assert page.all(class_="none-yet")
    token = step(client, game).form("/take-back").value("csrf_token") or ""
    client.post(f"/games/{game}/history/1/take-back", [("csrf_token", token), ("key", "a-key-of-mine")], expect=409)


def test_what_left_everything_as_it_was_says_so(client: Client, game: str) -> None:
    choose(client, game, "queens")
    client.submit(table(client, game).form("/open/save"), press="do=marking-over")
    page = step(client, game)
    assert page.all(class_="against")
    assert not page.forms


def test_a_phone_that_is_not_known_any_more_is_somebody(client: Client, game: str) -> None:
    with database_of(client).writing() as connection:
        connection.execute(update(ChangeRow).values(browser_id=None))
    assert len({text_of(who) for who in history(client, game).all(class_="who")}) == 1


def test_there_is_no_page_of_a_change_that_never_was(client: Client, game: str) -> None:
    token = step(client, game).form("/take-back").value("csrf_token") or ""
    for revision in ("0", "8", "9" * 30, "-1", "x"):
        address = f"/games/{game}/history/{revision}"
        client.get(address, expect=404)
        client.post(f"{address}/take-back", [("csrf_token", token), ("key", "a-key-of-mine")], expect=404)


def test_who_follows_sees_the_history_without_phones_and_without_buttons(client: Client, game: str) -> None:
    follower = client.another_browser()
    give_right(follower, game, Right.FOLLOW)
    page = history(follower, game)
    assert headings(page) == headings(history(client, game))
    assert not page.all(class_="who")
    assert len(history(client, game).all(class_="who")) == 6
    assert not step(follower, game, 6).forms
    assert not step(follower, game, 6).all(class_="against")
    assert table(follower, game).link("/history")
    form = step(client, game).form("/take-back")
    follower.get("/calculator/check")
    token = follower.get("/games/new").form("/games/new").value("csrf_token") or ""
    follower.post(form.action, [("csrf_token", token), ("key", "a-key-of-mine")], expect=404)
    stranger = client.another_browser()
    stranger.get(f"/games/{game}/history", expect=404)
    stranger.get(f"/games/{game}/history/1", expect=404)


def test_phones_are_named_to_who_scores(client: Client, game: str) -> None:
    other = client.another_browser()
    give_right(other, game, Right.SCORE)
    mine, others = (text_of(history(one, game).all(class_="who")[0]) for one in (client, other))
    assert mine != others


def test_a_long_history_comes_in_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.services.history.LINES", 5)
    game = new_game(client)
    for _ in range(3):
        page = client.submit(choose(client, game, "queens").form("/open/save"), press="/cancel")
    first = history(client, game)
    assert len(headings(first)) == 5
    (older,) = [link for link in first.links if "up_to=" in link]
    last = client.get(older)
    assert len(headings(last)) == 2
    assert not [link for link in last.links if "up_to=" in link]
    assert last.link("/history")
    client.visit_links(page)


@pytest.mark.parametrize("query", ["?up_to=0", "?up_to=-5", "?up_to=x", f"?up_to={'9' * 30}"])
def test_odd_addresses_are_no_fault(client: Client, game: str, query: str) -> None:
    history(client, game, query)


def test_names_stand_in_the_history_exactly_as_typed(client: Client) -> None:
    names = ("<b>Anna</b>", "שלום", "👩🏽‍🚀", "W" * 40)
    game = new_game(client, names)
    play(client, game, "queens", {"queens": [1, 1, 1, 1]}, [(0, 1), (1, 0)])
    page = history(client, game)
    for name in names:
        assert name in page.text()


def test_a_game_without_a_log_is_shown_as_it_is(client: Client) -> None:
    game = stored(client, a_game(2, open_round=Round("queens", ((3, 0),))))
    assert not headings(history(client, game))
    page = step(client, game, 1)
    assert page.all(class_="then-open")
    assert not page.forms


def test_an_undo_says_what_it_undid_and_what_is_there_now(client: Client, game: str) -> None:
    page = client.submit(table(client, game).form("/undo"))
    assert "2" in page.text("told-text")
    assert "Hearts" in page.text("told-text")
    line = history(client, game).all("li", class_="history-line")[0]
    assert "Hearts" in text_of(line)
    assert "Anna: 7 hearts" in text_of(line)
