"""Translation: the gettext family of Flask-Babel with types.

Outside of a request, as on the command line, each text stays the English of the source. The names
are the ones that `pybabel extract` looks for, so that nothing has to be told to it.
"""

from __future__ import annotations

from typing import Protocol

import flask_babel
from babel.support import NullTranslations
from flask import g, has_request_context

_ENGLISH = NullTranslations()


class Lazy(Protocol):
    """A text that is translated each time it is turned into a string."""

    def __str__(self) -> str: ...


def gettext(message: str, /, **values: object) -> str:
    """Translate a text and put the values at its `%(name)s` places."""
    text = catalogue().ugettext(message)
    return text % values if values else text


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """Translate a text in the plural form that the number asks for; the number is `%(num)s`."""
    return catalogue().ungettext(singular, plural, num) % {"num": num, **values}


def catalogue() -> NullTranslations:
    """Give the texts of this request's language.

    Flask-Babel looks them up anew for every text, which takes longer than all else on a page of a
    hundred texts; a request has one language, so once is enough.
    """
    if not has_request_context():
        return _ENGLISH
    found: NullTranslations | None = g.get("catalogue")
    if found is None:
        found = g.catalogue = flask_babel.get_translations()
    return found


class _Later:
    """A text that is looked up each time it is shown."""

    def __init__(self, message: str, context: str = "") -> None:
        self.message, self.context = message, context

    def __str__(self) -> str:
        if self.context:
            return str(catalogue().upgettext(self.context, self.message))
        return gettext(self.message)


def lazy_gettext(message: str, /) -> Lazy:
    """Note a text in a table, to be translated when it is shown."""
    return _Later(message)


def lazy_pgettext(context: str, message: str, /) -> Lazy:
    """Note a text that has one meaning here and another one elsewhere: Hearts, the contract or the cards."""
    return _Later(message, context)
