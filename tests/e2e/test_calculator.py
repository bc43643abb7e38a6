"""The calculator as somebody uses it: the working and the address follow while he types, and nothing typed is lost."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Phones

DELAY = 200
"""Milliseconds after which what was typed is asked for."""


def asking(phones: Phones, query: str = "", **options: Any) -> Page:
    """Open the calculator on a phone."""
    player = phones(**options)
    # A newer question breaks off the one before it, which is meant.
    player.watch.restores = True
    player.go(f"/calculator{query}")
    return player.page


def query(page: Page) -> str:
    """Give the query of the page's address."""
    return urlsplit(page.url).query


def test_the_working_and_the_address_follow_what_is_typed(phones: Phones) -> None:
    page = asking(phones)
    loaded = page.evaluate("performance.timeOrigin")
    for seat, points in enumerate(("40", "60", "20", "10"), 1):
        page.locator(f"#raw{seat}").fill(points)
    expect(page.locator("#result .working tfoot td")).to_have_text(["+40", "+60", "+20", "+10"])
    expect(page.locator("#raw4")).to_be_focused()
    page.locator("label", has=page.locator("#double-1-2")).click()
    expect(page.locator("#result .working tfoot td")).to_have_text(["+20", "+80", "+20", "+10"])
    expect(page).to_have_url(page.locator("#whole-address").input_value())
    assert query(page) == "raw1=40&raw2=60&raw3=20&raw4=10&double=1-2"
    assert page.evaluate("performance.timeOrigin") == loaded


def test_another_contract_asks_for_other_numbers_and_keeps_names_and_doubles(phones: Phones) -> None:
    page = asking(phones, "?name1=Anna&raw1=-90&double=1-2")
    page.get_by_label("Contract").select_option("queens")
    expect(page.locator("#raw1")).to_have_value("-90")
    expect(page.get_by_label("raw points", exact=True)).to_be_checked()
    page.get_by_label("what each took", exact=True).check()
    expect(page.locator("#queens-1")).to_have_value("")
    page.locator("#queens-1").fill("4")
    expect(page.locator("#result .working tfoot td")).to_have_text(["−240", "+120", "0", "0"])
    page.get_by_label("Contract").select_option("last-trick")
    expect(page.locator("#waiting")).to_be_visible()
    page.locator("label", has=page.locator("#last-trick-3")).click()
    expect(page.locator("#result .working tfoot td")).to_have_text(["0", "0", "−50", "0"])
    expect(page.locator("#name1")).to_have_value("Anna")
    page.get_by_label("Contract").select_option("")
    expect(page.locator("#raw1")).to_have_value("-90")
    expect(page.locator("#double-1-2")).to_be_checked()


def test_what_is_no_number_stays_as_it_was_typed(phones: Phones) -> None:
    page = asking(phones, "?contract=queens")
    page.locator("#queens-1").press_sequentially("4,0")
    expect(page.locator("#queens-1-error")).to_be_visible()
    expect(page.locator("#queens-1")).to_have_value("4,0")
    expect(page.locator("#queens-1")).to_be_focused()
    page.locator("#queens-1").press("Backspace")
    page.locator("#queens-1").press("Backspace")
    expect(page.locator("#result .working tfoot td")).to_have_text(["−120", "0", "0", "0"])


def test_digits_alone_are_enough_for_points_below_zero_and_one_tap_doubles_everyone(phones: Phones) -> None:
    page = asking(phones)
    for seat, points in enumerate(("30", "90", "0", "0"), 1):
        page.locator(f"#raw{seat}").press_sequentially(points)
    page.locator("#other-sign-1").tap()
    expect(page.locator("#raw1")).to_have_value("-30")
    page.locator("#other-sign-2").tap()
    expect(page.locator("#raw2")).to_have_value("-90")
    page.locator("#everyone-2").tap()
    expect(page.locator("#everyone-2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#result .working tfoot td")).to_have_text(["+30", "−330", "+90", "+90"])
    # Enter is no tap on a button.
    page.locator("#raw3").press("Enter")
    expect(page.locator("#result .working tfoot td")).to_have_text(["+30", "−330", "+90", "+90"])
    assert query(page) == "raw1=-30&raw2=-90&raw3=0&raw4=0&double=2-1&double=2-3&double=2-4"


def test_what_was_typed_while_an_answer_was_on_its_way_stays(phones: Phones) -> None:
    player = phones()
    page = player.page
    page.clock.install()
    player.go("/calculator")
    player.stop_the_clock()
    with player.gate(re.compile("calculator")) as gate:
        page.locator("#raw1").press_sequentially("3")
        page.clock.run_for(DELAY)
        gate.held.append(gate.wait())
        page.locator("#raw1").press_sequentially("0")
        page.locator("#raw2").focus()
        gate.let_through()
        player.settled()
    page.clock.resume()
    expect(page.locator("#raw2")).to_be_focused()
    expect(page).to_have_url(re.compile("raw1=30"))
    expect(page.locator("#raw1")).to_have_value("30")


def test_the_code_stays_unfolded_and_follows_what_is_typed(phones: Phones) -> None:
    page = asking(phones, "?raw1=1&raw2=2&raw3=3&raw4=4")
    code = page.get_by_role("img", name="QR code of this link")
    expect(code).to_be_hidden()
    page.get_by_text("This address holds all that you entered.").tap()
    expect(code).to_be_visible()
    drawn = code.inner_html()
    page.locator("#raw4").fill("5")
    expect(page.get_by_label("Address of this calculation")).to_have_value(page.url.replace("raw4=4", "raw4=5"))
    expect(code).to_be_visible()
    assert code.inner_html() != drawn


def test_it_works_without_a_script(phones: Phones) -> None:
    page = asking(phones, java_script_enabled=False)
    page.locator("#raw1").fill("30")
    page.locator("#other-sign-1").click()
    expect(page.locator("#raw1")).to_have_value("-30")
    page.locator("#raw1").fill("")
    page.get_by_role("button", name="Work it out").click()
    expect(page).to_have_url(re.compile("[?&]raw1=&"))
    page.get_by_label("Contract").select_option("queens")
    page.get_by_role("button", name="Work it out").click()
    page.locator("#queens-1").fill("4")
    page.locator("#double-2-1").check(force=True)
    page.get_by_role("button", name="Work it out").click()
    expect(page.locator("#result .working tfoot td")).to_have_text(["−240", "+120", "0", "0"])
