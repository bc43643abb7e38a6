"""One-time codes: whoever uses one gets the games of the browser that made it. Only their hashes are kept."""

from __future__ import annotations

import datetime
import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from scorekeeper.storage.schema import CodeRow


@dataclass(frozen=True, slots=True)
class Code:
    """A code that has not run out: whose games it copies, and who used it."""

    browser_id: str
    used_by: str | None


def make(connection: Connection, browser_id: str, expires_at: datetime.datetime) -> str:
    """Make a code of 128 random bits for the games of a browser; its earlier ones end."""
    connection.execute(delete(CodeRow).where(CodeRow.browser_id == browser_id))
    code = secrets.token_urlsafe(16)
    connection.execute(insert(CodeRow).values(digest=_digest(code), browser_id=browser_id, expires_at=expires_at))
    return code


def find(connection: Connection, code: str, now: datetime.datetime) -> Code | None:
    """Find a code that has not run out."""
    row = connection.execute(
        select(CodeRow.browser_id, CodeRow.used_by).where(CodeRow.digest == _digest(code), CodeRow.expires_at > now)
    ).first()
    return None if row is None else Code(row.browser_id, row.used_by)


def use(connection: Connection, code: str, browser_id: str) -> None:
    """Note who used a code, so that nobody else can."""
    connection.execute(update(CodeRow).where(CodeRow.digest == _digest(code)).values(used_by=browser_id))


def forget(connection: Connection, now: datetime.datetime) -> None:
    """Drop the codes that have run out."""
    connection.execute(delete(CodeRow).where(CodeRow.expires_at <= now))


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
