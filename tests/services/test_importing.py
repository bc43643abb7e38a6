"""Bringing in games: all of an upload or nothing of it, once for each form, and no game twice unawares."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scorekeeper.record import Json, write
from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import Conflict, FormUsedTwice, Submission
from scorekeeper.services.checking import LARGEST, Invalid, Trouble, Unreadable, Valid
from scorekeeper.services.importing import (
    MOST_GAMES,
    Known,
    NotARecord,
    NothingNew,
    find_records,
    import_games,
    offers,
)
from scorekeeper.services.managing import delete_game
from scorekeeper.services.playing import take_back
from scorekeeper.services.viewing import my_games, see_game
from scorekeeper.storage.answers import Answer
from scorekeeper.storage.database import Database
from tests.storage.conftest import everything, nothing_saved
from tests.web.tables import a_game, a_round


def as_bytes(document: Json) -> bytes:
    return json.dumps(document).encode()


def records(*games: Game) -> list[Json]:
    return [write(game) for game in games]


def added(
    database: Database, document: Json, *, again: tuple[int, ...] = (), key: str = "key", content: str = "digest"
) -> Answer:
    return import_games(database, Submission("phone", key, content), document, again, kind="Firefox")


def mine(database: Database, browser: str = "phone") -> list[Game]:
    return [seen.stored.game for seen in my_games(database, browser)]


def known_of(database: Database, content: bytes) -> list[Known | None]:
    return [offer.known for offer in offers(database, "phone", find_records("file", content))]


def test_a_file_with_one_record() -> None:
    (found,) = find_records("friday.json", as_bytes(write(a_game(3))))
    assert (found.file, found.number) == ("friday.json", 0)
    assert isinstance(found.outcome, Valid)
    assert found.outcome.played.game == a_game(3)


def test_a_list_of_records_is_numbered() -> None:
    found = find_records("all.json", as_bytes(records(a_game(), a_game(1))))
    assert [one.number for one in found] == [1, 2]


def test_records_line_by_line_are_numbered_by_their_lines() -> None:
    lines = b"\n".join([as_bytes(write(a_game())), b"", as_bytes(write(a_game(1)))])
    assert [(one.number, type(one.outcome)) for one in find_records("all.jsonl", lines)] == [(1, Valid), (3, Valid)]


def test_a_broken_line_among_good_ones_is_named() -> None:
    first, second = find_records("all.jsonl", as_bytes(write(a_game())) + b"\n{nonsense\n")
    assert isinstance(first.outcome, Valid)
    assert isinstance(second.outcome, Unreadable)
    assert second.number == 2


@pytest.mark.parametrize(
    ("content", "trouble"),
    [
        (b"", Trouble.EMPTY),
        (b"[]", Trouble.EMPTY),
        (b"\xff\xfe", Trouble.NOT_UTF8),
        (b"not json", Trouble.NOT_JSON),
        (b'{"a": 1, "a": 2}', Trouble.ODD_JSON),
        (b"[" * 100_000, Trouble.NOT_JSON),
        (b" " * (LARGEST + 1), Trouble.TOO_LARGE),
        (b"round,contract,Anna,Bram,Cees,Dirk\n1,queens,-30,0,0,-90\n", Trouble.NOT_JSON),
    ],
    ids=["empty", "no record", "no text", "no json", "key twice", "deep", "large", "paper sheet"],
)
def test_a_file_that_holds_no_record_says_why(content: bytes, trouble: Trouble) -> None:
    (found,) = find_records("file", content)
    assert isinstance(found.outcome, Unreadable)
    assert found.outcome.trouble is trouble


def test_a_record_with_faults_names_them_all() -> None:
    document = write(a_game(2))
    rounds = document["rounds"]
    assert isinstance(rounds, list)
    document["rounds"] = [*rounds, rounds[0]]
    (found,) = find_records("file", as_bytes([document]))
    assert isinstance(found.outcome, Invalid)
    assert [(fault.round, fault.code) for fault in found.outcome.faults] == [(3, Code.CONTRACT_ALREADY_PLAYED)]


def test_games_come_in_whole_and_belong_to_the_phone(database: Database) -> None:
    game = a_game(4, title="Friday", open_round=Round("trump-clubs", marks=((3, 0),)))
    answer = added(database, records(game))
    seen = see_game(database, answer.game_id, "phone", told=1)
    assert seen.stored.game == game
    assert seen.may_score
    assert seen.change is not None
    assert (seen.change.step.what, seen.change.before) == ("imported", {})
    assert mine(database, "other") == []


def test_several_games_come_in_by_one_form(database: Database) -> None:
    games = [a_game(number, title=str(number)) for number in range(5)]
    added(database, records(*games))
    assert sorted(game.title for game in mine(database)) == ["0", "1", "2", "3", "4"]


def test_an_open_round_with_tallies_is_past_its_doubling(database: Database) -> None:
    added(database, records(a_game(1, open_round=a_round("hearts"))))
    (game,) = mine(database)
    assert game.marking_over


def test_rulings_that_lift_nothing_are_dropped(database: Database) -> None:
    idle = replace(a_round("ducking"), rulings=(Code.TRUMP_QUOTA,))
    added(database, records(a_game((idle,))))
    (game,) = mine(database)
    assert game.rounds[0].rulings == ()


def test_rulings_that_are_needed_stay(database: Database) -> None:
    played = tuple(a_round(contract) for contract in ("trump-clubs", "ducking", "hearts", "domino"))
    game = a_game((*played, a_round("trump-spades", rulings=(Code.TRUMP_QUOTA,))))
    added(database, records(game))
    assert mine(database) == [game]


def test_the_same_form_twice_adds_once(database: Database) -> None:
    first = added(database, records(a_game(2)))
    assert added(database, records(a_game(2))) == first
    assert len(mine(database)) == 1
    with nothing_saved(database), pytest.raises(FormUsedTwice):
        added(database, records(a_game(3)), content="other")


def test_one_bad_record_keeps_all_out(database: Database) -> None:
    damaged: list[Json] = [
        {"format": "other"},
        None,
        5,
        [],
        {**write(a_game(1)), "players": ["A", "A", "B", "C"]},
    ]
    for bad in damaged:
        with nothing_saved(database), pytest.raises(NotARecord):
            added(database, [*records(a_game(2)), bad])
    documents: list[Json] = [{}, [], "x", None, records(*[a_game()] * (MOST_GAMES + 1))]
    for document in documents:
        with nothing_saved(database), pytest.raises(NotARecord):
            added(database, document)


def test_a_game_that_the_phone_holds_is_noticed_whatever_its_title(database: Database) -> None:
    added(database, records(a_game(3, title="Friday")))
    renamed = as_bytes(records(a_game(3, title="Other"), a_game(4, title="Friday")))
    assert known_of(database, renamed) == [Known.HELD, None]
    assert [offer.known for offer in offers(database, "other", find_records("f", renamed))] == [None, None]


def test_a_game_that_comes_twice_is_noticed_the_second_time(database: Database) -> None:
    assert known_of(database, as_bytes(records(a_game(3), a_game(3)))) == [None, Known.TWICE]


def test_a_deleted_game_may_be_brought_in_again(database: Database) -> None:
    answer = added(database, records(a_game(3)))
    delete_game(database, Submission("phone", "another", "digest", answer.game_id))
    assert known_of(database, as_bytes(write(a_game(3)))) == [None]


def test_what_is_here_already_is_added_only_on_demand(database: Database) -> None:
    added(database, records(a_game(3)))
    both = records(a_game(3), a_game(5))
    added(database, both, key="second")
    assert sorted(len(game.rounds) for game in mine(database)) == [3, 5]
    with nothing_saved(database), pytest.raises(NothingNew):
        added(database, both, key="third")
    added(database, both, again=(0,), key="fourth")
    assert sorted(len(game.rounds) for game in mine(database)) == [3, 3, 5]


def test_a_game_that_came_in_cannot_be_taken_back_to_nothing(database: Database) -> None:
    answer = added(database, records(a_game(3)))
    before = everything(database)
    with pytest.raises(Conflict):
        take_back(database, Submission("phone", "another", "digest", answer.game_id), revision=1)
    assert everything(database) == before
