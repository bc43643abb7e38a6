"""How many tables two worker processes carry, each with four phones that follow it live.

Run from the checkout: `python -m bench.live`, or with numbers of tables: `python -m bench.live 100 500`. Each phone
holds one connection and polls at the interval of static/js/45-follow.js; every table is tapped at in turn, one tap in
`TAP_EVERY` seconds on each, so that its four phones get the page anew. The clients share the machine's processors with
the server; "server CPU" is the processor time of the server's processes alone, 200 % being all of two cores.

A table is carried when 99 of 100 polls are answered within the time that is left of two seconds after the interval.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask
from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.rules.editing import choose
from scorekeeper.services.changing import now
from scorekeeper.settings import read_settings
from scorekeeper.storage import access, games
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from scorekeeper.storage.migrating import upgrade
from tests.e2e.seeding import recorded
from tests.servers import Server, running_server

ROOT = Path(__file__).resolve().parent.parent
TABLES = (100, 250, 500)
PHONES = 4
SECONDS = 20
TAP_EVERY = 20.0
ALLOWED = 2.0
TICKS = os.sysconf("SC_CLK_TCK")
HTMX = "HX-Request: true\r\nHX-Request-Type: partial\r\nAccept-Encoding: gzip, br\r\n"
POLLER = re.compile(rb'data-poll[^>]*hx-ptag="([^"]+)"')
FIELD = re.compile(rb'<input type="hidden" name="(csrf_token|key|round)" value="([^"]*)"')


@dataclass
class Table:
    """A running game: its id, and the cookies of the phone that scores and of those that follow."""

    game_id: str
    scorer: str
    followers: list[str]


@dataclass
class Found:
    """What the phones saw: seconds of each poll and tap, how many polls brought nothing new, bytes, and failures."""

    polls: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    unchanged: int = 0
    unchanged_bytes: int = 0
    failures: int = 0


class Phone:
    """A phone with one connection to the server, opened again where the server closed it."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.tag = ""

    async def ask(
        self, method: str, path: str, more: str = "", body: str = ""
    ) -> tuple[int, dict[bytes, bytes], bytes]:
        """Send a request and read its answer: status, headers in lower case, body."""
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if body else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: bonken\r\nCookie: scorekeeper={self.cookie}\r\n{more}{form}\r\n"
        for again in (True, False):
            try:
                if self.writer is None or self.reader is None:
                    self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
                self.writer.write((head + body).encode())
                return await self._answer(self.reader)
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if not again:
                    raise
        raise AssertionError

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes], bytes]:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.rstrip().split(b"\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)}
        headers[b"bytes"] = str(len(head)).encode()
        body = await reader.readexactly(int(headers.get(b"content-length", b"0")))
        return int(first.split()[1]), headers, body

    def close(self) -> None:
        """Let go of the connection."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


def interval() -> float:
    """Read off the script how often a phone polls: seconds."""
    text = (ROOT / "static" / "js" / "45-follow.js").read_text("utf-8")
    found = re.search(r"const EVERY = (\d+);", text)
    if found is None:
        raise ValueError("static/js/45-follow.js does not say how often a phone asks")
    return int(found[1]) / 1000


def seeded(database: Database, app: Flask, count: int) -> list[Table]:
    """Put games with an open round into the database, each with one phone that scores and four that follow."""
    game = recorded(0)
    running = choose(type(game)(game.rule_set, game.players, game.first_dealer, game.rounds[:6]), "ducking")
    tables = []
    moment = now()
    with database.writing() as connection:
        for _ in range(count):
            game_id = secrets.token_urlsafe(9)
            games.add(connection, game_id, running, moment)
            phones = [secrets.token_urlsafe(16) for _ in range(PHONES + 1)]
            for number, browser in enumerate(phones):
                access.remember_browser(connection, browser, "bench", moment)
                right = Right.FOLLOW if number else Right.SCORE
                access.grant(connection, game_id, browser, right, moment)
            scorer, *followers = (cookie(app, browser) for browser in phones)
            tables.append(Table(game_id, scorer, followers))
    return tables


def cookie(app: Flask, browser: str) -> str:
    """Sign a cookie as the server does."""
    interface = app.session_interface
    serializer = interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(serializer.dumps({"_permanent": True, "browser": browser, "csrf_token": secrets.token_hex(20)}))


async def follow(phone: Phone, table: Table, begin: float, until: float, found: Found) -> None:
    """Poll as a phone does, beginning at a moment of its own."""
    path, every = f"/games/{table.game_id}", interval()
    await asyncio.sleep(max(0.0, begin - time.perf_counter()))
    while (asked := time.perf_counter()) < until:
        try:
            more = f"{HTMX}HX-PTag: {phone.tag}\r\n" if phone.tag else HTMX
            status, headers, _ = await phone.ask("GET", path, more)
        except (OSError, asyncio.IncompleteReadError):
            found.failures += 1
        else:
            found.polls.append(time.perf_counter() - asked)
            found.failures += status not in (200, 304)
            if status == 304:
                found.unchanged += 1
                found.unchanged_bytes += int(headers[b"bytes"])
            phone.tag = headers.get(b"hx-ptag", b"").decode() or phone.tag
        await asyncio.sleep(every)
    phone.close()


async def tap(phone: Phone, table: Table, begin: float, until: float, found: Found) -> None:
    """Tap at a table every so often: a number for one player, another one the next time."""
    path = f"/games/{table.game_id}"
    _, _, page = await phone.ask("GET", path)
    fields = {name.decode(): value.decode() for name, value in FIELD.findall(page)}
    await asyncio.sleep(max(0.0, begin - time.perf_counter()))
    count = 0
    while (asked := time.perf_counter()) < until:
        count += 1
        typed = {"only": "tally-tricks-0", "tally-tricks-0": str(count % 7), "page": "bench", "sequence": str(count)}
        try:
            status, _, _ = await phone.ask("POST", f"{path}/open", HTMX, urlencode({**fields, **typed}))
        except (OSError, asyncio.IncompleteReadError):
            found.failures += 1
        else:
            found.taps.append(time.perf_counter() - asked)
            found.failures += status != 200
        await asyncio.sleep(TAP_EVERY)
    phone.close()


async def evening(server: Server, tables: list[Table]) -> tuple[Found, float]:
    """Let all phones follow and all tables be tapped at; give what they saw and the server's CPU seconds."""
    found = Found()
    begin = time.perf_counter() + 2
    until = begin + SECONDS
    phones = [(table, who) for table in tables for who in table.followers]
    tasks = [
        follow(Phone(server.port, who), table, begin + interval() * number / len(phones), until, found)
        for number, (table, who) in enumerate(phones)
    ]
    tasks += [
        tap(Phone(server.port, table.scorer), table, begin + TAP_EVERY * (number + 0.5) / len(tables), until, found)
        for number, table in enumerate(tables)
    ]
    before = processor_seconds(server.process.pid)
    await asyncio.gather(*tasks)
    return found, processor_seconds(server.process.pid) - before


def processor_seconds(pid: int) -> float:
    """Add up the processor time of a process and of those it started."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return (int(stat[11]) + int(stat[12])) / TICKS + sum(processor_seconds(int(child)) for child in children)


def statements_of_a_poll(app: Flask, table: Table) -> int:
    """Count the statements of a poll that brings nothing new."""
    database: Database = app.extensions["scorekeeper"]
    sent: list[str] = []

    @event.listens_for(database.engine, "before_cursor_execute")
    def note(_c: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    client = app.test_client(use_cookies=False)
    headers = {"HX-Request": "true", "Cookie": f"scorekeeper={table.followers[0]}"}
    tag = client.get(f"/games/{table.game_id}", headers=headers).get_data()
    shown = POLLER.search(tag)
    sent.clear()
    answer = client.get(f"/games/{table.game_id}", headers={**headers, "HX-PTag": shown[1].decode() if shown else ""})
    if answer.status_code != 304:
        raise ValueError(f"a poll with nothing new answers {answer.status_code}")
    return sum(not statement.startswith("BEGIN") for statement in sent)


def milliseconds(seconds: list[float]) -> str:
    """Write the p50, p95 and p99 of what took so long."""
    cuts = statistics.quantiles(seconds, n=100)
    return " ".join(f"{1000 * cuts[at - 1]:>6.0f}" for at in (50, 95, 99))


def main() -> None:
    """Measure and print the table."""
    counts = [int(word) for word in sys.argv[1:]] or list(TABLES)
    every = interval()
    print(f"{PHONES} phones at each table poll every {every} s; each table is tapped at every {TAP_EVERY:.0f} s")
    print(
        f"{'tables':>7}{'polls/s':>9}{'304':>7}{'poll ms p50 p95 p99':>23}{'tap ms p50 p95 p99':>22}"
        f"{'CPU':>7}{'failed':>8}  carried"
    )
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            instance = Path(folder) / "instance"
            settings = read_settings({"SCOREKEEPER_INSTANCE": str(instance), "SCOREKEEPER_RATE_LIMITS": "off"})
            database = Database(settings.database)
            upgrade(database)
            app = create_app(settings)
            tables = seeded(database, app, count)
            statements = statements_of_a_poll(app, tables[0])
            database.close()
            with running_server(instance) as server:
                found, cpu = asyncio.run(evening(server, tables))
        late = statistics.quantiles(found.polls, n=100)[98] > ALLOWED - every
        print(
            f"{count:>7}{len(found.polls) / SECONDS:>9.0f}{found.unchanged / len(found.polls):>7.1%}"
            f"  {milliseconds(found.polls)} {milliseconds(found.taps)}"
            f"{cpu / SECONDS:>7.0%}{found.failures:>8}  {'NO' if late or found.failures else 'yes'}",
            flush=True,
        )
    print(f"a poll with nothing new: {statements} statement, {found.unchanged_bytes // max(1, found.unchanged)} bytes")


if __name__ == "__main__":
    main()
