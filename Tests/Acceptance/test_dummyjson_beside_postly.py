"""Postly and DummyJSON on one port, each under its own paths and by its own rules."""

from __future__ import annotations

import re

import pytest

from conftest import MIRA
from dummyjson import EMILY, Client, bearer
from rawhttp import request

FLASK = "<h1>Not Found</h1>"
SMALL_PAGE = (
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n'
    "</head>\n<body>\n<pre>Cannot {}</pre>\n</body>\n</html>\n"
)
HELMET = "X-DNS-Prefetch-Control"
"""A header that DummyJSON has on every answer, and Postly on none."""


@pytest.fixture
def app(shared_server):
    return Client(shared_server)


@pytest.fixture
def alone(start):
    """Clients of servers with one dialect each: `alone("postly")`."""
    return lambda dialect: Client(start("--dialects", dialect))


def asked(server, method, target):
    """An answer to a target that is sent as it stands."""
    with server.connect() as connection:
        return connection.ask(method, target)


# MARK: Both


def test_both_are_there(app):
    posts = app.get("/api/posts?limit=1")
    assert set(posts) == {"posts", "pagination"}
    assert list(app.get("/posts?limit=1")) == ["posts", "total", "skip", "limit"]
    assert app.call("GET", "/").text == "<h1>Postly API - This is my backend.</h1>"
    assert app.get("/__mockpostly/v1/live") == {"status": "live"}


def test_two_accounts_of_two_systems(app):
    postly = app.send("POST", "/api/auth/login/email", MIRA)
    dummy = app.log_in(EMILY)
    assert app.get("/api/auth/check", headers=bearer(postly["accessToken"]))
    assert app.get("/auth/me", headers=bearer(dummy["accessToken"]))["id"] == 1
    crossed = app.call("GET", "/auth/me", headers=bearer(postly["accessToken"]))
    assert crossed.status_code >= 400
    crossed = app.call("GET", "/api/users/me/posts", headers=bearer(dummy["accessToken"]))
    assert crossed.status_code >= 400


def test_each_has_its_own_headers(app):
    origin = {"Origin": "http://localhost:3000"}
    postly = app.call("GET", "/api/posts?limit=1", headers=origin)
    dummy = app.call("GET", "/posts?limit=1", headers=origin)
    assert HELMET not in postly.headers and HELMET in dummy.headers
    assert "Access-Control-Allow-Credentials" not in postly.headers
    assert dummy.headers["Access-Control-Allow-Credentials"] == "true"
    assert "ETag" not in postly.headers and "ETag" in dummy.headers
    assert app.call("OPTIONS", "/api/posts").status_code == 200
    assert app.call("OPTIONS", "/posts").status_code == 204


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/api/nope",
        "/API/posts",
        "/postsx",
        "/xposts",
        "/poststag",
        "/api/posts/1/2/3",
        "/images",
        "/tests",
        "/login",
        "/me",
        "/authx/me",
    ],
)
def test_unknown_paths_are_those_of_postly(app, path):
    answer = app.call("GET", path)
    assert answer.status_code == 404 and HELMET not in answer.headers
    assert FLASK in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/posts/1/nope",
        "/users/1/products",
        "/POSTS/a/b",
        "/auth",
        "/cart/1/2",
        "/http",
        "/i",
        "/posts///1",
        "/c/none/of/these",
        "/todo/user/1/2",
        "/quotes/random/3/4",
    ],
)
def test_unknown_paths_of_dummyjson_are_its_own(app, path):
    answer = app.call("GET", path)
    assert answer.status_code in (401, 404) and HELMET in answer.headers
    assert FLASK not in answer.text
    if answer.status_code == 404 and path[:3] != "/c/":
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert answer.text.lower().startswith("<!doctype html>")


@pytest.mark.parametrize(
    "method, path",
    [
        ("POST", "/posts"),
        ("DELETE", "/posts"),
        ("POST", "/posts/1"),
        ("PUT", "/quotes/1"),
        ("PATCH", "/users"),
        ("POST", "/Users/1/Nope"),
        ("POST", "/posts?limit=1"),
    ],
)
def test_there_is_no_405(app, method, path):
    answer = app.call(method, path)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
    assert "ETag" not in answer.headers
    assert answer.text == SMALL_PAGE.format(f"{method} {path.split('?')[0]}")


def test_a_path_in_an_error_page_is_escaped(shared_server):
    answer = asked(shared_server, "POST", "/posts/1/<script>alert('a')&\"")
    assert answer.status in (400, 404)
    assert b"<script>" not in answer.body


def test_unknown_paths_behind_the_door(app):
    headers = bearer(app.log_in()["accessToken"])
    for path in ("/auth/nope", "/auth/posts/1/nope", "/auth/login"):
        assert app.get(path, 401) == {"message": "Access Token is required"}
        answer = app.call("GET", path, headers=headers)
        assert answer.status_code == 404, path
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    answer = app.call("POST", "/auth/nope", headers=headers)
    assert answer.text == SMALL_PAGE.format("POST /auth/nope")
    assert app.get("/auth/auth/me", headers=headers)["id"] == 1
    assert app.get("/auth/test", headers=headers) == {"status": "ok", "method": "GET"}
    assert app.get("/auth/posts?limit=abc", 400) == {
        "message": "Invalid 'limit' - must be a number"
    }


@pytest.mark.parametrize(
    "target, status, location",
    [
        ("/posts/", 301, "/posts"),
        ("/posts//", 301, "/posts"),
        ("/posts/1/?select=title", 301, "/posts/1?select=title"),
        ("/auth/me/", 301, "/auth/me"),
        ("/posts//1/", 301, "/posts/1"),
        ("/api/posts/", 404, None),
    ],
)
def test_slashes_at_the_end(shared_server, target, status, location):
    answer = asked(shared_server, "GET", target)
    if target.startswith("/api/"):
        # By the rules of Flask, whatever they are; not by those of Express.
        assert HELMET.lower() not in [name.lower() for name, _ in answer.fields]
        return
    assert answer.status == status
    where = answer.header("Location")
    assert where == location or target == "/posts//" and where in ("/posts", "/posts/")
    assert answer.body.decode().startswith("Moved Permanently. Redirecting to /")


def test_other_spellings_of_a_path(app, shared_server):
    one = app.get("/posts/1")
    for path in ("/POSTS/1", "/post/1", "/Post/1", "/posts//1"):
        assert asked(shared_server, "GET", path).json() == one, path
    assert app.get("/users/Search?q=emily") == app.get("/user/search?q=emily")
    for path in ("/ping", "/health", "/TEST", "/test/a/b", "/ping/x"):
        assert app.get(path) == {"status": "ok", "method": "GET"}
    answer = asked(shared_server, "GET", "/posts/%E0%A4%A")
    assert answer.status == 400
    assert answer.json() == {"message": "Failed to decode param '%E0%A4%A'"}


@pytest.mark.parametrize("target", ["//posts", "///posts/1", "/post%73/1", "//w//posts"])
def test_a_first_word_in_other_spellings_has_the_same_owner(shared_server, target):
    """As they are sent: there is no such path, and the word's owner says so."""
    answer = asked(shared_server, "GET", target)
    assert answer.status == 404
    assert (answer.header(HELMET) is not None) == ("w" not in target)


def test_worlds_hold_both(shared_server):
    app = Client(shared_server, "/w/default")
    assert app.get("/posts/1") == Client(shared_server).get("/posts/1")
    assert app.get("/api/posts?limit=1")["posts"]
    assert app.call("GET", "/posts/1/nope").headers[HELMET] == "off"
    answer = app.call("GET", "/posts/?limit=1", allow_redirects=False)
    assert answer.status_code == 301
    assert Client(shared_server).call("GET", answer.headers["Location"]).status_code == 200
    assert app.call("GET", "/posts/?limit=1").json()["limit"] == 1


def test_the_description_has_both(app):
    description = app.call("GET", "/__mockpostly/v1/openapi.yaml").text
    assert re.search(r"^  /posts/\{id\}:", description, re.MULTILINE)
    assert re.search(r"^  /api/posts/\{id\}:", description, re.MULTILINE)


def test_one_connection_speaks_to_both(shared_server):
    with shared_server.connect() as connection:
        for _ in range(20):
            connection.send(
                request("GET", "/api/posts?limit=1")
                + request("GET", "/posts/1")
                + request("GET", "/posts/1/nope")
                + request("GET", "/nope")
            )
            assert "pagination" in connection.read_answer().json()
            assert connection.read_answer().json()["id"] == 1
            assert connection.read_answer().status == 404
            assert connection.read_answer().status == 404


def test_a_reset_is_for_both(start):
    app = Client(start("--dummyjson-writes", "keep"))
    account = {"email": "new@example.com", "name": "New", "password": "pw"}
    app.send("POST", "/api/auth/register", account, 201)
    app.send("DELETE", "/posts/1")
    app.reset()
    assert app.get("/posts/1")["id"] == 1
    assert app.send("POST", "/api/auth/register", account, 201)


# MARK: One alone


def test_dummyjson_alone(alone):
    app = alone("dummyjson")
    assert app.get("/posts/1")["id"] == 1
    home = app.call("GET", "/")
    assert home.status_code == 200 and home.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "Postly API" not in home.text
    for path in ("/nope", "/api/posts", "/api/auth/check"):
        answer = app.call("GET", path)
        assert answer.status_code == 404 and HELMET in answer.headers, path
        assert FLASK not in answer.text
    answer = app.call("POST", "/register")
    assert answer.text == SMALL_PAGE.format("POST /register")
    answer = app.call("POST", "/api/auth/login/email", json=MIRA)
    assert answer.text == SMALL_PAGE.format("POST /api/auth/login/email")
    assert app.get("/__mockpostly/v1/live") == {"status": "live"}
    broken = {"Content-Type": "application/json"}
    assert app.call("GET", "/nope", data=b"{", headers=broken).status_code == 400
    assert app.call("GET", "/nope/", allow_redirects=False).headers["Location"] == "/nope"


def test_postly_alone(alone):
    app = alone("postly")
    assert app.get("/api/posts?limit=1")["posts"]
    for path in ("/posts/1", "/auth/me", "/users", "/test", "/image/10", "/docs"):
        answer = app.call("GET", path)
        assert answer.status_code == 404 and HELMET not in answer.headers, path
        assert FLASK in answer.text
    assert app.call("GET", "/").text.startswith("<h1>Postly API")


def test_an_unknown_dialect(cli):
    done = cli("serve", "--port", "0", "--dialects", "postly,dummyjsn")
    assert done.returncode == 2 and "dummyjsn" in done.stderr
    done = cli("serve", "--port", "0", "--dialects", "")
    assert done.returncode == 2


@pytest.mark.parametrize("option", ["writes", "links", "era"])
def test_an_unknown_word(cli, option):
    done = cli("serve", "--port", "0", f"--dummyjson-{option}", "sometimes")
    assert done.returncode == 2 and "sometimes" in done.stderr
