"""What an app written for dummyjson.com does in a day, with the session of a real client."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from conftest import Starter
from dummyjson import COUNTS, EMILY, LOGIN_ORDER, MICHAEL, Client, bearer, set_cookies

SAMPLE = '{"username":"emilys","password":"emilyspass","expiresInMins":30}'


@pytest.fixture(scope="module")
def plain_server(binary, tmp_path_factory):
    """A server whose cookies go over plain http, as its users start it for a browser."""
    starter = Starter(binary, tmp_path_factory.mktemp("plain"))
    yield starter("--insecure-cookies")
    starter.stop_all()


# MARK: The whole sequence


def test_an_app_from_login_to_the_last_page(shared_server):
    app = Client(shared_server)
    account = app.log_in(EMILY, expiresInMins=30)
    assert list(account) == LOGIN_ORDER
    assert account["id"] == 1 and account["username"] == "emilys"
    assert account["email"] == "emily.johnson@x.dummyjson.com"

    me = app.get("/auth/me", headers=bearer(account["accessToken"]))
    assert me["password"] == "emilyspass" and list(me)[:4] == [
        "id",
        "firstName",
        "lastName",
        "maidenName",
    ]
    for member in ("id", "username", "email", "firstName", "lastName", "gender", "image"):
        assert me[member] == account[member]

    renewed = app.send(
        "POST",
        "/auth/refresh",
        {"refreshToken": account["refreshToken"], "expiresInMins": 30},
    )
    assert list(renewed) == ["accessToken", "refreshToken"]
    headers = bearer(renewed["accessToken"])
    assert app.get("/auth/me", headers=headers) == me

    posts, skip = [], 0
    while True:
        page = app.get("/auth/posts", params={"limit": 30, "skip": skip}, headers=headers)
        assert list(page) == ["posts", "total", "skip", "limit"]
        assert page["total"] == COUNTS["posts"] and page["skip"] == skip
        assert page["limit"] == len(page["posts"])
        if not page["posts"]:
            break
        posts += page["posts"]
        skip += 30
    assert [post["id"] for post in posts] == list(range(1, COUNTS["posts"] + 1))

    found = app.get("/posts/search", params={"q": "love", "limit": 0})
    assert found["total"] >= 10
    assert found["posts"] == [post for post in posts if "love" in post["body"].lower()]

    first = found["posts"][0]
    assert app.get(f"/posts/{first['id']}") == first
    assert list(first) == ["id", "title", "body", "tags", "reactions", "views", "userId"]
    author = app.get(f"/users/{first['userId']}")
    assert first in app.get(f"/users/{author['id']}/posts?limit=0")["posts"]
    comments = app.get(f"/posts/{first['id']}/comments")
    assert all(comment["postId"] == first["id"] for comment in comments["comments"])

    people = app.get("/users?limit=100&select=firstName,lastName,username,image")["users"]
    assert len(people) == 100
    for member in people:
        assert list(member) == ["id", "firstName", "lastName", "username", "image"]


def test_every_user_logs_in_with_the_rule_for_passwords(shared_server):
    app = Client(shared_server)
    for user in app.all("users"):
        assert user["password"] == user["username"] + "pass"
    for user in app.get("/users?limit=30")["users"] + app.get("/users?skip=200")["users"]:
        who = {"username": user["username"], "password": user["password"]}
        assert app.log_in(who)["id"] == user["id"]


def test_the_records_of_the_contract_are_there(shared_server):
    app = Client(shared_server)
    for kind, count in COUNTS.items():
        records = app.all(kind)
        assert [record["id"] for record in records] == list(range(1, count + 1)), kind
        assert app.get(f"/{kind}")[kind] == records[:30]
        assert app.get(f"/{kind[:-1].upper()}/{count}") == records[-1]
    assert len(app.all("quotes")) >= 100


def test_writes_are_answered_and_forgotten(shared_server):
    app = Client(shared_server)
    before = app.get("/posts/1")
    for _ in range(2):
        made = app.send("POST", "/posts/add", {"title": "My own", "userId": 5}, 201)
        assert list(made.items()) == [("id", 252), ("title", "My own"), ("userId", 5)]
    assert app.get("/posts/252", 404) == {"message": "Post with id '252' not found"}
    changed = app.send("PUT", "/posts/1", {"title": "", "body": "b"})
    assert list(changed) == ["id", "title", "body", "userId", "tags", "reactions"]
    assert changed["title"] == before["title"] and changed["body"] == "b"
    gone = app.send("DELETE", "/posts/1")
    assert list(gone)[-2:] == ["isDeleted", "deletedOn"] and gone["isDeleted"] is True
    assert app.get("/posts/1") == before
    assert app.get("/posts?limit=1")["total"] == COUNTS["posts"]


def test_forms_and_multipart_bodies_are_read(shared_server):
    app = Client(shared_server)
    form = app.call(
        "POST",
        "/posts/add",
        data="userId=5&title=x&tags[]=a&tags[]=b".encode(),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert form.status_code == 201
    assert form.text == '{"id":252,"title":"x","userId":"5","tags":["a","b"]}'
    parts = {"title": (None, "Ünïcode"), "userId": (None, "5"), "photo": ("a.png", b"\x89PNG")}
    mixed = app.call("POST", "/posts/add", files=parts)
    assert mixed.status_code == 201
    assert mixed.text == '{"id":252,"title":"Ünïcode","userId":"5"}'
    refused = app.call("PATCH", "/posts/1", files=parts)
    assert refused.status_code == 400
    assert refused.json() == {"message": "Multipart/form-data is not allowed with patch requests"}
    login = app.call("POST", "/auth/login", data=EMILY)
    assert login.status_code == 200 and login.json()["id"] == 1


# MARK: Cookies


def test_secure_cookies_do_not_come_back_over_http(shared_server):
    app = Client(shared_server)
    answer = app.call("POST", "/auth/login", json={**EMILY, "expiresInMins": 30})
    lines = set_cookies(answer)
    assert [line.split("=")[0] for line in lines] == ["accessToken", "refreshToken"]
    for name, line in zip(("accessToken", "refreshToken"), lines):
        value, *attributes = line.split("; ")
        assert value == f"{name}={answer.json()[name]}"
        assert attributes[:2] == ["Max-Age=1800", "Path=/"]
        assert attributes[2].startswith("Expires=") and attributes[3:] == ["HttpOnly", "Secure"]
    assert app.get("/auth/me", 401) == {"message": "Access Token is required"}


def test_a_session_that_lives_on_cookies(plain_server):
    app = Client(plain_server)
    answer = app.call("POST", "/auth/login", json=EMILY)
    for line in set_cookies(answer):
        assert "Max-Age=3600" in line and line.endswith("; HttpOnly")
    assert app.get("/auth/me")["username"] == "emilys"
    assert app.get("/auth/posts?limit=1")["limit"] == 1

    before = app.session.cookies["accessToken"]
    renewed = app.send("POST", "/auth/refresh", {"expiresInMins": 5})
    assert app.session.cookies["accessToken"] == renewed["accessToken"] != before
    assert app.get("/users/me")["id"] == 1

    left = app.call("POST", "/auth/logout")
    assert left.json() == {"message": "Logged out successfully"}
    cleared = "=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly"
    assert set_cookies(left) == ["accessToken" + cleared, "refreshToken" + cleared]
    assert not list(app.session.cookies)
    assert app.get("/auth/me", 401) == {"message": "Access Token is required"}
    assert app.send("POST", "/auth/refresh", status=401) == {"message": "Refresh token required"}
    # Tokens are stateless: the one from before still opens the door.
    assert app.get("/auth/me", headers=bearer(before))["id"] == 1


def test_a_refusal_takes_the_cookies_away(plain_server):
    app = Client(plain_server)
    app.log_in()
    assert set(app.session.cookies.keys()) == {"accessToken", "refreshToken"}
    refused = app.call("GET", "/auth/me", headers=bearer("abc"))
    assert refused.status_code == 401
    cleared = "=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
    assert set_cookies(refused) == ["accessToken" + cleared, "refreshToken" + cleared]
    assert not list(app.session.cookies)


def test_the_header_wins_over_the_cookie(plain_server):
    app = Client(plain_server)
    app.log_in(EMILY)
    michael = Client(plain_server).log_in(MICHAEL)
    assert app.get("/auth/me", headers=bearer(michael["accessToken"]))["username"] == "michaelw"
    assert app.get("/auth/me", headers={"Authorization": ""})["username"] == "emilys"


def test_two_sessions_side_by_side(plain_server):
    emily, michael = Client(plain_server), Client(plain_server)
    emily.log_in(EMILY)
    michael.log_in(MICHAEL)
    for _ in range(5):
        assert emily.get("/auth/me")["id"] == 1
        assert michael.get("/auth/me")["id"] == 2
    emily.send("POST", "/auth/logout")
    assert emily.get("/auth/me", 401)
    assert michael.get("/auth/me")["id"] == 2


def test_cookies_of_zero_minutes_are_gone_at_once(plain_server):
    app = Client(plain_server)
    answer = app.call("POST", "/auth/login", json={**EMILY, "expiresInMins": 0})
    assert all("Max-Age=0; " in line for line in set_cookies(answer))
    assert not list(app.session.cookies)
    assert app.get("/auth/me", headers=bearer(answer.json()["accessToken"]))["id"] == 1


# MARK: curl


@pytest.fixture
def curl(tmp_path):
    found = shutil.which("curl")
    if not found:
        pytest.skip("curl is not installed")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [found, "-sS", "--noproxy", "*", "--max-time", "15", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            timeout=60,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_the_login_sample_with_curl(shared_server, curl):
    out = curl(
        *("-X", "POST", "-H", "Content-Type: application/json", "-d", SAMPLE),
        *("-w", "\n%{http_code} %{content_type}", shared_server.url + "/auth/login"),
    )
    body, line = out.rsplit("\n", 1)
    assert line == "200 application/json; charset=utf-8"
    assert body.startswith('{"accessToken":"ey') and '"id":1,"username":"emilys"' in body
    again = curl("-d", "username=emilys&password=emilyspass", shared_server.url + "/user/login")
    assert '"firstName":"Emily","lastName":"Johnson"' in again


def test_a_cookie_jar_of_curl(plain_server, curl):
    url = plain_server.url
    curl("-c", "jar", "-H", "Content-Type: application/json", "-d", SAMPLE, url + "/auth/login")
    assert '"username":"emilys"' in curl("-b", "jar", url + "/auth/me")
    assert '"total":251' in curl("-b", "jar", url + "/auth/posts?limit=1&select=id")
    out = curl("-b", "jar", "-X", "POST", url + "/auth/logout")
    assert out == '{"message":"Logged out successfully"}'
    assert curl(url + "/auth/me") == '{"message":"Access Token is required"}'


def test_curl_follows_a_slash_too_many_and_gets_the_compressed_page(shared_server, curl):
    url = shared_server.url
    plain = curl(url + "/posts")
    assert curl("-L", "--compressed", url + "/posts//") == plain
    out = curl("-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", url + "/posts/?limit=abc")
    assert out == f"301 {url}/posts?limit=abc"
