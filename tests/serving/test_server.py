"""A real server: killed and started again, stopped, its workers, slow clients, what it prints and what it does not."""

from __future__ import annotations

import http.client
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.serving.addresses import last_port
from scorekeeper.web.bodies import LARGEST_FORM, LARGEST_UPLOAD
from tests.records import GAMES, vector
from tests.servers import Server, ServerDied, answers, running_server, start_server

PATIENCE_SECONDS = 15
HALF_BODY = b"POST /games/new HTTP/1.1\r\nHost: bonken\r\nContent-Length: 1000\r\n\r\nplayer-0=Anna&pl"

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
    pytest.mark.xdist_group("server"),
]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Starting takes a second or more, so all tests have one server."""
    with running_server(tmp_path_factory.mktemp("server") / "instance") as server:
        yield server


@pytest.fixture
def server(shared: Server) -> Server:
    if shared.process.poll() is not None:
        shared.restart()
    # It answers as soon as the first of them is there.
    assert eventually(lambda: len(workers(shared)) == 2)
    return shared


def eventually(so: Callable[[], bool]) -> bool:
    """Wait until something is so; whether it came to be."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (held := so()) and time.monotonic() < end:
        time.sleep(0.02)
    return held


def workers(server: Server) -> list[int]:
    """The processes whose parent is the server."""
    found = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    return [int(pid) for pid in found.split()]


def is_there(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    # A zombie has ended; whoever adopted it has not looked yet.
    return stat.rpartition(")")[2].split()[0] not in ("Z", "X")


def get(server: Server, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def test_it_answers_notes_its_port_and_makes_its_files_for_its_owner_only(server: Server) -> None:
    assert get(server, "/").status == 200
    assert last_port(server.instance) == server.port
    for name in ("secret-key", "scorekeeper.sqlite3"):
        assert (server.instance / name).stat().st_mode & 0o077 == 0
    assert server.instance.stat().st_mode & 0o077 == 0


def test_it_has_two_workers_unless_told_otherwise(server: Server) -> None:
    assert len(workers(server)) == 2


def test_a_killed_server_leaves_nobody_behind_and_starts_again_at_once_at_its_port(server: Server) -> None:
    orphans = workers(server)
    # A connection that is open when the server dies keeps the port half busy.
    with socket.create_connection(("127.0.0.1", server.port)):
        server.kill()
        assert eventually(lambda: not any(map(is_there, orphans)))
        assert not answers(server.url)
        server.restart()
    assert answers(server.url)
    assert get(server, "/").status == 200


def test_a_worker_that_dies_is_replaced(server: Server) -> None:
    first, second = workers(server)
    os.kill(first, signal.SIGKILL)
    assert eventually(lambda: len(workers(server)) == 2 and first not in workers(server))
    assert second in workers(server)
    assert eventually(lambda: answers(server.url))
    assert server.process.poll() is None


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_stops_when_told_to_and_says_nothing_of_it(server: Server, how: signal.Signals) -> None:
    family = [server.process.pid, *workers(server)]
    said = server.output.read_text()
    # As the terminal does it: to the whole group.
    os.killpg(server.process.pid, how)
    assert server.process.wait(PATIENCE_SECONDS) == 0
    assert eventually(lambda: not any(map(is_there, family)))
    assert server.output.read_text() == said


def test_a_server_that_stopped_leaves_its_games_in_one_file(server: Server) -> None:
    assert get(server, "/").status == 200
    server.stop()
    assert {path.name for path in server.instance.glob("*.sqlite3*")} <= {
        "scorekeeper.sqlite3",
        "scorekeeper.sqlite3.lock",
        "scorekeeper.sqlite3.running",
    }


def test_it_stops_within_seconds_although_somebody_is_still_sending(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(HALF_BODY)
        time.sleep(0.2)
        begun = time.monotonic()
        server.stop()
        assert time.monotonic() - begun < PATIENCE_SECONDS


def test_under_nohup_it_goes_on_when_the_terminal_is_closed_and_has_as_many_workers_as_it_is_told(
    tmp_path: Path,
) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        server = start_server(tmp_path / "instance", "--workers", "1")
    finally:
        signal.signal(signal.SIGHUP, before)
    try:
        os.kill(server.process.pid, signal.SIGHUP)
        time.sleep(0.3)
        assert server.process.poll() is None
        assert answers(server.url)
        assert len(workers(server)) == 1
    finally:
        server.stop()


def test_half_sent_forms_keep_nobody_from_an_answer(server: Server) -> None:
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(32)]
    try:
        for client in slow:
            client.sendall(HALF_BODY)
        time.sleep(0.3)
        assert all(get(server, "/").status == 200 for _ in range(8))
    finally:
        for client in slow:
            client.close()


def test_a_second_server_on_the_same_games_is_told_where_the_first_one_is(server: Server) -> None:
    with pytest.raises(ServerDied) as died:
        start_server(server.instance, env={"SCOREKEEPER_PUBLIC_URL": "https://bonken.example"})
    assert (
        str(died.value).splitlines()[-1]
        == "A server runs on this database already, most likely at https://bonken.example."
    )
    assert answers(server.url)


def test_a_server_on_other_games_does_not_get_into_a_port_that_is_taken(server: Server, tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "run", "--host", "127.0.0.1", "--port", str(server.port)],
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path / "other")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert told.stderr == f"Port {server.port} is taken by another program; choose another one with --port.\n"
    assert told.stdout == ""


def test_it_prints_its_addresses_and_no_code_where_nobody_looks(server: Server) -> None:
    assert server.output.read_text().splitlines()[:4] == [
        "Bonken is ready.",
        f"  On this machine:  {server.url}",
        "  On phones:        not reachable; this machine is in no network, or listens to itself alone.",
        "Ctrl+C stops it.",
    ]


def test_keys_and_games_in_addresses_reach_no_log(server: Server) -> None:
    assert get(server, "/k/SecretSecretSecret22").status == 303
    assert get(server, "/k/SecretSecretSecret22?again=1").status == 400
    assert get(server, "/games/SecretGame12").status == 404
    assert "Secret" not in server.output.read_text()


def test_an_answer_without_news_has_no_body_and_head_has_none_either(server: Server) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)) as connection:
        connection.request("HEAD", "/")
        response = connection.getresponse()
        assert (response.status, response.read()) == (200, b"")
        # The connection is still good for another request.
        connection.request("GET", "/healthz")
        assert connection.getresponse().read() == b"ok\n"


def test_a_form_that_is_too_large_is_refused_in_our_own_clothes(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_SECONDS) as client:
        client.sendall(b"POST /games/new HTTP/1.1\r\nHost: bonken\r\nContent-Length: 9000000\r\nConnection: close\r\n")
        client.sendall(b"Content-Type: application/x-www-form-urlencoded\r\n\r\nplayer-0=")
        answer = b""
        while part := client.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"<h1" in answer


def test_a_file_with_many_games_arrives_whole(server: Server) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    address = f"{server.url}/games/import"
    token = re.search(r'name="csrf_token" value="([^"]+)"', browser.open(address).read().decode())
    assert token
    games = [vector(path)["record"] for path in GAMES] * 4
    form = {"csrf_token": token[1], "key": "a-key-of-its-own", "pasted": json.dumps(games, indent=4)}
    body = urllib.parse.urlencode(form).encode()
    assert LARGEST_FORM < len(body) < LARGEST_UPLOAD
    assert browser.open(address, body).read().decode().count('class="offer') >= len(games)


END = "import sys; from scorekeeper.serving.server import end_with; end_with(int(sys.argv[1])); print('alive')"
WATCH = "import sys; from scorekeeper.serving.server import watch; watch(int(sys.argv[1]), 0.01)"


def in_a_process(code: str, parent: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, str(parent)], capture_output=True, text=True, check=False, timeout=60
    )


def test_a_worker_whose_parent_is_there_goes_on() -> None:
    assert in_a_process(END, os.getpid()).stdout == "alive\n"


@pytest.mark.parametrize("code", [END, WATCH])
def test_a_worker_whose_parent_was_gone_before_it_began_ends(code: str) -> None:
    done = in_a_process(code, parent=1)
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.parametrize(("soft", "hard", "connections"), [(256, 4200, 4000), (256, 1024, 824), (100, 100, 64)])
def test_a_worker_holds_as_many_connections_as_the_system_allows(soft: int, hard: int, connections: int) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < hard:
        hard, connections = most, most - 200
    code = f"""
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
from scorekeeper.serving.server import connections_of_a_worker
print(connections_of_a_worker())
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == f"{connections}\n"
