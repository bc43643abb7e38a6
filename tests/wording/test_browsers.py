"""What kind of phone a browser says it runs on."""

from __future__ import annotations

import pytest

from scorekeeper.wording.browsers import browser_name

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
SAMSUNG = (
    "Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) "
    "SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36"
)
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:126.0) Gecko/20100101 Firefox/126.0"


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (IPHONE, "Safari on iPhone"),
        (SAMSUNG, "Samsung Internet on Android"),
        (FIREFOX, "Firefox on Windows"),
        ("", "a browser"),
        ("<b>" * 90, "a browser"),
    ],
)
def test_a_browser_is_named_by_itself_and_its_phone(kind: str, name: str) -> None:
    assert browser_name(kind) == name
