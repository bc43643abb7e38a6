"""Evenings on which anything happens: random changes of a game, each made through the services as a phone does it."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from random import Random

from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.editing import Ruling
from scorekeeper.rules.game import Round
from scorekeeper.rules.names import same_as_earlier
from scorekeeper.rules.ruleset import Contract, Item
from scorekeeper.rules.seats import SEATS, Four
from scorekeeper.rules.tallies import Tally
from scorekeeper.rules.violations import LIFTABLE
from scorekeeper.services.changing import Conflict, Rejected
from scorekeeper.services.correcting import correct_round, insert_round, move_round, remove_round
from scorekeeper.services.entries import Entries, MarkEntry, TallyEntry
from scorekeeper.services.managing import Settings, change_settings, delete_game, restore_game, resume_game, stop_game
from scorekeeper.services.playing import (
    Shortcut,
    change_contract,
    choose_contract,
    deal_again,
    enter,
    record_round,
    save_round,
    take_back,
    undo,
)
from scorekeeper.services.taking_back import take_back_step
from tests.rules.builders import ALL_MARKS, NAMES
from tests.services.conftest import Table, rulings_for

Rulings = list[Ruling]
Change = Callable[[Rulings], object]


class Walk:
    """Changes a game at random; `take` makes one step, which may well be refused."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.random = table, Random(seed)

    def take(self) -> None:
        """Do one thing that the state of the game allows; what only a ruling allows is ruled."""
        change = self.random.choice(self._possible())
        try:
            try:
                change([])
            except Rejected as rejected:
                if rejected.violations and rejected.can_be_ruled:
                    change(rulings_for(rejected))
        except (Conflict, Rejected):
            pass

    def _possible(self) -> list[Change]:
        game = self.table.game
        always: list[Change] = [self.settings, self.take_back, self.take_back_earlier]
        if game.stopped:
            return [*always, self.go_on, self.go_on, self.undo]
        if game.open_round is not None:
            playing: list[Change] = [
                self.mark,
                self.mark,
                self.tally,
                self.change_contract,
                self.deal_again,
                self.end_marking,
            ]
            return [*always, *playing, self.save, self.save, self.save, self.stop, *self._corrections()]
        return [
            *always,
            *[self.choose] * 4,
            *[self.record] * 3,
            self.undo,
            self.stop,
            self.delete,
            *self._corrections(),
        ]

    def _corrections(self) -> list[Change]:
        if not self.table.game.rounds:
            return []
        return [self.correct, self.correct, self.insert, self.remove, self.move]

    # What can be done

    def choose(self, rulings: Rulings) -> None:
        number = len(self.table.game.rounds) + 1
        dealer = self.random.choice([None, None, None, *SEATS])
        lifted = list(LIFTABLE) if rulings or dealer is not None else []
        choose_contract(
            self.table.database, self.table.form(), self._contract().id, number=number, dealer=dealer, lifted=lifted
        )

    def change_contract(self, rulings: Rulings) -> None:
        lifted = list(LIFTABLE) if rulings else []
        version = self.table.open_version
        change_contract(
            self.table.database, self.table.form(), self._contract().id, open_version=version, lifted=lifted
        )

    def mark(self, _: Rulings) -> None:
        self.table.enter(
            MarkEntry(*self.random.choice(ALL_MARKS), given=self.random.random() < 0.6), browser=self._phone()
        )

    def tally(self, _: Rulings) -> None:
        contract = self.table.game.rule_set.by_id[self.table.open_round.contract]
        item = self.random.choice(contract.items)
        count = self.random.choice([None, *range(item.quantity + 1)])
        self.table.enter(TallyEntry(item.id, self.random.choice(SEATS), count), browser=self._phone())

    def end_marking(self, _: Rulings) -> None:
        table = self.table
        over = (Shortcut.MARKING_OVER, 0)
        enter(table.database, table.form(), [], open_version=table.open_version, shortcut=over)

    def save(self, rulings: Rulings) -> None:
        shown = Entries.of(self.table.open_round)
        contract = self.table.game.rule_set.by_id[self.table.open_round.contract]
        typed = replace(Entries.of(Round(contract.id, (), self._tallies(contract))), marks=shown.marks)
        save_round(
            self.table.database,
            self.table.form(),
            shown=shown,
            typed=typed,
            open_version=self.table.open_version,
            rulings=rulings,
        )

    def record(self, rulings: Rulings) -> None:
        entry, number = self._round(), len(self.table.game.rounds) + 1
        form = self.table.form()
        record_round(self.table.database, form, entry.contract, Entries.of(entry), number=number, rulings=rulings)

    def deal_again(self, _: Rulings) -> None:
        deal_again(self.table.database, self.table.form(), open_version=self.table.open_version)

    def undo(self, _: Rulings) -> None:
        undo(self.table.database, self.table.form(), version=self.table.stored.last_version or 0)

    def correct(self, rulings: Rulings) -> None:
        game, number = self.table.game, self._number()
        entry, swap_with = self._round(), None
        others = {other.contract: place for place, other in enumerate(game.rounds, 1)}
        if entry.contract in others and others[entry.contract] != number:
            swap_with = others[entry.contract]
            entry = replace(entry, tallies=())
        if self.random.random() < 0.4:
            entry, swap_with = replace(game.rounds[number - 1], marks=entry.marks[:1]), None
        version = self.table.stored.versions[number - 1]
        form = self.table.form()
        correct_round(self.table.database, form, number, entry, version=version, swap_with=swap_with, rulings=rulings)

    def insert(self, rulings: Rulings) -> None:
        versions = self.table.stored.versions_text
        number = self.random.randint(1, len(self.table.game.rounds) + 1)
        insert_round(self.table.database, self.table.form(), number, self._round(), versions=versions, rulings=rulings)

    def remove(self, rulings: Rulings) -> None:
        versions = self.table.stored.versions_text
        remove_round(self.table.database, self.table.form(), self._number(), versions=versions, rulings=rulings)

    def move(self, rulings: Rulings) -> None:
        versions = self.table.stored.versions_text
        form = self.table.form()
        move_round(self.table.database, form, self._number(), self._number(), versions=versions, rulings=rulings)

    def settings(self, rulings: Rulings) -> None:
        game, players = self.table.game, list(self.table.game.players)
        order: Four = SEATS
        if self.random.random() < 0.4:
            players[self.random.choice(SEATS)] = self.random.choice(("Eva", "Finn", "Güney", *NAMES))
        if self.random.random() < 0.2:
            first, second = self.random.sample(SEATS, 2)
            players[first], players[second] = players[second], players[first]
        if self.random.random() < 0.4:
            a, b, c, d = self.random.sample(SEATS, 4)
            order = (a, b, c, d)
        if any(same_as_earlier(players)):
            return
        dealer = self.random.choice([game.first_dealer, game.first_dealer, *SEATS])
        title = self.random.choice([game.title, "", "Friday", "Sunday"])
        day = self.random.choice([game.played_on, None, datetime.date(2026, 11, 27)])
        wanted = Settings(tuple(players), order, dealer, title, day)
        form, version = self.table.form(), self.table.settings_version
        change_settings(self.table.database, form, wanted, version=version, rulings=rulings)

    def stop(self, _: Rulings) -> None:
        stop_game(self.table.database, self.table.form(), version=self.table.settings_version)

    def go_on(self, _: Rulings) -> None:
        resume_game(self.table.database, self.table.form(), version=self.table.settings_version)

    def delete(self, _: Rulings) -> None:
        delete_game(self.table.database, self.table.form())
        restore_game(self.table.database, self.table.form())

    def take_back(self, _: Rulings) -> None:
        take_back(self.table.database, self.table.form(), revision=self.table.stored.revision)

    def take_back_earlier(self, rulings: Rulings) -> None:
        revision = self.random.randint(1, self.table.stored.revision)
        take_back_step(self.table.database, self.table.form(browser=self._phone()), revision, rulings=rulings)

    # What is entered

    def _phone(self) -> str:
        return self.random.choice(("phone", "phone", "phone", "other"))

    def _number(self) -> int:
        return self.random.randint(1, len(self.table.game.rounds))

    def _contract(self) -> Contract:
        return self.random.choice(self.table.game.rule_set.contracts)

    def _round(self) -> Round:
        contract = self._contract()
        marks: tuple[Mark, ...] = tuple(self.random.sample(ALL_MARKS, self.random.randint(0, 2)))
        return Round(contract.id, marks, self._tallies(contract))

    def _tallies(self, contract: Contract) -> tuple[Tally, ...]:
        return tuple((item.id, self._counts(item)) for item in contract.items)

    def _counts(self, item: Item) -> Four:
        low, middle, high = sorted(self.random.randint(0, item.quantity) for _ in range(3))
        return low, middle - low, high - middle, item.quantity - high
