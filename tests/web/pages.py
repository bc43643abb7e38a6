"""Pages as the tests see them: parsed by a real HTML parser, with their forms filled in as a browser would.

Tests name elements by id, class, field and address, never by the words on them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from werkzeug.datastructures import Headers

from tests.web.html import parse

Fields = list[tuple[str, str]]
Changes = Mapping[str, str | None]
"""Field → the value to type or tick, None to take the tick away."""

_SPACE = re.compile(r"\s+")


class NotThere(AssertionError):
    """What a test looks for is not on the page, or a browser could not do it there."""


def elements(root: Element) -> Iterator[Element]:
    """Walk all elements in the order of the document, comments left out."""
    return filter(is_element, root.iter())


def is_element(node: Element) -> bool:
    """Tell elements from comments: in ElementTree a comment has a function for a tag."""
    tag: object = node.tag
    return isinstance(tag, str)


def text_of(element: Element, *, spoken: bool = False) -> str:
    """Give the text of an element in one line; `spoken` leaves out what is hidden from screen readers."""
    parts: list[str] = []

    def gather(one: Element) -> None:
        if not is_element(one) or (spoken and one.get("aria-hidden") == "true"):
            return
        parts.append(one.get("aria-label", "") if spoken and one is not element else "")
        parts.append(one.text or "")
        for child in one:
            gather(child)
            parts.append(child.tail or "")

    gather(element)
    return _SPACE.sub(" ", "".join(parts)).strip()


def number_of(text: str) -> int:
    """Read points as pages write them: "+1,820", "−30", "0"."""
    return int(text.replace(",", "").replace("\N{MINUS SIGN}", "-"))


@dataclass(frozen=True)
class Page:
    """An answer of the server. `faults` are what the parser found wrong with its HTML."""

    address: str
    status: int
    headers: Headers
    body: str
    is_fragment: bool
    root: Element
    faults: tuple[str, ...] = ()
    parents: Mapping[Element, Element] = field(default_factory=dict)

    @classmethod
    def read(cls, address: str, status: int, headers: Headers, body: str, *, is_fragment: bool) -> Page:
        """Parse an answer, as a browser without JavaScript does."""
        root, faults = Element("nothing"), list[str]()
        if (headers.get("Content-Type") or "").startswith("text/html") and not 300 <= status < 400:
            root, faults = parse(body, is_fragment=is_fragment)
        parents = {child: parent for parent in elements(root) for child in parent}
        return cls(address, status, headers, body, is_fragment, root, tuple(faults), parents)

    @cached_property
    def ids(self) -> dict[str, Element]:
        """The elements that have an id."""
        return {element.attrib["id"]: element for element in elements(self.root) if "id" in element.attrib}

    def __contains__(self, element_id: object) -> bool:
        return element_id in self.ids

    def by_id(self, element_id: str) -> Element:
        """Find an element by its id."""
        if element_id not in self.ids:
            raise NotThere(f"nothing on {self.address} ({self.status}) has the id {element_id!r}")
        return self.ids[element_id]

    def all(self, tag: str = "", within: Element | None = None, **attributes: str) -> list[Element]:
        """Find elements by tag and attributes; `class_` is one of an element's classes."""
        wanted_class = attributes.pop("class_", "")
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in elements(self.root if within is None else within)
            if (not tag or element.tag == tag)
            and (not wanted_class or wanted_class in element.get("class", "").split())
            and all(element.get(name) == value for name, value in wanted.items())
        ]

    def text(self, element_id: str = "") -> str:
        """Give the text of an element, or of the whole page."""
        return text_of(self.by_id(element_id) if element_id else self.root)

    def ancestors(self, element: Element) -> Iterator[Element]:
        """Walk from an element's parent up."""
        while (above := self.parents.get(element)) is not None:
            yield above
            element = above

    @cached_property
    def forms(self) -> list[Form]:
        """All forms, in the order of the page."""
        return [Form(self, element) for element in self.all("form")]

    def form(self, ending: str, number: int = 0) -> Form:
        """Find the form (the first, unless another `number` is asked for) whose address ends so."""
        found = [form for form in self.forms if form.action.endswith(ending)]
        if len(found) <= number:
            there = [form.action for form in self.forms]
            raise NotThere(f"no form to …{ending} on {self.address} ({self.status}); there are {there}")
        return found[number]

    def has_form(self, ending: str) -> bool:
        """Tell whether there is a form whose address ends so."""
        return any(form.action.endswith(ending) for form in self.forms)

    def has_button(self, ending: str) -> bool:
        """Tell whether a button sends its form to an address that ends so."""
        return any(button.get("formaction", "").endswith(ending) for button in self.all("button"))

    def link(self, ending: str) -> str:
        """Find the address of a link, by how it ends."""
        found = [link.get("href", "") for link in self.all("a") if link.get("href", "").endswith(ending)]
        if not found:
            raise NotThere(f"no link to …{ending} on {self.address}")
        return found[0]

    @property
    def links(self) -> set[str]:
        """Where the page leads, and what it loads: addresses without the part after #."""
        found = {link.get("href", "") for tag in ("a", "link") for link in self.all(tag)}
        found |= {part.get("src", "") for part in elements(self.root) if "src" in part.attrib}
        return {address.partition("#")[0] for address in found} - {""}

    @property
    def errors(self) -> list[str]:
        """The sentences that stand at fields."""
        return [text_of(element) for element in self.all(class_="error")]

    @property
    def problems(self) -> str:
        """The summary of what is wrong, at the top of a form."""
        return " ".join(text_of(element) for element in self.all(class_="problems"))


@dataclass(frozen=True)
class Form:
    """A form on a page."""

    page: Page
    element: Element

    @property
    def action(self) -> str:
        """Where it is sent to."""
        return self.element.get("action", "")

    @cached_property
    def controls(self) -> list[Element]:
        """Its fields in the order of the page, buttons left out."""
        own = self.element.get("id")
        return [
            element
            for element in elements(self.page.root)
            if element.tag in ("input", "select", "textarea")
            and element.get("type") not in ("submit", "button", "reset", "image")
            and "name" in element.attrib
            and "disabled" not in element.attrib
            and (element.get("form") == own if "form" in element.attrib else self._holds(element))
        ]

    def _holds(self, element: Element) -> bool:
        return self.element in self.page.ancestors(element)

    def button(self, press: str = "") -> Element | None:
        """Find a button by "name=value" or by how its `formaction` ends; without either the first one."""
        found = [button for button in self.page.all("button", self.element) if button.get("type") != "button"]
        if not press:
            return found[0] if found else None
        for button in found:
            if press in (f"{button.get('name')}={button.get('value', '')}",):
                return button
            if press.startswith("/") and button.get("formaction", "").endswith(press):
                return button
        raise NotThere(f"no button {press!r} in the form to {self.action} on {self.page.address}")

    def filled(self, changes: Changes | None = None, press: str = "", forged: Changes | None = None) -> Fields:
        """Give what a browser sends: every field as it stands, with the changes that somebody makes.

        `forged` are fields that no browser would send from this form, or None to leave a field out.
        """
        wanted = dict(changes or {})
        sent: Fields = []
        done: set[str] = set()
        for control in self.controls:
            name = control.attrib["name"]
            if name in wanted:
                if name not in done:
                    done.add(name)
                    sent += self._typed(name, wanted[name])
            elif (value := _value(control)) is not None:
                sent.append((name, value))
        if missing := wanted.keys() - done:
            raise NotThere(f"the form to {self.action} on {self.page.address} has no field {sorted(missing)}")
        button = self.button(press)
        if button is not None and "name" in button.attrib:
            sent.append((button.attrib["name"], button.get("value", "")))
        for name, value in (forged or {}).items():
            sent = [pair for pair in sent if pair[0] != name]
            sent += [] if value is None else [(name, value)]
        return sent

    def _typed(self, name: str, value: str | None) -> Fields:
        controls = [control for control in self.controls if control.get("name") == name]
        first = controls[0]
        if first.tag == "select":
            offered = [_option_value(option) for option in self.page.all("option", first)]
        elif first.get("type") in ("radio", "checkbox"):
            offered = [control.get("value", "on") for control in controls if control.get("type") != "hidden"]
        elif first.get("type") == "hidden":
            raise NotThere(f"{name} is a hidden field: nobody can type into it")
        else:
            return [(name, value or "")]
        if value is None:
            return []
        if value not in offered:
            raise NotThere(f"{name} offers {offered}, not {value!r}")
        return [(name, value)]

    def value(self, name: str) -> str | None:
        """Give what a field holds now: its text, or the choice that is made; None where none is."""
        values = [value for control in self.controls if control.get("name") == name for value in [_value(control)]]
        if not values:
            raise NotThere(f"the form to {self.action} on {self.page.address} has no field {name}")
        return next((value for value in values if value is not None), None)

    def has(self, name: str) -> bool:
        """Tell whether there is a field of this name."""
        return any(control.get("name") == name for control in self.controls)

    def values(self) -> dict[str, str]:
        """Give all fields as they stand."""
        return dict(self.filled())


def _value(control: Element) -> str | None:
    """Give what a browser sends for a field that nobody touched, None for nothing."""
    if control.tag == "select":
        options = [element for element in elements(control) if element.tag == "option"]
        chosen = [option for option in options if "selected" in option.attrib]
        return _option_value((chosen or options)[0]) if options else None
    if control.tag == "textarea":
        return control.text or ""
    if control.get("type") in ("radio", "checkbox"):
        return control.get("value", "on") if "checked" in control.attrib else None
    return control.get("value", "")


def _option_value(option: Element) -> str:
    return option.get("value", text_of(option))


def path_of(address: str) -> str:
    """Give an address without its query and without the part after #."""
    return urlsplit(address).path
