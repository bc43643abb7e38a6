"""Seating people anew in the settings: two swap by one choice, and no seat is ever given to two."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.player import Player
from tests.e2e.states import PLAIN, at_table


def test_whoever_takes_a_seat_gives_his_own_to_who_sat_there(player: Player, instance: Path) -> None:
    table = at_table(player, instance, PLAIN)
    player.go(f"{table.path}/settings")
    seats = player.page.get_by_role("combobox", name="seat", exact=True)
    for taken, expected in ((2, "2134"), (4, "4132"), (1, "1432")):
        seats.nth(0).select_option(label=str(taken))
        for place, seat in enumerate(expected):
            expect(seats.nth(place)).to_have_value(str(int(seat) - 1))
    player.tap(player.button("Save the settings"))
    names = player.page.locator("#seats .name")
    expect(names).to_have_text([PLAIN[0], PLAIN[3], PLAIN[2], PLAIN[1]])
