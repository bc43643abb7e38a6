"""A whole evening by taps: every round of a recorded game, down to its totals and places."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.doubling import may_double, others
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import places, replay
from scorekeeper.rules.seats import SEATS
from scorekeeper.rules.tallies import counts_of
from tests.e2e.player import FIRST_HIDDEN, Player, asks_for_news
from tests.e2e.seeding import contract_of, recorded

ELEVEN, TWELVE = 0, 2
EVERYBODY = tuple((doubler, doubled) for doubler in SEATS for doubled in SEATS if doubler != doubled)


@pytest.mark.parametrize("number", [ELEVEN, TWELVE])
def test_an_evening_ends_in_the_expected_totals_and_places(player: Player, number: int) -> None:
    game = recorded(number)
    played = replay(game)
    player.start_game(game, title="Friday")
    loads = player.loads
    for scored in played.rounds:
        before, asked = player.taps, len(player.requests)
        player.play_round(game, scored.number)
        player.sees_totals(game, list(scored.totals))
        taps = player.taps - before
        assert taps <= fewest_taps(game, scored.number)
        # Each tap is one request, but those that only open "more"; saving asks for nothing after it.
        caused = [request.method for request in player.requests[asked:] if not asks_for_news(request)]
        assert len(caused) <= taps
        assert set(caused) == {"POST"}
    assert player.loads == loads
    sees_the_end(player, game)


@pytest.mark.parametrize(
    ("entry", "most"),
    [
        (Round("last-trick", (), (("last-trick", (0, 1, 0, 0)),)), 3),
        (Round("ducking", (), (("tricks", (2, 9, 1, 1)),)), 1 + 5),
        (Round("last-trick", EVERYBODY, (("last-trick", (0, 1, 0, 0)),)), 3 + 4),
    ],
    ids=["a question", "thirteen tricks", "everybody doubles everybody"],
)
def test_a_round_takes_no_tap_too_many(player: Player, entry: Round, most: int) -> None:
    game = replace(recorded(ELEVEN), rounds=(entry,))
    player.start_game(game)
    before = player.taps
    player.play_round(game, 1)
    assert player.taps - before <= most
    player.sees_totals(game, list(replay(game).totals))


def fewest_taps(game: Game, number: int) -> int:
    """Count the taps that a round may take: contract, saving, the doubles, the tallies."""
    entry, roles = game.rounds[number - 1], replay(game).rounds[number - 1].roles
    taps = 2
    for speaker in SEATS:
        whom = {doubled for doubler, doubled in entry.marks if doubler == speaker}
        at_once = whom in (set(may_double(roles, entry.marks, speaker)), set(others(roles, speaker)))
        taps += min(len(whom), 1) if at_once else len(whom)
    for item in contract_of(game, entry.contract).items:
        counts = counts_of(entry.tallies, item.id)
        taps += 1 if item.quantity == 1 else 3 + (max(count or 0 for count in counts) >= FIRST_HIDDEN)
    return taps


def sees_the_end(player: Player, game: Game) -> None:
    played = replay(game)
    reached = places(played.totals)
    player.sees_totals(game, list(played.totals))
    seats = player.page.locator("#seats").get_by_role("listitem")
    for seat in SEATS:
        expect(seats.nth(seat)).to_contain_text(f"place {reached[seat]}")
    winners = [game.players[seat] for seat in SEATS if reached[seat] == 1]
    said = f"{winners[0]} wins" if len(winners) == 1 else f"Shared first place: {', '.join(winners)}"
    expect(player.heading(said)).to_be_visible()
    expect(player.page.get_by_text("The four totals add up to 0 ✓")).to_be_visible()
