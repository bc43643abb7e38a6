"""`scorekeeper run` starts the server and says where it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from scorekeeper.cli.drawing import draw
from scorekeeper.cli.failing import in_a_sentence
from scorekeeper.cli.printing import Refusal, print_lines
from scorekeeper.services.managing import tidy
from scorekeeper.serving.addresses import Addresses, addresses, choose_port, last_addresses, note_place, numeric
from scorekeeper.serving.server import serve, the_app
from scorekeeper.settings import Settings, read_settings
from scorekeeper.storage.backup import ServerRuns, in_use, make_whole
from scorekeeper.storage.database import Database
from scorekeeper.storage.migrating import Upgraded, upgrade


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where to listen; all of this machine's addresses if left out.")
@click.option("--port", type=click.IntRange(1, 65535), help="The last one if left out, else 8000, else a free one.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes that answer; 2 if left out.")
@click.option("--no-qr", is_flag=True, help="Print no QR code.")
@in_a_sentence()
def run(host: str | None, port: int | None, workers: int | None, no_qr: bool) -> None:
    """Start the server and say where phones find it."""
    if host:
        # Links must know where we listen, in every process.
        os.environ["SCOREKEEPER_HOST"] = host
    settings = read_settings()
    host = settings.host
    the_app()
    database = Database(settings.database)
    with _alone(database, settings):
        port = choose_port(host, port or settings.port, settings.instance)
        upgraded = upgrade(database)
        tidy(database)
        # Workers are forked: none may get a connection of the parent's.
        database.close()
        note_place(settings.instance, host, port)
        found = addresses(settings, host, port)
        print_lines([*_told(upgraded), *_greeting(found)], sys.stdout)
        if found.phones and not no_qr:
            draw(found.phones)
        try:
            serve(numeric(host), port, workers or settings.workers)
        finally:
            make_whole(database.path)


@contextmanager
def _alone(database: Database, settings: Settings) -> Iterator[None]:
    try:
        with in_use(database.path):
            yield
    except ServerRuns as error:
        found = last_addresses(settings)
        where = found.phones or found.here
        raise Refusal(f"A server runs on this database already, most likely at {where}.") from error


def _told(upgraded: Upgraded | None) -> Iterator[str]:
    if upgraded is not None and upgraded.kept is not None:
        yield f"The database was brought to this version; as it was before it is kept as {upgraded.kept}."


def _greeting(found: Addresses) -> Iterator[str]:
    yield "Bonken is ready."
    if found.here:
        yield f"  On this machine:  {found.here}"
    if found.phones:
        yield f"  On phones:        {found.phones}"
    elif found.here:
        yield "  On phones:        not reachable; this machine is in no network, or listens to itself alone."
    yield "Ctrl+C stops it."
