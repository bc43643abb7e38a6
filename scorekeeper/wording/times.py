"""Moments as people at this table read them: in their language, on the clock of this machine."""

from __future__ import annotations

import datetime

from babel.dates import format_skeleton
from flask_babel import format_time, get_locale


def moment(at: datetime.datetime) -> str:
    """Say when: "Nov 27, 20:30"."""
    local = at.astimezone()
    return f"{format_skeleton('MMMd', local, locale=get_locale())}, {format_time(local, 'HH:mm', rebase=False)}"
