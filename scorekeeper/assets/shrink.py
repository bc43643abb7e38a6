"""Making our own stylesheets and scripts smaller without changing what they mean.

Comments and indentation go; where that is not certain to be safe, the text stays as it is.
"""

import re

CSS_COMMENT = r"/\*.*?\*/"
CSS_TOKEN = re.compile(
    rf"""
    (?P<kept> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | \burl\([^"')]*\) )
    | (?P<gap> (?: \s+ | {CSS_COMMENT} )+ )
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def shrink_css(text: str) -> str:
    r"""Return a stylesheet without comments, indentation and empty lines; strings and addresses stay untouched.

    "a {\n  color: red; /* why */\n}\n" becomes "a {\ncolor: red;\n}\n".
    """

    def shorter(match: re.Match[str]) -> str:
        if match["kept"]:
            return match["kept"]
        space = re.sub(CSS_COMMENT, "", match["gap"], flags=re.DOTALL)
        if space:
            return "\n" if "\n" in space else " "
        # A comment alone also keeps two words apart, as in "a/**/b".
        return "/**/"

    return CSS_TOKEN.sub(shorter, text).lstrip("\n")


def shrink_script(text: str) -> str:
    """Return a script without indentation, empty lines and the comments that have whole lines for themselves.

    A script that has a template literal, a string over several lines or a comment that opens behind code is returned
    unchanged: there only a real parser could tell a comment from text.
    """
    lines = []
    in_comment = False
    for line in text.split("\n"):
        rest = line.strip()
        if not in_comment and rest.startswith("/*"):
            in_comment, rest = True, rest[2:]
        if in_comment:
            _, end, rest = rest.partition("*/")
            in_comment = not end
            rest = rest.strip()
            if rest.startswith("/*"):
                return text
        if not rest or rest.startswith("//"):
            continue
        # "/*/" opens a comment and does not close it.
        opens_comment = "/*" in rest and rest.rfind("*/") < rest.rfind("/*") + 2
        if "`" in rest or rest.endswith("\\") or opens_comment:
            return text
        lines.append(rest)
    return text if in_comment else "".join(f"{line}\n" for line in lines)
