"""Who sits where now, of those whom an older form shows."""

from __future__ import annotations

import pytest

from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.services.managing import Settings, change_settings
from scorekeeper.services.playing import choose_contract
from scorekeeper.services.seating import Seated, places, where_now
from scorekeeper.storage.database import Database
from tests.rules.builders import a_game
from tests.services.conftest import Table, a_table

NAMES = ("Anna", "Bram", "Cees", "Dirk")


@pytest.mark.parametrize(
    ("now", "where"),
    [
        (("Anna", "Bram", "Cees", "Dirk"), SEATS),
        (("Dirk", "Anna", "Bram", "Cees"), (1, 2, 3, 0)),
        (("Bram", "Anna", "Cees", "Dirk"), (1, 0, 2, 3)),
        # One got another name; the others sit where they sat.
        (("Anna", "Bram", "Kees", "Dirk"), SEATS),
        # One got another name, and the others moved: who of them is the new one?
        (("Bram", "Anna", "Kees", "Dirk"), None),
        # Two got other names, and may have changed seats as well.
        (("Anna", "Bram", "Kees", "Derk"), None),
        (("Wim", "Xander", "Yvonne", "Zoë"), None),
    ],
)
def test_people_are_found_by_their_names(now: tuple[str, str, str, str], where: Four | None) -> None:
    assert places(NAMES, now) == where


def test_a_form_that_names_nobody_is_nobodys() -> None:
    assert places((), ("Anna", "Bram", "Cees", "Dirk")) is None


def settle(table: Table, players: tuple[str, ...], order: Four = (0, 1, 2, 3)) -> None:
    settings = Settings(players, order, table.game.first_dealer)
    change_settings(table.database, table.form(), settings, version=table.settings_version)


def test_four_new_names_move_nobody_as_long_as_a_round_is_as_old_as_the_form(database: Database) -> None:
    table = a_table(database, a_game(count=2))
    then = Seated(table.game.players, table.stored.revision)
    settle(table, ("Wim", "Xander", "Yvonne", "Zoë"))
    assert where_now(table.stored, then) == SEATS
    choose_contract(database, table.form(), "hearts", number=3)
    assert where_now(table.stored, then) == SEATS


def test_after_a_seating_anew_names_alone_tell(database: Database) -> None:
    table = a_table(database, a_game(count=2))
    then = Seated(table.game.players, table.stored.revision)
    settle(table, table.game.players, (3, 0, 1, 2))
    assert where_now(table.stored, then) == (1, 2, 3, 0)
    settle(table, ("Wim", "Xander", "Yvonne", "Zoë"))
    assert where_now(table.stored, then) is None
