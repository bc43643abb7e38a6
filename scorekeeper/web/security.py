"""What every answer carries so that a browser does nothing for strangers. Source: quality.md, "Security"."""

from __future__ import annotations

import datetime
import re

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect

from scorekeeper.web.requests import is_htmx

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

FILE_HEADERS = {"X-Content-Type-Options": "nosniff"}
"""For stylesheets, scripts and pictures: the others guard pages, and would be a twentieth of a phone's first visit."""

YEAR = 365 * 24 * 60 * 60
_HASHED = re.compile(r"/dist/[\w.-]+-[0-9a-f]{8}\.\w+$")
"""Addresses of the joined files: scorekeeper/assets/join.py names them by what they hold."""

_REFERRERS = {"sharing.open_link": "no-referrer", "moving.look": "strict-origin", "moving.take": "strict-origin"}
"""Where the address is a key, or a code that can still be used, what a page there asks for must not tell it; a form's
check of where it came from needs the server's name."""

csrf = CSRFProtect()


class _Sessions(SecureCookieSessionInterface):
    """The cookie that names the browser: over HTTPS it never travels otherwise."""

    def __init__(self, *, is_https: bool) -> None:
        self.is_https = is_https

    def get_cookie_secure(self, app: Flask) -> bool:
        """Tell by the request where no public address says it: a phone in the kitchen comes by plain HTTP."""
        del app
        return self.is_https or request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Prolong the cookie once a day, by the first page that is looked at; signing it takes longer than a poll."""
        today = datetime.date.today().toordinal()
        if session and not is_htmx() and session.get("day") != today:
            session["day"] = today
        super().save_session(app, session, response)

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Send the cookie when something in it is new."""
        del app
        return session.modified


def protect(app: Flask, *, is_https: bool) -> None:
    """Check the token of every form, and send the headers with every answer."""
    csrf.init_app(app)
    app.session_interface = _Sessions(is_https=is_https)

    @app.after_request
    def headers(response: Response) -> Response:
        is_file = request.endpoint == "static" and response.status_code < 400
        if response.status_code != 304:
            # An answer without news has no page that they could guard, and is the most frequent of all.
            for name, value in (FILE_HEADERS if is_file else HEADERS).items():
                response.headers.setdefault(name, value)
        if request.endpoint in _REFERRERS:
            response.headers["Referrer-Policy"] = _REFERRERS[request.endpoint]
        if not is_file:
            # The page is one browser's own, and Back must ask again what it shows.
            response.headers.setdefault("Cache-Control", "private, no-cache")
            response.vary.add("HX-Request")
            response.vary.add("Cookie")
        elif _HASHED.search(request.path):
            # Its name changes with what it holds, so it never has to be asked for again.
            response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        return response
