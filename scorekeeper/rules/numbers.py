"""Whole numbers as people write them, in a form or on a sheet.

A number is read as it stands or refused; it is never made into another one.
"""

from __future__ import annotations

import unicodedata

LONGEST_NUMBER = 6
"""Digits. Nobody scores a million, and longer ones would not fit where they are shown."""


class NotANumber(ValueError):
    """The text is no whole number."""


class TooLarge(NotANumber):
    """The text is a whole number, of more digits than any number has here."""


def whole_number(text: str) -> int:
    """Read a whole number: spaces around, a sign, and decimal digits of any one script are fine.

    Raises:
        TooLarge: it has more than LONGEST_NUMBER digits, zeros in front of them left aside.
        NotANumber: for everything else, such as "4,0", "4.0", "1e1", "1_0", "²" and nothing at all.
    """
    digits = text.strip()
    negative = digits[:1] in ("-", "−")
    if digits[:1] in ("-", "−", "+"):
        digits = digits[1:]
    values = [unicodedata.decimal(digit, None) for digit in digits]
    if not values or None in values:
        raise NotANumber(text)
    zeros = {ord(digit) - int(value or 0) for digit, value in zip(digits, values, strict=True)}
    if len(zeros) > 1:
        raise NotANumber(text)
    significant = "".join(str(value) for value in values).lstrip("0")
    if len(significant) > LONGEST_NUMBER:
        raise TooLarge(text)
    number = int(significant or "0")
    return -number if negative else number
