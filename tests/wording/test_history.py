"""The history in words: for every kind of change what was done, and from what to what."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask_babel import Babel

from scorekeeper.rules import editing
from scorekeeper.rules.game import Game, Names
from scorekeeper.rules.violations import Code
from scorekeeper.services.changing import What
from scorekeeper.services.history import Line
from scorekeeper.wording.history import Sentences, open_round_sentences, sentences
from tests.rules.builders import a_game, a_round, an_open_round
from tests.storage.conftest import FRIDAY


@pytest.fixture(autouse=True)
def request_context() -> Iterator[None]:
    """Dates are written in the language of a request."""
    app = Flask(__name__)
    Babel(app)
    with app.test_request_context("/"):
        yield


def line(
    what: What, before: Game | None, after: Game, number: int | None = None, *, undone: Line | None = None
) -> Line:
    return Line(2, 2, FRIDAY, what, number, before, after, undone=undone)


def said(what: What, before: Game | None, after: Game, number: int | None = None) -> tuple[str, ...]:
    """The heading and the details."""
    found = sentences(line(what, before, after, number))
    return found.heading, *found.details


BASE = a_game("hearts", a_round("queens", tallies=[("queens", (1, 3, 0, 0))], marks=[(0, 1), (0, 2)]))
OPEN = an_open_round("kings-and-jacks", marks=[(2, 1)], tallies=[("kings", (1, 0, None, None))])
PLAYING = replace(BASE, open_round=OPEN)
KEES: Names = ("Anna", "Bram", "Kees", "Dirk")


def corrected(**changes: object) -> Game:
    return editing.correct(BASE, 2, replace(BASE.rounds[1], **changes))  # type: ignore[arg-type]


CASES: dict[str, tuple[What, Game | None, Game, int | None, tuple[str, ...]]] = {
    "started": (
        What.STARTED,
        None,
        a_game(first_dealer=1),
        None,
        ("Game started", "Clockwise: Anna, Bram, Cees, Dirk", "First dealer: Bram"),
    ),
    "imported": (
        What.IMPORTED,
        None,
        BASE,
        None,
        ("Game brought in", "Clockwise: Anna, Bram, Cees, Dirk", "First dealer: Anna"),
    ),
    "chose": (
        What.CHOSE,
        BASE,
        replace(BASE, open_round=an_open_round("domino")),
        3,
        ("Round 3: Domino chosen",),
    ),
    "chose for a wrong dealer": (
        What.CHOSE,
        BASE,
        replace(BASE, open_round=replace(an_open_round("domino"), dealer=3, rulings=(Code.DEALER,))),
        3,
        ("Round 3: Domino chosen", "Dirk dealt out of turn", "ruled: wrong dealer"),
    ),
    "contract": (
        What.CONTRACT,
        PLAYING,
        replace(BASE, open_round=an_open_round("domino", marks=[(2, 1)])),
        3,
        ("Round 3: Domino instead of Kings and jacks", "Kings: Anna 1 → –, Bram 0 → –"),
    ),
    "entered": (
        What.ENTERED,
        PLAYING,
        replace(
            BASE,
            open_round=an_open_round(
                "kings-and-jacks", marks=[(0, 1), (0, 3)], tallies=[("kings", (None, 2, 0, None))]
            ),
        ),
        3,
        (
            "Round 3, Kings and jacks, entered",
            "Cees doubles Bram: taken away",
            "Anna doubles Bram, Dirk",
            "Kings: Anna 1 → –, Bram 0 → 2, Cees – → 0",
        ),
    ),
    "entered who it was": (
        What.ENTERED,
        replace(BASE, open_round=an_open_round("domino", tallies=[("last-out", (1, None, None, None))])),
        replace(BASE, open_round=an_open_round("domino", tallies=[("last-out", (0, 1, 0, 0))])),
        3,
        ("Round 3, Domino, entered", "Last out: Anna → Bram"),
    ),
    "saved": (
        What.SAVED,
        PLAYING,
        editing.save(
            replace(PLAYING, open_round=replace(OPEN, tallies=(("kings", (1, 0, 0, 3)), ("jacks", (4, 0, 0, 0)))))
        ),
        3,
        ("Round 3, Kings and jacks, saved", "Cees doubles Bram", "Anna: 1 king, 4 jacks; Dirk: 3 kings"),
    ),
    "cancelled": (
        What.CANCELLED,
        PLAYING,
        BASE,
        3,
        ("Round 3, Kings and jacks, cancelled", "Cees doubles Bram", "Anna: 1 king; Bram: 0 kings"),
    ),
    "undid": (
        What.UNDID,
        BASE,
        editing.undo(BASE),
        2,
        (
            "Undone: round 2, Queens, is open again",
            "Anna doubles Bram, Cees",
            "Anna: 1 queen; Bram: 3 queens; Cees: 0 queens; Dirk: 0 queens",
        ),
    ),
    "undid and goes on": (
        What.UNDID,
        replace(a_game("domino"), stopped=True),
        editing.undo(a_game("domino")),
        1,
        ("Undone: round 1, Domino, is open again", "The game goes on.", "Anna: last out"),
    ),
    "corrected": (
        What.CORRECTED,
        BASE,
        corrected(tallies=(("queens", (0, 4, 0, 0)),), marks=((0, 1), (1, 0))),
        2,
        (
            "Round 2, Queens, corrected",
            "Anna doubles Cees: taken away",
            "Bram doubles Anna",
            "Queens: Anna 1 → 0, Bram 3 → 4",
        ),
    ),
    "corrected to another contract": (
        What.CORRECTED,
        BASE,
        corrected(contract="domino", tallies=(("last-out", (0, 0, 1, 0)),)),
        2,
        ("Round 2, Domino, corrected", "Queens → Domino", "Queens: Anna 1 → –, Bram 3 → –", "Last out: – → Cees"),
    ),
    "corrected, and another round is ruled": (
        What.CORRECTED,
        BASE,
        editing.lift(corrected(dealer=2, rulings=(Code.DEALER,)), [(1, Code.TRUMP_QUOTA)]),
        2,
        (
            "Round 2, Queens, corrected",
            "Round 1, Hearts: ruled: second trump",
            "Cees dealt out of turn",
            "ruled: wrong dealer",
        ),
    ),
    "corrected back": (
        What.CORRECTED,
        corrected(dealer=2, rulings=(Code.DEALER,)),
        BASE,
        2,
        ("Round 2, Queens, corrected", "nobody dealt out of turn", "no longer ruled: wrong dealer"),
    ),
    "corrected nothing": (What.CORRECTED, BASE, BASE, 2, ("Round 2, Queens, corrected",)),
    "swapped": (
        What.SWAPPED,
        a_game("trump-clubs", "trump-hearts"),
        editing.swap_contracts(a_game("trump-clubs", "trump-hearts"), 1, 2),
        1,
        ("Rounds 1 and 2: Clubs and Hearts trump swapped",),
    ),
    "inserted": (
        What.INSERTED,
        BASE,
        editing.insert_round(BASE, 1, a_round("domino", marks=[(0, 1)])),
        1,
        ("Round 1, Domino, put in", "Anna doubles Bram", "Anna: last out"),
    ),
    "removed": (
        What.REMOVED,
        BASE,
        editing.remove_round(BASE, 1),
        1,
        ("Round 1, Hearts, taken out", "Anna: 13 hearts"),
    ),
    "removed the last": (
        What.REMOVED,
        BASE,
        editing.remove_round(BASE, 2),
        2,
        ("Round 2, Queens, taken out", "Anna doubles Bram, Cees", "Anna: 1 queen; Bram: 3 queens"),
    ),
    "moved": (What.MOVED, BASE, editing.move_round(BASE, 1, 2), 1, ("Round 1, Hearts, moved: now round 2",)),
    "settings": (
        What.SETTINGS,
        BASE,
        replace(BASE, players=KEES, first_dealer=2, title="Friday", played_on=datetime.date(2026, 11, 27)),
        None,
        (
            "Settings changed",
            "Cees renamed to Kees",
            "First dealer: Anna → Kees",
            "Title: – → Friday",
            "Date: – → Nov 27, 2026",
        ),
    ),
    "seated anew": (
        What.SETTINGS,
        replace(PLAYING, title="Friday"),
        editing.reseat(PLAYING, (1, 0, 2, 3)),
        None,
        ("Settings changed", "Seats: Anna, Bram, Cees, Dirk → Bram, Anna, Cees, Dirk", "Title: Friday → –"),
    ),
    "seated anew and renamed": (
        What.SETTINGS,
        BASE,
        editing.reseat(replace(BASE, players=KEES), (1, 0, 2, 3)),
        None,
        ("Settings changed", "Seats: Anna, Bram, Cees, Dirk → Bram, Anna, Cees, Dirk", "Cees renamed to Kees"),
    ),
    "stopped": (
        What.STOPPED,
        PLAYING,
        replace(BASE, stopped=True),
        None,
        (
            "Game stopped",
            "Round 3, Kings and jacks: cancelled",
            "Round 3, Kings and jacks: Cees doubles Bram",
            "Round 3, Kings and jacks: Anna: 1 king; Bram: 0 kings",
        ),
    ),
    "resumed": (What.RESUMED, replace(BASE, stopped=True), BASE, None, ("Game gone on with",)),
    "deleted": (What.DELETED, BASE, BASE, None, ("Game deleted",)),
    "restored": (What.RESTORED, BASE, BASE, None, ("Game brought back",)),
    "taken back": (
        What.TAKEN_BACK,
        editing.insert_round(BASE, 1, a_round("domino")),
        BASE,
        1,
        ("Taken back", "Round 1, Domino: taken out", "Round 1, Domino: Anna: last out"),
    ),
    "taken back: a round is there again": (
        What.TAKEN_BACK,
        BASE,
        replace(PLAYING, stopped=True),
        3,
        (
            "Taken back",
            "The game is stopped.",
            "Round 3, Kings and jacks: there again, open",
            "Round 3, Kings and jacks: Cees doubles Bram",
            "Round 3, Kings and jacks: Anna: 1 king; Bram: 0 kings",
        ),
    ),
    "taken back: an undo": (What.TAKEN_BACK, editing.undo(BASE), BASE, 2, ("Taken back", "Round 2, Queens: saved")),
    "taken back: a save": (
        What.TAKEN_BACK,
        BASE,
        editing.undo(BASE),
        2,
        ("Taken back", "Round 2, Queens: open again"),
    ),
    "taken back: a move": (
        What.TAKEN_BACK,
        BASE,
        editing.move_round(BASE, 1, 2),
        1,
        ("Taken back", "Order of the rounds: Hearts, Queens → Queens, Hearts"),
    ),
    "taken back: a round taken out": (
        What.TAKEN_BACK,
        editing.remove_round(BASE, 1),
        BASE,
        1,
        ("Taken back", "Round 1, Hearts: there again", "Round 1, Hearts: Anna: 13 hearts"),
    ),
}


@pytest.mark.parametrize(("what", "before", "after", "number", "expected"), CASES.values(), ids=CASES.keys())
def test_every_change_is_said(
    what: What, before: Game | None, after: Game, number: int | None, expected: tuple[str, ...]
) -> None:
    assert said(what, before, after, number) == expected


def test_all_kinds_of_changes_are_said() -> None:
    assert {case[0] for case in CASES.values()} == set(What)


def test_what_was_taken_back_is_named() -> None:
    first = line(What.CORRECTED, BASE, corrected(marks=()), 2)
    back = line(What.TAKEN_BACK, corrected(marks=()), BASE, 2, undone=first)
    assert sentences(back) == Sentences(
        "Taken back: Round 2, Queens, corrected", ("Round 2, Queens: Anna doubles Bram, Cees",)
    )


def test_swapped_contracts_take_their_results_along_in_words() -> None:
    before = a_game(a_round("hearts", marks=[(0, 1)]), a_round("queens", taker=1))
    after = editing.swap_contracts(before, 1, 2)
    heading, *details = said(What.SWAPPED, before, after, 1)
    assert heading == "Rounds 1 and 2: Hearts and Queens swapped"
    assert details == [
        "Round 1, Queens: Hearts → Queens",
        "Round 1, Queens: Hearts: Anna 13 → –",
        "Round 1, Queens: Queens: Bram – → 4",
        "Round 2, Hearts: Queens → Hearts",
        "Round 2, Hearts: Queens: Bram 4 → –",
        "Round 2, Hearts: Hearts: Anna – → 13",
    ]


def test_a_round_that_moved_up_is_not_taken_for_the_one_that_was_moved_or_taken_out() -> None:
    before = a_game(a_round("hearts"), replace(a_round("queens"), rulings=(Code.TRUMP_QUOTA,)))
    unruled = replace(before, rounds=(before.rounds[0], a_round("queens")))
    _, gone, *rest = said(What.REMOVED, before, editing.remove_round(unruled, 1), 1)
    assert gone == "Anna: 13 hearts"
    assert all(line.startswith("Round 1, Queens: ") for line in rest)
    assert len(rest) == 1
    _, *moved = said(What.MOVED, before, editing.move_round(unruled, 1, 2), 1)
    assert all(line.startswith("Round 1, Queens: ") for line in moved)


def test_names_from_right_to_left_do_not_turn_the_sentence_around() -> None:
    names: Names = ("שלום", "Bram", "Cees", "Dirk")
    before = replace(BASE, players=names)
    found = said(What.SETTINGS, before, replace(before, players=("Anna", *names[1:])))
    assert found[1] == "\N{FIRST STRONG ISOLATE}שלום\N{POP DIRECTIONAL ISOLATE} renamed to Anna"


@pytest.mark.parametrize("game", [BASE, PLAYING], ids=["none", "one"])
def test_the_open_round_is_said_by_what_it_holds(game: Game) -> None:
    expected = ["Cees doubles Bram", "Anna: 1 king; Bram: 0 kings"] if game.open_round else []
    assert open_round_sentences(game) == expected
