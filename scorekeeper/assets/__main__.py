"""`python -m scorekeeper.assets`: fetch what is missing and join everything anew."""

import sys
from pathlib import Path

from scorekeeper.assets.fetch import FetchFailed, fetch
from scorekeeper.assets.join import JoinFailed, join
from scorekeeper.assets.manifest import AssetsMissing
from scorekeeper.paths import static_folder


def main(static: Path) -> int:
    """Make the browser's files in the folder `static`; return the exit status."""
    try:
        fetch(static)
        join(static)
    except (AssetsMissing, FetchFailed, JoinFailed) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(static_folder()))
