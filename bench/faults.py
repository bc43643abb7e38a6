"""Nothing acknowledged is lost: eight writers save rounds while the server is killed twenty times and started again.

Run from the checkout: `python -m bench.faults` (about a minute), or with other numbers: `python -m bench.faults 8 20`.
Each writer plays game after game as a phone without JavaScript does. When the server is gone it sends the same form
again until there is an answer, as a phone does; only what was answered counts as acknowledged. At the end the database
must be sound, hold every acknowledged round just as it was sent, none of them twice, and no round that breaks a rule.
"""

from __future__ import annotations

import http.client
import random
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy import text

from scorekeeper.rules.game import Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.tallies import counts_of
from scorekeeper.storage import access, games
from scorekeeper.storage.database import Database
from tests.servers import Server, running_server
from tests.web.tables import ELEVEN, contract_of, some_tallies, tally_fields

WRITERS, KILLS = 8, 20
BETWEEN_KILLS = (0.3, 1.6)
FORM = re.compile(r'<form[^>]*action="(?P<action>[^"]+)"[^>]*>(?P<inside>.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
LOCATION = re.compile(r"/games/([\w-]+)")


@dataclass
class Writer:
    """A phone: its cookie, and what was acknowledged: game → rounds in order."""

    port: int
    stop: threading.Event
    cookie: str = ""
    saved: dict[str, list[Round]] = field(default_factory=dict)
    sent_again: int = 0
    faults: list[str] = field(default_factory=list)

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Send until there is an answer: status, address that it sends on to, page."""
        while True:
            try:
                return self._once(method, path, fields)
            except (OSError, http.client.HTTPException):
                self.sent_again += 1
                time.sleep(0.05)

    def _once(self, method: str, path: str, fields: dict[str, str] | None) -> tuple[int, str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            headers = {"Cookie": self.cookie} if self.cookie else {}
            body = None
            if fields is not None:
                body, headers["Content-Type"] = urlencode(fields), "application/x-www-form-urlencoded"
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            page = answer.read().decode()
            if made := answer.getheader("Set-Cookie"):
                self.cookie = made.partition(";")[0]
            return answer.status, answer.getheader("Location") or "", page
        finally:
            connection.close()

    def form(self, path: str, ending: str) -> tuple[str, dict[str, str]]:
        """Open a page and read a form off it: its address and hidden fields."""
        _, _, page = self.ask("GET", path)
        for found in FORM.finditer(page):
            if found["action"].endswith(ending):
                return found["action"], {name: unescape(value) for name, value in HIDDEN.findall(found["inside"])}
        raise ValueError(f"there is no form to {ending} on {path}")

    def play(self) -> None:
        """Play games until told to stop."""
        try:
            while not self.stop.is_set():
                self.play_game()
        except ValueError as fault:
            self.faults.append(str(fault))

    def play_game(self) -> None:
        """Start a game and save its rounds, each by two forms."""
        action, fields = self.form("/games/new", "/games/new")
        names = {f"players-{seat}": name for seat, name in enumerate(("Anna", "Bram", "Cees", "Dirk"))}
        status, there, _ = self.ask("POST", action, {**fields, **names, "first_dealer": "0", "rules": "bonken-11"})
        found = LOCATION.search(there)
        if status != 303 or found is None:
            raise ValueError(f"a new game answers {status}")
        path = f"/games/{found[1]}"
        rounds = self.saved[found[1]] = []
        for contract_id in ELEVEN:
            if self.stop.is_set():
                return
            self.send(path, "/choose", {"contract": contract_id})
            tallies = some_tallies(contract_of("bonken-11", contract_id))
            self.send(path, "/open/save", tally_fields(tallies, contract_of("bonken-11", contract_id)))
            rounds.append(Round(contract_id, (), tuple((item, tuple(four)) for item, four in tallies.items())))  # type: ignore[arg-type,misc]

    def send(self, path: str, ending: str, typed: dict[str, str]) -> None:
        """Send a form of the table, and see that it was carried out."""
        action, fields = self.form(path, ending)
        status, _, page = self.ask("POST", action, {**fields, **typed})
        if status != 303:
            heading = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
            raise ValueError(f"{ending} answers {status}: {heading[1] if heading else ''}")


def kill_again_and_again(server: Server, kills: int) -> None:
    """Kill the server, wait a moment, start it, and so on."""
    for _ in range(kills):
        time.sleep(random.uniform(*BETWEEN_KILLS))
        server.kill()
        server.restart()


def wrong(database: Database, writers: list[Writer]) -> Iterator[str]:
    """Say what is not as it must be in the database."""
    with database.reading() as connection:
        sound = connection.execute(text("PRAGMA integrity_check")).scalar()
        if sound != "ok":
            yield f"the database is not sound: {sound}"
        if connection.execute(text("PRAGMA foreign_key_check")).first():
            yield "a row belongs to nothing"
        acknowledged_games = {game_id for writer in writers for game_id in writer.saved}
        if len(games_there := set(access.games_of(connection, None))) != len(acknowledged_games):
            yield f"{len(acknowledged_games)} games acknowledged, {len(games_there)} there"
        for writer in writers:
            yield from writer.faults
            for game_id, acknowledged in writer.saved.items():
                stored = games.load(connection, game_id)
                if stored is None:
                    yield f"{game_id} is gone"
                    continue
                there = stored.game.rounds
                # The answer to the last form may have been lost with the writer's end.
                if not len(acknowledged) <= len(there) <= len(acknowledged) + 1:
                    yield f"{game_id}: {len(acknowledged)} rounds acknowledged, {len(there)} there"
                for number, (mine, theirs) in enumerate(zip(acknowledged, there, strict=False), 1):
                    same = mine.contract == theirs.contract and all(
                        counts_of(theirs.tallies, item) == counts for item, counts in mine.tallies
                    )
                    if not same:
                        yield f"{game_id}, round {number}: {theirs} instead of {mine}"
                if replay(stored.game).faults:
                    yield f"{game_id} breaks rules"


def main() -> None:
    """Play, kill, and check; ends with status 1 where anything is wrong."""
    count, kills = (int(word) for word in (sys.argv[1:3] if len(sys.argv) > 2 else (WRITERS, KILLS)))
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "instance"
        stop = threading.Event()
        with running_server(instance) as server:
            writers = [Writer(server.port, stop) for _ in range(count)]
            threads = [threading.Thread(target=writer.play) for writer in writers]
            for thread in threads:
                thread.start()
            try:
                kill_again_and_again(server, kills)
            finally:
                stop.set()
                for thread in threads:
                    thread.join()
        database = Database(f"sqlite:///{instance / 'scorekeeper.sqlite3'}")
        found = list(wrong(database, writers))
        database.close()
    rounds = sum(len(rounds) for writer in writers for rounds in writer.saved.values())
    again = sum(writer.sent_again for writer in writers)
    print(f"{count} writers, {kills} kills: {rounds} rounds acknowledged, {again} requests sent again")
    print("\n".join(found) or "every one is there, none twice, no half round, and the database is sound")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
