"""Real clients of the DummyJSON API: sessions with cookies, curl, PyJWT, decoders and Pillow."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import jwt
import pytest
from PIL import Image

from conftest import Starter
from dummyjson import CODINGS, EMILY, Client, bearer, post_bytes, set_cookies
from rawhttp import request

LONG = "a secret of these tests that is long enough even for HS512, which asks for 64 bytes"
CLAIMS = ["id", "username", "email", "firstName", "lastName", "gender", "image", "iat", "exp"]
SAMPLE = '{"username":"emilys","password":"emilyspass","expiresInMins":30}'
LINK = re.compile(r"https?://\S+")


@pytest.fixture
def app(shared_server):
    return Client(shared_server)


@pytest.fixture(scope="module")
def plain_server(binary, tmp_path_factory):
    """A server whose cookies go over plain http, and which has a secret of its own."""
    starter = Starter(binary, tmp_path_factory.mktemp("plain"))
    yield starter("--insecure-cookies", "--jwt-secret", LONG)
    starter.stop_all()


# MARK: Sessions


def test_secure_cookies_do_not_come_back_over_http(app):
    assert len(set_cookies(app.call("POST", "/auth/login", json=EMILY))) == 2
    assert app.get("/auth/me", 401) == {"message": "Access Token is required"}


def test_a_session_that_lives_on_cookies(plain_server):
    app = Client(plain_server)
    app.log_in()
    assert set(app.session.cookies.keys()) == {"accessToken", "refreshToken"}
    assert app.get("/auth/me")["username"] == "emilys"
    renewed = app.send("POST", "/auth/refresh", {"expiresInMins": 5})
    assert app.session.cookies["accessToken"] == renewed["accessToken"]
    assert app.get("/users/me")["id"] == 1
    app.send("POST", "/auth/logout")
    assert not list(app.session.cookies)
    assert app.send("POST", "/auth/refresh", status=401) == {"message": "Refresh token required"}
    app.log_in()
    app.get("/auth/me", 401, headers=bearer("abc"))
    assert not list(app.session.cookies), "a refusal takes them away"
    app.log_in(EMILY, expiresInMins=0)
    assert not list(app.session.cookies), "gone at once"


# MARK: curl


@pytest.fixture
def curl(tmp_path):
    found = shutil.which("curl")
    if not found:
        pytest.skip("curl is not installed")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [found, "-sS", "--noproxy", "*", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            timeout=150,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_a_cookie_jar_of_curl(plain_server, curl):
    url = plain_server.url
    curl("-c", "jar", "-H", "Content-Type: application/json", "-d", SAMPLE, url + "/auth/login")
    assert '"username":"emilys"' in curl("-b", "jar", url + "/auth/me")
    assert curl(url + "/auth/me") == '{"message":"Access Token is required"}'
    form = curl("-d", "username=emilys&password=emilyspass", url + "/user/login")
    assert '"firstName":"Emily","lastName":"Johnson"' in form


def test_curl_follows_a_slash_too_many_and_gets_the_compressed_page(shared_server, curl):
    url = shared_server.url
    assert curl("-L", "--compressed", url + "/posts//") == curl(url + "/posts")


# MARK: Codings


@pytest.mark.parametrize("coding", CODINGS)
def test_compressed_answers(app, coding):
    for path in ("/posts", "/users?limit=0"):
        headers = {"Accept-Encoding": coding}
        answer = app.call("GET", path, headers=headers, stream=True)
        body = answer.raw.read(decode_content=False)
        assert answer.headers["Content-Encoding"] == coding
        plain = app.call("GET", path, headers={"Accept-Encoding": "identity"})
        assert len(body) < len(plain.content) and CODINGS[coding][1](body) == plain.content
        assert answer.headers["ETag"] == plain.headers["ETag"]
        # And as a client sees it who leaves that to the library.
        assert app.call("GET", path, headers=headers).content == plain.content


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_compressed_bodies(app, coding):
    pack = CODINGS[coding][0]
    answer = post_bytes(app, pack(b'{"userId":1,"title":"small"}'), coding)
    assert answer.status_code == 201 and answer.json()["title"] == "small"
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    answer = post_bytes(app, pack(b"userId=1&title=f"), coding, **form)
    assert answer.status_code == 201 and answer.json()["title"] == "f"
    cut = post_bytes(app, pack(b'{"userId":1,"title":"small"}')[:-9], coding)
    assert cut.status_code == 400 and set(cut.json()) == {"message"}


def test_forms_with_files(app):
    """As `requests` writes them."""
    parts = {"title": (None, "Ünïcode"), "userId": (None, "5"), "photo": ("a.png", b"\x89PNG")}
    made = app.call("POST", "/posts/add", files=parts)
    assert (made.status_code, made.text) == (201, '{"id":252,"title":"Ünïcode","userId":"5"}')
    fields = [("userId", "1"), ("tags[]", "a"), ("tags[]", "b"), ("reactions[likes]", "3")]
    made = app.call("POST", "/posts/add", files=[(name, (None, text)) for name, text in fields])
    assert made.json()["tags"] == ["a", "b"] and made.json()["reactions"] == {"likes": "3"}


# MARK: PyJWT


def test_tokens_that_are_made_are_read(plain_server):
    account = Client(plain_server).log_in(EMILY, expiresInMins=30)
    for name, life in (("accessToken", 1800), ("refreshToken", 30 * 24 * 3600)):
        claims = jwt.decode(account[name], LONG, algorithms=["HS256"])
        assert list(claims) == CLAIMS and claims["exp"] - claims["iat"] == life
        assert all(claims[member] == account[member] for member in CLAIMS[:-2])
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(account["accessToken"], LONG[::-1], algorithms=["HS256"])


@pytest.mark.parametrize("algorithm", ["HS256", "HS384", "HS512"])
def test_tokens_of_ones_own_are_taken(plain_server, algorithm):
    app = Client(plain_server)
    claims = {"id": 2, "username": "michaelw", "exp": int(time.time()) + 3600}
    token = jwt.encode(claims, LONG, algorithm=algorithm)
    assert app.get("/auth/me", headers=bearer(token))["id"] == 2
    other = jwt.encode(claims, LONG[::-1], algorithm=algorithm)
    assert app.get("/auth/me", 500, headers=bearer(other)) == {"message": "invalid signature"}


# MARK: Links


def links(value) -> set[str]:
    """Every string in a JSON value that is a link."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return set().union(*map(links, value)) if value else set()
    return {value} if isinstance(value, str) and LINK.fullmatch(value) else set()


def test_every_link_is_answered_by_this_server(app, shared_server):
    lists = [f"/{kind}?limit=0" for kind in ("users", "products", "recipes", "carts")]
    addresses = set()
    for path in [*lists, "/posts/tags", "/products/categories"]:
        found = links(app.get(path))
        assert found, path
        addresses |= found
    assert [one for one in addresses if not one.startswith(app.base + "/")] == []

    def check(address: str):
        # A session is not for several threads.
        answer = Client(shared_server).call("GET", address.removeprefix(app.base), timeout=150)
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        kind = answer.headers["Content-Type"]
        if kind.startswith("application/json"):
            assert answer.json()["total"] > 0, address
        else:
            assert kind == "image/" + Image.open(io.BytesIO(answer.content)).format.lower()

    # A large picture takes its time, and all of those of products are drawn by the same rule.
    large = sorted(filter(re.compile(r"/product-images/.*/\d\.webp$").search, addresses))
    assert len(large) > 200
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(check, sorted(addresses - set(large)) + large[::10]))


# MARK: Beside Postly


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
            of_dummyjson, of_postly = connection.read_answer(), connection.read_answer()
            assert of_dummyjson.status == of_postly.status == 404
            assert of_dummyjson.header("X-DNS-Prefetch-Control") == "off"
            assert of_postly.header("X-DNS-Prefetch-Control") is None


# MARK: Options


def test_the_legacy_era(start):
    """`--dummyjson-era legacy`, with the other options of the system."""
    options = ("--dummyjson-era", "legacy", "--dummyjson-writes", "keep", "--dummyjson-rate-limit")
    app = Client(start(*options, "--dummyjson-links", "upstream"))
    account = app.log_in({"username": "kminchelle", "password": "0lelplR"})
    assert account["image"] == "https://robohash.org/kminchelle.png"
    assert app.send("POST", "/posts/add", {"title": "Old", "userId": 15})["id"] == 151
    answer = app.call("GET", "/posts/151", headers=bearer(account["token"]))
    assert type(answer.json()["reactions"]) is int
    assert answer.headers["X-RateLimit-Limit"] == "120"
    assert "X-RateLimit-Limit" not in app.call("GET", "/api/posts?limit=1").headers
    app.reset()
    assert app.get("/posts?limit=1")["total"] == 150


@pytest.mark.parametrize("option", ["writes", "links", "era"])
def test_an_unknown_word(cli, option):
    done = cli("serve", "--port", "0", f"--dummyjson-{option}", "sometimes")
    assert done.returncode == 2 and "sometimes" in done.stderr
