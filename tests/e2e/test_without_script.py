"""The same evening on a phone without JavaScript: keep, preview and save."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.doubling import settle
from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import replay
from scorekeeper.wording.names import points
from tests.e2e.conftest import Phones
from tests.e2e.player import Player
from tests.e2e.seeding import recorded
from tests.e2e.test_evening import ELEVEN, sees_the_end


@pytest.fixture
def player(phones: Phones) -> Player:
    return phones(java_script_enabled=False)


def test_an_evening_without_script_ends_in_the_same_totals(player: Player) -> None:
    game = recorded(ELEVEN)
    player.start_game(game)
    for number in range(1, len(game.rounds) + 1):
        plays_round(player, game, number)
        player.sees_totals(game, list(replay(game).rounds[number - 1].totals))
    sees_the_end(player, game)


def test_the_preview_shows_what_saving_will_do(player: Player) -> None:
    game = recorded(ELEVEN)
    player.start_game(game)
    first = replay(game).rounds[0]
    player.choose(first.contract.id)
    player.give_marks(game, first.roles, first.entry, speakers=first.roles.speakers[:3])
    player.give_tallies(game, first.entry)
    player.tap(player.button("Preview"))
    preview = player.page.get_by_role("region", name="This round").get_by_role("listitem")
    asked = tuple(mark for mark in first.entry.marks if mark[0] != first.roles.chooser)
    scores = settle(first.raw, asked)
    expect(preview).to_contain_text([points(score) for score in scores])
    player.sees_entries(game, first.contract, replace(first.entry, marks=asked))
    player.sees_totals(game, [0, 0, 0, 0])


def plays_round(player: Player, game: Game, number: int) -> None:
    """Enter a round: whom the chooser may double back is only known once the others' doubles are kept."""
    scored = replay(game).rounds[number - 1]
    player.choose(scored.contract.id)
    player.give_marks(game, scored.roles, scored.entry, speakers=scored.roles.speakers[:3])
    if any(doubler == scored.roles.chooser for doubler, _ in scored.entry.marks):
        player.tap(player.button("Keep"))
        player.give_marks(game, scored.roles, scored.entry, speakers=(scored.roles.chooser,))
    player.give_tallies(game, scored.entry)
    player.save(number)
