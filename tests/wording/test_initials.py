"""Short forms of names, and whether a reader has to be told what they stand for."""

from __future__ import annotations

import pytest

from scorekeeper.wording.initials import initials, to_be_told

FORMS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("Anna", "Bram", "Cees", "Dirk"): ("A", "B", "C", "D"),
    ("Anna", "Arie", "Bram", "Cees"): ("An", "Ar", "Br", "Ce"),
    ("Anna Jansen", "Anna Smit", "Bram", "Cees"): ("AJ", "AS", "B", "C"),
    ("Anna", "Anton", "Bram", "Cees"): ("A1", "A2", "B3", "C4"),
    ("Player 1", "Player 2", "Player 3", "Player 4"): ("P1", "P2", "P3", "P4"),
    ("👨‍👩‍👧‍👦 Bram", "👨‍👩‍👧 Cees", "Éva", "שלום"): ("👨‍👩‍👧‍👦", "👨‍👩‍👧", "É", "ש"),
}


@pytest.mark.parametrize(("names", "short"), FORMS.items())
def test_each_name_gets_the_shortest_form_in_which_all_are_different(
    names: tuple[str, ...], short: tuple[str, ...]
) -> None:
    assert initials(names) == short


@pytest.mark.parametrize("names", [*list(FORMS)[:2], list(FORMS)[4]])
def test_how_a_name_begins_need_not_be_told_nor_its_number(names: tuple[str, ...]) -> None:
    assert to_be_told(names) == ("", "", "", "")


@pytest.mark.parametrize("names", list(FORMS)[2:4])
def test_what_nobody_guesses_is_told_of_all_four(names: tuple[str, ...]) -> None:
    assert to_be_told(names) == FORMS[names]
