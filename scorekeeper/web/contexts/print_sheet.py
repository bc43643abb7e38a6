"""The sheet of a game on a page of its own: to read, to print, to send; and the same on paper."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum

from flask_babel import format_date
from markupsafe import Markup

from scorekeeper.printing.documents import sheet_document
from scorekeeper.printing.letters import missing_letters
from scorekeeper.printing.sheet import Line, Sheet, by_contract, sheet
from scorekeeper.printing.typesetting import FONT
from scorekeeper.record import Json
from scorekeeper.rules.game import Game
from scorekeeper.services.viewing import Seen
from scorekeeper.web.charts import totals_chart
from scorekeeper.wording.results import share_text
from scorekeeper.wording.translation import gettext as _

CHART_WIDTH, CHART_HEIGHT = 660, 230
"""Pixels of the chart's own coordinates where it takes the width of a sheet of paper."""


class Order(StrEnum):
    """What the rows of the sheet are."""

    ROUNDS = "rounds"
    CONTRACT = "contract"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet: a contract, and its round; None where it was not played (yet)."""

    contract: str
    name: str
    line: Line | None


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The page of the sheet. `missing` are letters that the PDF and the picture can only show as boxes.

    `chart` is for paper and wide screens, `small_chart` for phones. With `newest_first` the rows come in that
    order, as on the table; paper and wide screens turn them round.
    """

    id: str
    title: str
    day: datetime.date | None
    sheet: Sheet
    order: Order
    rows: tuple[Row, ...]
    newest_first: bool
    chart: Markup
    small_chart: Markup
    share_text: str
    missing: tuple[str, ...]


def sheet_page(seen: Seen, order: Order) -> SheetPage:
    """Make the page of the sheet."""
    game, laid_out = seen.stored.game, sheet(seen.played)
    by_rounds = order is Order.ROUNDS
    newest_first = by_rounds and laid_out.is_running
    lines = laid_out.lines[::-1] if newest_first else laid_out.lines
    return SheetPage(
        id=seen.stored.id,
        title=game.title,
        day=game.played_on,
        sheet=laid_out,
        order=order,
        rows=tuple(Row(line.contract, line.name, line) for line in lines)
        if by_rounds
        else tuple(Row(*row) for row in by_contract(laid_out)),
        newest_first=newest_first,
        chart=totals_chart(seen.played, width=CHART_WIDTH, height=CHART_HEIGHT),
        small_chart=totals_chart(seen.played),
        share_text=text_to_share(seen),
        missing=missing_letters(_texts(game)),
    )


def paper_sheet(seen: Seen) -> dict[str, Json]:
    """Make what the sheet on paper is set from."""
    game = seen.stored.game
    return sheet_document(
        sheet(seen.played),
        title=heading(game),
        day=day(game),
        chart=totals_chart(seen.played, width=CHART_WIDTH, height=CHART_HEIGHT, font=FONT),
        has_missing=bool(missing_letters(_texts(game))),
    )


def text_to_share(seen: Seen) -> str:
    """Write the result as plain text to send."""
    game = seen.stored.game
    return share_text(game.title, day(game), seen.played)


def heading(game: Game) -> str:
    """Give a game a heading: its title, or the name of what was played."""
    return game.title or _("Bonken")


def day(game: Game) -> str:
    """Write the date of a game, empty where it has none."""
    return "" if game.played_on is None else format_date(game.played_on, "long")


def _texts(game: Game) -> tuple[str, ...]:
    """List everything on the sheet that players typed."""
    return (*game.players, game.title)
