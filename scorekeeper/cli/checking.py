"""`scorekeeper check` reads records and proves their scores; those that a paper sheet claims it compares."""

from __future__ import annotations

import sys
from typing import TextIO, assert_never

import click

from scorekeeper.cli.printing import print_lines
from scorekeeper.services.checking import (
    Illegible,
    Invalid,
    Outcome,
    Trouble,
    Unreadable,
    Valid,
    check_file,
    check_stream,
)
from scorekeeper.services.comparing import Compared
from scorekeeper.wording.checks import fault_lines, json_line, sheet_lines

STANDARD_INPUT = "-"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each file.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def check(context: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Check game records and print their score sheets with every settlement.

    FILE is a game record (JSON), a paper sheet that was typed off (CSV, see docs/paper-sheet.md), or - for standard
    input. Of a sheet every wrong number is named. The exit status is 0 when all files are right, 1 when one has a
    fault, 2 when one can't be read.
    """
    status = 0
    for index, file in enumerate(files):
        outcome = _checked(file)
        status = max(status, _exit_status(outcome))
        if as_json:
            print_lines([json_line(file, outcome)], sys.stdout)
        elif isinstance(outcome, Valid) or (isinstance(outcome, Compared) and outcome.is_right):
            heading = [f"{file}:", ""] if len(files) > 1 else []
            print_lines([*([""] if index else []), *heading, *sheet_lines(outcome)], sys.stdout)
        else:
            print_lines(fault_lines(file, outcome), sys.stderr)
    context.exit(status)


def _checked(file: str) -> Outcome:
    if file != STANDARD_INPUT:
        return check_file(file)
    # There is none where it was closed, and a folder can be redirected into it.
    source: TextIO | None = sys.stdin
    try:
        return Unreadable(Trouble.UNREADABLE) if source is None else check_stream(source.buffer)
    except OSError:
        return Unreadable(Trouble.UNREADABLE)


def _exit_status(outcome: Outcome) -> int:
    match outcome:
        case Valid():
            return 0
        case Compared():
            return 0 if outcome.is_right else 1
        case Invalid() | Illegible():
            return 1
        case Unreadable():
            return 2
        case _:
            assert_never(outcome)
