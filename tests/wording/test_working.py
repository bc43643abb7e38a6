"""The working of a round in words and numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from markupsafe import Markup, escape

from scorekeeper.rules.doubling import Mark, settlements
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, Contract, Item
from scorekeeper.rules.seats import Four
from scorekeeper.wording.working import (
    difference_sum,
    doublings,
    in_speaking_order,
    pair_sentence,
    sum_sentence,
    taken_sentences,
)
from tests.rules.builders import NAMES, law, mark_lists, raw_points_of_a_round


def said(raw: Four, *marks: Mark) -> list[str]:
    """The sentence of each doubled pair."""
    return [pair_sentence(line, raw, NAMES) for line in doublings(settlements(raw, marks), marks)]


def test_a_pair_that_doubled_back_is_told_in_words_and_numbers() -> None:
    assert said((-5, -25, -20, -15), (1, 0), (0, 1)) == [
        "Bram doubled Anna, Anna doubled back: ×2; −25 − (−5) = −20; Bram −40, Anna +40"
    ]


def test_a_pair_with_one_mark_counts_once() -> None:
    assert said((40, 60, 0, 30), (0, 1)) == ["Anna doubled Bram: 40 − 60 = −20; Anna −20, Bram +20"]


def test_the_sentence_begins_with_the_doubler_wherever_he_sits() -> None:
    assert said((40, 60, 0, 30), (1, 0)) == ["Bram doubled Anna: 60 − 40 = 20; Bram +20, Anna −20"]


def test_equal_points_move_nothing() -> None:
    assert said((-30, -30, 0, -60), (0, 1), (1, 0)) == [
        "Anna doubled Bram, Bram doubled back: ×2; −30 − (−30) = 0; nothing moves"
    ]


def test_pairs_come_in_seat_order_and_only_those_with_a_mark() -> None:
    sentences = said((0, 10, 20, 100), (3, 1), (2, 0))
    assert [sentence.partition(":")[0] for sentence in sentences] == ["Cees doubled Anna", "Dirk doubled Bram"]


def test_wide_numbers_have_their_comma() -> None:
    assert difference_sum(-1_820, 910) == "−1,820 − 910 = −2,730"


def test_who_speaks_earlier_doubled_and_who_speaks_later_answered() -> None:
    roles = BONKEN_11.roles[0]
    assert roles.speakers == (3, 0, 1, 2)
    assert in_speaking_order(((2, 3), (1, 0), (3, 2), (0, 1)), roles) == ((3, 2), (0, 1), (1, 0), (2, 3))


def test_names_on_a_page_are_markup_and_nothing_else_is() -> None:
    raw, marks = (0, 1, 0, 0), ((0, 1),)
    names = (Markup("<bdi>A&amp;B</bdi>"), "<script>", "", "")
    (line,) = doublings(settlements(raw, marks), marks)
    sentence = pair_sentence(line, raw, names, escape)
    assert isinstance(sentence, Markup)
    assert sentence.startswith("<bdi>A&amp;B</bdi> doubled &lt;script&gt;: ")
    assert "<script>" not in sentence


@law
@given(raw_points_of_a_round, mark_lists)
def test_a_doubler_gains_marks_times_the_difference(raw: Four, marks: tuple[Mark, ...]) -> None:
    settled = settlements(raw, marks)
    for line in doublings(settled, marks):
        assert (line.doubler, line.doubled) in marks
        assert line.difference == raw[line.doubler] - raw[line.doubled]
        assert line.gain == line.settlement.marks * line.difference
        assert line.both_ways == ((line.doubled, line.doubler) in marks)
    assert [line.settlement for line in doublings(settled, marks)] == [line for line in settled if line.marks]


def test_what_was_taken_is_multiplied_out() -> None:
    contract = BONKEN_11.by_id["kings-and-jacks"]
    tallies = (("kings", (3, 0, 1, 0)), ("jacks", (0, 0, 2, 2)))
    assert taken_sentences(contract, tallies, NAMES) == (
        "Anna: 3 kings × −20 = −60",
        "Cees: 1 king × −20 = −20, 2 jacks × −10 = −20; together −40",
        "Dirk: 2 jacks × −10 = −20",
    )


def test_what_there_is_one_of_is_not_multiplied() -> None:
    contract = BONKEN_12.by_id["seventh-and-thirteenth"]
    tallies = (("seventh-trick", (0, 1, 0, 0)), ("thirteenth-trick", (0, 1, 0, 0)))
    assert taken_sentences(contract, tallies, NAMES) == (
        "Bram: the seventh trick, −50, the thirteenth trick, −50; together −100",
    )


def test_a_contract_of_the_table_is_told_by_its_ids() -> None:
    contract = Contract("tens", (Item("tens", 4, 15),))
    assert taken_sentences(contract, (("tens", (4, 0, 0, None)),), NAMES) == ("Anna: 4 × tens × 15 = 60",)


@pytest.mark.parametrize(
    ("scores", "total", "proof"),
    [
        ((-60, 30, -270, 180), -120, "−60 + 30 − 270 + 180 = −120 ✓"),
        ((0, 0, 0, 0), 0, "0 + 0 + 0 + 0 = 0 ✓"),
        ((1_820, -1_400, 0, -160), 260, "1,820 − 1,400 + 0 − 160 = 260 ✓"),
        ((10, 20, 0, 0), 130, "10 + 20 + 0 + 0 = 30, but it must be +130"),
    ],
)
def test_the_control_sum_is_written_out(scores: Four, total: int, proof: str) -> None:
    assert sum_sentence(scores, total) == proof
