"""The gateway from granian's own interface (RSGI) to the app (WSGI): a request reaches the app when all of it is there.

A worker answers one request after the other. Through granian's WSGI interface it would also wait for each body in turn,
without a limit: two phones that lose their network while they send would stop two workers for good
(bench/slow_clients.py). Here bodies arrive side by side and in time or not at all, for the same speed.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from types import TracebackType
from typing import Protocol
from wsgiref.types import WSGIApplication, WSGIEnvironment

from granian.rsgi import ProtocolClosed, Scope  # type: ignore[attr-defined]  # it is documented as being there

Headers = list[tuple[str, str]]


class Exchange(Protocol):
    """What granian gives for a request: its body, part by part, and ways to answer."""

    def __aiter__(self) -> AsyncIterator[bytes]: ...

    def response_empty(self, status: int, headers: Headers, /) -> None:
        """Answer without a body."""

    def response_bytes(self, status: int, headers: Headers, body: bytes, /) -> None:
        """Answer with a body."""


Rsgi = Callable[[Scope, Exchange], Coroutine[None, None, None]]
_ExcInfo = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]

_ALWAYS: WSGIEnvironment = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.multithread": False,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}


def gateway(app: WSGIApplication, *, largest: Callable[[str], int], body_seconds: float) -> Rsgi:
    """Wrap a WSGI app. A body may have as many bytes as `largest` says of its path, and take `body_seconds`.

    The app gets at most one byte more than that, so that it can refuse a larger one in its own words.
    """

    async def answer(scope: Scope, exchange: Exchange) -> None:
        try:
            async with asyncio.timeout(body_seconds):
                body = await _body(scope, exchange, largest(scope.path))
        except TimeoutError:
            exchange.response_empty(408, [("connection", "close")])
            return
        except ProtocolClosed:
            # Whoever sent it is gone; nobody waits for an answer.
            return
        status, headers, content = _ask(app, environ(scope, body))
        exchange.response_bytes(status, headers, content)

    return answer


def environ(scope: Scope, body: bytes) -> WSGIEnvironment:
    """Say in WSGI's words what was asked."""
    server, port = _host_and_port(scope.server)
    asked = {
        **_ALWAYS,
        "wsgi.errors": sys.stderr,
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": scope.scheme,
        "REQUEST_METHOD": scope.method,
        # WSGI wants the bytes of a path, each as the character of that number.
        "PATH_INFO": scope.path.encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": _host_and_port(scope.client)[0],
    }
    for name, value in scope.headers.items():
        # With an underscore a header would pass for another one, such as that of a trusted proxy.
        if "_" not in name:
            key = "HTTP_" + name.upper().replace("-", "_")
            separator = "; " if key == "HTTP_COOKIE" else ","
            asked[key] = f"{asked[key]}{separator}{value}" if key in asked else value
    if "HTTP_CONTENT_TYPE" in asked:
        asked["CONTENT_TYPE"] = asked.pop("HTTP_CONTENT_TYPE")
    # The body is whole by now, however it was sent.
    asked.pop("HTTP_TRANSFER_ENCODING", None)
    announced = asked.pop("HTTP_CONTENT_LENGTH", None)
    if announced is not None or body:
        asked["CONTENT_LENGTH"] = announced or str(len(body))
    return asked


def _host_and_port(address: str) -> tuple[str, str]:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), port


async def _body(scope: Scope, exchange: Exchange, largest: int) -> bytes:
    announced = scope.headers.get("content-length") or "0"
    if announced == "0" and "transfer-encoding" not in scope.headers:
        return b""
    if int(announced) > largest:
        # Its length alone is enough for the app to refuse it.
        return b""
    body = bytearray()
    async for part in exchange:
        body += part
        if len(body) > largest:
            break
    return bytes(body[: largest + 1])


def _ask(app: WSGIApplication, asked: WSGIEnvironment) -> tuple[int, Headers, bytes]:
    status, headers = 500, Headers()

    def start(line: str, given: Headers, _error: _ExcInfo | None = None, /) -> Callable[[bytes], object]:
        nonlocal status, headers
        status, headers = int(line.split(" ", 1)[0]), given
        return _no_write

    parts = app(asked, start)
    try:
        content = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    return status, headers, content


def _no_write(_: bytes) -> object:
    raise NotImplementedError("the app returns its answers, it does not write them")
