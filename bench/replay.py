"""How long a whole game takes to replay with every check, against the same arithmetic on plain tuples.

Run from the checkout: `python -m bench.replay`. Goal (quality.md): at most 15 × the plain tuples. Both are
measured in turn (A B A B …), each figure is the median of the runs; the ratio is what counts, not the µs.
"""

from __future__ import annotations

import json
import statistics
import timeit
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from scorekeeper.record import read
from scorekeeper.rules.doubling import Mark
from scorekeeper.rules.game import Game
from scorekeeper.rules.replay import Replay, replay
from scorekeeper.rules.seats import Four

GAMES = Path(__file__).parent.parent / "tests" / "vectors" / "games"
GOAL = 15
RUNS = 7
"""Of each side; a run of the plain tuples takes about a fiftieth of a second, one of `replay` a little more."""

PlainItem = tuple[int, Four]
"""Points for each, and who took how many."""
PlainRound = tuple[tuple[PlainItem, ...], tuple[Mark, ...]]
PlainRoles = tuple[int, int, int, Four]
PlainLine = tuple[PlainRoles, Four, Four, Four]
"""Roles, raw points, scores, totals."""


def plain_replay(rounds: tuple[PlainRound, ...], roles: tuple[PlainRoles, ...], dealer: int) -> list[PlainLine]:
    """Work out roles, raw points, scores and totals of a game, without a check and without an object."""
    first = second = third = fourth = 0
    lines = []
    for items, marks in rounds:
        a = b = c = d = 0
        for points, (p, q, r, s) in items:
            a += p * points
            b += q * points
            c += r * points
            d += s * points
        raw = (a, b, c, d)
        scores = [a, b, c, d]
        for doubler, doubled in marks:
            difference = raw[doubler] - raw[doubled]
            scores[doubler] += difference
            scores[doubled] -= difference
        a, b, c, d = scores
        first += a
        second += b
        third += c
        fourth += d
        lines.append((roles[dealer], raw, (a, b, c, d), (first, second, third, fourth)))
        dealer = (dealer + 1) % 4
    return lines


def made_plain(game: Game) -> Callable[[], list[PlainLine]]:
    """Prepare the baseline: everything that does not change from call to call is looked up beforehand."""
    rules = game.rule_set
    rounds = []
    for entry in game.rounds:
        counts = dict(entry.tallies)
        items = []
        for item in rules.by_id[entry.contract].items:
            p, q, r, s = (count or 0 for count in counts[item.id])
            items.append((item.points, (p, q, r, s)))
        rounds.append((tuple(items), entry.marks))
    roles = tuple((role.dealer, role.chooser, role.leader, role.speakers) for role in rules.roles)
    ready = tuple(rounds)
    return lambda: plain_replay(ready, roles, game.first_dealer)


def seconds_per_call(call: Callable[[], object], number: int) -> float:
    """Time one run."""
    return timeit.timeit(call, number=number) / number


def measure(game: Game) -> tuple[float, float]:
    """Give the microseconds of plain tuples and of `replay`, measured in turn."""
    plain = made_plain(game)

    def whole() -> Replay:
        return replay(game)

    scored = whole().rounds
    assert [line[1:] for line in plain()] == [(played.raw, played.scores, played.totals) for played in scored]
    plain_calls, _ = timeit.Timer(plain).autorange()
    plain_number, whole_number = max(plain_calls // 10, 1), max(plain_calls // 100, 1)
    pairs = [(seconds_per_call(plain, plain_number), seconds_per_call(whole, whole_number)) for _ in range(RUNS)]
    return statistics.median(pair[0] for pair in pairs) * 1e6, statistics.median(pair[1] for pair in pairs) * 1e6


def main() -> None:
    """Print the table: a game without doubles and with few, and every finished game of the vectors."""
    found = {}
    for path in sorted(GAMES.glob("*.json")):
        played = read(json.loads(path.read_text(encoding="utf-8"))["record"]).played
        assert played is not None
        if played.is_finished:
            found[path.stem] = played.game
    usual = found["game-00"]
    table = {
        "game-00 without doubles": replace(usual, rounds=tuple(replace(entry, marks=()) for entry in usual.rounds)),
        "game-00, at most two": replace(
            usual, rounds=tuple(replace(entry, marks=tuple(entry.marks[:2])) for entry in usual.rounds)
        ),
        **found,
    }
    # Only games without a fault are measured: objects are built for every fault.
    assert not any(replay(game).faults for game in table.values())
    print(f"{'game':<26}{'rounds':>7}{'doubles':>8}{'plain µs':>10}{'replay µs':>11}{'ratio':>8}")
    ratios = []
    for name, game in table.items():
        plain, whole = measure(game)
        ratios.append(whole / plain)
        doubles = sum(len(entry.marks) for entry in game.rounds)
        print(f"{name:<26}{len(game.rounds):>7}{doubles:>8}{plain:>10.1f}{whole:>11.1f}{whole / plain:>7.1f}×")
    print(f"{'worst':<51}{'goal ≤ ' + str(GOAL):>11}{max(ratios):>7.1f}×")


if __name__ == "__main__":
    main()
