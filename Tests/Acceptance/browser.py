"""A real browser for tests: Chromium of the system, driven by Playwright."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect, sync_playwright

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
APPLICATIONS = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]
ARGUMENTS = [
    "--no-sandbox",
    # Pages are short-lived and drawn by the processor: what prepares for more costs more than it saves.
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-software-rasterizer",
    "--num-raster-threads=1",
]
DEADLINE = 60_000
"""Milliseconds that a page may take; a failure, not a wait."""
expect.set_options(timeout=DEADLINE)
SCREENSHOTS = Path(__file__).resolve().parents[2] / ".build/screenshots"
PHONE = {"width": 320, "height": 640}
FAILED = pytest.StashKey[bool]()
"""Whether a test has failed so far."""


def chromium() -> str:
    """Where the browser is; fails with what to install when there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if not found and sys.platform == "darwin":
        found = next((path for path in APPLICATIONS if Path(path).exists()), None)
    if not found:
        pytest.fail(
            "these tests need Chromium: run scripts/install-libraries --test,"
            " or apt-get install chromium (macOS: brew install --cask chromium)",
            pytrace=False,
        )
    return found


@contextlib.contextmanager
def launched(playwright: Playwright, **variables: str):
    """A browser that runs with these variables besides the usual ones."""
    path = chromium()
    # The browser must not ask a proxy for the server of a test.
    environment = {name: text for name, text in os.environ.items() if "proxy" not in name.lower()}
    browser = playwright.chromium.launch(
        executable_path=path,
        args=ARGUMENTS,
        env={**environment, **variables},
    )
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def playwright():
    """The driver of all browsers of this process: `asyncio.run` does not work beside it, `apart.run` does."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    """One browser for all tests of this process; their contexts share nothing."""
    with launched(playwright) as browser:
        yield browser


@pytest.fixture
def make_context(browser, request):
    """Makes contexts, which share nothing: `make_context(color_scheme="dark", viewport=PHONE)`.

    What their pages show when the test fails is kept under .build/screenshots.
    """
    made: list[BrowserContext] = []

    def make(**options) -> BrowserContext:
        context = browser.new_context(**options)
        context.set_default_timeout(DEADLINE)
        made.append(context)
        return context

    yield make
    if request.node.stash.get(FAILED, False):
        keep_pictures(made, request.node.name)
    for context in made:
        context.close()


def keep_pictures(contexts: list[BrowserContext], test: str):
    """Keeps what the open pages show."""
    name = re.sub(r"[^\w-]+", "-", test).strip("-")
    pages = [page for context in contexts for page in context.pages if not page.is_closed()]
    for number, page in enumerate(pages, 1):
        # A page that still loads, or is stuck in a dialog, has none.
        with contextlib.suppress(Error):
            page.screenshot(path=SCREENSHOTS / f"{name}-{number}.png", timeout=5000)


@pytest.fixture
def browser_context(make_context) -> BrowserContext:
    """A context of its own for each test."""
    return make_context()


@pytest.fixture
def page(browser_context) -> Page:
    """A page of its own for each test."""
    return browser_context.new_page()


def assert_accessible(page: Page):
    """No rule of axe is broken on the page as it is now; those of colours in dark as well."""
    of_colors = {"runOnly": ["color-contrast", "link-in-text-block"]}
    for scheme, options in (("dark", of_colors), ("light", {})):
        page.emulate_media(color_scheme=scheme)
        found = broken_rules(page, options)
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"


def broken_rules(page: Page, options: dict) -> AxeResults:
    """What axe finds on the page, in which it stays."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    run = "async options => ({violations: (await axe.run(options)).violations})"
    return AxeResults(page.evaluate(run, {"resultTypes": ["violations"], **options}))


def assert_fits(page: Page):
    """Nothing makes the page scroll sideways."""
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, f"the page is {width} px too wide"


def in_each_width(page: Page) -> Iterator[int]:
    """Makes the page as wide as a phone, a tablet, a laptop and a large screen."""
    for width in (360, 768, 1280, 2560):
        page.set_viewport_size({"width": width, "height": 740})
        yield width
