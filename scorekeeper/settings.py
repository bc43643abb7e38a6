"""Settings: what the environment says (`SCOREKEEPER_…`), checked before anything starts.

The README's table lists them; a test holds the two together.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from scorekeeper.paths import PACKAGE

PREFIX = "SCOREKEEPER_"
_LEAST_SECRET = 32


class BadSetting(Exception):
    """A setting that can't be. Its text is a sentence for who starts the server."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this server runs.

    `port` None means the port used last, else 8000, else a free one. `public_url` is the address
    that links carry, empty for the one the request came to. `proxies` is how many proxies in front
    are trusted to say who asked. The host listens for phones on the same network. `rate_limits` is where
    requests are counted: "memory", an address of a Redis server, or "off".
    """

    instance: Path
    database: str
    host: str = "0.0.0.0"
    port: int | None = None
    workers: int = 2
    public_url: str = ""
    proxies: int = 0
    secret: str = field(default="", repr=False)
    rate_limits: str = "memory"

    @property
    def is_https(self) -> bool:
        """Whether browsers reach the server by HTTPS, so that its cookie must not travel otherwise."""
        return self.public_url.startswith("https://")


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings and make the instance folder and the secret where they are missing.

    Raises:
        BadSetting: one of them can't be, or the folder can't be written.
    """
    said = {
        name.removeprefix(PREFIX): value.strip()
        for name, value in (os.environ if environment is None else environment).items()
        if name.startswith(PREFIX) and value.strip()
    }
    # The tests' own setting; everything else that starts with our prefix must be known.
    said.pop("TEST_BROWSER", None)
    instance = Path(said.pop("INSTANCE", "") or _default_instance()).expanduser().resolve()
    settings = Settings(
        instance=instance,
        database=_database(said.pop("DATABASE", f"sqlite:///{instance / 'scorekeeper.sqlite3'}")),
        host=said.pop("HOST", "0.0.0.0"),
        port=_whole(said, "PORT", least=1, most=65535),
        workers=_whole(said, "WORKERS", least=1, most=64) or 2,
        public_url=_address(said.pop("PUBLIC_URL", "")),
        proxies=_whole(said, "PROXIES", least=0, most=10) or 0,
        rate_limits=_counted(said.pop("RATE_LIMITS", "memory")),
        secret=_signing(f"{PREFIX}SECRET", said.pop("SECRET")) if "SECRET" in said else _kept_secret(instance),
    )
    if said:
        raise BadSetting(f"There is no setting {PREFIX}{sorted(said)[0]}; the README lists those there are.")
    return settings


def _default_instance() -> Path:
    """Give the folder `instance` of a checkout; an installed app keeps its games in the home folder."""
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "instance"
    return Path.home() / ".local" / "share" / "scorekeeper"


def _whole(said: dict[str, str], name: str, *, least: int, most: int) -> int | None:
    text = said.pop(name, "")
    if not text:
        return None
    number = int(text) if text.isascii() and text.isdigit() else -1
    if not least <= number <= most:
        raise BadSetting(f"{PREFIX}{name} must be a whole number from {least} to {most}, not “{text}”.")
    return number


def _database(url: str) -> str:
    try:
        parsed = make_url(url)
        is_file = parsed.get_backend_name() == "sqlite" and bool(parsed.database) and parsed.database != ":memory:"
    except (ArgumentError, ValueError):
        is_file = False
    if not is_file:
        raise BadSetting(f"{PREFIX}DATABASE must be an address like sqlite:////srv/bonken.sqlite3, not “{url}”.")
    return url


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.path.strip("/")
    except ValueError:
        is_address = False
    if url and not is_address:
        raise BadSetting(f"{PREFIX}PUBLIC_URL must be an address like https://bonken.example, not “{url}”.")
    return url.rstrip("/")


def _counted(where: str) -> str:
    if where not in ("memory", "off") and urlsplit(where).scheme not in ("redis", "rediss", "redis+unix"):
        raise BadSetting(f"{PREFIX}RATE_LIMITS must be memory, off or like redis://localhost, not “{where}”.")
    return where


def _kept_secret(instance: Path) -> str:
    """Read the secret that signs cookies, made on the first start and readable by the owner only."""
    path = instance / "secret-key"
    try:
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as new:
                new.write(secrets.token_urlsafe(32))
        except FileExistsError:
            pass
        secret = path.read_text().strip()
    except OSError as error:
        raise BadSetting(f"The folder {instance} can't be used: {error.strerror}. Set {PREFIX}INSTANCE.") from error
    return _signing(str(path), secret)


def _signing(where: str, secret: str) -> str:
    if len(secret) < _LEAST_SECRET:
        raise BadSetting(
            f"{where} must hold at least {_LEAST_SECRET} characters that nobody can guess. "
            "Remove it to have a secret made; phones then lose their games."
        )
    return secret
