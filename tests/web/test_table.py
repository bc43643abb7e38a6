"""The table: its states, dealing again, undo, taking back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.rules.game import Round
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import text_of
from tests.web.tables import (
    ELEVEN,
    ONE_TRUMP_LEFT,
    PLAYERS,
    a_game,
    a_round,
    choose,
    contract_of,
    contracts_on_sheet,
    game_in,
    new_game,
    play,
    roles,
    stored,
    table,
    totals,
)


def test_the_seats_say_who_deals_chooses_leads_and_speaks_first(client: Client) -> None:
    first, second, third, fourth = roles(table(client, new_game(client)))
    assert "deals" in first
    assert "leads" in second
    assert "chooses" in third
    assert "speaks first" in fourth


def test_dealing_again_cancels_the_round_and_can_be_taken_back(client: Client) -> None:
    game = new_game(client)
    page = choose(client, game, "queens")
    page = client.submit(page.form("/open/save"), {"mark-3-2": "1", "tally-queens-0": "2"}, press="do=keep")
    page = client.submit(page.form("/open/save"), press="/cancel")
    assert page.has_form("/choose")
    assert "Queens" in page.text("told")
    page = client.submit(page.form("/take-back"))
    assert page.form("/open/save").value("tally-queens-0") == "2"
    assert (game_in(client, game).game.open_round or Round("")).marks == ((3, 2),)


def test_dealing_a_round_again_that_is_gone_changes_nothing(client: Client, everything: Callable[[], Rows]) -> None:
    game = new_game(client)
    page = choose(client, game, "queens")
    client.submit(page.form("/open/save"), press="/cancel")
    page_b = choose(client, game, "hearts")
    before = everything()
    client.submit(page.form("/open/save"), press="/cancel", forged={"key": "a-key-of-its-own"}, expect=409)
    assert everything() == before
    assert "item-hearts" in page_b


def test_undo_opens_the_last_round_again_with_its_entries(client: Client) -> None:
    game = new_game(client)
    page = play(client, game, "queens", {"queens": [1, 0, 3, 0]}, [(3, 2)])
    page = client.submit(page.form("/undo"))
    assert totals(page) == [0, 0, 0, 0]
    form = page.form("/open/save")
    assert [form.value(f"tally-queens-{seat}") for seat in range(4)] == ["1", "0", "3", "0"]
    assert form.value("mark-3-2") == "1"
    page = client.submit(form)
    assert totals(page) == [-30, 0, -180, 90]


def test_undo_cancels_an_open_round_first(client: Client) -> None:
    game = stored(client, a_game(1))
    old = table(client, game)
    choose(client, game, "queens")
    # The open round came after the page was made: the button that said "round 1" takes nothing back.
    client.submit(old.form("/undo"), expect=409)
    assert game_in(client, game).game.open_round is not None


def test_undo_after_the_end_opens_the_last_round(client: Client) -> None:
    game = stored(client, a_game(11))
    page = table(client, game)
    assert "ending" in page
    client.visit_links(page)
    page = client.submit(page.form("/undo"))
    assert "round-heading" in page
    assert len(game_in(client, game).game.rounds) == 10


def test_undo_without_a_round_changes_nothing(client: Client, everything: Callable[[], Rows]) -> None:
    game = new_game(client)
    page = table(client, game)
    assert not page.has_form("/undo")
    before = everything()
    client.post(f"/games/{game}/undo", page.form("/choose").filled(forged={"version": "0"}), expect=409)
    assert everything() == before


def test_taking_back_is_taken_back_in_turn(client: Client) -> None:
    game = new_game(client)
    page = client.submit(choose(client, game, "queens").form("/open/save"), press="/cancel")
    page = client.submit(page.form("/take-back"))
    assert "round-heading" in page
    page = client.submit(page.form("/take-back"))
    assert page.has_form("/choose")


def test_nothing_is_taken_back_once_something_came_after(client: Client, everything: Callable[[], Rows]) -> None:
    game = new_game(client)
    page = client.submit(choose(client, game, "queens").form("/open/save"), press="/cancel")
    choose(client, game, "hearts")
    before = everything()
    client.submit(page.form("/take-back"), expect=409)
    assert everything() == before


def test_a_change_is_told_once(client: Client) -> None:
    game = new_game(client)
    page = client.submit(choose(client, game, "queens").form("/open/save"), press="/cancel")
    assert page.text("told-text")
    assert not table(client, game).text("told-text")
    assert not client.get(f"/games/{game}?change=1").text("told-text")
    assert not client.get(f"/games/{game}?change=nonsense").text("told-text")


def test_htmx_gets_the_fragment_at_once(client: Client) -> None:
    game = new_game(client)
    page = client.get(f"/games/{game}", htmx=True)
    page = client.submit(page.form("/choose"), press="contract=queens", htmx=True)
    assert "round-heading" in page
    page = client.get(page.link("contract="), htmx=True)
    page = client.submit(page.form("/contract"), press="contract=hearts", htmx=True)
    page = client.submit(page.form("/open/save"), press="/cancel", htmx=True)
    page = client.submit(page.form("/take-back"), htmx=True)
    page = client.submit(page.form("/open/save"), {f"tally-hearts-{seat}": "4" for seat in range(3)}, htmx=True)
    assert totals(page) == [-20, -20, -20, -5]
    page = client.submit(page.form("/undo"), htmx=True)
    assert "round-heading" in page


def test_htmx_gets_questions_refusals_and_meetings_as_fragments_too(client: Client) -> None:
    game = stored(client, a_game(ONE_TRUMP_LEFT))
    old = client.get(f"/games/{game}", htmx=True)
    asked = client.submit(old.form("/choose"), press="contract=trump-hearts", htmx=True, expect=422)
    assert asked.has_form("/choose")
    refused = client.submit(
        old.form("/choose"), press="contract=trump-none", forged={"contract": "ducking"}, htmx=True, expect=422
    )
    assert refused.problems
    choose(client, game, "king-of-hearts")
    met = client.submit(
        old.form("/choose"), press="contract=trump-none", forged={"contract": "queens"}, htmx=True, expect=409
    )
    assert met.has_form("/contract")


def test_a_finished_game_names_the_winner_and_the_places(client: Client) -> None:
    page = table(client, stored(client, a_game(11)))
    standing = [text_of(line) for line in page.all("li", within=page.all("ol", class_="standing")[0])]
    assert len(standing) == 4
    assert standing[0].startswith("1 ")
    assert not page.has_form("/choose")
    assert len(contracts_on_sheet(page)) == 11


def test_a_shared_first_place_names_both(client: Client) -> None:
    # Anna and Bram take the same in every round, Cees what is left.
    taken = {1: (0, 0, 1, 0), 4: (1, 1, 1, 1), 13: (4, 4, 3, 2)}
    rounds = [
        a_round(contract.id, tallies=tuple((item.id, taken[item.quantity]) for item in contract.items))
        for contract in (contract_of("bonken-11", name) for name in ELEVEN)
    ]
    page = table(client, stored(client, a_game(tuple(rounds))))
    heading = page.text("ending-heading")
    assert totals(page)[0] == totals(page)[1] == max(totals(page))
    assert PLAYERS[0] in heading
    assert PLAYERS[1] in heading
    assert PLAYERS[2] not in heading
    assert [text_of(place) for place in page.all(class_="place")] == ["1", "1", "3", "4"]


@pytest.mark.parametrize("revision", ["0", "1", "-1", "x", str(10**30)])
def test_only_the_change_that_was_told_is_taken_back(
    client: Client, everything: Callable[[], Rows], revision: str
) -> None:
    game = new_game(client)
    page = client.submit(choose(client, game, "queens").form("/open/save"), press="/cancel")
    before = everything()
    client.submit(page.form("/take-back"), forged={"revision": revision}, expect=409)
    assert everything() == before


def test_the_start_of_a_game_is_not_taken_back(client: Client, everything: Callable[[], Rows]) -> None:
    game = new_game(client)
    form = table(client, game).form("/choose")
    before = everything()
    client.post(f"/games/{game}/take-back", form.filled(forged={"revision": "1"}), expect=409)
    assert everything() == before
