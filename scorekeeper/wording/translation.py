"""Translation: the gettext family of Flask-Babel with types.

Outside of a request, as on the command line, each text stays the English of the source. The names
are the ones that `pybabel extract` looks for, so that nothing has to be told to it.
"""

from __future__ import annotations

from typing import Protocol

import flask_babel


class Lazy(Protocol):
    """A text that is translated each time it is turned into a string."""

    def __str__(self) -> str: ...


def gettext(message: str, /, **values: object) -> str:
    """Translate a text and put the values at its `%(name)s` places."""
    return str(flask_babel.gettext(message, **values))


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """Translate a text in the plural form that the number asks for; the number is `%(num)s`."""
    return str(flask_babel.ngettext(singular, plural, num, **values))


def lazy_gettext(message: str, /) -> Lazy:
    """Note a text in a table, to be translated when it is shown."""
    lazy: Lazy = flask_babel.lazy_gettext(message)
    return lazy


def lazy_pgettext(context: str, message: str, /) -> Lazy:
    """Note a text that has one meaning here and another one elsewhere: Hearts, the contract or the cards."""
    lazy: Lazy = flask_babel.lazy_pgettext(context, message)
    return lazy
