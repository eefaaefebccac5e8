"""The dashboard's routes: every one of them, with a form that works."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from browser import in_each_width
from dashboard import HOSTILE, Dashboard
from worlds import Control

EXAMPLES = [
    "GET /",
    "POST /api/auth/login/email",
    "POST /api/auth/login",
    "GET /api/posts/slug/{slug}",
    "DELETE /api/posts/{id}",
    "POST /api/posts/{id}/comments",
    "GET /posts/tag/{tag}",
    "PATCH /products/{id}",
    "POST /auth/refresh",
    "GET /auth/me",
    "GET /v1/search",
    "GET /image/{size}",
    "GET /api/community/posts",
    "PATCH /api/community/posts/{id}",
    "GET /services/v2/{vendor}/meetingroom/bookings/history/{values}",
    "GET /oauth2/v3/certs",
]


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def dashboard(page, server):
    return Dashboard(page, server, "routes")


def row(dashboard, name: str):
    method, path = name.split()
    return dashboard.main.get_by_role("button").filter(
        has=dashboard.page.locator(".method", has_text=re.compile(f"^{method}$")),
        has_text=re.compile(f"{re.escape(path)}(?![/a-z{{])"),
    )


def open_route(dashboard, name: str, **parameters):
    dashboard.show("routes", route=name, **parameters)
    expect(dashboard.main.get_by_label(name, exact=True)).to_be_visible()


def send(dashboard):
    dashboard.button("Send").click()
    answer = dashboard.main.get_by_label("Answer", exact=True)
    expect(answer).to_be_visible()
    return answer


def last_request(control, world: str = "default") -> dict:
    return control.get(f"/requests?world={world}&details=true")["requests"][0]


def test_every_route_is_listed_and_found_by_words(dashboard, control):
    described = control.ask("GET", "/openapi.json").json()["paths"]
    methods = {"get", "post", "put", "patch", "delete", "head", "options"}
    count = sum(len(methods & set(path)) for path in described.values())
    expect(dashboard.main).to_contain_text(f"{count} routes")
    dashboard.page.keyboard.press("/")
    dashboard.page.keyboard.type("like posts delete")
    expect(dashboard.main.locator(".entry")).to_have_count(2)
    assert "q=like+posts+delete" in dashboard.page.url
    dashboard.field("Find a route").fill("snapshots")
    expect(dashboard.main).to_contain_text("No route has these words.")
    dashboard.field("The control plane too").check()
    expect(dashboard.main.locator(".entry")).not_to_have_count(0)
    expect(dashboard.main).to_contain_text("/snapshots/{name}/diff")


def test_only_what_the_world_has_is_listed(page, start):
    server = start("--systems", "pexels,wreely")
    dashboard = Dashboard(page, server, "routes")
    titles = dashboard.main.locator("summary")
    expect(titles).to_have_text([re.compile(f"^{name} ") for name in ("Pexels", "Wreely", "Google")])
    dashboard.show("clock")
    expect(dashboard.main).to_contain_text("Tokens of Wreely do not end by the clock.")


def test_an_example_is_sent_and_its_answer_shown(dashboard, control):
    row(dashboard, "GET /api/posts").click()
    answer = send(dashboard)
    expect(answer).to_contain_text("200 OK")
    expect(answer).to_contain_text("totalPages: 15")
    expect(answer).to_contain_text("GET /api/posts")
    answer.get_by_text("Headers (").click()
    expect(answer).to_contain_text("application/json")
    dashboard.field("limit").fill("2")
    send(dashboard)
    expect(answer).to_contain_text("totalPages: 72")
    assert "query.limit=2" in dashboard.page.url
    assert last_request(control)["path"] == "/api/posts?limit=2"
    dashboard.page.reload()
    expect(dashboard.field("limit")).to_have_value("2")


def test_the_answer_comes_into_view(make_context, server):
    page = make_context(viewport={"width": 360, "height": 640}).new_page()
    dashboard = Dashboard(page, server, "routes")
    open_route(dashboard, "GET /api/posts")
    answer = send(dashboard)
    expect(answer.get_by_role("heading")).to_be_in_viewport()


FILLED = """() => {
    const panel = document.querySelector("main").getBoundingClientRect();
    const [top, bottom] = [panel.top, innerHeight];
    const columns = [...document.querySelector(".pair, .alone").children];
    const area = columns.reduce((sum, column) => {
        const parts = [...column.querySelectorAll("*")].map((part) => part.getBoundingClientRect())
            .filter(({ width, height }) => width && height);
        const box = column.getBoundingClientRect();
        const within = (edge) => Math.min(Math.max(edge, top, box.top), bottom, box.bottom);
        const last = within(Math.max(...parts.map((part) => part.bottom)));
        const right = Math.min(Math.max(...parts.map((part) => part.right)), box.right);
        return sum + (last - within(box.top)) * (right - box.left);
    }, 0);
    return area / (panel.width * (bottom - top));
}"""
"""The share of the panel, as far as it is on the screen, that its two columns have something on."""


@pytest.mark.parametrize("route", ["", "GET /", "PUT /api/posts/{id}"])
def test_the_page_is_never_two_thirds_blank(dashboard, route):
    if route:
        open_route(dashboard, route)
    expect(dashboard.main.locator(".entry")).not_to_have_count(0)
    for width in in_each_width(dashboard.page):
        filled = dashboard.page.evaluate(FILLED)
        assert filled > 1 / 3, f"{width} px: {filled:.2f}"


def test_ids_in_paths_exist_in_the_chosen_world(dashboard, control):
    control.send("POST", "/worlds", {"id": "other", "scenario": "unicode"}, status=201)
    open_route(dashboard, "GET /api/posts/{id}", world="other")
    expect(dashboard.field("id *")).not_to_have_value("")
    expect(send(dashboard)).to_contain_text("200 OK")
    entry = last_request(control, "other")
    assert entry["route"] == "GET /api/posts/{id}"
    assert entry["world"] == "other"
    # Values are looked for without a trace.
    assert [one["number"] for one in control.get("/requests?world=other")["requests"]] == [1]
    assert control.get("/requests")["requests"] == []


def test_somebody_signs_in_and_changes_a_post_of_theirs(dashboard, control):
    open_route(dashboard, "PUT /api/posts/{id}")
    expect(dashboard.field("Signed in")).to_have_value("mira.sol@example.com")
    body = dashboard.field("Body")
    body.fill(json.dumps({"title": "Another", "content": HOSTILE}))
    answer = send(dashboard)
    expect(answer).to_contain_text("200 OK")
    expect(answer).to_contain_text(json.dumps(HOSTILE)[1:-1])
    entry = last_request(control)
    assert entry["user"]
    assert entry["changes"][0]["kind"] == "changed"
    dashboard.assert_unhurt()


@pytest.mark.parametrize(
    ("kind", "status", "words"),
    [("expired", 401, "Token has expired"), ("broken", 422, "Signature verification failed")],
)
def test_bad_tokens_are_tried(dashboard, kind, status, words):
    open_route(dashboard, "GET /api/auth/check")
    dashboard.field("With").select_option(kind)
    answer = send(dashboard)
    expect(answer).to_contain_text(str(status))
    expect(answer).to_contain_text(words)


def test_a_token_stays_until_it_has_expired_by_the_clock(dashboard, control):
    open_route(dashboard, "GET /api/auth/check")
    expect(send(dashboard)).to_contain_text("200 OK")
    control.send("POST", "/clock/advance", {"by": "8d"})
    answer = send(dashboard)
    expect(answer).to_contain_text("Token has expired")
    dashboard.button("A new one").click()
    dashboard.button("Send").click()
    expect(answer).to_contain_text("200 OK")


def test_nobody_and_somebody_unknown(dashboard):
    open_route(dashboard, "GET /api/auth/check")
    field = dashboard.field("Signed in")
    field.fill("nobody@example.com")
    dashboard.button("Send").click()
    dashboard.assert_refused(field, "nobody@example.com")
    field.fill("")
    expect(send(dashboard)).to_contain_text("401")


def test_examples_work(dashboard):
    for name in EXAMPLES:
        open_route(dashboard, name)
        expect(dashboard.main.get_by_label("Answer", exact=True), name).to_have_count(0)
        if "{" in name:
            for field in dashboard.main.locator("form [name^='path.']").all():
                expect(field, name).not_to_have_value("")
        heading = send(dashboard).get_by_role("heading")
        expect(heading, name).to_have_text(re.compile("^20[01] "))
    dashboard.assert_unhurt()


def test_a_broken_connection_is_said_to_have_no_answer(dashboard, control):
    control.send("POST", "/faults", {"fault": "reset"}, status=201)
    open_route(dashboard, "GET /api/posts")
    expect(send(dashboard)).to_contain_text("No answer")


def test_routes_of_the_control_plane_are_tried_too(dashboard, control):
    open_route(dashboard, "GET /__mockpostly/v1/clock", control="yes")
    expect(dashboard.field("world")).to_have_value("default")
    answer = send(dashboard)
    expect(answer).to_contain_text('mode: "run"')
    open_route(dashboard, "POST /__mockpostly/v1/clock/advance", control="yes")
    dashboard.field("Body").fill('{"by": "x"}')
    answer = send(dashboard)
    expect(answer).to_contain_text("400")
    expect(answer).to_contain_text("The member 'by'")


def test_routes_are_walked_and_sent_by_keys(dashboard):
    open_route(dashboard, "GET /")
    dashboard.main.focus()
    dashboard.page.keyboard.press("j")
    expect(dashboard.main.get_by_label("POST /api/auth/register", exact=True)).to_be_visible()
    dashboard.page.keyboard.press("k")
    expect(dashboard.main.get_by_label("GET /", exact=True)).to_be_visible()
    dashboard.page.keyboard.press("s")
    expect(dashboard.main.get_by_label("Answer", exact=True)).to_contain_text("200 OK")
    dashboard.page.keyboard.press("Escape")
    expect(dashboard.main).to_contain_text("Choose a route")
