"""The port the server takes and the addresses it tells."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path

import pytest

from scorekeeper.network import network_address
from scorekeeper.serving.addresses import (
    FIRST_PORT,
    Addresses,
    CannotServe,
    addresses,
    choose_port,
    last_addresses,
    last_port,
    note_place,
    numeric,
)
from scorekeeper.settings import Settings
from tests.servers import free_port

LOOPBACK = "127.0.0.1"

uses_the_first_port = pytest.mark.xdist_group("first port")
"""One after the other: what is free for the one is taken by the other."""


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as other:
        other.bind((LOOPBACK, 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path, "sqlite://")


def test_the_wanted_port_is_taken_even_when_another_one_was_used_last(tmp_path: Path) -> None:
    note_place(tmp_path, LOOPBACK, free_port())
    wanted = free_port()
    assert choose_port(LOOPBACK, wanted, tmp_path) == wanted


def test_the_port_used_last_comes_before_8000(tmp_path: Path) -> None:
    port = free_port()
    note_place(tmp_path, LOOPBACK, port)
    assert choose_port(LOOPBACK, None, tmp_path) == port


@uses_the_first_port
def test_a_busy_port_that_nobody_asked_for_is_passed_over(tmp_path: Path, taken: int) -> None:
    note_place(tmp_path, LOOPBACK, taken)
    found = choose_port(LOOPBACK, None, tmp_path)
    assert found != taken
    with socket.socket() as ours:
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ours.bind((LOOPBACK, found))


@uses_the_first_port
def test_a_free_port_is_found_where_8000_is_busy_too(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind((LOOPBACK, FIRST_PORT))
            other.listen()
        except OSError:
            pass  # somebody else has it: just as well
        assert choose_port(LOOPBACK, None, tmp_path) not in (0, FIRST_PORT)


def test_a_wanted_port_that_is_busy_is_refused_in_a_sentence(tmp_path: Path, taken: int) -> None:
    with pytest.raises(CannotServe, match=rf"^Port {taken} is taken by another program; choose another one with "):
        choose_port(LOOPBACK, taken, tmp_path)


def test_a_port_that_workers_share_with_each_other_is_not_shared_with_a_second_server(tmp_path: Path) -> None:
    with socket.socket() as worker:
        worker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        worker.bind((LOOPBACK, 0))
        worker.listen()
        with pytest.raises(CannotServe):
            choose_port(LOOPBACK, worker.getsockname()[1], tmp_path)


def test_a_host_that_is_not_this_machine_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match=r"^This machine does not have the address 198\.51\.100\.7; choose another"):
        choose_port("198.51.100.7", free_port(), tmp_path)


def test_a_host_that_is_none_is_refused_in_a_sentence() -> None:
    with pytest.raises(CannotServe, match=r"^The host “not a host” is not known: .+\.$"):
        numeric("not a host")


def test_a_name_of_this_machine_becomes_a_number() -> None:
    assert ip_address(numeric("localhost")).is_loopback


@pytest.mark.parametrize("content", ["", "no port", "0", "65536", "-1"])
def test_a_note_of_the_last_port_that_is_none_counts_as_8000(content: str, tmp_path: Path) -> None:
    (tmp_path / "port").write_text(content)
    assert last_port(tmp_path) == FIRST_PORT


def test_before_the_first_start_the_last_port_is_8000(tmp_path: Path) -> None:
    assert last_port(tmp_path) == FIRST_PORT


def test_a_port_that_was_noted_is_remembered(tmp_path: Path) -> None:
    note_place(tmp_path, LOOPBACK, 8123)
    assert last_port(tmp_path) == 8123


def test_links_lead_to_where_the_server_listened_last_and_not_to_where_it_would_by_its_settings(
    settings: Settings,
) -> None:
    note_place(settings.instance, "localhost", 8123)
    assert settings.host == "0.0.0.0"
    assert last_addresses(settings) == Addresses("http://127.0.0.1:8123", "")
    note_place(settings.instance, "192.168.1.20", 8124)
    assert last_addresses(settings) == Addresses("", "http://192.168.1.20:8124")


@pytest.mark.parametrize("content", [None, "", "not a host"])
def test_without_a_note_of_the_last_host_the_settings_say_where(content: str | None, settings: Settings) -> None:
    if content is not None:
        (settings.instance / "host").write_text(content)
    here = replace(settings, host=LOOPBACK)
    assert last_addresses(here) == Addresses(f"http://127.0.0.1:{FIRST_PORT}", "")


def test_a_server_for_this_machine_alone_tells_phones_nothing(settings: Settings) -> None:
    assert addresses(settings, LOOPBACK, 8000) == Addresses("http://127.0.0.1:8000", "")


def test_a_server_on_all_addresses_tells_phones_that_in_the_network(settings: Settings) -> None:
    found = addresses(settings, "0.0.0.0", 8000)
    network = network_address()
    assert found == Addresses("http://127.0.0.1:8000", f"http://{network}:8000" if network else "")


def test_a_server_on_one_address_of_the_network_tells_that_one(settings: Settings) -> None:
    assert addresses(settings, "192.168.1.20", 8000) == Addresses("", "http://192.168.1.20:8000")


def test_an_ipv6_address_stands_in_brackets(settings: Settings) -> None:
    assert addresses(settings, "2001:db8::7", 8000) == Addresses("", "http://[2001:db8::7]:8000")
    assert addresses(settings, "::1", 8000) == Addresses("http://[::1]:8000", "")


@pytest.mark.parametrize("host", ["0.0.0.0", LOOPBACK])
def test_a_public_address_is_what_phones_are_told(host: str, settings: Settings) -> None:
    public = replace(settings, public_url="https://bonken.example")
    assert addresses(public, host, 8000) == Addresses("http://127.0.0.1:8000", "https://bonken.example")
