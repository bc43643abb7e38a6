"""HTML as browsers read it: parsed by html5ever, the parser of Servo, into a tree of the standard library."""

from __future__ import annotations

from xml.etree.ElementTree import Element, TreeBuilder

from markupever import HtmlOptions, Parser, dom

_HTML = "http://www.w3.org/1999/xhtml"
_TYPED_ANYWAY = ("Bad character", "NullCharacter")
"""A control character that somebody typed is shown as it is: no fault of the page."""


def parse(text: str, *, is_fragment: bool) -> tuple[Element, list[str]]:
    """Parse as a browser without JavaScript does; return the root and what is wrong, in the parser's words.

    The root of a fragment is an element that is not in it. Tags and attributes of HTML have their plain names, those of
    other vocabularies "{namespace}name".
    """
    parser = Parser(HtmlOptions(full_document=not is_fragment, exact_errors=True))
    parser.process(text)
    parser.finish()
    faults = [fault for fault in parser.errors() if not any(typed in fault for typed in _TYPED_ANYWAY)]
    root = _tree(parser.into_dom(), is_fragment=is_fragment)
    for without_script in list(root.iter("noscript")):
        # The parser takes it for text, as browsers with JavaScript do.
        inside, more = parse(without_script.text or "", is_fragment=True)
        without_script.text = inside.text
        without_script.extend(inside)
        faults += more
    return root, faults


def _tree(document: dom.TreeDom, *, is_fragment: bool) -> Element:
    builder = TreeBuilder(insert_comments=True)
    if is_fragment:
        builder.start("fragment", {})
    for edge in document.root().traverse():
        node, is_closing = edge.node, edge.closed
        if isinstance(node, dom.Element):
            if is_closing:
                builder.end(_name(node.name.local, node.name.ns))
            else:
                builder.start(_name(node.name.local, node.name.ns), _attributes(node))
        elif is_closing:
            continue
        elif isinstance(node, dom.Text):
            builder.data(node.content)
        elif isinstance(node, dom.Comment):
            builder.comment(node.content)
    if is_fragment:
        builder.end("fragment")
    return builder.close()


def _attributes(element: dom.Element) -> dict[str, str]:
    return {_name(name.local, name.ns): value for name, value in element.attrs.items()}


def _name(local: str, namespace: str) -> str:
    return local if namespace in ("", _HTML) else f"{{{namespace}}}{local}"
