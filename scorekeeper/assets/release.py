"""Which release of htmx we ship, and the checksums that it must have.

To move to another release: change the package, take the integrity from `npm view PACKAGE dist.integrity`, and the
checksums of the files from `sha256sum`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VendorFile:
    """One file that we take out of a release."""

    name: str
    """Its name in static/vendor."""
    member: str
    """Its path in the release's tarball."""
    sha256: str
    """Its checksum, hexadecimal."""


@dataclass(frozen=True, slots=True)
class Release:
    """One npm package at one version, with the files we take from it in the order in which browsers run them."""

    package: str
    integrity: str
    """The tarball's checksum, written as npm's lock files do: sha512-BASE64."""
    files: tuple[VendorFile, ...]


HTMX = Release(
    package="htmx.org@4.0.1",
    integrity="sha512-oF7JgXhDW9UXCy/k1ZYFUQgzu/rm19ORWPSPNL91vPluB2PB9+MV55tyQdH/w7o2EAbTYUG5SDW1R60mdkdqGg==",
    files=(
        VendorFile(
            name="htmx.min.js",
            member="package/dist/htmx.min.js",
            sha256="a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
        ),
        VendorFile(
            name="hx-ptag.min.js",
            member="package/dist/ext/hx-ptag.min.js",
            sha256="1993b23e86553100e4f45eed1b756eb8cf53c5b2244caf98e58662dfde9ca069",
        ),
    ),
)
