"""Turns to write: a lock on a file, in the order of asking, for which nobody waits for ever.

SQLite's own waiters poll and starve each other under load; the system wakes those who wait for a file. It knows no
limit of time, though, and a process that hangs while it has its turn would hang all others with it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows has none; there the busy timeout alone makes writers wait.
    CAN_LOCK_FILES = False
else:
    CAN_LOCK_FILES = True


_PAUSES = (0.00015,) * 3
"""Seconds between the first looks at the file. More of them would let the quick ones pass those who wait."""


class Turns:
    """The turns of one process: its threads wait for each other first, and one of them for those of other processes."""

    def __init__(self, path: Path, seconds: float) -> None:
        self._path = path
        self._seconds = seconds
        self._here = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the turn to write, hold it as long as the block lasts, and let the next one in.

        Raises:
            TimeoutError: it did not come in time.
        """
        deadline = time.monotonic() + self._seconds
        if not self._here.acquire(timeout=self._seconds):
            raise TimeoutError(f"no turn to write in {self._seconds} seconds")
        try:
            lock = _locked(self._path, deadline)
            with lock:
                try:
                    yield
                finally:
                    fcntl.flock(lock, fcntl.LOCK_UN)
        finally:
            self._here.release()


def _locked(path: Path, deadline: float) -> IO[bytes]:
    lock = path.open("ab")
    # Most turns are over in less time than it takes to start a thread.
    for pause in _PAUSES:
        if _is_free(lock):
            return lock
        time.sleep(pause)
    waiter = _Waiter(lock)
    waiter.start()
    if not waiter.gets_it_by(deadline):
        raise TimeoutError("no turn to write: another process keeps it")
    return lock


def _is_free(lock: IO[bytes]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        lock.close()
        raise
    return True


class _Waiter(threading.Thread):
    """Waits for a file on behalf of somebody who may give up. What comes too late is let go at once."""

    def __init__(self, lock: IO[bytes]) -> None:
        super().__init__(name="waits-to-write", daemon=True)
        self._lock = lock
        self._has_it = threading.Event()
        self._deciding = threading.Lock()
        self._is_given_up = False

    def run(self) -> None:
        """Wait, however long it takes."""
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        with self._deciding:
            if self._is_given_up:
                self._lock.close()
            else:
                self._has_it.set()

    def gets_it_by(self, deadline: float) -> bool:
        """Whether the file is locked in time; if not, it never will be for who asked."""
        if self._has_it.wait(max(0.0, deadline - time.monotonic())):
            return True
        with self._deciding:
            self._is_given_up = not self._has_it.is_set()
        return not self._is_given_up
