"""Checking a page with axe against WCAG 2.2 AA, by day and by night."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page, ViewportSize

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
"""axe-core, which this package carries; the page's policy lets no script tag in, so it is evaluated."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""What night can change."""
WHOLE: ViewportSize = {"width": 360, "height": 4000}
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


def axe_finds_nothing(page: Page) -> None:
    """Check the page as it is, by day and by night."""
    page.set_viewport_size(WHOLE)
    page.evaluate(AXE)
    page.emulate_media(color_scheme="light")
    assert violations(page, {"type": "tag", "values": RULES}) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, {"type": "rule", "values": COLOURS}) == []
