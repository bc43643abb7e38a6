"""What the running app knows of the browser's files: the hashed path of each, read once at the start."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from scorekeeper.assets.release import HTMX

DIST = "dist"
MANIFEST = "manifest.json"
BROTLI, GZIP = ".br", ".gz"
"""What is added to the name of a file for its packed copies."""
PACKED = {"app.css": "text/css", "app.js": "text/javascript"}
"""What has packed copies, and what kind of text it is."""


class AssetsMissing(Exception):
    """The browser's files have not been made, or not all of them. The text ends with the remedy."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The files for the browser are not ready: {reason}. Remedy: say `make assets`.")


@dataclass(frozen=True, slots=True)
class Assets:
    """The files in static/dist by their plain names."""

    names: Mapping[str, str]
    """Plain name → hashed name: "app.css" → "app-1a2b3c4d.css"."""

    @classmethod
    def load(cls, static: Path) -> Self:
        """Read the manifest in the folder `static`, and see that everything it names is there.

        Raises:
            AssetsMissing: a file is not there, or the manifest is not one.
        """
        for file in HTMX.files:
            if not (static / "vendor" / file.name).is_file():
                raise AssetsMissing(f"{static / 'vendor' / file.name} is missing")
        manifest = static / DIST / MANIFEST
        try:
            names = json.loads(manifest.read_bytes())
        except FileNotFoundError:
            raise AssetsMissing(f"{manifest} is missing") from None
        except ValueError:
            raise AssetsMissing(f"{manifest} cannot be read") from None
        if not isinstance(names, dict):
            raise AssetsMissing(f"{manifest} cannot be read")
        for name, hashed in names.items():
            for ending in ("", BROTLI, GZIP) if name in PACKED else ("",):
                path = static / DIST / f"{hashed}{ending}"
                if not path.is_file():
                    raise AssetsMissing(f"{path} is missing")
        return cls(names)

    @property
    def build(self) -> str:
        """Name this set of files: another script or stylesheet is another build."""
        return hashlib.sha256(repr(sorted(self.names.items())).encode()).hexdigest()[:8]

    def path(self, name: str) -> str:
        """Return the path below the static folder: "dist/app-1a2b3c4d.css" for "app.css".

        Raises:
            AssetsMissing: there is no such file; most likely it was added after the last `make assets`.
        """
        if name not in self.names:
            raise AssetsMissing(f"there is no {name} among them")
        return f"{DIST}/{self.names[name]}"
