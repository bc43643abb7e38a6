"""Short forms of four names, for places where whole names don't fit: who doubled whom in a row of the sheet."""

from __future__ import annotations

import regex

_LETTERS = regex.compile(r"\X")
_WORDS = regex.compile(r"[\s\-]+")


def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Give each name the shortest form in which all are different: A, An, AJ for "Anna Jansen", else A1.

    What a reader sees as one letter stays whole: a family of emoji, a letter with its accents.
    """
    for form in (_first, _first_two, _of_words):
        found = tuple(form(name) for name in names)
        if len({short.casefold() for short in found}) == len(names):
            return found
    return tuple(f"{_first(name)}{seat}" for seat, name in enumerate(names, 1))


def to_be_told(names: tuple[str, ...]) -> tuple[str, ...]:
    """Give the short forms that no reader guesses, since they are not just how the names begin: else all are empty."""
    found = initials(names)
    guessed = all(_is_guessed(name.casefold(), short.casefold()) for name, short in zip(names, found, strict=True))
    return ("",) * len(names) if guessed else found


def _is_guessed(name: str, short: str) -> bool:
    """Whether a short form is how the name begins, or that with the number at its end: "P1" for "Player 1"."""
    return name.startswith(short) or (short[-1].isdigit() and name.startswith(short[:-1]) and name.endswith(short[-1]))


def _letters(name: str, most: int) -> str:
    return "".join(_LETTERS.findall(name)[:most])


def _first(name: str) -> str:
    return _letters(name, 1)


def _first_two(name: str) -> str:
    return _letters(name, 2)


def _of_words(name: str) -> str:
    words = [word for word in _WORDS.split(name) if word]
    words = [word for word in words if word[0].isalnum()] or words
    return _first(words[0]) + (_first(words[-1]) if len(words) > 1 else "")
