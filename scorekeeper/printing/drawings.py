"""The drawn signs of the pages, each as an SVG that stands alone: typst sets them as pictures."""

from __future__ import annotations

from functools import lru_cache
from xml.etree import ElementTree

from scorekeeper.paths import templates_folder

_PREFIX = "sign-"


@lru_cache(maxsize=1)
def drawings() -> dict[str, str]:
    """Give each sign of templates/_signs.svg by its name: "hearts", "domino" and the others."""
    sprite = ElementTree.parse(templates_folder() / "_signs.svg").getroot()
    return {symbol.attrib["id"].removeprefix(_PREFIX): _alone(symbol) for symbol in sprite.iter("symbol")}


def _alone(symbol: ElementTree.Element) -> str:
    inner = "".join(ElementTree.tostring(part, encoding="unicode") for part in symbol)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{symbol.attrib["viewBox"]}">{inner}</svg>'
