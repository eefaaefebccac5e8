"""The dashboard's faults and stubs: switches, rules and answers by forms."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from dashboard import HOSTILE, Dashboard
from worlds import Control


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def dashboard(page, server):
    return Dashboard(page, server, "faults")


def ask(server, path: str, method: str = "GET"):
    with server.connect() as connection:
        return connection.ask(method, path)


def rule(dashboard, text: str):
    return dashboard.main.get_by_label("Rules").get_by_role("listitem").filter(has_text=text)


def stub(dashboard, text: str):
    return dashboard.main.get_by_label("Stubs").get_by_role("listitem").filter(has_text=text)


def test_a_preset_is_switched_on_and_off(dashboard, control, server):
    switch = dashboard.main.get_by_role("switch", name="maintenance")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(dashboard.page.locator(".top")).to_contain_text("maintenance")
    assert ask(server, "/api/posts").status == 503
    expect(rule(dashboard, "maintenance")).to_contain_text("applied to 1 of 1")
    switch.press("Enter")
    expect(switch).to_have_attribute("aria-checked", "false")
    assert ask(server, "/api/posts").status == 200


def test_a_route_is_faulted_by_a_form_and_the_fault_is_ended(dashboard, control, server):
    dashboard.page.keyboard.press("a")
    dialog = dashboard.dialog
    dashboard.field("What goes wrong", dialog).select_option("status")
    dashboard.field("Status", dialog).fill("500")
    dashboard.field("Method", dialog).fill("get, head")
    path = dashboard.field("Path", dialog)
    path.fill("api/posts")
    dashboard.button("Add", dialog).click()
    dashboard.assert_refused(path, "does not begin with '/'")
    path.fill("/api/posts/**")
    # Four fields are enough for most; the others are folded away.
    expect(dialog.locator(".field").filter(visible=True)).to_have_count(4)
    dashboard.show_more()
    dashboard.field("Headers", dialog).fill("X-Client: ios")
    dashboard.field("How often", dialog).fill("5")
    dashboard.field("Let through first", dialog).fill("1")
    dashboard.field("Ends after", dialog).fill("5m")
    dashboard.field("Name", dialog).fill("trouble")
    dashboard.button("Add", dialog).click()
    expect(dialog).to_have_count(0)
    [made] = control.get("/faults")["faults"]
    assert made["fault"] == {"status": 500}
    assert made["match"] == {
        "method": ["GET", "HEAD"],
        "path": "/api/posts/**",
        "header": {"X-Client": "ios"},
    }
    assert (made["times"], made["after"], made["ttl"], made["name"]) == (5, 1, "5m", "trouble")
    found = rule(dashboard, "trouble")
    expect(found).to_contain_text("ends in")
    with server.connect() as connection:
        statuses = [
            connection.ask("GET", "/api/posts/search?q=tide", X_Client="ios").status
            for _ in range(2)
        ]
    assert statuses == [200, 500]
    expect(found).to_contain_text("applied to 1 of 2")
    expect(found).to_contain_text("4 left")
    dashboard.button("Delete trouble", found).click()
    expect(found).to_have_count(0)
    assert control.get("/faults")["faults"] == []


@pytest.mark.parametrize(
    ("label", "text", "words"),
    [
        ("Status", "99", "'Status' is the number 99."),
        ("Chance", "2", "'Chance' is the number 2."),
        ("How often", "x", "'x' is not a number."),
        ("Counted by", "moon", "'Counted by' is the text 'moon'."),
        ("Ends after", "soon", "'Ends after' is the text 'soon'."),
        ("Script", HOSTILE, "must have 'up' or 'down' with a time"),
    ],
)
def test_a_refused_fault_shows_the_words_at_the_field(dashboard, control, label, text, words):
    dashboard.button("Add a fault").click()
    field = dashboard.field(label, dashboard.dialog)
    if label != "Status":
        dashboard.show_more()
    field.fill(text)
    dashboard.dialog.locator(".more-fields").evaluate("element => element.open = false")
    dashboard.button("Add", dashboard.dialog).click()
    dashboard.assert_refused(field, words)
    expect(field).to_be_visible()
    assert control.get("/faults")["faults"] == []
    dashboard.assert_unhurt()


def test_a_fault_is_edited(dashboard, control):
    order = {"fault": {"delay": "2s"}, "match": {"path": {"matches": "/api/.*"}}, "times": 3}
    made = control.send("POST", "/faults", order, status=201)
    found = rule(dashboard, "delay")
    dashboard.button("Edit", found).click()
    assert f"edit={made['id']}" in dashboard.page.url
    expect(dashboard.field("Delay", dashboard.dialog)).to_have_value("2s")
    match = dashboard.field("Match", dashboard.dialog)
    assert json.loads(match.input_value()) == order["match"]
    dashboard.field("Delay", dashboard.dialog).fill("100ms")
    dashboard.field("How often", dashboard.dialog).fill("")
    dashboard.button("Save", dashboard.dialog).click()
    expect(dashboard.dialog).to_have_count(0)
    changed = control.get(f"/faults/{made['id']}")
    assert changed["fault"] == {"delay": "100ms"}
    assert changed["times"] is None
    assert changed["match"] == order["match"]


def test_a_fault_of_messages_is_made_as_json(dashboard, control):
    dashboard.show("faults", add="fault", fault="socket-drop")
    dashboard.field("Topic", dashboard.dialog).fill("community:*")
    dashboard.field("Direction", dashboard.dialog).select_option("out")
    dashboard.button("Add", dashboard.dialog).click()
    expect(rule(dashboard, "socket-drop")).to_contain_text("topic community:*")
    dashboard.button("Add a fault").click()
    dashboard.field("What goes wrong", dashboard.dialog).select_option("json")
    effect = dashboard.field("As JSON", dashboard.dialog)
    effect.fill('{"socket": "refuse"}')
    dashboard.button("Add", dashboard.dialog).click()
    dashboard.assert_refused(effect, "fault.socket")
    effect.fill('{"socket": "refuse-join", "reason": "no"}')
    dashboard.button("Add", dashboard.dialog).click()
    expect(dashboard.dialog).to_have_count(0)
    made = control.get("/faults")["faults"]
    assert {json.dumps(one["fault"]) for one in made} == {
        '"socket-drop"',
        '{"socket": "refuse-join", "reason": "no"}',
    }


def test_an_address_opens_a_filled_form(dashboard, control):
    dashboard.show("faults", add="fault", method="GET", path="/api/posts/**")
    expect(dashboard.field("Method", dashboard.dialog)).to_have_value("GET")
    expect(dashboard.field("Path", dashboard.dialog)).to_have_value("/api/posts/**")
    dashboard.page.go_back()
    expect(dashboard.dialog).to_have_count(0)
    dashboard.page.go_forward()
    dashboard.button("Add", dashboard.dialog).click()
    expect(rule(dashboard, "/api/posts/**")).to_be_visible()
    assert "add=" not in dashboard.page.url
    expect(rule(dashboard, "status-503")).to_contain_text("on")


def test_an_answer_is_changed_by_a_form_of_its_values(dashboard, control, server):
    real = ask(server, "/posts/1?select=title,tags").json()
    [entry] = control.get("/requests")["requests"]
    dashboard.show("faults", add="change", request=entry["number"])
    dialog = dashboard.dialog
    expect(dashboard.field("$.title", dialog)).to_have_value(real["title"])
    add = dashboard.button("Add", dialog)
    add.click()
    dashboard.assert_refused(dashboard.field("$.id", dialog), "Nothing is changed")
    dashboard.field("$.title", dialog).fill("null")
    dashboard.field("$.tags[0]", dialog).fill("")
    further = dashboard.field("Further changes", dialog)
    further.fill('{"$.tags[": 1}')
    add.click()
    dashboard.assert_refused(further, "has no ']' for its '['")
    further.fill('{"$.extra": [1]}')
    dashboard.field("How often", dialog).fill("1")
    add.click()
    dashboard.says("GET · /posts/1")
    changed = ask(server, "/posts/1?select=title,tags")
    assert changed.json() == {"id": 1, "title": None, "tags": real["tags"][1:], "extra": [1]}
    assert changed.header("X-Mockpostly-Patch") == "3 values"
    assert ask(server, "/posts/1?select=title,tags").json() == real
    expect(rule(dashboard, "patch")).to_contain_text("applied to 1 of 2")


def test_an_answer_becomes_a_stub(dashboard, control, server):
    answer = ask(server, "/posts/1?select=title")
    [entry] = control.get("/requests")["requests"]
    dashboard.show("faults", add="stub", request=entry["number"])
    expect(dashboard.field("Path", dashboard.dialog)).to_have_value("/posts/1")
    expect(dashboard.field("Query", dashboard.dialog)).to_have_value("select=title")
    body = dashboard.field("JSON of the answer", dashboard.dialog)
    expect(body).to_have_value(json.dumps(answer.json(), indent=2, ensure_ascii=False))
    expect(dashboard.field("Content-Type", dashboard.dialog)).to_have_value(
        answer.header("Content-Type")
    )
    dashboard.button("Add", dashboard.dialog).click()
    dashboard.says("GET · /posts/1")
    again = ask(server, "/posts/1?select=title")
    assert (again.body, again.header("X-Mockpostly-Stub")) == (answer.body, "1")
    dashboard.show("faults", add="stub", request=entry["number"])
    body.fill('{"title":"Another"')
    dashboard.button("Add", dashboard.dialog).click()
    dashboard.assert_refused(body, "This is not JSON: Expected ',' or '}'")
    body.fill('{"title":"Another"}')
    dashboard.field("Status", dashboard.dialog).fill("203")
    dashboard.button("Add", dashboard.dialog).click()
    expect(dashboard.dialog).to_have_count(0)
    changed = ask(server, "/posts/1?select=title")
    assert (changed.status, changed.json()) == (203, {"title": "Another"})
    expect(stub(dashboard, "Another")).to_contain_text("answered 1 request")


def test_a_stub_is_made_edited_and_deleted_by_forms(dashboard, control, server):
    dashboard.page.keyboard.press("s")
    dialog = dashboard.dialog
    dashboard.field("Path", dialog).fill("/cart")
    status = dashboard.field("Status", dialog)
    status.fill("99")
    dashboard.button("Add", dialog).click()
    dashboard.assert_refused(status, "'Status' is the number 99.")
    status.fill("418")
    dashboard.show_more()
    dashboard.field("Headers of the answer", dialog).fill("X-Tea: green\nX-Tea: black")
    body = dashboard.field("JSON of the answer", dialog)
    body.fill("{")
    dashboard.button("Add", dialog).click()
    dashboard.assert_refused(body, "This is not JSON")
    body.fill('{"tea": true}')
    dashboard.field("Delay", dialog).fill("1ms")
    dashboard.field("Name", dialog).fill("tea")
    dashboard.field("Scenario", dialog).fill("cart")
    dashboard.field("Leads to the state", dialog).fill("full")
    dashboard.button("Add", dialog).click()
    expect(stub(dashboard, "tea")).to_be_visible()
    answer = ask(server, "/cart")
    assert (answer.status, answer.json()) == (418, {"tea": True})
    state = dashboard.field("cart")
    expect(state).to_have_value("full")
    with dashboard.page.expect_response("**/stub-states"):
        state.select_option("Started")
    expect(state).to_have_value("Started")
    assert control.get("/stub-states")["scenarios"][0]["state"] == "Started"
    dashboard.button("Edit", stub(dashboard, "tea")).click()
    dashboard.field("Form", dialog).select_option("json")
    order = json.loads(dashboard.field("Stub", dialog).input_value())
    assert order["response"]["headers"] == {"X-Tea": ["green", "black"]}
    order["response"] = {"status": 204}
    dashboard.field("Stub", dialog).fill(json.dumps(order))
    dashboard.button("Save", dialog).click()
    expect(dialog).to_have_count(0)
    assert ask(server, "/cart").status == 204
    dashboard.button("Delete the stub tea").click()
    expect(stub(dashboard, "tea")).to_have_count(0)
    assert control.get("/stubs")["stubs"] == []


def test_the_body_of_a_stub_is_edited_as_what_it_is(dashboard, control, server):
    text = {"status": 200, "headers": {"Content-Type": "text/plain"}, "body": "[1,"}
    control.send("POST", "/stubs", {"id": "text", "response": text}, status=201)
    kind = {"content-type": "application/problem+json"}
    body = {"status": 400, "headers": kind, "body": '{"number":12345678901234567890,"b":[1]}'}
    order = {"id": "problem", "match": {"path": "/x"}, "response": body}
    control.send("POST", "/stubs", order, status=201)
    dashboard.button("Edit", stub(dashboard, "text")).click()
    expect(dashboard.field("Body", dashboard.dialog)).to_have_value("body")
    expect(dashboard.field("Text of the answer", dashboard.dialog)).to_have_value("[1,")
    dashboard.page.keyboard.press("Escape")
    expect(dashboard.dialog).to_have_count(0)
    dashboard.button("Edit", stub(dashboard, "problem")).click()
    field = dashboard.field("JSON of the answer", dashboard.dialog)
    # No digit of a long number is lost.
    expect(field).to_have_value(body["body"])
    field.fill('{"number": 12345678901234567891}')
    dashboard.button("Save", dashboard.dialog).click()
    expect(dashboard.dialog).to_have_count(0)
    answer = ask(server, "/x")
    assert answer.header("Content-Type") == "application/problem+json"
    assert answer.body == b'{"number": 12345678901234567891}'


def test_all_are_deleted_at_once(dashboard, control):
    control.send("POST", "/faults", {"fault": "flaky"}, status=201)
    control.send("POST", "/stubs", {"response": {"status": 503}}, status=201)
    dashboard.button("Delete all faults").click()
    dashboard.button("Delete all", dashboard.dialog).click()
    dashboard.button("Delete all stubs").click()
    dashboard.button("Delete all", dashboard.dialog).click()
    expect(dashboard.main).to_contain_text("Nothing goes wrong in this world.")
    expect(dashboard.main).to_contain_text("All answers of this world are its own.")
    assert control.get("/faults")["faults"] == control.get("/stubs")["stubs"] == []


def test_hostile_names_are_shown_as_text(dashboard, control):
    fault = {"fault": "flaky", "match": {"header": {"X-A": HOSTILE}}}
    control.send("POST", "/faults", fault, status=201)
    order = {"match": {"path": "/x", "user": HOSTILE}, "response": {"body": HOSTILE}}
    control.send("POST", "/stubs", order, status=201)
    expect(rule(dashboard, HOSTILE)).to_be_visible()
    expect(stub(dashboard, HOSTILE)).to_be_visible()
    dashboard.assert_unhurt()
