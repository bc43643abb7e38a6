"""What pages and saved rounds cost beside ihatemoney, the nearest Flask ledger, on a server of two processes like ours.

Run from the checkout: `python -m bench.ledger` (about two minutes, the first time it fetches ihatemoney). Goals:
quality.md, "Speed on the server". "CPU ms" is as `bench.pages` measures it; the ratio is ihatemoney's to ours. Its page
shows eleven bills and ours a finished game of eleven rounds; a bill is added where a round is saved, and the page after
it counts for both.
"""

from __future__ import annotations

import tempfile
from itertools import cycle, islice
from pathlib import Path

from bench.ihatemoney import Project, ihatemoney
from bench.pages import HTMX, Running, Seeder, Work, print_costs, saving
from tests.servers import running_server

PROJECTS = 8
"""Bills go to several projects in turn, so that none gets long."""


def works(projects: list[Project], ours: Running, seeder: Seeder) -> list[Work]:
    """List what is measured, in the order of measuring."""
    theirs = projects[0].server

    def looking(several: int) -> list[bytes]:
        (game_id,) = seeder.put(seeder.finished)
        return [ours.request("GET", f"/games/{game_id}")] * several

    return [
        Work("page of eleven bills", theirs, lambda: [projects[0].looking()] * 30),
        Work("table page", ours, lambda: looking(400), "page of eleven bills", "≥ 15"),
        Work("add a bill", theirs, lambda: [project.adding() for project in islice(cycle(projects[1:]), 21)]),
        Work("save, form", ours, lambda: saving(ours, seeder.put(seeder.open, 60)), "add a bill", "≥ 10"),
        Work("save, htmx", ours, lambda: saving(ours, seeder.put(seeder.open, 60), HTMX), "add a bill", "≥ 12"),
    ]


def main() -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with ihatemoney(folder, PROJECTS) as projects, running_server(folder / "instance") as server:
            seeder = Seeder(server.instance)
            ours = Running(server.process.pid, server.port, seeder.cookie())
            print_costs(works(projects, ours, seeder))
            theirs, memory = projects[0].server.megabytes(), ours.megabytes()
            seeder.database.close()
    print(
        f"\nmemory after all that: ihatemoney {theirs:.0f} MB, ours {memory:.0f} MB: {memory / theirs:.2f}  goal ≤ 0.5"
    )


if __name__ == "__main__":
    main()
