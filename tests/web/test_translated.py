"""Every text that a player reads goes through gettext: in the templates, in the package, and on the pages."""

from __future__ import annotations

import ast
import datetime
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from flask_babel import Domain, get_babel
from jinja2 import Environment, nodes

from scorekeeper.app import create_app
from scorekeeper.paths import PACKAGE, templates_folder
from scorekeeper.rules.game import Round
from scorekeeper.settings import read_settings
from scorekeeper.storage.database import Database
from scorekeeper.storage.migrating import upgrade
from tests.web.client import Client
from tests.web.pages import Page, elements
from tests.web.tables import PLAYERS, a_game, choose, stored, table

TEMPLATES = sorted(templates_folder().glob("*.html"))
SOURCES = sorted(PACKAGE.rglob("*.py"))
SIGNS = frozenset({"NT", "K", "J", "Q"})
"""Letters of cards, which are signs and no words."""
SHOWN_ATTRIBUTES = ("aria-label", "aria-description", "alt", "title", "placeholder", "label")
FUNCTIONS = frozenset({"_", "gettext", "ngettext", "pgettext", "npgettext"})
COMMAND_LINE = ("cli", "serving", "assets", "settings.py", "score_sheet.py")
"""What only whoever runs the server reads: it stays English."""
PASSING_ON = frozenset({"safe", "e", "escape", "default", "join", "upper", "lower", "trim", "string"})
"""Filters that print the words they are given; our own print something made of them."""
VALUE = "\ufffc"
"""Stands in for what a template prints there."""


def parsed(template: Path) -> nodes.Template:
    """Parse a template."""
    return Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(template.read_text("utf-8"))


def printed(node: nodes.Node) -> str:
    """Give what an expression prints by itself: its own words, and `VALUE` for all that comes from elsewhere."""
    match node:
        case nodes.TemplateData(data=text) | nodes.Const(value=text):
            return str(text)
        case nodes.CondExpr(expr1=first, expr2=second):
            parts: Sequence[nodes.Node | None] = [first, second]
        case nodes.Or(left=first, right=second) | nodes.And(left=first, right=second):
            parts = [first, second]
        case nodes.Concat(nodes=several):
            parts = several
        case nodes.Filter(node=nodes.Node() as text) if node.name in PASSING_ON:
            parts = [text]
        case _:
            return VALUE
    return "".join(printed(part) for part in parts if part is not None)


class Texts(HTMLParser):
    """Gathers the words that a template itself brings along; what stands in <pre> is a format and no sentence."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.in_pre = False

    def handle_data(self, data: str) -> None:
        """Note a text."""
        if not self.in_pre:
            self.found.append(data)

    def handle_endtag(self, tag: str) -> None:
        """See a format end."""
        self.in_pre = self.in_pre and tag != "pre"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the attributes that are read out or shown."""
        is_button = tag == "input" and dict(attrs).get("type") in ("submit", "button", "reset")
        names = (*SHOWN_ATTRIBUTES, "value") if is_button else SHOWN_ATTRIBUTES
        self.in_pre = self.in_pre or tag == "pre"
        # Scripts find texts in data attributes; one word there is the name of something.
        self.found += [
            value or "" for name, value in attrs if name in names or (name[:5] == "data-" and " " in (value or ""))
        ]


def words(text: str) -> list[str]:
    """List what a translator would have to translate."""
    return [word for word in re.findall(r"[^\W\d_]+", text.replace(VALUE, " ")) if word not in SIGNS]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_brings_words_of_its_own(template: Path) -> None:
    texts = Texts()
    for output in parsed(template).find_all(nodes.Output):
        texts.feed("".join(map(printed, output.nodes)))
    texts.close()
    mine = [text.strip() for text in texts.found if words(text)]
    assert not mine, f"{template.name}: put {mine} into _()"


def messages_of_template(template: Path) -> Iterator[tuple[str, bool]]:
    """List the messages of a template, each with whether it is a plain text."""
    for call in parsed(template).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in FUNCTIONS:
            first = call.args[0] if call.args else None
            yield (str(first.value), True) if isinstance(first, nodes.Const) else (f"line {call.lineno}", False)


def messages_of_module(source: Path) -> Iterator[tuple[str, bool]]:
    """List the messages of a module, each with whether it is a plain text."""
    if source.name == "translation.py":
        return
    for call in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in FUNCTIONS:
            first = call.args[1] if call.func.id in ("pgettext", "npgettext") else call.args[0]
            is_text = isinstance(first, ast.Constant) and isinstance(first.value, str)
            yield (
                (str(first.value), True)
                if isinstance(first, ast.Constant) and is_text
                else (
                    f"line {call.lineno}",
                    False,
                )
            )


def extracted(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Let Babel extract the messages of a file, with the context of each."""
    method = "jinja2.ext:babel_extract" if path.suffix == ".html" else "python"
    options = {"silent": "false"} if path.suffix == ".html" else {}
    for _line, message, _comments, context in extract(
        method, BytesIO(path.read_bytes()), DEFAULT_KEYWORDS, options=options
    ):
        yield message, context


@pytest.mark.parametrize("path", [*TEMPLATES, *SOURCES], ids=lambda path: path.name)
def test_all_apostrophes_are_of_one_kind(path: Path) -> None:
    straight = [message for message, _ in extracted(path) if "'" in "".join(message or "")]
    assert not straight, f"write ’ for the apostrophe in {straight}"


@pytest.mark.parametrize("path", [*TEMPLATES, *SOURCES], ids=lambda path: path.name)
def test_every_message_can_be_extracted(path: Path) -> None:
    messages = list(messages_of_template(path) if path.suffix == ".html" else messages_of_module(path))
    hidden = [text for text, is_text in messages if not is_text]
    assert not hidden, f"{path.name}: a message must be a plain text, not put together: {hidden}"
    found = {one if isinstance(one, str) else one[0] for one, _context in extracted(path)}
    assert {text for text, _is_text in messages} <= found


def marked(text: str) -> str:
    """Translate into the language of the tests: the text in brackets."""
    return f"⟦{text}⟧"


@pytest.fixture(scope="module")
def translated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A browser whose app speaks the language of the tests."""
    folder = tmp_path_factory.mktemp("translated")
    catalog = Catalog(locale="nl")
    for path in (*TEMPLATES, *SOURCES):
        for message, context in extracted(path):
            texts = marked(message) if isinstance(message, str) else tuple(map(marked, message[:2]))
            catalog.add(message if isinstance(message, str) else message[:2], texts, context=context)
    target = folder / "nl" / "LC_MESSAGES"
    target.mkdir(parents=True)
    with (target / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    app = create_app(read_settings({"SCOREKEEPER_INSTANCE": str(folder)}))
    with app.app_context():
        configuration = get_babel(app)
        configuration.locale_selector = lambda: "nl"
        configuration.translation_directories = [str(folder)]
        configuration.domain_instance = Domain([str(folder)], "messages")
    database: Database = app.extensions["scorekeeper"]
    upgrade(database)
    yield Client(app)
    database.close()


def outside_brackets(text: str) -> str:
    """Give what no message holds; messages can hold names, and each other."""
    depth, outside = 0, []
    for character in text:
        depth += (character == "⟦") - (character == "⟧")
        outside.append(character if depth == 0 and character != "⟧" else " ")
    return "".join(outside)


def untranslated(page: Page) -> list[str]:
    """List the words of a page that did not go through gettext: names of people and dates are none."""
    texts = [" ".join(page.root.itertext())]
    texts += [element.get(name, "") for element in elements(page.root) for name in SHOWN_ATTRIBUTES]
    known = {*PLAYERS, *(name[:length] for name in PLAYERS for length in (1, 2)), "mei"}
    known.update(words(format_date(datetime.date.today(), "EEEE MMMM MMM", locale="nl")))
    return [word for text in texts for word in words(outside_brackets(text)) if word not in known]


def test_the_whole_interface_speaks_another_language(translated: Client) -> None:
    running = stored(translated, a_game(3, open_round=Round("trump-clubs", ((0, 1), (2, 0)))))
    over = stored(translated, a_game(11))
    stopped = stored(translated, a_game(2, stopped=True))
    pages = [
        translated.get(address)
        for address in (
            "/",
            "/games/new",
            f"/games/{running}",
            f"/games/{running}?contract=",
            f"/games/{running}/settings",
            f"/games/{running}/rounds/1",
            f"/games/{running}/rounds/1?correct=1",
            f"/games/{running}/rounds/1/insert",
            f"/games/{over}",
            f"/games/{stopped}",
        )
    ]
    form = table(translated, running).form("/open/save")
    pages += [
        translated.get("/nowhere", expect=404),
        translated.get("/games/nowhere", expect=404),
        translated.submit(form, {"tally-tricks-0": "5"}, expect=422),
        translated.submit(form, forged={"tally-tricks-0": "4,0"}, expect=422),
        translated.submit(form, forged={"csrf_token": ""}, expect=400),
        translated.submit(translated.get("/games/new").form("/games/new"), expect=422),
        translated.submit(form, press="/cancel"),
        translated.submit(form, forged={"key": "another-key"}, expect=409),
        choose(translated, stored(translated, a_game(8)), "king-of-hearts"),
    ]
    pages += [translated.get(f"/games/{running}/history{step}") for step in ("", "/1", "/2")]
    assert all("⟦" in page.text() for page in pages)
    assert {page.address: found for page in pages if (found := untranslated(page))} == {}


def test_what_the_library_of_forms_says_is_in_our_catalogue_too(translated: Client) -> None:
    names = {f"players-{seat}": name for seat, name in enumerate(PLAYERS)}
    odd = {"rules": "whist", "first_dealer": "9", "played_on": "30 mei"}
    refused = translated.submit(translated.get("/games/new").form("/games/new"), names, forged=odd, expect=422)
    game = stored(translated, a_game(2))
    odd = {"seats-1": "7", "first_dealer": "9", "played_on": "2026-13-45"}
    settings = translated.get(f"/games/{game}/settings").form("/settings")
    refusals = [refused, translated.submit(settings, forged=odd, expect=422)]
    for page in refusals:
        assert len(page.errors) == 3
        assert [error for error in page.errors if not error.startswith("⟦")] == []
