"""The calculator: everything is in its address, nothing is stored, and it settles as the rules do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.doubling import settle, settlements
from scorekeeper.rules.ruleset import RULE_SETS
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.storage.games import Right
from scorekeeper.web.calculating import query_of, question
from scorekeeper.web.markup import qr
from scorekeeper.wording.names import contract_name
from tests.test_vectors import SETTLEMENTS, SettlementVector
from tests.web.client import Client
from tests.web.conftest import Rows
from tests.web.numbers import READ, REFUSED
from tests.web.pages import Page, number_of, text_of
from tests.web.tables import PLAYERS, a_game, a_round, some_tallies, stored, working

MARKS = [(doubler, doubled) for doubler in SEATS for doubled in SEATS if doubler != doubled]


def asked(**query: object) -> str:
    """Make an address of the calculator; `marks` are pairs of seats, an underscore stands for a hyphen."""
    marks = query.pop("marks", ())
    assert isinstance(marks, Sequence)
    pairs = [(name.replace("_", "-"), str(value)) for name, value in query.items()]
    pairs += [("double", f"{doubler + 1}-{doubled + 1}") for doubler, doubled in marks]
    return f"/calculator?{urlencode(pairs)}"


def raw_fields(raw: Sequence[object]) -> dict[str, object]:
    """Name the fields of raw points."""
    return {f"raw{seat}": points for seat, points in enumerate(raw, 1)}


def scores(page: Page) -> list[int]:
    """Read the scores off the last line of the working."""
    return [number_of(cell) for cell in working(page)[-1]]


def doubts(page: Page) -> list[str]:
    """Read the sentences about what can't be."""
    return [text_of(element) for element in page.all(class_="doubt")]


@pytest.mark.parametrize("vector", SETTLEMENTS, ids=[vector["source"] for vector in SETTLEMENTS])
def test_a_published_settlement_comes_out_as_published(vector: SettlementVector, client: Client) -> None:
    players = list(vector["raw"])
    marks = [(players.index(doubler), players.index(doubled)) for doubler, doubled in vector["doubles"]]
    names = {f"name{seat}": name for seat, name in enumerate(players, 1)}
    page = client.get(asked(**names, **raw_fields(list(vector["raw"].values())), marks=marks))
    assert scores(page) == [vector["scores"][player] for player in players]
    a, b, c, d = vector["raw"].values()
    moved = [[number_of(cell) if cell else None for cell in line] for line in working(page)[1:-1]]
    expected = []
    for line in settlements((a, b, c, d), marks):
        if line.marks:
            row: list[int | None] = [None] * 4
            row[line.between[0]], row[line.between[1]] = line.transfer, -line.transfer
            expected.append(row)
    assert sorted(moved, key=repr) == sorted(expected, key=repr)


def test_the_plain_address_asks_for_four_scores(client: Client) -> None:
    page = client.get("/calculator")
    assert not page.all("table", class_="working")
    assert all(f"Player {number}" in page.text("waiting") for number in (1, 2, 3, 4))
    assert client.cookie == ""
    client.visit_links(page)


def test_it_is_reached_from_the_start_page(client: Client) -> None:
    assert client.get("/").link("/calculator") == "/calculator"
    assert client.get("/calculator").link("/check") == "/calculator/check"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_contract_can_be_entered_by_what_each_took(rules: str, client: Client) -> None:
    for contract in RULE_SETS[rules].contracts:
        fields: dict[str, object] = {}
        for item, counts in some_tallies(contract).items():
            if contract.by_id[item].quantity == 1:
                fields[item] = counts.index(1) + 1
            else:
                fields |= {f"{item}-{seat}": count for seat, count in enumerate(counts, 1) if count}
        page = client.get(asked(rules=rules, contract=contract.id, marks=MARKS, **fields))
        assert doubts(page) == []
        assert sum(scores(page)) == contract.total


def test_what_a_browser_sends_is_the_same_question(client: Client) -> None:
    for address in (
        asked(contract="queens", queens_1="1", queens_3="2", name1="Anna", marks=[(0, 1), (1, 0)]),
        asked(rules="bonken-12", contract="seventh-and-thirteenth", seventh_trick="2", marks=[(3, 1)]),
        asked(contract="hearts", by="points", raw1="-65", raw2="x"),
        asked(contract="queens", by="taken", queens_1="4", raw1="-65", raw2="x"),
        asked(contract="last-trick", by="points", last_trick="3", raw1="-50"),
        asked(contract="queens", by="points"),
        asked(raw1="٣", name4="a&b=c"),
    ):
        page = client.get(address)
        form = page.form("/calculator")
        sent = client.get(f"/calculator?{urlencode(form.filled())}")
        assert sent.by_id("main").get("data-address") == page.by_id("main").get("data-address")
        assert sent.form("/calculator").filled() == form.filled()


def test_the_address_is_short_and_can_be_sent(client: Client) -> None:
    typed = (
        "/calculator?name1=&name2=&name3=&name4=&rules=bonken-11&contract=&raw1=40&raw2=60&raw3=&raw4=&double=1-2&x=y"
    )
    page = client.get(typed)
    short = "/calculator?raw1=40&raw2=60&double=1-2"
    assert page.by_id("main").get("data-address") == short
    whole = page.by_id("whole-address").attrib["value"]
    assert urlsplit(whole)._replace(scheme="", netloc="").geturl() == short
    assert str(qr(whole)) in page.body
    assert client.get(short).form("/calculator").filled() == page.form("/calculator").filled()


def test_an_address_that_is_too_long_for_a_code_can_be_copied_all_the_same(client: Client) -> None:
    names = {f"name{seat}": "\N{FAMILY}" * 40 for seat in range(1, 5)}
    page = client.get(asked(**names, **raw_fields((1, 2, 3, 4))))
    assert len(page.by_id("whole-address").attrib["value"]) > 700
    assert not page.all(class_="qr")
    assert "too long" in page.text("send")


TEXTS = st.sampled_from(["", "3", "-30", "−5", "4,0", "٣", "Anna", "a&b=c#d", "<script>", "🂡", " x ", "'\""])
QUERIES = st.fixed_dictionaries(
    {},
    optional={
        **{f"name{seat}": TEXTS for seat in range(1, 5)},
        **{f"raw{seat}": TEXTS for seat in range(1, 5)},
        **{f"kings-{seat}": TEXTS for seat in range(1, 5)},
        "rules": st.sampled_from(["bonken-11", "bonken-12", "x"]),
        "contract": st.sampled_from(["", "queens", "kings-and-jacks", "last-trick", "seventh-and-thirteenth", "x"]),
        "by": st.sampled_from(["", "points", "taken", "x"]),
        "other-sign": st.sampled_from(["1", "2", "5", "x", ""]),
        "everyone": st.sampled_from(["1", "4", "5", "x", ""]),
        "last-trick": st.sampled_from(["1", "4", "5", "x", ""]),
        "double": st.lists(st.sampled_from(["1-2", "2-1", "3-4", "1-1", "5-1", "x"])),
    },
)


@settings(deadline=None)
@given(QUERIES)
def test_an_address_holds_all_that_was_asked(query: Mapping[str, str | list[str]]) -> None:
    once = question(MultiDict(query))
    again = query_of(once)
    assert question(MultiDict(again)) == once
    assert query_of(question(MultiDict(again))) == again


@settings(deadline=None, max_examples=25)
@given(query=QUERIES)
def test_any_question_is_answered(query: Mapping[str, str | list[str]], the_app: Flask) -> None:
    client = Client(the_app)
    page = client.get(f"/calculator?{urlencode(query, doseq=True)}")
    fragment = client.get(f"/calculator?{urlencode(query, doseq=True)}", htmx=True)
    assert fragment.form("/calculator").filled() == page.form("/calculator").filled()


# --- Raw points beside a contract


def chosen(client: Client, page: Page, **fields: str) -> Page:
    """Send the form of the calculator with some fields changed, as a browser does."""
    sent = [pair for pair in page.form("/calculator").filled() if pair[0] not in fields]
    return client.get(f"/calculator?{urlencode([*sent, *fields.items()])}")


def test_a_contract_that_is_chosen_afterwards_keeps_the_raw_points(client: Client) -> None:
    page = client.get(asked(**raw_fields((40, 60, 10, 20)), marks=[(0, 1)]))
    page = chosen(client, page, contract="trump-clubs")
    assert "checked" in page.by_id("by-points").attrib
    assert [page.by_id(f"raw{seat}").get("value") for seat in range(1, 5)] == ["40", "60", "10", "20"]
    assert scores(page) == [20, 80, 10, 20]
    assert doubts(page) == []
    assert page.by_id("main").get("data-address") == asked(
        contract="trump-clubs", **raw_fields((40, 60, 10, 20)), marks=[(0, 1)]
    )


def test_raw_points_in_an_address_are_what_is_worked_out(client: Client) -> None:
    page = client.get(asked(contract="queens", **raw_fields((-30, -90, 0, 0)), marks=[(0, 1)]))
    assert scores(page) == [30, -150, 0, 0]
    # What each took comes first where that is there too, unless it is said otherwise.
    both: dict[str, object] = {"contract": "queens", **raw_fields((-30, -90, 0, 0)), "queens_1": 4}
    assert scores(client.get(asked(**both))) == [-120, 0, 0, 0]
    assert scores(client.get(asked(**both, by="points"))) == [-30, -90, 0, 0]


def test_nothing_is_lost_by_looking_at_the_other_way_of_entering(client: Client) -> None:
    page = client.get(asked(contract="kings-and-jacks", **raw_fields((-30, -90, 0, 0))))
    page = chosen(client, page, by="taken")
    assert "raw1" not in page
    page = chosen(client, page, **{"kings-1": "4", "jacks-2": "4"})
    assert scores(page) == [-80, -40, 0, 0]
    page = chosen(client, page, by="points")
    assert "kings-1" not in page
    assert scores(page) == [-30, -90, 0, 0]
    page = chosen(client, page, contract="")
    assert scores(page) == [-30, -90, 0, 0]
    page = chosen(client, client.get(asked(contract="last-trick", last_trick=3)), by="points")
    assert "checked" in chosen(client, page, by="taken").by_id("last-trick-3").attrib


@pytest.mark.parametrize(
    ("typed", "turned"),
    [
        ("30", "-30"),
        ("-30", "30"),
        ("\N{MINUS SIGN}30", "30"),
        ("+5", "-5"),
        ("0", "0"),
        ("-0", "-0"),
        ("٣", "-٣"),
        ("", ""),
        ("4,0", "4,0"),
        ("- 30", "- 30"),
    ],
)
def test_a_button_gives_raw_points_the_other_sign(typed: str, turned: str, client: Client) -> None:
    page = client.get(asked(raw1=7, raw2=typed, raw3=8, raw4=9))
    assert page.by_id("other-sign-2").get("name") == "other-sign"
    page = chosen(client, page, **{"other-sign": "2"})
    assert [page.by_id(f"raw{seat}").get("value") for seat in range(1, 5)] == ["7", turned, "8", "9"]
    assert "other-sign" not in page.by_id("main").attrib["data-address"]


def test_a_button_doubles_everyone_and_takes_that_back(client: Client) -> None:
    page = client.get(asked(**raw_fields((40, 60, 20, 10)), marks=[(1, 0), (2, 3)]))
    assert page.by_id("everyone-2").get("aria-pressed") == "false"
    page = chosen(client, page, everyone="2")
    assert page.by_id("everyone-2").get("aria-pressed") == "true"
    assert scores(page) == list(settle((40, 60, 20, 10), [(1, 0), (2, 3), (1, 2), (1, 3)]))
    assert page.by_id("main").attrib["data-address"].endswith("double=2-1&double=3-4&double=2-3&double=2-4")
    page = chosen(client, page, everyone="2")
    assert scores(page) == list(settle((40, 60, 20, 10), [(2, 3)]))


def test_enter_works_it_out_and_presses_no_other_button(client: Client) -> None:
    for address in ("/calculator", asked(contract="queens"), asked(contract="queens", by="points")):
        page = client.get(address)
        first = page.all("button", within=page.by_id("main"))[0]
        assert first.get("name") is None


# --- What can't be


def test_raw_points_that_can_not_be_are_told_and_settled_all_the_same(client: Client) -> None:
    page = client.get(asked(contract="queens", by="points", **raw_fields((-95, -25, 0, 0)), marks=[(0, 1)]))
    assert len(doubts(page)) == 2
    assert scores(page) == [-165, 45, 0, 0]
    page = client.get(asked(contract="queens", by="points", **raw_fields((-90, 0, 0, 0))))
    assert len(doubts(page)) == 1
    assert "−90" in doubts(page)[0]
    assert "−120" in doubts(page)[0]
    assert doubts(client.get(asked(contract="queens", by="points", **raw_fields((-90, -30, 0, 0))))) == []


def test_tallies_that_can_not_be_are_told_and_settled_all_the_same(client: Client) -> None:
    fields = {f"queens_{seat}": count for seat, count in enumerate((3, 2, 0, 0), 1)}
    page = client.get(asked(contract="queens", **fields, marks=[(0, 1)]))
    assert len(doubts(page)) == 1
    assert scores(page) == list(settle((-90, -60, 0, 0), [(0, 1)]))
    page = client.get(asked(contract="queens", queens_1=5, queens_2=-1, queens_3=0, queens_4=0))
    assert len(doubts(page)) == 1
    assert scores(page) == [-150, 30, 0, 0]


def test_without_a_contract_it_says_which_ones_it_could_be(client: Client) -> None:
    page = client.get(asked(**raw_fields((-90, -30, 0, 0))))
    assert contract_name("queens") in page.text("fits")
    assert contract_name("kings-and-jacks") in page.text("fits")
    assert contract_name("hearts") not in page.text("fits")
    page = client.get(asked(**raw_fields((-90, -30, 0, 1))))
    assert contract_name("queens") not in page.text("fits")
    assert scores(page) == [-90, -30, 0, 1]


# --- What is missing


def test_what_can_only_be_one_number_follows(client: Client) -> None:
    page = client.get(asked(contract="queens", queens_1=3, queens_2=0, queens_3=1))
    assert scores(page) == [-90, 0, -30, 0]
    assert page.by_id("queens-4").get("placeholder") == "0"
    assert page.by_id("queens-4").get("value") == ""


@pytest.mark.parametrize(
    "query",
    [
        {"contract": "queens", "queens_1": 3},
        {"contract": "queens", "queens_1": 5},
        {"contract": "last-trick"},
        {"rules": "bonken-12", "contract": "seventh-and-thirteenth", "seventh_trick": 1},
        {"contract": "kings-and-jacks", "kings_1": 4},
        {"contract": "queens", "by": "points", "raw1": -120},
        {"raw1": 1, "raw2": 2, "raw3": 3},
    ],
)
def test_as_long_as_a_number_is_missing_it_says_which(query: dict[str, object], client: Client) -> None:
    page = client.get(asked(**query))
    assert page.text("waiting")
    assert not page.all("table", class_="working")


# --- Numbers and names as they are typed


@pytest.mark.parametrize(("typed", "number"), READ.items())
def test_odd_spellings_are_read(typed: str, number: int, client: Client) -> None:
    page = client.get(asked(raw1=typed, raw2=0, raw3=0, raw4=0))
    assert scores(page) == [number, 0, 0, 0]
    assert page.by_id("raw1").get("value") == typed.strip()


@pytest.mark.parametrize("typed", REFUSED)
def test_what_is_no_whole_number_is_refused_at_its_field(typed: str, client: Client) -> None:
    page = client.get(asked(contract="queens", queens_1=typed, queens_2=4, name1="Anna", marks=[(0, 1)]))
    field = page.by_id("queens-1")
    # A browser shows what has no form at all as a sign of that.
    shown = typed.strip().replace("\x00", "\N{REPLACEMENT CHARACTER}")
    assert (field.get("value"), field.get("aria-invalid")) == (shown, "true")
    assert page.errors == [page.text("queens-1-error")]
    assert not page.all("table", class_="working")
    assert (page.by_id("queens-2").get("value"), page.by_id("name1").get("value")) == ("4", "Anna")
    assert "checked" in page.by_id("double-1-2").attrib


def test_names_are_shown_as_typed_or_refused_with_a_reason(client: Client) -> None:
    hostile = ("<script>alert(1)</script>", "אברהם", "=cmd()", "W" * 40)
    names = {f"name{seat}": name for seat, name in enumerate(hostile, 1)}
    page = client.get(asked(**names, **raw_fields((1, 2, 3, 4)), marks=MARKS))
    assert page.errors == []
    heads = [text_of(cell) for cell in page.all("th", within=page.all("table", class_="working")[0], scope="col")]
    assert heads[1:] == list(hostile)
    for typed in ("W" * 41, "Bram", "bram", "player 3", "\x07", "\N{ZERO WIDTH SPACE}"):
        page = client.get(asked(name1="Bram", name2=typed, **raw_fields((1, 2, 3, 4))))
        assert page.by_id("name2").get("aria-invalid") == "true"
        assert page.text("name2-error")
        assert "Player 2" in page.text("result")
        assert scores(page) == [1, 2, 3, 4]


@pytest.mark.parametrize("raw", [(910, -840, 1820, -1400), (9360, -9360, 4680, -4680), (999_999, -999_999, 0, 1)])
def test_wide_numbers_are_worked_out(raw: Four, client: Client) -> None:
    page = client.get(asked(**raw_fields(raw), marks=MARKS))
    assert scores(page) == list(settle(raw, MARKS))
    assert bool(page.all(class_="is-wide")) == (max(map(abs, settle(raw, MARKS))) >= 10_000)


def test_nobody_doubles_himself(client: Client) -> None:
    page = client.get(asked(**raw_fields((1, 2, 3, 4)), marks=[(0, 0), (1, 1)]))
    assert "double-1-1" not in page
    assert len(page.all("input", name="double")) == 12
    assert page.by_id("main").get("data-address") == "/calculator?raw1=1&raw2=2&raw3=3&raw4=4"


# --- From a round


@pytest.mark.parametrize("right", [Right.SCORE, Right.FOLLOW])
def test_a_round_opens_in_the_calculator_with_its_points_and_doubles(right: Right, client: Client) -> None:
    marks = ((3, 2), (2, 3), (0, 1))
    queens = a_round("queens", tallies=(("queens", (1, 0, 3, 0)),), marks=marks)
    game = stored(client, a_game((queens,)), right)
    round_page = client.get(f"/games/{game}/rounds/1")
    (address,) = [link for link in round_page.links if link.startswith("/calculator?")]
    page = client.get(address)
    assert working(page)[-1] == working(round_page)[-1]
    assert [text_of(line) for line in page.all(class_="working-pair")] == [
        text_of(line) for line in round_page.all(class_="working-pair")
    ]
    assert [page.by_id(f"name{seat}").get("value") for seat in range(1, 5)] == list(PLAYERS)
    assert doubts(page) == []


def test_nothing_is_stored(client: Client, everything: Callable[[], Rows]) -> None:
    before = everything()
    client.get(asked(**raw_fields((1, 2, 3, 4)), marks=MARKS))
    assert everything() == before
    assert client.cookie == ""
