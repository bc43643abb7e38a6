"""Using another phone: a one-time code copies all that this phone holds."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from scorekeeper.services.changing import now
from scorekeeper.storage import access, codes
from scorekeeper.storage.codes import Code
from scorekeeper.storage.database import Database

CODE_LIFE = datetime.timedelta(minutes=10)


class CodeSpent(Exception):
    """The code was used, has run out, or never was one."""


class OwnCode(Exception):
    """The code is of this very phone, which has the games already."""


class NothingToCopy(Exception):
    """The phone holds no games."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A fresh code, and until when it can be used."""

    code: str
    until: datetime.datetime


def offer_games(database: Database, browser: str | None) -> Offer:
    """Make a code for all the games that this browser holds; an earlier one of its codes ends.

    Raises:
        NothingToCopy: it holds none.
    """
    with database.writing() as connection:
        if not browser or not access.games_of(connection, browser):
            raise NothingToCopy
        until = now() + CODE_LIFE
        return Offer(codes.make(connection, browser, until), until)


def look_at_code(database: Database, code: str, browser: str | None) -> None:
    """See that this browser could use a code; looking does not use it up.

    Raises:
        CodeSpent: it can't.
        OwnCode: it made the code itself.
    """
    with database.reading() as connection:
        _usable(codes.find(connection, code, now()), browser)


def take_games(database: Database, code: str, browser: str, *, kind: str) -> None:
    """Give a browser all that the one that made the code holds. The same browser may do it again: nothing comes of it.

    Raises:
        CodeSpent: another browser used the code, it has run out, or never was one.
        OwnCode: it made the code itself.
    """
    with database.writing() as connection:
        moment = now()
        found = _usable(codes.find(connection, code, moment), browser)
        codes.use(connection, code, browser)
        access.remember_browser(connection, browser, kind, moment)
        access.copy_grants(connection, found.browser_id, browser, moment)


def _usable(found: Code | None, browser: str | None) -> Code:
    if found is None or found.used_by not in (None, browser):
        raise CodeSpent
    if found.browser_id == browser:
        raise OwnCode
    return found
