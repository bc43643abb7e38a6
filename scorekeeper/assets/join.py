"""Joining the small source files in static/ into the few that browsers fetch, under names made from their contents.

A name with a hash never means anything else later, so a browser may keep such a file for ever. Beside the two large
ones lie packed copies, as small as they get, which takes longer than anybody would wait for an answer.
"""

import hashlib
import json
import re
from pathlib import Path

import brotli
import rjsmin
import zopfli.gzip

from scorekeeper.assets.manifest import BROTLI, DIST, GZIP, MANIFEST, AssetsMissing
from scorekeeper.assets.release import HTMX
from scorekeeper.assets.shrink import shrink_css
from scorekeeper.assets.write import write_whole

ICON_ADDRESS = re.compile(r"""url\(\s*(["']?)\.\./icons/([^"')]+?)\1\s*\)""")


class JoinFailed(Exception):
    """The source files do not fit together. The text names the file."""


def join(static: Path) -> dict[str, str]:
    """Write `static`/dist anew, remove its older files, and return plain name → hashed name, as in its manifest.

    Raises:
        AssetsMissing: htmx is not in `static`/vendor.
        JoinFailed: a stylesheet names an icon that is not there.
    """
    contents = {path.name: path.read_bytes() for path in sorted((static / "icons").glob("*.svg"))}
    names = {name: hashed(name, content) for name, content in contents.items()}
    files = {names[name]: content for name, content in contents.items()}
    for name, text in {"app.css": stylesheet(static, names), "app.js": script(static)}.items():
        content = text.encode()
        names[name] = hashed(name, content)
        files |= {names[name] + ending: packed for ending, packed in packings(content).items()}
    dist = static / DIST
    for name, content in files.items():
        write_whole(dist / name, content)
    # The manifest comes after what it names, and the older files go only when nothing names them any more.
    write_whole(dist / MANIFEST, (json.dumps(names, indent=2, sort_keys=True) + "\n").encode())
    for path in dist.iterdir():
        # A name with a dot in front is what another run is just writing.
        if path.name not in {MANIFEST, *files} and not path.name.startswith("."):
            path.unlink(missing_ok=True)
    return names


def packings(content: bytes) -> dict[str, bytes]:
    """Return a file as it is and packed in two ways, by what is added to its name."""
    return {"": content, BROTLI: brotli.compress(content, quality=11), GZIP: zopfli.gzip.compress(content)}


def hashed(name: str, content: bytes) -> str:
    """Return "app-1a2b3c4d.css" for "app.css": the first half of the name, eight digits of the content's hash."""
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(content).hexdigest()[:8]}{dot}{suffix}"


def stylesheet(static: Path, icons: dict[str, str]) -> str:
    """Return all of `static`/css in the order of the names; `icons` is plain name → hashed name."""

    def address(match: re.Match[str]) -> str:
        if match[2] not in icons:
            raise JoinFailed(f"A stylesheet names ../icons/{match[2]}, and there is no such file in {static}/icons.")
        return f'url("{icons[match[2]]}")'

    sources = sorted((static / "css").glob("*.css"))
    return ICON_ADDRESS.sub(address, "".join(shrink_css(source(path)) for path in sources))


def script(static: Path) -> str:
    """Return htmx, its extension, and all of `static`/js in the order of the names.

    Each of our own files becomes a function that is called at once, so that they share no names. (A file that is one
    already loses nothing by it.) The semicolons keep a file from being read as the arguments of a call to the last.
    """
    parts = []
    for file in HTMX.files:
        path = static / "vendor" / file.name
        if not path.is_file():
            raise AssetsMissing(f"{path} is missing")
        parts.append(f"{source(path).rstrip()}\n;\n")
    for path in sorted((static / "js").glob("*.js")):
        parts.append(f"(() => {{\n{source(path).rstrip()}\n}})();\n")
    # Only comments and spaces go. A library that renames as well saves 900 bytes, and breaks htmx.
    return str(rjsmin.jsmin("".join(parts)))


def source(path: Path) -> str:
    """Return a source file's text with plain line ends."""
    return path.read_text(encoding="utf-8-sig")
