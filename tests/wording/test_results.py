"""The outcome in words, as it is sent to the others."""

from __future__ import annotations

from scorekeeper.rules.game import Round
from scorekeeper.rules.replay import replay
from scorekeeper.wording.results import game_state, in_line, outcome, share_text
from tests.printing.games import HOSTILE, doubled_both_ways
from tests.web.tables import ELEVEN, a_game, a_round

PLAIN = ("Anna", "Bram", "Cees", "Dirk")


def test_the_text_to_send_has_title_date_places_and_totals() -> None:
    played = replay(doubled_both_ways(names=PLAIN))
    assert share_text("Friday", "27 November 2026", played).splitlines() == [
        "Friday · 27 November 2026 · 12 rounds",
        "Bram wins",
        "1. Bram: +1,530",
        "2. Cees: 0",
        "2. Dirk: 0",
        "4. Anna: −1,530",
    ]


def test_an_unfinished_game_says_how_far_it_is() -> None:
    text = share_text("", "", replay(a_game(2, open_round=Round("queens"))))
    assert text.splitlines()[0] == "Bonken · after round 2 of 11"
    assert "wins" not in text


def test_each_state_of_a_game_is_told() -> None:
    states = [game_state(replay(game)) for game in (a_game(), a_game(1), a_game(3, stopped=True), a_game(11))]
    assert states == [
        "nothing played yet, 11 rounds to come",
        "after round 1 of 11",
        "stopped after 3 of 11 rounds",
        "11 rounds",
    ]


def test_a_shared_first_place_names_all_who_share_it() -> None:
    takes = {"trump-clubs": (0, 0, 7, 6), "trump-diamonds": (0, 0, 6, 7)}
    takes |= {"trump-hearts": (0, 0, 7, 6), "trump-spades": (0, 0, 6, 7)}
    rounds = tuple(
        a_round(contract, tallies=(("tricks", takes[contract]),)) if contract in takes else a_round(contract)
        for contract in ELEVEN
    )
    played = replay(a_game(rounds))
    assert played.winners == (2, 3)
    assert outcome(played) == "Shared first place: Cees, Dirk"


def test_names_stand_in_it_as_they_were_typed() -> None:
    text = share_text("", "", replay(a_game(11, players=HOSTILE)))
    assert all(name in text for name in HOSTILE)


def test_a_name_from_right_to_left_cannot_turn_its_line() -> None:
    assert in_line("שלום") == "\u2068שלום\u2069"
    assert in_line("\u202eabc") == "\u2068\u202eabc\u2069"
    assert in_line("Anna") == "Anna"
