"""Writing a file so that nobody ever reads half of it."""

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write `content` beside `path` and move it into place, making the folder where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Not tempfile: its files are readable by the owner only, and these go into wheels.
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
