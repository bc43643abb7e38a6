"""Several phones at one table: two that score, and others that follow live, without a reload."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.replay import replay
from scorekeeper.services.entries import MarkEntry, TallyEntry
from scorekeeper.wording.names import contract_name, points
from tests.e2e.conftest import Phones
from tests.e2e.player import Player, asks_for_news
from tests.e2e.seeding import Seeded, recorded, seeded

NEWS_MILLISECONDS = 2000
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
FULL_GAME = 0


@pytest.fixture
def table(instance: Path) -> Seeded:
    return seeded(instance, recorded(FULL_GAME), rounds=3)


def polls(player: Player) -> int:
    """Count how often a phone asked for news."""
    return sum(map(asks_for_news, player.requests))


def look_now(*several: Player) -> None:
    """Let phones ask at once, as they do when their network comes back: a game of eleven rounds takes long enough."""
    for player in several:
        player.page.evaluate("() => window.dispatchEvent(new Event('online'))")


def hide(page: Page, *, hidden: bool) -> None:
    """Put the phone into a pocket, or take it out."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_two_phones_score_a_whole_game_in_turn_and_a_third_follows_it_live(phones: Phones, instance: Path) -> None:
    game = recorded(FULL_GAME)
    table = seeded(instance, game)
    scorers, follower, board = (phones(), phones()), phones(), phones()
    for phone in scorers:
        phone.go(table.link())
    for phone in (follower, board):
        phone.go(table.link(follow=True))
    board.go(f"{table.path}/board")
    loads = [phone.loads for phone in (*scorers, follower, board)]
    for scored in replay(game).rounds:
        entry, number = game.rounds[scored.number - 1], scored.number
        writer, helper = scorers[number % 2], scorers[(number + 1) % 2]
        writer.choose(entry.contract)
        look_now(helper, follower, board)
        # In every third round the other one enters what the first speaker says; both see it as one round.
        expect(helper.page.locator("form.round")).to_be_visible()
        expect(follower.page.locator("#following-heading")).to_contain_text(contract_name(entry.contract))
        expect(board.heading(contract_name(entry.contract))).to_be_visible()
        first, *others = scored.roles.speakers
        if number % 3:
            writer.give_marks(game, scored.roles, entry)
        else:
            helper.give_marks(game, scored.roles, entry, speakers=[first])
            helper.settled()
            look_now(writer)
            for doubled in [seat for doubler, seat in entry.marks if doubler == first]:
                expect(writer.mark(game.players[first], game.players[doubled])).to_be_checked()
            writer.give_marks(game, scored.roles, entry, speakers=others)
        writer.settled()
        writer.give_tallies(game, entry)
        writer.save(number)
        look_now(helper, follower, board)
        for phone in (helper, follower):
            phone.sees_totals(game, list(scored.totals))
        expect(board.page.locator(".board-seat .total")).to_have_text([points(total) for total in scored.totals])
    for phone in (*scorers, follower):
        expect(phone.page.get_by_text("The four totals add up to 0 ✓")).to_be_visible()
    expect(board.heading(re.compile("wins|Shared"))).to_be_visible()
    assert [phone.loads for phone in (*scorers, follower, board)] == loads, "nobody had to load a page again"


def test_news_come_within_two_seconds_and_take_away_neither_place_nor_focus(phones: Phones, table: Seeded) -> None:
    follower = phones(viewport={"width": 360, "height": 400})
    # By the page's own clock: how long the answer takes is up to the machine.
    follower.page.clock.install()
    follower.go(table.link(follow=True))
    link = follower.page.get_by_role("link", name="Whole sheet")
    link.scroll_into_view_if_needed()
    link.focus()
    scrolled = follower.page.evaluate("scrollY")
    assert scrolled > 0
    follower.stop_the_clock()
    table.choose("kings-and-jacks")
    with follower.page.expect_response(lambda answer: asks_for_news(answer.request)) as news:
        follower.page.clock.run_for(NEWS_MILLISECONDS)
    assert news.value.status == 200
    follower.page.clock.resume()
    expect(follower.page.get_by_text("Nobody doubled yet.")).to_be_visible()
    expect(link).to_be_focused()
    table.enter(MarkEntry(3, 0, given=True), TallyEntry("kings", 1, 3))
    cells = follower.page.locator(".taken tbody tr").first.locator("td")
    expect(cells).to_have_text(["–", "3", "–", "–"])
    expect(follower.page.locator("#following-doubles")).to_have_text("Hanne → Els")
    expect(follower.page.get_by_role("status").filter(has_text="Hanne")).to_have_count(1)
    expect(link).to_be_focused()
    assert follower.page.evaluate("scrollY") > 0


def test_a_phone_in_a_pocket_asks_for_nothing_and_is_up_to_date_when_it_comes_out(
    phones: Phones, table: Seeded
) -> None:
    follower, awake = phones(), phones()
    for phone in (follower, awake):
        phone.go(table.link(follow=True))
        with phone.page.expect_response(lambda answer: answer.status == 304):
            pass
    hide(follower.page, hidden=True)
    follower.settled()
    asked = polls(follower)
    table.choose("queens")
    # The phone that is awake has asked twice meanwhile.
    expect(awake.page.locator("#following-heading")).to_contain_text("Queens")
    with awake.page.expect_response(lambda answer: answer.status == 304):
        pass
    assert polls(follower) == asked
    hide(follower.page, hidden=False)
    expect(follower.page.locator("#following-heading")).to_contain_text("Queens")


def test_when_the_game_is_over_phones_ask_ever_less_often_and_hear_of_an_undo(phones: Phones, instance: Path) -> None:
    table = seeded(instance, recorded(FULL_GAME), rounds=10)
    follower, witness = phones(), phones()
    follower.go(table.link(follow=True))
    witness.go(seeded(instance, recorded(FULL_GAME)).link(follow=True))
    table.play(11)
    expect(follower.page.get_by_text("The four totals add up to 0 ✓")).to_be_visible()
    asked = polls(follower)
    for _ in range(2):
        with witness.page.expect_response(lambda answer: answer.status == 304):
            pass
    assert polls(follower) - asked <= 1
    scorer = phones()
    scorer.go(table.link())
    scorer.tap(scorer.button("Undo round 11"))
    expect(follower.page.locator("#following-heading")).to_be_visible(timeout=30_000)


def test_a_phone_that_was_shut_out_says_so_and_asks_no_more(phones: Phones, table: Seeded, player: Player) -> None:
    follower = phones(user_agent=IPHONE)
    follower.go(table.link(follow=True))
    player.go(table.link())
    player.go(f"{table.path}/share")
    follower.watch.expect(404)
    player.tap(player.button("Shut out Safari on iPhone"))
    expect(follower.heading("There is no such game on this phone")).to_be_visible()
    expect(follower.page.locator("[data-poll]")).to_have_count(0)


def test_where_the_server_is_away_a_phone_says_that_it_is_not_connected(phones: Phones, table: Seeded) -> None:
    follower = phones()
    follower.go(table.link(follow=True))
    follower.watch.server_goes()
    with follower.meddling(f"**{table.path}", lambda route: route.abort()):
        expect(follower.page.get_by_text("Not connected")).to_be_visible()
        expect(follower.page.locator("#trouble")).to_be_hidden()
    expect(follower.page.get_by_text("Not connected")).to_be_hidden(timeout=15_000)
