"""Two phones score at one table: what both enter is merged, and where they meet nothing is lost or overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.rules.game import Round
from scorekeeper.rules.tallies import Counts
from scorekeeper.wording.names import contract_name
from tests.e2e.conftest import Phones
from tests.e2e.player import Player
from tests.e2e.seeding import Seeded, contract_of, recorded, seeded

SIX = 6
TRICKS = "tricks"


@pytest.fixture
def table(instance: Path) -> Seeded:
    """A game after six rounds: Els, Finn, Güney and Hanne; Els chooses."""
    return seeded(instance, recorded(0), rounds=SIX)


@pytest.fixture
def other(phones: Phones) -> Player:
    """The second phone."""
    return phones()


def both_see(table: Seeded, *players: Player) -> None:
    for player in players:
        player.watch.expect(409)
        player.go(table.link())


def takes(player: Player, table: Seeded, *counts: int) -> None:
    """Enter tricks, by seat."""
    for seat, count in enumerate(counts):
        player.tap_count(table.game, TRICKS, seat, count)


def takes_hearts(player: Player, table: Seeded) -> None:
    for seat, count in ((3, 6), (2, 5), (1, 2)):
        player.tap_count(table.game, "hearts", seat, count)


def meets(player: Player) -> None:
    expect(player.heading("Changed meanwhile")).to_be_visible()


def line(player: Player, label: str) -> Locator:
    """The two cells of a line: what is there now, and what was typed."""
    name = player.page.get_by_role("rowheader", name=label, exact=True)
    return player.page.get_by_role("row").filter(has=name).get_by_role("cell")


def saved(table: Seeded) -> tuple[Round, ...]:
    return table.seen().stored.game.rounds[SIX:]


def tallies(entry: Round) -> Counts:
    return dict(entry.tallies)[TRICKS]


def test_two_who_enter_different_players_at_once_enter_one_round(player: Player, other: Player, table: Seeded) -> None:
    els, finn, _, hanne = table.game.players
    both_see(table, player, other)
    player.choose("ducking")
    expect(other.heading(contract_name("ducking")).first).to_be_visible()
    with player.gate() as mine, other.gate() as theirs:
        player.tap(player.mark(finn, els))
        other.tap(other.mark(hanne, finn))
        player.tap_count(table.game, TRICKS, 0, 4)
        other.tap_count(table.game, TRICKS, 3, 3)
        other.tap_count(table.game, TRICKS, 2, 5)
        for gate in (theirs, mine, mine, theirs, theirs):
            gate.let_through()
    whole = Round("ducking", ((1, 0), (3, 1)), ((TRICKS, (4, None, 5, 3)),))
    for phone in (player, other):
        phone.settled()
        phone.sees_entries(table.game, contract_of(table.game, "ducking"), whole)
    other.save(SIX + 1)
    expect(player.heading(f"{finn} chooses")).to_be_visible()
    assert tallies(saved(table)[0]) == (4, 1, 5, 3)


@pytest.mark.parametrize("way", ["theirs", "mine"])
def test_two_who_choose_different_contracts_for_one_round(
    player: Player, other: Player, table: Seeded, way: str
) -> None:
    both_see(table, player, other)
    with other.hearing_nothing():
        player.choose("ducking")
        other.tap(other.tile("hearts"))
        meets(other)
        expect(line(other, "Contract")).to_have_text(["Ducking", "Hearts"])
        if way == "theirs":
            other.tap(other.link("Theirs: leave it as it is"))
        else:
            other.tap(other.button("Mine instead: Hearts"))
    contract = "ducking" if way == "theirs" else "hearts"
    for phone in (player, other):
        expect(phone.heading(contract_name(contract)).first).to_be_visible()
    entry = table.seen().stored.game.open_round
    assert entry is not None
    assert entry.contract == contract


def test_a_choice_after_the_other_has_saved_becomes_the_next_round(
    player: Player, other: Player, table: Seeded
) -> None:
    both_see(table, player, other)
    with other.hearing_nothing():
        player.choose("ducking")
        takes(player, table, 6, 5, 2)
        player.save(SIX + 1)
        other.tap(other.tile("hearts"))
        meets(other)
        other.tap(other.button("Mine as the next round: Hearts"))
        expect(other.heading(contract_name("hearts")).first).to_be_visible()
    assert [entry.contract for entry in saved(table)] == ["ducking"]


@pytest.mark.parametrize("way", ["theirs", "mine"])
def test_one_saves_while_the_other_still_types(player: Player, other: Player, table: Seeded, way: str) -> None:
    els, finn, *_ = table.game.players
    both_see(table, player, other)
    player.choose("ducking")
    expect(other.heading(contract_name("ducking")).first).to_be_visible()
    with other.hearing_nothing(), other.gate() as gate:
        # Their taps are on their way while the round is saved on the other phone.
        takes(other, table, 3, 4)
        takes(player, table, 6, 5, 2)
        player.save(SIX + 1)
        # The first tap meets; then all that is on the screen goes at once, and stands beside what was saved.
        gate.let_through()
        gate.let_through()
        meets(other)
        expect(line(other, f"Tricks: {els}")).to_have_text(["6", "3"])
        expect(line(other, f"Tricks: {finn}")).to_have_text(["5", "4"])
    if way == "theirs":
        other.tap(other.link("Theirs: leave it as it is"))
        expect(other.heading(f"{finn} chooses")).to_be_visible()
    else:
        other.tap(other.button("Mine instead"))
        # What was typed does not add up yet: the form opens with it.
        other.watch.expect(422)
        other.tap_count(table.game, TRICKS, 2, 6)
        other.tap(other.button("Save the correction"))
        expect(other.page.get_by_role("status").first).to_have_text(f"Round {SIX + 1} corrected.")
    assert tallies(saved(table)[0]) == ((6, 5, 2, 0) if way == "theirs" else (3, 4, 6, 0))


def offline_taps_meet_a_saved_round(player: Player, other: Player, table: Seeded) -> None:
    """Let the other phone tap one number offline, save the round meanwhile, and see the two beside each other."""
    both_see(table, player, other)
    player.choose("ducking")
    expect(other.heading(contract_name("ducking")).first).to_be_visible()
    other.watch.server_goes()
    other.page.context.set_offline(True)
    takes(other, table, 3)
    other.settled()
    takes(player, table, 6, 5, 2)
    player.save(SIX + 1)
    with other.hearing_nothing():
        other.page.context.set_offline(False)
        meets(other)


def sees_both(other: Player, table: Seeded) -> None:
    meets(other)
    expect(line(other, f"Tricks: {table.game.players[0]}")).to_have_text(["6", "3"])


@pytest.mark.parametrize("way", ["theirs", "mine"])
def test_what_met_another_change_outlives_reloads(player: Player, other: Player, table: Seeded, way: str) -> None:
    offline_taps_meet_a_saved_round(player, other, table)
    sees_both(other, table)
    for _ in range(2):
        other.page.reload()
        sees_both(other, table)
    assert tallies(saved(table)[0]) == (6, 5, 2, 0)
    finn = table.game.players[1]
    if way == "theirs":
        other.tap(other.link("Theirs: leave it as it is"))
        expect(other.heading(f"{finn} chooses")).to_be_visible()
    else:
        other.watch.expect(422)
        other.tap(other.button("Mine instead"))
        expect(other.button("Save the correction")).to_be_visible()
        other.go(table.path)
    # A way was taken: from now on it is the table again.
    other.requests.clear()
    other.page.reload()
    expect(other.heading(f"{finn} chooses")).to_be_visible()
    other.settled()
    with other.page.expect_response(lambda answer: "hx-ptag" in answer.request.headers):
        pass
    assert not [request for request in other.requests if request.method == "POST"]


def test_a_late_saving_that_met_another_change_outlives_a_reload(player: Player, other: Player, table: Seeded) -> None:
    both_see(table, player, other)
    other.choose("ducking")
    takes(other, table, 3, 4, 6)
    other.settled()
    with other.hearing_nothing():
        player.go(table.path)
        takes(player, table, 6, 5, 2)
        player.save(SIX + 1)
        other.tap(other.save_button(SIX + 1))
        sees_both(other, table)
    other.page.reload()
    sees_both(other, table)
    other.tap(other.button("Mine instead"))
    expect(other.page.get_by_role("status").first).to_have_text(f"Round {SIX + 1} corrected.")
    assert [tallies(entry) for entry in saved(table)] == [(3, 4, 6, 0)]


def test_a_browser_that_keeps_nothing_compares_all_the_same(player: Player, other: Player, table: Seeded) -> None:
    broken = "() => { throw new DOMException('denied', 'SecurityError'); }"
    other.page.add_init_script(f"Object.defineProperty(window, 'sessionStorage', {{ get: {broken} }});")
    offline_taps_meet_a_saved_round(player, other, table)
    sees_both(other, table)
    other.tap(other.link("Theirs: leave it as it is"))
    expect(other.heading(f"{table.game.players[1]} chooses")).to_be_visible()


def ducking_is_entered(player: Player, other: Player, table: Seeded) -> None:
    """The other phone chooses ducking and enters what everybody took."""
    both_see(table, player, other)
    other.choose("ducking")
    takes(other, table, 3, 4, 6)
    other.settled()


def makes_it_hearts(player: Player, table: Seeded) -> None:
    """The first phone gives the round another contract, and enters that."""
    player.go(table.path)
    player.tap(player.page.get_by_label("More about this round"))
    player.tap(player.link("Another contract"))
    player.choose("hearts")
    takes_hearts(player, table)


@pytest.mark.parametrize("way", ["theirs", "mine"])
def test_a_round_that_got_another_contract_is_taken_back_by_one_press(
    player: Player, other: Player, table: Seeded, way: str
) -> None:
    els, _, _, hanne = table.game.players
    ducking_is_entered(player, other, table)
    with other.hearing_nothing():
        makes_it_hearts(player, table)
        player.settled()
        other.tap(other.save_button(SIX + 1))
        meets(other)
        expect(line(other, "Contract")).to_have_text(["Hearts", "Ducking"])
        expect(line(other, f"Tricks: {els}")).to_have_text(["–", "3"])
        if way == "theirs":
            other.tap(other.link("Theirs: leave it as it is"))
            expect(other.chip(hanne, "hearts", 6)).to_be_checked()
        else:
            other.tap(other.button("Mine instead"))
            expect(other.page.get_by_role("status").first).to_have_text(f"Round {SIX + 1} saved.")
    rounds = saved(table)
    assert [entry.contract for entry in rounds] == ([] if way == "theirs" else ["ducking"])
    if rounds:
        assert tallies(rounds[0]) == (3, 4, 6, 0)


@pytest.mark.parametrize("way", ["theirs", "mine", "next"])
def test_both_add_round_seven_with_different_contracts(player: Player, other: Player, table: Seeded, way: str) -> None:
    ducking_is_entered(player, other, table)
    with other.hearing_nothing():
        makes_it_hearts(player, table)
        player.save(SIX + 1)
        other.tap(other.save_button(SIX + 1))
        meets(other)
        expect(line(other, "Contract")).to_have_text(["Hearts", "Ducking"])
        match way:
            case "theirs":
                other.tap(other.link("Theirs: leave it as it is"))
            case "mine":
                other.tap(other.button("Mine instead"))
            case _:
                other.tap(other.button(f"Mine as round {SIX + 2}"))
        expect(other.page.locator("#choosing")).to_be_visible()
    wanted = {"theirs": ["hearts"], "mine": ["ducking"], "next": ["hearts", "ducking"]}
    assert [entry.contract for entry in saved(table)] == wanted[way]


def test_one_seats_the_players_anew_while_the_other_enters(player: Player, other: Player, table: Seeded) -> None:
    els, finn, guney, _ = table.game.players
    both_see(table, player, other)
    other.choose("ducking")
    other.tap(other.mark(finn, els))
    takes(other, table, 3, 4, 6)
    other.settled()
    with other.hearing_nothing():
        player.go(f"{table.path}/settings")
        for seat, place in enumerate(("4", "1", "2", "3")):
            player.page.get_by_role("combobox", name="seat").nth(seat).select_option(label=place)
        player.tap(player.button("Save the settings"))
        expect(player.page.locator("#seats").get_by_role("listitem").first).to_contain_text(finn)
        other.tap(other.save_button(SIX + 1))
        meets(other)
        expect(line(other, f"Tricks: {els}")).to_have_text(["3", "3"])
        expect(line(other, f"Tricks: {guney}")).to_have_text(["6", "6"])
        expect(line(other, f"{finn} doubled")).to_have_text([els, els])
        other.tap(other.button("Mine instead"))
        expect(other.page.get_by_role("status").first).to_have_text(f"Round {SIX + 1} saved.")
    (entry,) = saved(table)
    assert (entry.marks, tallies(entry)) == (((0, 3),), (4, 6, 0, 3))


def test_a_rename_while_the_other_enters_costs_nothing(player: Player, other: Player, table: Seeded) -> None:
    both_see(table, player, other)
    other.choose("ducking")
    with other.hearing_nothing():
        player.go(f"{table.path}/settings")
        player.page.get_by_label("Player 1", exact=True).fill("Elsbeth")
        player.tap(player.button("Save the settings"))
        expect(player.page.locator("#seats").get_by_role("listitem").first).to_contain_text("Elsbeth")
        takes(other, table, 3)
        other.settled()
        renamed = other.page.get_by_role("radio", name="Elsbeth, 3 tricks", exact=True)
        expect(renamed).to_be_checked()
        for seat, count in ((1, 4), (2, 6)):
            other.tap_count(table.game, TRICKS, seat, count)
        other.save(SIX + 1)
    assert tallies(saved(table)[0]) == (3, 4, 6, 0)


def test_two_who_undo_at_once_undo_one_round(player: Player, other: Player, table: Seeded) -> None:
    both_see(table, player, other)
    with other.hearing_nothing():
        player.tap(player.button(f"Undo round {SIX}"))
        expect(player.page.locator("form.round")).to_be_visible()
        other.tap(other.button(f"Undo round {SIX}"))
        meets(other)
    assert len(table.seen().stored.game.rounds) == SIX - 1
    assert table.seen().stored.game.open_round is not None
