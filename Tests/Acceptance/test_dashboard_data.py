"""The panel Data of the dashboard, in a browser: the records of a world, looked at and changed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser import PHONE, SCHEMES, assert_accessible, assert_fits
from conftest import MIRA
from postly import create_post, log_in
from test_data_control import HOSTILE, Data
from worlds import MIRA_EMAIL, Control, World

WIDE = {"width": 2560, "height": 1200}


@pytest.fixture
def control(shared_server):
    with Control(shared_server) as control:
        yield control


@pytest.fixture
def data(control):
    world = control.make()
    yield Data(control, world)
    control.delete(world.id)


class Panel:
    """The panel as a person uses it."""

    def __init__(self, page, world: World):
        self.page = page
        self.world = world
        self.faults = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("dialog", lambda dialog: (self.faults.append(dialog.message), dialog.dismiss()))

    def open(self, address: str):
        place = f"http://localhost:{self.world.server.port}/__mockpostly/"
        self.page.goto(f"{place}#data?world={self.world.id}&{address}")
        expect(self.page.locator("section.list")).to_have_attribute("aria-busy", "false")
        return self

    def row(self, text: str):
        return self.page.locator("tbody tr", has_text=text)

    def press(self, name: str):
        self.page.get_by_role("button", name=name, exact=True).click()

    def fill(self, name: str, text: str):
        self.page.locator(f"#field-{name}").fill(text)

    def told(self, name: str):
        """The words at a field of a form."""
        return self.page.locator(f"#field-{name}-words")


@pytest.fixture
def panel(page, data):
    panel = Panel(page, data.world)
    yield panel
    assert panel.faults == []


def test_a_post_is_added_changed_and_deleted(panel, data):
    panel.open("c=posts")
    panel.press("Add a post")
    panel.page.get_by_role("dialog").get_by_role("button", name="Add").click()
    expect(panel.told("title")).to_contain_text("required")
    panel.fill("title", "Seen by all")
    panel.fill("content", "Some words")
    panel.fill("author", "nobody@example.com")
    panel.page.get_by_role("dialog").get_by_role("button", name="Add").click()
    expect(panel.told("author")).to_contain_text("User not found")
    panel.fill("author", MIRA_EMAIL)
    panel.page.get_by_role("dialog").get_by_role("button", name="Add").click()
    record = panel.page.locator(".record")
    expect(record).to_contain_text("seen-by-all")
    expect(panel.row("Seen by all")).to_have_count(1)
    id = re.search(r"id=([0-9a-f]{24})", panel.page.url)[1]
    panel.press("Change")
    panel.fill("title", "Known to all")
    panel.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(record).to_contain_text("known-to-all")
    shown = data.world.ask("GET", f"/api/posts/{id}").json()
    assert shown["title"] == "Known to all" and shown["content"] == "Some words"
    panel.press("Delete")
    panel.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(panel.row("Known to all")).to_have_count(0)
    assert data.world.ask("GET", f"/api/posts/{id}").status == 404


def test_what_another_client_changes_is_marked(panel, data):
    panel.open("c=posts")
    expect(panel.page.locator("tbody tr")).to_have_count(50)
    with data.world.connect() as connection:
        create_post(connection, log_in(connection, **MIRA), "Written elsewhere")
    row = panel.row("Written elsewhere")
    expect(row).to_contain_text("changed")
    expect(panel.page.locator(".pager")).to_contain_text("Just now")


def test_search_order_pages_and_their_address(panel, data):
    panel.open("c=people")
    people = data.collections()["people"]["count"]
    panel.page.locator("#search").fill("MIRA.SOL")
    expect(panel.page.locator("tbody tr")).to_have_count(1)
    expect(panel.row(MIRA_EMAIL)).to_have_count(1)
    panel.page.locator("#search").fill("")
    expect(panel.page.locator("tbody tr")).to_have_count(min(people, 50))
    panel.press("email")
    expect(panel.page.get_by_role("columnheader", name="email")).to_have_attribute(
        "aria-sort", "ascending"
    )
    panel.press("email ↑")
    emails = [one["email"] for one in data.all("people", sort="-email")]
    expect(panel.page.locator("tbody tr").first).to_contain_text(emails[0])
    assert "sort=-email" in panel.page.url
    panel.open("c=posts")
    posts = data.all("posts")
    panel.page.locator("h1").click()
    panel.page.keyboard.press("n")
    expect(panel.page.locator("tbody tr a.id").first).to_have_text(posts[50]["id"])
    again = panel.page.context.new_page()
    again.goto(panel.page.url)
    expect(again.locator("tbody tr a.id").first).to_have_text(posts[50]["id"])
    panel.press("Last")
    expect(panel.page.locator("tbody tr a.id").last).to_have_text(posts[-1]["id"])
    panel.press("First")
    expect(panel.page.locator("tbody tr a.id").first).to_have_text(posts[0]["id"])


def test_sign_in_as(panel, data):
    person = data.all("people", search=MIRA_EMAIL)[0]
    panel.open(f"c=people&id={person['id']}")
    panel.press("Sign in as")
    token = panel.page.locator("dialog .copied code").first

    def answer(text: str) -> int:
        return data.world.ask("GET", "/api/auth/check", Authorization=f"Bearer {text}").status

    expect(token).to_contain_text("ey")
    assert answer(token.inner_text()) == 200
    for state, status in [("expired", 401), ("signature", 422)]:
        before = token.inner_text()
        panel.page.locator("#field-state").select_option(state)
        expect(token).not_to_have_text(before)
        assert answer(token.inner_text()) == status
    panel.page.locator("#field-dialect").select_option("community")
    panel.page.locator("#field-state").select_option("expired")
    expect(panel.page.locator("dialog .problem")).to_be_visible()


def test_a_document_is_changed_as_json(panel, data):
    panel.open("c=dummyjson-quotes&id=1")
    expect(panel.page.locator(".record .json").first).to_be_visible()
    panel.press("Change")
    panel.fill("document", "{")
    panel.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(panel.told("document")).to_contain_text("not JSON")
    panel.fill("document", '{"id": 1, "quote": 7, "author": "Me"}')
    panel.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(panel.told("document")).to_contain_text("quote")
    panel.fill("document", '{"id": 1, "quote": "New words", "author": "Me", "shelf": [1]}')
    panel.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(panel.row("New words")).to_have_count(1)
    assert data.world.ask("GET", "/quotes/1").json()["shelf"] == [1]


def test_all_by_keyboard(panel, data):
    panel.open("c=people")
    panel.page.locator("h1").click()
    panel.page.keyboard.press("j")
    panel.page.keyboard.press("j")
    panel.page.keyboard.press("Enter")
    expect(panel.page.locator("#record")).to_be_focused()
    panel.page.keyboard.press("Escape")
    expect(panel.page.locator(".record")).to_have_count(0)
    panel.page.keyboard.press("/")
    expect(panel.page.locator("#search")).to_be_focused()
    panel.page.keyboard.type("sol")
    panel.page.keyboard.press("Tab")
    panel.page.locator("h1").click()
    panel.page.keyboard.press("a")
    expect(panel.page.locator("#field-name")).to_be_focused()
    panel.page.keyboard.press("Escape")
    expect(panel.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_it_is_accessible_and_fits_with_hostile_texts(make_context, data, scheme, size):
    person = data.add("people", name=HOSTILE, email="hostile@example.com", picture=HOSTILE)
    post = data.add("posts", title=HOSTILE * 5, content=HOSTILE * 40, author=person["id"])
    panel = Panel(make_context(color_scheme=scheme, viewport=size).new_page(), data.world)
    for address in [
        "c=posts",
        f"c=posts&id={post['id']}",
        f"c=people&id={person['id']}",
        "c=dummyjson-users&id=1",
        "c=wreely-members",
    ]:
        panel.open(address)
        if "id=" in address:
            expect(panel.page.locator(".record .bar")).to_be_visible()
        assert_fits(panel.page)
        assert_accessible(panel.page)
    panel.open(f"c=people&id={person['id']}")
    for button in ["Change", "Sign in as"]:
        panel.press(button)
        expect(panel.page.get_by_role("dialog")).to_be_visible()
        assert_fits(panel.page)
        assert_accessible(panel.page)
        panel.page.keyboard.press("Escape")
        expect(panel.page.get_by_role("dialog")).to_have_count(0)
    assert panel.faults == []
