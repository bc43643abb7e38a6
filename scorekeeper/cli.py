"""The command line: `scorekeeper check` reads records and proves their scores.

Whatever needs the app or the database is imported by the command that uses it: `check` has to
start at once.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import TextIO, assert_never

import click

from scorekeeper import __version__
from scorekeeper.services.checking import (
    Invalid,
    Outcome,
    Trouble,
    Unreadable,
    Valid,
    check_file,
    check_stream,
)
from scorekeeper.wording.checks import fault_lines, json_line, sheet_lines

STANDARD_INPUT = "-"

_DANGEROUS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What in a name or file name could steer a terminal, end a line or turn the text around."""

_PLAIN = str.maketrans({"−": "-", "·": "-", "×": "x", "“": '"', "”": '"', "…": "..."})
"""Our own signs, for a console that does not have them."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep the score of the card game Bonken."""


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each file.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def check(context: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Check game records and print their score sheets with every settlement.

    FILE is a game record, or - for standard input. The exit status is 0 when all records are right, 1 when one
    has a fault, 2 when one can't be read.
    """
    status = 0
    for index, file in enumerate(files):
        outcome = _checked(file)
        status = max(status, _exit_status(outcome))
        if as_json:
            _print([json_line(file, outcome)], sys.stdout)
        elif isinstance(outcome, Valid):
            heading = [f"{file}:", ""] if len(files) > 1 else []
            _print([*([""] if index else []), *heading, *sheet_lines(outcome)], sys.stdout)
        else:
            _print(fault_lines(file, outcome), sys.stderr)
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
        case Invalid():
            return 1
        case Unreadable():
            return 2
        case _:
            assert_never(outcome)


def _print(lines: Iterable[str], stream: TextIO | None) -> None:
    """Print lines so that neither the console's encoding, nor a name, nor a closed pipe can do harm."""
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    try:
        for line in lines:
            stream.write(_printable(line, encoding) + "\n")
        stream.flush()
    except OSError as error:
        # Without this, Python would try once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        # Whoever closed a pipe has seen enough; a full disk must be told.
        if stream is sys.stdout and not isinstance(error, BrokenPipeError):
            _print([f"The output can't be written: {error.strerror}."], sys.stderr)
            raise click.exceptions.Exit(2) from error


def _printable(line: str, encoding: str) -> str:
    line = _DANGEROUS.sub(lambda found: found.group().encode("unicode_escape").decode("ascii"), line)
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        return line.translate(_PLAIN).encode(encoding, "backslashreplace").decode(encoding)
    return line
