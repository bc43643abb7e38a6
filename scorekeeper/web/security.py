"""What every answer carries so that a browser does nothing for strangers. Source: quality.md, "Security"."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_wtf import CSRFProtect

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer every form over HTTPS would fail the check of where it came from.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}

csrf = CSRFProtect()


def protect(app: Flask) -> None:
    """Check the token of every form, and send the headers with every answer."""
    csrf.init_app(app)

    @app.after_request
    def headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            # The page is one browser's own, and Back must ask again what it shows.
            response.headers.setdefault("Cache-Control", "private, no-cache")
            response.vary.add("HX-Request")
            response.vary.add("Cookie")
        return response
