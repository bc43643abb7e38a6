"""How long it takes from the command `scorekeeper run` to the first page, and what of it is importing.

Run from the checkout: `python -m bench.start`. Goal (quality.md): at most 1.5 s. Machines are noisy: the same run also
measures a Python that only imports the packages of others that we need, in turn with ours (A B A B …); that much no
start can be quicker. Each figure is the median of the runs.
On a machine with other work look at the CPU time, that of stopping included: below the goal, an idle machine keeps it.
"""

from __future__ import annotations

import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.servers import free_port

RUNS = 7
GOAL_SECONDS = 1.5
PACKAGES = """
import gc
gc.disable()
import sqlalchemy.orm, flask, flask_babel, flask_wtf, flask_compress, regex, segno, granian
"""
SHOWN = 8
IMPORTED = re.compile(r"import time:\s+(?P<own>\d+) \|\s+\d+ \|\s*(?P<package>\w+)")


def seconds_to_import(environment: Mapping[str, str]) -> float:
    """Start a Python that imports what others wrote, and wait for its end."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", PACKAGES], env=environment, check=True)
    return time.perf_counter() - begun


def seconds_to_first_page(environment: Mapping[str, str]) -> float:
    """Start the server and ask for the start page until it comes."""
    port = free_port()
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "run", "--host", "127.0.0.1", "--port", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
                    page.read()
                return time.perf_counter() - begun
            except OSError as error:
                if process.poll() is not None:
                    raise RuntimeError("the server does not start") from error
                time.sleep(0.005)
    finally:
        process.terminate()
        process.wait()


def milliseconds_by_package(environment: Mapping[str, str]) -> Counter[str]:
    """Ask Python how long each package takes to import; measuring makes it about a third slower."""
    code = "import gc; gc.disable(); import scorekeeper.cli.running"
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stderr
    found: Counter[str] = Counter()
    for line in IMPORTED.finditer(told):
        name = line["package"]
        found[name if name not in sys.stdlib_module_names else "standard library"] += int(line["own"])
    return Counter({name: round(microseconds / 1000) for name, microseconds in found.items()})


def measured(run: Callable[[Mapping[str, str]], float], environment: Mapping[str, str]) -> tuple[float, float]:
    """Give the seconds of a run, and those of the processor in all its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = run(environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "SCOREKEEPER_INSTANCE": str(Path(folder) / "instance"),
            # Whoever starts a second time has compiled modules; here they go to a place of their own.
            "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled"),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        first = seconds_to_first_page(environment)
        runs = [
            (*measured(seconds_to_import, environment), *measured(seconds_to_first_page, environment))
            for _ in range(RUNS)
        ]
        packages = milliseconds_by_package(environment)
    bare, bare_cpu, ours, ours_cpu = (statistics.median(column) for column in zip(*runs, strict=True))
    print(f"{'':<52}{'s':>6}{'CPU s':>8}")
    print(f"{'importing the packages of others':<52}{bare:>6.2f}{bare_cpu:>8.2f}")
    print(f"{'from the command to the first page':<52}{ours:>6.2f}{ours_cpu:>8.2f}   goal ≤ {GOAL_SECONDS} s")
    print(f"{'ratio':<52}{ours / bare:>6.2f}{ours_cpu / bare_cpu:>8.2f}")
    print(f"{'the very first time (compiles, makes the database)':<52}{first:>6.2f}")
    print("\nms of importing:", ", ".join(f"{name} {taken}" for name, taken in packages.most_common(SHOWN)))


if __name__ == "__main__":
    main()
