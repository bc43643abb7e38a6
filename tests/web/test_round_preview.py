"""Looking before saving: what a correction, or a round that is put in, would do. Nothing of it is stored."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.pages import Changes, Page, number_of, text_of
from tests.web.tables import a_game, a_round, choose, game_in, stored, table, totals, working
from tests.web.test_rounds import contracts, correcting


@pytest.fixture
def game(client: Client) -> str:
    """A game of three rounds: ducking, hearts, kings and jacks."""
    return stored(client, a_game(3))


def previewed(client: Client, page: Page, changes: Changes, *, press: str = "", expect: int = 200) -> Page:
    """Tap in the form that corrects a round or puts one in, as htmx sends it: the whole form, to look at."""
    form = next(form for form in page.forms if "data-preview" in form.element.attrib)
    return client.submit(form, changes, press=press, htmx=not press, expect=expect)


def ticked(page: Page) -> dict[str, str]:
    """Read what is ticked, as field and value."""
    inputs = page.all("input", type="checkbox") + page.all("input", type="radio")
    return {one.attrib["name"]: one.attrib["value"] for one in inputs if "checked" in one.attrib}


def dimmed(page: Page, field: str) -> list[str]:
    """List a player's numbers that can't be any more."""
    chips = page.all("label", class_="is-past", within=page.by_id(field))
    return [text_of(chip) for chip in chips]


def the_totals(page: Page) -> list[str]:
    """Read what the preview says of the totals."""
    return [text_of(small) for small in page.all("small", within=page.all(class_="preview-scores")[0])]


def test_a_preview_keeps_everything_and_stores_nothing(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    page, before = correcting(client, game, 1), everything()
    old = page.form("/rounds/1")
    page = previewed(client, page, {"mark-0-1": "1", "tally-tricks-0": "6", "tally-tricks-2": "1", "dealer": "2"})
    new = page.form("/rounds/1")
    assert ticked(page) == {
        "mark-0-1": "1",
        **{f"tally-tricks-{seat}": count for seat, count in enumerate(("6", "6", "1", "0"))},
    }
    assert (new.value("dealer"), new.value("dealt")) == ("2", old.value("dealt"))
    for field in ("key", "version", "versions", "was", "revision", "seated", "contract"):
        assert new.value(field) == old.value(field), field
    assert everything() == before


def test_a_preview_counts_what_is_left_and_fills_in_what_follows(client: Client, game: str) -> None:
    page = client.get(f"/games/{game}/rounds/2?contract=trump-hearts")
    assert "13" in page.text("left-tricks")
    page = previewed(client, page, {"tally-tricks-0": "6"})
    assert page.text("left-tricks").startswith("7 ")
    assert dimmed(page, "tally-tricks-1") == ["8", "9", "10", "11", "12", "13"]
    page = previewed(client, page, {"tally-tricks-1": "6"})
    assert not page.all(class_="follows")
    page = previewed(client, page, {"tally-tricks-2": "1"})
    assert "is-done" in page.by_id("left-tricks").get("class", "")
    assert [text_of(one) for one in page.all("label", class_="is-derived")] == ["0"]
    assert page.all(class_="follows", within=page.by_id("tally-tricks-3"))
    page = previewed(client, page, {"tally-tricks-2": "2"})
    assert "is-over" in page.by_id("left-tricks").get("class", "")
    assert not page.all(class_="preview-scores")
    assert not page.errors


def test_a_preview_says_what_becomes_of_the_totals(client: Client, game: str) -> None:
    before = totals(table(client, game))
    page = correcting(client, game, 1)
    assert not any("→" in said for said in the_totals(page))
    page = previewed(client, page, {"tally-tricks-0": "0", "tally-tricks-3": "7", "mark-3-0": "1"})
    after = [number_of(said.split(" ")[-1]) for said in the_totals(page)]
    assert [number_of(said.split(" ")[2]) for said in the_totals(page)] == before
    assert working(page)[-1] == [text_of(one) for one in page.all(class_="points", within=page.by_id("preview"))[:4]]
    assert totals(client.submit(page.form("/rounds/1"))) == after != before


def test_a_preview_tells_the_totals_of_now_from_those_after_the_round(client: Client, game: str) -> None:
    for number, now in ((1, "total now "), (3, "total ")):
        said = the_totals(previewed(client, correcting(client, game, number), {"mark-0-1": "1"}))
        assert all(one.startswith(now) and one.count("now") == now.count("now") for one in said)


def test_another_contract_keeps_the_marks_and_what_both_count(client: Client) -> None:
    game = stored(client, a_game((a_round("ducking", marks=((3, 2), (0, 1))),)))
    page = previewed(client, correcting(client, game, 1), {"mark-1-3": "1", "contract": "trump-clubs"})
    kept = ticked(page)
    assert {"mark-3-2", "mark-0-1", "mark-1-3"} < kept.keys()
    assert [kept[f"tally-tricks-{seat}"] for seat in range(4)] == ["7", "6", "0", "0"]
    page = previewed(client, page, {"contract": "queens"})
    assert ticked(page).keys() == {"mark-3-2", "mark-0-1", "mark-1-3"}
    assert "Queens" in text_of(page.all("h1")[0])
    assert "Queens" not in text_of(correcting(client, game, 1).all("h1")[0])
    assert contracts(client, game) == ["ducking"]


def test_shortcuts_mark_in_what_is_typed(client: Client, game: str, everything: Callable[[], Rows]) -> None:
    # Cees chose round 1: Dirk spoke first.
    page, before = correcting(client, game, 1), everything()
    page = previewed(client, page, {"tally-tricks-0": ""}, press="do=everyone-3")
    assert ticked(page) == {**{f"mark-3-{seat}": "1" for seat in (0, 1, 2)}, "tally-tricks-1": "6"} | {
        f"tally-tricks-{seat}": "0" for seat in (2, 3)
    }
    page = previewed(client, page, {}, press="do=others-0")
    page = previewed(client, page, {"mark-0-2": "1"})
    page = previewed(client, page, {}, press="do=everyone-2")
    assert {name for name in ticked(page) if name.startswith("mark-2")} == {"mark-2-0", "mark-2-3"}
    page = previewed(client, page, {}, press="do=clear-2")
    page = previewed(client, page, {}, press="do=clear-3")
    assert {name for name in ticked(page) if name.startswith("mark")} == {"mark-0-1", "mark-0-2", "mark-0-3"}
    assert everything() == before
    # One that no answer showed yet is saved all the same.
    client.submit(page.form("/rounds/1"), forged={"do": "everyone-1"})
    assert {mark for mark in game_in(client, game).game.rounds[0].marks if mark[0] == 1} == {(1, 0), (1, 2), (1, 3)}


def test_who_dealt_stays_as_it_was_typed_through_a_preview_and_a_refusal(client: Client, game: str) -> None:
    page = previewed(client, correcting(client, game, 2), {"dealer": "3"})
    page = client.submit(page.form("/rounds/2"), {"tally-hearts-0": "9"}, expect=422)
    asked = client.submit(page.form("/rounds/2"), {"tally-hearts-0": "7"}, expect=422)
    client.submit(asked.form("/rounds/2"))
    assert game_in(client, game).game.rounds[1].dealer == 3


def test_a_number_that_is_none_is_shown_with_its_sentence(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    form, before = correcting(client, game, 1).form("/rounds/1"), everything()
    preview = form.element.attrib["hx-post"]
    for typed in ("4,0", "²", "1e1", "-1", "14"):
        fields = form.filled({"mark-3-0": "1"}, forged={"tally-tricks-0": typed})
        page = client.post(preview, fields, htmx=True, expect=422)
        assert page.errors, typed
        assert typed != "4,0" or typed in page.errors[0]
        assert {"mark-3-0": "1", "tally-tricks-1": "6"}.items() <= ticked(page).items()
    for contract in ("bridge", None):
        client.post(preview, form.filled(forged={"contract": contract}), expect=422)
    assert everything() == before


def test_a_preview_names_the_rules_that_saving_will_ask_about(client: Client) -> None:
    game = stored(client, a_game(6))
    page = previewed(client, correcting(client, game, 1), {"contract": "trump-spades"})
    notes = [text_of(line) for line in page.all("li", within=page.all(class_="reasons")[0])]
    assert [note[:8] for note in notes] == ["Round 5:"]
    assert page.all(class_="preview-scores")
    # A contract is played once, and no table lets that stand: then there is nothing to work out.
    page = previewed(client, page, {"contract": "hearts", "mark-3-0": "1"})
    assert page.all(class_="reasons")
    assert not page.all(class_="preview-scores")
    page = client.submit(page.form("/rounds/1"), press="swap=2")
    assert contracts(client, game)[:2] == ["hearts", "ducking"]


def test_a_preview_of_a_round_that_was_changed_meanwhile_meets(client: Client, game: str) -> None:
    old = correcting(client, game, 1)
    inserting = client.get(f"/games/{game}/rounds/1/insert?contract=queens")
    client.submit(correcting(client, game, 1).form("/rounds/1"), {"tally-tricks-0": "0", "tally-tricks-3": "7"})
    met = previewed(client, old, {"tally-tricks-0": "1", "tally-tricks-2": "6"}, expect=409)
    # What was typed so far goes on from there.
    client.submit(met.form("/rounds/1"))
    assert game_in(client, game).game.rounds[0].tallies == (("tricks", (1, 6, 6, 0)),)
    met = previewed(client, inserting, {"tally-queens-0": "3"}, expect=409)
    page = client.submit(met.form("/rounds/1/insert"), expect=422)
    assert ticked(page) == {"tally-queens-0": "3"}


def test_a_preview_of_a_round_that_was_taken_out_meets(client: Client, game: str) -> None:
    old = correcting(client, game, 3)
    client.submit(table(client, game).form("/undo"))
    previewed(client, old, {}, press="do=everyone-1", expect=409)


def test_a_forgotten_round_is_looked_at_before_it_is_put_in(
    client: Client, game: str, everything: Callable[[], Rows]
) -> None:
    before, rows = totals(table(client, game)), everything()
    page = client.get(f"/games/{game}/rounds/2/insert?contract=trump-clubs")
    page = previewed(client, page, {"mark-2-0": "1"})
    page = previewed(client, page, {"contract": "domino"})
    page = previewed(client, page, {"who-last-out": "0"})
    assert "mark-2-0" in ticked(page)
    assert [number_of(said.split(" ")[2]) for said in the_totals(page) if "→" in said] == [before[0], before[2]]
    assert everything() == rows
    after = [number_of(said.split(" ")[-1]) for said in the_totals(page)]
    assert totals(client.submit(page.form("/insert"))) == after


def test_nobody_looks_at_a_correction_who_may_not_score(client: Client, game: str) -> None:
    form = correcting(client, game, 1).form("/rounds/1")
    for preview in ("/rounds/1/preview", "/rounds/2/insert/preview"):
        client.another_browser().http.post(f"/games/{game}{preview}")
        other = client.another_browser()
        token = other.get("/games/new").forms[0].value("csrf_token") or ""
        fields = [(name, value) for name, value in form.filled() if name != "csrf_token"]
        other.post(f"/games/{game}{preview}", [("csrf_token", token), *fields], expect=404)


def test_on_a_whole_page_a_refusal_leads_to_what_is_not_right(client: Client, game: str) -> None:
    refused = client.submit(correcting(client, game, 3).form("/rounds/3"), {"tally-kings-0": "4"}, expect=422)
    assert [link.get("href") for link in refused.all("a", within=refused.all(class_="problems")[0])] == ["#item-kings"]
    choose(client, game, "queens")
    form = table(client, game).form("/open/save")
    refused = client.submit(form, {"tally-queens-0": "3"}, expect=422)
    assert [link.get("href") for link in refused.all("a", within=refused.all(class_="problems")[0])] == ["#item-queens"]
    # htmx leads there by itself.
    refused = client.submit(form, {"tally-queens-0": "3"}, press="/open/save", htmx=True, expect=422)
    assert refused.errors
    assert not refused.problems
