"""The joined stylesheet means what its sources say, as the browser reads them."""

from __future__ import annotations

from playwright.sync_api import Page

from scorekeeper.assets import Assets
from scorekeeper.paths import static_folder

RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(/url\\([^)]*\\)/g, "url()"));
}"""


def test_what_was_made_smaller_means_the_same(kept_page: Page) -> None:
    static = static_folder()
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted((static / "css").glob("*.css")))
    joined = (static / Assets.load(static).path("app.css")).read_text(encoding="utf-8")
    assert len(joined) < len(sources)
    meant = kept_page.evaluate(RULES, sources)
    assert len(meant) > 10
    assert kept_page.evaluate(RULES, joined) == meant
