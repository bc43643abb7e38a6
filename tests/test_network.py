"""Where this machine is found in its network."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from scorekeeper.network import is_loopback, network_address


def test_the_address_in_the_network_is_one_of_this_machine_and_not_the_one_it_has_for_itself() -> None:
    network = network_address()
    if network:
        assert not ip_address(network).is_loopback
        with socket.socket() as ours:
            ours.bind((network, 0))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost", "bonken.localhost"])
def test_a_machine_calls_itself_by_several_names(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["192.168.1.20", "bonken.local", "2001:db8::7", "", "localhost.example"])
def test_another_machine_can_call_it_by_others(host: str) -> None:
    assert not is_loopback(host)
