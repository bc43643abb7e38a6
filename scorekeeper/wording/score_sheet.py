"""The score sheet as plain text for a console: at most 80 columns wide, also with names of 40 letters.

Each round shows its whole working: what was taken, who doubled whom, each settlement, and the sums
that prove it. This is read by whoever runs the server or checks a file, and stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.rules.game import Game, Names, Round
from scorekeeper.rules.replay import Replay, ScoredRound, places
from scorekeeper.rules.seats import SEATS, Four, Roles
from scorekeeper.wording.names import contract_name, counted, item_name, points, rule_set_name, ruling_name
from scorekeeper.wording.working import Doubling, doublings, in_speaking_order, pair_sentence

WIDTH = 80
_INDENT = "  "
_HELD = "\0"
"""Stands for a space inside a name, which no name has; a line is not broken there."""
_GAPS = re.compile(r"(?<! [−=]) (?![−=] |[−+]\d)")
"""Spaces at which a sentence may be broken: a sum stays whole, and a number with whom it is for."""


def score_sheet(played: Replay) -> list[str]:
    """Write out a game, line by line. The lines hold names as they are, which may be hostile to a console."""
    lines = [*_heading(played.game)]
    for scored in played.rounds:
        lines += ["", *_scored_round(played.game.players, scored)]
    lines += [*_open_round(played), "", *_end(played)]
    return lines


def _heading(game: Game) -> Iterator[str]:
    if game.title:
        yield game.title
    day = [game.played_on.isoformat(), "·"] if game.played_on else []
    yield from _flow([*day, rule_set_name(game.rule_set.id)], "")
    yield from _flow(["Clockwise:", *_listed(game.players)], "")


def _scored_round(players: Names, scored: ScoredRound) -> Iterator[str]:
    contract, entry = scored.contract, scored.entry
    yield f"Round {scored.number}: {contract_name(contract.id)} ({points(contract.total)})"
    yield from _entries(players, entry, scored.roles)
    yield ""
    yield from _columns(players, scored)
    yield from _flow(
        [
            f"Adds up: this round {_sum(scored.scores, scored.contract.total)},",
            f"all rounds so far {_sum(scored.totals, scored.played)}",
        ]
    )
    settled = doublings(scored.settlements, in_speaking_order(entry.marks, scored.roles))
    if settled:
        yield ""
    for doubling in settled:
        yield from _settled(players, scored.raw, doubling)


def _entries(players: Names, entry: Round, roles: Roles) -> Iterator[str]:
    """List what was entered for a round: the roles, the tallies, the doubles and the rulings."""
    acting = [(roles.dealer, "deals"), (roles.chooser, "chooses"), (roles.leader, "leads")]
    yield from _flow(_listed([f"{players[seat]} {does}" for seat, does in acting]))
    for item_id, counts in entry.tallies:
        taken = [f"{players[seat]}: {counted(item_id, count)}" for seat, count in enumerate(counts) if count]
        yield from _flow(_listed(taken or [f"{item_name(item_id)}: nobody yet"]))
    for doubler in roles.speakers:
        doubled = [seat for by, seat in entry.marks if by == doubler]
        if doubled:
            # A table may have let the chooser double somebody who had not doubled him.
            answers = doubler == roles.chooser and all((seat, doubler) in entry.marks for seat in doubled)
            verb = "doubled back" if answers else "doubled"
            yield from _flow([f"{players[doubler]} {verb}", *_listed([players[seat] for seat in doubled])])
    if not entry.marks:
        yield _INDENT + "Nobody doubled"
    if entry.rulings:
        yield from _flow(["Let stand by the table:", *_listed([ruling_name(code) for code in entry.rulings])])


def _columns(players: Names, scored: ScoredRound) -> Iterator[str]:
    """Set the points in columns: raw, doubled, and the running total."""
    rows: list[tuple[str, Sequence[str]]] = [("", ("raw", "doubled", "total"))]
    for seat in SEATS:
        row = (scored.raw[seat], scored.scores[seat], scored.totals[seat])
        rows.append((players[seat], [points(number) for number in row]))
    sums = (sum(scored.raw), sum(scored.scores), sum(scored.totals))
    rows.append(("Sum", [points(number) for number in sums]))
    widest = max(len(name) for name, _ in rows)
    for name, cells in rows:
        yield _INDENT + name.ljust(widest) + "".join(cell.rjust(9) for cell in cells)


def _sum(found: Four, wanted: int) -> str:
    """Prove a sum. It can only fail when the scoring itself is wrong, and then it must be seen."""
    total = sum(found)
    return points(total) if total == wanted else f"{points(total)}, BUT IT MUST BE {points(wanted)}"


def _settled(players: Names, raw: Four, doubling: Doubling) -> Iterator[str]:
    sentence = pair_sentence(doubling, raw, [name.replace(" ", _HELD) for name in players])
    yield from _flow(part.replace(_HELD, " ") for part in _GAPS.split(sentence))


def _open_round(played: Replay) -> Iterator[str]:
    game, number, dealer = played.game, played.position.number, played.position.dealer
    if game.open_round is not None:
        contract = game.rule_set.by_id[game.open_round.contract]
        yield ""
        yield f"Round {number}: {contract_name(contract.id)} ({points(contract.total)}), open, no scores yet"
        yield from _entries(game.players, game.open_round, game.rule_set.roles[dealer])


def _end(played: Replay) -> Iterator[str]:
    game = played.game
    if played.is_finished:
        yield "Result"
    else:
        state = "Stopped" if game.stopped else "Unfinished"
        yield f"{state}: {len(game.rounds)} of {game.rule_set.rounds} rounds were played"
    place = places(played.totals)
    widest = max(len(name) for name in game.players)
    for seat in sorted(SEATS, key=lambda seat: place[seat]):
        rank = f"{place[seat]}. " if played.is_finished else ""
        yield _INDENT + rank + game.players[seat].ljust(widest) + points(played.totals[seat]).rjust(9)
    proof = _sum(played.totals, played.rounds[-1].played if played.rounds else 0)
    yield f"{_INDENT}Adds up: {proof}"
    winners = [game.players[seat] for seat in played.winners]
    if winners:
        yield from _flow(["Winner:" if len(winners) == 1 else "Shared first place:", *_listed(winners)], "")


def _listed(parts: Sequence[str]) -> list[str]:
    """Put a comma after each part but the last."""
    return [*(f"{part}," for part in parts[:-1]), *parts[-1:]]


def _flow(parts: Iterable[str], indent: str = _INDENT) -> Iterator[str]:
    """Set parts into lines that fit, breaking only between parts, so that no name is torn."""
    line = ""
    for part in parts:
        joined = f"{line} {part}" if line else indent + part
        if line and len(joined) > WIDTH:
            yield line
            joined = indent + _INDENT + part
        line = joined
    yield line
