"""The house rules of pages. Each fault that is found names the remedy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from tests.web.pages import Page, elements, is_element, text_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
YEAR = 365 * 24 * 60 * 60

_NAMED_ELSEWHERE = ("aria-describedby", "aria-labelledby", "aria-controls", "aria-owns", "for", "list", "form")
_ADDRESSES = ("href", "src", "action", "formaction", "poster", "data", "srcset", "{http://www.w3.org/1999/xlink}href")
_HTMX_REQUESTS = ("hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete")
_TYPED = ("input", "select", "textarea")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_INTERACTIVE = frozenset({"a", "button", "input", "select", "textarea", "label", "details", "summary"})
_PHRASING_ONLY = frozenset({"span", "b", "i", "em", "strong", "small", "bdi", "label", "button", "p", *_HEADINGS})
_BLOCKS = frozenset(
    {"div", "p", "ul", "ol", "li", "table", "form", "section", "fieldset", "details", "header", "main", *_HEADINGS}
)

Rule = Callable[[Page], Iterator[str]]


def check_headers(page: Page, *, is_static: bool = False) -> list[str]:
    """List what is wrong with an answer's headers."""
    # Addresses that are keys; on one of them is a form, whose check needs the server's name.
    keys = {"/k/": "no-referrer", "/c/": "strict-origin"} if page.address[3:] else {}
    wanted = HEADERS | {"Referrer-Policy": keys.get(page.address[:3], HEADERS["Referrer-Policy"])}
    if is_static and page.status < 400:
        wanted = {"X-Content-Type-Options": "nosniff"}
    faults = [
        f"{name} is {page.headers.get(name)!r}, not {value!r}: see scorekeeper/web/security.py"
        for name, value in wanted.items()
        if page.headers.get(name) != value and page.status != 304
    ]
    if "unsafe" in (page.headers.get("Content-Security-Policy") or ""):
        faults.append("the policy allows something unsafe: put it into a file under static/")
    said = {part.strip() for part in (page.headers.get("Cache-Control") or "").split(",")}
    if is_static and page.status in (200, 304):
        if not {f"max-age={YEAR}", "immutable"} <= said:
            faults.append(f"a hashed file must be kept for a year, not {sorted(said)}: see scorekeeper/app.py")
    elif said != {"private", "no-cache"}:
        faults.append(f"Cache-Control is {sorted(said)}: a page must be “private, no-cache”, see web/security.py")
    for cookie in page.headers.getlist("Set-Cookie"):
        if not all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/")):
            faults.append(f"a cookie must be HttpOnly, SameSite=Lax, Path=/: {cookie}")
    if page.status in (301, 302, 307, 308):
        faults.append("after a form a browser is sent on with 303: use web.requests.see_other")
    return faults


def check_page(page: Page, outside: frozenset[str] = frozenset()) -> list[str]:
    """List what is wrong with a page or fragment; `outside` are the ids of the page around a fragment."""
    faults = [f"HTML: {fault}" for fault in page.faults]
    for rule in (
        _whole_page,
        _one_heading,
        _heading_order,
        _unique_ids,
        _labels,
        _names_of_what_is_pressed,
        _forms,
        _htmx,
        _nothing_inline,
        _own_server,
        _content,
        _no_minus_zero,
    ):
        faults += rule(page)
    faults += _pointers(page, outside)
    return faults


def _shown(element: Element) -> str:
    attributes = " ".join(f'{name}="{value}"' for name, value in list(element.attrib.items())[:4])
    return f"<{element.tag} {attributes}>"


def _whole_page(page: Page) -> Iterator[str]:
    if page.is_fragment:
        roots = [child for child in page.root if is_element(child)]
        if [root.get("id") for root in roots] != ["main"]:
            yield "a fragment has one root, with the id “main”: it is what htmx swaps"
        return
    html = page.root
    if not html.get("lang"):
        yield "<html> has no lang: extend base.html"
    titles = [title for title in page.all("title") if title in page.all("title", html[0])]
    if len(titles) != 1 or not text_of(titles[0]):
        yield "the page needs one <title> with a text: fill the block “title”"
    if len(page.all("main")) != 1 or "main" not in page:
        yield "the page needs one <main id=main>"


def _one_heading(page: Page) -> Iterator[str]:
    found = page.all("h1")
    if len(found) != 1 or not text_of(found[0]):
        yield f"there must be just one h1 with a text, not {[text_of(one) for one in found]}"


def _heading_order(page: Page) -> Iterator[str]:
    last = 0
    for element in elements(page.root):
        if element.tag in _HEADINGS:
            level = int(element.tag[1])
            if level > last + 1:
                yield f"h{level} “{text_of(element)}” comes after h{last}: no level may be left out"
            if not text_of(element):
                yield f"{_shown(element)} is empty"
            last = level


def _unique_ids(page: Page) -> Iterator[str]:
    seen: set[str] = set()
    for element in elements(page.root):
        own = element.get("id")
        if own is None:
            continue
        if own in seen:
            yield f"two elements have the id {own!r}: add what tells them apart"
        if not own or re.search(r"\s", own):
            yield f"{own!r} is no id: it is empty or has a space in it"
        seen.add(own)


def _labels(page: Page) -> Iterator[str]:
    labelled = {label.get("for") for label in page.all("label") if text_of(label, spoken=True)}
    for element in elements(page.root):
        if element.tag not in _TYPED or element.get("type") in ("hidden", "submit", "button"):
            continue
        around = any(above.tag == "label" and text_of(above, spoken=True) for above in page.ancestors(element))
        named = element.get("aria-label") or element.get("aria-labelledby")
        if not (around or named or (element.get("id") in labelled and element.get("id"))):
            yield f"{_shown(element)} has no label: add <label for>, or aria-label"


def _names_of_what_is_pressed(page: Page) -> Iterator[str]:
    for element in elements(page.root):
        if element.tag not in ("a", "button", "summary") or element.get("aria-hidden") == "true":
            continue
        if not (element.get("aria-label") or text_of(element, spoken=True)):
            yield f"{_shown(element)} says nothing to a screen reader: add a text or aria-label"
        if element.tag == "a" and not element.get("href"):
            yield f"{_shown(element)} has no href: it must work without JavaScript"


def _pointers(page: Page, outside: frozenset[str]) -> Iterator[str]:
    known = page.ids.keys() | outside
    for element in elements(page.root):
        for attribute in _NAMED_ELSEWHERE:
            for wanted in element.get(attribute, "").split():
                if wanted not in known:
                    yield f"{_shown(element)}: {attribute} names {wanted!r}, and nothing has that id"
        address = element.get("href", "")
        if address.startswith("#") and address[1:] not in known:
            yield f"{_shown(element)} leads to {address}, and nothing has that id"


def _forms(page: Page) -> Iterator[str]:
    for form in page.forms:
        method = form.element.get("method", "").lower()
        if not form.action or method not in ("get", "post"):
            yield f"{_shown(form.element)} needs action and method: it must work without JavaScript"
        fields = [control.get("name") for control in form.controls]
        if method == "post":
            for name in ("csrf_token", "key"):
                if fields.count(name) != 1 or not form.value(name):
                    yield f"the form to {form.action} needs one {name}: say m.hidden() in it"
        elif "csrf_token" in fields:
            yield f"the form to {form.action} shows its token in the address: leave m.hidden() out of it"
        enter = form.button()
        typed = any(control.get("type") != "hidden" for control in form.controls)
        if enter is not None and typed and (enter.get("name") or enter.get("formaction", form.action) != form.action):
            yield f"Enter in the form to {form.action} presses {_shown(enter)}: put the button that saves first"
        if enter is None:
            yield f"the form to {form.action} has no button: nobody can send it without JavaScript"


def _inherited(page: Page, element: Element, name: str) -> str:
    """Find an attribute of htmx 4: the element's own, or that of one above which says `:inherited`."""
    own = element.get(name) or element.get(f"{name}:inherited")
    if own:
        return own
    return next((value for above in page.ancestors(element) if (value := above.get(f"{name}:inherited"))), "")


def _htmx(page: Page) -> Iterator[str]:
    for element in elements(page.root):
        for attribute in _HTMX_REQUESTS:
            if attribute not in element.attrib:
                continue
            address, target = element.attrib[attribute], _inherited(page, element, "hx-target")
            if not target:
                yield f"{_shown(element)} has no hx-target, its own or inherited: htmx would put the answer into it"
            elif target.startswith("#") and target[1:] not in page.ids:
                yield f"{_shown(element)}: its hx-target {target} is not there"
            if element.tag == "a" and element.get("href") != address:
                yield f"{_shown(element)}: href and {attribute} must be the same"
            if element.tag == "button":
                form = next((above for above in page.ancestors(element) if above.tag == "form"), None)
                without = element.get("formaction") or (form.get("action", "") if form is not None else "")
                if without != address:
                    yield f"{_shown(element)}: formaction and {attribute} must be the same"


def _nothing_inline(page: Page) -> Iterator[str]:
    for element in elements(page.root):
        if element.tag == "style" or (element.tag == "script" and ("src" not in element.attrib or element.text)):
            yield f"{_shown(element)} is inline, which the policy forbids: put it into a file under static/"
        for name, value in element.attrib.items():
            if name == "style" or name.startswith("on"):
                yield f"{_shown(element)}: {name} is inline, which the policy forbids: use static/ and data-"
            if name.startswith("hx-on") or value.strip().lower().startswith(("js:", "javascript:")):
                yield f"{_shown(element)}: {name} needs eval, which the policy forbids"
            if name.startswith("hx-trigger") and "[" in value:
                yield f"{_shown(element)}: a filter in brackets needs eval, which the policy forbids"


def _own_server(page: Page) -> Iterator[str]:
    for element in elements(page.root):
        for name in (*_ADDRESSES, *_HTMX_REQUESTS):
            address = element.get(name)
            if address is None:
                continue
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or address.startswith(("//", "\\")):
                yield f"{_shown(element)}: {name} leads away from this server"


def _content(page: Page) -> Iterator[str]:
    """Hold elements to what HTML lets them contain, where the parser itself is lenient."""
    for element in elements(page.root):
        around = page.parents.get(element)
        parent = "" if around is None else str(around.tag)
        if element.tag in _BLOCKS and parent in _PHRASING_ONLY:
            yield f"{_shown(element)} may not stand in <{parent}>"
        if element.tag == "li" and parent not in ("ul", "ol", "menu"):
            yield f"{_shown(element)} may not stand in <{parent}>"
        if parent in ("ul", "ol") and element.tag not in ("li", "template"):
            yield f"{_shown(element)} may not stand in <{parent}>"
        if element.tag in _INTERACTIVE and any(above.tag in ("a", "button") for above in page.ancestors(element)):
            yield f"{_shown(element)} may not stand in a link or button"
        if element.tag == "label" and sum(part.tag in _TYPED for part in elements(element)) > 1:
            yield f"{_shown(element)} labels more than one field"


def _no_minus_zero(page: Page) -> Iterator[str]:
    said = [text_of(page.root), *(element.get("aria-label", "") for element in elements(page.root))]
    for text in said:
        # “−30 − 0” takes zero away from a number, which is another matter.
        if re.search(r"(?<!\d )\N{MINUS SIGN}\s?0|(?<![\w\-])-0\b", text):
            yield "zero is written 0, never −0"
