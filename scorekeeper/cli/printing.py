"""Printing: lines that neither a name, nor the console's encoding, nor a closed pipe can turn into harm."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import TextIO

import click

_DANGEROUS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What in a name or file name could steer a terminal, end a line or turn the text around."""

_PLAIN = str.maketrans({"−": "-", "·": "-", "×": "x", "“": '"', "”": '"', "…": "..."})
"""Our own signs, for a console that does not have them."""


class Refusal(click.ClickException):
    """What was asked for can't be done; one sentence says why. The exit status is 1."""

    def show(self, file: object = None) -> None:  # noqa: ARG002 (click's signature)
        """Print the sentence, and nothing else."""
        print_lines([self.message], sys.stderr)


def print_lines(lines: Iterable[str], stream: TextIO | None) -> None:
    """Print lines of which any part may come from outside."""
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
            print_lines([f"The output can't be written: {error.strerror}."], sys.stderr)
            raise click.exceptions.Exit(2) from error


def _printable(line: str, encoding: str) -> str:
    line = _DANGEROUS.sub(lambda found: found.group().encode("unicode_escape").decode("ascii"), line)
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        return line.translate(_PLAIN).encode(encoding, "backslashreplace").decode(encoding)
    return line
