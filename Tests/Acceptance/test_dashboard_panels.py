"""What holds for worlds, clock, faults, sockets and routes alike: sizes, axe, hostile texts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser import assert_accessible, assert_fits, in_each_width
from community import Person
from dashboard import HOSTILE, Dashboard
from worlds import Control

VIEWS = {
    "worlds": {"diff": "before"},
    "clock": {},
    "faults": {},
    "sockets": {},
    "routes": {"route": "PUT /api/posts/{id}"},
}
DIALOGS = {
    "worlds": ["New world", "Fork"],
    "faults": ["Add a fault", "Add a stub"],
    "sockets": ["Drop connections"],
}


@pytest.fixture(scope="module")
def busy_server(shared_server):
    """A server in which each panel has something to show, with texts that want to be markup."""
    long = "a" * 60
    with Control(shared_server) as control:
        for name in ["x", long]:
            control.send("POST", "/worlds", {"id": name, "scenario": "unicode"}, status=201)
        control.send("POST", "/snapshots", {"name": "before"}, status=201)
        ada = Person(shared_server)
        fault = {"fault": {"status": 503}, "match": {"header": {"X-A": HOSTILE * 3}}, "rate": 0.5}
        control.send("POST", "/faults", fault, status=201)
        order = {"match": {"path": f"/{long}/{long}"}, "response": {"body": HOSTILE * 3}}
        control.send("POST", "/stubs", order, status=201)
        event = {"topic": "community:feed", "event": HOSTILE, "payload": {"text": HOSTILE}}
        with ada.listen():
            control.send("POST", "/sockets/events", event)
            control.send("POST", "/sockets/events", {**event, "in": "1h"}, status=201)
            yield shared_server


def show(page, server, panel: str) -> Dashboard:
    dashboard = Dashboard(page, server, panel, **VIEWS[panel])
    page.wait_for_load_state("load")
    ready = {
        "worlds": ".difference .table",
        "clock": ".face",
        "faults": ".rule",
        "sockets": ".frame",
        "routes": ".tried",
    }
    expect(page.locator(ready[panel]).first).to_be_visible()
    return dashboard


@pytest.mark.parametrize("panel", VIEWS)
def test_axe_finds_nothing(busy_server, page, panel):
    dashboard = show(page, busy_server, panel)
    if panel == "routes":
        dashboard.button("Send").click()
        expect(page.locator(".answer")).to_be_visible()
    if panel == "sockets":
        page.locator(".frame").first.click()
    assert_accessible(page)
    for button in DIALOGS.get(panel, []):
        dashboard.button(button).click()
        expect(dashboard.dialog).to_be_visible()
        assert_accessible(page)
        page.keyboard.press("Escape")
        expect(dashboard.dialog).to_have_count(0)
    dashboard.assert_unhurt()


@pytest.mark.parametrize("panel", VIEWS)
def test_nothing_scrolls_sideways(busy_server, page, panel):
    dashboard = show(page, busy_server, panel)
    for width in in_each_width(page):
        assert_fits(page)
        excess = page.evaluate(
            "() => { const main = document.querySelector('main');"
            " return main.scrollWidth - main.clientWidth }"
        )
        assert excess <= 0, f"at {width} px the panel is {excess} px too wide"
    dashboard.assert_unhurt()


@pytest.mark.parametrize("panel", VIEWS)
def test_keys_are_listed(busy_server, page, panel):
    dashboard = show(page, busy_server, panel)
    dashboard.main.focus()
    page.keyboard.press("?")
    expect(dashboard.dialog.locator("kbd")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(dashboard.dialog).to_have_count(0)
