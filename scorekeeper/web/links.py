"""Addresses that leave this page, in a QR code or a message: right behind a proxy, and in the table's own network."""

from __future__ import annotations

from typing import cast
from urllib.parse import urlsplit

from flask import Flask, current_app, request

from scorekeeper.network import is_loopback, network_address
from scorekeeper.settings import Settings

_EVERYWHERE = ("0.0.0.0", "::")


def know_settings(app: Flask, settings: Settings) -> None:
    """Let links know where the server listens, and what its public address is."""
    app.extensions["scorekeeper.settings"] = settings


def link(path: str) -> str:
    """Give the whole address of a page of ours, as another phone reaches it."""
    return _base() + path


def reaches_phones() -> bool:
    """Whether other phones can reach what `link` gives: none can where the server listens to its own machine alone."""
    return not is_loopback(urlsplit(_base()).hostname or "")


def _base() -> str:
    """The public address where there is one, else the one that was asked, in words that hold for others too."""
    settings = cast(Settings, current_app.extensions["scorekeeper.settings"])
    if settings.public_url:
        return settings.public_url
    asked = urlsplit(request.host_url)
    if is_loopback(asked.hostname or "") and settings.host in _EVERYWHERE and (network := network_address()):
        return f"{asked.scheme}://{network}" + (f":{asked.port}" if asked.port else "")
    return request.host_url.rstrip("/")
