"""Names cut to fit a width."""

from __future__ import annotations

import pytest

from scorekeeper.wording.fitting import fitted, fitted_apart, text_width


def test_a_name_that_fits_stays_as_it_is() -> None:
    assert fitted("Anna", 8) == "Anna"


@pytest.mark.parametrize(
    "name", ["Wilhelmina-Alexandra van der Zandschulpe", "W" * 40, "李" * 40, "👩🏽‍🚀" * 10, "שלום" * 10]
)
def test_a_long_name_is_cut_to_the_width(name: str) -> None:
    cut = fitted(name, 8)
    assert cut.endswith("…")
    assert name.startswith(cut.removesuffix("…"))
    assert text_width(cut) <= 8


def test_what_is_seen_as_one_letter_is_not_torn() -> None:
    family = "👩‍👩‍👧‍👦"
    assert fitted(family * 20, 6).removesuffix("…") in {family * count for count in range(1, 5)}


def test_the_space_before_a_cut_is_dropped() -> None:
    assert fitted("Anna Maria Magdalena", text_width("Anna …")) == "Anna…"


def test_names_that_would_look_the_same_become_their_initials() -> None:
    assert fitted_apart(("Wilhelmina de Eerste", "Wilhelmina de Tweede", "Cees", "Dirk"), 5) == ("WE", "WT", "C", "D")
    assert fitted_apart(("Anna", "Bram", "Cees", "Dirk"), 5) == ("Anna", "Bram", "Cees", "Dirk")


def test_a_width_for_no_letter_at_all_gives_initials() -> None:
    assert fitted_apart(("WWWW", "Bram", "Cees", "Dirk"), 0.5) == ("W", "B", "C", "D")
