"""The chart of the running totals, as one SVG that looks the same on the page, on paper and in the PDF.

Four polylines, a grid and labels that keep apart are some hundred lines; no chart library gives labels at
the ends of lines that never overlap, so none is used. The drawing carries its own colours for white paper
as presentation attributes; on a screen static/css/65-chart.css gives it those of the page by its classes.
The sheet beside it says the same in numbers: it is the text alternative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from scorekeeper.rules.game import Names
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.seats import SEATS, ZERO, Four
from scorekeeper.wording.fitting import fitted_apart, text_width
from scorekeeper.wording.names import points
from scorekeeper.wording.translation import gettext as _

FONT = 12
"""Pixels. All text of the chart has this size, so `width` and `height` are best those it is shown at."""
LABEL_HEIGHT = 15
"""Pixels between the base lines of two labels, the least there may be."""
TICK_SPACE = 26
"""Pixels between two ticks of the vertical axis, the least there may be."""
_WIDEST_LABEL = 0.28
"""The part of the chart's width that names may take."""
_LEADER = 14
"""Pixels between the end of a line and its label."""
_INK, _SOFT, _GRID = "#211d16", "#625a49", "#ddd2ba"


@dataclass(frozen=True, slots=True)
class Stroke:
    """How one player's line is drawn: the dashes tell the four apart, the colour only helps."""

    colour: str
    dashes: str
    width: float


STROKES = (
    Stroke("#17603f", "", 2.5),
    Stroke("#7d5a10", "7 3.5", 2.5),
    Stroke("#211d16", "1.5 3", 2.5),
    Stroke("#b0261f", "10 3 2 3", 2.0),
)
"""The line of each seat: whole, dashed, dotted, dash and dot."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where numbers come to lie: rounds 0 to `rounds` across, points `low` to `high` upwards."""

    left: float
    right: float
    top: float
    bottom: float
    rounds: int
    low: int
    high: int

    def x(self, number: int) -> float:
        return self.left + (self.right - self.left) * number / self.rounds

    def y(self, total: int) -> float:
        return self.bottom - (self.bottom - self.top) * (total - self.low) / (self.high - self.low)


def totals_chart(played: Replay, *, width: int = 340, height: int = 220, font: str = "system-ui, sans-serif") -> Markup:
    """Draw the running totals of the four over the rounds that were saved; nothing where none was.

    `width` and `height` are pixels of the drawing's own coordinates; it is scaled to the room it is given.
    A drawing that stands alone, such as in a PDF, needs no style sheet; `font` is a list of font families.
    """
    if not played.rounds:
        return Markup("")
    history = (ZERO, *(scored.totals for scored in played.rounds))
    said = _("Totals after each round, from round 1 to %(last)s. The sheet has the numbers.", last=len(played.rounds))
    return _drawn(history, played.game.players, said, (width, height), font)


@lru_cache(maxsize=256)
def _drawn(history: tuple[Four, ...], players: Names, said: str, size: tuple[int, int], font: str) -> Markup:
    """Draw a history; kept, since the page of a finished game is asked for again and again."""
    across, height = size
    labels = fitted_apart(players, across * _WIDEST_LABEL / FONT)
    frame = _frame(history, labels, across, height)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {across} {height}" role="img" '
        f'font-family="{escape(font)}" font-size="{FONT}" direction="ltr"><title>{escape(said)}</title>'
        + "".join((*_grid(frame), *_lines(frame, history), *_labels(frame, history[-1], labels)))
        + "</svg>"
    )


def ticks(low: int, high: int, most: int) -> range:
    """Choose round numbers from `low` to `high` for an axis, `most` of them at most; 0 is one where it lies between.

    From −60 to 315 and at most six these are 0, 100, 200 and 300.
    """
    step = 1
    while high // step - -(-low // step) + 1 > most:
        step = next_step(step)
    return range(-(-low // step) * step, high + 1, step)


def next_step(step: int) -> int:
    """Give the next larger of 1, 2, 5, 10, 20, 50 and so on."""
    power: int = 10 ** (len(str(step)) - 1)
    return {1: 2, 2: 5, 5: 10}[step // power] * power


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move positions, given in rising order, as little as needed so that each two are `gap` apart.

    Those that would overlap are set round their common middle; all stay between `low` and `high`.
    """
    # Less its number's gap, each position has only to be no less than the one before: crowds share their mean.
    crowds: list[list[float]] = []
    for number, position in enumerate(wanted):
        crowds.append([position - number * gap])
        while len(crowds) > 1 and _mean(crowds[-2]) > _mean(crowds[-1]):
            crowds[-2:] = [crowds[-2] + crowds[-1]]
    means = [_mean(crowd) for crowd in crowds for _one in crowd]
    highest = high - (len(means) - 1) * gap
    return [min(max(mean, low), highest) + number * gap for number, mean in enumerate(means)]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _frame(history: Sequence[Four], labels: Sequence[str], across: int, height: int) -> _Frame:
    low, high = min(map(min, history)), max(map(max, history))
    if low == high:
        # Nobody has any points yet: the line of zero lies in the middle.
        low, high = -10, 10
    widest = max(len(points(tick)) for tick in (low, high, 0))
    name_width = max(text_width(label) for label in labels) * FONT
    return _Frame(
        left=widest * FONT * 0.62 + 6,
        right=across - name_width - _LEADER,
        top=LABEL_HEIGHT / 2,
        bottom=height - FONT - 8,
        rounds=len(history) - 1,
        low=low,
        high=high,
    )


def _grid(frame: _Frame) -> Iterator[str]:
    """Draw the lines of the ticks, the line of zero stronger, and the numbers of the rounds."""
    for tick in ticks(frame.low, frame.high, max(2, int((frame.bottom - frame.top) / TICK_SPACE))):
        y = f"{frame.y(tick):.1f}"
        kind, colour = ("chart-zero", _SOFT) if tick == 0 else ("chart-grid", _GRID)
        yield (
            f'<line class="{kind}" x1="{frame.left:.1f}" y1="{y}" x2="{frame.right:.1f}" y2="{y}" '
            f'stroke="{colour}" stroke-width="1"/>'
        )
        yield _text(frame.left - 5, frame.y(tick), points(tick), "end", _SOFT)
    every = 1
    while (frame.x(every) - frame.left) < FONT * 1.6 and every < frame.rounds:
        every = next_step(every)
    for number in range(every, frame.rounds + 1, every):
        yield _text(frame.x(number), frame.bottom + FONT, str(number), "middle", _SOFT)


def _lines(frame: _Frame, history: Sequence[Four]) -> Iterator[str]:
    for seat in SEATS:
        stroke = STROKES[seat]
        path = " ".join(f"{frame.x(number):.1f},{frame.y(totals[seat]):.1f}" for number, totals in enumerate(history))
        dashes = f' stroke-dasharray="{stroke.dashes}"' if stroke.dashes else ""
        yield (
            f'<polyline class="chart-line chart-{seat}" points="{path}" fill="none" stroke="{stroke.colour}" '
            f'stroke-width="{stroke.width}" stroke-linejoin="round"{dashes}/>'
        )


def _labels(frame: _Frame, last: Four, labels: Sequence[str]) -> Iterator[str]:
    """Name each line at its end. A thin stroke leads from the line to a label that had to move."""
    order = sorted(SEATS, key=lambda seat: (frame.y(last[seat]), seat))
    wanted = [frame.y(last[seat]) for seat in order]
    for seat, y in zip(order, apart(wanted, LABEL_HEIGHT, frame.top, frame.bottom), strict=True):
        colour = STROKES[seat].colour
        yield (
            f'<path class="chart-leader chart-{seat}" d="M{frame.right + 1:.1f} {frame.y(last[seat]):.1f}'
            f'L{frame.right + _LEADER - 3:.1f} {y:.1f}" fill="none" stroke="{colour}" stroke-width="1"/>'
        )
        yield _text(frame.right + _LEADER, y, labels[seat], "start", _INK, "chart-name")


def _text(x: float, y: float, text: str, anchor: str, colour: str, kind: str = "chart-tick") -> str:
    # The base line is set by hand: dominant-baseline is not known to every program that draws SVG.
    shown = escape("".join(letter if letter not in "\ufffe\uffff" else "\ufffd" for letter in text))
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y + FONT * 0.35:.1f}" text-anchor="{anchor}" fill="{colour}">'
        f"{shown}</text>"
    )
