"""The nearest Flask ledger, ihatemoney, as a yardstick for the other scripts; it is fetched when they run first.

It gets a virtual environment of its own in `.venv/ihatemoney`, a server of two processes like ours, and what it lacks
and a proxy would give it: compression. Its projects have four members and eleven bills, as a game has rounds.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.cookiejar import CookieJar
from pathlib import Path

from bench.pages import Running
from tests.servers import free_port

HOME = Path(__file__).resolve().parent.parent / ".venv" / "ihatemoney"
PACKAGES = ("ihatemoney==7.2.1", "gunicorn==27.0.1", "Flask-Compress==1.25")
BILLS = 11

APP = """
import sys
from pathlib import Path
from flask_compress import Compress
from ihatemoney.models import Bill, Person, Project, db
from ihatemoney.run import create_app

class Settings:
    SECRET_KEY = "only for figures"
    SQLALCHEMY_DATABASE_URI = f"sqlite:///{Path(__file__).with_name('ihatemoney.sqlite3')}"
    SQLALCHEMY_TRACK_MODIFICATIONS = ACTIVATE_DEMO_PROJECT = SESSION_COOKIE_SECURE = False

app = create_app(Settings)
Compress(app)

def add(name, bills):
    project = Project(id=name, name="Friday", password="-", contact_email="friday@example.org", default_currency="XXX")
    members = [Person(name=who, weight=1, project=project) for who in ("Anna", "Bram", "Cees", "Dirk")]
    db.session.add_all([project, *members])
    db.session.flush()
    for place in range(bills):
        db.session.add(Bill(amount=10 + place, what=f"Round {place + 1}", payer_id=members[place % 4].id,
                            owers=members, original_currency="XXX", project_default_currency="XXX"))
    db.session.commit()
    print(project.id, project.generate_token())

if __name__ == "__main__":
    with app.app_context():
        for place in range(int(sys.argv[1])):
            add(f"friday{place}", int(sys.argv[2]))
"""
"""The app for its server; run by itself it adds projects and prints the key to each."""


@dataclass(frozen=True, slots=True)
class Project:
    """A project, seen by a browser that may add bills: its server with that browser's cookie, and its form."""

    server: Running
    id: str
    fields: tuple[tuple[str, str], ...]

    def looking(self) -> bytes:
        """Spell the request for its page of bills."""
        return self.server.request("GET", f"/{self.id}/")

    def adding(self) -> bytes:
        """Spell the request that adds a bill; its answer leads to the page of bills."""
        return self.server.request("POST", f"/{self.id}/add", self.fields)


@contextmanager
def ihatemoney(folder: Path, projects: int) -> Iterator[list[Project]]:
    """Run it with so many projects."""
    python = _installed()
    (folder / "app.py").write_text(APP, encoding="utf-8")
    added = subprocess.run(
        [python, "app.py", str(projects), str(BILLS)], cwd=folder, check=True, capture_output=True, text=True
    )
    keys = dict(line.split() for line in added.stdout.splitlines() if line.startswith("friday"))
    port = free_port()
    # One thread a process, as ours has; of gunicorn's workers this one keeps connections.
    options = ["-w", "2", "-k", "gthread", "--threads", "1", "-b", f"127.0.0.1:{port}", "--log-level", "error"]
    with (folder / "ihatemoney.log").open("wb") as log:
        process = subprocess.Popen([python, "-m", "gunicorn", *options, "app:app"], cwd=folder, stderr=log)
    try:
        server = Running(process.pid, port)
        while not _is_up(port):
            if process.poll() is not None:
                raise RuntimeError("ihatemoney does not start")
            time.sleep(0.1)
        yield _joined(server, keys)
    finally:
        process.terminate()
        process.wait()


def _installed() -> Path:
    python = HOME / "bin" / "python"
    if not (HOME / "installed").is_file():
        print("Fetching ihatemoney for the figures …", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", HOME], check=True)
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, *PACKAGES], check=True, stderr=subprocess.DEVNULL)
        (HOME / "installed").touch()
    return python


def _is_up(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthcheck", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _joined(server: Running, keys: dict[str, str]) -> list[Project]:
    """Open all projects' links and their forms for a bill, as one browser."""
    jar = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    at = f"http://127.0.0.1:{server.port}"
    forms = {}
    for name, key in keys.items():
        browser.open(f"{at}/{name}/join/{key}").read()
        forms[name] = _filled(browser.open(f"{at}/{name}/add").read().decode())
    known = replace(server, cookie="; ".join(f"{one.name}={one.value}" for one in jar))
    return [Project(known, name, fields) for name, fields in forms.items()]


def _filled(form: str) -> tuple[tuple[str, str], ...]:
    """Fill in a form for a bill that the first member paid for all."""
    (token,) = set(re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', form))
    members = re.findall(r'<input[^>]*name="payed_for"[^>]*value="(\d+)"', form)
    fields = [("csrf_token", token), ("date", "2026-11-30"), ("what", "Round 12"), ("payer", members[0])]
    fields += [("amount", "42"), ("original_currency", "XXX"), ("bill_type", "Expense"), ("submit", "Submit")]
    return (*fields, *(("payed_for", member) for member in members))
