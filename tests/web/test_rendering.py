"""Pages that are kept: the same page for the same view, and in each answer the tokens of whoever asks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import _lru_cache_wrapper
from typing import cast

from flask import Flask, session
from flask_babel import force_locale

from scorekeeper.storage.games import Right
from scorekeeper.web.rendering import page
from tests.web.client import Client
from tests.web.tables import a_game, contracts_on_sheet, give_right, new_game, play, stored, table


@dataclass(frozen=True, slots=True)
class Said:
    """A view of one text."""

    explanation: str
    differences: tuple[()] = ()
    theirs: str = "/"
    presses: tuple[()] = ()


def kept(app: Flask) -> _lru_cache_wrapper[object]:
    """The memory of the app's pages."""
    return cast("_lru_cache_wrapper[object]", app.extensions["scorekeeper.pages"])


def parts(app: Flask) -> _lru_cache_wrapper[object]:
    """The memory of the parts of pages."""
    return cast("_lru_cache_wrapper[object]", app.extensions["scorekeeper.parts"])


def test_a_page_is_made_once_and_every_form_in_every_answer_has_its_own_key(app: Flask, client: Client) -> None:
    game_id = new_game(client)
    play(client, game_id, "ducking")
    first = table(client, game_id)
    made = kept(app).cache_info().misses
    second = table(client, game_id)
    assert kept(app).cache_info().misses == made
    keys = [form.value("key") for one in (first, second) for form in one.forms if form.has("key")]
    assert len(keys) == len(set(keys)) >= 4


def test_another_page_with_the_same_rounds_takes_their_rows_from_memory(app: Flask, client: Client) -> None:
    game_id = stored(client, a_game(3), Right.FOLLOW)
    first = table(client, game_id)
    found = parts(app).cache_info().hits
    give_right(client, game_id, Right.SCORE)
    second = table(client, game_id)
    assert parts(app).cache_info().hits - found >= 3
    assert contracts_on_sheet(second) == contracts_on_sheet(first)
    assert not first.forms
    assert second.forms


def test_the_same_rounds_of_another_game_link_to_that_game(client: Client) -> None:
    for game_id in (stored(client, a_game(2)), stored(client, a_game(2))):
        links = table(client, game_id).links
        assert {link for link in links if "/rounds/" in link} == {f"/games/{game_id}/rounds/{n}" for n in (1, 2)}


def test_who_asks_gets_the_token_of_his_own_cookie(app: Flask) -> None:
    one, other = Client(app), Client(app)
    forms = [client.get("/calculator/check").form("/calculator/check") for client in (one, other)]
    assert forms[0].value("csrf_token") != forms[1].value("csrf_token")
    one.submit(forms[0], {"text": "{}"})
    one.submit(forms[1], {"text": "{}"}, expect=400)


def test_a_page_without_a_form_gives_nobody_a_cookie(app: Flask) -> None:
    with app.test_request_context("/"):
        page("meeting.html", Said("Changed meanwhile."))
        assert "csrf_token" not in session


def test_another_language_is_another_page(app: Flask) -> None:
    view = Said("Changed meanwhile.")
    with app.test_request_context("/"):
        made = kept(app).cache_info().misses
        for language in ("en", "nl", "en"):
            with force_locale(language):
                assert f'lang="{language}"' in page("meeting.html", view)
        assert kept(app).cache_info().misses - made <= 2


def test_what_somebody_typed_is_never_taken_for_a_gap(app: Flask) -> None:
    for typed in ("csrf_gap", "{{ csrf_gap }}", "token-", "key-" + "0" * 32):
        with app.test_request_context("/"):
            assert typed in page("meeting.html", Said(typed))
            assert "csrf_token" not in session
