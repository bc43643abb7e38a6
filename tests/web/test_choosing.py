"""Choosing a contract: the grid, what closes one, and two phones that choose."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.violations import Code
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Page, text_of
from tests.web.tables import (
    ONE_TRUMP_LEFT,
    PLAYERS,
    a_game,
    a_round,
    choose,
    contracts_on_sheet,
    game_in,
    new_game,
    play,
    roles,
    stored,
    table,
    totals,
)


def tiles(page: Page) -> dict[str, str]:
    """Read the grid: contract → its state, for those that can be tapped."""
    return {
        button.attrib["value"]: next(name[3:] for name in button.attrib["class"].split() if name.startswith("is-"))
        for button in page.all("button", within=page.by_id("choosing"), name="contract")
    }


@pytest.mark.parametrize("rules", RULE_SETS)
def test_at_first_every_contract_is_open(client: Client, rules: str) -> None:
    page = table(client, new_game(client, rules=rules))
    assert tiles(page) == {contract.id: "open" for contract in RULE_SETS[rules].contracts}
    assert totals(page) == [0, 0, 0, 0]
    client.visit_links(page)


def test_a_played_contract_says_who_took_it_and_when(client: Client) -> None:
    page = table(client, stored(client, a_game(1)))
    played = [text_of(tile) for tile in page.all(class_="is-played")]
    assert len(played) == 1
    assert "1" in played[0]
    assert PLAYERS[2] in played[0]
    assert "ducking" not in tiles(page)


def test_a_closed_contract_opens_by_one_confirmation(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, a_game(ONE_TRUMP_LEFT))
    page = table(client, game)
    client.visit_links(page)
    assert tiles(page)["trump-hearts"] == "closed"
    before = everything()
    asked = client.submit(page.form("/choose"), press="contract=trump-hearts", expect=422)
    assert everything() == before
    client.visit_links(asked)
    page = client.submit(asked.form("/choose"))
    assert "round-heading" in page
    entry = game_in(client, game).game.open_round
    assert entry is not None
    assert entry.rulings == (Code.TRUMP_QUOTA,)


def test_two_rules_at_once_are_lifted_by_going_on_pressing(client: Client) -> None:
    # In bonken-12 a third negative at the last turn breaks two rules: the trump that is missing, and the quota.
    order = ("ducking", "trump-clubs", "trump-hearts", "trump-spades", "hearts", "queens", "domino", "last-trick")
    rounds = tuple(a_round(contract, "bonken-12") for contract in order)
    game = stored(client, a_game(rounds, rule_set=RULE_SETS["bonken-12"]))
    page = client.submit(table(client, game).form("/choose"), press="contract=king-of-hearts", expect=422)
    # The rules name the first thing that is wrong only, so there are two questions; the first answer is kept.
    page = client.submit(page.form("/choose"), expect=422)
    page = client.submit(page.form("/choose"))
    entry = game_in(client, game).game.open_round
    assert entry is not None
    assert set(entry.rulings) == {Code.TRUMP_REQUIRED, Code.NEGATIVE_QUOTA}


def test_the_fifth_trump_cannot_be_chosen(client: Client, everything: Callable[[], Rows]) -> None:
    page = table(client, stored(client, a_game(8)))
    assert "trump-none" not in tiles(page)
    assert len(page.all(class_="is-shut")) == 1
    before = everything()
    refused = client.submit(
        page.form("/choose"), press="contract=domino", forged={"contract": "trump-none"}, expect=422
    )
    assert refused.problems
    assert everything() == before


@pytest.mark.parametrize("contract", ["", "bridge", "<b>", "ducking "])
def test_a_contract_that_does_not_exist_is_refused(
    client: Client, everything: Callable[[], Rows], contract: str
) -> None:
    page = table(client, new_game(client))
    before = everything()
    refused = client.submit(page.form("/choose"), forged={"contract": contract}, expect=422)
    assert refused.problems
    assert everything() == before


def test_a_contract_that_another_tab_played_meanwhile_is_refused(client: Client) -> None:
    game = stored(client, a_game(1))
    old = table(client, game)
    play(client, game, "hearts")
    met = client.submit(old.form("/choose"), press="contract=hearts", expect=409)
    assert not met.forms
    # The number of the round is right, and the contract is not: that is a broken rule, not an old page.
    refused = client.submit(
        table(client, game).form("/choose"), press="contract=queens", forged={"contract": "hearts"}, expect=422
    )
    assert refused.problems
    assert contracts_on_sheet(table(client, game)) == ["1", "2"]


def test_two_tabs_that_choose_the_same_have_chosen_once(client: Client) -> None:
    game = new_game(client)
    here, there = table(client, game), table(client, game)
    client.submit(here.form("/choose"), press="contract=queens")
    version = game_in(client, game).open_version
    page = client.submit(there.form("/choose"), press="contract=queens")
    assert "round-heading" in page
    assert game_in(client, game).open_version == version


def test_two_tabs_that_choose_differently_meet(client: Client) -> None:
    game = new_game(client)
    here, there = table(client, game), table(client, game)
    client.submit(here.form("/choose"), press="contract=queens")
    met = client.submit(there.form("/choose"), press="contract=hearts", expect=409)
    assert "Queens" in met.text()
    assert "Hearts" in met.text()
    assert "round-heading" in client.get(met.link(game))
    page = client.submit(met.form("/contract"))
    assert "item-hearts" in page
    assert "item-queens" not in page


def test_a_meeting_with_the_same_contract_offers_nothing_to_change(client: Client) -> None:
    game = new_game(client)
    old = table(client, game)
    play(client, game, "queens")
    choose(client, game, "hearts")
    met = client.submit(old.form("/choose"), press="contract=hearts", expect=409)
    assert not met.forms


def test_a_choice_for_a_round_that_was_saved_becomes_the_next_one(client: Client) -> None:
    game = new_game(client)
    old = table(client, game)
    play(client, game, "queens")
    met = client.submit(old.form("/choose"), press="contract=hearts", expect=409)
    page = client.submit(met.form("/choose"))
    assert "item-hearts" in page
    assert len(game_in(client, game).game.rounds) == 1


def test_a_game_that_is_over_offers_no_next_round(client: Client) -> None:
    game = stored(client, a_game(10))
    old = table(client, game)
    play(client, game, "domino")
    met = client.submit(old.form("/choose"), press="contract=domino", expect=409)
    assert not met.forms


def test_a_choice_for_a_round_that_was_taken_out_changes_nothing(
    client: Client, everything: Callable[[], Rows]
) -> None:
    game = stored(client, a_game(1))
    old = table(client, game)
    page = client.submit(table(client, game).form("/undo"))
    client.submit(page.form("/open/save"), press="/cancel")
    before = everything()
    client.submit(old.form("/choose"), press="contract=hearts", expect=409)
    assert everything() == before


def test_another_dealer_is_confirmed_by_naming_him(client: Client) -> None:
    game = new_game(client)
    page = table(client, game)
    page = client.get(page.link("dealer=1"))
    client.visit_links(page)
    assert "deals" in roles(page)[1]
    assert "chooses" in roles(page)[3]
    page = client.submit(page.form("/choose"), press="contract=queens")
    assert "deals" in roles(page)[1]
    entry = game_in(client, game).game.open_round
    assert entry is not None
    assert (entry.dealer, entry.rulings) == (1, (Code.DEALER,))
    page = client.submit(page.form("/open/save"), {f"tally-queens-{seat}": "1" for seat in range(4)})
    assert "deals" in roles(page)[2]
    assert page.all(class_="ruled", within=page.by_id("sheet"))
    client.visit_links(page)


def test_naming_the_dealer_who_it_is_anyway_is_no_ruling(client: Client) -> None:
    game = new_game(client)
    page = client.get(f"/games/{game}?dealer=0")
    client.submit(page.form("/choose"), press="contract=queens", forged={"dealer": "0"})
    entry = game_in(client, game).game.open_round
    assert entry is not None
    assert (entry.dealer, entry.rulings) == (None, ())


def test_another_contract_keeps_the_marks_and_drops_the_tallies(client: Client) -> None:
    game = new_game(client)
    page = choose(client, game, "queens")
    page = client.submit(page.form("/open/save"), {"mark-3-2": "1", "tally-queens-0": "2"}, press="do=keep")
    page = client.get(page.link("contract="))
    assert tiles(page)["queens"] == "current"
    client.visit_links(page)
    page = client.submit(page.form("/contract"), press="contract=kings-and-jacks")
    assert page.form("/open/save").value("mark-3-2") == "1"
    entry = game_in(client, game).game.open_round
    assert entry == Round("kings-and-jacks", ((3, 2),))


def test_the_same_contract_again_changes_nothing(client: Client) -> None:
    game = new_game(client)
    choose(client, game, "queens")
    page = client.get(f"/games/{game}?contract=")
    client.submit(page.form("/contract"), press="contract=queens")
    assert game_in(client, game).revision == 2


def test_another_contract_can_be_ruled_or_refused(client: Client, everything: Callable[[], Rows]) -> None:
    game = stored(client, a_game(8, open_round=Round("domino")))
    page = client.get(f"/games/{game}?contract=")
    before = everything()
    refused = client.submit(
        page.form("/contract"), press="contract=last-trick", forged={"contract": "trump-none"}, expect=422
    )
    assert refused.problems
    assert everything() == before
    game = stored(client, a_game(ONE_TRUMP_LEFT, open_round=Round("king-of-hearts")))
    page = client.get(f"/games/{game}?contract=")
    asked = client.submit(page.form("/contract"), press="contract=trump-hearts", expect=422)
    page = client.submit(asked.form("/contract"))
    assert "item-tricks" in page


def test_another_contract_for_a_round_that_is_gone_meets(client: Client) -> None:
    game = new_game(client)
    page = choose(client, game, "queens")
    old = client.get(f"/games/{game}?contract=")
    client.submit(page.form("/open/save"), press="/cancel")
    met = client.submit(old.form("/contract"), press="contract=hearts", expect=409)
    assert "Hearts" in met.text()
    assert game_in(client, game).game.open_round is None


def test_asking_for_another_contract_without_an_open_round_shows_the_choice(client: Client) -> None:
    page = client.get(f"/games/{new_game(client)}?contract=")
    assert page.has_form("/choose")
