"""Moments as people at this table read them: in their language, on the clock of this machine."""

from __future__ import annotations

import datetime

from babel.dates import format_skeleton
from flask_babel import format_time, get_locale


def moment(at: datetime.datetime) -> str:
    """Say when: "Nov 27, 20:30"."""
    return f"{format_skeleton('MMMd', at.astimezone(), locale=get_locale())}, {clock(at)}"


def clock(at: datetime.datetime) -> str:
    """Say at what time of the day: "20:30"."""
    return str(format_time(at.astimezone(), "HH:mm", rebase=False))
