"""The dashboard in a browser, as a person uses it."""

from __future__ import annotations

import re

import requests
from playwright.sync_api import Page, expect

CONTROL = "/__mockpostly/v1"
MIRA = {"email": "mira.sol@example.com", "password": "mira.sol-postly"}

expect.set_options(timeout=30_000)


def open_dashboard(page: Page, server, place: str = "") -> Page:
    """Opens the dashboard at a place such as `#live`; errors of its scripts are kept."""
    page.script_errors = []
    page.on("pageerror", lambda error: page.script_errors.append(str(error)))
    page.on(
        "console",
        lambda message: "Content Security Policy" in message.text
        and page.script_errors.append(message.text),
    )
    page.goto(f"{server.url}/__mockpostly/{place}")
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
        method, server.url + CONTROL + path, json=body, timeout=30, **options
    )
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def sign_in(server, prefix: str = "") -> str:
    answer = requests.post(server.url + prefix + "/api/auth/login", json=MIRA, timeout=30)
    return answer.json()["access_token"]


def publish(server, title: str, token: str | None = None, content: str = "Salt and sand."):
    return requests.post(
        server.url + "/api/posts",
        json={"title": title, "content": content},
        headers={"Authorization": f"Bearer {token or sign_in(server)}"},
        timeout=30,
    )
