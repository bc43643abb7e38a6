"""A saved round: its working; correct it, put one in, take it out, give it another place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.violations import Code
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Page, number_of
from tests.web.tables import a_game, a_round, choose, game_in, play, stored, table, totals, working

EARLY_TRUMP = tuple(
    a_round(contract) for contract in ("trump-clubs", "hearts", "ducking", "queens", "domino", "trump-diamonds")
)
"""Six rounds: Cees took a trump in the first one, Dirk in the last one; a shift gives one of them two."""


@pytest.fixture
def game(client: Client) -> str:
    """A game of three rounds: ducking, hearts, kings and jacks."""
    return stored(client, a_game(3))


def correcting(client: Client, game_id: str, number: int) -> Page:
    """Open the form that corrects a round."""
    return client.get(f"/games/{game_id}/rounds/{number}?correct=1")


def contracts(client: Client, game_id: str) -> list[str]:
    """List the contracts of the saved rounds."""
    return [entry.contract for entry in game_in(client, game_id).game.rounds]


def test_the_working_shows_every_pair_and_adds_up(client: Client) -> None:
    marks = ((3, 2), (2, 3), (0, 1))
    queens = a_round("queens", tallies=(("queens", (1, 0, 3, 0)),), marks=marks)
    game = stored(client, a_game((queens,)))
    page = client.get(f"/games/{game}/rounds/1")
    client.visit_links(page)
    taken, raw, *pairs, scores = working(page)
    assert taken == ["1", "0", "3", "0"]
    assert [number_of(cell) for cell in raw] == [-30, 0, -90, 0]
    assert [[cell and number_of(cell) for cell in line] for line in pairs] == [[-30, 30, "", ""], ["", "", -180, 180]]
    assert [number_of(cell) for cell in scores] == [-60, 30, -270, 180]


def test_a_round_that_is_not_there_is_no_page(client: Client, game: str) -> None:
    for number in ("0", "4", "99999999999999999999", "-1", "x", "1.0"):
        client.get(f"/games/{game}/rounds/{number}", expect=404)
        client.get(f"/games/{game}/rounds/{number}/insert", expect=404)


def test_a_correction_of_an_early_round_changes_all_totals_after_it(client: Client, game: str) -> None:
    before = totals(table(client, game))
    form = correcting(client, game, 1).form("/rounds/1")
    page = client.submit(form, {"tally-tricks-0": "0", "tally-tricks-2": "7", "mark-3-0": "1"})
    after = totals(page)
    assert sum(after) == sum(before)
    assert after != before
    assert "1" in page.text("told-text")
    page = client.submit(page.form("/take-back"))
    assert totals(page) == before


def test_a_correction_that_does_not_add_up_is_refused(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    before = everything()
    form = correcting(client, game, 1).form("/rounds/1")
    refused = client.submit(form, {"tally-tricks-0": "8", "mark-3-0": "1"}, expect=422)
    assert refused.errors
    assert refused.form("/rounds/1").value("tally-tricks-0") == "8"
    assert refused.form("/rounds/1").value("mark-3-0") == "1"
    for typed in ("4,0", "²", "1e1"):
        refused = client.submit(form, {"mark-3-0": "1"}, forged={"tally-tricks-0": typed}, expect=422)
        assert typed in refused.errors[0]
        assert refused.form("/rounds/1").value("mark-3-0") == "1"
    client.submit(form, forged={"contract": "bridge"}, expect=422)
    client.submit(form, forged={"contract": None}, expect=422)
    assert everything() == before


def test_a_cleared_tally_follows_from_the_others(client: Client, game: str) -> None:
    form = correcting(client, game, 1).form("/rounds/1")
    client.submit(form, {"tally-tricks-0": "4", "tally-tricks-3": ""})
    assert game_in(client, game).game.rounds[0].tallies == (("tricks", (4, 6, 0, 3)),)


def test_another_contract_is_asked_anew(client: Client, game: str) -> None:
    page = correcting(client, game, 1)
    page = client.submit(page.form("/rounds/1"), {"contract": "queens"}, press="do=contract")
    client.visit_links(page)
    form = page.form("/rounds/1")
    client.submit(form, expect=422)
    client.submit(form, {"tally-queens-0": "4"})
    assert contracts(client, game) == ["queens", "hearts", "kings-and-jacks"]


def test_enter_in_the_form_saves_the_correction_and_does_not_swap(client: Client, game: str) -> None:
    page = client.submit(correcting(client, game, 1).form("/rounds/1"), {"contract": "hearts"}, press="do=contract")
    refused = client.submit(page.form("/rounds/1"), {"tally-hearts-0": "13"}, expect=422)
    assert refused.problems
    assert contracts(client, game) == ["ducking", "hearts", "kings-and-jacks"]


def test_two_rounds_swap_their_contracts_with_what_was_counted(client: Client, game: str) -> None:
    page = client.submit(correcting(client, game, 1).form("/rounds/1"), {"contract": "hearts"}, press="do=contract")
    page = client.submit(page.form("/rounds/1"), press="swap=2")
    assert contracts(client, game) == ["hearts", "ducking", "kings-and-jacks"]
    page = client.submit(page.form("/take-back"))
    assert contracts(client, game) == ["ducking", "hearts", "kings-and-jacks"]


def test_a_swap_with_a_round_that_is_not_there_is_a_plain_correction(client: Client, game: str) -> None:
    form = correcting(client, game, 1).form("/rounds/1")
    for number in ("9", "0", "-1", "1", "x"):
        client.submit(
            form,
            forged={"swap": number, "key": f"a-key-for-{number}"},
        )
        form = correcting(client, game, 1).form("/rounds/1")
    assert contracts(client, game) == ["ducking", "hearts", "kings-and-jacks"]


def test_a_correction_that_breaks_later_rounds_names_them_and_can_be_ruled(
    client: Client, everything: Callable[[], Rows]
) -> None:
    game = stored(client, a_game(6))
    page = client.submit(
        correcting(client, game, 1).form("/rounds/1"), {"contract": "trump-spades"}, press="do=contract"
    )
    before = everything()
    asked = client.submit(page.form("/rounds/1"), expect=422)
    assert everything() == before
    assert asked.link("/rounds/5?correct=1")
    client.visit_links(asked)
    page = client.submit(asked.form("/rounds/1"))
    assert game_in(client, game).game.rounds[4].rulings == (Code.TRUMP_QUOTA,)
    assert page.all(class_="ruled", within=page.by_id("sheet"))
    page = client.get(f"/games/{game}/rounds/5")
    assert page.all(class_="ruled")


def test_the_dealer_of_a_round_can_be_corrected(client: Client, game: str) -> None:
    form = correcting(client, game, 2).form("/rounds/2")
    assert form.value("dealer") == "1"
    asked = client.submit(form, {"dealer": "3"}, expect=422)
    client.submit(asked.form("/rounds/2"))
    entry = game_in(client, game).game.rounds[1]
    assert (entry.dealer, entry.rulings) == (3, (Code.DEALER,))
    # Sent again as it stands, it keeps him.
    client.submit(correcting(client, game, 2).form("/rounds/2"), {"tally-hearts-0": "6", "tally-hearts-2": "1"})
    assert game_in(client, game).game.rounds[1].dealer == 3


def test_a_correction_keeps_the_order_in_which_marks_were_given(client: Client) -> None:
    marks = ((3, 2), (0, 1), (2, 3))
    game = stored(client, a_game((a_round("queens", marks=marks),)))
    client.submit(correcting(client, game, 1).form("/rounds/1"), {"mark-1-0": "1"})
    assert game_in(client, game).game.rounds[0].marks == (*marks, (1, 0))


def test_a_round_that_was_changed_meanwhile_meets(client: Client, game: str) -> None:
    old = correcting(client, game, 1).form("/rounds/1")
    client.submit(correcting(client, game, 1).form("/rounds/1"), {"tally-tricks-0": "0", "tally-tricks-3": "7"})
    met = client.submit(old, {"tally-tricks-0": "1", "tally-tricks-2": "6"}, expect=409)
    assert game_in(client, game).game.rounds[0].tallies == (("tricks", (0, 6, 0, 7)),)
    client.visit_links(met)
    client.submit(met.form("/rounds/1"))
    assert game_in(client, game).game.rounds[0].tallies == (("tricks", (1, 6, 6, 0)),)


def test_a_round_that_was_taken_out_meanwhile_meets_and_keeps_what_was_typed(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    old = correcting(client, game, 3).form("/rounds/3")
    inserting = client.get(f"/games/{game}/rounds/3/insert").form("/insert")
    rearranging = client.get(f"/games/{game}/rounds/3")
    client.submit(table(client, game).form("/undo"))
    before = everything()
    met = client.submit(old, {"tally-kings-0": "0", "tally-kings-1": "4"}, expect=409)
    assert "4" in met.text("main")
    client.submit(old, forged={"tally-kings-0": "4,0"}, expect=409)
    client.submit(inserting, {"tally-queens-0": "4"}, expect=409)
    client.submit(rearranging.form("/move"), expect=409)
    client.submit(rearranging.form("/remove"), expect=409)
    assert everything() == before


@pytest.mark.parametrize("ending", ["/insert", "/remove", "/move"])
def test_the_order_of_rounds_that_was_changed_meanwhile_meets(client: Client, game: str, ending: str) -> None:
    old = client.get(f"/games/{game}/rounds/2")
    new = client.get(f"/games/{game}/rounds/2/insert")
    choose(client, game, "queens")
    if ending == "/insert":
        met = client.submit(new.form(ending), {"tally-queens-0": "4"}, expect=409)
        # Queens is being played now: it can't have been a forgotten round as well.
        client.submit(met.form(ending), expect=422)
        return
    met = client.submit(old.form(ending), expect=409)
    assert contracts(client, game) == ["ducking", "hearts", "kings-and-jacks"]
    client.submit(met.form(ending))
    assert contracts(client, game) != ["ducking", "hearts", "kings-and-jacks"]


def test_a_round_is_put_in(client: Client, game: str) -> None:
    page = client.get(f"/games/{game}/rounds/2/insert")
    client.visit_links(page)
    page = client.submit(page.form("/insert"), {"contract": "domino"}, press="do=contract")
    client.submit(page.form("/insert"), expect=422)
    page = client.submit(page.form("/insert"), {"who-last-out": "1"})
    assert contracts(client, game) == ["ducking", "domino", "hearts", "kings-and-jacks"]
    client.submit(page.form("/take-back"))
    assert contracts(client, game) == ["ducking", "hearts", "kings-and-jacks"]


def test_a_round_that_is_put_in_is_checked(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    form = client.get(f"/games/{game}/rounds/1/insert?contract=queens").form("/insert")
    before = everything()
    refused = client.submit(form, {"tally-queens-1": "3"}, expect=422)
    assert refused.form("/insert").value("tally-queens-1") == "3"
    refused = client.submit(form, {"tally-queens-1": "3"}, forged={"tally-queens-0": "4,0"}, expect=422)
    assert "4,0" in refused.errors[0]
    assert refused.form("/insert").value("tally-queens-1") == "3"
    client.submit(form, forged={"contract": "bridge"}, expect=422)
    assert everything() == before


def test_a_round_that_is_put_in_may_need_a_ruling(client: Client) -> None:
    game = stored(client, a_game(EARLY_TRUMP))
    page = client.get(f"/games/{game}/rounds/3/insert?contract=trump-spades")
    asked = client.submit(page.form("/insert"), {"tally-tricks-0": "13"}, expect=422)
    client.submit(asked.form("/insert"))
    assert contracts(client, game)[2] == "trump-spades"


def test_nothing_is_put_into_a_full_game(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, a_game(11))
    client.visit_links(client.get(f"/games/{game}/rounds/3"))
    page = client.get(f"/games/{game}/rounds/1/insert")
    before = everything()
    refused = client.submit(page.form("/insert"), {"tally-tricks-0": "13"}, expect=422)
    assert refused.problems
    assert everything() == before


def test_a_round_is_taken_out_once(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    form = client.get(f"/games/{game}/rounds/3").form("/remove")
    first = client.submit(form, follow=False, expect=303)
    after = everything()
    # The last round is gone, and the form that took it out gets its first answer all the same.
    second = client.submit(form, follow=False, expect=303)
    assert second.headers["Location"] == first.headers["Location"]
    assert everything() == after
    page = client.get(first.headers["Location"])
    client.submit(page.form("/take-back"))
    assert contracts(client, game) == ["ducking", "hearts", "kings-and-jacks"]


def test_taking_a_round_out_may_need_a_ruling(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, a_game(EARLY_TRUMP))
    form = client.get(f"/games/{game}/rounds/2").form("/remove")
    before = everything()
    asked = client.submit(form, expect=422)
    assert everything() == before
    client.submit(asked.form("/remove"))
    assert len(contracts(client, game)) == 5


def test_a_round_is_moved(client: Client, game: str) -> None:
    page = client.submit(client.get(f"/games/{game}/rounds/3").form("/move"))
    assert contracts(client, game) == ["ducking", "kings-and-jacks", "hearts"]
    client.submit(page.form("/take-back"))
    client.submit(client.get(f"/games/{game}/rounds/1").form("/move"))
    assert contracts(client, game) == ["hearts", "ducking", "kings-and-jacks"]


def test_moving_may_need_a_ruling(client: Client) -> None:
    game = stored(client, a_game(EARLY_TRUMP))
    page = client.submit(client.get(f"/games/{game}/rounds/6").form("/move"), expect=422)
    client.submit(page.form("/move"))
    assert contracts(client, game)[4] == "trump-diamonds"


@pytest.mark.parametrize("to", ["99", "-5", "0", "x", ""])
def test_a_place_that_is_not_there_moves_nothing(client: Client, game: str, to: str) -> None:
    form = client.get(f"/games/{game}/rounds/2").form("/move")
    client.submit(form, forged={"to": to}, expect=200 if to in ("-5", "x", "") else 409)
    assert contracts(client, game) == ["ducking", "hearts", "kings-and-jacks"]


def test_rounds_can_be_rearranged_under_an_open_one(client: Client, game: str) -> None:
    choose(client, game, "queens")
    page = client.submit(table(client, game).form("/open/save"), {"mark-2-0": "1"}, press="do=keep")
    client.submit(client.get(f"/games/{game}/rounds/1").form("/remove"))
    entry = game_in(client, game).game.open_round
    assert entry == Round("queens", ((2, 0),))
    play_on = table(client, game).form("/open/save")
    page = client.submit(play_on, {"tally-queens-0": "4"})
    assert len(contracts(client, game)) == 3
    assert page.has_form("/choose")


def test_a_chooser_who_becomes_another_person_may_need_a_ruling(client: Client) -> None:
    # Anna chooses round 3 and Dirk doubles her; as round 2 it is Dirk who chooses, and he doubled first.
    game = stored(client, a_game(2, open_round=Round("queens", ((3, 0),))))
    asked = client.submit(client.get(f"/games/{game}/rounds/1").form("/remove"), expect=422)
    page = client.submit(asked.form("/remove"))
    assert "Ducking" in page.text("told-text")
    entry = game_in(client, game).game.open_round
    assert entry is not None
    assert entry.rulings == (Code.CHOOSER_DOUBLES_FIRST,)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_round_of_a_whole_game_has_its_pages(client: Client, rules: str) -> None:
    rule_set = RULE_SETS[rules]
    game = stored(client, a_game(rule_set.rounds, rule_set=rule_set))
    for number in (1, 5, rule_set.rounds):
        page = client.get(f"/games/{game}/rounds/{number}")
        client.visit_links(page)
        page = correcting(client, game, number)
        client.submit(page.form(f"/rounds/{number}"))
    client.get(f"/games/{game}/rounds/1?correct=1&contract=nonsense")
    client.get(f"/games/{game}/rounds/1/insert?contract=nonsense")


def test_a_played_round_of_a_running_game_can_be_followed_by_another(client: Client, game: str) -> None:
    play(client, game, "queens")
    assert len(contracts(client, game)) == 4
