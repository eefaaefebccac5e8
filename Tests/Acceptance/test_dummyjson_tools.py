"""The utility routes: statuses, one-time passwords, custom responses, pages, random records."""

from __future__ import annotations

import re

import pytest

from dummyjson import Client


@pytest.fixture
def app(shared_server):
    return Client(shared_server)


def test_statuses(app):
    assert app.get("/http/200") == {"status": 200, "message": "OK"}
    answer = app.call("GET", "/https/404/Lost%20at%20sea")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json; charset=utf-8"
    assert answer.text == (
        '{"status":404,"title":"Lost at sea","type":"about:blank","detail":"Lost at sea",'
        '"message":"Lost at sea"}'
    )
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert app.call(method, "/http/418/").status_code == 418
    assert app.call("GET", "/http/204").content == b""
    assert app.get("/http/299", 500) == {"message": "Status code '299' is not supported"}
    assert app.get("/http/abc", 500) == {"message": "Status code 'abc' is invalid"}
    with_location = app.call("GET", "/http/301", allow_redirects=False)
    assert with_location.status_code == 301 and "Location" not in with_location.headers


def test_who_asks(app):
    answer = app.get("/ip", headers={"User-Agent": "Oar/1.0"})
    assert answer == {"ip": "127.0.0.1", "userAgent": "Oar/1.0"}
    answer = app.get(
        "/ip", headers={"X-Forwarded-For": "203.0.113.9, 10.0.0.1", "User-Agent": None}
    )
    assert answer["ip"] == "203.0.113.9"


def test_one_time_passwords(app):
    """The test vector of RFC 6238 cannot be asked for; the form and the refusals can."""
    for answer in (
        app.get("/2fa?key=JBSWY3DPEHPK3PXP"),
        app.get("/totp?key=jbsw%20y3dp-ehpk3pxp"),
        app.send("POST", "/2fa", {"key": "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&issuer=b"}),
    ):
        assert list(answer) == ["totp", "expiresIn", "period"]
        assert re.fullmatch(r"[0-9]{6}", answer["totp"]) and answer["period"] == 30
        assert 1 <= answer["expiresIn"] <= 30
    assert app.send("POST", "/2fa", {}, 400) == {"message": "Secret key is required"}
    assert app.get("/2fa?key=ABC", 400) == {"message": "Invalid secret key"}


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_custom_responses(server, method):
    app = Client(server)
    body = {"json": {"z": [1, None], "a": "é"}, "method": method}
    made = app.send("POST", "/c/generate", body)
    assert app.send("POST", "/c/generate", body) == made, "the same again"
    path = made["url"].removeprefix(app.base)
    answer = app.call(method, path + "/below")
    assert answer.status_code == 200 and answer.text == '{"z":[1,null],"a":"é"}'
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert answer.headers["x-expires-in-days"] == "90"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00\.000Z", answer.headers["x-expires-on"])
    other = app.call("PUT" if method != "PUT" else "GET", path)
    assert other.status_code == 404 and other.content == b""
    missing = app.call("POST", "/c/generate", json={"method": method})
    assert (missing.status_code, missing.text) == (400, "Missing JSON")


def test_the_page_of_what_is_served(app):
    for path in ("/docs", "/docs/posts", "/custom-response", "/tools", "/2fa"):
        answer = app.call("GET", path)
        assert answer.status_code == 200, path
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    for path, status, location in (
        ("/image", 302, "/docs/image"),
        ("/c", 302, "/custom-response"),
        ("/docs/2fa", 301, "/docs/tools#tools-2fa-get"),
    ):
        answer = app.call("GET", path, allow_redirects=False)
        assert (answer.status_code, answer.headers["Location"]) == (status, location)


def test_random_records(app):
    for kind in ("quotes", "todos"):
        assert app.get(f"/{kind}/random")["id"] >= 1
        for count, wanted in (("1", 1), ("10", 10), ("2.5", 3), ("11", 0), ("0", 0), ("x", 0)):
            records = app.get(f"/{kind}/random/{count}")
            assert len(records) == len({record["id"] for record in records}) == wanted
    assert len({app.get("/quotes/random")["id"] for _ in range(30)}) > 3


def test_random_records_repeat_with_a_seed(start):
    def drawn(*options):
        app = Client(start("--random-seed", "7", *options))
        return [app.call("GET", f"/quotes/random/{count}").text for count in range(1, 11)]

    assert drawn() == drawn() == drawn("--no-cache")
