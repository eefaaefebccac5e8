"""`/__mockpostly/phone`: what a phone sees that has come to the server."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
import requests
from playwright.sync_api import expect

from browser import assert_accessible, assert_fits
from conftest import MIRA
from dashboard import control

PAGE = "/__mockpostly/phone"
SCREEN = {"width": 360, "height": 740}
AGENTS = {
    "iOS": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
    " Gecko) Version/17.2 Mobile/15E148 Safari/604.1",
    "Android": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/120.0.0.0 Mobile Safari/537.36",
}
OTHER_WORLD = "a-world-with-a-name-as-long-as-there-is-one-to-be-had-anywhere-9"


class Texts(HTMLParser):
    """The texts to copy, by the heading above them, as a browser without style would show them."""

    def __init__(self, page: str):
        super().__init__()
        self.copied: dict[str, list[str]] = {}
        self.names: list[str] = []
        self.heading = self.here = ""
        self.feed(page)

    def handle_starttag(self, name, attributes):
        self.names.append(name)
        self.here = "copied" if ("class", "copied") in attributes else name

    def handle_endtag(self, name):
        self.here = ""

    def handle_data(self, data):
        if self.here == "h2":
            self.heading = data
        elif self.here == "copied":
            self.copied.setdefault(self.heading, []).append(data)


def raw(host: str, path: str = PAGE, **fields: str) -> bytes:
    """The bytes of a request with any Host."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def show(server, path: str = PAGE, **headers) -> requests.Response:
    return requests.get(server.url + path, headers=headers, timeout=60)


# MARK: In a browser


@pytest.mark.parametrize("system", AGENTS)
def test_it_fits_a_phone(shared_server, make_context, system):
    context = make_context(
        viewport=SCREEN,
        user_agent=AGENTS[system],
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
    )
    page = context.new_page()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("requestfailed", lambda failed: wrong.append(failed.url))
    page.goto(shared_server.url + PAGE)
    expect(page.get_by_role("heading", level=1)).to_have_text("You reached mockpostly")
    expect(page.locator("details[open] summary")).to_have_text(system)
    assert_fits(page)
    assert_accessible(page)
    for scheme, color in {"light": "rgb(255, 255, 255)", "dark": "rgb(14, 17, 22)"}.items():
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == color
    for place in (1, 2):
        page.locator("details summary").nth(place).tap()
    expect(page.locator("details[open]")).to_have_count(3)
    assert_fits(page)
    assert_accessible(page)
    assert wrong == []


@pytest.mark.parametrize("width", [320, 360])
def test_it_works_without_script(server, make_context, width):
    world = control(server, "POST", "/worlds", {"id": OTHER_WORLD}, 201)
    context = make_context(viewport={**SCREEN, "width": width}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.url}/w/{OTHER_WORLD}{PAGE}")
    expect(page.locator("header")).to_contain_text(OTHER_WORLD)
    expect(page.get_by_text(world["baseUrls"]["postly"], exact=True)).to_be_visible()
    android = page.locator("details", has_text="Android")
    expect(android.locator("pre").first).to_be_hidden()
    android.locator("summary").click()
    expect(android.locator("pre").first).to_contain_text("cleartextTrafficPermitted")
    assert_fits(page)


def test_the_link_of_the_terminal_opens_the_dashboard(start, page):
    server = start("--admin-token", "open-sesame-0123456789")
    link = f"{server.url}/__mockpostly/#?token=open-sesame-0123456789"
    page.goto(link)
    expect(page.locator(".connection")).to_have_text("Connected")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "sesame" not in page.url
    page.reload()
    expect(page.locator(".connection")).to_have_text("Connected")
    page.get_by_role("navigation").get_by_role("link", name="Live").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "sesame" not in page.url and "sesame" not in page.content()
    page.go_back()
    assert "sesame" not in page.url
    # The server never gets to see it in an address.
    server.stop()
    assert "sesame" not in server.log


def test_a_wrong_link_asks_for_the_token(start, page):
    server = start("--admin-token", "open-sesame-0123456789")
    page.goto(f"{server.url}/__mockpostly/#?token=wrong")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.get_by_label("Token", exact=True).fill("open-sesame-0123456789")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".connection")).to_have_text("Connected")
    assert "wrong" not in page.url


# MARK: By other clients


def test_the_addresses_are_good_and_the_log_ins_too(shared_server):
    texts = Texts(show(shared_server).text)
    assert set(texts.copied) == {"Base URLs", "Log-ins"}
    urls = texts.copied["Base URLs"]
    assert all(re.match(rf"(http|ws)://127\.0\.0\.1:{shared_server.port}", url) for url in urls)
    assert len(set(urls)) == len(urls) > 6
    [postly] = [url for url in urls if url.endswith(f":{shared_server.port}/api/")]
    logged_in = requests.post(postly + "auth/login/email", json=MIRA, timeout=60)
    assert logged_in.ok
    assert {MIRA["email"], MIRA["password"]} <= set(texts.copied["Log-ins"])
    name, password = "emilys", "emilyspass"
    assert {name, password} <= set(texts.copied["Log-ins"])
    [shop] = [url for url in urls if url.endswith(str(shared_server.port))]
    person = {"username": name, "password": password}
    assert requests.post(shop + "/auth/login", json=person, timeout=60).ok


def test_the_page_is_of_the_world_and_the_port_that_it_was_opened_by(server):
    made = control(
        server, "POST", "/worlds", {"id": "one", "from": "empty", "port": 0}, 201
    )
    control(server, "POST", "/worlds", {"id": "two"}, 201)
    for path, prefix in (("/w/two" + PAGE, "/w/two"), (PAGE, "")):
        urls = Texts(show(server, path).text).copied["Base URLs"]
        assert f"http://127.0.0.1:{server.port}{prefix}/api/" in urls
    port = made["port"]
    texts = Texts(requests.get(f"http://127.0.0.1:{port}{PAGE}", timeout=60).text)
    assert f"http://127.0.0.1:{port}/api/" in texts.copied["Base URLs"]
    assert MIRA["email"] not in texts.copied["Log-ins"]
    lost = show(server, "/w/nowhere" + PAGE)
    assert lost.status_code == 404 and "nowhere" in lost.json()["detail"]


@pytest.mark.parametrize(
    "host", ["office-mac.local:8080", "pc", "10.0.2.2:8080", "[fd00::7]:8080", "evil.example"]
)
def test_any_name_leads_to_the_page_and_to_nothing_else(shared_server, host):
    with shared_server.connect() as connection:
        connection.send(raw(host))
        page = connection.read_answer()
        assert page.status == 200
        assert f"http://{host}/api/" in page.body.decode()
        assert page.header("access-control-allow-origin") is None
        connection.send(raw(host, "/__mockpostly/v1/worlds"))
        refused = connection.read_answer()
        is_address = host[0] in "1["
        assert refused.status == (200 if is_address else 403)


@pytest.mark.parametrize("host", ['x"><script>alert(1)</script>', "a b", "é", "1.2.3.4:x", "'"])
def test_what_is_no_host_is_refused(shared_server, host):
    with shared_server.connect() as connection:
        connection.send(raw(host))
        answer = connection.read_answer()
    assert answer.status == 400 and b"<script" not in answer.body


def test_old_clients_get_it_too(shared_server):
    with shared_server.connect() as connection:
        connection.send(f"GET {PAGE} HTTP/1.0\r\n\r\n".encode())
        answer = connection.read_answer()
    assert answer.status == 200 and b"You reached mockpostly" in answer.body


def test_there_is_no_script_and_no_secret_in_it(start):
    server = start("--jwt-secret", "a-secret-of-this-test", "--admin-token", "open-sesame-01234567")
    answer = show(server)
    names = Texts(answer.text).names
    assert answer.status_code == 200
    assert not {"script", "style", "iframe", "form", "img"} & set(names)
    assert " style=" not in answer.text and " on" not in " ".join(names)
    assert "a-secret" not in answer.text and "open-sesame" not in answer.text
    assert "style-src 'self'" in answer.headers["Content-Security-Policy"]
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert requests.get(f"{server.url}/__mockpostly/v1/worlds", timeout=60).status_code == 401


def test_nothing_is_changed_or_kept(server):
    before = control(server, "GET", "/worlds")["worlds"][0]["counts"]
    for _ in range(3):
        answer = show(server, PAGE + "?from=camera")
        assert answer.status_code == 200 and not answer.cookies
    assert control(server, "GET", "/requests")["requests"] == []
    assert control(server, "GET", "/worlds")["worlds"][0]["counts"] == before


def test_without_a_control_plane_there_is_no_page(start):
    assert show(start("--no-control")).status_code == 404


def test_what_a_device_says_of_itself_cannot_forge_the_log(server):
    with server.connect() as connection:
        connection.send(raw("localhost", User_Agent="x (Android 9; \u009b31mRed\t\u202e evil)"))
        assert connection.read_answer().status == 200
    found = server.wait_for_log(r"\n?(.*has opened /__mockpostly/phone)")
    assert all(0x20 <= ord(character) < 0x7F for character in found[1])


@pytest.mark.parametrize("opened_by", ["localhost", "127.0.0.1"])
def test_on_the_computer_itself_it_says_what_a_phone_needs(server, opened_by):
    answer = requests.get(f"http://{opened_by}:{server.port}{PAGE}", timeout=60)
    assert "mockpostly serve --lan" in answer.text
