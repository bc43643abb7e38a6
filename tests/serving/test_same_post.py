"""One form sent many times to a real server with two workers, as double taps, impatient proxies and cut lines do."""

from __future__ import annotations

import http.client
import resource
import socket
import threading
import urllib.parse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from werkzeug.datastructures import Headers

from scorekeeper.rules.game import Game, Round
from scorekeeper.services.changing import now
from scorekeeper.services.sharing import fresh_link
from scorekeeper.storage import games
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import StoredGame
from tests.servers import Server, start_server
from tests.web.pages import Form, Page
from tests.web.tables import a_game

QUEENS = {f"tally-queens-{seat}": "1" for seat in range(4)}


class Phone:
    """A phone that talks to a server over its own sockets."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookie = ""

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, http.client.HTTPMessage, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer.status, answer.headers, text

    def see(self, path: str) -> Page:
        status, headers, text = self.ask("GET", path)
        return Page.read(path, status, Headers(headers.items()), text, is_fragment=False)

    def raw(self, form: Form, changes: dict[str, str]) -> bytes:
        """Spell a form as it goes over the line."""
        body = urllib.parse.urlencode(form.filled(changes)).encode()
        head = (
            f"POST {form.action} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nCookie: {self.cookie}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = start_server(tmp_path / "instance", env={"SCOREKEEPER_WORKERS": "2"})
    yield server
    server.stop()


def opened(server: Server) -> Database:
    return Database(f"sqlite:///{server.instance / 'scorekeeper.sqlite3'}")


@pytest.fixture
def game(server: Server) -> str:
    """A game whose first round is open."""
    return add(server, a_game(open_round=Round("queens")))


def add(server: Server, game: Game) -> str:
    database = opened(server)
    with database.writing() as connection:
        games.add(connection, "the-game", game, now())
    database.close()
    return "the-game"


def stored(server: Server, game_id: str) -> StoredGame:
    database = opened(server)
    with database.reading() as connection:
        found = games.load(connection, game_id)
    database.close()
    assert found is not None
    return found


@pytest.fixture
def phone(server: Server, game: str) -> Phone:
    """A phone that scores in the game."""
    database = opened(server)
    token = fresh_link(database, game)
    database.close()
    phone = Phone(server)
    # Who was never here comes a second time, with the cookie.
    for address in (f"/k/{token}", f"/k/{token}?again=1"):
        assert phone.ask("GET", address)[0] == 303
    return phone


def answer_to(server: Server, request: bytes, ready: threading.Barrier | None = None) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        # All but the last byte is there before any of them is whole.
        line.sendall(request[:-1])
        if ready is not None:
            ready.wait()
        line.sendall(request[-1:])
        return b"".join(iter(lambda: line.recv(65536), b""))


def place(answer: bytes) -> tuple[bytes, bytes]:
    """Read the status and where the answer sends the browser."""
    head = answer.partition(b"\r\n\r\n")[0].split(b"\r\n")
    where = next((line for line in head if line.lower().startswith(b"location:")), b"")
    return head[0], where.lower()


def test_eight_of_one_form_at_once_are_one_round_with_one_answer(server: Server, phone: Phone, game: str) -> None:
    form = phone.see(f"/games/{game}").form("/open/save")
    request, ready = phone.raw(form, QUEENS), threading.Barrier(8)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: answer_to(server, request, ready), range(8)))
    assert {place(answer)[0].split(b" ")[1] for answer in answers} == {b"303"}
    assert len({place(answer) for answer in answers}) == 1
    after = stored(server, game)
    assert (len(after.game.rounds), after.revision) == (1, 2)


@pytest.mark.parametrize("path", ["/choose", "/undo"])
def test_eight_of_any_form_at_once_are_one_change(server: Server, phone: Phone, path: str) -> None:
    database = opened(server)
    with database.writing() as connection:
        kept = games.load(connection, "the-game")
        assert kept is not None
        games.save(connection, kept, a_game(2), kept.created_at)
    database.close()
    before = stored(server, "the-game").revision
    form = phone.see("/games/the-game").form(path)
    request, ready = phone.raw(form, {}), threading.Barrier(8)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: answer_to(server, request, ready), range(8)))
    assert len({place(answer) for answer in answers}) == 1
    assert place(answers[0])[0].split(b" ")[1] == b"303"
    assert stored(server, "the-game").revision == before + 1


def test_a_form_whose_answer_never_came_is_sent_again(server: Server, phone: Phone, game: str) -> None:
    form = phone.see(f"/games/{game}").form("/open/save")
    request = phone.raw(form, QUEENS)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(request)
        # The line is cut as soon as the round is there, before its answer was read.
        for _ in range(3000):
            if stored(server, game).game.rounds:
                break
    answers = [answer_to(server, request) for _ in range(2)]
    assert place(answers[0]) == place(answers[1])
    assert place(answers[0])[1].endswith(f"/games/{game}?change=2".encode())
    assert len(stored(server, game).game.rounds) == 1


def test_half_a_form_is_nothing_and_the_whole_one_counts(server: Server, phone: Phone, game: str) -> None:
    form = phone.see(f"/games/{game}").form("/open/save")
    request = phone.raw(form, QUEENS)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(request[:-20])
    assert not stored(server, game).game.rounds
    assert place(answer_to(server, request))[0].split(b" ")[1] == b"303"
    assert len(stored(server, game).game.rounds) == 1


def test_a_server_restarted_between_two_sendings_remembers(server: Server, phone: Phone, game: str) -> None:
    form = phone.see(f"/games/{game}").form("/open/save")
    request = phone.raw(form, QUEENS)
    first = answer_to(server, request)
    server.kill()
    server.restart()
    assert place(answer_to(server, request)) == place(first)
    assert len(stored(server, game).game.rounds) == 1


# A full disk


def workers(server: Server) -> list[int]:
    """Find the processes of a server, its own as well."""
    found, new = [], [server.process.pid]
    while new:
        found += new
        new = [
            int(child) for one in new for child in Path(f"/proc/{one}/task/{one}/children").read_text("ascii").split()
        ]
    return found


@contextmanager
def full(server: Server) -> Iterator[None]:
    """Let no file of a server grow any more."""
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in workers(server)}
    for pid, (_, most) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, most))
    try:
        yield
    finally:
        for pid, limits in before.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of other processes can't be set here")
def test_on_a_full_disk_the_entry_is_kept_until_there_is_room(server: Server, phone: Phone, game: str) -> None:
    address = f"/games/{game}/open/save"
    form = phone.see(f"/games/{game}").form("/open/save")
    with full(server):
        for _ in range(2):
            status, headers, text = phone.ask("POST", address, urllib.parse.urlencode(form.filled(QUEENS)))
            assert status == 503
            assert int(headers["Retry-After"]) > 0
        assert not stored(server, game).game.rounds
        # What is there can still be seen.
        assert phone.see(f"/games/{game}").status == 200
    again = Page.read(address, status, Headers({"Content-Type": "text/html"}), text, is_fragment=False)
    status, _, _ = phone.ask("POST", address, urllib.parse.urlencode(again.form("/open/save").filled()))
    assert status == 303
    assert stored(server, game).game.rounds[0].tallies == (("queens", (1, 1, 1, 1)),)
