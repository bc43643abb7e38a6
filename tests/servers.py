"""A real server for tests: `scorekeeper run` as a process of its own, on 127.0.0.1 only."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

READY_SECONDS = 30
"""Two cores under a whole test run are slow; a server that starts needs a second."""


class ServerDied(AssertionError):
    """The server ended instead of answering. The text is what it said."""


class Place:
    """A port that is given to nobody else, not even while the server that listens there starts or is dead."""

    def __init__(self, port: int = 0) -> None:
        self._kept = socket.socket()
        if port:
            self._share()
        self._kept.bind(("127.0.0.1", port))
        self._share()
        self.port = int(self._kept.getsockname()[1])

    def _share(self) -> None:
        # With those who ask for this very port, as the server does; who takes any is given another one.
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)

    def leave(self) -> None:
        """Let others have it."""
        self._kept.close()


class Server:
    """A running server. `output` is the file that holds what it printed, errors as well."""

    def __init__(self, instance: Path, env: Mapping[str, str], options: tuple[str, ...]) -> None:
        self.instance = instance
        self._place = Place()
        self.port = self._place.port
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = instance.with_name(f"{instance.name}.log")
        self._options = options
        self._env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("SCOREKEEPER_")},
            "SCOREKEEPER_INSTANCE": str(instance),
            "SCOREKEEPER_RATE_LIMITS": "off",
            **env,
        }
        try:
            self.process = self._started()
        except ServerDied:
            self._place.leave()
            raise

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "scorekeeper", "run", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.output.open("ab") as output:
            process = subprocess.Popen(
                [*command, "--no-qr", *self._options],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=self._env,
                # A group of its own: a Ctrl+C meant for the tests does not end the server under them.
                start_new_session=True,
            )
        deadline = time.monotonic() + READY_SECONDS
        while not answers(self.url):
            if process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                process.wait()
                raise ServerDied(self.output.read_text(encoding="utf-8"))
            time.sleep(0.02)
        return process

    def kill(self) -> None:
        """End the server by SIGKILL, as when the power goes."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End the server as its user does, and give its exit status; one that has ended already is left alone."""
        self._place.leave()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=READY_SECONDS)

    def restart(self) -> None:
        """Start it again at the same address with the same games, after stopping it where it still runs."""
        self.stop()
        self._place = Place(self.port)
        self.process = self._started()


def start_server(instance: Path, *options: str, env: Mapping[str, str] | None = None) -> Server:
    """Start a server with its games in `instance` and wait until it answers. Whoever starts it stops it.

    `options` are further words for `scorekeeper run`, `env` further settings (`SCOREKEEPER_…`).

    Raises:
        ServerDied: it did not come up.
    """
    return Server(instance, env or {}, options)


@contextmanager
def running_server(instance: Path, *options: str, env: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run a server for as long as the block lasts."""
    server = start_server(instance, *options, env=env)
    try:
        yield server
    finally:
        server.stop()


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    """Whether a server of ours is there and well."""
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=5) as response:
            return bool(response.read() == b"ok\n")
    except (OSError, urllib.error.URLError):
        return False
