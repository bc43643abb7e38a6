"""Which build of the app makes its pages: what a browser keeps of another one it must not take for these."""

from __future__ import annotations

import hashlib
from pathlib import Path

from scorekeeper.assets import Assets

_MAKES_PAGES = frozenset({".py", ".html", ".svg", ".mo"})


def build_of(assets: Assets, *folders: Path) -> str:
    """Name the build by all that pages are made from: the browser's files, and code, templates and words in `folders`.

    The same files have the same name on every server.
    """
    digest = hashlib.sha256(assets.build.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in _MAKES_PAGES:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
