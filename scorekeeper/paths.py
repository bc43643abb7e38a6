"""Where the files that are not Python lie: templates and the browser's files.

In a checkout they lie beside the package, in an installed wheel inside it.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def templates_folder() -> Path:
    """Return the folder of the page templates."""
    return beside_or_inside("templates")


def static_folder() -> Path:
    """Return the folder of the stylesheets, scripts and icons; in a wheel it holds only what browsers get."""
    return beside_or_inside("static")


def beside_or_inside(name: str, package: Path = PACKAGE) -> Path:
    """Return the folder `name` inside the package if it was installed there, else the one beside the package.

    Inside comes first: what lies beside an installed package belongs to other packages.
    """
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
