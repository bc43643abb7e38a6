"""The one client of all web tests: after each answer it holds the page to the house rules."""

from __future__ import annotations

from functools import cached_property
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.house_rules import check_headers, check_page
from tests.web.pages import Changes, Fields, Form, NotThere, Page, path_of

COOKIE = "scorekeeper"
AN_HTMX_REQUEST = {"HX-Request": "true", "HX-Request-Type": "partial", "Accept": "text/html"}


class Client:
    """A browser. Each method gives the page that comes, after it was found in order.

    `visited` are the links that were followed, so that none is followed twice.
    """

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.http: FlaskClient = app.test_client()
        self.visited: set[str] = set()
        self._page_name = "0123456789abcdef"
        self._sequence = 0

    def another_browser(self) -> Client:
        """Open another browser, which holds nothing."""
        return Client(self.app)

    def another_tab(self) -> Client:
        """Open another tab: the same browser, whose requests can be on their way at the same time."""
        tab = Client(self.app)
        if self.cookie:
            tab.cookie = self.cookie
        return tab

    @property
    def cookie(self) -> str:
        """The value of the one cookie, empty where there is none."""
        held = self.http.get_cookie(COOKIE)
        return "" if held is None else str(held.value)

    @cookie.setter
    def cookie(self, value: str) -> None:
        self.http.delete_cookie(COOKIE)
        if value:
            self.http.set_cookie(COOKIE, value)

    @property
    def browser_id(self) -> str:
        """The name by which the server knows this browser."""
        with self.http.session_transaction() as session:
            return str(session["browser"])

    def get(self, address: str, *, htmx: bool = False, expect: int = 200) -> Page:
        """Open an address; a 303 is followed, as browsers do."""
        answer = self.http.get(address, headers=AN_HTMX_REQUEST if htmx else {})
        page = self._arrived(answer, address, is_fragment=htmx)
        if page.status == 303:
            page = self._go_on(page)
        return self._expected(page, expect)

    def head(self, address: str) -> Page:
        """Ask for the headers only."""
        return self._read(self.http.head(address), address, is_fragment=False)

    def submit(
        self,
        form: Form,
        changes: Changes | None = None,
        *,
        press: str = "",
        forged: Changes | None = None,
        htmx: bool = False,
        follow: bool = True,
        expect: int = 200,
    ) -> Page:
        """Send a form that is on a page, filled in as a browser would.

        `changes` are what somebody types; `press` is the button, as `Form.button` finds it; `forged` are
        fields that no browser would send. With `htmx` the button's (or the form's) hx-post is used.
        """
        if form.element.get("method") == "get":
            query = "&".join(f"{name}={value}" for name, value in form.filled(changes, press, forged))
            return self.get(f"{form.action}?{query}", expect=expect)
        button = form.button(press)
        action = (button.get("formaction") if button is not None else "") or form.action
        if htmx:
            action = (button.get("hx-post") if button is not None else "") or form.element.get("hx-post") or ""
            if not action:
                raise NotThere(f"htmx does nothing with the form to {form.action}")
        return self.post(action, form.filled(changes, press, forged), htmx=htmx, follow=follow, expect=expect)

    def tap(self, form: Form, name: str, value: str | None, *, sequence: int | None = None, expect: int = 200) -> Page:
        """Tap one field of the open round, as static/js/10-entry.js sends it; None takes the tick away."""
        form.filled({name: value})
        self._sequence += 1
        kept = [(field, form.value(field) or "") for field in ("csrf_token", "key", "round")]
        tapped = [] if value is None else [(name, value)]
        told = [("only", name), ("page", self._page_name), ("sequence", str(sequence or self._sequence))]
        return self.post(form.element.attrib["hx-post"], [*kept, *tapped, *told], htmx=True, expect=expect)

    def post(self, address: str, fields: Fields, *, htmx: bool = False, follow: bool = True, expect: int = 200) -> Page:
        """Send fields to an address."""
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        answer = self.http.post(address, data=data, headers=AN_HTMX_REQUEST if htmx else {})
        page = self._arrived(answer, address, is_fragment=htmx)
        if htmx and page.status == 303 and expect != 303:
            raise AssertionError(f"{address} sends htmx on, which costs a second request: answer 200 and the fragment")
        if follow and page.status == 303:
            page = self._go_on(page)
        return self._expected(page, expect)

    def visit_links(self, page: Page) -> None:
        """Ask for all that a page links to and was not asked for yet: nothing may lead nowhere."""
        for address in sorted(page.links - self.visited):
            self.visited.add(address)
            with self.http.get(address) as answer:
                status = answer.status_code
            if status >= 400:
                raise AssertionError(f"{page.address} links to {address}, which answers {status}")

    @cached_property
    def _around(self) -> frozenset[str]:
        """The ids of the page around the part that htmx swaps."""
        shell = self.another_browser().get("/")
        return frozenset(
            name
            for name, element in shell.ids.items()
            if name != "main" and not any(above.get("id") == "main" for above in shell.ancestors(element))
        )

    def _read(self, answer: TestResponse, address: str, *, is_fragment: bool) -> Page:
        with answer:
            body = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""
        return Page.read(address, answer.status_code, answer.headers, body, is_fragment=is_fragment)

    def _arrived(self, answer: TestResponse, address: str, *, is_fragment: bool) -> Page:
        """Read an answer and hold it to the house rules."""
        page = self._read(answer, address, is_fragment=is_fragment)
        faults = check_headers(page, is_static=path_of(address).startswith("/static/dist/"))
        if (page.headers.get("Content-Type") or "").startswith("text/html") and not 300 <= page.status < 400:
            faults += check_page(page, self._around if is_fragment else frozenset())
        if faults:
            listed = "".join(f"\n  - {fault}" for fault in dict.fromkeys(faults))
            raise AssertionError(f"{address} ({page.status}) breaks house rules:{listed}")
        return page

    def _go_on(self, page: Page) -> Page:
        where = urlsplit(page.headers["Location"])
        assert not where.scheme, f"{page.address} sends the browser to another server"
        assert not where.netloc, f"{page.address} sends the browser to another server"
        there = where._replace(fragment="").geturl()
        arrived = self._arrived(self.http.get(there), there, is_fragment=False)
        if arrived.status == 303 and there.startswith("/k/"):
            # A browser that was never here comes to a link a second time, with its cookie.
            return self._go_on(arrived)
        assert arrived.status != 303, f"{page.address} sends the browser on twice"
        if where.fragment and arrived.status == 200:
            arrived.by_id(where.fragment)
        return arrived

    def _expected(self, page: Page, status: int) -> Page:
        if page.status != status:
            raise AssertionError(f"{page.address} answered {page.status}, not {status}: {page.text()[:600]}")
        return page
