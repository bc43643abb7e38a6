"""The Flask app, put together from its settings."""

from __future__ import annotations

import datetime

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.assets import Assets
from scorekeeper.paths import PACKAGE, static_folder, templates_folder
from scorekeeper.settings import Settings, read_settings
from scorekeeper.storage.database import Database
from scorekeeper.web.bodies import limit_bodies
from scorekeeper.web.build import build_of
from scorekeeper.web.errors import register_errors
from scorekeeper.web.files import serve_packed
from scorekeeper.web.following import name_build
from scorekeeper.web.limits import count_requests
from scorekeeper.web.links import know_settings
from scorekeeper.web.rendering import Templates
from scorekeeper.web.security import protect
from scorekeeper.web.templating import prepare_templates
from scorekeeper.web.views import (
    blank,
    board,
    calculator,
    entry,
    history,
    importing,
    moving,
    rounds,
    rules,
    sharing,
    sheets,
    start,
    table,
)
from scorekeeper.web.views import settings as settings_view

VIEWS = (
    *(start, table, board, entry, rounds, settings_view, history, sharing, moving),
    *(rules, calculator, sheets, blank, importing),
)
COOKIE_LIFE = datetime.timedelta(days=400)
"""As long as browsers keep a cookie at all: losing it is losing this phone's games."""


def create_app(settings: Settings | None = None) -> Flask:
    """Make the app; without settings they are read from the environment.

    Raises:
        BadSetting: a setting can't be.
        AssetsMissing: the browser's files were not made.
    """
    settings = settings or read_settings()
    app = Flask("scorekeeper", template_folder=str(templates_folder()), static_folder=str(static_folder()))
    app.jinja_environment = Templates
    app.config.update(
        SECRET_KEY=settings.secret,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=COOKIE_LIFE,
        WTF_CSRF_TIME_LIMIT=None,
        BABEL_DEFAULT_LOCALE="en",
        # By default it would be larger than what gzip makes of a page, and take longer than that.
        COMPRESS_BR_LEVEL=5,
    )
    app.extensions["scorekeeper"] = Database(settings.database)
    Babel(app, configure_jinja=False)
    Compress(app)
    limit_bodies(app)
    protect(app, is_https=settings.is_https)
    register_errors(app)
    know_settings(app, settings)
    count_requests(app, settings.rate_limits)
    assets = Assets.load(static_folder())
    prepare_templates(app, assets)
    name_build(app, build_of(assets, PACKAGE, templates_folder()))
    serve_packed(app, assets)
    for view in VIEWS:
        app.register_blueprint(view.bp)
    app.add_url_rule("/healthz", "health", lambda: ("ok\n", {"Content-Type": "text/plain"}))
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app,
            x_for=settings.proxies,
            x_proto=settings.proxies,
            x_host=settings.proxies,
            x_port=settings.proxies,
        )

    return app
