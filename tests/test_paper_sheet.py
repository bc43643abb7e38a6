"""Reading a paper sheet that was typed off: the spellings that are described, and a sentence for any other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.paper_sheet.cells import MOST_CELLS, MOST_ROWS, looks_like_sheet, separator_of
from scorekeeper.paper_sheet.claims import Flaw, PaperRound, PaperSheet
from scorekeeper.paper_sheet.doubles import CantTell, read_doubles
from scorekeeper.paper_sheet.labels import contract_by_label, item_by_label
from scorekeeper.paper_sheet.reading import MOST_UNREAD, read_sheet
from scorekeeper.rules.ruleset import BONKEN_11, BONKEN_12, RULE_SETS
from scorekeeper.rules.violations import Code
from scorekeeper.wording.names import contract_name, item_name
from scorekeeper.wording.paper_sheets import unread_sentence

PLAYERS = ("Anna", "Bram", "Cees", "Dirk")
NAMES = ",Anna,Bram,Cees,Dirk,doubles\n"
SHEET = (
    NAMES
    + """\
Queens,3,1,0,0,Bram>Anna Anna>Bram
score,-210,90,0,0
total,-210,90,0,0
"""
)


def sheet_of(text: str) -> PaperSheet:
    """Read a sheet that can be read."""
    reading = read_sheet(text)
    assert reading.unread == ()
    assert reading.sheet is not None
    return reading.sheet


def first_round(text: str) -> PaperRound:
    """Read the first round of a sheet, given by the lines below its names."""
    return sheet_of(NAMES + text).rounds[0]


def flaws(text: str) -> list[tuple[int, Flaw, str]]:
    """Read a sheet that can't be read: line, reason and text of everything that is in the way."""
    reading = read_sheet(text)
    assert reading.sheet is None
    for unread in reading.unread:
        said = unread_sentence(unread)
        assert said
        assert "%(" not in said
        assert len(said) < 300
    return [(unread.line, unread.flaw, unread.text) for unread in reading.unread]


def test_a_round_is_read_with_what_it_claims() -> None:
    sheet = sheet_of(SHEET)
    assert (sheet.rule_set, sheet.players, sheet.first_dealer) == (BONKEN_11, PLAYERS, None)
    assert sheet.rounds == (
        PaperRound(
            1,
            BONKEN_11.by_id["queens"],
            ((1, 0), (0, 1)),
            (("queens", (3, 1, 0, 0)),),
            scores=(-210, 90, 0, 0),
            totals=(-210, 90, 0, 0),
        ),
    )


# --- Cells


@pytest.mark.parametrize("separator", [";", "\t", ","])
@pytest.mark.parametrize("mark", ["", "\N{ZERO WIDTH NO-BREAK SPACE}"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends_are_recognised(separator: str, mark: str, newline: str) -> None:
    text = SHEET.replace(",", separator).replace("\n", newline)
    # The byte order mark is taken off with the decoding of a file; in a pasted text it does no harm either.
    assert sheet_of(mark.replace("\N{ZERO WIDTH NO-BREAK SPACE}", "") + text) == sheet_of(SHEET)
    assert separator_of(text) == separator
    assert looks_like_sheet(text)


def test_a_line_that_names_the_separator_is_believed() -> None:
    assert sheet_of("sep=;\n" + SHEET.replace(",", ";")) == sheet_of(SHEET)
    assert flaws("sep=x\n" + SHEET) == [(1, Flaw.QUOTES, "")]


def test_quoted_names_keep_what_is_in_them() -> None:
    sheet = sheet_of('"","Jansen, Anna","Bram ""de Beer""","Cees; van Dam", Dirk \n')
    assert sheet.players == ("Jansen, Anna", 'Bram "de Beer"', "Cees; van Dam", "Dirk")


def test_spaces_empty_lines_and_empty_cells_do_no_harm() -> None:
    text = "\n,,,,,,\n" + SHEET.replace(",", " , ").replace("\n", " ,,,\n\n ,, \n")
    assert sheet_of(text) == sheet_of(SHEET)


@pytest.mark.parametrize(
    "text",
    [
        '"' + SHEET,
        SHEET + '"Kings and jacks,1,2',
        NAMES + 'Queens,"3"1,0,0\n',
        NAMES + "Queens," + '"' + "x" * 200_000 + '"',
    ],
)
def test_broken_quotes_are_told(text: str) -> None:
    assert [flaw for _, flaw, _ in flaws(text)] == [Flaw.QUOTES]


def test_there_is_an_end_to_rows_and_columns() -> None:
    assert flaws(NAMES + "Queens" + ",1" * 10_000)[0][:2] == (2, Flaw.TOO_MUCH)
    assert flaws(NAMES + "Queens" + ",1" * (MOST_CELLS + 1))[0][:2] == (2, Flaw.TOO_MUCH)
    assert flaws(NAMES + "Clubs\n" * MOST_ROWS)[0][:2] == (MOST_ROWS + 1, Flaw.TOO_MUCH)
    assert len(flaws(NAMES + "x\n" * (MOST_ROWS - 1))) == MOST_UNREAD


# --- Names, rules, dealer


@pytest.mark.parametrize(
    ("heading", "flaw"),
    [
        ("", Flaw.NO_NAMES),
        ("rules,bonken-11\n", Flaw.NO_NAMES),
        ("Clubs,1,2,10,0\n", Flaw.NO_NAMES),
        ("Anna,Bram,Cees,Dirk\n", Flaw.NO_NAMES),
        (",Anna,,Cees,Dirk\n", Flaw.NO_NAMES),
        (",Anna,Bram,Cees,Dirk,Eva\n", Flaw.FIFTH_NAME),
        (",Anna,Bram,Cees,ANNA\n", Flaw.SAME_NAME),
        (f",Anna,Bram,Cees,{'D' * 41}\n", Flaw.NAME),
        (",An\x00na,Bram,Cees,Dirk\n", Flaw.NAME),
        ("rules,bonken-13\n,Anna,Bram,Cees,Dirk\n", Flaw.RULES),
        ("rules\n,Anna,Bram,Cees,Dirk\n", Flaw.RULES),
    ],
)
def test_a_bad_heading_is_told(heading: str, flaw: Flaw) -> None:
    assert [found for _, found, _ in flaws(heading + "Queens,4,0,0,0\n" * bool(heading))] == [flaw]


def test_names_of_forty_letters_of_any_script_are_names() -> None:
    names = ("Wilhelmina-Johanna van der Meulen-Jansen", "א" * 40, "\N{WOMAN}", "=cmd()")
    assert sheet_of("," + ",".join(names)).players == names


def test_the_rules_and_the_first_dealer_are_read() -> None:
    sheet = sheet_of("Rules, Bonken 12\n" + NAMES + "Dealer,cees\n")
    assert (sheet.rule_set, sheet.first_dealer) == (BONKEN_12, 2)
    assert flaws(NAMES + "dealer,Eva\n") == [(2, Flaw.PLAYER, "Eva")]
    assert flaws(NAMES + "dealer\n") == [(2, Flaw.PLAYER, "")]


def test_a_round_can_have_its_dealer_and_its_rulings() -> None:
    entry = first_round("Clubs,13\ndealer,B\nruling,Trump quota,dealer\n")
    assert (entry.dealer, entry.rulings) == (1, (Code.TRUMP_QUOTA, Code.DEALER))
    assert flaws(NAMES + "Clubs,13\nruling,wrong-count\n") == [(3, Flaw.RULING, "wrong-count")]


# --- Labels


def test_contracts_and_items_go_by_id_and_by_their_shown_name() -> None:
    for known in RULE_SETS.values():
        for contract in known.contracts:
            name = contract_name(contract.id)
            for label in (contract.id, name, name.upper(), f" {name} : ", name.replace(" ", "_")):
                assert contract_by_label(known, label) is contract
            for item in contract.items:
                assert item_by_label(contract, item.id) is item_by_label(contract, item_name(item.id)) is item


@pytest.mark.parametrize(
    ("label", "contract"),
    [
        ("Clubs trump", "trump-clubs"),
        ("hearts", "hearts"),
        ("Hearts-trump", "trump-hearts"),
        ("No trump", "trump-none"),
        ("NT", "trump-none"),
        ("Kings – and – jacks", "kings-and-jacks"),
    ],
)
def test_trumps_go_by_their_suit_as_well(label: str, contract: str) -> None:
    assert contract_by_label(BONKEN_11, label) is BONKEN_11.by_id[contract]


@pytest.mark.parametrize("label", ["", "Quens", "trump", "seventh-and-thirteenth", "=HYPERLINK()", "1"])
def test_a_label_that_is_nothing_is_told(label: str) -> None:
    assert contract_by_label(BONKEN_11, label) is None
    assert flaws(NAMES + f"Clubs,13\n{label},1,2,3,4\n") == [(3, Flaw.LABEL, label)]


def test_what_stands_in_the_wrong_place_is_told() -> None:
    assert flaws(NAMES + "score,1,2,3,4\n") == [(2, Flaw.EARLY, "score")]
    assert flaws(NAMES + "Clubs,13\nrules,bonken-12\n") == [(3, Flaw.LATE, "rules")]
    assert flaws(NAMES + "Clubs,13\ntaken,13\n") == [(3, Flaw.TWICE, "taken")]
    assert flaws(NAMES + "Clubs,13\nraw,130\nRaw points,130\n") == [(4, Flaw.TWICE, "Raw points")]
    assert flaws(NAMES + "Clubs,13\nscore,1,2,3,4,B>A\n") == [(3, Flaw.BEYOND, "B>A")]
    assert flaws(NAMES + "Kings and jacks,1,1,1,1\n") == [(2, Flaw.SEVERAL_ITEMS, "kings-and-jacks")]
    assert flaws(NAMES + "Kings and jacks\nkings,4\nkings,4\n") == [(4, Flaw.TWICE, "kings")]
    # Nothing follows from a contract that is none, neither for its own lines nor for the round before.
    text = "Queens,4\nscore,-120\nKingz and jacks,,,,,B>A\nkings,4\njacks,x\nscore,0\ntotal,0\ntaken,4\nClubs,13\n"
    assert flaws(NAMES + text) == [(4, Flaw.LABEL, "Kingz and jacks"), (6, Flaw.NUMBER, "x")]
    assert flaws(NAMES + "Kingz,4\nscore,1\nscore,1\n") == [(2, Flaw.LABEL, "Kingz"), (4, Flaw.TWICE, "score")]
    assert flaws(NAMES + "Queens,4\nkings,4\n") == [(3, Flaw.LABEL, "kings")]


# --- Numbers


@pytest.mark.parametrize(
    "score",
    ["-30", "−30", " −30 ", "-٣٠", "-030", '"-30"'],
)
def test_numbers_are_read_as_people_write_them(score: str) -> None:
    assert first_round(f"Queens,4\nscore,{score},+30,0,-0\n").scores == (-30, 30, 0, 0)


@pytest.mark.parametrize(
    "text", ["30,0", "30.0", "3e1", "1_0", "²", "=1+2", "--3", "3 0", "1,820", "-", "x", "1" * 5000]
)
def test_what_is_no_number_is_never_made_into_one(text: str) -> None:
    assert flaws(NAMES + f'Queens,4\nscore,"{text}",0,0,0\n') == [(3, Flaw.NUMBER, text)]


def test_what_can_only_be_one_number_is_filled_in() -> None:
    assert first_round("Queens,3,,1,\n").tallies == (("queens", (3, 0, 1, 0)),)
    assert first_round("Queens,1,,1,1\n").tallies == (("queens", (1, 1, 1, 1)),)
    assert first_round("Queens,1,,1,\n").tallies == (("queens", (1, None, 1, None)),)
    assert first_round("Queens\nraw,-90,-30\n").raw == (-90, -30, 0, 0)
    assert first_round("Queens\nraw,-90,,0,0\n").raw == (-90, -30, 0, 0)
    assert first_round("Queens\nraw,-90\n").raw == (-90, None, None, None)
    assert first_round("Queens,4\nscore,-120\n").scores == (-120, None, None, None)


def test_items_and_lines_can_come_in_any_order() -> None:
    entry = first_round("Kings and jacks\njacks,,,4\nscore,1,2,3,4\nkings,3,,,1\ndoubles,B>A,C>A D>A\n")
    assert entry.tallies == (("jacks", (0, 0, 4, 0)), ("kings", (3, 0, 0, 1)))
    assert entry.marks == ((1, 0), (2, 0), (3, 0))
    assert first_round("Queens\ntaken,4\n").tallies == first_round("Queens,4\n").tallies


# --- Doubles


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("", ()),
        ("Bram>Anna Anna>Bram", ((1, 0), (0, 1))),
        ("bram > ANNA; anna -> bram", ((1, 0), (0, 1))),
        ("B>A A>B", ((1, 0), (0, 1))),
        ("B>A,C>D", ((1, 0), (2, 3))),
        ("B→A·C", ((1, 0), (1, 2))),
        ("B>A+C & D>B", ((1, 0), (1, 2), (3, 1))),
        ("2>1 1>2", ((1, 0), (0, 1))),
        ("B<>A", ((1, 0), (0, 1))),
        ("B ⇄ A", ((1, 0), (0, 1))),
        ("Dirk>all", ((3, 0), (3, 1), (3, 2))),
        ("A>A", ((0, 0),)),
    ],
)
def test_doubles_are_read_as_people_write_them(text: str, marks: tuple[tuple[int, int], ...]) -> None:
    assert read_doubles(text, PLAYERS) == marks


@pytest.mark.parametrize(
    "text", ["B", "B>", ">A", "B>A>C", "B A>C", "all>A", "Eva>Anna", "B>Eva", "B=A", "5>1", "B>>A", "x" * 9999]
)
def test_doubles_that_say_nothing_are_told(text: str) -> None:
    with pytest.raises(CantTell):
        read_doubles(text, PLAYERS)
    assert flaws(NAMES + f'Queens,4,,,,"{text}"\n') == [(2, Flaw.DOUBLES, text)]


def test_a_name_is_found_whatever_stands_in_it() -> None:
    players = ("Jean-Luc > Picard", "Anna Jansen", "Anna Jol", "Ann")
    assert read_doubles("jean-luc > picard>Anna Jol, Ann>Anna Jansen", players) == ((0, 2), (3, 1))
    assert read_doubles("J->Ann 2>Anna Jol", players) == ((0, 3), (1, 2))
    with pytest.raises(CantTell):
        read_doubles("Anna>Jean", players)
    assert read_doubles("jdw>mk", ("Jan de Wit", "Mia Kok", "Jan Kok", "Jo")) == ((0, 1),)
    with pytest.raises(CantTell):
        read_doubles("jk>mk", ("Jan Kok", "Mia Kok", "Joop Kok", "Jo"))


def test_all_is_not_read_where_a_player_s_name_begins_so() -> None:
    assert read_doubles("B>all", ("Allard", "Bram", "Cees", "Dirk")) == ((1, 0),)
    assert read_doubles("B>Cees", ("All", "Bram", "Cees", "Dirk")) == ((1, 2),)


def test_a_double_that_is_there_twice_is_told() -> None:
    assert flaws(NAMES + "Queens,4,,,,B>A B>A\n") == [(2, Flaw.DOUBLE_TWICE, "B>A B>A")]


# --- Whatever comes


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("QueensClubsABCDrawscoretl,;\t\n\r\"'>0123456789-−+= \x00²٣"), max_size=200))
def test_any_text_is_a_sheet_or_what_is_wrong_with_it(text: str) -> None:
    for whole in (text, NAMES + text, SHEET + text):
        reading = read_sheet(whole)
        assert (reading.sheet is None) == bool(reading.unread)
        for unread in reading.unread:
            assert unread_sentence(unread)


@settings(deadline=None)
@given(st.text(max_size=100))
def test_any_doubles_are_read_or_refused(text: str) -> None:
    try:
        marks = read_doubles(text, PLAYERS)
    except CantTell:
        return
    assert all(doubler in range(4) and doubled in range(4) for doubler, doubled in marks)


def test_rounds_are_numbered_as_they_come() -> None:
    sheet = sheet_of(NAMES + "Queens,4\nClubs,13\nQueens,4\n")
    assert [(entry.number, entry.contract.id) for entry in sheet.rounds] == [
        (1, "queens"),
        (2, "trump-clubs"),
        (3, "queens"),
    ]
    assert replace(sheet.rounds[2], number=1) == sheet.rounds[0]
