"""What kind of phone a browser says it runs on, in a few words."""

from __future__ import annotations

from ua_parser import parse

from scorekeeper.wording.translation import gettext as _

_NAMED_BY_MAKER = ("Apple",)
"""Whose devices are known by their own names: iPhone, iPad, Mac. Of others the system says more."""


def browser_name(kind: str) -> str:
    """Name a browser by its User-Agent: "Firefox on Android"."""
    found = parse(kind[:200])
    family = found.user_agent.family.removeprefix("Mobile ") if found.user_agent else ""
    device = found.device.family if found.device and found.device.brand in _NAMED_BY_MAKER else ""
    place = device or (found.os.family if found.os else "")
    if family and place:
        return _("%(browser)s on %(device)s", browser=family, device=place)
    return family or place or _("a browser")
