"""The dashboard's worlds: made, forked, reset, with snapshots, as files."""

from __future__ import annotations

import json
import sqlite3
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from conftest import MIRA
from dashboard import HOSTILE, Dashboard
from postly import create_post, log_in
from worlds import Control


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def dashboard(page, server):
    return Dashboard(page, server, "worlds")


def write_post(server, title: str = "A tide") -> str:
    with server.connect() as connection:
        return create_post(connection, log_in(connection, **MIRA), title)["_id"]


def rows(dashboard):
    return dashboard.main.get_by_label("All worlds").get_by_role("listitem")


def chosen(dashboard):
    return dashboard.main.get_by_label("The chosen world")


def test_a_world_is_made_and_the_whole_page_follows_it(dashboard, control):
    dashboard.button("New world").click()
    dialog = dashboard.dialog
    dashboard.field("Name", dialog).fill("cart")
    dashboard.field("Begins with", dialog).select_option("scenario empty-feed")
    dashboard.field("Ends when unused for", dialog).fill("10m")
    dashboard.field("Clock", dialog).select_option("freeze")
    dashboard.field("From", dialog).fill("2027-01-01")
    dashboard.field("Random seed", dialog).fill("18446744073709551615")
    dashboard.field("Port of its own", dialog).fill("0")
    dashboard.field("Writes to DummyJSON", dialog).select_option("keep")
    dialog.locator("summary").click()
    dashboard.field("Other options", dialog).fill("pexels-limit: 5\n--dummyjson-era legacy")
    dashboard.button("Make", dialog).click()
    dashboard.says("The world 'cart' is made.")
    made = control.get("/worlds/cart")
    assert made["scenario"] == "empty-feed"
    assert made["ttl"] == "10m"
    assert made["clock"] == {"mode": "freeze", "now": "2027-01-01T00:00:00.000000Z", "rate": 0}
    assert made["randomSeed"] == 18446744073709551615
    settings = made["settings"]
    assert settings["dummyjson-writes"] == "keep" and settings["dummyjson-era"] == "legacy"
    assert settings["pexels-limit"] == "5"
    assert made["port"]
    expect(dashboard.page.locator("#world")).to_have_value("cart")
    expect(chosen(dashboard)).to_contain_text(f":{made['port']}/api")
    expect(chosen(dashboard)).to_contain_text(made["people"][0]["email"])
    dashboard.show("clock", world="cart")
    expect(dashboard.main).to_contain_text("2027-01-01 00:00:00")
    dashboard.assert_unhurt()


@pytest.mark.parametrize(
    ("label", "text", "words"),
    [
        ("Name", "a b", "The name 'a b' has a ' '."),
        ("Name", HOSTILE, "The name '<img"),
        ("Ends when unused for", "soon", "'Ends when unused for' is the text 'soon'."),
        ("Port of its own", "x", "'x' is not a number."),
        ("Random seed", "-1", "'Random seed' is the text '-1'"),
    ],
)
def test_a_refused_world_shows_the_words_at_the_field(dashboard, control, label, text, words):
    dashboard.page.keyboard.press("n")
    field = dashboard.field(label, dashboard.dialog)
    field.fill(text)
    dashboard.button("Make", dashboard.dialog).click()
    dashboard.assert_refused(field, words)
    expect(field).to_be_focused()
    assert len(control.get("/worlds")["worlds"]) == 1
    dashboard.assert_unhurt()


def test_a_world_begins_with_a_seed_that_was_typed(dashboard, control):
    dashboard.button("New world").click()
    dashboard.field("Begins with", dashboard.dialog).select_option("seed")
    seed = dashboard.field("Seed", dashboard.dialog)
    seed.fill("{")
    dashboard.button("Make", dashboard.dialog).click()
    dashboard.assert_refused(seed, "This is not JSON")
    people = [{"name": "Ada", "email": "ada@example.com", "password": "p"}]
    seed.fill(json.dumps({"users": people}))
    dashboard.button("Make", dashboard.dialog).click()
    expect(dashboard.page.locator("#world")).to_have_value("w1")
    assert control.get("/worlds/w1")["users"] == 1


def test_a_fork_has_what_its_world_has(dashboard, control, server):
    post = write_post(server)
    dashboard.page.keyboard.press("f")
    dashboard.field("Name", dashboard.dialog).fill("copy")
    dashboard.button("Fork", dashboard.dialog).click()
    expect(dashboard.page.locator("#world")).to_have_value("copy")
    with server.connect() as connection:
        assert connection.ask("GET", f"/w/copy/api/posts/{post}").status == 200


def test_a_reset_asks_and_brings_the_beginning_back(dashboard, control, server):
    before = control.get("/worlds/default")["posts"]
    write_post(server)
    dashboard.page.keyboard.press("r")
    dashboard.button("Cancel", dashboard.dialog).click()
    assert control.get("/worlds/default")["posts"] == before + 1
    dashboard.button("Reset").click()
    dashboard.field("Bring back", dashboard.dialog).select_option("dummyjson")
    dashboard.button("Reset", dashboard.dialog).click()
    dashboard.says("'default' is as it began.")
    assert control.get("/worlds/default")["posts"] == before + 1
    dashboard.button("Reset").click()
    dashboard.button("Reset", dashboard.dialog).click()
    expect(dashboard.dialog).to_have_count(0)
    assert control.get("/worlds/default")["posts"] == before


def test_worlds_are_deleted_one_by_one_and_all_at_once(dashboard, control):
    for name in ["one", "two", "three"]:
        control.send("POST", "/worlds", {"id": name}, status=201)
    dashboard.show("worlds", world="one")
    dashboard.button("Delete").click()
    dashboard.button("Delete", dashboard.dialog).click()
    expect(dashboard.page.locator("#world")).to_have_value("default")
    assert {world["id"] for world in control.get("/worlds")["worlds"]} == {"default", "two", "three"}
    dashboard.button("Delete all").click()
    dashboard.button("Delete all", dashboard.dialog).click()
    dashboard.says("2 worlds are deleted.")
    expect(rows(dashboard)).to_have_count(1)
    assert len(control.get("/worlds")["worlds"]) == 1


def test_a_world_can_be_that_of_requests_that_name_none(dashboard, control, server):
    control.send("POST", "/worlds", {"id": "mine", "from": "empty"}, status=201)
    dashboard.show("worlds", world="mine")
    dashboard.button("Use for requests that name no world").click()
    dashboard.says("Requests that name no world go to 'mine' now.")
    assert control.get("/home")["world"] == "mine"
    with server.connect() as connection:
        posts = connection.ask("GET", "/api/posts").json()["posts"]
    assert posts == []


def test_a_snapshot_is_saved_compared_restored_and_deleted(dashboard, control, server):
    dashboard.page.keyboard.press("s")
    dashboard.field("Name", dashboard.dialog).fill("a b")
    dashboard.button("Save", dashboard.dialog).click()
    dashboard.assert_refused(dashboard.field("Name", dashboard.dialog), "The name 'a b'")
    dashboard.field("Name", dashboard.dialog).fill("before")
    dashboard.button("Save", dashboard.dialog).click()
    dashboard.says("'before' is saved")
    post = write_post(server)
    dashboard.button("Differences").click()
    difference = dashboard.main.get_by_label("Differences", exact=True)
    expect(difference).to_contain_text("1 added")
    expect(difference).to_contain_text(f"+ {post}")
    assert "diff=before" in dashboard.page.url
    control.send("POST", "/snapshots", {"name": "after"}, status=201)
    write_post(server, "Another tide")
    expect(difference.get_by_role("option", name="after")).to_have_count(1)
    dashboard.field("Up to", difference).select_option("after")
    expect(difference).to_contain_text("1 added")
    dashboard.field("Up to", difference).select_option("")
    expect(difference).to_contain_text("2 added")
    row = dashboard.main.get_by_role("row").filter(has_text="before")
    dashboard.button("Restore", row).click()
    # The warning is that of the dialog; the box stands beside its own label.
    sockets = dashboard.field("Drop the sockets as well", dashboard.dialog)
    expect(sockets).to_have_accessible_description("")
    expect(dashboard.dialog).to_contain_text("What 'default' has now is lost.")
    label = dashboard.dialog.get_by_text("Drop the sockets as well").bounding_box()
    box = sockets.bounding_box()
    assert box["x"] < label["x"] and label["y"] < box["y"] + box["height"] / 2
    assert box["y"] + box["height"] / 2 < label["y"] + label["height"]
    dashboard.button("Restore", dashboard.dialog).click()
    expect(difference).to_contain_text("Nothing differs.")
    with server.connect() as connection:
        assert connection.ask("GET", f"/api/posts/{post}").status == 404
    dashboard.button("Delete", row).click()
    dashboard.button("Delete", dashboard.dialog).click()
    expect(row).to_have_count(0)
    assert [one["name"] for one in control.get("/snapshots")["snapshots"]] == ["after"]


def test_content_is_exported_as_a_seed_and_as_a_database(dashboard, tmp_path):
    with dashboard.page.expect_download() as download:
        dashboard.button("Export JSON").click()
    assert download.value.suggested_filename == "default.json"
    download.value.save_as(tmp_path / "seed.json")
    assert json.loads((tmp_path / "seed.json").read_text())["users"]
    with dashboard.page.expect_download() as download:
        dashboard.button("Export SQLite").click()
    assert download.value.suggested_filename == "default.sqlite"
    download.value.save_as(tmp_path / "content.sqlite")
    with sqlite3.connect(tmp_path / "content.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def drop(page, name: str, text: str):
    """Drops a file on the page, as if it came from a desktop."""
    page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            for (const kind of ["dragover", "drop"]) {
                const event = new DragEvent(kind, {dataTransfer: data, cancelable: true, bubbles: true});
                document.querySelector("main").dispatchEvent(event);
            }
        }""",
        [name, text],
    )


SEED = {"users": [{"name": "Ada", "email": "ada@example.com", "password": "p"}]}


def test_a_file_that_is_dropped_becomes_the_content(dashboard, control):
    drop(dashboard.page, "seed.json", json.dumps(SEED))
    dashboard.button("Cancel", dashboard.dialog).click()
    assert control.get("/worlds/default")["users"] == 40
    drop(dashboard.page, "seed.json", json.dumps(SEED))
    dashboard.button("Import", dashboard.dialog).click()
    dashboard.says("Imported in")
    assert control.get("/worlds/default")["users"] == 1


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("broken.json", "{", "body:1:2"),
        ("people.json", '{"users":[{"name":3}]}', "users[0].email: is missing"),
        (f"{HOSTILE.replace('/', '')}.json", f'"{HOSTILE}"', "Nothing was changed."),
    ],
    ids=["no JSON", "no seed", "hostile"],
)
def test_a_file_that_is_refused_changes_nothing(dashboard, control, name, text, words):
    before = control.get("/worlds/default")
    drop(dashboard.page, name, text)
    dashboard.button("Import", dashboard.dialog).click()
    refusal = dashboard.main.get_by_role("alert")
    expect(refusal).to_contain_text(words)
    expect(refusal).to_contain_text(name)
    assert control.get("/worlds/default")["counts"] == before["counts"]
    dashboard.assert_unhurt()


def test_a_chosen_file_is_imported(dashboard, control):
    with dashboard.page.expect_file_chooser() as chooser:
        dashboard.button("Import a file").click()
    content = json.dumps(SEED).encode()
    chooser.value.set_files(
        {"name": "seed.json", "mimeType": "application/json", "buffer": content}
    )
    dashboard.button("Import", dashboard.dialog).click()
    dashboard.says("Imported in")
    assert control.get("/worlds/default")["users"] == 1


def test_many_worlds_are_searched_and_chosen_by_keys(page, server, control):
    for number in range(300):
        control.send("POST", "/worlds", {"id": f"w-{number}", "from": "empty"}, status=201)
    dashboard = Dashboard(page, server, "worlds")
    expect(dashboard.button("Show all 301")).to_be_visible()
    page.keyboard.press("/")
    expect(dashboard.field("Find a world")).to_be_focused()
    page.keyboard.type("w-29")
    expect(rows(dashboard)).to_have_count(11)
    assert "q=w-29" in page.url
    dashboard.main.focus()
    page.keyboard.press("j")
    expect(page.locator("#world")).to_have_value("w-29")
    page.keyboard.press("j")
    expect(page.locator("#world")).to_have_value("w-290")
    page.keyboard.press("k")
    expect(page.locator("#world")).to_have_value("w-29")
    dashboard.assert_unhurt()


def test_a_world_that_is_not_there_is_said_to_be_missing(page, server):
    dashboard = Dashboard(page, server, "worlds", world="nowhere")
    expect(chosen(dashboard)).to_contain_text("There is no such world.")
    dashboard.assert_unhurt()


def test_a_difference_comes_into_view_with_the_focus(make_context, server, control):
    control.send("POST", "/snapshots", {"name": "before"}, status=201)
    page = make_context(viewport={"width": 360, "height": 640}).new_page()
    dashboard = Dashboard(page, server, "worlds")
    dashboard.button("Differences").click()
    difference = dashboard.main.get_by_label("Differences", exact=True)
    expect(difference).to_contain_text("Nothing differs.")
    expect(difference).to_be_focused()
    expect(difference).to_be_in_viewport()


def test_addresses_are_the_same_on_all_panels(page, server, control):
    made = control.send("POST", "/worlds", {"id": "door", "port": 0}, status=201)
    host = urlsplit(server.url).hostname
    for world, place in [("door", f":{made['port']}"), ("default", f":{server.port}")]:
        dashboard = Dashboard(page, server, "worlds", world=world)
        feed = f"ws://{host}{place}/community/websocket"
        texts = [f"http://{host}{place}/api/", f"http://{host}{place}/v1/", feed]
        for panel in ("worlds", "start"):
            dashboard.show(panel, world=world)
            for text in texts:
                expect(dashboard.main).to_contain_text(text)
        dashboard.button("Android emulator").click()
        for panel in ("start", "worlds"):
            dashboard.show(panel, world=world)
            expect(dashboard.main).to_contain_text(f"http://10.0.2.2{place}/api")
        dashboard.show("sockets", world=world)
        expect(dashboard.main).to_contain_text(f"ws://10.0.2.2{place}/community/websocket")
