"""Turns to write: in the order of asking, and never waited for without end."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.storage.database import Database, Unavailable
from scorekeeper.storage.turns import CAN_LOCK_FILES, Turns

pytestmark = pytest.mark.skipif(not CAN_LOCK_FILES, reason="files can't be locked here")

_KEEPER = """
import fcntl, sys
lock = open(sys.argv[1], "ab")
fcntl.flock(lock, fcntl.LOCK_EX)
print("mine", flush=True)
sys.stdin.read()
"""


@contextmanager
def hanging(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Let another process take the turn and hang with it."""
    process = subprocess.Popen([sys.executable, "-c", _KEEPER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"mine\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.lock"


def waiters() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "waits-to-write"]


def test_a_process_that_hangs_with_its_turn_is_not_waited_for_without_end(path: Path) -> None:
    turns = Turns(path, 0.2)
    with hanging(path):
        for _ in range(2):
            before = time.monotonic()
            with pytest.raises(TimeoutError), turns.turn():
                pass
            assert 0.1 < time.monotonic() - before < 5
    # What it then leaves is not kept by those who gave up.
    for thread in waiters():
        thread.join(10)
    with turns.turn():
        pass


def test_a_turn_that_comes_in_time_is_taken(path: Path) -> None:
    with hanging(path) as process:
        threading.Timer(0.1, process.kill).start()
        with Turns(path, 10).turn():
            pass


def test_a_thread_waits_for_another_no_longer_than_for_a_process(path: Path) -> None:
    turns = Turns(path, 0.1)
    with turns.turn(), ThreadPoolExecutor(1) as other:

        def ask() -> None:
            with turns.turn():
                pass

        with pytest.raises(TimeoutError):
            other.submit(ask).result()


def test_only_one_has_its_turn_at_a_time(path: Path) -> None:
    together: list[int] = []
    most = 0

    def write(turns: Turns) -> None:
        nonlocal most
        for _ in range(20):
            with turns.turn():
                together.append(1)
                most = max(most, len(together))
                time.sleep(0.0005)
                together.pop()

    # Two that know nothing of each other, as two processes do, with two threads each.
    both = [Turns(path, 30), Turns(path, 30)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, both * 2))
    assert most == 1


def test_what_goes_wrong_in_a_turn_ends_it(path: Path) -> None:
    turns = Turns(path, 0.1)
    with pytest.raises(ValueError, match="broken"), turns.turn():
        raise ValueError("broken")
    with turns.turn():
        pass


def test_a_file_that_can_not_be_locked_is_no_turn(path: Path) -> None:
    with pytest.raises(FileNotFoundError), Turns(path / "nowhere", 1).turn():
        pass


def test_a_database_whose_turn_never_comes_is_unavailable(database: Database) -> None:
    assert database.path is not None
    hasty = Database(str(database.url), busy_milliseconds=50)
    with (
        hanging(database.path.with_name(database.path.name + ".lock")),
        pytest.raises(Unavailable),
        hasty.writing(),
    ):
        pass
    with hasty.reading():
        pass
    hasty.close()
