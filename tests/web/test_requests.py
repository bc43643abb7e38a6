"""What every view asks of a request: who sends it, its key, and whether two forms are the same."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web.requests import browser, browser_kind, browser_or_new, is_htmx, submission


def content(app: Flask, path: str, **fields: str) -> str:
    """Give the digest of a form."""
    with app.test_request_context(path, method="POST", data=fields):
        return submission("g").content


def test_the_digest_tells_forms_apart_and_not_their_tokens(app: Flask) -> None:
    one = content(app, "/a", x="1", y="2")
    assert content(app, "/a", y="2", x="1", csrf_token="t", key="k") == one
    assert content(app, "/b", x="1", y="2") != one
    assert content(app, "/a", x="2", y="1") != one
    assert content(app, "/a", x="1", y="2", z="") != one


def test_a_key_of_ours_is_taken_and_any_other_replaced(app: Flask) -> None:
    for key, is_ours in (
        ("abcdefgh", True),
        ("A-_9" * 16, True),
        ("short", False),
        ("a b c d e", False),
        ("é" * 9, False),
    ):
        with app.test_request_context("/", method="POST", data={"key": key}):
            assert (submission().key == key) == is_ours
            assert len(submission().key) >= 8


def test_a_browser_gets_its_name_once(app: Flask) -> None:
    with app.test_request_context("/", headers={"User-Agent": "x" * 999}):
        assert browser() is None
        name = browser_or_new()
        assert browser() == browser_or_new() == name
        assert submission().browser == name
        assert len(browser_kind()) == 200


def test_htmx_says_so_itself(app: Flask) -> None:
    for header, asks in (("true", True), ("false", False), ("", False)):
        with app.test_request_context("/", headers={"HX-Request": header}):
            assert is_htmx() == asks
