"""Names of players: what may be one, and when two are the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.names import BLANK, NameFault, clean, name_fault, same_as_earlier
from tests.rules.builders import law

FAMILY = "👩‍👩‍👧‍👦"
"""One emoji of seven code points: four people and three joiners."""


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Anna ", "Anna"), ("\tAnna\n", "Anna"), ("\u00a0Anna\u3000", "Anna"), ("Zoe\u0308", "Zoë"), ("An na", "An na")],
)
def test_a_name_is_kept_trimmed_and_composed(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@law
@given(st.text())
def test_cleaning_a_name_twice_changes_nothing_more(typed: str) -> None:
    assert clean(clean(typed)) == clean(typed)


@pytest.mark.parametrize(
    "name", ["A", "Güney", "李", "O'Neil", "<b>x</b>", "=1+1", "Jan Jansz. van den Berg", FAMILY, "5", "😀"]
)
def test_a_name_may_be_any_text_that_shows(name: str) -> None:
    assert name_fault(name) is None


def test_a_name_of_forty_code_points_fits_and_one_of_forty_one_does_not() -> None:
    assert name_fault("x" * 40) is None
    assert name_fault("x" * 41) is NameFault.TOO_LONG


def test_length_counts_code_points_also_in_joined_emoji() -> None:
    forty = FAMILY * 5 + "12345"
    assert len(forty) == 40
    assert name_fault(forty) is None
    assert name_fault(forty + "6") is NameFault.TOO_LONG


def test_a_title_may_be_longer_than_a_name() -> None:
    assert name_fault("x" * 80, longest=80) is None
    assert name_fault("x" * 81, longest=80) is NameFault.TOO_LONG


@pytest.mark.parametrize("character", ["\0", "\n", "\x7f", "\x85", "\u2028", "\u2029", "\ud800"])
def test_control_characters_line_separators_and_lone_surrogates_are_refused(character: str) -> None:
    assert name_fault(f"An{character}na") is NameFault.CONTROL


@pytest.mark.parametrize(
    "name",
    [
        "",
        "\u200b",
        "\u200d\u200d",
        "\u2060",
        "\ufeff",
        "\u0301",
        "\u00ad \u200b",
        "\ufe0f",
        *sorted(BLANK),
        "\u3164" * 50,
    ],
)
def test_a_name_of_which_nothing_shows_is_empty(name: str) -> None:
    assert name_fault(name) is NameFault.EMPTY


def test_one_visible_letter_among_invisible_ones_is_a_name() -> None:
    assert name_fault("\u200bA\u3164") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Straße", "STRASSE"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("Zoë", "ZOË"),
        ("ǰan", "J\u030cAN"),
        ("ﬁn", "FIN"),
    ],
)
def test_two_names_are_the_same_when_only_upper_and_lower_case_tell_them_apart(one: str, other: str) -> None:
    one, other = unicodedata.normalize("NFC", one), unicodedata.normalize("NFC", other)
    assert same_as_earlier([one, "Bram", other, "Dirk"]) == [False, False, True, False]


def test_only_the_later_of_equal_names_is_marked() -> None:
    assert same_as_earlier(["Anna", "ANNA", "anna", "Dirk"]) == [False, True, True, False]


def test_names_that_only_look_alike_are_two() -> None:
    assert same_as_earlier(["Ana", "Anna", "Аnna", "Änna"]) == [False, False, False, False]
