"""How much may come at once: a form is small, a file with games is not. The server asks here too."""

from __future__ import annotations

from flask import Flask, request

LARGEST_FORM = 256 * 1024
LARGEST_UPLOAD = 2 * 1024 * 1024
_UPLOADS = ("/games/import", "/calculator/check")
"""Where files can be uploaded, or pasted."""


def largest_body(path: str) -> int:
    """Say how many bytes may come to an address."""
    return LARGEST_UPLOAD if path.startswith(_UPLOADS) else LARGEST_FORM


def limit_bodies(app: Flask) -> None:
    """Refuse what is larger, in the page's own words."""

    @app.url_value_preprocessor
    def limit(_endpoint: str | None, _values: dict[str, object] | None) -> None:
        # Before the check of a form's token, which reads the form.
        request.max_content_length = request.max_form_memory_size = largest_body(request.path)
