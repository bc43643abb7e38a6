"""Pages out of their views. A view says everything its page shows, so that a page that was made once is kept.

Four phones look at one table, and most of what they ask for nobody has changed. What can't be kept are the
tokens in forms: a kept page has gaps for them, which are filled for each answer.

A page that nobody saw before is mostly made of parts that were: a saved round adds one row to the sheet. So templates
can keep parts too: `kept(macro, value, …)` is what the macro makes of these values.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, MutableMapping
from functools import lru_cache, partial
from typing import Any, cast

from flask import Flask, current_app, render_template, session
from flask.templating import Environment
from flask_babel import get_locale
from flask_wtf.csrf import generate_csrf
from jinja2.runtime import Macro

_KEPT = 128
"""Pages that a process keeps; a table page takes about 40 KB with its view."""
_KEPT_PARTS = 1024
"""Parts of pages that a process keeps: rows of sheets, tiles of contracts; one takes about 2 KB."""
_TOKEN, _KEY = (f"{name}-{secrets.token_hex(16)}" for name in ("token", "key"))
"""What stands in the gaps. Made anew at each start, so that nobody can type it."""

_Parts = tuple[tuple[str, ...], ...]
"""A page cut at its tokens, and each piece of it cut at its keys."""


class Templates(Environment):
    """Jinja's environment with one plain dict of globals: looking through layers of them took a tenth of a page."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Give a template the globals of all, and its own only where it has some."""
        return {**self.globals, **d} if d else self.globals


def keep_pages(app: Flask) -> None:
    """Give templates the gaps for tokens and keys, and the app a memory for its pages and their parts."""
    app.jinja_env.globals.update(csrf_gap=_TOKEN, key_gap=_KEY)
    app.extensions["scorekeeper.pages"] = lru_cache(maxsize=_KEPT)(_rendered)
    app.extensions["scorekeeper.parts"] = lru_cache(maxsize=_KEPT_PARTS)(_part)


def page(template: str, view: Hashable) -> str:
    """Render a template that needs nothing but a view and the language; the same two give the same page."""
    rendered = cast(Callable[[str, Hashable, str], _Parts], current_app.extensions["scorekeeper.pages"])
    return _filled(rendered(template, view, str(get_locale())))


def form_page(template: str, **context: object) -> str:
    """Render a template around a form that is being filled in: nobody else sees the same."""
    return _filled(_cut(_text(template, str(get_locale()), **context)))


def new_key() -> str:
    """Make a key for a form: the same form sent twice is one change."""
    return secrets.token_urlsafe(16)


def _rendered(template: str, view: Hashable, language: str) -> _Parts:
    return _cut(_text(template, language, view=view))


def _text(template: str, language: str, **context: object) -> str:
    return render_template(template, kept=partial(current_app.extensions["scorekeeper.parts"], language), **context)


def _part(_language: str, macro: Macro, *values: Hashable) -> str:
    """Call a macro that needs nothing but these values and the language; the same ones give the same part."""
    return macro(*values)


def _cut(text: str) -> _Parts:
    return tuple(tuple(piece.split(_KEY)) for piece in text.split(_TOKEN))


def _filled(parts: _Parts) -> str:
    """Join a page with the browser's token in every form, and in each of them a key of its own."""
    pieces = [_with_keys(piece) for piece in parts]
    # A page without forms asks for no token, which would give the browser a cookie.
    return _token_of(session.get("csrf_token")).join(pieces) if len(pieces) > 1 else pieces[0]


def _token_of(kept: str | None) -> str:
    # Without a time limit a token that was signed once is good for as long as the cookie that keeps its half of it.
    return generate_csrf() if kept is None else _signed(kept)


@lru_cache(maxsize=1024)
def _signed(_kept: str) -> str:
    return str(generate_csrf())


def _with_keys(pieces: tuple[str, ...]) -> str:
    first, *others = pieces
    return first + "".join(new_key() + piece for piece in others)
