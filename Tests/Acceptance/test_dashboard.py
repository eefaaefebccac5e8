"""The dashboard's frame: who may see and drive it, many rows, what it looks like."""

from __future__ import annotations

import http.server
import socket
import threading

import pytest
import requests
from playwright.sync_api import expect

from browser import assert_accessible, assert_fits, in_each_width
from dashboard import control, open_dashboard, row, rows, sign_in
from mockserver import quiet_port

TOKEN = "open-sesame-0123456789"


# Who may see and drive it


def test_the_admin_token_is_asked_for_once_and_kept_for_the_tab(start, page):
    server = start("--admin-token", TOKEN)
    page.goto(f"{server.url}/__mockpostly/#live")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The control plane of this server is for those who know")
    expect(page.locator(".connection")).to_have_text("Waiting for the admin token")
    expect(page.locator(".notice")).to_have_count(0)
    page.get_by_label("Token", exact=True).fill("a token \u201c")
    page.get_by_role("button", name="Continue").click()
    expect(dialog).to_contain_text("without spaces")
    page.get_by_label("Token", exact=True).fill("wrong")
    page.get_by_role("button", name="Continue").click()
    expect(dialog).to_contain_text("is not that of this server")
    page.get_by_label("Token", exact=True).fill(TOKEN)
    page.get_by_role("button", name="Continue").click()
    # The stream works with it as well.
    expect(page.get_by_text("Connected", exact=True)).to_be_attached()
    requests.get(server.url + "/posts/1", timeout=60)
    expect(row(page, "/posts/1")).to_be_visible()
    assert TOKEN not in page.url
    page.reload()
    expect(row(page, "/posts/1")).to_be_visible()
    expect(dialog).to_have_count(0)
    # Another tab has to know it itself.
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("dialog")).to_be_visible()


def test_without_a_control_plane_there_is_no_dashboard(start):
    server = start("--no-control")
    for path in ("/__mockpostly/", "/__mockpostly/dashboard/main.js"):
        answer = requests.get(server.url + path, timeout=60)
        assert answer.status_code == 404 and "mockpostly</title>" not in answer.text


@pytest.fixture
def foreign_site(browser):
    """The address of a site on another port, whose pages are empty."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title><body>")

        def log_message(self, *_):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.daemon_threads = True
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{site.server_port}/"
    site.shutdown()
    thread.join()
    site.server_close()


def test_another_site_can_open_it_but_not_drive_it(server, page, foreign_site):
    page.goto(foreign_site)
    before = requests.get(server.url + "/api/posts?limit=1", timeout=60).json()["pagination"]
    for method, path in [
        ("POST", "reset"),
        ("POST", "requests"),
        ("DELETE", "worlds"),
        ("GET", "worlds"),
        ("GET", "events"),
    ]:
        outcome = page.evaluate(
            """async ([url, method]) => {
                const body = method === "POST" ? '{"path": "/posts/1"}' : undefined;
                for (const mode of ["cors", "no-cors"]) {
                    try {
                        const answer = await fetch(url, {method, body, mode});
                        if (mode === "cors") return "read " + answer.status;
                    } catch {
                        // Refused by the browser, as it has to be.
                    }
                }
                return "refused";
            }""",
            [f"{server.url}/__mockpostly/v1/{path}", method],
        )
        assert outcome == "refused", (method, path)
    # Not in a frame,
    page.evaluate(
        """url => new Promise(resolve => {
            const frame = document.createElement("iframe");
            frame.onload = resolve;
            frame.src = url;
            document.body.append(frame);
        })""",
        f"{server.url}/__mockpostly/",
    )
    assert all("mockpostly" not in frame.content() for frame in page.frames[1:])
    # and a window that was opened cannot be reached.
    with page.context.expect_page() as opened:
        page.evaluate("url => { window.other = open(url); }", f"{server.url}/__mockpostly/")
    expect(opened.value.get_by_text("Connected", exact=True)).to_be_attached()
    page.wait_for_function("window.other.closed")
    assert list(control(server, "GET", "/requests")["requests"])[0]["path"] == "/api/posts?limit=1"
    after = requests.get(server.url + "/api/posts?limit=1", timeout=60).json()["pagination"]
    assert after == before


def test_a_browser_finds_an_icon_beside_any_page(shared_server):
    answer = requests.get(shared_server.url + "/favicon.ico", timeout=60)
    assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("image/")
    assert answer.content


def test_the_packed_form_of_a_file_has_a_tag_of_its_own(server):
    def ask(coding: str, tags: str = ""):
        fields = {"Accept-Encoding": coding, "If-None-Match": tags}
        return requests.get(f"{server.url}/__mockpostly/", headers=fields, timeout=60)

    plain, packed = ask("identity"), ask("gzip")
    assert plain.content == packed.content and packed.headers["Content-Encoding"] == "gzip"
    tag, other = plain.headers["ETag"], packed.headers["ETag"]
    assert other == tag[:-1] + '-gz"'
    assert [ask("identity", one).status_code for one in (tag, other)] == [304, 200]
    assert [ask("gzip", one).status_code for one in (tag, other)] == [200, 304]


def test_the_dashboard_of_a_world_shows_that_world(server, page):
    port = quiet_port()
    control(server, "POST", "/worlds", {"id": "own", "port": port, "from": "empty"}, 201)
    for address in [f"{server.url}/w/own/__mockpostly/", f"http://localhost:{port}/__mockpostly/"]:
        page.goto(address)
        expect(page.locator("#world")).to_have_value("own")
        assert "/w/" not in page.url
    # There a request without a world's name goes to that world.
    page.goto(f"http://localhost:{port}/__mockpostly/#routes?route=GET+/api/posts")
    page.get_by_role("button", name="Send", exact=True).click()
    answer = page.get_by_label("Answer", exact=True)
    expect(answer).to_contain_text("GET /api/posts")
    expect(answer).to_contain_text("total: 0")


def test_nothing_comes_from_elsewhere(server, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_dashboard(page, server)
    for link in page.locator("nav a").all():
        link.click()
    expect(page.locator("main h1")).to_be_visible()
    assert all(url.startswith((server.url, "data:", "blob:")) for url in asked), asked
    assert page.script_errors == []


def test_a_browser_that_opens_the_root_gets_what_the_original_gives(server, page):
    answer = page.goto(server.url + "/")
    assert "mockpostly" not in answer.text()


# Many rows


def flood(server, count: int):
    """Sends `count` requests over one connection, without waiting for each answer."""
    host, port = server.url.removeprefix("http://").split(":")
    piece = b"GET /posts/1 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
    with socket.create_connection((host, int(port))) as connection:
        connection.settimeout(60)
        waiting = 0
        for _ in range(count // 100):
            connection.sendall(piece)
            waiting += 100
            while waiting > 100:
                waiting -= connection.recv(1 << 20).count(b"HTTP/1.1 200")
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 20):
            pass


def test_more_requests_than_can_be_read_are_summed_up_and_shown_on_demand(start, page):
    server = start("--journal-entries", 60_000, "--journal-size", "64MiB")
    open_dashboard(page, server, "#live")
    flood(server, 20_000)
    last = page.evaluate(
        """async () => {
            const {journal} = await import("/__mockpostly/dashboard/journal.js");
            const total = () => journal.rows.reduce((sum, row) => sum + (row.count ?? 1), 0);
            while (total() < 20000) await new Promise((resolve) => setTimeout(resolve, 20));
            return [total(), journal.rows.at(-1).number];
        }"""
    )
    assert last == [20_000, 20_000]
    # A row that stands for others gives place to them when somebody has scrolled to it.
    grid = page.get_by_label("Requests and messages")
    before = int(grid.get_attribute("aria-rowcount"))
    page.evaluate(
        """async () => {
            const {journal} = await import("/__mockpostly/dashboard/journal.js");
            const most = Math.max(...journal.rows.map(({count}) => count ?? 0));
            const gap = journal.rows.findIndex(({count}) => count === most);
            const place = journal.rows.length - 1 - gap;
            document.getElementById("rows").scrollTop = place * 28 - 100;
        }"""
    )
    page.wait_for_function(
        "least => Number(document.getElementById('rows').ariaRowCount) > least", arg=before + 100
    )


def test_fifty_thousand_rows_are_scrolled(server, page):
    for number in range(1, 11):
        requests.get(f"{server.url}/posts/{number}", timeout=60)
    open_dashboard(page, server, "#live")
    expect(rows(page)).to_have_count(10)
    page.evaluate(
        """async () => {
            const {journal} = await import("/__mockpostly/dashboard/journal.js");
            const {redraw} = await import("/__mockpostly/dashboard/page.js");
            const some = [...journal.rows];
            for (let number = 11; number <= 50000; number += 1) {
                journal.rows.push({...some[number % some.length], number});
            }
            journal.version += 1;
            redraw();
        }"""
    )
    grid = page.get_by_label("Requests and messages")
    expect(grid).to_have_attribute("aria-rowcount", "50001")
    # Few of them are elements, wherever the list stands.
    page.locator("#rows").focus()
    page.keyboard.press("End")
    expect(page.locator("#rows .row.current")).to_have_attribute("aria-rowindex", "50001")
    assert rows(page).count() < 100
    page.keyboard.press("Home")
    expect(page.locator("#rows .row.current")).to_have_attribute("aria-rowindex", "2")
    page.get_by_label("Filter").fill("path:/posts/7")
    expect(grid).to_have_attribute("aria-rowcount", "5001")


# What it looks like


def test_texts_have_three_sizes_and_forms_one_face(server, page):
    open_dashboard(page, server)
    requests.get(server.url + "/posts/1", timeout=60)
    sizes = set()
    for panel in ("start", "live", "data", "worlds", "clock", "faults", "sockets", "routes"):
        page.evaluate("hash => location.hash = hash", f"#{panel}")
        expect(page.locator("main")).to_have_class(f"panel {panel}")
        expect(page.locator("main h1")).to_be_visible()
        found = page.evaluate(
            """() => {
                const texts = [...document.querySelectorAll("#page :not(svg *)")].filter((element) =>
                    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
                );
                const controls = [...document.querySelectorAll("form :is(label, input, textarea)")];
                return {
                    sizes: texts.map((element) => getComputedStyle(element).fontSize),
                    faces: controls.map((element) => getComputedStyle(element).fontFamily),
                };
            }"""
        )
        sizes |= set(found["sizes"])
        assert len(set(found["faces"])) <= 1, panel
    assert len(sizes) == 3, sizes


def test_the_start_page_says_what_runs_where(server, page):
    open_dashboard(page, server)
    main = page.locator("main")
    for text in (
        f"{server.url}/api",
        server.url,
        "mira.sol@example.com",
        "mira.sol-postly",
        "emilys",
        "emilyspass",
        f"curl '{server.url}/api/posts?limit=3'",
    ):
        expect(main).to_contain_text(text)
    # Both log-ins are copied with their passwords.
    for password in ("mira.sol-postly", "emilyspass"):
        copied = page.locator(".copied").filter(has_text=password).first
        expect(copied.get_by_role("button", name="Copy")).to_be_visible()
    page.get_by_role("button", name="Android emulator").click()
    expect(main).to_contain_text("http://10.0.2.2:")
    # The two forms of an address are named by what tells them apart.
    expect(main.locator("dt").filter(has_text="With")).to_have_text(
        ["With the slash", "Without the slash", "Without the slash", "With the slash"]
    )
    expect(main.get_by_text("iOS", exact=True)).to_have_count(0)
    # No address stands where none can work.
    page.get_by_role("button", name="A phone").click()
    expect(main).to_contain_text("--lan")
    expect(main.locator(".lines").filter(has_text="://")).to_have_count(0)
    expect(main.locator(".lines").first).to_contain_text("mira.sol@example.com")
    requests.get(server.url + "/api/posts?limit=3", timeout=60)
    expect(main).to_contain_text("Seen so far: 1 request.")


def test_the_first_steps_tick_themselves(server, page):
    open_dashboard(page, server)
    steps = page.get_by_role("region", name="First steps")
    done = steps.get_by_role("listitem").filter(has=page.get_by_label("Done", exact=True))
    expect(steps).to_contain_text("0 of 3")
    expect(done).to_have_count(0)
    requests.get(server.url + "/posts/1", timeout=60)
    expect(done).to_contain_text(["See a first request"])
    sign_in(server)
    expect(done).to_contain_text(["See a first request", "Sign in"])
    control(server, "POST", "/faults", {"fault": "status-503"}, 201)
    requests.get(server.url + "/posts/1", timeout=60)
    expect(done).to_have_count(3)
    expect(steps).to_contain_text("3 of 3")


def test_the_keys_are_listed_and_work(server, page):
    open_dashboard(page, server)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("choose the world")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("g")
    page.keyboard.press("2")
    expect(page.locator("main h1")).to_have_text("Live")
    # The focus is in the panel, so that its keys and Tab go on from there.
    expect(page.locator("main")).to_be_focused()
    requests.get(server.url + "/posts/1", timeout=60)
    expect(rows(page)).to_have_count(1)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator(".opened h2")).to_contain_text("/posts/1")
    page.keyboard.press("w")
    expect(page.get_by_label("World", exact=False)).to_be_focused()


def test_the_list_of_keys_fits_a_telephone(server, make_context):
    page = make_context(viewport={"width": 360, "height": 480}).new_page()
    open_dashboard(page, server, "#live")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    box = dialog.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert box["y"] >= 0 and box["y"] + box["height"] <= 480
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    assert dialog.evaluate("dialog => dialog.scrollHeight > dialog.clientHeight")
    expect(dialog.get_by_role("heading")).to_be_in_viewport()
    close = page.get_by_role("button", name="Close")
    close.scroll_into_view_if_needed()
    expect(close).to_be_in_viewport()


def test_the_whole_page_follows_the_chosen_world(server, page):
    control(server, "POST", "/worlds", {"id": "other"}, 201)
    requests.get(server.url + "/w/other/posts/1", timeout=60)
    requests.get(server.url + "/posts/2", timeout=60)
    open_dashboard(page, server, "#live")
    expect(rows(page)).to_have_count(1)
    page.locator("#world").focus()
    page.locator("#world").select_option("other")
    expect(row(page, "/w/other/posts/1")).to_be_visible()
    expect(rows(page)).to_have_count(1)
    assert "world=other" in page.url
    page.go_back()
    expect(row(page, "/posts/2")).to_be_visible()
    page.get_by_role("button", name="All worlds").click()
    expect(rows(page)).to_have_count(2)


def test_what_is_active_is_seen_on_every_page(server, page):
    open_dashboard(page, server)
    control(server, "POST", "/faults", {"name": "no-likes", "fault": {"status": 503}}, 201)
    control(server, "POST", "/stubs", {"response": {"status": 418}}, 201)
    control(server, "PUT", "/clock", {"mode": "freeze"})
    top = page.locator(".top")
    for text in ("no-likes", "1 stub", "frozen"):
        expect(top).to_contain_text(text)
    page.locator("nav").get_by_role("link", name="Live").click()
    expect(top).to_contain_text("no-likes")


def test_the_start_page_is_accessible_and_fits(server, page):
    open_dashboard(page, server)
    expect(page.locator("main")).to_contain_text("emilys")
    assert_accessible(page)
    for _ in in_each_width(page):
        assert_fits(page)
