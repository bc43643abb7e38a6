"""What pages and saved rounds cost the server, beside a bare Flask app on the same server.

Run from the checkout: `python -m bench.pages` (about two minutes). Goals: quality.md, "Speed on the server".

Both run side by side with two workers, the bare app by our own code around granian, so that only the app differs. All
is asked for over HTTP on loopback, in turn (A B A B …); each figure is the median of the runs. "CPU ms" is what all
processes of a server take for one piece of work: the client and other work on the machine do not count. The ratio is
bare to ours. "A second" is with two connections; there the client takes its share of the same processors.
"""

from __future__ import annotations

import re
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.rules.game import Game
from scorekeeper.services.changing import now
from scorekeeper.settings import read_settings
from scorekeeper.storage import access, games
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from tests.e2e.seeding import recorded
from tests.servers import answers, free_port, running_server

HTMX, GZIP, PLAIN = "HX-Request: true", "Accept-Encoding: gzip", "Accept: text/html"
RUNS = 5
CROWD, CROWD_SAVES = 32, 15
"""Connections that save at once, and the rounds that each saves in a run, each of another game."""
SAVED = 6
"""Rounds that a game has when the next one is saved: the middle of a game."""

BARE = '''
import sqlite3, sys, types
from flask import Flask, redirect, render_template, request
from jinja2 import DictLoader

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head><body><main>
<h1>{{ title }}</h1><table class="score-table"><thead><tr><th scope="col">Round</th>
{% for player in players %}<th scope="col"><bdi class="column">{{ player }}</bdi></th>{% endfor %}</tr></thead><tbody>
{% for row in rows %}<tr>
  <th scope="row"><a href="/games/bare/rounds/{{ row.number }}"><span class="row-number">{{ row.number }}</span>
    <span class="sign" aria-hidden="true">{{ row.sign }}</span> <span class="row-name">{{ row.name }}</span></a>
    <small class="doubles"><span class="visually-hidden">doubled by </span>{{ row.doubles }}</small></th>
  {% for cell in row.cells %}<td role="cell" class="cell">
    <span class="score"><span class="visually-hidden">round </span><b class="points">{{ cell.score|points }}</b></span>
    <small class="running"><span class="visually-hidden">with it in all </span>{{ cell.total|points }}</small>
  </td>{% endfor %}
</tr>{% endfor %}</tbody></table></main></body></html>"""
NAMES = "Kings and jacks,Queens,King of hearts,Ducking,Last trick,Domino,None,Clubs,Diamonds,Hearts,Spades".split(",")
ROWS = [
    {"number": place + 1, "name": name, "sign": name[0], "doubles": "Els & Finn, Hanne & Els",
     "cells": [{"score": 37 * (place + seat) % 41 * 10 - 200, "total": 70 * seat - 30 * place} for seat in range(4)]}
    for place, name in enumerate(NAMES)
]

def create_app():
    app, opened = Flask("bare"), []
    app.jinja_loader, app.extensions["scorekeeper"] = DictLoader({"page.html": PAGE}), None
    app.jinja_env.filters["points"] = lambda number: f"{number:+d}".replace("-", "\\u2212") if number else "0"

    def save():
        if not opened:
            opened.append(sqlite3.connect(sys.argv[2], isolation_level=None))
            opened[0].executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        opened[0].execute("INSERT INTO rounds VALUES (?)", (request.form["round"],))
        return redirect("/page", 303)

    app.add_url_rule("/healthz", "health", lambda: ("ok\\n", {"Content-Type": "text/plain"}))
    app.add_url_rule("/hello", "hello", lambda: "hello")
    app.add_url_rule("/page", "page", lambda: render_template("page.html", title="Friday", players="EFGH", rows=ROWS))
    app.add_url_rule("/save", "save", save, methods=["POST"])
    return app

sqlite3.connect(sys.argv[2]).execute("CREATE TABLE rounds (entry TEXT)")
# Our server with another app; ours is not imported, which would take memory, and there are no games to tidy.
bare = sys.modules["scorekeeper.app"] = sys.modules["scorekeeper.serving.tidying"] = types.ModuleType("bare")
bare.create_app, bare.LARGEST_FORM, bare.tidy_again_and_again = create_app, 256 * 1024, lambda database: None
from scorekeeper.serving.server import serve, the_app
the_app()
serve("127.0.0.1", int(sys.argv[1]), 2)
'''
"""The bare app and what serves it, given a port and a database."""

Visit = tuple[int, float, int]  # status, seconds, and bytes of the page


@dataclass(frozen=True, slots=True)
class Running:
    """A running server: its first process, its port, and the cookie of a browser that it knows."""

    process: int
    port: int
    cookie: str = ""

    def request(self, method: str, path: str, form: Sequence[tuple[str, str]] = (), more: str = PLAIN) -> bytes:
        """Spell a request; `more` is a further line of its head."""
        body = urlencode(form)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n{more}\r\n"
        of_form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if form else ""
        return f"{head}{of_form}\r\n{body}".encode()

    def visit(self, connection: socket.socket, request: bytes) -> tuple[int, bytes]:
        """Send a request and go where a 302 or 303 sends on to: the last answer's status and content."""
        connection.sendall(request)
        with connection.makefile("rb") as answer:
            status = int(answer.readline().split()[1])
            lines = (line.rstrip().split(b": ", 1) for line in iter(answer.readline, b"\r\n"))
            head = {name.lower(): value for name, value in lines}
            content = answer.read(int(head.get(b"content-length", 0)))
        if status in (302, 303):
            return self.visit(connection, self.request("GET", head[b"location"].decode()))
        return status, content

    def processes(self) -> list[int]:
        """List the server's processes."""
        found = [self.process]
        for process in found:
            for children in Path(f"/proc/{process}/task").glob("*/children"):
                found += map(int, children.read_text().split())
        return found

    def cpu_seconds(self) -> float:
        """Give the processor time so far of all processes, by the clocks that clock_getcpuclockid(3) names."""
        return sum(time.clock_gettime((~process << 3) | 2) for process in self.processes())

    def megabytes(self) -> float:
        """Give the memory of all processes, each page divided by those that share it (PSS)."""
        rollups = (Path(f"/proc/{process}/smaps_rollup").read_text() for process in self.processes())
        return sum(int(size) for rollup in rollups for size in re.findall(r"\nPss: +(\d+)", rollup)) / 1024


def work_off(server: Running, requests: Sequence[bytes], connections: int) -> list[Visit]:
    """Make all visits, each connection one after the other; in the order of the requests. Status 0: no answer."""
    visits = [(0, 0.0, 0)] * len(requests)

    def work(first: int) -> None:
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
            for place in range(first, len(requests), connections):
                begun = time.perf_counter()
                status, content = server.visit(connection, requests[place])
                visits[place] = status, time.perf_counter() - begun, len(content)

    with ThreadPoolExecutor(connections) as threads:
        wait([threads.submit(work, first) for first in range(connections)])
    return visits


@contextmanager
def bare_server(folder: Path) -> Iterator[Running]:
    """Run the bare app."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", BARE, str(port), str(folder / "bare.sqlite3")])
    try:
        while not answers(f"http://127.0.0.1:{port}"):
            if process.poll() is not None:
                raise RuntimeError("the bare server does not start")
            time.sleep(0.02)
        yield Running(process.pid, port)
    finally:
        process.terminate()
        process.wait()


class Seeder:
    """Puts games into our database, each with names that none had before it; one browser may score in all of them."""

    def __init__(self, folder: Path) -> None:
        app = create_app(read_settings({"SCOREKEEPER_INSTANCE": str(folder)}))
        self.database: Database = app.extensions["scorekeeper"]
        self.client = app.test_client()
        self.finished = recorded(0)
        *saved, entered = self.finished.rounds[: SAVED + 1]
        self.open = replace(self.finished, rounds=tuple(saved), open_round=entered, marking_over=True)
        self.number, self.browser = 0, ""

    def cookie(self) -> str:
        """Open a link to a game and see the game, as a phone does: the cookie then holds all it ever will."""
        (game_id,) = self.put(self.finished)
        with self.database.writing() as connection:
            token = access.make_key(connection, game_id, Right.SCORE, now())
        assert self.client.get(f"/k/{token}", follow_redirects=True).status_code == 200
        with self.client.session_transaction() as session:
            self.browser = session["browser"]
        return f"scorekeeper={getattr(self.client.get_cookie('scorekeeper'), 'value', '')}"

    def put(self, game: Game, several: int = 1) -> list[str]:
        """Put in a game so many times and give the ids."""
        ids = [secrets.token_urlsafe(9) for _ in range(several)]
        with self.database.writing() as connection:
            for game_id in ids:
                self.number += 1
                first, second, third, fourth = (f"{name} {self.number}" for name in game.players)
                games.add(connection, game_id, replace(game, players=(first, second, third, fourth)), now())
                if self.browser:
                    access.grant(connection, game_id, self.browser, Right.SCORE, now())
        return ids

    def lost(self, game_ids: Sequence[str], visits: Sequence[Visit]) -> int:
        """Count the rounds whose saving was acknowledged and that are not in the database."""
        with self.database.reading() as connection:
            saved = {stored.id for stored in games.load_all(connection, game_ids) if len(stored.game.rounds) > SAVED}
        return sum(status == 200 and game not in saved for game, (status, *_) in zip(game_ids, visits, strict=True))

    def statements(self) -> tuple[int, int]:
        """Count the SQL statements of a table page, at the first look and at the second; BEGIN asks for nothing."""
        (game_id,) = self.put(self.finished)
        asked: list[str] = []
        event.listen(self.database.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
        self.client.get(f"/games/{game_id}")
        first = len(asked) - asked.count("BEGIN")
        self.client.get(f"/games/{game_id}")
        return first, len(asked) - asked.count("BEGIN") - first


class RoundForm(HTMLParser):
    """Reads off a page the fields that its open round's form would send."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.action, self.is_inside = "", False
        self.fields: list[tuple[str, str]] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.is_inside = said.get("class") == "round"
            self.action = said["action"] if self.is_inside else self.action
        elif tag == "input" and self.is_inside and (said["type"] == "hidden" or "checked" in said):
            self.fields.append((said["name"], said["value"]))


def saving(server: Running, game_ids: Sequence[str], more: str = PLAIN) -> list[bytes]:
    """Look at each game and spell the request that saves its open round."""
    requests = []
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        for game_id in game_ids:
            form = RoundForm(server.visit(connection, server.request("GET", f"/games/{game_id}"))[1])
            requests.append(server.request("POST", form.action, form.fields, more))
    return requests


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of work: `prepared` spells the requests of a run. `bare` names what it is compared to, and `goal` how."""

    name: str
    server: Running
    prepared: Callable[[], list[bytes]]
    bare: str = ""
    goal: str = ""


def works(bare: Running, ours: Running, seeder: Seeder) -> list[Work]:
    """List what is measured, in the order of measuring."""
    hello, page = bare.request("GET", "/hello"), bare.request("GET", "/page")
    commit = bare.request("POST", "/save", [("round", "5")])

    def looking(several: int, *, looks: int = 1, more: str = PLAIN) -> list[bytes]:
        return [ours.request("GET", f"/games/{it}", more=more) for it in seeder.put(seeder.finished, several)] * looks

    return [
        Work("bare answer", bare, lambda: [hello] * 3000),
        Work("bare table page", bare, lambda: [page] * 800),
        Work("table page", ours, lambda: looking(1, looks=800), "bare table page", "≥ 0.55"),
        Work("table page, compressed", ours, lambda: looking(1, looks=400, more=GZIP), "bare table page"),
        Work("table page, first look", ours, lambda: looking(100), "bare table page"),
        Work("bare commit and page", bare, lambda: [commit] * 500),
        Work("save, form", ours, lambda: saving(ours, seeder.put(seeder.open, 120)), "bare commit and page", "≥ 0.6"),
        Work("save, htmx", ours, lambda: saving(ours, seeder.put(seeder.open, 120), HTMX), "bare commit and page"),
    ]


def measure(work: Work) -> tuple[float, float, float]:
    """Do a piece of work many times: CPU ms for one, how many a second, and KB of the page."""
    requests = work.prepared()
    begun, cpu = time.perf_counter(), work.server.cpu_seconds()
    visits = work_off(work.server, requests, 2)
    cpu, seconds = work.server.cpu_seconds() - cpu, time.perf_counter() - begun
    if (answered := {status for status, *_ in visits}) != {200}:
        raise ValueError(f"{work.name}: answers {answered}")
    return cpu / len(requests) * 1000, len(requests) / seconds, visits[0][2] / 1024


def print_costs(all_work: Sequence[Work]) -> None:
    """Measure all work in turn and print a line for each."""
    for work in all_work:
        # What is kept from one request to the next is there before anything counts.
        work_off(work.server, work.prepared()[:40], 8)
    runs = [[measure(work) for work in all_work] for _ in range(RUNS)]
    print(f"{'work':<26}{'CPU ms':>8}{'a second':>10}{'KB':>7}{'ratio':>7}  goal")
    costs: dict[str, float] = {}
    for work, measured in zip(all_work, zip(*runs, strict=True), strict=True):
        cost, rate, size = (statistics.median(column) for column in zip(*measured, strict=True))
        costs[work.name] = cost
        compared = f"{costs[work.bare] / cost:>7.2f}  {work.goal}" if work.bare else ""
        print(f"{work.name:<26}{cost:>8.2f}{rate:>10.0f}{size:>7.1f}{compared}")


def print_crowd(ours: Running, seeder: Seeder) -> None:
    """Let many phones save at once, again and again, and print how long they waited and what got lost."""
    shares, errors, gone = [], 0, 0
    for _ in range(RUNS):
        ids = seeder.put(seeder.open, CROWD * CROWD_SAVES)
        visits = work_off(ours, saving(ours, ids, HTMX), CROWD)
        errors += sum(status != 200 for status, *_ in visits)
        gone += seeder.lost(ids, visits)
        waits = statistics.quantiles([seconds * 1000 for _, seconds, _ in visits], n=100)
        shares.append((waits[49], waits[94], waits[98], waits[98] / waits[49]))
    p50, p95, p99, tail = (statistics.median(column) for column in zip(*shares, strict=True))
    print(f"\n{CROWD} connections that save by htmx without a pause, {RUNS} × {CROWD * CROWD_SAVES} rounds:")
    print(f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms; p99/p50 {tail:.2f} (goal ≤ 2)", end="; ")
    print(f"errors {errors}, lost rounds {gone} (goal 0)")


def main() -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with bare_server(folder) as bare, running_server(folder / "instance") as server:
            seeder = Seeder(server.instance)
            ours = Running(server.process.pid, server.port, seeder.cookie())
            print_costs(works(bare, ours, seeder))
            print_crowd(ours, seeder)
            memory, bare_memory = ours.megabytes(), bare.megabytes()
            first, again = seeder.statements()
            seeder.database.close()
    print(f"\nSQL statements of the table page: {first} at the first look, {again} again  goal ≤ 3")
    print(f"memory after all that: bare {bare_memory:.0f} MB, ours {memory:.0f} MB ({memory / bare_memory:.2f} ×)")


if __name__ == "__main__":
    main()
