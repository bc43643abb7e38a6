"""Until tests/servers.py is there."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path


class Server:
    def __init__(self, instance: Path, port: int | None = None) -> None:
        self.instance = instance
        if port is None:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._start()

    def _start(self) -> None:
        from scorekeeper.storage.database import Database
        from scorekeeper.storage.migrating import upgrade

        self.instance.mkdir(parents=True, exist_ok=True)
        database = Database(f"sqlite:///{self.instance / 'scorekeeper.sqlite3'}")
        upgrade(database)
        database.close()
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SCOREKEEPER_")}
        environment["SCOREKEEPER_INSTANCE"] = str(self.instance)
        log = open(self.instance / "log", "ab")
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "granian", "--interface", "wsgi", "--factory", "--workers", "2",
                "--host", "127.0.0.1", "--port", str(self.port), "scorekeeper.app:create_app",
            ],
            env=environment, start_new_session=True, stdout=subprocess.DEVNULL,
            stderr=log,
        )
        log.close()
        deadline = time.monotonic() + 20
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=1).close()
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()

    def restart(self) -> None:
        self.stop()
        self._start()


def start_server(instance: Path, *, port: int | None = None) -> Server:
    return Server(instance, port)
