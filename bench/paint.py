"""What a phone waits for and what goes over the wire, beside ihatemoney and a bare Flask page.

Run from the checkout: `python -m bench.paint` (about three minutes, the first time it fetches ihatemoney). Goals:
quality.md, "Weight and speed on a phone".

Chromium at 360 × 740 with a processor slowed down four times and a slow 4G line opens each page with nothing kept, and
then once more. "Paint" is the largest contentful one, counted from the start of the navigation; "KB" what came over the
wire, headers too; each figure is the median of runs that take turns. The ratio is ours to ihatemoney's.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.ihatemoney import ihatemoney
from bench.pages import RUNS, Running, Seeder, bare_server
from tests.browser import launch_options
from tests.servers import running_server

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
"""A round trip in milliseconds, and bytes a second each way."""
AFTERWARDS = 800
"""Milliseconds in which a page may load more; no question for news falls into them."""
PAINT = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})"""


@dataclass(frozen=True, slots=True)
class Site:
    """A page to open, by a browser that its server knows."""

    name: str
    server: Running
    path: str


@dataclass(frozen=True, slots=True)
class Visit:
    """What one visit took: milliseconds to the largest paint, KB over the wire, and requests that left the browser."""

    paint: float
    kilobytes: float
    requests: int


class Wire:
    """Counts what comes over the wire to a page."""

    def __init__(self, session: CDPSession) -> None:
        self.bytes, self.requests = 0, 0
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)

    def _answered(self, event: dict[str, Any]) -> None:
        # What the browser had kept does not travel.
        self.requests += not event["response"].get("fromDiskCache", False)

    def _finished(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]


def visit(page: Page, session: CDPSession, address: str) -> Visit:
    """Open a page and wait until it has loaded, and what pages load after that."""
    wire = Wire(session)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(AFTERWARDS)
    return Visit(float(page.evaluate(PAINT)), wire.bytes / 1024, wire.requests)


@contextmanager
def slow_phone(browser: Browser, site: Site) -> Iterator[tuple[Page, CDPSession]]:
    """Give a phone that has nothing of a site but its cookie."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="en-GB")
    name, _, value = site.server.cookie.partition("=")
    if value:
        context.add_cookies([{"name": name, "value": value, "url": f"http://127.0.0.1:{site.server.port}"}])
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    yield page, session
    context.close()


def visits(browser: Browser, site: Site) -> tuple[Visit, Visit]:
    """Open a site for the first time, and again."""
    address = f"http://127.0.0.1:{site.server.port}{site.path}"
    with slow_phone(browser, site) as (page, session):
        first = visit(page, session, address)
        page.goto("about:blank")
        return first, visit(page, session, address)


def print_visits(sites: list[Site]) -> None:
    """Visit all sites in turn and print a line for each."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        runs = [[visits(browser, site) for site in sites] for _ in range(RUNS + 1)][1:]
        browser.close()
    for place, (title, goal) in enumerate((("first visit", "≤ 0.6"), ("again", "≤ 0.45"))):
        print(f"{title:<24}{'paint ms':>9}{'KB':>7}{'requests':>10}{'ratio':>7}")
        theirs = 0.0
        for site, measured in zip(sites, zip(*runs, strict=True), strict=True):
            own = [both[place] for both in measured]
            paint, size = (
                statistics.median(values) for values in zip(*((v.paint, v.kilobytes) for v in own), strict=True)
            )
            theirs = theirs or paint
            print(f"  {site.name:<22}{paint:>9.0f}{size:>7.1f}{own[0].requests:>10}{paint / theirs:>7.2f}")
        print(f"  goal of the table page{goal:>33}\n")


def main() -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            ihatemoney(folder, 1) as (project,),
            bare_server(folder) as bare,
            running_server(folder / "instance") as server,
        ):
            seeder = Seeder(server.instance)
            ours = Running(server.process.pid, server.port, seeder.cookie())
            (game_id,) = seeder.put(seeder.finished)
            print_visits(
                [
                    Site("ihatemoney", project.server, f"/{project.id}/"),
                    Site("table page", ours, f"/games/{game_id}"),
                    Site("bare page", bare, "/page"),
                ]
            )
            seeder.database.close()


if __name__ == "__main__":
    main()
