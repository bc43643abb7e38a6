"""The joined stylesheet and script, packed as small as they get: once for each process, since they never change."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import brotli
from flask import Flask, Response, request

from scorekeeper.assets import Assets

_KINDS = {"app.css": "text/css; charset=utf-8", "app.js": "text/javascript; charset=utf-8"}


def serve_packed(app: Flask, assets: Assets, static: Path) -> None:
    """Hand out the two files packed to whoever can unpack them; all other files go the usual way.

    What is packed on the fly, as pages are, is packed quickly and a quarter larger.
    """
    kinds = {assets.path(name): kind for name, kind in _KINDS.items()}

    @cache
    def packed(filename: str) -> bytes:
        return bytes(brotli.compress((static / filename).read_bytes(), quality=11))

    def static_file(filename: str) -> Response:
        if filename not in kinds or not request.accept_encodings["br"]:
            return app.send_static_file(filename)
        headers = {"Content-Encoding": "br", "Content-Type": kinds[filename], "Vary": "Accept-Encoding"}
        return Response(packed(filename), headers=headers)

    app.view_functions["static"] = static_file
