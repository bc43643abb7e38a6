"""The start page, a new game, a rematch, and what becomes of odd names."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.storage.games import Right
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Form, Page, text_of
from tests.web.tables import PLAYERS, a_game, game_in, give_right, new_game, play, stored, table, totals

NAMES = {f"players-{seat}": name for seat, name in enumerate(PLAYERS)}


def blank(client: Client) -> Form:
    """Open the form of a new game."""
    return client.get("/games/new").form("/games/new")


def listed(page: Page) -> list[str]:
    """Read which games the start page leads to."""
    links = [link.attrib["href"] for item in page.all(class_="game-line") for link in page.all("a", within=item)]
    return [address.rpartition("/")[2] for address in links]


def summary(page: Page) -> dict[str, str]:
    """Read the summary of what is wrong: which field each sentence leads to."""
    (box,) = page.all(class_="problems")
    return {link.attrib["href"]: text_of(link) for link in page.all("a", within=box)}


def id_of(page: Page) -> str:
    """Read the game's id off its table."""
    return page.by_id("main").attrib["data-game"]


def test_a_phone_without_games_is_asked_to_start_one(client: Client) -> None:
    page = client.get("/")
    assert listed(page) == []
    # Looking alone gives no cookie.
    assert not client.cookie
    client.visit_links(page)


def test_the_start_page_as_a_fragment(client: Client) -> None:
    new_game(client)
    assert len(listed(client.get("/", htmx=True))) == 1


def test_a_new_game_is_there_with_what_was_filled_in(client: Client) -> None:
    form = blank(client)
    assert form.value("first_dealer") == "draw"
    assert form.value("rules") == next(iter(RULE_SETS))
    fields = NAMES | {"first_dealer": "2", "rules": "bonken-12", "title": "At <b>Bram's</b>", "played_on": "2026-02-28"}
    page = client.submit(form, fields)
    client.visit_links(page)
    game = game_in(client, id_of(page)).game
    assert (game.players, game.first_dealer, game.rule_set.id) == (PLAYERS, 2, "bonken-12")
    assert (game.title, str(game.played_on)) == ("At <b>Bram's</b>", "2026-02-28")
    assert "At <b>Bram's</b>" in page.text()


def test_the_first_dealer_is_drawn(client: Client) -> None:
    drawn = {game_in(client, id_of(client.submit(blank(client), NAMES))).game.first_dealer for _ in range(12)}
    assert drawn <= {0, 1, 2, 3}
    assert len(drawn) > 1


def test_a_game_without_title_and_date_has_a_heading_all_the_same(client: Client) -> None:
    page = client.submit(blank(client), NAMES | {"played_on": ""})
    assert game_in(client, id_of(page)).game.played_on is None
    client.visit_links(client.get("/"))


ODD_NAMES = {
    "markup": "<script>alert(1)</script>",
    "an attribute": '" autofocus onfocus="x',
    "an entity": "&lt;Anna&gt; &amp; co",
    "a family": "👨‍👩‍👧‍👦",
    "right to left": "\N{RIGHT-TO-LEFT OVERRIDE}anna",
    "Hebrew": "אנה",
    "percent": "100% %(name)s %s",
    "braces": "{{ 7 * 7 }}{% raw %}",
    "forty letters": "W" * 40,
    "forty accents": "é" * 40,
    "zalgo": "Z̷̢̛̙a̶̛̬",
    "an apostrophe": "O'Hara",
}


@pytest.mark.parametrize("first", range(0, len(ODD_NAMES), 4))
def test_odd_names_are_shown_just_as_they_were_typed(client: Client, first: int) -> None:
    names = tuple(ODD_NAMES.values())[first : first + 4]
    game = new_game(client, names)
    kept = game_in(client, game).game.players
    page = table(client, game)
    shown = [text_of(one) for one in page.all(class_="name", within=page.by_id("seats"))]
    assert shown == [" ".join(name.split()) for name in kept]
    page = play(client, game, "queens", {"queens": [0, 1, 3, 0]}, [(3, 1), (0, 2), (1, 2)])
    client.visit_links(page)
    for address in ("/", f"/games/new?rematch={game}", f"/games/{game}/rounds/1", f"/games/{game}/rounds/1?correct=1"):
        client.get(address)
    form = client.get(f"/games/{game}/settings").form("/settings")
    assert tuple(form.value(f"players-{seat}") for seat in range(4)) == kept


def test_spaces_around_a_name_are_dropped_and_accents_are_joined(client: Client) -> None:
    game = new_game(client, (" Anna ", "Jose\N{COMBINING ACUTE ACCENT}", "Cees", "Dirk"))
    assert game_in(client, game).game.players[:2] == ("Anna", "José")


BAD_NAMES = {
    "empty": "",
    "spaces": "   ",
    "nothing to see": "\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}",
    "41 letters": "x" * 41,
    "a line break": "An\nna",
    "a control character": "An\x07na",
    "the same": "Anna",
    "the same in capitals": "ANNA",
    "the same with spaces": "  anna ",
}


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_a_name_that_cannot_be_is_refused_at_its_field(
    client: Client, everything: Callable[[], Rows], name: str
) -> None:
    form = blank(client)
    before = everything()
    typed = NAMES | {"players-2": name, "first_dealer": "3", "rules": "bonken-12", "title": "Kept"}
    refused = client.submit(form, typed, expect=422)
    assert everything() == before
    field = refused.by_id("players-2")
    assert field.get("aria-invalid") == "true"
    assert text_of(refused.by_id(field.attrib["aria-describedby"]))
    assert len(refused.errors) == 1
    assert refused.problems
    assert refused.link("#players-2")
    again = refused.form("/games/new")
    assert {key: again.value(key) for key in typed if key != "players-2"} == {
        key: value for key, value in typed.items() if key != "players-2"
    }
    if name.strip() and "\n" not in name:
        assert again.value("players-2") == name
    client.submit(again, {"players-2": "Cees"})


def test_all_that_is_wrong_is_told_at_once(client: Client) -> None:
    refused = client.submit(blank(client), {"title": "t" * 81, "played_on": ""}, expect=422)
    assert len(refused.errors) == 5
    client.submit(blank(client), NAMES | {"title": "t" * 80})


def test_the_summary_says_whose_name_and_which_field_it_is_about(client: Client) -> None:
    refused = client.submit(blank(client), {"title": "t" * 81}, expect=422)
    assert summary(refused) == {
        **{f"#players-{seat}": f"Player {seat + 1}: Type a name." for seat in range(4)},
        "#title": "Title: This is too long: 80 characters at most.",
    }
    refused = client.submit(blank(client), NAMES | {"played_on": "yesterday"}, expect=422)
    assert summary(refused)["#played_on"].startswith("Date: ")


def test_a_date_that_is_none_is_refused_and_kept(client: Client, everything: Callable[[], Rows]) -> None:
    form = blank(client)
    before = everything()
    for typed in ("31-12-2026", "2026-02-30", "yesterday"):
        refused = client.submit(form, NAMES | {"played_on": typed}, expect=422)
        assert refused.form("/games/new").value("played_on") == typed
        assert text_of(refused.by_id("date-error"))
    assert everything() == before


@pytest.mark.parametrize(("field", "value"), [("first_dealer", "4"), ("first_dealer", "x"), ("rules", "bridge")])
def test_a_choice_that_is_not_there_is_refused(
    client: Client, everything: Callable[[], Rows], field: str, value: str
) -> None:
    form = blank(client)
    before = everything()
    refused = client.submit(form, NAMES, forged={field: value}, expect=422)
    assert refused.errors
    assert everything() == before


@pytest.mark.parametrize("missing", ["players-0", "players-3", "title", "played_on", "first_dealer", "rules"])
def test_a_field_that_is_missing_breaks_nothing(client: Client, missing: str) -> None:
    refused = missing.startswith("players")
    page = client.submit(blank(client), NAMES, forged={missing: None}, expect=422 if refused else 200)
    assert page.errors if refused else page.has_form("/choose")


def test_more_than_four_players_are_not_taken(client: Client) -> None:
    page = client.submit(blank(client), NAMES, forged={"players-4": "Eva", "players-11": "Fred"})
    assert game_in(client, id_of(page)).game.players == PLAYERS


def test_the_same_form_twice_is_one_game(client: Client, everything: Callable[[], Rows]) -> None:
    form = blank(client)
    first = client.submit(form, NAMES)
    after = everything()
    assert id_of(client.submit(form, NAMES)) == id_of(first)
    assert everything() == after
    client.submit(form, NAMES | {"players-0": "Eva"}, expect=409)
    assert everything() == after
    assert len(listed(client.get("/"))) == 1


def test_the_same_form_at_once_is_one_game(client: Client) -> None:
    form = blank(client)
    fields = dict(form.filled(NAMES))
    tabs = [client.another_tab() for _ in range(4)]
    ready = threading.Barrier(len(tabs))
    places: list[str | None] = []

    def send(tab: Client) -> None:
        ready.wait()
        places.append(tab.http.post(form.action, data=fields).headers.get("Location"))

    threads = [threading.Thread(target=send, args=[tab]) for tab in tabs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(places) == 4
    assert len(set(places)) == 1
    assert len(listed(client.get("/"))) == 1


def test_a_lost_cookie_is_one_press_from_a_game(client: Client, everything: Callable[[], Rows]) -> None:
    form = blank(client)
    before = everything()
    client.cookie = ""
    typed = NAMES | {"title": "Kept <b>", "first_dealer": "1"}
    again = client.submit(form, typed, expect=400)
    assert everything() == before
    page = client.submit(again.form("/games/new"))
    assert game_in(client, id_of(page)).game.title == "Kept <b>"
    assert listed(client.get("/")) == [id_of(page)]


def test_a_form_that_was_carried_out_before_the_cookie_was_lost_makes_this_browser_its_own_game(
    client: Client,
) -> None:
    form = blank(client)
    first = id_of(client.submit(form, NAMES))
    client.cookie = ""
    again = client.submit(form, NAMES, expect=400)
    second = id_of(client.submit(again.form("/games/new")))
    assert second != first
    assert listed(client.get("/")) == [second]


def test_names_of_earlier_games_are_suggested_to_this_browser_only(client: Client) -> None:
    stored(client, a_game(players=("Eva", "Fred", "Gijs", "<b>")))
    suggested = [option.get("value") for option in client.get("/games/new").all("option")]
    assert {"Eva", "Fred", "Gijs", "<b>"} <= set(suggested)
    other = client.another_browser()
    assert not other.get("/games/new").all("option")


def test_running_games_come_before_finished_ones(client: Client) -> None:
    running = [stored(client, a_game(2)), stored(client, a_game(0, open_round=Round("queens")))]
    over = [stored(client, a_game(11, title="The <b>end</b>")), stored(client, a_game(3, stopped=True))]
    found = listed(client.get("/"))
    assert set(found[:2]) == set(running)
    assert set(found[2:]) == set(over)
    client.visit_links(client.get("/"))


def test_a_deleted_game_can_be_taken_back_from_the_start_page(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, a_game(2))
    settings = client.get(f"/games/{game}/settings")
    home = client.submit(settings.form("/delete"))
    assert listed(home) == []
    table(client, game, expect=404)
    # Deleting it once more is the first answer again.
    client.submit(settings.form("/delete"))
    form = home.form("/restore")
    page = client.submit(form)
    assert page.text("told-text")
    assert totals(page) == totals(table(client, game))
    after = everything()
    client.submit(form)
    assert everything() == after


def test_who_only_follows_sees_no_deleted_games(client: Client) -> None:
    game = stored(client, a_game(2))
    other = client.another_browser()
    give_right(other, game, Right.FOLLOW)
    assert listed(other.get("/")) == [game]
    client.submit(client.get(f"/games/{game}/settings").form("/delete"))
    assert not other.get("/").forms


def test_a_rematch_keeps_the_seats_and_moves_the_deal_on(client: Client) -> None:
    game = stored(client, a_game(11, title="Friday"))
    page = client.get(table(client, game).link(f"rematch={game}"))
    form = page.form("/games/new")
    assert [form.value(f"players-{seat}") for seat in range(4)] == list(PLAYERS)
    # Anna dealt first, so Cees dealt round 11.
    assert form.value("first_dealer") == "3"
    assert (form.value("title"), form.value("rules")) == ("Friday", "bonken-11")
    page = client.submit(form)
    assert id_of(page) != game


def test_a_rematch_of_a_game_without_rounds_has_the_same_dealer(client: Client) -> None:
    game = stored(client, a_game(0, stopped=True, first_dealer=0))
    form = client.get(f"/games/new?rematch={game}").form("/games/new")
    assert form.value("first_dealer") == "0"


def test_a_rematch_of_an_unknown_game_is_no_page(client: Client) -> None:
    client.get("/games/new?rematch=nonsense", expect=404)
    game = stored(client, a_game(2))
    client.another_browser().get(f"/games/new?rematch={game}", expect=404)
