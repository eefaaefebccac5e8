"""Live: every request is seen as it happens, opened, sent again, compared, and kept as code."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys

import pytest
import requests
from playwright.sync_api import expect

from browser import assert_accessible, assert_fits, in_each_width
from dashboard import control, notice, open_dashboard, publish, row, rows, sign_in

HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>\u202e'


def test_an_app_in_another_tab_is_seen(server, page, make_context):
    open_dashboard(page, server, "#live")
    app = make_context().new_page()
    app.goto(server.url + "/")
    app.evaluate(
        """async () => {
            const body = JSON.stringify({email: "mira.sol@example.com", password: "mira.sol-postly"});
            const headers = {"Content-Type": "application/json"};
            const answer = await fetch("/api/auth/login/email", {method: "POST", headers, body});
            const token = (await answer.json()).accessToken;
            await fetch("/api/posts", {
                method: "POST",
                headers: {...headers, Authorization: `Bearer ${token}`},
                body: JSON.stringify({title: "Low Tide", content: "Salt."}),
            });
        }"""
    )
    created = row(page, "/api/posts")
    expect(created).to_contain_text("POST")
    expect(created).to_contain_text("201")
    expect(created.locator(".what-else")).to_contain_text(re.compile(r"\+1 "))
    created.click()
    opened = page.locator(".opened")
    expect(opened).to_contain_text("POST /api/posts")
    expect(opened).to_contain_text("Low Tide")
    expect(opened.locator(".changes")).to_contain_text("added")
    # What was sent as a password or a token is not shown.
    row(page, "/api/auth/login/email").click()
    expect(opened).to_contain_text("POST /api/auth/login/email")
    expect(opened).not_to_contain_text("mira.sol-postly")
    assert page.script_errors == []


def test_a_request_is_sent_again_by_one_key(server, page):
    publish(server, "Once")
    open_dashboard(page, server, "#live")
    row(page, "/api/posts").click()
    expect(page.locator(".opened")).to_contain_text("Once")
    page.keyboard.press("r")
    notice(page, re.compile(r"Sent again as #\d+: 201"))
    found = requests.get(server.url + "/api/posts?limit=2", timeout=60).json()["posts"]
    assert [post["title"] for post in found] == ["Once", "Once"]


def test_a_world_goes_back_to_before_a_request(server, page):
    def newest() -> str:
        found = requests.get(server.url + "/api/posts?limit=1", timeout=60).json()["posts"]
        return found[0]["title"]

    def open_post(title: str, place: int, count: int):
        # A text would match the path too, in lower case.
        posts = rows(page).filter(has_text="/api/posts").filter(has_text=re.compile("POST"))
        expect(posts).to_have_count(count)
        posts.nth(place).click()
        expect(opened).to_contain_text(title)

    first, token = newest(), sign_in(server)
    opened, back = page.locator(".opened"), page.get_by_role("button", name="Back to before this")
    publish(server, "One", token)
    publish(server, "Two", token)
    open_dashboard(page, server, "#live")
    open_post("Two", 0, 2)
    back.click()
    notice(page, "1 write undone.")
    assert newest() == "One"
    # What was undone cannot be undone again.
    back.click()
    notice(page, "has written nothing that can still be undone")
    publish(server, "Three", token)
    open_post("One", 2, 3)
    back.click()
    notice(page, "2 writes undone.")
    assert newest() == first
    # What has written nothing has no such button.
    row(page, "GET").click()
    expect(opened).to_contain_text("GET /api/posts")
    expect(back).to_have_count(0)
    assert page.script_errors == []


def test_a_request_is_edited_and_sent_again(server, page):
    publish(server, "First")
    open_dashboard(page, server, "#live")
    row(page, "/api/posts").click()
    expect(page.locator(".opened")).to_contain_text("First")
    page.keyboard.press("e")
    page.get_by_label("Path").fill("no path")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("'Path' is 'no path'.")
    page.get_by_label("Path").fill("/api/posts")
    page.get_by_label("Body").fill('{"title": "Second", "content": "Sand."}')
    page.get_by_role("button", name="Send", exact=True).click()
    notice(page, re.compile(r"Sent again as #\d+: 201"))
    found = requests.get(server.url + "/api/posts?limit=1", timeout=60).json()["posts"]
    assert found[0]["title"] == "Second"


def test_cookies_are_sent_again(server, page):
    body = {"username": "emilys", "password": "emilyspass"}
    token = requests.post(server.url + "/auth/login", json=body, timeout=60).json()["accessToken"]
    requests.get(server.url + "/auth/me", headers={"Cookie": f"accessToken={token}"}, timeout=60)
    open_dashboard(page, server, "#live")
    row(page, "/auth/me").click()
    expect(page.locator(".opened")).to_contain_text("GET /auth/me")
    page.keyboard.press("r")
    notice(page, re.compile(r"Sent again as #\d+: 200"))


def test_words_choose_rows(server, page):
    token = sign_in(server)
    publish(server, "One", token)
    for path in ("/api/posts?page=1", "/nothing", "/posts/1"):
        requests.get(server.url + path, timeout=60)
    open_dashboard(page, server, "#live")
    expect(rows(page)).to_have_count(5)
    for words, count in [
        ("status:4xx", 1),
        ("status:404", 1),
        ("method:post", 2),
        ("path:/api/posts", 2),
        ("path:/api/posts -method:POST", 1),
        ("user:mira", 1),
        ("system:dummyjson", 1),
        ("nothing", 1),
        ("changes:*", 1),
        ("nobody", 0),
    ]:
        page.get_by_label("Filter").fill(words)
        expect(rows(page)).to_have_count(count)
    assert "q=nobody" in page.url
    # The view can be sent to a colleague.
    page.get_by_label("Filter").fill("status:4xx")
    other = page.context.new_page()
    other.goto(page.url)
    expect(rows(other)).to_have_count(1)


def test_pausing_and_clearing(server, page):
    requests.get(server.url + "/posts/1", timeout=60)
    open_dashboard(page, server, "#live")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Pause").click()
    requests.get(server.url + "/posts/2", timeout=60)
    requests.get(server.url + "/posts/3", timeout=60)
    expect(page.locator(".tally")).to_contain_text("paused")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Go on").click()
    expect(rows(page)).to_have_count(3)
    page.get_by_role("button", name="Clear").click()
    expect(rows(page)).to_have_count(0)
    requests.get(server.url + "/posts/4", timeout=60)
    expect(rows(page)).to_have_count(1)


def test_two_requests_are_compared(server, page):
    bodies = [
        '{"alpha": 1, "beta": {"same": 1, "other": 2}, "large": 9007199254740993}',
        '{ "large":9007199254740992,"beta":{"other": 3, "same":1},\n "alpha":1}',
    ]
    for body in bodies:
        fields = {"Content-Type": "application/json"}
        requests.post(f"{server.url}/nothing", data=body, headers=fields, timeout=60)
    open_dashboard(page, server, "#live")
    expect(rows(page)).to_have_count(2)
    page.locator("#rows").focus()
    for key in ("ArrowDown", "m", "ArrowDown", "m"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Compare").click()
    # What differs, with what it belongs to; the order of members and white space do not count.
    table = page.locator(".comparison")
    for words in ('"other": 2', '"large": 9007199254740993'):
        expect(table.locator(".differs").filter(has_text=words)).to_have_count(1)
    expect(table.locator("tr:not(.differs)").filter(has_text='"beta": {')).to_have_count(1)
    same = table.get_by_text(re.compile("alpha|same|status 404"))
    expect(same).to_have_count(0)
    assert_accessible(page)
    # From the top, and nearly as wide as the page.
    dialog = page.get_by_role("dialog")
    box, size = dialog.bounding_box(), page.viewport_size
    assert abs(box["width"] - 0.9 * size["width"]) <= 2 and box["y"] < 40
    assert dialog.evaluate("element => element.scrollTop") == 0
    page.get_by_label("Show what is the same as well").check()
    expect(same).to_have_count(6)
    expect(table.locator("tr:not(.differs)").filter(has_text="status 404")).to_have_count(1)


def test_the_opened_row_follows_the_keys(server, page):
    for number in (1, 2, 3):
        requests.get(f"{server.url}/posts/{number}", timeout=60)
    open_dashboard(page, server, "#live")
    row(page, "/posts/3").click()
    opened = page.locator(".opened h2")
    expect(opened).to_contain_text("/posts/3")
    page.keyboard.press("j")
    expect(opened).to_contain_text("/posts/2")
    expect(page.locator("#rows .row.current")).to_contain_text("/posts/2")
    assert "open=default%2F2" in page.url
    page.keyboard.press("k")
    expect(opened).to_contain_text("/posts/3")
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    page.keyboard.press("j")
    expect(page.locator("#rows .row.current")).to_contain_text("/posts/2")
    expect(opened).to_have_count(0)


def test_requests_are_saved_as_an_archive(server, page):
    for number in (1, 2, 3):
        requests.get(f"{server.url}/posts/{number}", timeout=60)
    open_dashboard(page, server, "#live")
    row(page, "/posts/2").click(modifiers=["Shift"])
    with page.expect_download() as download:
        page.get_by_role("button", name="HAR of 1").click()
    archive = json.loads(download.value.path().read_text())
    assert [entry["request"]["url"] for entry in archive["log"]["entries"]] == [
        f"{server.url}/posts/2"
    ]


def copied_as(page, language: str) -> str:
    """The code of the opened request, read from the clipboard."""
    page.keyboard.press("c")
    page.get_by_role("button", name=language).click()
    notice(page, "Copied.")
    page.get_by_role("button", name="Dismiss").first.click()
    return page.evaluate("navigator.clipboard.readText()")


@pytest.mark.timeout(600)
def test_the_code_of_a_request_works(server, page, tmp_path):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    title = 'Quotes "and" \\ $dollars\n</script> \u2028 é 🌊'
    publish(server, title)
    open_dashboard(page, server, "#live")
    row(page, "/api/posts").click()
    expect(page.locator(".opened")).to_contain_text("Salt")

    subprocess.run(["sh", "-c", copied_as(page, "curl")], check=True, capture_output=True)
    test = tmp_path / "test_copied.py"
    test.write_text(copied_as(page, "pytest"), encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", test],
        check=True,
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    code = copied_as(page, "JavaScript (fetch)")
    blank = page.context.new_page()
    blank.goto(server.url + "/")
    blank.evaluate(f"(async () => {{ {code} }})()")
    titles = [
        post["title"]
        for post in requests.get(server.url + "/api/posts?limit=5", timeout=60).json()["posts"]
    ]
    assert titles.count(title) == 4
    for language in ("Swift (URLSession)", "Swift Testing"):
        file = tmp_path / "code.swift"
        file.write_text(copied_as(page, language), encoding="utf-8")
        subprocess.run(["swiftc", "-frontend", "-parse", file], check=True, capture_output=True)
    kotlin = copied_as(page, "Kotlin (OkHttp)")
    assert '.method("POST", "{' in kotlin and "\\$dollars" in kotlin


def test_hostile_texts_are_shown_as_text(server, page):
    token = sign_in(server)
    publish(server, HOSTILE, token, content=HOSTILE)
    requests.get(server.url + "/" + HOSTILE.replace(" ", "%20"), timeout=60)
    requests.get(server.url + "/posts/1", headers={"X-Hostile": "<b onclick=x>" * 20}, timeout=60)
    open_dashboard(page, server, "#live")
    for path in ("/api/posts", "onerror", "/posts/1"):
        row(page, path).click()
        page.locator(".opened summary").first.click()
        expect(page.locator(".opened")).to_be_visible()
        assert_fits(page)
    row(page, "/api/posts").click()
    expect(page.locator(".opened")).to_contain_text("<script>document.title=1</script>")
    assert page.locator("main img, main script, main b").count() == 0
    assert page.title() == "Live · mockpostly"
    assert page.script_errors == []


def test_pictures_are_shown(server, page):
    requests.get(server.url + "/image/60x40", timeout=60)
    open_dashboard(page, server, "#live")
    row(page, "/image/60x40").click()
    picture = page.locator(".opened img")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 60


def test_messages_of_channels_are_seen(server, page):
    base = "/community/longpoll?vsn=2.0.0&token="
    first = requests.get(
        server.url + base + "mira-sol-token-for-trying-the-feed-out-0000", timeout=60
    )
    poll = server.url + base + first.json()["token"]
    requests.post(
        poll,
        data='["1","1","community:feed","phx_join",{}]',
        headers={"Content-Type": "application/json"},
        timeout=60,
    )
    open_dashboard(page, server, "#live")
    row(page, "phx_join").click()
    expect(page.locator(".opened")).to_contain_text("from the client")
    expect(page.locator(".opened")).to_contain_text("community:feed")


def test_a_stretch_of_the_chart_selects_its_rows(server, page):
    requests.get(server.url + "/posts/1", timeout=60)
    open_dashboard(page, server, "#live")
    expect(rows(page)).to_have_count(1)
    chart = page.get_by_role("img", name=re.compile("^1 request, 0 errors"))
    box = chart.bounding_box()
    # The left half has nothing: it is the older one.
    page.mouse.move(box["x"] + 2, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
    page.mouse.up()
    expect(rows(page)).to_have_count(0)
    page.get_by_role("button", name="All times").click()
    expect(rows(page)).to_have_count(1)


def test_faults_and_stubs_are_a_click_away(server, page):
    requests.get(server.url + "/posts/1", timeout=60)
    open_dashboard(page, server, "#live")
    row(page, "/posts/1").click()
    fault = page.get_by_role("link", name="Fault this route").get_attribute("href")
    assert fault == "#faults?world=default&add=fault&method=GET&path=%2Fposts%2F*"
    stub = page.get_by_role("link", name="Stub this answer").get_attribute("href")
    assert stub == "#faults?world=default&add=stub&request=1"
    change = page.get_by_role("link", name="Change this answer").get_attribute("href")
    assert change == "#faults?world=default&add=change&request=1"


def test_live_is_accessible(server, page):
    publish(server, "Axe")
    control(server, "POST", "/faults", {"fault": {"status": 503}, "match": {"path": "/posts/*"}}, 201)
    requests.get(server.url + "/posts/1", timeout=60)
    open_dashboard(page, server, "#live")
    assert_accessible(page)
    row(page, "/api/posts").click()
    expect(page.locator(".opened")).to_contain_text("Axe")
    assert_accessible(page)
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    assert_accessible(page)


def test_live_fits(server, page):
    publish(server, "A title that is much longer than a telephone is wide, so that it must wrap")
    open_dashboard(page, server, "#live")
    for _ in in_each_width(page):
        row(page, "/api/posts").click()
        expect(page.locator(".opened")).to_contain_text("much longer")
        assert_fits(page)
        page.keyboard.press("Escape")
        expect(page.locator(".opened h2")).to_have_count(0)
        assert_fits(page)


def test_older_entries_come_in_without_moving_what_is_seen(server, page):
    open_dashboard(page, server, "#live")
    for number in range(1, 101):
        requests.get(f"{server.url}/posts/{number}", timeout=60)
    expect(page.get_by_label("Requests and messages")).to_have_attribute("aria-rowcount", "101")
    # As if the first half had come at once: one row stands for it.
    top = page.evaluate(
        """async () => {
            const {journal} = await import("/__mockpostly/dashboard/journal.js");
            const {redraw} = await import("/__mockpostly/dashboard/page.js");
            const gap = {kind: "gap", world: "default", first: 1, last: 50, count: 50,
                requests: 50, errors: 0};
            journal.rows.splice(0, 50, gap);
            journal.epoch += 1;
            journal.version += 1;
            redraw();
            const list = document.getElementById("rows");
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            list.scrollTop = 51 * 28;
            return list.scrollTop;
        }"""
    )
    expect(page.get_by_label("Requests and messages")).to_have_attribute("aria-rowcount", "101")
    assert page.evaluate("document.getElementById('rows').scrollTop") == top


def test_bytes_that_are_no_text_are_sent_again_as_they_were(server, page):
    kind = {"Content-Type": "application/octet-stream"}
    requests.post(server.url + "/posts/add", data=b"\xff\xfe\x00", headers=kind, timeout=60)
    open_dashboard(page, server, "#live")
    row(page, "/posts/add").click()
    expect(page.locator(".opened")).to_contain_text("POST /posts/add")
    page.keyboard.press("e")
    expect(page.get_by_role("dialog")).to_contain_text("it stays as it is")
    page.get_by_label("Path").fill("/posts/add?again=1")
    page.get_by_role("button", name="Send", exact=True).click()
    notice(page, re.compile(r"Sent again as #\d+"))
    newest = control(server, "GET", "/requests/2")
    assert newest["path"] == "/posts/add?again=1" and newest["requestBytes"] == 3


def codes_of_the_first_request(page) -> list[str]:
    """What "Copy as" gives in each language but curl."""
    return page.evaluate(
        """async () => {
            const {languages} = await import("/__mockpostly/dashboard/panels/live/code.js");
            const {read} = await import("/__mockpostly/dashboard/panels/live/entry.js");
            const entry = await read("default/1", true);
            return languages.map(({code}) => code(entry));
        }"""
    )


def test_a_coded_body_that_is_changed_is_sent_as_plain_text(server, page):
    body = gzip.compress('{"title": "One é", "userId": 5}'.encode("utf-16-le"))
    fields = {"Content-Type": "application/json; charset=utf-16le", "Content-Encoding": "gzip"}
    requests.post(server.url + "/posts/add", data=body, headers=fields, timeout=60)
    for changed in ({}, {"Header fields, one a line": "X-Extra: 1"}):
        open_dashboard(page, server, "#live?open=default%2F1")
        expect(page.locator(".opened")).to_contain_text("gzip")
        page.locator("#rows").focus()
        page.keyboard.press("e")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("It came as gzip, utf-16le.")
        for label, line in changed.items():
            field = page.get_by_label(label)
            field.fill(f"{field.input_value()}\n{line}")
        page.get_by_label("Body").fill('{"title": "Zwei é", "userId": 5}')
        page.get_by_role("button", name="Send", exact=True).click()
        notice(page, re.compile(r"Sent again as #\d+: 201"))
        sent = control(server, "GET", "/requests?limit=1&details=true")["requests"][0]
        assert json.loads(sent["response"]["body"])["title"] == "Zwei é"
        given = {field["name"]: field["value"] for field in sent["request"]["headers"]}
        assert given["Content-Type"] == "application/json; charset=utf-8"
        assert "Content-Encoding" not in given and ("X-Extra" in given) == bool(changed)
    # Code of it has the same fields.
    codes = codes_of_the_first_request(page)
    for code in codes:
        assert "charset=utf-8" in code and "gzip" not in code and "One é" in code


def test_escapes_of_a_body_are_those_of_each_language(server, page):
    body = '{"a": "caf\\u00e9 \\\\bin \\\\$x", "b": "\\b"}'
    requests.post(
        server.url + "/posts/add",
        data=body,
        headers={"Content-Type": "application/json"},
        timeout=60,
    )
    open_dashboard(page, server, "#live")
    codes = codes_of_the_first_request(page)
    literal = r'"{\"a\": \"caf\\u00e9 \\\\bin \\\\$x\", \"b\": \"\\b\"}"'
    for code in (codes[0], codes[2], codes[3], codes[4]):
        assert literal in code
    assert literal.replace("$", "\\$") in codes[1]


def test_a_value_in_quotes_is_the_whole_text(server, page):
    for path in ("/posts/1", "/posts/10"):
        requests.get(server.url + path, timeout=60)
    open_dashboard(page, server, "#live")
    expect(rows(page)).to_have_count(2)
    page.get_by_label("Filter").fill("path:/posts/1")
    expect(rows(page)).to_have_count(2)
    page.get_by_label("Filter").fill('path:"/posts/1"')
    expect(rows(page)).to_have_count(1)
