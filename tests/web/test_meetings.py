"""Two phones score at once: what the later one typed stands beside what is there, with a press for each way on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.rules.game import Round
from scorekeeper.storage.games import Right
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Page, text_of
from tests.web.tables import (
    PLAYERS,
    SEATS,
    a_game,
    a_round,
    choose,
    counts,
    entry,
    game_in,
    give_right,
    open_round,
    stored,
    table,
    totals,
)

QUEENS = {f"tally-queens-{seat}": "1" for seat in SEATS}
ANNA_LEFT = ("Bram", "Cees", "Dirk", "Anna")
"""After this Anna sits where Dirk sat, and everybody else one seat to the right."""


def change_settings(client: Client, game: str, **changes: str) -> Page:
    form = client.get(f"/games/{game}/settings").form("/settings")
    named = {name: value for name, value in changes.items() if form.has(name)}
    return client.submit(
        form, named | {name.replace("_", "-"): changes[name] for name in changes.keys() - named.keys()}
    )


def seat_anew(client: Client, game: str) -> None:
    """Let Anna sit where Dirk sat."""
    change_settings(client, game, seats_0="3", seats_1="0", seats_2="1", seats_3="2")
    assert game_in(client, game).game.players == ANNA_LEFT


def rename(client: Client, game: str, *names: str) -> None:
    change_settings(client, game, **{f"players_{seat}": name for seat, name in enumerate(names)})
    assert game_in(client, game).game.players == names


def other_contract(client: Client, game: str, contract: str) -> Page:
    form = client.get(f"/games/{game}?contract=").form("/contract")
    return client.submit(form, press=f"contract={contract}")


def beside(page: Page) -> dict[str, tuple[str, str]]:
    """Read what is there now and what was typed, by line."""
    found = {}
    for line in page.all("tr", within=page.all("table", class_="differences")[0])[1:]:
        if line.get("class") == "group":
            continue
        there, mine = page.all("td", within=line)
        found[text_of(page.all("th", within=line)[0])] = (text_of(there), text_of(mine))
    return found


def presses(page: Page) -> list[str]:
    return [form.action.partition("/games/")[2].partition("/")[2] for form in page.forms]


# Another contract for the open round


def test_a_late_saving_takes_the_round_back_from_another_contract(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other_contract(other, game, "king-of-hearts")
    other.tap(entry(table(other, game)), "who-king-of-hearts", "2")
    met = client.submit(old, QUEENS | {"mark-1-0": "1"}, expect=409)
    lines = beside(met)
    assert lines["Contract"] == ("King of hearts", "Queens")
    assert lines["Bram doubled"] == ("–", "Anna")
    assert lines["King of hearts"] == ("Cees", "–")
    assert lines["Queens: Anna"] == ("–", "1")
    assert presses(met) == ["open/replace"]
    client.submit(met.forms[0])
    saved = game_in(client, game).game
    assert saved.open_round is None
    assert saved.rounds[2] == Round("queens", ((1, 0),), (("queens", (1, 1, 1, 1)),))
    # The press again is the same round.
    client.submit(met.forms[0])
    assert game_in(client, game).game == saved


def test_what_is_not_whole_yet_stays_open_with_the_contract_it_was_typed_for(
    client: Client, other: Client, game: str
) -> None:
    old = entry(table(client, game))
    other_contract(other, game, "king-of-hearts")
    met = client.submit(old, {"tally-queens-0": "3", "mark-1-0": "1"}, expect=409)
    page = client.submit(met.form("/open/replace"))
    assert entry(page).value("tally-queens-0") == "3"
    assert open_round(client, game) == Round("queens", ((1, 0),), (("queens", (3, None, None, None)),))


def test_what_is_there_may_change_again_before_the_press(
    client: Client, other: Client, game: str, everything: Callable[[], Rows]
) -> None:
    old = entry(table(client, game))
    other_contract(other, game, "king-of-hearts")
    met = client.submit(old, QUEENS, expect=409)
    other.tap(entry(table(other, game)), "who-king-of-hearts", "1")
    before = everything()
    met = client.submit(met.form("/open/replace"), expect=409)
    assert beside(met)["King of hearts"] == ("Bram", "–")
    assert everything() == before
    other.submit(table(other, game).form("/open/save"), press="/cancel")
    met = client.submit(met.form("/open/replace"), expect=409)
    assert presses(met) == ["open/next"]
    client.submit(met.form("/open/next"))
    assert game_in(client, game).game.rounds[2] == a_round("queens", tallies=(("queens", (1, 1, 1, 1)),))


def test_a_contract_that_needs_a_ruling_asks_for_it(client: Client) -> None:
    early = ("trump-clubs", "hearts", "ducking", "domino")
    game = stored(client, a_game(tuple(map(a_round, early)), open_round=Round("queens")))
    old = entry(table(client, game))
    forged = {"contract": "trump-spades", "tally-tricks-0": "13"}
    other_contract(client, game, "king-of-hearts")
    # Cees has had his trump: that is for the table to confirm, wherever it comes from.
    met = client.submit(old, forged=forged, expect=409)
    asked = client.submit(met.form("/open/replace"), expect=422)
    client.submit(asked.form("/open/replace"))
    assert [one.value for one in game_in(client, game).game.rounds[4].rulings] == ["trump-quota"]


def test_a_contract_that_was_played_is_refused(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    old = entry(table(client, game))
    other_contract(client, game, "king-of-hearts")
    met = client.submit(old, QUEENS, expect=409)
    before = everything()
    for forged in ({"contract": "ducking", "tally-tricks-0": "13"}, {"tally-queens-0": "4,0"}):
        refused = client.submit(met.form("/open/replace"), forged=forged, expect=422)
        assert refused.has_form("/open/save")
    client.submit(met.form("/open/replace"), forged={"contract": "bridge"}, expect=409)
    assert everything() == before


# Keeping, and single taps


def test_what_was_kept_too_late_stands_beside_what_is_there(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other_contract(other, game, "king-of-hearts")
    met = client.submit(old, {"tally-queens-0": "3"}, press="do=keep", expect=409)
    assert beside(met)["Queens: Anna"] == ("–", "3")
    client.submit(met.form("/open/replace"))
    assert open_round(client, game).tallies == (("queens", (3, None, None, None)),)


def test_a_late_keep_of_a_saved_round_can_still_correct_it(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(entry(table(other, game)), QUEENS)
    met = client.submit(old, {"tally-queens-0": "4"}, press="do=keep", expect=409)
    assert beside(met)["Queens: Bram"] == ("1", "–")
    client.submit(met.form("/rounds/3"))
    assert game_in(client, game).game.rounds[2].tallies == (("queens", (4, 0, 0, 0)),)


def test_what_was_kept_too_late_finds_its_round_open_anew(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(entry(table(other, game)), QUEENS)
    other.submit(table(other, game).form("/undo"))
    met = client.submit(old, {"mark-1-0": "1", "tally-queens-1": "4"}, press="do=keep", expect=409)
    assert beside(met)["Bram doubled"] == ("–", "Anna")
    client.submit(met.form("/open"))
    assert open_round(client, game).marks == ((1, 0),)
    assert counts(client, game, "queens") == [None, 4, None, None]


def test_a_tap_whose_round_is_gone_is_told(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(entry(table(other, game)), press="/cancel")
    met = client.tap(old, "tally-queens-0", "2", expect=409)
    assert presses(met) == []
    # The page then sends all that is on the screen.
    met = client.submit(old, {"tally-queens-0": "2"}, press="do=keep", htmx=True, expect=409)
    assert beside(met)["Queens: Anna"] == ("–", "2")
    assert presses(met) == ["open/next"]


# What the comparison says


def test_a_zero_that_one_side_typed_stands_there(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(entry(table(other, game)), press="/cancel")
    choose(other, game, "queens")
    met = client.submit(old, {"tally-queens-1": "0"}, press="do=keep", expect=409)
    assert beside(met) == {"Contract": ("Queens", "Queens"), "Queens: Bram": ("–", "0")}
    client.submit(met.form("/open"))
    assert counts(client, game, "queens") == [None, 0, None, None]
    # A zero on both sides is nothing to compare.
    met = client.submit(old, {"tally-queens-1": "0", "tally-queens-2": "2"}, press="do=keep", expect=409)
    assert beside(met) == {"Contract": ("Queens", "Queens"), "Queens: Cees": ("–", "2")}


def test_what_one_player_took_is_told_by_his_name(client: Client, other: Client) -> None:
    game = stored(client, a_game(2, open_round=Round("last-trick")))
    give_right(other, game, Right.SCORE)
    old = entry(table(client, game))
    other.submit(entry(table(other, game)), {"who-last-trick": "2"})
    met = client.submit(old, {"who-last-trick": "1"}, expect=409)
    assert beside(met) == {"Contract": ("Last trick", "Last trick"), "Last trick": ("Cees", "Bram")}
    client.submit(met.form("/rounds/3"))
    assert game_in(client, game).game.rounds[2].tallies == (("last-trick", (0, 1, 0, 0)),)


@pytest.mark.parametrize("is_other", [False, True])
def test_only_another_phone_is_called_another_phone(client: Client, other: Client, game: str, is_other: bool) -> None:
    quicker, old = other if is_other else client, entry(table(client, game))
    # On an older page something else was entered, then another contract was chosen, then the round was saved.
    quicker.tap(entry(table(quicker, game)), "tally-queens-0", "2")
    met = client.submit(old, {"tally-queens-1": "2"}, expect=409)
    assert ("Another phone entered something" in met.text("main")) == is_other
    assert ("Something was entered in this round" in met.text("main")) != is_other
    other_contract(quicker, game, "king-of-hearts")
    met = client.submit(old, {"tally-queens-0": "4"}, expect=409)
    assert ("Another phone gave this round another contract" in met.text("main")) == is_other
    assert ("This round has another contract now." in met.text("main")) != is_other
    quicker.submit(entry(table(quicker, game)), {"who-king-of-hearts": "1"})
    met = client.submit(old, {"tally-queens-0": "4"}, expect=409)
    assert ("Another phone saved round 3 meanwhile." in met.text("main")) == is_other
    assert ("This round was saved already." in met.text("main")) != is_other


def test_the_same_form_again_with_another_number_says_that_the_round_was_saved(client: Client, game: str) -> None:
    form = entry(table(client, game))
    client.submit(form, QUEENS)
    # Back, another number, and Save again.
    met = client.submit(
        form, {"tally-queens-0": "4", **{f"tally-queens-{seat}": "0" for seat in (1, 2, 3)}}, expect=409
    )
    assert "This round was saved already." in met.text("main")
    assert beside(met)["Queens: Anna"] == ("1", "4")
    assert beside(met)["Queens: Bram"] == ("1", "0")
    client.submit(met.form("/rounds/3"))
    assert game_in(client, game).game.rounds[2].tallies == (("queens", (4, 0, 0, 0)),)


# Seats


def test_a_mere_rename_costs_nothing(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    correcting = client.get(f"/games/{game}/rounds/1?correct=1").form("/rounds/1")
    rename(other, game, "Wim", "Xander", "Yvonne", "Zoë")
    client.tap(old, "mark-1-0", "1")
    assert old.value("shown") == ""
    page = client.submit(entry(table(client, game)), QUEENS)
    assert totals(page)[0] < 0
    client.submit(correcting, {"tally-tricks-0": "0", "tally-tricks-3": "7"})
    assert game_in(client, game).game.rounds[0].tallies == (("tricks", (0, 6, 0, 7)),)


def test_a_rename_while_a_contract_is_chosen_costs_nothing(client: Client) -> None:
    game = stored(client, a_game())
    form = table(client, game).form("/choose")
    rename(client, game, "Wim", "Xander", "Yvonne", "Zoë")
    client.submit(form, press="contract=queens")
    assert open_round(client, game).contract == "queens"


def test_after_a_seating_anew_what_was_typed_goes_with_the_players(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    seat_anew(other, game)
    typed = {"tally-queens-0": "3", "tally-queens-3": "1", "mark-1-0": "1"}
    met = client.submit(old, typed, expect=409)
    lines = beside(met)
    assert lines["Bram doubled"] == ("–", "Anna")
    assert lines["Queens: Anna"] == ("–", "3")
    assert lines["Queens: Dirk"] == ("–", "1")
    client.submit(met.form("/open/save"))
    saved = game_in(client, game).game
    assert saved.players == ANNA_LEFT
    assert saved.rounds[2] == Round("queens", ((0, 3),), (("queens", (0, 0, 1, 3)),))


def test_after_a_seating_anew_marks_and_tallies_go_with_the_players(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    seat_anew(other, game)
    met = client.submit(old, {"tally-queens-0": "3"}, press="do=keep", expect=409)
    assert beside(met)["Queens: Anna"] == ("–", "3")
    client.submit(met.form("/open"))
    assert counts(client, game, "queens") == [None, None, None, 3]
    met = client.submit(old, press="do=everyone-1", expect=409)
    client.submit(met.form("/open"))
    assert set(open_round(client, game).marks) == {(0, 1), (0, 2), (0, 3)}


def test_after_a_seating_anew_a_question_is_answered_by_the_same_person(client: Client, other: Client) -> None:
    game = stored(client, a_game(2, open_round=Round("last-trick")))
    give_right(other, game, Right.SCORE)
    old = entry(table(client, game))
    seat_anew(other, game)
    met = client.submit(old, {"who-last-trick": "0"}, expect=409)
    client.submit(met.form("/open/save"))
    assert game_in(client, game).game.rounds[2].tallies == (("last-trick", (0, 0, 0, 1)),)


def test_after_a_seating_anew_a_correction_goes_with_the_players(client: Client, other: Client, game: str) -> None:
    old = client.get(f"/games/{game}/rounds/1?correct=1").form("/rounds/1")
    seat_anew(other, game)
    met = client.submit(old, {"tally-tricks-0": "13", "tally-tricks-1": "0", "mark-3-2": "1"}, expect=409)
    assert beside(met)["Tricks: Anna"] == ("7", "13")
    client.submit(met.form("/rounds/1"))
    corrected = game_in(client, game).game.rounds[0]
    assert corrected == Round("ducking", ((2, 1),), (("tricks", (0, 0, 0, 13)),))


def test_where_nobody_can_tell_who_sits_where_nothing_is_sent_on(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    seat_anew(other, game)
    rename(other, game, "Bram", "Kees", "Derk", "Anna")
    met = client.submit(old, {"tally-queens-0": "3", "tally-queens-2": "1"}, expect=409)
    lines = beside(met)
    # Under the names for which it was typed, also those that nobody has any more.
    assert lines["Queens: Anna"] == ("–", "3")
    assert lines["Queens: Cees"] == ("–", "1")
    assert presses(met) == []


def test_what_is_no_number_is_never_filled_in_on_the_way_to_another_round(
    client: Client, other: Client, game: str, everything: Callable[[], Rows]
) -> None:
    old = entry(table(client, game))
    other.submit(entry(table(other, game)), press="/cancel")
    # The other three leave just one number for Dirk, and that is not what was typed.
    met = client.submit(old, QUEENS, forged={"tally-queens-3": "1,0"}, expect=409)
    before = everything()
    page = client.submit(met.form("/open/next"), expect=422)
    assert "1,0" in page.text("main")
    assert everything() == before
    # A contract that is open by now has no field for it, and says it all the same.
    choose(other, game, "king-of-hearts")
    met = client.submit(old, QUEENS, forged={"tally-queens-3": "1,0"}, expect=409)
    before = everything()
    page = client.submit(met.form("/open/replace"), expect=422)
    assert "1,0" in page.text("main")
    assert everything() == before


def test_a_form_that_does_not_say_who_sat_where_is_shown_by_seat(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    seat_anew(other, game)
    met = client.submit(old, {"tally-queens-0": "4"}, forged={"seated": None}, expect=409)
    assert beside(met)["Queens: Player 1"] == ("–", "4")
    assert presses(met) == []


def test_seats_that_change_between_two_presses_are_met_again(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(entry(table(other, game)), press="/cancel")
    met = client.submit(old, {"tally-queens-0": "4"}, expect=409)
    seat_anew(other, game)
    met = client.submit(met.form("/open/next"), expect=409)
    client.submit(met.form("/open/next"))
    assert game_in(client, game).game.rounds[2].tallies == (("queens", (0, 0, 0, 4)),)


def test_names_that_were_typed_for_other_seats_follow_their_players(client: Client, other: Client, game: str) -> None:
    old = client.get(f"/games/{game}/settings").form("/settings")
    seat_anew(other, game)
    met = client.submit(old, {"players-0": "Anneke", "title": "Friday"}, expect=409)
    client.submit(met.form("/settings"))
    settled = game_in(client, game).game
    # Her seat is the one that the form named: his own wish, and she is still herself.
    assert (settled.players, settled.title) == (("Anneke", "Bram", "Cees", "Dirk"), "Friday")
    old = client.get(f"/games/{game}/settings").form("/settings")
    seat_anew_from = {"seats-0": "1", "seats-1": "0", "players-2": "Kees", "players-3": "Derk"}
    client.submit(client.get(f"/games/{game}/settings").form("/settings"), seat_anew_from)
    met = client.submit(old, {"title": "Saturday"}, expect=409)
    assert presses(met) == []


# Choosing


def test_a_choice_of_somebody_whose_turn_it_is_no_more_is_met(client: Client) -> None:
    game = stored(client, a_game())
    form = table(client, game).form("/choose")
    change_settings(client, game, first_dealer="1")
    met = client.submit(form, press="contract=queens", expect=409)
    assert "Dirk" in met.text("main")
    assert game_in(client, game).game.open_round is None
    client.submit(met.form("/choose"))
    assert open_round(client, game).contract == "queens"


def test_a_choice_goes_through_where_the_same_person_chooses(client: Client) -> None:
    game = stored(client, a_game())
    form = table(client, game).form("/choose")
    # Everybody moves on by one seat, and the deal with them.
    seat_anew(client, game)
    client.submit(form, press="contract=queens")
    assert open_round(client, game).contract == "queens"


def test_a_dealer_named_before_a_seating_anew_is_asked_for_again(client: Client) -> None:
    game = stored(client, a_game())
    form = client.get(f"/games/{game}?dealer=2").form("/choose")
    seat_anew(client, game)
    client.submit(form, press="contract=queens", expect=409)
    form = client.get(f"/games/{game}?dealer=2").form("/choose")
    client.submit(form, press="contract=queens")
    assert open_round(client, game).dealer == 2


def test_a_choice_in_a_game_that_was_stopped_says_so(client: Client) -> None:
    game = stored(client, a_game(2))
    form = table(client, game).form("/choose")
    client.submit(client.get(f"/games/{game}/settings").form("/stop"))
    met = client.submit(form, press="contract=queens", expect=409)
    assert presses(met) == []
    assert "stopped" in met.text("main")


# Stopped, deleted, undone


def test_a_round_of_a_game_that_was_stopped_can_go_on_with_it(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(other.get(f"/games/{game}/settings").form("/stop"))
    for kept in (client.submit(old, QUEENS, press="do=keep", expect=409), client.submit(old, QUEENS, expect=409)):
        assert presses(kept) == ["open/replace"]
        assert "The game was stopped meanwhile." in kept.text("main")
    client.submit(kept.form("/open/replace"))
    settled = game_in(client, game).game
    assert (len(settled.rounds), settled.stopped) == (3, False)
    other.submit(other.get(f"/games/{game}/settings").form("/stop"))
    late = client.submit(old, {"tally-queens-0": "4"}, forged={"key": "another-key"}, expect=409)
    assert presses(late) == ["rounds/3"]


def test_a_game_that_was_deleted_keeps_what_was_typed(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(other.get(f"/games/{game}/settings").form("/delete"))
    gone = client.submit(old, QUEENS, expect=404)
    assert "deleted" in gone.text("main")
    looked = client.get(f"/games/{game}", expect=404)
    assert [text_of(button) for button in looked.all(class_="primary")] == ["Take it back"]
    assert "Try again" not in looked.text("main")
    assert [text_of(button) for button in gone.all(class_="primary")] == ["Take it back"]
    client.submit(looked.form("/restore"))
    client.submit(gone.form("/open/save"))
    assert game_in(client, game).game.rounds[2].tallies == (("queens", (1, 1, 1, 1)),)


def test_who_only_follows_is_not_told_that_a_game_was_deleted(client: Client, game: str) -> None:
    follower, stranger = client.another_browser(), client.another_browser()
    give_right(follower, game, Right.FOLLOW)
    client.submit(client.get(f"/games/{game}/settings").form("/delete"))
    told = follower.get(f"/games/{game}", expect=404)
    assert told.body == stranger.get(f"/games/{game}", expect=404).body


def test_stopping_is_one_press_after_the_settings_changed(client: Client, other: Client, game: str) -> None:
    old = client.get(f"/games/{game}/settings")
    rename(other, game, "Wim", "Xander", "Yvonne", "Zoë")
    met = client.submit(old.form("/stop"), expect=409)
    client.submit(met.form("/stop"))
    assert game_in(client, game).game.stopped
    resuming = table(client, game).form("/resume")
    rename(other, game, *PLAYERS)
    met = client.submit(resuming, expect=409)
    client.submit(met.form("/resume"))
    assert not game_in(client, game).game.stopped


def test_two_who_undo_at_once_undo_one_round(client: Client, other: Client) -> None:
    game = stored(client, a_game(3))
    give_right(other, game, Right.SCORE)
    mine, theirs = table(client, game).form("/undo"), table(other, game).form("/undo")
    client.submit(mine)
    for htmx in (False, True):
        met = other.submit(theirs, htmx=htmx, expect=409)
        assert presses(met) == []
    client.submit(mine)
    settled = game_in(client, game).game
    assert len(settled.rounds) == 2
    assert settled.open_round == a_round("kings-and-jacks")


def test_an_undo_while_the_other_saves_undoes_nothing_else(client: Client, other: Client, game: str) -> None:
    mine = client.get(f"/games/{game}?contract=")
    undoing = [("csrf_token", mine.forms[0].value("csrf_token") or ""), ("key", "a-key-of-mine")]
    undoing.append(("version", str(game_in(client, game).open_version)))
    other.submit(entry(table(other, game)), QUEENS)
    client.post(f"/games/{game}/undo", undoing, expect=409)
    assert len(game_in(client, game).game.rounds) == 3


def test_a_saving_while_the_other_undoes_can_be_the_round_again(client: Client, other: Client, game: str) -> None:
    old = entry(table(client, game))
    other.submit(entry(table(other, game)), press="/cancel")
    other.submit(table(other, game).form("/undo"))
    met = client.submit(old, QUEENS, expect=409)
    # Round 2 is open again: there is room for a next one only after it.
    assert "cancelled" in met.text("main") or "contract" in met.text("main")
    assert game_in(client, game).game.rounds == (a_round("ducking"),)


# Corrections


def test_a_round_that_was_corrected_twice_meets_twice(client: Client, other: Client, game: str) -> None:
    old = client.get(f"/games/{game}/rounds/1?correct=1").form("/rounds/1")
    for taken in ("1", "2"):
        theirs = other.get(f"/games/{game}/rounds/1?correct=1").form("/rounds/1")
        other.submit(theirs, {"tally-tricks-0": taken, "tally-tricks-1": str(13 - int(taken))})
    met = client.submit(old, {"tally-tricks-0": "3", "tally-tricks-1": "10"}, expect=409)
    assert beside(met)["Tricks: Anna"] == ("2", "3")
    theirs = other.get(f"/games/{game}/rounds/1?correct=1").form("/rounds/1")
    other.submit(theirs, {"tally-tricks-0": "4", "tally-tricks-1": "9"})
    met = client.submit(met.form("/rounds/1"), expect=409)
    assert beside(met)["Tricks: Anna"] == ("4", "3")
    client.submit(met.form("/rounds/1"))
    assert game_in(client, game).game.rounds[0].tallies == (("tricks", (3, 10, 0, 0)),)


def test_a_correction_finds_its_round_where_it_was_moved_to(client: Client, other: Client) -> None:
    game = stored(client, a_game(3))
    give_right(other, game, Right.SCORE)
    old = client.get(f"/games/{game}/rounds/3?correct=1").form("/rounds/3")
    other.submit(other.get(f"/games/{game}/rounds/1").form("/remove"))
    met = client.submit(old, {"tally-kings-0": "4", "tally-kings-1": "0"}, expect=409)
    assert presses(met) == ["rounds/2"]
    client.submit(met.form("/rounds/2"))
    rounds = game_in(client, game).game.rounds
    assert [one.contract for one in rounds] == ["hearts", "kings-and-jacks"]
    assert dict(rounds[1].tallies)["kings"] == (4, 0, 0, 0)


def test_a_correction_of_a_round_that_was_taken_out_can_be_put_in(client: Client, other: Client) -> None:
    game = stored(client, a_game(3))
    give_right(other, game, Right.SCORE)
    first = client.get(f"/games/{game}/rounds/1?correct=1").form("/rounds/1")
    last = client.get(f"/games/{game}/rounds/3?correct=1").form("/rounds/3")
    other.submit(other.get(f"/games/{game}/rounds/3").form("/remove"))
    other.submit(other.get(f"/games/{game}/rounds/1").form("/remove"))
    met = client.submit(first, {"tally-tricks-0": "13", "tally-tricks-1": "0"}, expect=409)
    client.submit(met.form("/rounds/1/insert"))
    met = client.submit(last, {"tally-kings-0": "4", "tally-kings-1": "0"}, expect=409)
    client.submit(met.form("/open/next"))
    rounds = game_in(client, game).game.rounds
    assert [one.contract for one in rounds] == ["ducking", "hearts", "kings-and-jacks"]
    assert dict(rounds[0].tallies) == {"tricks": (13, 0, 0, 0)}
    assert dict(rounds[2].tallies)["kings"] == (4, 0, 0, 0)


@pytest.mark.parametrize("wanted", ["kings-and-jacks", "queens"])
def test_a_correction_of_a_round_that_was_opened_again(client: Client, other: Client, wanted: str) -> None:
    game = stored(client, a_game(3))
    give_right(other, game, Right.SCORE)
    page = client.get(f"/games/{game}/rounds/3?correct=1&contract={wanted}")
    other.submit(table(other, game).form("/undo"))
    typed = {"tally-kings-0": "4", "tally-kings-1": "0"} if wanted != "queens" else {"tally-queens-0": "4"}
    met = client.submit(page.form("/rounds/3"), typed, expect=409)
    client.submit(met.forms[0])
    rounds = game_in(client, game).game.rounds
    assert rounds[2].contract == wanted
    assert 4 in dict(rounds[2].tallies)["kings" if wanted != "queens" else "queens"]


def test_a_correction_to_a_contract_that_was_played_meanwhile_offers_nothing_that_fails(
    client: Client, other: Client
) -> None:
    game = stored(client, a_game(3))
    give_right(other, game, Right.SCORE)
    page = client.get(f"/games/{game}/rounds/3?correct=1&contract=queens")
    theirs = other.get(f"/games/{game}/rounds/1?correct=1&contract=queens").form("/rounds/1")
    other.submit(theirs, {"tally-queens-0": "4"})
    # Round 3 itself is as it was: that is no meeting, and a contract is played once.
    client.submit(page.form("/rounds/3"), {"tally-queens-1": "4"}, expect=422)
    old = client.get(f"/games/{game}/rounds/3?correct=1&contract=domino").form("/rounds/3")
    theirs = other.get(f"/games/{game}/rounds/3?correct=1").form("/rounds/3")
    other.submit(theirs, {"tally-kings-0": "4", "tally-kings-1": "0"})
    theirs = other.get(f"/games/{game}/rounds/2?correct=1&contract=domino").form("/rounds/2")
    other.submit(theirs, {"who-last-out": "1"})
    met = client.submit(old, {"who-last-out": "2"}, expect=409)
    assert presses(met) == []


def test_a_swap_that_met_is_still_a_swap(client: Client, other: Client) -> None:
    game = stored(client, a_game(3))
    give_right(other, game, Right.SCORE)
    page = client.get(f"/games/{game}/rounds/1?correct=1&contract=hearts")
    theirs = other.get(f"/games/{game}/rounds/1?correct=1").form("/rounds/1")
    other.submit(theirs, {"tally-tricks-0": "13", "tally-tricks-1": "0"})
    met = client.submit(page.form("/rounds/1"), press="swap=2", expect=409)
    client.submit(met.form("/rounds/1"))
    assert [one.contract for one in game_in(client, game).game.rounds] == ["hearts", "ducking", "kings-and-jacks"]


def test_the_round_that_was_meant_is_taken_out_wherever_it_is_now(client: Client, other: Client) -> None:
    game = stored(client, a_game(3))
    give_right(other, game, Right.SCORE)
    old = client.get(f"/games/{game}/rounds/2")
    other.submit(other.get(f"/games/{game}/rounds/1").form("/remove"))
    met = client.submit(old.form("/remove"), expect=409)
    client.submit(met.form("/rounds/1/remove"))
    assert [one.contract for one in game_in(client, game).game.rounds] == ["kings-and-jacks"]
    late = client.submit(old.form("/remove"), forged={"key": "another-key"}, expect=409)
    assert presses(late) == []


def test_another_first_dealer_makes_nobody_deal_out_of_turn(client: Client, other: Client, game: str) -> None:
    old = client.get(f"/games/{game}/rounds/1?correct=1").form("/rounds/1")
    change_settings(other, game, first_dealer="1")
    client.submit(old, {"tally-tricks-0": "13", "tally-tricks-1": "0"})
    corrected = game_in(client, game).game.rounds[0]
    assert (corrected.dealer, corrected.rulings) == (None, ())


# One form, used twice


def test_a_form_of_another_tab_with_the_same_key_meets_what_the_first_one_did(client: Client) -> None:
    game = stored(client, a_game())
    form = table(client, game).form("/choose")
    choose(client, game, "queens", page=form.page)
    # The page came back out of the browser's memory, with the key that was used.
    met = client.submit(form, press="contract=hearts", expect=409)
    assert beside(met)["Contract"] == ("Queens", "Hearts")
    client.submit(met.form("/contract"))
    assert open_round(client, game).contract == "hearts"


def test_a_form_that_was_used_for_something_else_can_be_sent_as_one_of_its_own(client: Client) -> None:
    names = {f"players-{seat}": name for seat, name in enumerate(PLAYERS)}
    form = client.get("/games/new").form("/games/new")
    client.submit(form, names)
    again = client.submit(form, names | {"title": "The second one"}, expect=409)
    client.submit(again.form("/games/new"))
    started = [link for link in client.get("/").links if link.startswith("/games/")]
    assert len([link for link in started if link not in ("/games/new", "/games/import")]) == 2
