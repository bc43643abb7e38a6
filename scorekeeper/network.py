"""Where this machine is found in its network."""

from __future__ import annotations

import socket
from ipaddress import ip_address

_FAR_AWAY = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Addresses that nobody answers at: the first is reached by the default route, the others in networks without one."""


def network_address() -> str:
    """Guess this machine's address in the local network, empty when it is in none.

    It is the one that a packet to far away would carry; none is sent.
    """
    for target in _FAR_AWAY:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            found = str(probe.getsockname()[0])
        if not is_loopback(found):
            return found
    return ""


def is_loopback(host: str) -> bool:
    """Whether a host is this machine's name or number for itself, which means another machine elsewhere."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
