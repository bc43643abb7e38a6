"""The open round: every small entry as it is made, and what can be typed."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.violations import Code
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.numbers import READ
from tests.web.pages import number_of, text_of
from tests.web.tables import (
    PLAYERS,
    SEATS,
    a_game,
    contract_of,
    counts,
    entry,
    game_in,
    open_round,
    play,
    some_tallies,
    stored,
    table,
    tally_fields,
    totals,
)

ALL_CONTRACTS = [(rules, contract.id) for rules in RULE_SETS for contract in RULE_SETS[rules].contracts]
QUEENS = {f"tally-queens-{seat}": "1" for seat in SEATS}


@pytest.fixture
def game(client: Client) -> str:
    """A game whose first round is open: Cees chose queens, Dirk speaks first."""
    return stored(client, a_game(open_round=Round("queens")))


@pytest.fixture
def tricks(client: Client) -> str:
    """A game whose first round is open: Cees chose ducking."""
    return stored(client, a_game(open_round=Round("ducking")))


@pytest.mark.parametrize(("rules", "contract_id"), ALL_CONTRACTS)
def test_a_round_goes_through_all_its_stages(client: Client, rules: str, contract_id: str) -> None:
    game_id = stored(client, a_game(rule_set=RULE_SETS[rules], open_round=Round(contract_id)))
    contract = contract_of(rules, contract_id)
    fields = tally_fields(some_tallies(contract), contract)
    chooser = RULE_SETS[rules].roles[0].chooser
    page = table(client, game_id)
    doubler = (chooser + 1) % 4
    page = client.submit(entry(page), {f"mark-{doubler}-{chooser}": "1"}, press="do=keep")
    page = client.submit(entry(page), {f"mark-{chooser}-{doubler}": "1"}, press="do=marking-over")
    assert not entry(page).page.all("input", type="checkbox")
    first = dict(itertools.islice(fields.items(), 1))
    if len(fields) > 1:
        refused = client.submit(entry(page), first, expect=422)
        assert refused.errors
        assert {name: entry(refused).value(name) for name in first} == first
    page = client.submit(entry(page), fields, press="do=preview")
    assert page.all(class_="preview-scores")
    page = client.submit(entry(page))
    assert sum(totals(page)) == contract.total
    client.visit_links(page)


def test_each_tap_is_stored_by_itself(client: Client, game: str) -> None:
    page = table(client, game)
    client.tap(entry(page), "tally-queens-0", "3")
    client.tap(entry(page), "mark-3-2", "1")
    # Neither tap knew of the other, and both are there.
    page = table(client, game)
    assert entry(page).value("tally-queens-0") == "3"
    assert entry(page).value("mark-3-2") == "1"


def test_a_tap_on_the_chosen_number_clears_it(client: Client, game: str) -> None:
    page = client.tap(entry(table(client, game)), "tally-queens-0", "3")
    page = client.tap(entry(page), "tally-queens-0", None)
    assert entry(page).value("tally-queens-0") is None
    page = client.tap(entry(page), "mark-3-2", "1")
    page = client.tap(entry(page), "mark-3-2", None)
    assert open_round(client, game) == Round("queens")


def test_a_tap_that_was_overtaken_is_passed_over(client: Client, game: str) -> None:
    form = entry(table(client, game))
    client.tap(form, "tally-queens-0", "3", sequence=8)
    client.tap(form, "tally-queens-0", "1", sequence=7)
    assert counts(client, game, "queens") == [3, None, None, None]


@pytest.mark.parametrize("sequence", ["-1", "nonsense", str(10**30), ""])
def test_an_odd_sequence_number_breaks_nothing(client: Client, game: str, sequence: str) -> None:
    forged = {"only": "tally-queens-0", "page": "p", "sequence": sequence}
    client.submit(entry(table(client, game)), {"tally-queens-0": "2"}, press="do=keep", forged=forged)
    assert counts(client, game, "queens") == [2, None, None, None]


@pytest.mark.parametrize("only", ["mark-0-0", "tally-hearts-0", "tally-queens-4", "who-queens", "nonsense", "key"])
def test_a_field_that_is_not_there_changes_nothing(client: Client, game: str, only: str) -> None:
    client.submit(entry(table(client, game)), press="do=keep", forged={"only": only, only: "1"})
    assert open_round(client, game) == Round("queens")


def test_a_question_has_one_answer_which_can_be_changed(client: Client) -> None:
    game = stored(client, a_game(open_round=Round("last-trick")))
    page = table(client, game)
    assert entry(page).value("who-last-trick") is None
    page = client.tap(entry(page), "who-last-trick", "1")
    page = client.tap(entry(page), "who-last-trick", "3")
    assert counts(client, game, "last-trick") == [None, None, None, 1]
    assert entry(page).value("who-last-trick") == "3"
    page = client.tap(entry(page), "who-last-trick", None)
    assert open_round(client, game).tallies == ()
    client.submit(entry(page), expect=422)


def test_the_last_number_follows_and_is_stored_when_the_round_is_saved(client: Client, tricks: str) -> None:
    page = client.submit(entry(table(client, tricks)), {f"tally-tricks-{s}": "3" for s in range(3)}, press="do=keep")
    assert page.all(class_="follows", within=page.by_id("tally-tricks-3"))
    assert not page.all(class_="follows", within=page.by_id("tally-tricks-0"))
    assert counts(client, tricks, "tricks") == [3, 3, 3, None]
    assert page.all(class_="preview-scores")
    assert totals(client.submit(entry(page))) == [-15, -15, -15, -20]


def test_shortcuts_mark_for_one_speaker(client: Client, game: str) -> None:
    page = client.submit(entry(table(client, game)), press="do=everyone-3")
    assert set(open_round(client, game).marks) == {(3, 0), (3, 1), (3, 2)}
    page = client.submit(entry(page), press="do=clear-3", htmx=True)
    assert open_round(client, game).marks == ()
    page = client.submit(entry(page), press="do=others-0", htmx=True)
    assert set(open_round(client, game).marks) == {(0, 1), (0, 3)}
    page = client.submit(entry(page), press="do=everyone-1", htmx=True)
    page = client.submit(entry(page), press="do=everyone-3", htmx=True)
    page = client.submit(entry(page), press="do=everyone-2", htmx=True)
    assert {(2, 1), (2, 3)} <= set(open_round(client, game).marks)
    assert (2, 0) not in open_round(client, game).marks
    # Taking a mark back takes back what answered it.
    page = client.tap(entry(page), "mark-1-2", None)
    assert (2, 1) not in open_round(client, game).marks


@pytest.mark.parametrize("do", ["everyone-4", "nonsense-1", "marking-over-1", "everyone", "keep", "clear-"])
def test_a_shortcut_that_is_none_changes_nothing(client: Client, game: str, do: str) -> None:
    client.submit(entry(table(client, game)), forged={"do": do}, press="do=keep")
    assert open_round(client, game) == Round("queens")


def test_marking_ends_and_can_be_opened_again(client: Client, game: str) -> None:
    page = client.submit(entry(table(client, game)), {"mark-3-2": "1"}, press="do=marking-over")
    assert game_in(client, game).game.marking_over
    assert entry(page).value("mark-3-2") == "1"
    page = client.submit(entry(page), press="do=mark-again", htmx=True)
    assert page.all("input", type="checkbox", id="mark-3-2")


def test_the_chooser_who_doubled_first_is_let_stand_by_one_press(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    page = table(client, game)
    assert not entry(page).has("mark-2-0")
    before = everything()
    refused = client.submit(entry(page), press="do=keep", forged={"mark-2-0": "1"}, expect=422)
    assert refused.problems
    assert everything() == before
    page = client.submit(entry(page), press="do=chooser-doubled-first")
    page = client.tap(entry(page), "mark-2-0", "1")
    assert open_round(client, game).marks == ((2, 0),)
    page = client.submit(entry(page), QUEENS)
    assert page.all(class_="ruled", within=page.by_id("sheet"))
    assert game_in(client, game).game.rounds[0].rulings == (Code.CHOOSER_DOUBLES_FIRST,)


def test_a_ruling_can_be_confirmed_while_saving(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    page = client.submit(entry(table(client, game)), {"mark-3-2": "1"}, press="do=keep")
    page = client.submit(entry(page), {"mark-2-3": "1"}, press="do=keep")
    before = everything()
    # Without JavaScript somebody takes one tick away, and the answer to it stays.
    asked = client.submit(entry(page), {"mark-3-2": None, **QUEENS}, expect=422)
    assert everything() == before
    client.visit_links(asked)
    page = client.submit(asked.form("/open/save"))
    assert game_in(client, game).game.rounds[0].marks == ((2, 3),)
    assert game_in(client, game).game.rounds[0].rulings == (Code.CHOOSER_DOUBLES_FIRST,)


def test_odd_spellings_of_a_number_are_read(client: Client, tricks: str) -> None:
    form = entry(table(client, tricks))
    for typed, number in READ.items():
        client.submit(form, press="do=keep", forged={"tally-tricks-1": typed}, follow=False, expect=303)
        assert counts(client, tricks, "tricks") == [None, number, None, None], typed


@pytest.mark.parametrize("press", ["do=keep", "/open/save"])
@pytest.mark.parametrize("typed", ["4,0", "4.0", "1e1", "1_0", "²", "<b>4</b>", "9" * 5000, "\x00"])
def test_what_is_no_whole_number_is_refused_at_its_field(
    client: Client, tricks: str, everything: Callable[[], Rows], typed: str, press: str
) -> None:
    form = entry(table(client, tricks))
    before = everything()
    refused = client.submit(
        form, {"tally-tricks-0": "5", "mark-3-2": "1"}, press=press, forged={"tally-tricks-1": typed}, expect=422
    )
    assert everything() == before
    errors = [text_of(error) for error in refused.all(class_="error", within=refused.by_id("item-tricks"))]
    assert len(errors) == 1
    if typed.isprintable():
        assert typed[:20] in errors[0]
    # Everything else that was typed is still there.
    assert entry(refused).value("tally-tricks-0") == "5"
    assert entry(refused).value("mark-3-2") == "1"


def test_one_tap_that_is_no_number_is_refused_too(client: Client, tricks: str) -> None:
    page = table(client, tricks)
    forged = {"only": "tally-tricks-1", "tally-tricks-1": "4,0"}
    refused = client.submit(entry(page), press="/open/save", forged={**forged, "do": None}, htmx=True, expect=422)
    assert refused.errors
    refused = client.post(entry(page).element.attrib["hx-post"], entry(page).filled(forged=forged), expect=422)
    assert "4,0" in refused.errors[0]


@pytest.mark.parametrize("typed", ["14", "-1", "99999"])
@pytest.mark.parametrize("press", ["do=keep", "/open/save"])
def test_a_number_that_cannot_be_is_refused(
    client: Client, tricks: str, everything: Callable[[], Rows], typed: str, press: str
) -> None:
    page = table(client, tricks)
    before = everything()
    refused = client.submit(
        entry(page), {"tally-tricks-0": "5"}, press=press, forged={"tally-tricks-1": typed}, expect=422
    )
    assert everything() == before
    assert refused.all(class_="error", within=refused.by_id("item-tricks"))
    assert entry(refused).value("tally-tricks-0") == "5"


def test_fourteen_and_minus_one_add_up_and_are_refused_all_the_same(
    client: Client, tricks: str, everything: Callable[[], Rows]
) -> None:
    page = table(client, tricks)
    before = everything()
    typed = {"tally-tricks-0": "14", "tally-tricks-1": "-1", "tally-tricks-2": "0", "tally-tricks-3": "0"}
    refused = client.submit(entry(page), forged=typed, expect=422)
    assert everything() == before
    assert refused.errors
    assert not refused.all(class_="preview-scores")
    assert not refused.all(class_="is-done", within=refused.by_id("item-tricks"))


@pytest.mark.parametrize(
    ("typed", "left"),
    [([4, 3, 2, 1], 3), ([5, 5, 5, 0], -2), ([13, 1, None, None], -1), ([1, None, None, None], 12), ([], 13)],
)
def test_tallies_that_do_not_add_up_say_how_many_are_missing(
    client: Client, tricks: str, everything: Callable[[], Rows], typed: list[int | None], left: int
) -> None:
    fields = {f"tally-tricks-{seat}": str(count) for seat, count in enumerate(typed) if count is not None}
    before = everything()
    refused = client.submit(entry(table(client, tricks)), fields, expect=422)
    assert everything() == before
    assert str(abs(left)) in refused.text("left-tricks")
    assert refused.all(class_="error", within=refused.by_id("item-tricks"))
    assert {name: entry(refused).value(name) for name in fields} == fields
    assert not refused.all(class_="is-done", within=refused.by_id("item-tricks"))
    assert not refused.all(class_="preview-scores")
    waiting = text_of(refused.all(class_="waiting")[0])
    assert str(abs(left)) in waiting or any(name in waiting for name in PLAYERS)


def test_an_empty_tally_is_not_zero(client: Client, tricks: str) -> None:
    refused = client.submit(entry(table(client, tricks)), forged={"tally-tricks-0": " "}, expect=422)
    assert refused.errors
    assert len(game_in(client, tricks).game.rounds) == 0


def test_a_refused_round_is_a_fragment_to_htmx(client: Client, tricks: str) -> None:
    page = client.tap(entry(table(client, tricks)), "tally-tricks-0", "5")
    refused = client.submit(entry(page), press="/open/save", htmx=True, expect=422)
    assert entry(refused).value("tally-tricks-0") == "5"
    page = client.submit(entry(refused), {"tally-tricks-1": "8"}, press="/open/save", htmx=True)
    assert totals(page) == [-25, -40, 0, 0]


def test_the_preview_is_what_saving_will_give(client: Client) -> None:
    game = stored(client, a_game(1, open_round=Round("queens", ((0, 1),))))
    page = client.submit(entry(table(client, game)), {"tally-queens-0": "4"}, press="do=preview")
    shown = page.all(class_="preview-scores")[0]
    scores = [number_of(text_of(score)) for score in page.all(class_="points", within=shown)]
    before = totals(page)
    after = totals(client.submit(entry(page)))
    assert [old + score for old, score in zip(before, scores, strict=True)] == after


def test_long_and_foreign_names_stand_as_they_were_typed(client: Client) -> None:
    names = ("<b>Anna</b>", "👨‍👩‍👧‍👦", "\N{RIGHT-TO-LEFT OVERRIDE}שלום", "W" * 40)
    game = stored(client, a_game(players=names, open_round=Round("queens")))
    page = client.submit(entry(table(client, game)), QUEENS | {"mark-3-2": "1"}, press="do=marking-over")
    page = client.submit(entry(page))
    seats = [text_of(name) for name in page.all(class_="name", within=page.by_id("seats"))]
    assert seats == list(names)
    client.visit_links(page)


def test_players_are_named_in_the_labels(client: Client, tricks: str) -> None:
    page = table(client, tricks)
    labels = [chip.get("aria-label", "") for chip in page.all("input", name="tally-tricks-1", type="radio")]
    assert all(PLAYERS[1] in label for label in labels if label)
    assert len(labels) >= 14


def test_saving_the_last_round_ends_the_game(client: Client) -> None:
    game = stored(client, a_game(10, open_round=Round("domino")))
    page = client.submit(entry(table(client, game)), {"who-last-out": "2"}, htmx=False)
    assert "ending" in page
    client.submit(entry(table(client, stored(client, a_game(10, open_round=Round("domino"))))), {"who-last-out": "1"})
    play(client, stored(client, a_game(9)), "last-trick")
