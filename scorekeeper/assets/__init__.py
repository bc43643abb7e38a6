"""The browser's files: htmx brought in, joined with our own into one stylesheet and one script with hashed names.

`fetch` fills static/vendor, `join` fills static/dist, `manifest` is what the running app reads. Besides the standard
library this package uses only what the build brings: the build hook imports it before anything else is installed.
"""

from scorekeeper.assets.manifest import Assets, AssetsMissing

__all__ = ["Assets", "AssetsMissing"]
