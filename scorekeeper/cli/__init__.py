"""The command line: `scorekeeper` with its commands, each in the module that `COMMANDS` names."""

from __future__ import annotations

import gc
from importlib import import_module

import click

from scorekeeper import __version__

COMMANDS = {
    "run": "scorekeeper.cli.running",
    "check": "scorekeeper.cli.checking",
    "games": "scorekeeper.cli.looking",
    "link": "scorekeeper.cli.looking",
    "backup": "scorekeeper.cli.keeping",
    "restore": "scorekeeper.cli.keeping",
    "db": "scorekeeper.cli.keeping",
}
"""Command → the module in which a command of that name stands."""


class Commands(click.Group):
    """Imports the module of a command when it is asked for, so that `check` need not wait for a web server."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Name the commands in the order in which they are needed."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        # What is imported stays, and looking through it for garbage took a third of a start (bench/start.py).
        gc.disable()
        try:
            module = import_module(COMMANDS[cmd_name])
        finally:
            gc.enable()
        command: click.Command = getattr(module, cmd_name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep the score of the card game Bonken."""
