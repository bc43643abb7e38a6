"""The browser for the tests: the first Chromium on this machine that really starts, fetched where there is none.

`python -m tests.browser` looks for it and notes it in the virtual environment, so that tests need not look again. A
missing browser is an error, never a reason to skip a test.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TypedDict

from playwright.sync_api import Error, Playwright, sync_playwright

CHOICE = "SCOREKEEPER_TEST_BROWSER"
"""The environment variable that names the executable to use."""
OWN = "playwright"
"""Stands for the browser that playwright brings itself, where others have a path."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
NOTE = Path(__file__).resolve().parent.parent / ".venv" / "browser"
REMEDY = (
    "say `python -m playwright install --with-deps chromium`, or install your system's Chromium, "
    f"or set {CHOICE} to the path of one"
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class LaunchOptions(TypedDict, total=False):
    """What playwright's `chromium.launch` is called with."""

    args: list[str]
    headless: bool
    channel: str
    executable_path: str


class BrowserMissing(Exception):
    """No Chromium starts here. The text says what was tried and what to do."""


def launch_options() -> LaunchOptions:
    """Return the keywords for `chromium.launch` with the noted browser; look for one where none is noted."""
    return options_for(os.environ.get(CHOICE) or noted() or find_browser())


def find_browser() -> str:
    """Return the first browser that starts, a path or `OWN`, after trying to install one where none does.

    Raises:
        BrowserMissing: none starts, or the one that was asked for does not.
    """
    chosen = os.environ.get(CHOICE)
    failures: dict[str, str] = {}
    for install in (None, install_own, install_debian):
        if install and not install():
            continue
        with sync_playwright() as playwright:
            for browser in [chosen] if chosen else candidates():
                failure = failure_of(playwright, browser)
                if not failure:
                    return browser
                failures[browser] = failure
        if chosen:
            break
    tried = "".join(f"\n  {browser}: {failure}" for browser, failure in failures.items())
    remedy = f"correct {CHOICE}, or unset it" if chosen else REMEDY
    raise BrowserMissing(f"The tests need a Chromium, and none starts here. Remedy: {remedy}. Tried:{tried}")


def candidates() -> list[str]:
    """Return the browsers that may be here, the noted one first, each once."""
    last = noted()
    found = [shutil.which(name) for name in ("/usr/bin/chromium", *NAMES)]
    return list(dict.fromkeys(browser for browser in [last, OWN, *found] if browser))


def noted() -> str | None:
    """Return the browser that was found last time, if it is still there."""
    if not NOTE.is_file():
        return None
    browser = NOTE.read_text(encoding="utf-8").strip()
    return browser if browser == OWN or Path(browser).is_file() else None


def options_for(browser: str) -> LaunchOptions:
    """Return the keywords for `chromium.launch` with this browser."""
    options = LaunchOptions(args=list(ARGUMENTS), headless=True)
    if browser == OWN:
        # The whole browser. The shell that playwright takes otherwise keeps no page in its memory on the way back.
        options["channel"] = "chromium"
    else:
        options["executable_path"] = browser
    return options


def failure_of(playwright: Playwright, browser: str) -> str | None:
    """Start the browser and show it a page; return the first line of what went wrong, or None."""
    try:
        running = playwright.chromium.launch(timeout=30_000, **options_for(browser))
        try:
            running.new_page().set_content("<p>♠</p>")
        finally:
            running.close()
    except Error as error:
        return str(error).strip().splitlines()[0]
    return None


def install_own() -> bool:
    """Let playwright fetch its own Chromium; return whether that went well."""
    return ran(sys.executable, "-m", "playwright", "install", "chromium")


def install_debian() -> bool:
    """Install Debian's Chromium where that is possible without asking anybody; return whether it went well."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    return ran("apt-get", "update") and ran("apt-get", "install", "-y", "chromium")


def ran(*command: str) -> bool:
    """Run a command that may take minutes, say so, and return whether it succeeded."""
    print("No browser for the tests yet, trying:", *command, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        # Installers repeat themselves over pages; the first line says why.
        print("That failed:", *done.stderr.strip().splitlines()[:1], flush=True)
    return done.returncode == 0


def main() -> int:
    """Find the browser and note it; return the exit status."""
    try:
        browser = find_browser()
    except BrowserMissing as error:
        print(error, file=sys.stderr)
        return 1
    NOTE.parent.mkdir(exist_ok=True)
    NOTE.write_text(f"{browser}\n", encoding="utf-8")
    print(f"Browser for the tests: {browser}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
