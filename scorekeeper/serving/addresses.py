"""Addresses: the port the server takes, and where phones find it."""

from __future__ import annotations

import errno
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from scorekeeper.network import network_address
from scorekeeper.settings import Settings

FIRST_PORT = 8000


class CannotServe(Exception):
    """The server can't start. Its text is a sentence for who starts it."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the server answers: on this machine, and for phones; either is empty where it does not."""

    here: str
    phones: str


def choose_port(host: str, wanted: int | None, instance: Path) -> int:
    """Choose the port: the wanted one, else the one used last, else 8000, else a free one.

    Raises:
        CannotServe: the wanted one is taken or forbidden, or this machine has no such host.
    """
    if wanted is not None:
        _try(host, wanted)
        return wanted
    # Phones have the old address open: it comes first.
    for port in (last_port(instance), FIRST_PORT):
        try:
            _try(host, port)
        except CannotServe:
            continue
        return port
    return _try(host, 0)


def last_port(instance: Path) -> int:
    """Give the port used last, 8000 where none was."""
    try:
        port = int((instance / "port").read_text())
    except (OSError, ValueError):
        return FIRST_PORT
    return port if 0 < port < 65536 else FIRST_PORT


def last_host(settings: Settings) -> str:
    """Give the number of the host that was listened at last, that of the settings where nobody has listened yet."""
    try:
        return str(ip_address((settings.instance / "host").read_text().strip()))
    except (OSError, ValueError):
        return settings.host


def note_place(instance: Path, host: str, port: int) -> None:
    """Remember the port for the next start, and both for links."""
    (instance / "port").write_text(f"{port}\n")
    (instance / "host").write_text(f"{numeric(host)}\n")


def numeric(host: str) -> str:
    """Give the number of a host, which may be one already.

    Raises:
        CannotServe: nobody knows it.
    """
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise CannotServe(f"The host “{host}” is not known: {error.strerror}.") from error
    return str(found[0][4][0])


def last_addresses(settings: Settings) -> Addresses:
    """Say where the server answers that ran last, or runs: only it knew where it was told to listen."""
    return addresses(settings, last_host(settings), last_port(settings.instance))


def addresses(settings: Settings, host: str, port: int) -> Addresses:
    """Say where a server on this host and port answers. A public address comes before that in the network."""
    number = ip_address(numeric(host))
    everywhere = number.is_unspecified
    here = _url("127.0.0.1" if everywhere else str(number), port) if everywhere or number.is_loopback else ""
    if settings.public_url:
        return Addresses(here, settings.public_url)
    if number.is_loopback:
        return Addresses(here, "")
    lan = network_address() if everywhere else str(number)
    return Addresses(here, _url(lan, port) if lan else "")


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _try(host: str, port: int) -> int:
    """Take a port and let go of it again; 0 takes any that is free. Gives which it was.

    Workers share their port with whoever shares it too, so a second server would be let in: here it is not.
    """
    number = numeric(host)
    with socket.socket(socket.AF_INET6 if ":" in number else socket.AF_INET, socket.SOCK_STREAM) as probe:
        # A server that was killed leaves connections behind that would keep the port for a minute.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((number, port))
            probe.listen()
        except OSError as error:
            raise CannotServe(_trouble(host, port, error)) from error
        return int(probe.getsockname()[1])


def _trouble(host: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} is taken by another program; choose another one with --port."
        case errno.EACCES | errno.EPERM:
            return f"Port {port} may not be used here; choose one from 1024 to 65535 with --port."
        case errno.EADDRNOTAVAIL:
            return f"This machine does not have the address {host}; choose another one with --host."
        case _:
            return f"The server can't listen at {host}, port {port}: {error.strerror}."
