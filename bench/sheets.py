"""How long the PDF and the picture of a finished game take, each as a ratio to the table page of the same game.

Run from the checkout: `python -m bench.sheets`. The whole answer is measured: database, chart, search for missing
letters, setting. Each game has names that none before it had, since typst remembers what it has set. Everything runs in
one process and interleaved; each figure is a median.
"""

from __future__ import annotations

import dataclasses
import json
import secrets
import statistics
import tempfile
import time
from pathlib import Path

from flask.testing import FlaskClient

from scorekeeper.app import create_app
from scorekeeper.record import read
from scorekeeper.rules.game import Game
from scorekeeper.services.changing import now
from scorekeeper.settings import read_settings
from scorekeeper.storage import access, games
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right
from scorekeeper.storage.migrating import upgrade

GAME = Path(__file__).resolve().parent.parent / "tests" / "vectors" / "games" / "game-00.json"
ROUNDS = 15
PAGES = {
    "table page": "",
    "sheet page": "/sheet",
    "PDF": "/sheet.pdf",
    "PDF for Letter": "/sheet.pdf?paper=letter",
    "picture": "/sheet.png",
    "CSV": "/sheet.csv",
}


def main() -> None:
    """Measure and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        settings = read_settings({"SCOREKEEPER_INSTANCE": folder})
        database = Database(settings.database)
        upgrade(database)
        app = create_app(settings)
        client = app.test_client()
        client.get("/games/new")
        with client.session_transaction() as session:
            browser = str(session["browser"])
        times: dict[str, list[float]] = {name: [] for name in PAGES}
        sizes: dict[str, int] = {}
        # The first round is thrown away: fonts are found and templates compiled in it.
        for number in range(ROUNDS + 1):
            game_id = seeded(database, browser, number)
            for name, path in PAGES.items():
                seconds, size = timed(client, f"/games/{game_id}{path}")
                sizes[name] = size
                if number:
                    times[name].append(seconds)
        database.close()
    base = statistics.median(times["table page"])
    print(f"{'answer':<24}{'ms':>9}{'× table page':>14}{'KB':>8}")
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name:<24}{median * 1000:>9.1f}{median / base:>14.1f}{sizes[name] / 1024:>8.1f}")
    print(f"medians of {ROUNDS}, interleaved, one process, a finished game of 11 rounds")


def seeded(database: Database, browser: str, number: int) -> str:
    """Put a finished game into the database, with names that no game before had."""
    played = read(json.loads(GAME.read_text("utf-8"))["record"]).played
    if played is None:
        raise ValueError(f"{GAME} holds no game")
    first, second, third, fourth = (f"{name} {number}" for name in played.game.players)
    game: Game = dataclasses.replace(played.game, players=(first, second, third, fourth), title=f"Friday {number}")
    game_id = secrets.token_urlsafe(9)
    with database.writing() as connection:
        access.remember_browser(connection, browser, "bench", now())
        games.add(connection, game_id, game, now())
        access.grant(connection, game_id, browser, Right.SCORE, now())
    return game_id


def timed(client: FlaskClient, address: str) -> tuple[float, int]:
    """Ask for an address: seconds, and bytes of the answer."""
    before = time.perf_counter()
    answer = client.get(address)
    content = answer.get_data()
    seconds = time.perf_counter() - before
    if answer.status_code != 200:
        raise ValueError(f"{address} answers {answer.status_code}")
    return seconds, len(content)


if __name__ == "__main__":
    main()
