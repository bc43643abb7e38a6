"""Tidying while the server runs: a server that is up for months is not to keep what it promised to forget."""

from __future__ import annotations

import logging
import threading

from scorekeeper.services.managing import tidy
from scorekeeper.storage.database import Database, Unavailable

EVERY_SECONDS = 60 * 60
"""Awake: a machine that sleeps at night does not count that time."""

_log = logging.getLogger(__name__)


def tidy_again_and_again(database: Database, seconds: float = EVERY_SECONDS) -> threading.Event:
    """Remove every hour what nobody can ask for any more, until the event is set or the process ends."""
    end = threading.Event()

    def work() -> None:
        while not end.wait(seconds):
            try:
                tidy(database)
            except Unavailable as error:
                # The next time is soon enough.
                _log.warning("not tidied: %s", type(error.__cause__).__name__)

    threading.Thread(target=work, name="tidying", daemon=True).start()
    return end
