"""Two phones at one table: what one never saw it throws away for nobody, and what both saved alike is no quarrel."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.tables import entry, game_in, open_round, table

QUEENS = {"tally-queens-0": "1", "tally-queens-1": "3", "tally-queens-2": "0", "tally-queens-3": "0"}


def test_cancelling_throws_away_nothing_that_was_not_on_the_screen(
    client: Client, other: Client, game: str, everything: Callable[[], Rows]
) -> None:
    old = entry(table(client, game))
    other.tap(entry(table(other, game)), "tally-queens-0", "2")
    before = everything()
    met = client.submit(old, press="/cancel", expect=409)
    assert "Another phone" in met.text()
    assert everything() == before
    client.submit(entry(table(client, game)), press="/cancel")
    assert game_in(client, game).game.open_round is None


def test_what_others_changed_besides_the_round_is_in_nobodys_way(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(other.get(f"/games/{game}/settings").form("/settings"), {"title": "Kitchen"})
    client.submit(old, press="/cancel")
    assert game_in(client, game).game.open_round is None


def test_another_contract_throws_away_nothing_that_was_not_on_the_screen(
    client: Client, other: Client, game: str, everything: Callable[[], Rows]
) -> None:
    old = client.get(f"/games/{game}?contract=").form("/contract")
    other.tap(entry(table(other, game)), "tally-queens-0", "2")
    before = everything()
    client.submit(old, press="contract=king-of-hearts", expect=409)
    assert everything() == before
    client.submit(client.get(f"/games/{game}?contract=").form("/contract"), press="contract=king-of-hearts")
    assert open_round(client, game).contract == "king-of-hearts"


def test_what_a_phone_entered_itself_it_may_throw_away_from_an_older_page(client: Client, game: str) -> None:
    old = entry(table(client, game))
    client.tap(entry(table(client, game)), "tally-queens-0", "2")
    client.submit(old, press="/cancel")
    assert game_in(client, game).game.open_round is None


@pytest.mark.parametrize("left_out", ["", "tally-queens-1"])
def test_two_phones_that_save_the_same_round_alike_saved_one_round(
    client: Client, other: Client, game: str, left_out: str, everything: Callable[[], Rows]
) -> None:
    # The number that follows from the others need not be there.
    typed = {name: count for name, count in QUEENS.items() if name != left_out}
    old = entry(table(other, game))
    client.submit(entry(table(client, game)), QUEENS)
    before = everything()["rounds"]
    other.submit(old, typed)
    assert everything()["rounds"] == before
    assert game_in(client, game).game.open_round is None
    assert len(game_in(client, game).game.rounds) == 3


def test_what_a_page_that_was_left_saved_needs_no_keeping(client: Client, game: str) -> None:
    old = entry(table(client, game))
    client.submit(entry(table(client, game)), QUEENS)
    kept = client.submit(old, QUEENS, press="do=keep", htmx=True)
    assert kept.text("told-text")
    assert len(game_in(client, game).game.rounds) == 3


def test_the_same_numbers_of_other_people_are_not_the_same_round(client: Client, other: Client, game: str) -> None:
    old = entry(table(other, game))
    form = client.get(f"/games/{game}/settings").form("/settings")
    client.submit(form, {f"seats-{seat}": str((seat + 3) % 4) for seat in range(4)})
    client.submit(entry(table(client, game)), QUEENS)
    other.submit(old, QUEENS, expect=409)
