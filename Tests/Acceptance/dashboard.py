"""The dashboard as a person at a browser uses it."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import requests
from playwright.sync_api import Locator, Page, expect

CONTROL = "/__mockpostly/v1"
MIRA = {"email": "mira.sol@example.com", "password": "mira.sol-postly"}
HOSTILE = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'
"""A text that would run if it were taken for markup."""


class Dashboard:
    """The page of a server, in a tab."""

    def __init__(self, page: Page, server, panel: str = "", **parameters):
        self.page = page
        self.server = server
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(address(server))
        expect(page.locator("main")).to_be_visible()
        if panel:
            self.show(panel, **parameters)

    def show(self, panel: str, **parameters):
        """Follows a link to a panel."""
        hash_ = f"#{panel}?{urlencode(parameters)}" if parameters else f"#{panel}"
        self.page.evaluate("hash => location.hash = hash", hash_)
        expect(self.main).to_have_class(f"panel {panel}")

    @property
    def main(self) -> Locator:
        return self.page.locator("main")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def button(self, name: str, inside: Locator | None = None) -> Locator:
        """The button with exactly this name."""
        return (inside or self.main).get_by_role("button", name=name, exact=True)

    def field(self, label: str, inside: Locator | None = None) -> Locator:
        """The field with exactly this label."""
        return (inside or self.main).get_by_label(label, exact=True)

    def show_more(self):
        """Opens the rest of the fields of the form in the dialog."""
        more = self.dialog.locator(".more-fields")
        expect(more).not_to_have_attribute("open", "")
        more.get_by_text("More conditions").click()

    def says(self, words: str):
        """A notice with these words is shown."""
        expect(self.page.locator(".notice").filter(has_text=words).first).to_be_visible()

    def assert_refused(self, field: Locator, words: str):
        """A field is marked, and the words of the refusal stand at it."""
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile(re.escape(words)))

    def assert_unhurt(self):
        """Nothing that the page has shown has run, and no code of its own has failed."""
        assert self.page.evaluate("window.hurt") is None
        assert self.errors == []


def address(server) -> str:
    """Where a server has its dashboard."""
    return f"{server.url}/__mockpostly/"


def open_dashboard(page: Page, server, place: str = "") -> Page:
    """Opens the dashboard at a place such as `#live`; errors of its scripts are kept."""
    page.script_errors = []
    page.on("pageerror", lambda error: page.script_errors.append(str(error)))
    page.on(
        "console",
        lambda message: "Content Security Policy" in message.text
        and page.script_errors.append(message.text),
    )
    page.goto(address(server) + place)
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    return page


def rows(page: Page):
    """The rows of Live that are drawn, without the names of the columns."""
    return page.locator("#rows .row:not(.head)")


def row(page: Page, text: str):
    """The newest row with a text."""
    return rows(page).filter(has_text=text).first


def notice(page: Page, text: str | re.Pattern):
    return expect(page.locator(".notice").filter(has_text=text).first).to_be_visible()


def control(server, method: str, path: str, body=None, status: int = 200, **options):
    answer = requests.request(
        method, server.url + CONTROL + path, json=body, timeout=60, **options
    )
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def sign_in(server, prefix: str = "") -> str:
    answer = requests.post(server.url + prefix + "/api/auth/login/email", json=MIRA, timeout=60)
    return answer.json()["accessToken"]


def publish(server, title: str, token: str | None = None, content: str = "Salt and sand."):
    return requests.post(
        server.url + "/api/posts",
        json={"title": title, "content": content},
        headers={"Authorization": f"Bearer {token or sign_in(server)}"},
        timeout=60,
    )
