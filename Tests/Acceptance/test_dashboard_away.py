"""The dashboard while its server or its world is away, and what it says by notices."""

from __future__ import annotations

import requests
from playwright.sync_api import expect

from browser import assert_accessible, assert_fits
from dashboard import control, open_dashboard, row, rows
from mockserver import quiet_port


# A server that goes and comes back


def test_a_server_that_stops_is_waited_for(start, page):
    port = quiet_port()
    server = start(port=port)
    requests.get(server.url + "/posts/1", timeout=60)
    open_dashboard(page, server, "#live")
    expect(rows(page)).to_have_count(1)
    server.stop()
    expect(page.locator(".connection")).to_contain_text("does not answer")
    server = start(port=port)
    requests.get(server.url + "/posts/2", timeout=60)
    requests.get(server.url + "/posts/3", timeout=60)
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    # All that the new server's journal has, and nothing of the old one.
    expect(rows(page)).to_have_count(2)


def test_what_passed_while_the_connection_was_lost_is_shown(server, page):
    open_dashboard(page, server, "#live")
    page.context.set_offline(True)
    page.evaluate("import('/__mockpostly/dashboard/journal.js').then(({journal}) => journal.rows)")
    for number in range(1, 6):
        requests.get(f"{server.url}/posts/{number}", timeout=60)
    page.context.set_offline(False)
    expect(rows(page)).to_have_count(5)


def test_what_is_known_stays_while_the_server_is_away(start, page):
    port = quiet_port()
    server = start(port=port)
    open_dashboard(page, server, "#data?c=posts")
    pager = page.locator(".pager")
    expect(pager).to_contain_text("50 of 156.")
    # The other panels are read once this one is shown.
    expect(page.locator("template")).to_have_count(0)
    server.stop()
    expect(page.locator(".connection")).to_contain_text("does not answer")
    page.get_by_role("link", name="Worlds").click()
    expect(page.locator("main h1")).to_have_text("Worlds")
    page.get_by_role("link", name="Data").click()
    expect(page.locator("tbody tr")).to_have_count(50)
    expect(pager).to_contain_text("50 of 156.")
    page.locator("#collection").select_option("people")
    expect(page.locator("main")).not_to_contain_text("0 of 0")
    server = start(port=port)
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    expect(pager).to_contain_text("40 of 40.")


# A world that ends


def test_a_page_whose_world_is_gone_says_so_and_asks_no_more(server, page):
    control(server, "POST", "/worlds", {"id": "x", "scenario": "unicode"}, 201)
    open_dashboard(page, server, "#live?world=x")
    requests.get(server.url + "/w/x/posts/1", timeout=60)
    expect(row(page, "/posts/1")).to_be_visible()
    control(server, "DELETE", "/worlds/x", status=204)
    main = page.locator("main")
    expect(main).to_contain_text("The world 'x' is gone.")
    # What was asked before the page knew may still be refused.
    asked = []
    page.on("request", lambda request: asked.append(request))
    for panel in ("Data", "Faults and stubs", "Sockets", "Clock"):
        page.get_by_role("link", name=panel, exact=True).click()
        expect(main).to_contain_text("The world 'x' is gone.")
    for _ in range(3):
        with page.expect_response("**/v1/worlds"):
            pass
    answers = [request.response() for request in asked]
    assert [(one.status, one.url) for one in answers if one.status >= 400] == []
    page.get_by_role("link", name="Live").click()
    page.get_by_role("button", name="Make it again").click()
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    assert control(server, "GET", "/worlds/x")["scenario"] == "unicode"
    requests.get(server.url + "/w/x/posts/2", timeout=60)
    expect(row(page, "/posts/2")).to_be_visible()
    expect(rows(page)).to_have_count(1)
    control(server, "DELETE", "/worlds/x", status=204)
    expect(main).to_contain_text("The world 'x' is gone.")
    # Somebody else makes it.
    control(server, "POST", "/worlds", {"id": "x"}, 201)
    expect(page.locator("#rows")).to_be_visible()
    control(server, "DELETE", "/worlds/x", status=204)
    page.get_by_role("button", name="Show 'default'").click()
    expect(page.locator("#world")).to_have_value("default")
    assert page.script_errors == []


# Notices


def say(page, *texts: str, kind: str = "bad"):
    page.evaluate(
        """async ([texts, kind]) => {
            const {say} = await import("/__mockpostly/dashboard/page.js");
            for (const text of texts) say(text, kind);
        }""",
        [texts, kind],
    )


def test_notices_come_one_at_a_time_and_are_counted(server, page):
    open_dashboard(page, server)
    say(page, "One.", "Three.", "Two.", "Two.", kind="good")
    # What is good and was seen leaves for what comes.
    notices = page.locator(".notice span")
    expect(notices).to_have_text(["Two. (2 times)"])
    expect(page.get_by_role("status").filter(has_text="Two.")).to_be_visible()
    # A refusal stays until it was read; what comes meanwhile waits, and so does all behind a dialog.
    page.get_by_role("button", name="Dismiss").click()
    say(page, "Refused.")
    say(page, "Four.", kind="good")
    expect(notices).to_have_text(["Refused."])
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(notices).to_have_count(0)
    page.keyboard.press("Escape")
    expect(notices).to_have_text(["Refused."])
    page.get_by_role("button", name="Dismiss").click()
    expect(notices).to_have_text(["Four."])


def test_notices_cover_nothing_on_a_telephone(server, make_context):
    page = make_context(viewport={"width": 360, "height": 640}).new_page()
    open_dashboard(page, server, "#sockets")
    say(page, "A long notice that needs some lines on a telephone. " * 3, "Two.", "Three.")
    field = page.get_by_label("Event", exact=True).first
    for element in (page.get_by_role("button", name="Push", exact=True), field):
        element.scroll_into_view_if_needed()
        covers = element.evaluate(
            """element => {
                const box = element.getBoundingClientRect();
                const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return top === element ? null : top.outerHTML;
            }"""
        )
        assert covers is None
    assert_fits(page)
    assert_accessible(page)
