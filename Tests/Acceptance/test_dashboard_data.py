"""The panel Data of the dashboard, in a browser: the records of a world, looked at and changed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser import PHONE, assert_accessible, assert_fits
from conftest import MIRA
from postly import create_post, log_in
from test_data_control import HOSTILE, Data
from worlds import MIRA_EMAIL, Control, World

PORTRAIT = "https://randomuser.me/api/portraits/women/54.jpg"
DRAWN = "portrait-6ae117c75d50c550.jpg"
"""The name of what is drawn in its place."""
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
    expect(panel.row("Known to all")).to_have_count(1)
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
    expect(row.locator(".tag")).to_have_text("new")
    expect(panel.page.locator(".pager")).to_contain_text("Just now: 1 new")
    old = panel.page.locator("tbody tr").nth(1)
    id = old.locator("button.id").get_attribute("title")
    data.control.send("PATCH", f"/data/posts/{id}?world={data.world.id}", {"title": "Other words"})
    expect(panel.row("Other words").locator(".tag")).to_have_text("changed")


def test_counts_are_read_again(panel, data):
    panel.open("c=people")
    people = data.collections()["people"]["count"]
    chosen = panel.page.locator("#collection option:checked")
    expect(chosen).to_have_text(f"Postly · People ({people})")
    # Through the control plane, of which the journal knows nothing.
    data.add("people", name="Ada", email="ada@example.com")
    expect(chosen).to_have_text(f"Postly · People ({people + 1})")
    expect(panel.row("ada@example.com").locator(".tag")).to_have_text("new")


def test_the_search_box_is_emptied_with_another_collection_or_world(panel, data):
    panel.open("c=people")
    search = panel.page.locator("#search")
    search.fill("mira")
    expect(panel.page.locator("tbody tr")).to_have_count(1)
    panel.page.locator("#collection").select_option("posts")
    expect(search).to_have_value("")
    search.fill("no post has these")
    expect(panel.page.locator("section.list")).to_contain_text("Nothing has these words.")
    panel.page.locator("#world").focus()
    panel.page.locator("#world").select_option("default")
    expect(search).to_have_value("")
    expect(panel.page.locator("tbody tr")).to_have_count(50)


def test_what_tells_most_comes_first_and_ids_are_copied(panel, data):
    panel.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    panel.open("c=posts")
    names = panel.page.locator("thead th").all_inner_texts()
    assert names[:4] == ["Title", "Author", "Status", "Created ↓"]
    assert names[-1] == "ID"
    [id] = [post["id"] for post in data.all("posts")[:1]]
    button = panel.page.locator("tbody tr button.id").first
    expect(button).to_have_text(f"{id[:4]}…{id[-4:]}")
    button.click()
    expect(panel.page.locator(".notices")).to_contain_text("Copied.")
    assert panel.page.evaluate("navigator.clipboard.readText()") == id


def test_the_status_of_a_post_is_chosen(panel, data):
    author = data.all("people", search=MIRA_EMAIL)[0]["id"]
    post = data.add("posts", title="Tides", content="Salt", author=author)
    panel.open(f"c=posts&id={post['id']}")
    panel.press("Change")
    status = panel.page.locator("#field-status")
    assert status.locator("option").all_inner_texts() == ["published", "draft"]
    status.select_option("draft")
    panel.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(panel.row("Tides")).to_contain_text("draft")


def test_long_texts_are_folded(panel, data):
    words = "Salt and sand and wind. " * 20
    author = data.all("people", search=MIRA_EMAIL)[0]["id"]
    post = data.add("posts", title="Long", content=words, author=author)
    panel.open(f"c=posts&id={post['id']}")
    text = panel.page.locator(".record .long-text")
    expect(text).to_contain_text(f"show all {len(words)} characters")
    beginning = text.locator(".beginning")
    expect(beginning).to_be_visible()
    text.locator("summary").focus()
    panel.page.keyboard.press("Enter")
    expect(text).to_have_attribute("open", "")
    expect(beginning).to_be_hidden()
    # A new drawing does not fold it again.
    panel.page.evaluate("import('/__mockpostly/dashboard/page.js').then((page) => page.redraw())")
    expect(text).to_have_attribute("open", "")


def test_a_record_has_its_name_and_its_picture(panel, data):
    person = data.add("people", name="Ada", email="ada@example.com", picture=PORTRAIT)
    panel.open(f"c=people&id={person['id']}")
    expect(panel.page.locator("#record")).to_have_text("Ada person")
    picture = panel.page.locator(".record").get_by_role("img", name="Portrait of Ada")
    expect(picture).to_have_attribute("loading", "lazy")
    # It is drawn by this server, as everybody else sees it there.
    expect(picture).to_have_js_property("naturalWidth", 256)
    assert picture.get_attribute("src") == f"/__mockpostly/pictures/{DRAWN}"
    # To look at it is no request of an app.
    journal = data.control.get(f"/requests?world={data.world.id}")["requests"]
    assert journal == []
    # So is a picture that a system of this server has itself.
    for collection, number in (("dummyjson-products", 1), ("dummyjson-users", 1)):
        panel.open(f"c={collection}&id={number}")
        pictures = panel.page.locator(".record").get_by_role("img")
        expect(pictures.first).not_to_have_js_property("naturalWidth", 0)
        expect(pictures.first).to_have_attribute("src", re.compile("/pictures/own[?]world="))
    assert data.control.get(f"/requests?world={data.world.id}")["requests"] == []
    # One without a name has its id.
    [like] = data.all("likes")[:1]
    panel.open(f"c=likes&id={like['id']}")
    expect(panel.page.locator("#record")).to_contain_text(like["title"])
    panel.open("c=dummyjson-carts&id=1")
    expect(panel.page.locator("#record")).to_have_text("cart 1")


def test_search_order_pages_and_their_address(panel, data):
    panel.open("c=people")
    people = data.collections()["people"]["count"]
    panel.page.locator("#search").fill("MIRA.SOL")
    expect(panel.page.locator("tbody tr")).to_have_count(1)
    expect(panel.row(MIRA_EMAIL)).to_have_count(1)
    panel.page.locator("#search").fill("")
    expect(panel.page.locator("tbody tr")).to_have_count(min(people, 50))
    panel.press("E-mail")
    expect(panel.page.get_by_role("columnheader", name="E-mail")).to_have_attribute(
        "aria-sort", "ascending"
    )
    panel.press("E-mail ↑")
    emails = [one["email"] for one in data.all("people", sort="-email")]
    expect(panel.page.locator("tbody tr").first).to_contain_text(emails[0])
    assert "sort=-email" in panel.page.url
    panel.open("c=posts")
    posts = data.all("posts")
    panel.page.locator("h1").click()
    panel.page.keyboard.press("n")
    ids = panel.page.locator("tbody tr button.id")
    expect(ids.first).to_have_attribute("title", posts[50]["id"])
    again = panel.page.context.new_page()
    again.goto(panel.page.url)
    expect(again.locator("tbody tr button.id").first).to_have_attribute("title", posts[50]["id"])
    panel.press("Last")
    expect(ids.last).to_have_attribute("title", posts[-1]["id"])
    panel.press("First")
    expect(ids.first).to_have_attribute("title", posts[0]["id"])


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
    panel.page.locator("#field-system").select_option("community")
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


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_it_is_accessible_and_fits_with_hostile_texts(make_context, data, size):
    person = data.add("people", name=HOSTILE, email="hostile@example.com", picture=HOSTILE)
    post = data.add("posts", title=HOSTILE * 5, content=HOSTILE * 40, author=person["id"])
    panel = Panel(make_context(viewport=size).new_page(), data.world)
    for address in [
        "c=posts",
        f"c=posts&q=alert&id={post['id']}",
        f"c=people&q=hostile&id={person['id']}",
        "c=dummyjson-users&q=emily&id=1",
        "c=wreely-members",
    ]:
        panel.open(address)
        expect(panel.page.locator("tbody tr")).not_to_have_count(0)
        if "id=" in address:
            expect(panel.page.locator(".record .bar")).to_be_visible()
        assert_fits(panel.page)
        if size == PHONE:
            assert_accessible(panel.page)
    panel.open(f"c=people&q=hostile&id={person['id']}")
    for button in ["Change", "Sign in as"]:
        panel.press(button)
        expect(panel.page.get_by_role("dialog")).to_be_visible()
        assert_fits(panel.page)
        if size == PHONE:
            assert_accessible(panel.page)
        panel.page.keyboard.press("Escape")
        expect(panel.page.get_by_role("dialog")).to_have_count(0)
    assert_accessible(panel.page)
    assert panel.faults == []
