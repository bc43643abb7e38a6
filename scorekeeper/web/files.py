"""The joined stylesheet and script, as packed as the browser can take them. All other files go the usual way."""

from __future__ import annotations

from flask import Flask, Response, request

from scorekeeper.assets import Assets
from scorekeeper.assets.manifest import BROTLI, GZIP, PACKED

_ENCODINGS = {"br": BROTLI, "gzip": GZIP}
"""By what the browser calls them, the smallest first. On plain HTTP phones take gzip only."""


def serve_packed(app: Flask, assets: Assets) -> None:
    """Hand out the packed copies that were made at set-up; what is packed on the fly is a tenth larger."""
    kinds = {assets.path(name): kind for name, kind in PACKED.items()}

    def static_file(filename: str) -> Response:
        taken = next((encoding for encoding in _ENCODINGS if request.accept_encodings[encoding]), None)
        if filename not in kinds or taken is None:
            return app.send_static_file(filename)
        packed = app.send_static_file(filename + _ENCODINGS[taken])
        packed.mimetype = kinds[filename]
        packed.content_encoding = taken
        packed.vary.add("Accept-Encoding")
        return packed

    app.view_functions["static"] = static_file
