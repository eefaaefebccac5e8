"""Drift in the dashboard: what a real server answers otherwise, with both answers side by side."""

from __future__ import annotations

import threading

import brotli
import pytest
import requests
from browser import assert_accessible, assert_fits, in_each_width
from dashboard import HOSTILE, control, open_dashboard
from mockserver import quiet_port
from playwright.sync_api import expect
from passingserver import talking
from processes import wait_until
from rawhttp import Connection, json_request

FAST = ("--rate", 1000)


def compare(cli, server, real, *words, code: int = 1):
    done = cli(
        *("drift", "postly", "--against", real.url, *FAST, "--dashboard", "--url", server.url),
        *words,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def changed(method: str, path: str, answer) -> None:
    if path == "/api/posts?page=x":
        answer.change(lambda body: body.update(error="the real one says no"))


def test_both_answers_stand_side_by_side(server, real, cli, page):
    real.change = changed
    done = compare(cli, server, real)
    assert done.stderr == (
        f"report 1 is in the dashboard: {server.url}/__mockpostly/#drift?report=1\n"
    )
    open_dashboard(page, server, "#drift?report=1")
    expect(page.get_by_role("heading", name=f"postly at {real.url}")).to_be_visible()
    step = page.locator("details.step")
    expect(step).to_have_count(1)
    expect(step).to_contain_text("value body.error another text of 20 letters")
    expect(step).to_contain_text("Tests/Contracts/postly/lists/not-an-integer.http:")
    expect(step).to_contain_text("(line ")
    row = step.locator("tr.differs")
    expect(row.locator("th")).to_have_text("error")
    # Of the real one only the kind is shown; the world's value is nobody's secret.
    expect(row.locator("td").first).to_have_text("a text")
    expect(row.locator("td").last).to_contain_text("invalid literal")
    expect(page.locator("main")).not_to_contain_text("the real one says no")
    page.get_by_label("Show what is the same as well").check()
    expect(page.locator("details.step").nth(3)).to_be_visible()
    assert page.script_errors == []


def test_reports_are_chosen_by_keys_and_deleted(server, real, cli, page):
    compare(cli, server, real, code=0)
    real.change = changed
    compare(cli, server, real, "--show-values")
    open_dashboard(page, server, "#drift")
    # The newest is opened, and has values when they were asked for.
    expect(page.locator("tr.differs td").first).to_have_text('"the real one says no"')
    page.keyboard.press("j")
    expect(page.locator("main")).to_contain_text("Nothing differs.")
    assert page.url.endswith("report=1")
    page.keyboard.press("k")
    expect(page.locator("tr.differs")).to_have_count(1)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".entries li")).to_have_count(1)
    assert [one["id"] for one in control(server, "GET", "/drift")["reports"]] == [1]
    assert page.script_errors == []


def test_without_a_report_the_command_is_told(server, page):
    open_dashboard(page, server, "#drift")
    expect(page.locator("main")).to_contain_text(f"--dashboard --url {server.url}")
    open_dashboard(page, server, "#drift?report=7")
    expect(page.locator("main")).to_contain_text("There is no report '7'.")


def report(**members) -> dict:
    row = {"field": HOSTILE, "depth": 1, "name": HOSTILE, "there": HOSTILE, "here": HOSTILE}
    step = {
        "name": HOSTILE, "method": "GET", "path": "/" + "long/" * 60, "rule": HOSTILE,
        "contract": "a" * 200, "line": 3, "result": "drift",
        "differences": [{"kind": "value", "field": "body." + "a" * 200, "words": HOSTILE}],
        "notes": [{"kind": "uncompared", "field": "body", "words": HOSTILE}],
        "sides": [{**row, "differs": True}, {**row, "depth": 30}],
    }
    counts = {"compared": 1, "differences": 1, "undecided": 1}
    return {"scenario": HOSTILE, "server": "x" * 200, "drift": True, **counts, "steps": [step]} | members


def test_it_fits_all_screens_and_runs_nothing(server, page):
    control(server, "POST", "/drift", report(), status=201)
    open_dashboard(page, server, "#drift")
    expect(page.locator("tr.differs")).to_be_visible()
    for _ in in_each_width(page):
        assert_fits(page)
    assert_accessible(page)
    assert page.evaluate("window.hurt") is None
    assert page.script_errors == []


def test_only_reports_are_kept(server):
    step = report()["steps"][0]
    for wrong, words in [
        ({"steps": []}, "has 0 elements"),
        ({"steps": [{**step, "sides": [{"name": "x"}]}]}, "must be a list of objects"),
        ({"steps": [{**step, "result": "good"}]}, "'good'"),
        ({"drift": "yes"}, "must be true or false"),
        ({"compared": -1}, "from 0 to 1000000"),
        ({"more": 1}, "There is no member 'more'"),
    ]:
        told = control(server, "POST", "/drift", report(**wrong), status=400)
        assert words in told["detail"] + told["hint"], told
    assert control(server, "GET", "/drift") == {"reports": [], "limit": 20}


def test_the_oldest_make_room(server):
    for number in range(1, 23):
        made = control(server, "POST", "/drift", report(scenario=f"s{number}"), status=201)
        assert made["id"] == number
    kept = [one["id"] for one in control(server, "GET", "/drift")["reports"]]
    assert kept == list(range(22, 2, -1))
    assert control(server, "GET", "/drift/22")["steps"][0]["sides"][0]["differs"] is True
    requests.delete(server.url + "/__mockpostly/v1/drift/22", timeout=60).raise_for_status()
    control(server, "GET", "/drift/22", status=404)


def test_without_a_running_server_nothing_is_sent(real, cli):
    done = cli(
        *("drift", "postly", "--against", real.url, *FAST, "--allow-writes", "--dashboard"),
        *("--url", f"http://127.0.0.1:{quiet_port()}"),
    )
    assert (done.returncode, done.stdout, real.seen) == (2, "", [])
    assert "--dashboard: " in done.stderr


def test_a_report_that_does_not_arrive_changes_no_exit_code(real, cli, start):
    server = start("--max-body", "4096")
    done = compare(cli, server, real, code=0)
    assert ": no drift; " in done.stdout
    assert done.stderr.startswith("--dashboard: the report is not in it: ")
    real.change = changed
    compare(cli, server, real, code=1)


def test_a_comparison_starts_in_the_dashboard(start, real, page):
    server = start("--upstream", f"postly={real.url}")
    real.change = changed
    open_dashboard(page, server, "#drift")
    page.get_by_role("button", name="Compare with the real server").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("System")).to_contain_text(f"postly at {real.url}")
    dialog.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name=f"postly at {real.url}")).to_be_visible(timeout=60_000)
    expect(page.locator("details.step")).to_contain_text("value body.error another text of 20 letters")
    # Reading alone, and the world that was beside it is gone.
    assert {method for method, _ in real.seen} <= {"GET", "OPTIONS", "PATCH", "POST"}
    assert ("POST", "/api/posts") not in real.seen
    assert [one["id"] for one in control(server, "GET", "/worlds")["worlds"]] == ["default"]
    assert page.script_errors == []


@pytest.mark.parametrize("silent", [False, True], ids=["between requests", "before an answer"])
def test_a_comparison_ends_with_its_client(start, real, silent):
    let_go = threading.Event()

    def change(method: str, path: str, answer) -> None:
        if silent:
            let_go.wait(60)

    real.change = change
    server = start("--upstream", f"postly={real.url}")
    with Connection(("127.0.0.1", server.port)) as connection:
        connection.send(json_request("POST", "/__mockpostly/v1/drift", {"compare": "postly"}))
        wait_until(lambda: real.seen, what="the first request")

    def worlds() -> list[str]:
        return [one["id"] for one in control(server, "GET", "/worlds")["worlds"]]

    wait_until(lambda: worlds() == ["default"], what="the end of the world beside it")
    let_go.set()
    # Of the forty and more.
    assert len(real.seen) < 20
    assert control(server, "GET", "/drift")["reports"] == []


def test_an_entry_of_the_journal_is_asked_of_the_real_server(start, real, page):
    server = start("--upstream", f"postly={real.url}")
    real.change = changed
    headers = {"Authorization": "Bearer swordfish"}
    requests.get(f"{server.url}/api/posts?page=x", headers=headers, timeout=60)
    open_dashboard(page, server, "#live?open=default/1")
    page.get_by_role("button", name="Ask the real server").click()
    row = page.locator("tr.differs")
    expect(row.locator("th")).to_have_text("error")
    expect(page.locator("details.step")).to_contain_text("Tests/Contracts/postly/")
    expect(page.locator("main")).not_to_contain_text("the real one says no")
    assert real.seen == [("GET", "/api/posts?page=x")] * 2
    assert page.script_errors == []


def test_what_cannot_be_compared_is_told(start, server, real):
    told = control(server, "POST", "/drift", {"compare": "postly"}, status=409)
    assert "--upstream postly=URL" in told["hint"]
    other = start("--upstream", f"postly={real.url}")
    assert control(other, "GET", "/drift")["servers"] == [{"system": "postly", "server": real.url}]
    requests.post(f"{other.url}/api/posts", json={}, timeout=60)
    told = control(other, "POST", "/drift", {"like": 1}, status=409)
    assert "may write" in told["detail"] and real.seen == []
    control(other, "POST", "/drift", {"like": 7}, status=404)
    for wrong in ({"compare": "shop"}, {"compare": "postly", "login": "x"}, {"compare": "postly", "steps": []}):
        control(other, "POST", "/drift", wrong, status=400)
    login = {"compare": "postly", "login": "theo.lindqvist@example.com:wrong"}
    assert "refuses the account" in control(other, "POST", "/drift", login, status=502)["detail"]
    lost = start("--upstream", f"postly=http://127.0.0.1:{quiet_port()}")
    told = control(lost, "POST", "/drift", {"compare": "postly"}, status=502)
    assert "has given no answer" in told["detail"]
    assert [one["id"] for one in control(lost, "GET", "/worlds")["worlds"]] == ["default"]


@pytest.mark.parametrize(
    ("kind", "length", "words"),
    [("application/json", 10 << 30, "has more than 16 MiB"), ("text/html", 6, "is a page of HTML")],
    ids=["10 GB", "HTML"],
)
def test_what_is_no_api_is_told(start, kind, length, words):
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n<html>"
    with talking(head.encode(), repeated=b" " * 65536 if length > 6 else b"") as url:
        server = start("--upstream", f"dummyjson={url}")
        told = control(server, "POST", "/drift", {"compare": "dummyjson"}, status=502)
    assert words in told["detail"] and url in told["detail"]


@pytest.mark.parametrize(
    ("words", "status"),
    [(b"", 504), (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>", 502)],
    ids=["late", "HTML"],
)
def test_why_there_is_no_report_is_described(start, words, status):
    with talking(words, waits=not words) as url:
        settings = {"MOCKPOSTLY_UPSTREAM_TIMEOUT": "1s"} if status == 504 else {}
        server = start("--upstream", f"postly={url}", environment=settings)
        control(server, "POST", "/drift", {"compare": "postly"}, status=status)
        described = control(server, "GET", "/openapi-control.json")["paths"]
    assert str(status) in described["/__mockpostly/v1/drift"]["post"]["responses"]


def test_a_report_that_comes_while_the_page_is_open_is_shown(server, page):
    open_dashboard(page, server, "#drift")
    expect(page.locator("main")).to_contain_text("No real server has been compared")
    control(server, "POST", "/drift", report(scenario="first"), status=201)
    expect(page.get_by_role("heading", name="first at")).to_be_visible()
    control(server, "POST", "/drift", report(scenario="second"), status=201)
    expect(page.get_by_role("heading", name="second at")).to_be_visible()
    expect(page.locator("tr.differs")).to_be_visible()
    assert page.script_errors == []


def test_members_stand_further_in_than_what_they_are_of(server, real, cli, page):
    def shorter(method: str, path: str, answer) -> None:
        if path == "/api/auth/login/email" and answer.status == 200:
            token = "eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjEsImV4cCI6OTAxfQ.c2lnbmF0dXJlLW9mLXRlc3Rz"
            answer.change(lambda body: body.update(accessToken=token))

    real.change = shorter
    login = ("--login", "theo.lindqvist@example.com:theo.lindqvist-postly")
    compare(cli, server, real, *login)
    open_dashboard(page, server, "#drift")
    # A claim has no row of its own: its token is marked.
    row = page.locator("tr.differs").filter(has_text="accessToken").first
    expect(row).to_be_visible()
    body = page.locator("details.step tr").filter(has=page.locator("th", has_text="body")).first

    def space(row) -> float:
        return row.locator("th").evaluate("cell => parseFloat(getComputedStyle(cell).paddingLeft)")

    assert space(row) - space(body) >= 10


def test_a_body_that_is_long_when_it_is_decompressed_is_not_compared(start, real):
    server = start("--upstream", f"postly={real.url}")
    headers = {"Content-Type": "application/json", "Content-Encoding": "br"}
    for size, status in ((5 << 20, 409), (1 << 20, 201)):
        sealed = brotli.compress(b"0" * size)
        requests.post(f"{server.url}/api/posts", data=sealed, headers=headers, timeout=60)
        newest = control(server, "GET", "/requests?limit=1")["requests"][0]["number"]
        order = {"like": newest, "allowWrites": True}
        told = control(server, "POST", "/drift", order, status=status)
        assert status == 201 or told["title"] == "Incomplete body"
