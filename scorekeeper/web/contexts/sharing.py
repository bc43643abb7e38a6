"""The pages that share: a game's links with their QR codes and who holds a key, and the code for another phone."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from scorekeeper.services.moving import Offer
from scorekeeper.services.sharing import Shared
from scorekeeper.storage.games import Right
from scorekeeper.web.links import link, reaches_phones
from scorekeeper.web.markup import qr
from scorekeeper.wording.browsers import browser_name

LONGEST_CODE = 700
"""Characters of an address whose code phones still read off a screen."""
DONE = ("renewed-follow", "renewed-score", "shut-out")


@dataclass(frozen=True, slots=True)
class Link:
    """An address to hand on, and its QR code; an address that is too long for one has none."""

    address: str
    code: Markup


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that holds a key to the game. `is_safe` tells that it can't be shut out, since it made the game."""

    id: int
    name: str
    scores: bool
    since: datetime.datetime
    is_this: bool
    is_safe: bool


@dataclass(frozen=True, slots=True)
class Sharing:
    """The links of a game. Who only follows gets no `score` link and no phones. `done` is one of `DONE`, or empty."""

    id: str
    follow: Link
    score: Link | None
    phones: tuple[Phone, ...]
    reaches_phones: bool
    done: str


@dataclass(frozen=True, slots=True)
class AnotherPhone:
    """The code that copies this phone's games; no `link` before it is asked for."""

    link: Link | None = None
    until: datetime.datetime | None = None
    reaches_phones: bool = True
    has_games: bool = True


@dataclass(frozen=True, slots=True)
class TakeGames:
    """The page that a code opens on another phone: one button, or why there is none."""

    code: str
    is_spent: bool = False
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class NoCookies:
    """The page for a browser that keeps no cookies: it says all there is to say itself."""


def sharing(shared: Shared, browser: str | None, *, done: str = "") -> Sharing:
    """Make the page of a game's links; `done` is what was just done, by the name that the address gives it."""
    return Sharing(
        id=shared.stored.id,
        follow=to_share(url_for("sharing.open_link", token=shared.follow)),
        score=to_share(url_for("sharing.open_link", token=shared.score)) if shared.score else None,
        phones=tuple(
            Phone(
                holder.id,
                browser_name(holder.kind),
                holder.right is Right.SCORE,
                holder.since,
                holder.browser_id == browser,
                holder.made_it,
            )
            for holder in shared.holders
        ),
        reaches_phones=reaches_phones(),
        done=done if done in DONE and shared.score else "",
    )


def another_phone(offer: Offer) -> AnotherPhone:
    """Make the page that shows a fresh code."""
    return AnotherPhone(to_share(url_for("moving.look", code=offer.code)), offer.until, reaches_phones())


def to_share(path: str) -> Link:
    """Make a link to a page of ours, with its QR code."""
    address = link(path)
    return Link(address, qr(address) if len(address) <= LONGEST_CODE else Markup(""))
