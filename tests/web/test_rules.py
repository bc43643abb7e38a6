"""The rules in the players' words: every number on them is the rule set's own."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from scorekeeper.rules.ruleset import BONKEN_12, RULE_SETS, Contract, Item, RuleSet
from scorekeeper.rules.seats import SEATS
from scorekeeper.web.contexts.rules import EXAMPLE_PLAYERS, rules_page
from scorekeeper.wording.contracts import about_contract, seat_from_dealer
from scorekeeper.wording.forms import reminder
from scorekeeper.wording.names import contract_name, item_name, points
from tests.web.client import Client
from tests.web.pages import Page, number_of, text_of
from tests.web.tables import a_game, choose, new_game, stored

every_rule_set = pytest.mark.parametrize("rule_set", RULE_SETS.values(), ids=list(RULE_SETS))


def rules(client: Client, rule_set: RuleSet) -> Page:
    return client.get(f"/rules/{rule_set.id}")


def test_the_start_page_leads_to_the_rules_and_they_to_each_rule_set(client: Client) -> None:
    page = client.get("/")
    page = client.get(page.link("/rules"))
    assert {link for link in page.links if link.startswith("/rules/")} == {f"/rules/{name}" for name in RULE_SETS}
    client.visit_links(page)


def test_an_unknown_rule_set_has_no_page(client: Client) -> None:
    for name in ("bonken-13", "bonken-11 ", "%00", "BONKEN-11", "bonken-11/hearts"):
        client.get(f"/rules/{name}", expect=404)


@every_rule_set
def test_the_table_of_points_is_that_of_the_rule_set(client: Client, rule_set: RuleSet) -> None:
    page = rules(client, rule_set)
    client.visit_links(page)
    lines = page.all("tr", within=page.all(class_="points-table")[0])[1:]
    ordered = sorted(rule_set.contracts, key=lambda contract: contract.is_trump)
    for line, contract in zip(lines, ordered, strict=True):
        counts, total = (text_of(cell) for cell in page.all("td", within=line))
        assert text_of(page.all(class_="row-name", within=line)[0]) == contract_name(contract.id)
        assert counts.replace(" ", "") == "".join(f"{item.quantity}×{points(item.points)}" for item in contract.items)
        assert number_of(total) == contract.total


@every_rule_set
def test_each_contract_has_its_part_with_its_points_and_its_reminder(client: Client, rule_set: RuleSet) -> None:
    page = rules(client, rule_set)
    for contract in rule_set.contracts:
        part = page.text(contract.id)
        assert contract_name(contract.id) in part
        assert reminder(contract.id, rule_set.id) in part
        if not contract.is_trump:
            assert about_contract(contract.id) in part
            for item in contract.items:
                assert item_name(item.id) in part
                assert points(item.points) in part


@every_rule_set
def test_the_roles_are_those_of_the_rule_set(client: Client, rule_set: RuleSet) -> None:
    page = rules(client, rule_set)
    lines = page.all("tr", within=page.by_id("roles"))[1:]
    for roles, line in zip(rule_set.roles, lines, strict=True):
        seats = (roles.dealer, roles.chooser, roles.leader, roles.speakers[0])
        assert [text_of(cell) for cell in line] == [EXAMPLE_PLAYERS[seat] for seat in seats]
    assert seat_from_dealer(rule_set.chooser_offset) in page.text("roles")


def test_only_the_rule_set_that_has_a_quota_of_negatives_tells_of_one(client: Client) -> None:
    found = {name: "negative" in rules(client, rule_set).text("choosing") for name, rule_set in RULE_SETS.items()}
    assert found == {"bonken-11": False, "bonken-12": True}


@every_rule_set
def test_the_published_example_of_a_settlement_comes_out(client: Client, rule_set: RuleSet) -> None:
    page = rules(client, rule_set)
    lines = page.all("tr", within=page.all(class_="settled-table")[0])[1:]
    numbers = [[number_of(text_of(cell)) for cell in page.all("td", within=line)] for line in lines]
    assert numbers == [[40, 60], [20, 80], [0, 100]]


@every_rule_set
def test_the_examples_are_legal_and_add_up(rule_set: RuleSet) -> None:
    page = rules_page(rule_set)
    assert [example.contract for example in page.examples] == [page.negatives[0].id, page.trumps[0].id]
    for example in page.examples:
        working = example.working
        assert working.adds_up
        assert {line.both_ways for line in working.pairs} == {False, True}
        assert len(set(working.raw)) == len(SEATS)
        # The chooser only doubles back: he never stands as the doubler of a pair.
        assert all(line.first != example.chooser for line in working.pairs)


def test_a_rule_set_of_a_table_needs_no_words_of_its_own() -> None:
    tens = Contract("tens", (Item("tens", 4, -15),))
    ours = replace(BONKEN_12, id="ours", contracts=(tens,), chooser_offset=3, negative_quota=None)
    page = rules_page(ours)
    assert [part.name for part in page.negatives] == ["tens"]
    assert (page.negatives[0].about, page.negatives[0].reminder) == ("", "")
    assert page.trumps == ()
    assert len(page.examples) == 1
    assert page.line.chooser == "the player on the dealer’s right"


def test_the_open_round_and_its_page_open_the_part_of_their_contract(client: Client) -> None:
    for rule_set, contract in itertools.product(RULE_SETS.values(), ("domino", "hearts", "trump-none")):
        anchor = f"/rules/{rule_set.id}#{contract}"
        game = new_game(client, rules=rule_set.id)
        assert choose(client, game, contract).link(anchor)
        client.get(f"/rules/{rule_set.id}").by_id(contract)


def test_a_round_reminds_of_what_its_contract_asks(client: Client) -> None:
    game = stored(client, a_game(2))
    page = client.get(f"/games/{game}/rounds/2")
    assert page.link("/rules/bonken-11#hearts")
    assert reminder("hearts", "bonken-11") in page.text()
    page = client.get(f"/games/{game}/rounds/1")
    assert page.link("/rules/bonken-11#ducking")
