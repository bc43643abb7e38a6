"""What a player does with the phone: finds things by what they are called and taps them, and never waits blindly."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request, Route, expect

from scorekeeper.rules.doubling import may_double, others
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import Contract, Item
from scorekeeper.rules.seats import SEATS, Roles
from scorekeeper.rules.tallies import counts_of
from scorekeeper.wording.names import contract_name, counted, points, question
from tests.e2e.seeding import contract_of

FIRST_HIDDEN = 7
"""The first number that is found under "more", where there are that many."""

GATE_SECONDS = 10
INTERRUPTIONS = 5
"""How often a page may lead on by itself while it is being left."""
INTERRUPTED = ("interrupted by another navigation", "net::ERR_ABORTED")
"""What playwright says then."""
ENTERED = re.compile(r"/open(/save)?$|/preview$")


@dataclass
class Watch:
    """Everything that must not happen on a page, gathered until the test ends."""

    problems: list[str] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)
    expects_loss: bool = False
    restores: bool = False
    """Whether pages come back out of the browser's memory: playwright then takes their requests for broken off."""

    def follow(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        page.on("console", self._said)
        page.on("requestfailed", self._failed)
        page.on("crash", lambda _: self.problems.append("the page crashed"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        refused = re.search(r"responded with a status of (\d+)", message.text)
        if refused and int(refused[1]) in self.statuses:
            return
        if self.expects_loss and "net::ERR_" in message.text:
            return
        if self.expects_loss and "Failed to fetch" in message.text:
            return
        # A page that waits too long for news says so itself, and asks again.
        if "aborted a request" in message.text and "#poll-" in message.text:
            return
        self.problems.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        broken_off = request.failure == "net::ERR_ABORTED"
        # Previews, and what a page fetches for itself (its script, pictures, news), are broken off by whatever comes
        # next. Nothing entered is in them.
        is_aside = request.url.endswith("/preview") or (request.method == "GET" and not request.is_navigation_request())
        harmless = broken_off and (self.restores or is_aside)
        if not self.expects_loss and not harmless:
            self.problems.append(f"{request.method} {request.url}: {request.failure}")

    def expect(self, *statuses: int) -> None:
        """Let these answers of the server pass from now on: a refusal is what the test is about."""
        self.statuses |= set(statuses)

    def server_goes(self) -> None:
        """Let requests fail from now on: the server goes away on purpose, and the page is told of that late."""
        self.expects_loss = True


def asks_for_news(request: Request) -> bool:
    """Whether a page asked by itself, every so often, and no tap was the cause."""
    return "hx-ptag" in request.headers


@dataclass
class Gate:
    """Holds requests back until the test lets them through, one after the other."""

    page: Page
    held: list[Route] = field(default_factory=list)
    let: int = 0

    def wait(self) -> Route:
        """Wait until a request stands at the gate."""
        end = time.monotonic() + GATE_SECONDS
        while not self.held:
            assert time.monotonic() < end, "no request came to the gate"
            # It gives playwright the time to tell of requests. The page itself answers nothing while it is being left.
            self.page.wait_for_timeout(20)
        return self.held.pop(0)

    def let_through(self) -> None:
        """Let one request through, and wait until its answer is on the screen."""
        route = self.wait()
        self.let += 1
        with self.page.expect_response(lambda answer: answer.request == route.request):
            route.continue_()

    def empty(self) -> None:
        """Let all through that still stand there."""
        while self.held:
            # What the page itself broke off needs no letting through any more.
            with suppress(Error):
                self.held.pop(0).continue_()


def go_to(page: Page, address: str) -> None:
    """Go somewhere, as by the address bar: the page that is left may be leading on by itself just then."""
    for _ in range(INTERRUPTIONS):
        try:
            page.goto(address)
            return
        except Error as error:
            if not any(words in error.message for words in INTERRUPTED):
                raise
        # There it arrives first.
        page.wait_for_load_state()
    page.goto(address)


class Player:
    """A person with a phone at the table."""

    def __init__(self, page: Page, url: str, watch: Watch) -> None:
        self.page = page
        self.url = url
        self.watch = watch
        self.taps = 0
        self.requests: list[Request] = []
        """What the browser asked the server for, without stylesheets, scripts and pictures."""
        page.on("request", self._asked)
        self.has_script = True

    def _asked(self, request: Request) -> None:
        if "/static/" not in request.url:
            self.requests.append(request)

    @property
    def loads(self) -> int:
        """How many pages were loaded as a whole."""
        return sum(request.is_navigation_request() for request in self.requests)

    # Getting about

    def go(self, path: str) -> None:
        go_to(self.page, f"{self.url}{path}")

    def tap(self, target: Locator) -> None:
        """Tap something as soon as it can be tapped, on a page that is there as a whole: script and all."""
        self.taps += 1
        target.wait_for()
        self.page.wait_for_load_state("domcontentloaded")
        target.tap()

    def settled(self) -> None:
        """Wait until nothing is on its way to the server any more."""
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    def stop_the_clock(self) -> None:
        """Let nothing happen on the page by itself until its clock, which was installed, goes on."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 1"))
        # Stopping it goes a second forward, and something may have been due by then.
        self.settled()

    @contextmanager
    def gate(self, what: re.Pattern[str] = ENTERED) -> Iterator[Gate]:
        """Hold back what is entered, looked at and saved; at the end all goes through."""
        gate = Gate(self.page)
        try:
            with self.meddling(what, gate.held.append):
                yield gate
        finally:
            gate.empty()

    @contextmanager
    def meddling(self, what: str | re.Pattern[str], meddle: Callable[[Route], None]) -> Iterator[None]:
        """Come between the page and the server until the block ends.

        The route itself stays: where a page is just being left, playwright waits for ever for taking one away.
        """
        is_on = True

        def handle(route: Route) -> None:
            if is_on:
                meddle(route)
            else:
                route.fallback()

        self.page.route(what, handle)
        try:
            yield
        finally:
            is_on = False

    @contextmanager
    def hearing_nothing(self) -> Iterator[None]:
        """Let no news come: the phone lay in a pocket, and what others did has not come to it yet."""

        def no_news(route: Route) -> None:
            if asks_for_news(route.request):
                route.fulfill(status=304)
            else:
                route.fallback()

        with self.meddling("**/games/*", no_news):
            # News that are on their way come before all that follows.
            self.settled()
            yield

    # What there is to tap

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=name)

    def tile(self, contract_id: str) -> Locator:
        name = self.page.get_by_text(contract_name(contract_id), exact=True)
        return self.page.get_by_role("button").filter(has=name)

    def mark(self, doubler: str, doubled: str) -> Locator:
        return self.page.get_by_role("checkbox", name=f"{doubler} doubles {doubled}", exact=True)

    def shortcut(self, doubler: str, what: str) -> Locator:
        return self.button(f"{doubler} doubles {what}")

    def chip(self, player: str, item: str, count: int) -> Locator:
        return self.page.get_by_role("radio", name=f"{player}, {counted(item, count)}", exact=True)

    def more(self, item: str, seat: int) -> Locator:
        return self.page.locator(f"#tally-{item}-{seat}").get_by_label(f"{FIRST_HIDDEN} or more", exact=True)

    def taker(self, item: str, player: str) -> Locator:
        return self.page.get_by_role("group", name=question(item)).get_by_role("radio", name=player, exact=True)

    def save_button(self, number: int) -> Locator:
        return self.button(f"Save round {number}")

    # What a player does

    def start_game(self, game: Game, title: str = "") -> str:
        """Fill in the form of a new game and start it; returns the path of its table."""
        self.go("/")
        self.tap(self.page.get_by_role("link", name="New game"))
        for seat, name in enumerate(game.players, 1):
            self.page.get_by_role("combobox", name=f"Player {seat}", exact=True).fill(name)
        self.tap(self.page.get_by_role("radio", name=f"Player {game.first_dealer + 1} deals first"))
        rules = "Bonken in 11 rounds" if game.rule_set.id == "bonken-11" else "Bonken in 12 rounds"
        self.tap(self.page.get_by_role("radio", name=rules))
        if title:
            self.page.get_by_label("Title").fill(title)
        self.tap(self.button("Start the game"))
        expect(self.page).to_have_url(re.compile(r"/games/[\w-]{8,}$"))
        self.page.wait_for_load_state()
        return self.page.url.removeprefix(self.url)

    def choose(self, contract_id: str) -> None:
        """Tap a contract, and see its round open."""
        self.tap(self.tile(contract_id))
        expect(self.heading(contract_name(contract_id)).first).to_be_visible()
        expect(self.page.locator("form.round")).to_be_visible()

    def give_marks(self, game: Game, roles: Roles, entry: Round, *, speakers: Sequence[int] = ()) -> None:
        """Mark who doubled whom, in speaking order, each speaker with as few taps as there can be."""
        for speaker in speakers or roles.speakers:
            whom = {doubled for doubler, doubled in entry.marks if doubler == speaker}
            name = game.players[speaker]
            can = set(may_double(roles, entry.marks, speaker))
            if len(whom) > 1 and whom == can:
                self.tap(self.shortcut(name, "all back" if speaker == roles.chooser else "everyone"))
                # The next speaker may double in vain what has not come back yet; a player sees it and waits.
                expect(self.mark(name, game.players[min(whom)])).to_be_checked()
            elif speaker != roles.chooser and whom == set(others(roles, speaker)):
                self.tap(self.shortcut(name, "the other two, not the chooser"))
                expect(self.mark(name, game.players[min(whom)])).to_be_checked()
            else:
                for doubled in sorted(whom):
                    self.tap(self.mark(name, game.players[doubled]))

    def give_tallies(self, game: Game, entry: Round) -> None:
        """Enter what each took, until the rest follows by itself."""
        for item in contract_of(game, entry.contract).items:
            counts = [count or 0 for count in counts_of(entry.tallies, item.id)]
            if item.quantity == 1:
                self.tap(self.taker(item.id, game.players[counts.index(1)]))
            else:
                self._give(game, item, counts)

    def _give(self, game: Game, item: Item, counts: list[int]) -> None:
        # Whoever took most is entered first: often nothing is left then. The last number fills itself.
        order = sorted(SEATS, key=lambda seat: -counts[seat])
        left = item.quantity
        for seat in order[:-1]:
            if not left:
                break
            self.tap_count(game, item.id, seat, counts[seat], hides=item.quantity > FIRST_HIDDEN)
            left -= counts[seat]

    def tap_count(self, game: Game, item: str, seat: int, count: int, *, hides: bool = True) -> None:
        if hides and count >= FIRST_HIDDEN:
            self.tap(self.more(item, seat))
        self.tap(self.chip(game.players[seat], item, count))

    def play_round(self, game: Game, number: int) -> None:
        """Enter a whole round by taps and save it."""
        entry = game.rounds[number - 1]
        roles = replay(game).rounds[number - 1].roles
        self.choose(entry.contract)
        self.give_marks(game, roles, entry)
        self.give_tallies(game, entry)
        self.save(number)

    def save(self, number: int) -> None:
        """Save the round, and see that it is."""
        self.tap(self.save_button(number))
        expect(self.page.get_by_role("status")).to_have_text(f"Round {number} saved.")

    # What a player sees

    def sees_totals(self, game: Game, totals: list[int]) -> None:
        """See the four totals, each at the seat of its player."""
        seats = self.page.locator("#seats").get_by_role("listitem")
        for seat in SEATS:
            expect(seats.nth(seat)).to_contain_text(game.players[seat])
        expect(seats.locator(".total")).to_have_text([points(total) for total in totals])

    def sees_entries(self, game: Game, contract: Contract, entry: Round) -> None:
        """See everything that was entered in the open round, and nothing else."""
        marks = self.page.get_by_role("checkbox", checked=True)
        expect(marks).to_have_count(len(entry.marks))
        for doubler, doubled in entry.marks:
            expect(self.mark(game.players[doubler], game.players[doubled])).to_be_checked()
        given = 0
        for item in contract.items:
            counts = counts_of(entry.tallies, item.id)
            for seat in SEATS:
                count = counts[seat]
                if item.quantity > 1 and count is not None:
                    expect(self.chip(game.players[seat], item.id, count)).to_be_checked()
                    given += 1
                elif item.quantity == 1 and count == 1:
                    expect(self.taker(item.id, game.players[seat])).to_be_checked()
                    given += 1
        expect(self.page.get_by_role("radio", checked=True)).to_have_count(given)
