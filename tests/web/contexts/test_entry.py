"""The entries of a round as a form: who may double whom, numbers that can still be, what follows."""

from __future__ import annotations

import pytest

from scorekeeper.rules.game import Round
from scorekeeper.rules.ruleset import BONKEN_11, RULE_SETS
from scorekeeper.rules.violations import Code
from scorekeeper.web.contexts.entry import Panel, doubled, mark_rows, panels
from scorekeeper.wording.initials import initials
from tests.web.tables import PLAYERS

ROLES = BONKEN_11.roles[0]
"""Anna deals: Cees chooses, Dirk speaks first."""


def the_panel(contract: str, *counts: int | None) -> Panel:
    """Make the panel of a contract's first item with these tallies."""
    rule = BONKEN_11.by_id[contract]
    first, second, third, fourth = counts
    entry = Round(contract, tallies=((rule.items[0].id, (first, second, third, fourth)),))
    return panels(entry, rule, PLAYERS, {})[0]


def test_the_rows_of_marks_stand_in_speaking_order() -> None:
    rows = mark_rows(Round("queens"), ROLES, PLAYERS)
    assert [row.name for row in rows] == ["Dirk", "Anna", "Bram", "Cees"]
    assert [len(row.boxes) for row in rows] == [3, 3, 3, 0]
    assert rows[-1].is_chooser
    assert rows[-1].everyone == rows[-1].others == ""


def test_the_chooser_is_offered_those_who_marked_him() -> None:
    chooser = mark_rows(Round("queens", ((3, 2), (0, 2))), ROLES, PLAYERS)[-1]
    assert [box.name for box in chooser.boxes] == ["Anna", "Dirk"]
    assert chooser.everyone == "everyone-2"
    ruled = mark_rows(Round("queens", rulings=(Code.CHOOSER_DOUBLES_FIRST,)), ROLES, PLAYERS)[-1]
    assert len(ruled.boxes) == 3


def test_a_mark_that_stands_stays_visible() -> None:
    chooser = mark_rows(Round("queens", ((2, 1),)), ROLES, PLAYERS)[-1]
    assert [(box.name, box.checked) for box in chooser.boxes] == [("Bram", True)]
    assert chooser.everyone == ""


def test_a_shortcut_that_is_on_clears() -> None:
    rows = mark_rows(Round("queens", ((3, 0), (3, 1), (3, 2), (0, 1), (0, 3))), ROLES, PLAYERS)
    assert (rows[0].everyone, rows[0].others) == ("clear-3", "others-3")
    assert (rows[1].everyone, rows[1].others) == ("everyone-0", "clear-0")


def test_marks_are_grouped_by_doubler_in_the_order_they_were_given() -> None:
    groups = doubled(Round("queens", ((3, 0), (1, 2), (3, 2))), PLAYERS, initials(PLAYERS))
    assert [(group.doubler, group.doubled) for group in groups] == [("Dirk", ("Anna", "Cees")), ("Bram", ("Cees",))]


@pytest.mark.parametrize(
    ("counts", "is_done", "left", "waiting"),
    [
        ((None, None, None, None), False, 13, PLAYERS),
        ((5, None, None, None), False, 8, PLAYERS[1:]),
        ((5, 5, 3, None), True, 0, ()),
        ((5, 5, 2, None), True, 1, ()),
        ((13, None, None, None), True, 0, ()),
        ((4, 3, 2, 1), False, 3, ()),
        ((5, 5, 5, 0), False, -2, ()),
        ((14, -1, 0, 0), False, 0, ()),
        ((14, None, None, None), False, -1, PLAYERS[1:]),
    ],
)
def test_a_panel_says_what_is_left_and_for_whom_it_waits(
    counts: tuple[int | None, ...], is_done: bool, left: int, waiting: tuple[str, ...]
) -> None:
    panel = the_panel("ducking", *counts)
    assert (panel.is_done, panel.left, panel.waiting_for) == (is_done, left, waiting)


def test_what_follows_is_told_apart_from_what_was_entered() -> None:
    rows = the_panel("ducking", 5, 5, 2, None).rows
    assert [(row.entered, row.derived) for row in rows] == [(5, None), (5, None), (2, None), (None, 1)]
    chip = rows[3].chips[1]
    assert (chip.checked, chip.derived) == (False, True)


def test_numbers_that_can_no_longer_be_are_dimmed_and_can_be_tapped() -> None:
    rows = the_panel("ducking", 9, None, None, None).rows
    assert [chip.possible for chip in (*rows[1].chips, *rows[1].more)] == [True] * 5 + [False] * 9
    # His own number can be raised by what is left.
    assert all(chip.possible for chip in (*rows[0].chips, *rows[0].more))
    assert rows[0].more_open
    assert not rows[1].more_open


def test_a_question_is_done_once_it_has_an_answer() -> None:
    panel = the_panel("last-trick", None, None, None, None)
    assert not panel.is_done
    assert [taker.checked for taker in panel.takers] == [False] * 4
    assert the_panel("last-trick", None, 1, None, None).is_done


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_item_has_its_panel(rules: str) -> None:
    for contract in RULE_SETS[rules].contracts:
        found = panels(Round(contract.id), contract, PLAYERS, {f"tally-{contract.items[0].id}": ("wrong",)})
        assert [panel.item for panel in found] == [item.id for item in contract.items]
        assert found[0].errors == ("wrong",)
        for item, panel in zip(contract.items, found, strict=True):
            numbers = [len(row.chips) + len(row.more) for row in panel.rows]
            assert numbers == ([] if item.quantity == 1 else [item.quantity + 1] * 4)
