"""Every state is checked by axe against WCAG 2.2 AA, by day and by night."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Phones
from tests.e2e.states import PLAIN, STATES

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
"""axe-core, which this package carries; the page's policy lets no script tag in, so it is evaluated."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""What night can change."""
WHOLE = {"width": 360, "height": 4000}
"""So tall that nothing is scrolled under the bar of buttons: what it covers is not small."""


def violations(page: Page, run_only: dict[str, Any]) -> list[str]:
    found: Any = page.evaluate(
        """async (runOnly) => {
          const results = await axe.run({ runOnly, resultTypes: ["violations"] });
          return results.violations.flatMap((violation) => violation.nodes.map((node) =>
            `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary.replaceAll("\\n", " ")}`));
        }""",
        run_only,
    )
    return [str(one) for one in found]


@pytest.mark.parametrize("name", STATES)
def test_axe_finds_nothing_by_day_and_by_night(phones: Phones, instance: Path, name: str) -> None:
    # Without motion colours do not fade into each other while they are measured.
    player = phones(reduced_motion="reduce", viewport=WHOLE)
    STATES[name](player, instance, PLAIN)
    player.page.evaluate(AXE)
    assert violations(player.page, {"type": "tag", "values": RULES}) == []
    player.page.emulate_media(color_scheme="dark")
    assert violations(player.page, {"type": "rule", "values": COLOURS}) == []
