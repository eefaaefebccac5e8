"""Compressed answers, tags, HEAD, OPTIONS, and what every answer has."""

from __future__ import annotations

import re

import pytest

from dummyjson import CODINGS, EMILY, Client, bearer
from dummyjson import post_bytes as sent

SECURITY = {
    "X-DNS-Prefetch-Control": "off",
    "X-Frame-Options": "SAMEORIGIN",
    "Strict-Transport-Security": "max-age=15552000; includeSubDomains",
    "X-Download-Options": "noopen",
    "X-Content-Type-Options": "nosniff",
    "X-XSS-Protection": "1; mode=block",
}


@pytest.fixture
def app(shared_server):
    return Client(shared_server)


# MARK: Compressed answers


def raw(app, path, accept, method="GET"):
    """Answer and undecoded body."""
    answer = app.call(method, path, headers={"Accept-Encoding": accept}, stream=True)
    return answer, answer.raw.read(decode_content=False)


@pytest.mark.parametrize(
    "accept, coding",
    [
        ("gzip", "gzip"),
        ("deflate", "deflate"),
        ("br", "br"),
        ("gzip, deflate, br", "br"),
        ("gzip;q=0", None),
        ("identity", None),
        ("", None),
        ("zstd", None),
        ("br;q=0, gzip", "gzip"),
        ("GZIP", "gzip"),
    ],
)
@pytest.mark.parametrize("path", ["/posts", "/users?limit=0", "/posts/search?q=the&limit=100"])
def test_compressed_answers(app, path, accept, coding):
    plain, expected = raw(app, path, "identity")
    assert plain.headers["Content-Length"] == str(len(expected)) and len(expected) >= 1024
    answer, body = raw(app, path, accept)
    assert answer.headers["ETag"] == plain.headers["ETag"]
    assert answer.headers["Vary"] == plain.headers["Vary"] == "Origin, Accept-Encoding"
    assert answer.headers.get("Content-Encoding") == coding
    if coding is None:
        assert body == expected
        return
    assert answer.headers["Transfer-Encoding"] == "chunked"
    assert "Content-Length" not in answer.headers
    assert len(body) < len(expected) and CODINGS[coding][1](body) == expected
    # And as a client sees it who leaves that to the library.
    assert app.call("GET", path, headers={"Accept-Encoding": accept}).content == expected


def test_small_answers_and_pictures_are_not_compressed(app):
    for path in ("/test", "/posts/1?select=title", "/image/400x300"):
        answer, body = raw(app, path, "gzip, br")
        assert "Content-Encoding" not in answer.headers, path
        assert answer.headers["Content-Length"] == str(len(body))
    answer, _ = raw(app, "/image/400x300", "gzip, br")
    assert answer.headers["Vary"] == "Origin"


def test_compressed_answers_of_writes_and_refusals(app):
    text = "long " * 400
    answer = app.call("POST", "/posts/add", json={"userId": 1, "body": text})
    assert answer.headers["Content-Encoding"] in CODINGS and answer.json()["body"] == text
    headers = bearer(app.log_in()["accessToken"])
    answer = app.call("GET", "/auth/posts", headers=headers)
    assert answer.headers["Content-Encoding"] in CODINGS and answer.json()["total"] == 251


# MARK: Tags


@pytest.mark.parametrize(
    "path",
    ["/posts/1", "/posts", "/users?limit=2", "/http/200", "/image/50x50", "/icon/a?type=svg"],
)
def test_what_the_client_has_is_not_sent_again(app, path):
    first = app.call("GET", path)
    tag = first.headers["ETag"]
    assert re.fullmatch(r'W/"[0-9a-f]+-[A-Za-z0-9+/]{27}"', tag)
    assert int(tag[3:].split("-")[0], 16) == len(first.content)
    for known in (tag, "*", f'"other", {tag}', tag.removeprefix("W/")):
        answer = app.call("GET", path, headers={"If-None-Match": known})
        assert answer.status_code == 304, known
        assert answer.content == b"" and answer.headers["ETag"] == tag
        assert not {"Content-Type", "Content-Length", "Content-Encoding"} & set(answer.headers)
    head = app.call("HEAD", path, headers={"If-None-Match": tag})
    assert head.status_code == 304
    for headers in (
        {"If-None-Match": '"other"'},
        {"If-None-Match": tag, "Cache-Control": "no-cache"},
        {"If-None-Match": tag, "Cache-Control": "max-age=0, no-cache"},
    ):
        answer = app.call("GET", path, headers=headers)
        assert answer.status_code == 200 and answer.content == first.content


def test_errors_and_writes_are_always_sent(app):
    for method, path in (("GET", "/posts/999"), ("POST", "/posts/add"), ("PUT", "/posts/1")):
        options = {} if method == "GET" else {"json": {"userId": 1}}
        tag = app.call(method, path, **options).headers["ETag"]
        again = app.call(method, path, headers={"If-None-Match": tag}, **options)
        assert again.status_code == {"GET": 404, "POST": 201, "PUT": 200}[method]
        assert again.headers["ETag"] == tag and again.content


def test_a_tag_is_that_of_the_body_however_it_travels(app):
    tags = {
        app.call("GET", "/posts", headers={"Accept-Encoding": accept}).headers["ETag"]
        for accept in ("gzip", "br", "deflate", "identity")
    }
    assert len(tags) == 1
    answer = app.call(
        "GET", "/posts", headers={"Accept-Encoding": "gzip", "If-None-Match": tags.pop()}
    )
    assert answer.status_code == 304


# MARK: HEAD, OPTIONS, headers of every answer


@pytest.mark.parametrize(
    "path",
    [
        "/posts",
        "/posts/1",
        "/posts/999",
        "/posts/nope/nope",
        "/auth/me",
        "/http/404",
        "/icon/a",
        "/docs",
        "/quotes/5",
        "/posts/?limit=1",
    ],
)
def test_head_is_get_without_a_body(shared_server, path):
    def fields(method):
        with shared_server.connect() as connection:
            answer = connection.ask(method, path)
            assert connection.ask("GET", "/test").status == 200, "nothing came behind the head"
        kept = [pair for pair in answer.fields if pair[0].lower() != "date"]
        return answer.status, kept

    assert fields("HEAD") == fields("GET")


def test_every_answer_has_the_headers_of_the_original(app):
    answers = {
        "list": app.call("GET", "/posts"),
        "refusal": app.call("GET", "/posts/999"),
        "page": app.call("GET", "/posts/1/nope"),
        "small page": app.call("POST", "/posts"),
        "redirect": app.call("GET", "/posts/", allow_redirects=False),
        "preflight": app.call("OPTIONS", "/posts"),
        "picture": app.call("GET", "/image/10"),
        "login": app.call("POST", "/auth/login", json=EMILY),
        "broken": sent(app, b"{"),
        "known": app.call("GET", "/posts/1", headers={"If-None-Match": "*"}),
        "status": app.call("GET", "/http/503"),
    }
    for name, answer in answers.items():
        for field, value in SECURITY.items():
            # Local hosts are spared: a browser would call all their servers by https.
            wanted = None if field == "Strict-Transport-Security" else value
            assert answer.headers.get(field) == wanted, f"{name}: {field}"
        assert "X-Powered-By" not in answer.headers, name
        assert answer.headers["Access-Control-Allow-Credentials"] == "true", name
        assert "Access-Control-Allow-Origin" not in answer.headers, name
        assert answer.headers["Vary"].split(", ")[0] == "Origin", name
        assert answer.headers["Connection"] == "keep-alive", name
        assert answer.headers["Keep-Alive"] == "timeout=5", name


def test_a_page_of_another_origin_may_read_everything(app):
    origin = {"Origin": "http://localhost:3000"}
    for path, status in (("/posts/1", 200), ("/posts/999", 404), ("/auth/me", 401)):
        answer = app.call("GET", path, headers=origin)
        assert answer.status_code == status
        assert answer.headers["Access-Control-Allow-Origin"] == origin["Origin"]
        assert answer.headers["Access-Control-Allow-Credentials"] == "true"
    preflight = app.call(
        "OPTIONS",
        "/posts/anything/at/all",
        headers={
            **origin,
            "Access-Control-Request-Method": "PATCH",
            "Access-Control-Request-Headers": "authorization, content-type",
        },
    )
    assert preflight.status_code == 204 and preflight.headers["Content-Length"] == "0"
    fields = preflight.headers
    assert fields["Access-Control-Allow-Origin"] == origin["Origin"]
    assert fields["Access-Control-Allow-Methods"] == "GET,HEAD,PUT,PATCH,POST,DELETE"
    assert fields["Access-Control-Allow-Headers"] == "authorization, content-type"
