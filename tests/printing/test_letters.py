"""Letters without a font are found, so that no box is printed without a word about it."""

from __future__ import annotations

from scorekeeper.printing.letters import missing_letters

NOWHERE = "\ufdd0"
"""A code point that stands for nothing: no font has it."""


def test_latin_names_are_always_there() -> None:
    assert missing_letters(["Anna", "Ærøskøbing", "Żółć", "O'Neill & <b>", "Zoë"]) == ()


def test_greek_cyrillic_and_hebrew_come_with_the_font_of_the_sheet() -> None:
    assert missing_letters(["Ωμέγα", "Жук", "שלום"]) == ()


def test_suits_are_there_also_when_somebody_asks_for_their_emoji() -> None:
    assert missing_letters(["♠♥♦♣", "♠️"]) == ()


def test_a_letter_that_no_font_has_is_named_once_where_it_first_comes() -> None:
    assert missing_letters([f"a{NOWHERE}b{NOWHERE}", "\ufdd1", NOWHERE]) == (NOWHERE, "\ufdd1")


def test_what_shows_nothing_is_not_missed() -> None:
    assert missing_letters(["a\u200db", "a\u00a0b", "\u202eabc"]) == ()


def test_the_answer_is_the_same_the_second_time() -> None:
    assert missing_letters([NOWHERE]) == missing_letters([NOWHERE]) == (NOWHERE,)
