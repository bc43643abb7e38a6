"""How often a browser, and an address, may make games and open links: enough for a café, too little for a flood.

A browser is known by its cookie first, since a café shares one address. Who throws the cookie away gets a new one with
every page, so addresses have a limit too. Kept in memory each process counts for itself; in Redis all count together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from flask import Flask, request
from flask_limiter import Limiter
from limits.errors import ConfigurationError

from scorekeeper.settings import BadSetting
from scorekeeper.web.requests import browser

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _address() -> str:
    return f"address {request.remote_addr}"


def _browser() -> str:
    return f"browser {browser()}"


def _is_new() -> bool:
    return browser() is None


limiter = Limiter(_browser)


def count_requests(app: Flask, storage: str) -> None:
    """Count in `storage`: "memory", an address like redis://…, or "off" for not at all.

    Raises:
        BadSetting: it is Redis, and the package to reach it is not there.
    """
    app.config["RATELIMIT_ENABLED"] = storage != "off"
    app.config["RATELIMIT_STORAGE_URI"] = storage if "://" in storage else "memory://"
    # Where Redis is away, games are more important than counting them.
    app.config["RATELIMIT_SWALLOW_ERRORS"] = True
    try:
        limiter.init_app(app)
    except ConfigurationError as error:
        raise BadSetting("Counting in Redis needs one package more: pip install 'scorekeeper[redis]'.") from error


def seconds_to_wait() -> int:
    """Say when whoever asked too often may ask again."""
    limit = limiter.current_limit
    return max(1, math.ceil(limit.reset_at - time.time())) if limit else 60


def _limited(name: str, each_browser: str, each_address: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Limit all views of a kind together."""
    browsers = limiter.shared_limit(each_browser, scope=name, exempt_when=_is_new)
    addresses = limiter.shared_limit(each_address, scope=f"{name} of an address", key_func=_address)
    return lambda view: browsers(addresses(view))


makes_games = _limited("games", "40 per hour", "400 per hour")
opens_links = _limited("links", "60 per minute", "600 per minute")
