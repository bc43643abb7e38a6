"""Playing through the pages: a new game, a contract, the entries of a round, as somebody without JavaScript does."""

from __future__ import annotations

import dataclasses
import datetime
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.rules.game import Game, Round
from scorekeeper.rules.replay import replay
from scorekeeper.rules.ruleset import RULE_SETS, Contract
from scorekeeper.services.changing import now
from scorekeeper.storage import access, games
from scorekeeper.storage.database import Database
from scorekeeper.storage.games import Right, StoredGame
from tests.web.client import Client
from tests.web.pages import Form, Page, number_of, text_of

PLAYERS = ("Anna", "Bram", "Cees", "Dirk")
SEATS = range(4)

Marks = Iterable[tuple[int, int]]
Tallies = Mapping[str, Sequence[int]]
"""Item → what each of the four took."""


def new_game(
    client: Client,
    players: Sequence[str] = PLAYERS,
    *,
    rules: str = "bonken-11",
    first_dealer: int = 0,
    title: str = "",
) -> str:
    """Start a game and give its id."""
    names = {f"players-{seat}": name for seat, name in enumerate(players)}
    setup = {"first_dealer": str(first_dealer), "rules": rules, "title": title, "played_on": "2026-05-14"}
    page = client.submit(client.get("/games/new").form("/games/new"), names | setup)
    return page.by_id("main").attrib["data-game"]


def table(client: Client, game_id: str, *, expect: int = 200) -> Page:
    """Look at the table."""
    return client.get(f"/games/{game_id}", expect=expect)


def choose(client: Client, game_id: str, contract: str, *, ruled: bool = False, page: Page | None = None) -> Page:
    """Choose a contract, with the ruling that it needs; `page` is the table where it is open already."""
    form = (page or table(client, game_id)).form("/choose")
    if not ruled:
        return client.submit(form, press=f"contract={contract}")
    asked = client.submit(form, press=f"contract={contract}", expect=422)
    return client.submit(asked.form("/choose"))


def mark_fields(marks: Marks) -> dict[str, str]:
    """Name the fields of marks."""
    return {f"mark-{doubler}-{doubled}": "1" for doubler, doubled in marks}


def tally_fields(tallies: Tallies, contract: Contract) -> dict[str, str]:
    """Name the fields of tallies, and what is ticked there."""
    fields = {}
    for item, counts in tallies.items():
        if contract.by_id[item].quantity == 1:
            fields[f"who-{item}"] = str(list(counts).index(1))
        else:
            fields |= {f"tally-{item}-{seat}": str(count) for seat, count in enumerate(counts)}
    return fields


def some_tallies(contract: Contract) -> dict[str, list[int]]:
    """Give tallies that add up: the first two players share each item."""
    return {item.id: [item.quantity - item.quantity // 2, item.quantity // 2, 0, 0] for item in contract.items}


def contract_of(rules: str, contract_id: str) -> Contract:
    """Find a contract of a rule set."""
    return RULE_SETS[rules].by_id[contract_id]


def enter(client: Client, page: Page, marks: Marks, fields: Mapping[str, str]) -> Page:
    """Keep marks and tallies of the open round: first those of the others, so that the chooser can answer."""
    wanted = mark_fields(marks) | dict(fields)
    while wanted:
        form = page.form("/open/save")
        offered = {name: value for name, value in wanted.items() if form.has(name)}
        assert offered, f"nowhere to enter {sorted(wanted)}"
        page = client.submit(form, offered, press="do=keep")
        wanted = {name: value for name, value in wanted.items() if name not in offered}
    return page


def play(
    client: Client,
    game_id: str,
    contract_id: str,
    tallies: Tallies | None = None,
    marks: Marks = (),
    *,
    ruled: bool = False,
    page: Page | None = None,
) -> Page:
    """Play a whole round: choose, enter, save. Without tallies some that fit are taken."""
    contract = game_in(client, game_id).game.rule_set.by_id[contract_id]
    fields = tally_fields(some_tallies(contract) if tallies is None else tallies, contract)
    page = choose(client, game_id, contract_id, ruled=ruled, page=page)
    fields |= mark_fields(marks)
    if not all(page.form("/open/save").has(name) for name in fields):
        page, fields = enter(client, page, marks, fields), {}
    return client.submit(page.form("/open/save"), fields)


def play_record(client: Client, record: Mapping[str, Any]) -> str:
    """Play the game of a record through plain forms, and give its id."""
    players: list[str] = record["players"]
    seat = {name: number for number, name in enumerate(players)}
    rules: str = record["rules"]
    game_id = new_game(client, players, rules=rules, first_dealer=seat[record["first_dealer"]])
    page = table(client, game_id)
    for played in record["rounds"]:
        tallies = {item: [counts.get(name, 0) for name in players] for item, counts in played["result"].items()}
        marks = [(seat[doubler], seat[doubled]) for doubler, doubled in played["doubles"]]
        page = play(client, game_id, played["contract"], tallies, marks, page=page)
    return game_id


ELEVEN = (
    "ducking",
    "hearts",
    "kings-and-jacks",
    "queens",
    "trump-clubs",
    "trump-diamonds",
    "trump-hearts",
    "trump-spades",
    "king-of-hearts",
    "last-trick",
    "domino",
)
"""Contracts in an order that breaks no rule of `bonken-11`: everybody takes his trump at his second turn."""


TWELVE = (*ELEVEN, "seventh-and-thirteenth")
"""The same for `bonken-12`."""


def a_round(contract_id: str, rules: str = "bonken-11", **changes: Any) -> Round:
    """Build a round with tallies that add up."""
    contract = contract_of(rules, contract_id)
    tallies = tuple((item, (a, b, c, d)) for item, (a, b, c, d) in some_tallies(contract).items())
    return dataclasses.replace(Round(contract_id, tallies=tallies), **changes)


def a_game(rounds: int | tuple[Round, ...] = 0, **changes: Any) -> Game:
    """Build a game of `bonken-11` (unless `rule_set` says otherwise) with these rounds, or its first ones."""
    players = ("Anna", "Bram", "Cees", "Dirk")
    game = Game(RULE_SETS["bonken-11"], players, 0, played_on=datetime.date(2026, 5, 14))
    game = dataclasses.replace(game, **changes)
    if isinstance(rounds, int):
        order = ELEVEN if game.rule_set.id == "bonken-11" else TWELVE
        rounds = tuple(a_round(contract, game.rule_set.id) for contract in order[:rounds])
    return dataclasses.replace(game, rounds=rounds)


def database_of(client: Client) -> Database:
    """Give the database of the client's app."""
    database: Database = client.app.extensions["scorekeeper"]
    return database


def stored(client: Client, game: Game, right: Right = Right.SCORE) -> str:
    """Put a game into the database, with a right for this browser; quicker than playing it."""
    assert not replay(game).faults, "a test would start with a game that breaks rules"
    game_id = secrets.token_urlsafe(9)
    with database_of(client).writing() as connection:
        games.add(connection, game_id, game, now())
    give_right(client, game_id, right)
    return game_id


def give_right(client: Client, game_id: str, right: Right) -> None:
    """Let this browser follow a game, or score in it."""
    if not client.cookie:
        client.get("/games/new")
    with database_of(client).writing() as connection:
        access.remember_browser(connection, client.browser_id, "test", now())
        access.grant(connection, game_id, client.browser_id, right, now())


def game_in(client: Client, game_id: str) -> StoredGame:
    """Load a game from the database."""
    with database_of(client).reading() as connection:
        found = games.load(connection, game_id)
    assert found is not None
    return found


def totals(page: Page) -> list[int]:
    """Read the four totals at the top of the table."""
    return [number_of(text_of(total)) for total in page.all(class_="total", within=page.by_id("seats"))]


def contracts_on_sheet(page: Page) -> list[str]:
    """Read the rounds of the sheet off their links, the first round first: "1", "2" …"""
    if "sheet" not in page:
        return []
    links = [link for link in page.all("a", within=page.by_id("sheet")) if "/rounds/" in link.attrib["href"]]
    return [link.attrib["href"].rpartition("/")[2] for link in reversed(links)]


def working(page: Page) -> list[list[str]]:
    """Read the working of a round: for each line its four cells."""
    lines = page.all("tr", within=page.all("table", class_="working")[0])
    return [[text_of(cell) for cell in page.all("td", within=line)] for line in lines[1:]]


def entry(page: Page) -> Form:
    """Find the form of the open round."""
    return page.form("/open/save")


def open_round(client: Client, game_id: str) -> Round:
    """Load the open round."""
    found = game_in(client, game_id).game.open_round
    assert found is not None
    return found


def counts(client: Client, game_id: str, item: str) -> list[int | None]:
    """Load the four tallies of an item in the open round."""
    return list(dict(open_round(client, game_id).tallies).get(item, (None,) * 4))


def roles(page: Page) -> list[str]:
    """Read what stands at each of the four seats."""
    return [text_of(seat) for seat in page.all(class_="roles")]


ONE_TRUMP_LEFT = tuple(
    a_round(contract)
    for contract in (
        "ducking",
        "hearts",
        "kings-and-jacks",
        "queens",
        "trump-clubs",
        "trump-diamonds",
        "domino",
        "trump-spades",
    )
)
"""Eight rounds after which Cees chooses, who had a trump, while Anna had none yet."""
