"""The settings: names, seats, first dealer, title and date; stop, go on, delete."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.rules.game import Round
from scorekeeper.rules.violations import Code
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Form
from tests.web.tables import PLAYERS, a_game, choose, contracts_on_sheet, game_in, stored, table, totals


@pytest.fixture
def game(client: Client) -> str:
    """A game of two rounds."""
    return stored(client, a_game(2))


def settings(client: Client, game_id: str) -> Form:
    """Open the settings."""
    return client.get(f"/games/{game_id}/settings").form("/settings")


@pytest.mark.parametrize("rounds", [0, 2, 11])
@pytest.mark.parametrize("stopped", [False, True])
def test_the_settings_show_what_is_there(client: Client, rounds: int, stopped: bool) -> None:
    page = client.get(f"/games/{stored(client, a_game(rounds, stopped=stopped, title='Friday'))}/settings")
    client.visit_links(page)
    form = page.form("/settings")
    assert [form.value(f"players-{seat}") for seat in range(4)] == list(PLAYERS)
    assert [form.value(f"seats-{seat}") for seat in range(4)] == ["0", "1", "2", "3"]
    assert (form.value("first_dealer"), form.value("title"), form.value("played_on")) == ("0", "Friday", "2026-05-14")
    assert page.has_form("/stop") == (rounds < 11 and not stopped)
    assert page.has_form("/resume") == (rounds < 11 and stopped)


def test_names_title_and_date_change_and_can_be_taken_back(client: Client, game: str) -> None:
    fields = {"players-0": "Eva", "players-1": "Anna", "title": "<i>", "played_on": "2025-01-01"}
    page = client.submit(settings(client, game), fields)
    now = game_in(client, game).game
    assert now.players == ("Eva", "Anna", "Cees", "Dirk")
    assert (now.title, str(now.played_on)) == ("<i>", "2025-01-01")
    client.submit(page.form("/take-back"))
    assert game_in(client, game).game == a_game(2)


def test_two_players_can_swap_names(client: Client, game: str) -> None:
    client.submit(settings(client, game), {"players-0": "Bram", "players-1": "Anna"})
    assert game_in(client, game).game.players[:2] == ("Bram", "Anna")


def test_results_stay_with_the_person_who_changes_seats(client: Client, game: str) -> None:
    before = dict(zip(PLAYERS, totals(table(client, game)), strict=True))
    page = client.submit(settings(client, game), {"seats-0": "1", "seats-1": "0"})
    players = game_in(client, game).game.players
    assert players == ("Bram", "Anna", "Cees", "Dirk")
    assert dict(zip(players, totals(page), strict=True)) == before
    assert game_in(client, game).game.first_dealer == 1
    client.submit(page.form("/take-back"))
    assert game_in(client, game).game.players == PLAYERS


def test_three_players_can_move_round(client: Client, game: str) -> None:
    client.submit(settings(client, game), {"seats-0": "1", "seats-1": "2", "seats-2": "0"})
    assert game_in(client, game).game.players == ("Cees", "Anna", "Bram", "Dirk")


def test_one_seat_for_two_is_refused(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    form = settings(client, game)
    before = everything()
    refused = client.submit(form, {"seats-0": "1", "seats-1": "3", "seats-3": "1", "title": "Kept"}, expect=422)
    assert len(refused.errors) == 2
    said = "Two players have this seat. Seat 1 is free."
    assert all(f"Player {number}: {said}" in refused.problems for number in (1, 4))
    assert [refused.form("/settings").value(f"seats-{seat}") for seat in range(4)] == ["1", "3", "2", "1"]
    assert refused.form("/settings").value("title") == "Kept"
    refused = client.submit(form, forged={"seats-0": "9"}, expect=422)
    assert refused.errors
    assert refused.problems.count("[") == 0
    assert everything() == before


def test_whoever_stayed_on_a_seat_that_another_takes_is_shown_on_the_free_one_and_one_press_saves(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    form, before = settings(client, game), everything()
    shown = client.submit(form, {"seats-0": "1", "title": "Kept"}, expect=422)
    assert shown.errors == ["Moved to seat 1, which became free. Save it if that is right."]
    assert "Player 2: " in shown.problems
    assert everything() == before
    client.submit(shown.form("/settings"))
    game_now = game_in(client, game).game
    assert game_now.players == (PLAYERS[1], PLAYERS[0], *PLAYERS[2:])
    assert game_now.title == "Kept"


def test_of_two_pairs_on_two_seats_nobody_is_moved(client: Client, game: str) -> None:
    refused = client.submit(settings(client, game), {"seats-0": "1", "seats-2": "3"}, expect=422)
    assert refused.errors == ["Two players have this seat."] * 4
    assert [refused.form("/settings").value(f"seats-{seat}") for seat in range(4)] == ["1", "1", "3", "3"]


@pytest.mark.parametrize("name", ["", "Anna", "anna", "x" * 41, "\N{ZERO WIDTH SPACE}", "A\tb"])
def test_a_name_that_cannot_be_is_refused(client: Client, game: str, everything: Callable[[], Rows], name: str) -> None:
    form = settings(client, game)
    before = everything()
    refused = client.submit(form, {"players-3": name, "title": "Kept"}, expect=422)
    assert len(refused.errors) == 1
    assert refused.form("/settings").value("title") == "Kept"
    refused = client.submit(form, {"title": "t" * 81, "played_on": "soon"}, expect=422)
    assert refused.form("/settings").value("played_on") == "soon"
    client.submit(form, forged={"first_dealer": "7"}, expect=422)
    assert everything() == before


def test_another_first_dealer_needs_rulings_where_quotas_break(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, a_game(9))
    before = everything()
    # Everybody took one trump in a row of four: with another first dealer somebody else had each of them.
    page = client.submit(settings(client, game), {"first_dealer": "1"})
    assert game_in(client, game).game.first_dealer == 1
    client.submit(page.form("/take-back"))
    rounds = (*a_game(4).rounds, *a_game(9).rounds[8:], *a_game(5).rounds[4:])
    assert len(rounds) == 6
    assert everything() != before


def test_seats_that_break_a_quota_are_confirmed_once(client: Client, everything: Callable[[], Rows]) -> None:
    marks = ((3, 0), (1, 2))
    game = stored(client, a_game(2, open_round=Round("queens", marks)))
    form = settings(client, game)
    before = everything()
    # Anna chooses round 3. With Dirk in her seat he is the chooser, and he doubled first.
    asked = client.submit(form, {"seats-0": "3", "seats-3": "0", "first_dealer": "3", "title": "Kept"}, expect=422)
    assert everything() == before
    client.visit_links(asked)
    client.submit(asked.form("/settings"))
    after = game_in(client, game).game
    assert after.players == ("Dirk", "Bram", "Cees", "Anna")
    assert after.title == "Kept"
    assert after.open_round is not None
    assert after.open_round.rulings == (Code.CHOOSER_DOUBLES_FIRST,)


def test_settings_that_were_changed_meanwhile_meet(client: Client, game: str) -> None:
    old = settings(client, game)
    client.submit(settings(client, game), {"title": "Theirs", "players-0": "Eva"})
    met = client.submit(old, {"title": "Mine", "first_dealer": "1", "seats-0": "1", "seats-1": "0"}, expect=409)
    assert "Theirs" in met.text()
    assert "Mine" in met.text()
    assert "Eva" in met.text()
    client.visit_links(met)
    assert game_in(client, game).game.title == "Theirs"
    client.submit(met.form("/settings"))
    after = game_in(client, game).game
    assert after.title == "Mine"
    assert after.players == ("Bram", "Anna", "Cees", "Dirk")


def test_the_same_settings_twice_are_one_change(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    form = settings(client, game)
    client.submit(form, {"title": "Once"})
    after = everything()
    client.submit(form, {"title": "Once"})
    assert everything() == after


def test_a_round_goes_on_while_a_name_changes(client: Client, game: str) -> None:
    page = choose(client, game, "queens")
    client.submit(settings(client, game), {"players-0": "Eva"})
    page = client.submit(page.form("/open/save"), {"tally-queens-0": "4"})
    assert contracts_on_sheet(page) == ["1", "2", "3"]


def test_a_game_is_stopped_and_gone_on_with(client: Client, game: str) -> None:
    choose(client, game, "queens")
    form = client.get(f"/games/{game}/settings").form("/stop")
    page = client.submit(form)
    assert "ending" in page
    assert not page.has_form("/choose")
    assert not page.has_form("/undo")
    client.visit_links(page)
    client.submit(form)
    page = client.submit(page.form("/resume"))
    assert page.has_form("/open/save")
    page = client.submit(page.form("/take-back"))
    assert "ending" in page
    page = client.submit(page.form("/resume"), htmx=True)
    assert page.has_form("/open/save")


def test_settings_saved_as_they_are_are_no_change(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    form, before = settings(client, game), everything()
    page = client.submit(form)
    assert page.has_form("/choose")
    assert "Settings changed" not in page.text("told")
    assert everything() == before
    # The form can still be used, with whatever it holds then.
    page = client.submit(form, {"title": "Friday"})
    assert "Settings changed." in page.text("told")
    page = client.submit(settings(client, game))
    assert "Settings changed." not in page.text("told")
    assert client.get(f"/games/{game}/history").text("main").count("Settings changed") == 1


def test_the_open_round_of_a_stopped_game_waits_and_says_so(client: Client) -> None:
    waiting = Round("queens", tallies=(("queens", (2, None, None, 1)),))
    game = stored(client, a_game(2, open_round=waiting))
    settings = client.get(f"/games/{game}/settings")
    assert "The round that is open waits until then, with all that was entered." in settings.text("main")
    page = client.submit(settings.form("/stop"))
    assert "Round 3, Queens, waits with all that was entered until the game goes on." in page.text("ending")
    assert not page.has_form("/open/save")
    assert "Stopped" in client.get(f"/games/{game}/board").text()
    assert "Queens" not in client.get(f"/games/{game}/board").text("board-heading")
    assert "open" not in client.get(f"/games/{game}/sheet").text("main")
    page = client.submit(page.form("/resume"))
    assert page.has_form("/open/save")
    assert game_in(client, game).game.open_round == waiting
    assert "waits" not in client.get(f"/games/{stored(client, a_game(2))}/settings").text("main")


def test_stopping_can_be_taken_back_with_the_open_round(client: Client, game: str) -> None:
    page = choose(client, game, "queens")
    client.submit(page.form("/open/save"), {"tally-queens-1": "3"}, press="do=keep")
    page = client.submit(client.get(f"/games/{game}/settings").form("/stop"))
    page = client.submit(page.form("/take-back"))
    assert page.form("/open/save").value("tally-queens-1") == "3"


@pytest.mark.parametrize("ending", ["/stop", "/resume"])
def test_stopping_with_old_settings_meets(
    client: Client, game: str, everything: Callable[[], Rows], ending: str
) -> None:
    page = client.get(f"/games/{game}/settings")
    if ending == "/resume":
        client.submit(page.form("/stop"))
        page = client.get(f"/games/{game}/settings")
    client.submit(page.form("/settings"), {"title": "Other"})
    before = everything()
    client.submit(page.form(ending), expect=409)
    assert everything() == before


def test_a_game_that_is_full_has_nothing_to_stop(client: Client) -> None:
    game = stored(client, a_game(11))
    page = client.get(f"/games/{game}/settings")
    assert not page.has_form("/stop")
    client.visit_links(client.submit(page.form("/delete")))
