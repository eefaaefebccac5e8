"""Sign-in with Google as people do it: an app's page and the account chooser in Chromium."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import Page, expect

from browser import PHONE, assert_accessible, assert_fits
from googleapp import AUTHORIZE, MIRA_EMAIL
from googlepage import AppServer
from googleserver import strict  # noqa: F401
from worlds import Control

HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>\u202eevil ' + "w" * 60


@pytest.fixture
def world(strict):
    """A world of its own for each test."""
    with Control(strict) as control:
        yield control.make()


@pytest.fixture
def app(world):
    app = AppServer(world.url)
    yield app
    app.stop()


@pytest.fixture
def at_app(page, app) -> Page:
    """The app's page, once it can sign people in."""
    page.goto(app.url)
    expect(page.locator("#outcome")).to_have_text("ready")
    return page


def order(app, **more) -> str:
    """The query of an authorization request."""
    return urlencode(
        {
            "client_id": "page",
            "redirect_uri": app.url + "/callback",
            "response_type": "code",
            "scope": "openid email profile",
            **more,
        }
    )


def chooser(world, app, **more) -> str:
    return f"{world.url}{AUTHORIZE}?{order(app, **more)}"


def choose(page: Page, name: str):
    expect(page).to_have_title("Choose an account")
    page.get_by_role("button", name=name).click()


def assert_signed_in(page: Page, email: str, name: str):
    """The app knows the person, and so does Postly."""
    expect(page.locator("#outcome")).to_have_text("signed in")
    person = json.loads(page.locator("#person").inner_text())
    assert (person["email"], person["name"]) == (email, name)
    user = json.loads(page.locator("#postly").inner_text())["user"]
    assert (user["email"], user["name"], user["userId"]) == (email, name, person["sub"])


# MARK: The app


@pytest.mark.parametrize("button", ["Sign in", "Sign in without a code"])
def test_somebody_of_the_world_signs_in(at_app, button):
    at_app.get_by_role("button", name=button, exact=True).click()
    choose(at_app, "Mira Sol")
    assert_signed_in(at_app, MIRA_EMAIL, "Mira Sol")


def test_somebody_new_signs_in(at_app):
    at_app.get_by_role("button", name="Sign in", exact=True).click()
    at_app.get_by_label("Name", exact=True).fill("  ")
    at_app.get_by_label("E-mail", exact=True).fill("ada@example.com")
    at_app.get_by_role("button", name="Sign in").click()
    name = at_app.get_by_label("Name", exact=True)
    expect(name).to_have_accessible_description("Enter a name.")
    expect(at_app.get_by_label("E-mail", exact=True)).to_have_value("ada@example.com")
    assert_accessible(at_app)
    name.fill("Ada Byron")
    at_app.get_by_role("button", name="Sign in").click()
    assert_signed_in(at_app, "ada@example.com", "Ada Byron")
    # From now on she is the first of the people.
    at_app.get_by_role("button", name="Sign in", exact=True).click()
    choose(at_app, "Ada Byron")
    assert_signed_in(at_app, "ada@example.com", "Ada Byron")


def test_access_is_denied(at_app):
    at_app.get_by_role("button", name="Sign in", exact=True).click()
    choose(at_app, "Access is denied")
    expect(at_app.locator("#outcome")).to_have_text("access_denied")


def test_a_popup(at_app):
    with at_app.expect_popup() as opened:
        at_app.get_by_role("button", name="Sign in by popup").click()
    choose(opened.value, "Mira Sol")
    assert_signed_in(at_app, MIRA_EMAIL, "Mira Sol")


def test_a_popup_is_closed(at_app):
    with at_app.expect_popup() as opened:
        at_app.get_by_role("button", name="Sign in by popup").click()
    popup = opened.value
    with popup.expect_event("close"):
        choose(popup, "The window is closed")
    expect(at_app.locator("#outcome")).to_have_text("the window was closed")


def test_the_window_of_the_app_itself_stays(world, app, page):
    page.goto(chooser(world, app))
    choose(page, "The window is closed")
    expect(page.get_by_role("heading")).to_have_text("You can close this window")
    assert_accessible(page)


def test_an_answer_by_a_form(world, app, page):
    page.goto(chooser(world, app, response_mode="form_post", state="s & <t>"))
    choose(page, "Mira Sol")
    expect(page).to_have_url(app.url + "/callback")
    ((origin, body),) = app.posted
    given = parse_qs(body)
    assert given["state"] == ["s & <t>"] and given["code"][0].startswith("4/0")
    assert origin == world.url.partition("/w/")[0]


# MARK: The page


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}])
def test_the_page_suits_everybody(world, app, make_context, viewport):
    page = make_context(viewport=viewport).new_page()
    page.goto(chooser(world, app, login_hint=MIRA_EMAIL))
    expect(page.get_by_role("heading", name="The app asks for")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.goto(f"{world.url}{AUTHORIZE}?client_id=page")
    expect(page.get_by_role("heading")).to_have_text("Access blocked: authorization error")
    assert_accessible(page)
    assert_fits(page)


def test_without_script(world, app, make_context):
    page = make_context(java_script_enabled=False).new_page()
    page.goto(chooser(world, app, response_mode="form_post"))
    choose(page, "Mira Sol")
    page.get_by_role("button", name="Continue").click()
    expect(page).to_have_url(app.url + "/callback")
    assert len(app.posted) == 1


def test_by_keyboard(world, app, page):
    page.goto(chooser(world, app, login_hint=MIRA_EMAIL))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Mira Sol")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(app.url + "/callback?code=*")


def test_many_people(world, app, page):
    session = world.session()
    for number in range(25):
        person = {"email": f"guest{number}@example.net", "name": f"Guest {number}", "password": "p"}
        answer = session.post(world.url + "/api/auth/register", json=person)
        assert answer.status_code == 201
    page.goto(chooser(world, app))
    people = page.get_by_role("listitem")
    expect(people).to_have_count(20)
    assert_accessible(page)
    page.get_by_role("link", name="Next page").click()
    expect(page.get_by_role("link", name="Previous page")).to_be_visible()
    page.get_by_label("Name or e-mail").fill("GUEST2")
    page.get_by_role("button", name="Search").click()
    expect(people).to_have_count(6)
    page.get_by_label("Name or e-mail").fill("nobody at all")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("Nobody has that in their name or address.")).to_be_visible()


def test_hostile_texts_are_texts(world, app, page):
    session = world.session()
    person = {"email": "hostile@example.com", "name": HOSTILE, "password": "p"}
    assert session.post(world.url + "/api/auth/register", json=person).status_code == 201
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("dialog", lambda dialog: problems.append(dialog.message))
    page.set_viewport_size(PHONE)
    hint = '"><script>alert(3)</script>@example.com'
    page.goto(
        chooser(world, app, client_id=HOSTILE, state=HOSTILE, login_hint=hint, people="hostile")
    )
    expect(page.get_by_label("E-mail", exact=True)).to_have_value(hint)
    assert page.locator("img").count() == 0 and page.locator("script").count() == 1
    assert_fits(page)
    page.get_by_role("button", name="hostile@example.com").click()
    page.wait_for_url(app.url + "/callback?*")
    assert [problem for problem in problems if "order" not in problem] == []


def test_no_other_page_frames_it(world, app, page):
    page.goto(app.url)
    page.evaluate(
        """(address) => {
            const frame = document.createElement("iframe");
            frame.src = address;
            document.body.append(frame);
            return new Promise((loaded) => { frame.onload = loaded; });
        }""",
        chooser(world, app),
    )
    assert "Choose an account" not in page.frames[-1].content()
