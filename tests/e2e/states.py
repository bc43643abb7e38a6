"""The states that a page can be in, each reached as a player reaches it, for the tests of layout and access."""

# ruff: noqa: ARG001 (all states are reached in the same way, whether or not they need a game and names)

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import expect

from scorekeeper.record import write
from scorekeeper.rules.violations import Code
from scorekeeper.services.entries import Entries, MarkEntry, TallyEntry
from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, recorded, seeded

LONGEST = 40
PLAIN = ("Anna", "Bram", "Cees", "Dirk")
AWKWARD = (
    "Wilhelmina-Alexandra van der Zandschulpen"[:LONGEST],
    ("שלום־בן־אברהם אבן עזרא " * 2)[:LONGEST].strip(),
    # The third wins the recorded game: his name stands in its headings.
    "W" * LONGEST,
    '👩🏽‍🚀🎲♠️ <b>"O\'Neill"</b> & co',
)

State = Callable[[Player, Path, tuple[str, ...]], None]
STATES: dict[str, State] = {}


def state(reach: State) -> State:
    STATES[reach.__name__.replace("_", " ")] = reach
    return reach


def at_table(
    player: Player, instance: Path, names: tuple[str, ...], *, rounds: int = 0, number: int = 0, title: str = "Friday"
) -> Seeded:
    """Seed a game with these names, and open it on the phone."""
    table = seeded(instance, recorded(number), rounds=rounds, players=names, title=title)
    player.go(table.link())
    return table


@state
def home(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    at_table(player, instance, names, rounds=11, title="T" * 80)
    deleted = at_table(player, instance, names)
    at_table(player, instance, names, rounds=3, title="")
    player.go(f"{deleted.path}/settings")
    player.tap(player.button("Delete"))
    expect(player.heading("Deleted")).to_be_visible()


@state
def home_without_games(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    player.go("/")


@state
def new_game(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    player.go("/games/new")


@state
def new_game_refused(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    player.go("/games/new")
    for seat in range(1, 5):
        player.page.get_by_role("combobox", name=f"Player {seat}", exact=True).fill(names[0] if seat < 4 else "")
    player.watch.expect(422)
    player.tap(player.button("Start the game"))
    expect(player.page.get_by_role("alert").first).to_be_visible()


@state
def choosing(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    at_table(player, instance, names, rounds=9)
    player.page.get_by_text("Somebody else dealt?").tap()


@state
def choosing_of_thirteen(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    at_table(player, instance, names, number=2, rounds=8)


@state
def marking(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names)
    table.choose("kings-and-jacks")
    table.enter(*(MarkEntry(3, seat, given=True) for seat in (0, 1, 2)), MarkEntry(0, 2, given=True))
    player.page.reload()


@state
def menu_of_the_round(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names)
    table.choose("domino")
    player.page.reload()
    player.page.get_by_label("More about this round").tap()


@state
def tallies_of_thirteen(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=6)
    table.choose("ducking")
    table.enter(*(MarkEntry(3, seat, given=True) for seat in (0, 1, 2)), TallyEntry("tricks", 1, 9))
    player.page.reload()
    player.tap(player.button("That is all"))
    expect(player.button("Change")).to_be_visible()


@state
def tallies_with_a_preview(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=7)
    table.choose("kings-and-jacks")
    table.enter(
        *(MarkEntry(0, seat, given=True) for seat in (1, 2, 3)),
        *(TallyEntry("kings", seat, 1) for seat in (0, 1, 2)),
        TallyEntry("jacks", 2, 4),
    )
    player.page.reload()
    player.page.get_by_text("The working").tap()


@state
def eight_kings_and_jacks(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, number=2)
    table.choose("kings-and-jacks")
    table.enter(TallyEntry("kings-and-jacks", 0, 5), TallyEntry("kings-and-jacks", 1, 4))
    player.page.reload()


@state
def question(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, number=2, rounds=1)
    table.choose("seventh-and-thirteenth")
    table.enter(TallyEntry("seventh-trick", 1, 1))
    player.page.reload()


@state
def refused(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=6)
    table.choose("ducking")
    table.enter(TallyEntry("tricks", 1, 9), TallyEntry("tricks", 2, 9))
    player.page.reload()
    player.watch.expect(422)
    player.tap(player.save_button(7))
    expect(player.page.get_by_role("alert").first).to_be_visible()


@state
def server_away(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names)
    table.choose("last-trick")
    player.page.reload()
    player.watch.server_goes()
    player.page.route("**/open", lambda route: route.abort())
    player.tap(player.taker("last-trick", names[0]))
    expect(player.page.get_by_role("alert")).to_be_visible()


@state
def finished(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    at_table(player, instance, names, rounds=11)
    expect(player.page.get_by_text("add up to 0")).to_be_visible()


@state
def stopped(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=2)
    player.go(f"{table.path}/settings")
    player.tap(player.button("Stop early"))
    expect(player.heading("Stopped after 2 rounds")).to_be_visible()


@state
def following(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = seeded(instance, recorded(0), rounds=3, players=names)
    table.choose("queens")
    table.enter(*(MarkEntry(0, seat, given=True) for seat in (1, 2, 3)))
    player.go(table.link(follow=True))


@state
def round_page(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=2)
    player.go(f"{table.path}/rounds/2")
    player.page.get_by_text("The order of the rounds").tap()


@state
def correcting(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=8)
    player.go(f"{table.path}/rounds/7?correct=1")


@state
def correcting_with_a_preview(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=9)
    player.go(f"{table.path}/rounds/2?contract=trump-hearts")
    for seat, count in ((0, 6), (1, 6), (2, 1)):
        player.tap(player.chip(names[seat], "tricks", count))
    expect(player.page.locator("#left-tricks")).to_have_text("all 13 given ✓")
    player.page.get_by_text("The working").tap()


@state
def putting_in(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=2)
    player.go(f"{table.path}/rounds/1/insert")


@state
def settings(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=2, title="T" * 80)
    player.go(f"{table.path}/settings")


@state
def confirming(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    # Who chooses in round 9 of the recorded game has had no trump, and this is his last turn.
    at_table(player, instance, names, rounds=8)
    player.watch.expect(422)
    player.tap(player.tile("hearts"))
    expect(player.heading("Is that how it happened?")).to_be_visible()


@state
def ruled(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=8)
    table.choose("hearts", Code.TRUMP_REQUIRED)
    table.save(Entries(frozenset({(0, 1), (0, 2), (0, 3)}), {("hearts", 0): 13}))
    player.page.reload()
    expect(player.page.get_by_text("ruled: trump not taken")).to_be_visible()


@state
def meeting(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=6)
    table.choose("ducking")
    table.enter(TallyEntry("tricks", 0, 6), TallyEntry("tricks", 1, 5), TallyEntry("tricks", 2, 2))
    player.page.reload()
    player.watch.expect(409)
    with player.hearing_nothing():
        table.enter(*(MarkEntry(1, seat, given=True) for seat in (0, 2, 3)), TallyEntry("tricks", 0, 1))
        player.tap(player.save_button(7))
        expect(player.heading("Changed meanwhile")).to_be_visible()


@state
def not_found(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    player.watch.expect(404)
    player.go("/games/nothing-here")


@state
def rules(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    player.go("/rules")


@state
def rules_of_a_rule_set(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    player.go("/rules/bonken-12#domino")


@state
def whole_sheet(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=11, title="T" * 80)
    player.go(f"{table.path}/sheet")
    player.page.get_by_text("Other files").tap()


@state
def whole_sheet_by_contract_while_playing(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, number=2, rounds=5)
    player.go(f"{table.path}/sheet?order=contract")


@state
def blank_sheet(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    player.go("/sheets/blank?rules=bonken-12")


@state
def calculator(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    named = {f"name{seat}": name for seat, name in enumerate(names, 1)}
    player.go(f"/calculator?{urlencode(named)}&contract=queens&raw1=-120&raw2=0&raw3=0&raw4=0&double=1-2&double=2-1")
    player.page.get_by_text("This address holds all that you entered.").tap()
    expect(player.page.get_by_label("Address of this calculation")).to_be_visible()


@state
def checked_sheet(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    first, second, third, fourth = names
    record = write(replace(recorded(0), players=(first, second, third, fourth)))
    player.go("/calculator/check")
    player.page.get_by_label("Sheet or record").fill(json.dumps(record))
    player.tap(player.button("Check it"))
    expect(player.heading("The record is right: every score follows from what was entered.")).to_be_visible()


@state
def bringing_in_refused(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    player.go("/games/import")
    player.page.get_by_label("or paste here").fill('{"format": "bonken-game", "W": 1}')
    player.watch.expect(422)
    player.tap(player.button("Look through them"))
    expect(player.page.get_by_role("alert").first).to_be_visible()


@state
def bringing_in_shown(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    first, second, third, fourth = names
    game = replace(recorded(0), players=(first, second, third, fourth), title="T" * 80)
    player.go("/games/import")
    player.page.get_by_label("or paste here").fill(json.dumps([write(game), write(game)]))
    player.tap(player.button("Look through them"))
    expect(player.page.get_by_text("This game comes twice here.")).to_be_visible()


@state
def history(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=4, title="T" * 80)
    table.choose("kings-and-jacks")
    table.enter(MarkEntry(0, 1, given=True), TallyEntry("kings", 0, 3))
    player.go(f"{table.path}/settings")
    player.page.get_by_label("Player 1").fill("Eva")
    player.tap(player.button("Save the settings"))
    expect(player.page.get_by_text("Settings changed.")).to_be_visible()
    player.go(f"{table.path}/history")
    expect(player.page.get_by_text("renamed to Eva")).to_be_visible()


@state
def change_in_the_history(player: Player, instance: Path, names: tuple[str, ...]) -> None:
    table = at_table(player, instance, names, rounds=4)
    table.choose("kings-and-jacks")
    table.enter(MarkEntry(0, 1, given=True), TallyEntry("kings", 0, 3))
    player.page.reload()
    player.tap(player.page.get_by_role("link", name="History"))
    player.tap(player.page.get_by_role("link", name="Round 5: Kings and jacks chosen"))
    expect(player.page.get_by_text("What came later stands on it")).to_be_visible()
    player.tap(player.link("Change after"))
    expect(player.button("Take this back")).to_be_visible()
