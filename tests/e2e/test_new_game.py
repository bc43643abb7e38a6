"""Filling in the form of a new game: what was typed outlives a reload, until the game has started."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Phones
from tests.e2e.player import Player
from tests.e2e.states import PLAIN


def name_field(player: Player, seat: int) -> Locator:
    return player.page.get_by_role("combobox", name=f"Player {seat}", exact=True)


def test_names_that_were_typed_outlive_a_reload_and_a_look_at_another_page(player: Player) -> None:
    player.go("/games/new")
    name_field(player, 1).fill("Anna")
    name_field(player, 2).fill("Bram")
    player.page.get_by_role("radio", name="Player 2 deals first").check()
    player.page.get_by_role("radio", name="Bonken in 12 rounds").check()
    for _ in range(2):
        player.page.reload()
        expect(name_field(player, 1)).to_have_value("Anna")
        expect(name_field(player, 2)).to_have_value("Bram")
        expect(player.page.get_by_role("radio", name="Player 2 deals first")).to_be_checked()
        expect(player.page.get_by_role("radio", name="Bonken in 12 rounds")).to_be_checked()
        player.go("/")
        player.go("/games/new")
    expect(name_field(player, 1)).to_have_value("Anna")
    # What nobody typed is empty.
    assert name_field(player, 3).input_value() == ""


def test_what_the_server_refused_comes_before_what_was_kept_and_a_game_that_started_leaves_nothing(
    player: Player,
) -> None:
    player.go("/games/new")
    for seat, name in enumerate(PLAIN, 1):
        name_field(player, seat).fill(name if seat < 4 else "  ")
    player.watch.expect(422)
    player.tap(player.button("Start the game"))
    expect(player.page.get_by_role("link", name="Player 4: Type a name.")).to_be_visible()
    expect(name_field(player, 4)).to_have_value("  ")
    name_field(player, 4).fill("Dirk")
    player.tap(player.button("Start the game"))
    expect(player.page.locator("main[data-game]")).to_be_visible()
    player.page.wait_for_load_state()
    player.go("/games/new")
    for seat in range(1, 5):
        expect(name_field(player, seat)).to_have_value("")


def test_another_phone_begins_with_an_empty_form(player: Player, phones: Phones) -> None:
    player.go("/games/new")
    name_field(player, 1).fill("Somebody else")
    other = phones()
    other.go("/games/new")
    expect(name_field(other, 1)).to_have_value("")
