"""Moments as people at the table read them."""

from __future__ import annotations

import datetime

from flask import Flask
from flask_babel import Babel, force_locale

from scorekeeper.wording.times import moment


def test_a_moment_is_told_by_the_clock_of_this_machine_and_in_the_players_language() -> None:
    app = Flask(__name__)
    Babel(app)
    at = datetime.datetime(2026, 11, 27, 20, 5).astimezone()
    with app.test_request_context():
        for language, text in (("en", "Nov 27, 20:05"), ("nl", "27 nov, 20:05")):
            with force_locale(language):
                assert moment(at.astimezone(datetime.UTC)) == text
