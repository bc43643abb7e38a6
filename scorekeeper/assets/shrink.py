"""Making our stylesheets smaller without changing what they mean: comments and indentation go.

The shrinkers there are for Python know no nested rules: they read ".a { .b :hover {} }" as ".b:hover".
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
