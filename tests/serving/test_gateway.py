"""The gateway: what the app is told of a request, and what becomes of slow, large and broken bodies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from flask import Flask, request
from granian.rsgi import ProtocolClosed, Scope  # type: ignore[attr-defined]
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.serving.gateway import Headers, environ, gateway

LARGEST = 100
PATIENT, HASTY = 60, 0.2
"""Seconds that a body may take: far more than it takes, or no time for one that does not come to its end."""


def run(asked: Coroutine[Any, Any, None]) -> None:
    """Run to the end in a thread of its own: where a browser is driven, this one has a running loop already."""

    async def limited() -> None:
        await asyncio.wait_for(asked, 10)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(limited())).result()


class SomeHeaders:
    """Headers as granian gives them: names in small letters, a name as often as it was sent."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.pairs = list(pairs)

    def __contains__(self, name: str) -> bool:
        return any(name == known for known, _ in self.pairs)

    def get(self, name: str) -> str | None:
        return next((value for known, value in self.pairs if known == name), None)

    def items(self) -> list[tuple[str, str]]:
        return self.pairs


@dataclass
class Asked:
    """A request line and headers as granian gives them."""

    method: str = "GET"
    path: str = "/"
    query_string: str = ""
    headers: SomeHeaders = field(default_factory=lambda: SomeHeaders([]))
    scheme: str = "http"
    http_version: str = "1.1"
    server: str = "127.0.0.1:8000"
    client: str = "192.168.1.30:50123"


@dataclass
class Sender:
    """The other side: sends these parts, then waits `pause` seconds, then goes when it is `leaving`."""

    parts: Sequence[bytes] = ()
    pause: float = 0
    leaving: bool = False
    taken: int = 0
    answer: tuple[int, Headers, bytes] | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            self.taken += 1
            yield part
        await asyncio.sleep(self.pause)
        if self.leaving:
            raise ProtocolClosed

    def response_empty(self, status: int, headers: Headers, /) -> None:
        self.answer = (status, headers, b"")

    def response_bytes(self, status: int, headers: Headers, body: bytes, /) -> None:
        self.answer = (status, headers, body)


@pytest.fixture
def app() -> Flask:
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST

    @app.route("/", methods=["GET", "POST"])
    def echo() -> str:
        return f"{request.method} {request.get_data(as_text=True)}"

    @app.errorhandler(RequestEntityTooLarge)
    def too_large(_: RequestEntityTooLarge) -> tuple[str, int]:
        return "too large, in our own words", 413

    @app.get("/two-cookies")
    def two_cookies() -> tuple[str, Headers]:
        return "", [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]

    return app


def a_scope(**parts: Any) -> Scope:
    parts["headers"] = SomeHeaders(parts.get("headers", []))
    return cast(Scope, Asked(**parts))


def post(*headers: tuple[str, str]) -> Scope:
    return a_scope(method="POST", headers=headers)


def sent(app: Flask, scope: Scope, sender: Sender, seconds: float = PATIENT) -> Sender:
    run(gateway(app, largest=lambda _path: LARGEST, body_seconds=seconds)(scope, sender))
    return sender


def answer(app: Flask, scope: Scope, sender: Sender) -> tuple[int, bytes]:
    found = sent(app, scope, sender).answer
    assert found is not None
    return found[0], found[2]


def test_the_app_answers(app: Flask) -> None:
    assert answer(app, a_scope(), Sender()) == (200, b"GET ")


def test_a_body_that_comes_in_parts_reaches_the_app_whole(app: Flask) -> None:
    sender = Sender([b"players=", b"Anna", b"&Bram"])
    assert answer(app, post(("content-length", "17")), sender) == (200, b"POST players=Anna&Bram")


def test_a_body_without_a_length_reaches_the_app_whole(app: Flask) -> None:
    sender = Sender([b"players=", b"Anna"])
    assert answer(app, post(("transfer-encoding", "chunked")), sender) == (200, b"POST players=Anna")


def test_a_body_that_does_not_come_to_its_end_is_given_up(app: Flask) -> None:
    found = sent(app, post(("content-length", "17")), Sender([b"players="], pause=60), HASTY).answer
    assert found == (408, [("connection", "close")], b"")


def test_a_sender_who_goes_before_the_end_gets_no_answer(app: Flask) -> None:
    assert sent(app, post(("content-length", "17")), Sender([b"players="], leaving=True)).answer is None


def test_a_body_with_too_great_a_length_is_not_read_and_the_app_refuses_it(app: Flask) -> None:
    sender = Sender([b"x" * 101])
    assert answer(app, post(("content-length", "101")), sender) == (413, b"too large, in our own words")
    assert sender.taken == 0


def test_a_body_of_the_greatest_length_is_read(app: Flask) -> None:
    assert answer(app, post(("content-length", "100")), Sender([b"x" * 100])) == (200, b"POST " + b"x" * 100)


def test_of_an_endless_body_no_more_is_read_than_shows_that_it_is_too_large(app: Flask) -> None:
    sender = Sender([b"x" * 40] * 1000)
    assert answer(app, post(("transfer-encoding", "chunked")), sender) == (413, b"too large, in our own words")
    assert sender.taken == 3


def test_headers_of_one_name_stay_apart_in_the_answer(app: Flask) -> None:
    found = sent(app, a_scope(path="/two-cookies"), Sender()).answer
    assert found is not None
    assert [value for name, value in found[1] if name == "Set-Cookie"] == ["a=1", "b=2"]


def test_what_the_app_hands_over_is_closed() -> None:
    closed = []

    class Parts(list[bytes]):
        def close(self) -> None:
            closed.append(True)

    def app(_environ: object, start: Any) -> Iterable[bytes]:
        start("200 OK", [])
        return Parts([b"a", b"b"])

    sender = Sender()
    run(gateway(app, largest=lambda _path: 1, body_seconds=PATIENT)(a_scope(), sender))
    assert sender.answer == (200, [], b"ab")
    assert closed == [True]


def test_an_app_that_writes_past_its_answer_is_told_that_it_must_not() -> None:
    def app(_environ: object, start: Any) -> Iterable[bytes]:
        start("200 OK", [])(b"a")
        return []

    with pytest.raises(NotImplementedError):
        run(gateway(app, largest=lambda _path: 1, body_seconds=PATIENT)(a_scope(), Sender()))


# --- What the app is told


def test_the_parts_of_the_request_line_are_told_as_wsgi_wants_them() -> None:
    told = environ(a_scope(path="/k/é ♠", query_string="a=%C3%A9"), b"")
    assert told["PATH_INFO"].encode("latin-1").decode() == "/k/é ♠"
    assert told["QUERY_STRING"] == "a=%C3%A9"
    assert (told["REQUEST_METHOD"], told["SERVER_PROTOCOL"], told["wsgi.url_scheme"]) == ("GET", "HTTP/1.1", "http")
    assert (told["SERVER_NAME"], told["SERVER_PORT"]) == ("127.0.0.1", "8000")
    assert told["REMOTE_ADDR"] == "192.168.1.30"


def test_an_ipv6_address_is_told_without_brackets() -> None:
    told = environ(a_scope(server="[::]:8000", client="[fe80::1]:50123"), b"")
    assert (told["SERVER_NAME"], told["REMOTE_ADDR"]) == ("::", "fe80::1")


def test_type_and_length_of_the_body_have_names_of_their_own() -> None:
    told = environ(a_scope(headers=[("content-type", "text/plain"), ("content-length", "3")]), b"abc")
    assert (told["CONTENT_TYPE"], told["CONTENT_LENGTH"]) == ("text/plain", "3")
    assert not {"HTTP_CONTENT_TYPE", "HTTP_CONTENT_LENGTH"} & told.keys()


def test_without_a_body_there_is_no_length() -> None:
    assert "CONTENT_LENGTH" not in environ(a_scope(), b"")


def test_headers_of_one_name_are_joined_cookies_as_cookies_are() -> None:
    told = environ(a_scope(headers=[("cookie", "a=1"), ("x-a", "1"), ("cookie", "b=2"), ("x-a", "2")]), b"")
    assert (told["HTTP_COOKIE"], told["HTTP_X_A"]) == ("a=1; b=2", "1,2")


def test_a_header_with_an_underscore_does_not_pass_for_that_of_a_proxy() -> None:
    told = environ(a_scope(headers=[("x-forwarded-for", "10.0.0.1"), ("x_forwarded_for", "6.6.6.6")]), b"")
    assert told["HTTP_X_FORWARDED_FOR"] == "10.0.0.1"
    assert "HTTP_X_FORWARDED_PROTO" not in environ(a_scope(headers=[("x_forwarded_proto", "https")]), b"")
