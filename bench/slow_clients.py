"""Which slow clients keep others from an answer: our server, and others with the same app.

Run from the checkout: `python -m bench.slow_clients`, with `--others` for gunicorn and waitress as well (they are
installed into a temporary environment; nothing depends on them). "granian WSGI" is our server without our gateway.
Loopback only.

In each case slow clients connect first, then another client asks five times on a fresh connection for a page and five
times sends a form. A case is held when all of these are answered within two seconds each.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import answers, free_port, start_server

LIMIT_SECONDS = 2.0
ASKED = 5
SETTLE_SECONDS = 1.0
"""Time for the server to take up all slow clients."""
ROOT = Path(__file__).resolve().parent.parent

HALF_HEADERS = b"GET / HTTP/1.1\r\nHost: bonken\r\nX-Slow: ye"
FORM = b"POST /games/new HTTP/1.1\r\nHost: bonken\r\nContent-Type: application/x-www-form-urlencoded\r\n"
HALF_BODY = FORM + b"Content-Length: 1000\r\n\r\nplayer-0=Anna&pl"
PAGE = b"GET / HTTP/1.1\r\nHost: bonken\r\nConnection: close\r\n\r\n"
WHOLE_FORM = FORM + b"Content-Length: 13\r\nConnection: close\r\n\r\nplayer-0=Anna"


@dataclass(frozen=True, slots=True)
class Case:
    """So many clients that each send this and then nothing more."""

    name: str
    clients: int
    sent: bytes


CASES = (
    Case("nobody else", 0, b""),
    Case("32 half-sent headers", 32, HALF_HEADERS),
    Case("32 half-sent bodies", 32, HALF_BODY),
    Case("200 idle connections", 200, b""),
    Case("200 half-sent headers", 200, HALF_HEADERS),
    Case("200 half-sent bodies", 200, HALF_BODY),
)


@contextmanager
def ours(folder: Path) -> Iterator[int]:
    """Run `scorekeeper run` as it comes."""
    server = start_server(folder / "instance")
    try:
        yield server.port
    finally:
        server.kill()


def other(python: Path, *words: str) -> Callable[[Path], object]:
    """Run another server on the same app; `{port}` in its words is replaced."""

    @contextmanager
    def run(folder: Path) -> Iterator[int]:
        port = free_port()
        # Their own package, and from our environment the app with all that it needs.
        ours_too = subprocess.run(
            [sys.executable, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        environment = {
            **os.environ,
            "SCOREKEEPER_INSTANCE": str(folder / "instance"),
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ours_too}",
        }
        subprocess.run(
            [sys.executable, "-m", "scorekeeper", "db", "upgrade"], env=environment, check=True, capture_output=True
        )
        process = subprocess.Popen(
            [str(python), "-m", *(word.replace("{port}", str(port)) for word in words)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        try:
            deadline = time.monotonic() + 30
            while not answers(f"http://127.0.0.1:{port}"):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"{words[0]} does not start")
                time.sleep(0.05)
            yield port
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()

    return run


def ask(port: int, request: bytes) -> float:
    """Send a request on a fresh connection; give the seconds until the whole answer was there, inf if too many."""
    begun = time.perf_counter()
    answer = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=LIMIT_SECONDS) as client:
            client.sendall(request)
            while part := client.recv(65536):
                answer += part
                client.settimeout(max(0.01, LIMIT_SECONDS - (time.perf_counter() - begun)))
    except OSError:
        return float("inf")
    return time.perf_counter() - begun if answer.startswith(b"HTTP/1.") else float("inf")


def measure(port: int, case: Case) -> tuple[int, float]:
    """Give how many of the requests were answered in time, and the seconds of the slowest of these."""
    slow = []
    try:
        for _ in range(case.clients):
            client = socket.create_connection(("127.0.0.1", port), timeout=LIMIT_SECONDS)
            client.sendall(case.sent)
            slow.append(client)
        time.sleep(SETTLE_SECONDS)
        taken = [ask(port, request) for _ in range(ASKED) for request in (PAGE, WHOLE_FORM)]
    finally:
        for client in slow:
            client.close()
    answered = [seconds for seconds in taken if seconds < LIMIT_SECONDS]
    return len(answered), max(answered, default=float("nan"))


def servers(folder: Path, *, others: bool) -> dict[str, Callable[[Path], object]]:
    """Name the servers to be measured, each with what runs it."""
    app = "scorekeeper.app:create_app"
    granian = ("granian", "--port", "{port}", "--workers", "2", "--blocking-threads", "1", "--interface", "wsgi")
    found: dict[str, Callable[[Path], object]] = {
        "scorekeeper run": ours,
        "granian WSGI": other(Path(sys.executable), *granian, "--backpressure", "400", "--factory", app),
    }
    if others:
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        python = folder / "venv" / "bin" / "python"
        subprocess.run([str(python), "-m", "pip", "--quiet", "install", "gunicorn", "waitress"], check=True)
        gunicorn = ("gunicorn", "--bind", "127.0.0.1:{port}", "--workers", "2")
        found["gunicorn sync"] = other(python, *gunicorn, f"{app}()")
        found["gunicorn gthread"] = other(python, *gunicorn, "--worker-class", "gthread", "--threads", "4", f"{app}()")
        found["waitress"] = other(python, "waitress", "--listen", "127.0.0.1:{port}", "--call", app)
    return found


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--others", action="store_true", help="waitress and gunicorn too")
    chosen = options.parse_args()
    print(f"{'server':<18}{'slow clients':<24}{'answered':>9}{'slowest s':>11}  held")
    with tempfile.TemporaryDirectory() as name:
        for server, run in servers(Path(name), others=chosen.others).items():
            for number, case in enumerate(CASES):
                folder = Path(name) / f"{server.replace(' ', '-')}-{number}"
                folder.mkdir()
                with run(folder) as port:  # type: ignore[attr-defined]
                    answered, slowest = measure(port, case)
                held = "yes" if answered == 2 * ASKED else "NO"
                print(f"{server:<18}{case.name:<24}{answered:>6}/{2 * ASKED}{slowest:>11.3f}  {held}", flush=True)


if __name__ == "__main__":
    main()
