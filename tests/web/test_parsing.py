"""Reading what a form contains: numbers as people write them, and the entries of a round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.numbers import NotANumber, TooLarge, whole_number
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.violations import Code
from scorekeeper.services.entries import Entries, MarkEntry, TallyEntry
from scorekeeper.web.parsing import (
    changed_field,
    read_shown,
    rulings_of,
    seat_of,
    typed_entries,
    write_shown,
)
from scorekeeper.wording.forms import unread_number
from tests.web.numbers import READ, REFUSED, TOO_LARGE

QUEENS = RULE_SETS["bonken-11"].by_id["queens"]
LAST = RULE_SETS["bonken-11"].by_id["last-trick"]
MARKS = st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda mark: mark[0] != mark[1]))
TALLIES = st.dictionaries(
    st.tuples(st.sampled_from(["tricks", "kings-and-jacks"]), st.integers(0, 3)), st.integers(0, 99)
)


@pytest.mark.parametrize(("typed", "number"), READ.items())
def test_odd_spellings_are_read(typed: str, number: int) -> None:
    assert whole_number(typed) == number


@pytest.mark.parametrize("typed", [*REFUSED, "", " ", "+", "-", "\N{MINUS SIGN}"])
def test_what_is_no_number_is_never_made_into_one(typed: str) -> None:
    with pytest.raises(NotANumber):
        whole_number(typed)


@pytest.mark.parametrize("typed", REFUSED)
def test_a_number_that_is_too_large_is_told_from_what_is_no_number(typed: str) -> None:
    with pytest.raises(NotANumber) as refused:
        whole_number(typed)
    assert isinstance(refused.value, TooLarge) == (typed in TOO_LARGE)
    said = unread_number(typed)
    assert ("too large" in said, "not a whole number" in said) == (typed in TOO_LARGE, typed not in TOO_LARGE)
    assert len(said) < 80


@given(st.integers(-999_999, 999_999))
def test_every_whole_number_is_read_as_it_stands(number: int) -> None:
    assert whole_number(str(number)) == whole_number(f" {number} ") == number


@given(st.text(max_size=8))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        number = whole_number(text)
    except NotANumber:
        return
    assert number == int(text.strip().replace("\N{MINUS SIGN}", "-"))


@given(MARKS, TALLIES)
def test_what_a_form_showed_is_read_back(
    marks: frozenset[tuple[int, int]], tallies: dict[tuple[str, int], int]
) -> None:
    entries = Entries(marks, tallies)
    assert read_shown(write_shown(entries)) == entries


@given(st.text(max_size=20))
def test_nonsense_about_what_was_shown_is_passed_over(text: str) -> None:
    read_shown(text)


@pytest.mark.parametrize(
    "part", ["mark-4-0", "mark-0", "tally-queens-0", "tally-queens-4=1", "tally-queens-0=-1", "=", "x"]
)
def test_a_part_that_is_not_spelled_right_is_passed_over(part: str) -> None:
    assert read_shown(f"mark-0-1 {part}") == Entries(frozenset({(0, 1)}))


def test_marks_on_oneself_are_not_read() -> None:
    assert typed_entries(MultiDict({"mark-0-0": "1", "mark-0-1": "1"}), QUEENS).entries.marks == {(0, 1)}


def test_the_answer_to_a_question_is_one_tally() -> None:
    typed = typed_entries(MultiDict({"who-last-trick": "2", "tally-last-trick-0": "1"}), LAST)
    assert typed.entries.tallies == {("last-trick", 2): 1}
    assert typed_entries(MultiDict({"who-last-trick": "7"}), LAST).entries == Entries()


def test_the_changed_field_is_given_cleared_or_none() -> None:
    assert changed_field(MultiDict({"mark-0-1": "1"}), "mark-0-1", QUEENS)[0] == [MarkEntry(0, 1, given=True)]
    assert changed_field(MultiDict(), "mark-0-1", QUEENS)[0] == [MarkEntry(0, 1, given=False)]
    assert changed_field(MultiDict(), "tally-queens-2", QUEENS)[0] == [TallyEntry("queens", 2, None)]
    assert changed_field(MultiDict({"tally-queens-2": " 3 "}), "tally-queens-2", QUEENS)[0] == [
        TallyEntry("queens", 2, 3)
    ]
    assert changed_field(MultiDict({"tally-queens-2": "3.0"}), "tally-queens-2", QUEENS) == (
        [],
        {"tally-queens-2": "3.0"},
    )
    assert changed_field(MultiDict({"x": "1"}), "x", QUEENS) == ([], {})


def test_rulings_are_read_and_nonsense_is_not() -> None:
    texts = ["3:trump-quota", "x:trump-quota", "3:wrong-count", "3", "", ":dealer", "²:dealer", "4:dealer"]
    assert rulings_of(texts) == [(3, Code.TRUMP_QUOTA), (4, Code.DEALER)]


@pytest.mark.parametrize(("text", "seat"), [("0", 0), ("3", 3), ("4", None), ("", None), (None, None), ("٣", None)])
def test_a_seat_is_one_of_four(text: str | None, seat: int | None) -> None:
    assert seat_of(text) == seat
