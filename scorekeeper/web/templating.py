"""What templates can call: names of contracts, signed points, the hashed addresses of the browser's files."""

from __future__ import annotations

from functools import lru_cache

from babel.support import NullTranslations
from flask import Flask, url_for
from flask_babel import format_date, get_locale
from jinja2 import StrictUndefined
from markupsafe import Markup

from scorekeeper.assets import Assets
from scorekeeper.web import markup
from scorekeeper.web.rendering import keep_pages
from scorekeeper.wording.initials import to_be_told
from scorekeeper.wording.names import (
    contract_name,
    item_name,
    points,
    question,
    rule_set_name,
    rule_set_summary,
)
from scorekeeper.wording.times import moment
from scorekeeper.wording.translation import catalogue, gettext, ngettext

_KEPT_ADDRESSES = 2048
"""Addresses that a process keeps: some twenty for each game."""


def _in_markup(message: str, /, **values: object) -> Markup:
    """Translate a text of a template; the values in it are escaped."""
    text = _translated(catalogue(), message)
    return text % values if values else text


@lru_cache(maxsize=4096)
def _translated(texts: NullTranslations, message: str) -> Markup:
    return Markup(texts.ugettext(message))


def prepare_templates(app: Flask, assets: Assets) -> None:
    """Give templates their filters and functions; a name that is not there is an error, not a gap."""

    @lru_cache
    def asset(name: str) -> str:
        """Give the address of a file for the browser by its plain name."""
        return url_for("static", filename=assets.path(name))

    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    # Jinja's own way to it takes twice as long, and a page has a hundred texts.
    app.jinja_env.globals.update(_=_in_markup, gettext=_in_markup)
    app.jinja_env.filters.update(
        name=markup.name,
        names=markup.names,
        column=markup.column,
        to_be_told=to_be_told,
        score=markup.score,
        suit=markup.suit,
        sign=markup.sign,
        doubles=markup.doubles,
        doubles_short=markup.doubles_short,
        points=points,
        contract_name=contract_name,
        item_name=item_name,
        question=question,
        rule_set_name=rule_set_name,
        rule_set_summary=rule_set_summary,
        day=format_date,
        moment=moment,
    )
    # Building an address takes ten times as long as finding it, and a page links to the same ones again and again.
    address = lru_cache(maxsize=_KEPT_ADDRESSES)(app.url_for)
    app.jinja_env.globals.update(asset=asset, url_for=address, get_locale=get_locale)
    keep_pages(app)
