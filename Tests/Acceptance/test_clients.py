"""The flows of the three clients, each with the headers and the strictness it really has."""

from __future__ import annotations

import datetime
import json
import re
import urllib.parse

import pytest

from conftest import MIRA
from postly import decode_token

DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00")
HEX_ID = re.compile(r"[0-9a-f]{24}")
IMAGE_HOSTS = {"images.pexels.com", "lh3.googleusercontent.com", "randomuser.me"}


# MARK: What the iOS client decodes (contract 8.1)


def text(value):
    assert isinstance(value, str), f"not a string: {value!r}"


def integer(value):
    assert type(value) is int, f"not an integer: {value!r}"


def boolean(value):
    assert type(value) is bool, f"not a boolean: {value!r}"


def date(value):
    text(value)
    assert DATE.fullmatch(value), f"not a date with six fraction digits: {value!r}"
    datetime.datetime.fromisoformat(value)


def list_of(item):
    def decode(value):
        assert isinstance(value, list), f"not an array: {value!r}"
        for element in value:
            item(element)

    return decode


def record(required, optional=()):
    """A decoder of an object: absent or null fails for `required`, not for `optional`."""
    optional = dict(optional)

    def decode(value):
        assert isinstance(value, dict), f"not an object: {value!r}"
        for name, member in required.items():
            assert value.get(name) is not None, f"{name} is absent or null in {value!r}"
            member(value[name])
        for name, member in optional.items():
            if value.get(name) is not None:
                member(value[name])

    return decode


user = record(
    {"userId": text, "name": text}, {"email": text, "profilePicture": text, "lastLogin": date}
)
auth_response = record({"accessToken": text, "user": user})
author = record({"userId": text, "name": text}, {"profilePicture": text})
comment = record(
    {"_id": text, "content": text, "author": author, "createdAt": date, "likes": integer}
)
post = record(
    {
        "_id": text,
        "title": text,
        "content": text,
        "author": author,
        "slug": text,
        "createdAt": date,
        "updatedAt": date,
        "status": text,
        "readTime": integer,
        "views": integer,
        "likes": integer,
        "comments": list_of(comment),
    },
    {"coverImage": text},
)
page = record(
    {
        "posts": list_of(post),
        "pagination": record(
            {"total": integer, "page": integer, "limit": integer, "totalPages": integer}
        ),
    }
)
like_check = record({"liked": boolean})
any_object = record({})


class IOS:
    """Sends as the iOS client: a base URL that ends in a slash, JSON declared on everything."""

    def __init__(self, server):
        self.session = server.session()
        self.base = f"http://localhost:{server.port}/api/"
        self.token = None

    def raw(self, method, path, body=None):
        headers = {"Content-Type": "application/json", "Accept": "*/*"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        url = urllib.parse.urljoin(self.base, path)
        return self.session.request(method, url, data=body, headers=headers, timeout=60)

    def call(self, decode, method, path, value=None):
        """A request that must succeed; its body must decode as a whole."""
        body = None
        if value is not None:
            # The system encoder escapes slashes.
            body = encode(value).replace("/", "\\/").encode()
        answer = self.raw(method, path, body)
        assert 200 <= answer.status_code <= 299, f"{answer.status_code}: {answer.text}"
        assert answer.headers["Content-Type"] == "application/json"
        decoded = answer.json()
        decode(decoded)
        return decoded


def encode(value) -> str:
    return json.dumps(value, ensure_ascii=False)


def test_ios_a_day_with_the_app(server):
    app = IOS(server)
    registered = app.call(
        auth_response,
        "POST",
        "auth/register",
        {"name": "Zoë Ábel", "email": "zoe@example.com", "password": "pa/ss word 猫"},
    )
    assert set(registered["user"]) == {"email", "name", "userId"}
    assert HEX_ID.fullmatch(registered["user"]["userId"])
    header, claims = decode_token(registered["accessToken"])
    assert header == {"alg": "HS256", "typ": "JWT"}
    assert claims["sub"] == registered["user"]["userId"]
    assert claims["exp"] - claims["iat"] == 604800

    logged_in = app.call(
        auth_response,
        "POST",
        "auth/login/email",
        {"email": "zoe@example.com", "password": "pa/ss word 猫"},
    )
    assert logged_in["user"] == {**registered["user"], "profilePicture": None}
    app.token = logged_in["accessToken"]
    checked = app.call(user, "GET", "auth/check")
    assert checked == logged_in["user"]

    first = app.call(page, "GET", "posts?page=1&limit=10")
    assert first["pagination"]["page"] == 1 and first["pagination"]["limit"] == 10
    assert len(first["posts"]) == 10
    seen = [entry["_id"] for entry in first["posts"]]
    for number in range(2, first["pagination"]["totalPages"] + 1):
        seen += [
            entry["_id"]
            for entry in app.call(page, "GET", f"posts?page={number}&limit=10")["posts"]
        ]
    assert len(seen) == len(set(seen)) == first["pagination"]["total"]

    without_cover = app.call(
        post,
        "POST",
        "posts",
        {
            "title": "Low Tide, High Hopes 7431!",
            "content": "Salt and café <b>air</b>",
            "status": "draft",
        },
    )
    assert without_cover["coverImage"] is None and without_cover["status"] == "draft"
    assert without_cover["slug"] == "low-tide-high-hopes-7431"
    assert without_cover["content"] == "Salt and café <b>air</b>"
    cover = "https://images.pexels.com/photos/101/l.jpeg"
    published = app.call(
        post,
        "POST",
        "posts",
        {
            "title": "What's New, Bo?! (v7.431)",
            "content": "word " * 500,
            "status": "published",
            "coverImage": cover,
        },
    )
    assert published["coverImage"] == cover
    assert published["readTime"] == 2
    identifier = published["_id"]

    top = app.call(page, "GET", "posts?page=1&limit=10")
    assert top["posts"][0]["_id"] == identifier
    assert top["pagination"]["total"] == first["pagination"]["total"] + 1
    assert app.call(post, "GET", f"posts/{identifier}")["views"] == 1
    assert app.call(post, "GET", f"posts/{identifier.upper()}")["views"] == 2

    edited = app.call(
        post,
        "PUT",
        f"posts/{identifier}",
        {
            "title": "What's New, Bo?! (v7.431)",
            "content": "Shorter now.",
            "status": "published",
            "coverImage": None,
        },
    )
    assert edited["coverImage"] is None and edited["readTime"] == 1
    assert edited["slug"] == published["slug"]
    assert edited["createdAt"] == published["createdAt"] < edited["updatedAt"]
    assert edited["views"] == 2

    assert app.call(like_check, "GET", f"posts/{identifier}/like") == {"liked": False}
    app.call(any_object, "POST", f"posts/{identifier}/like")
    assert app.call(like_check, "GET", f"posts/{identifier}/like") == {"liked": True}
    assert app.call(post, "GET", f"posts/{identifier}")["likes"] == 1
    app.call(any_object, "DELETE", f"posts/{identifier}/like")
    assert app.call(like_check, "GET", f"posts/{identifier}/like") == {"liked": False}

    written = app.call(comment, "POST", f"posts/{identifier}/comments", {"content": "First!"})
    assert set(written["author"]) == {"name", "profilePicture", "userId"}
    assert app.call(post, "GET", f"posts/{identifier}")["comments"] == [written]
    app.call(any_object, "DELETE", f"posts/{identifier}/comments/{written['_id']}")
    assert app.call(post, "GET", f"posts/{identifier}")["comments"] == []

    mine = app.call(page, "GET", "users/me/posts")
    assert [entry["_id"] for entry in mine["posts"]] == [identifier, without_cover["_id"]]

    app.call(any_object, "DELETE", f"posts/{identifier}")
    gone = app.raw("GET", f"posts/{identifier}")
    assert gone.status_code == 404 and gone.json() == {"error": "Post not found"}


def test_ios_search_text_arrives_as_the_client_escapes_it(server):
    app = IOS(server)
    app.token = app.call(auth_response, "POST", "auth/login/email", MIRA)["accessToken"]
    titles = ["zqxj c++ notes", "zqxj a&b notes", "Zqxj Ünïcode 猫 notes"]
    made = {
        title: app.call(
            post, "POST", "posts", {"title": title, "content": "x", "status": "published"}
        )
        for title in titles
    }

    def found(query):
        answer = app.raw("GET", f"posts/search?q={query}")
        assert answer.status_code == 200, answer.text
        list_of(post)(answer.json())
        return {entry["title"] for entry in answer.json()}

    assert found("zqxj") == set(titles)
    assert found("ZQXJ%20A%26B") == {"zqxj a&b notes"}
    # `+`, `&` and `=` are left bare by the client, so this is a search for "zqxj c  ".
    assert found("zqxj%20c++") == set()
    assert found("zqxj%20c%2B%2B") == {"zqxj c++ notes"}
    assert found("zqxj%20a&b") == {"zqxj a&b notes"}
    assert found("%E7%8C%AB%20notes") == {"Zqxj Ünïcode 猫 notes"}
    assert found(".*zqxj") == set()
    refused = app.raw("GET", "posts/search?q=")
    assert refused.status_code == 400
    assert refused.json() == {"error": "Search query is required"}
    assert made["zqxj c++ notes"]["slug"] == "zqxj-c-notes"


def test_ios_every_seeded_post_and_account_decodes(server):
    app = IOS(server)
    everything = app.call(page, "GET", "posts?page=1&limit=100000")
    drafts = app.call(page, "GET", "posts?page=1&limit=100000&status=draft")
    posts = everything["posts"] + drafts["posts"]
    assert len(posts) >= 120
    assert len({entry["author"]["userId"] for entry in posts}) >= 20
    for entry in posts:
        assert HEX_ID.fullmatch(entry["_id"])
        pictures = [entry["coverImage"], entry["author"]["profilePicture"]]
        pictures += [written["author"]["profilePicture"] for written in entry["comments"]]
        for picture in filter(None, pictures):
            parts = urllib.parse.urlsplit(picture)
            assert parts.scheme == "https" and parts.hostname in IMAGE_HOSTS, picture
    dates = [entry["createdAt"] for entry in everything["posts"]]
    assert dates == sorted(dates, reverse=True)
    for email in sorted({entry["author"]["email"] for entry in posts})[:5]:
        answer = app.raw(
            "POST",
            "auth/login/email",
            encode({"email": email, "password": email.split("@")[0] + "-postly"}).encode(),
        )
        # A Google-only account has no password; the others follow the documented rule.
        assert answer.status_code in (200, 401), answer.text
        if answer.status_code == 200:
            auth_response(answer.json())
    app.call(auth_response, "POST", "auth/login/email", MIRA)


def test_ios_a_base_url_without_its_slash_misses_the_api(start):
    server = start("--systems", "postly")
    base = f"http://localhost:{server.port}/api"
    url = urllib.parse.urljoin(base, "posts?page=1&limit=10")
    assert url.endswith(f":{server.port}/posts?page=1&limit=10")
    answer = server.session().get(url, timeout=60)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "<title>404 Not Found</title>" in answer.text


def test_ios_a_failed_check_at_launch_is_not_a_success(server):
    app = IOS(server)
    for token, status in (("", 401), ("a.b", 422), ("undefined", 422)):
        app.token = token
        answer = app.raw("GET", "auth/check")
        assert answer.status_code == status, answer.text
        assert set(answer.json()) == {"msg"}


# MARK: Android (contract 8.2)


class Android:
    """Sends as the Android client, which can only read JSON objects."""

    def __init__(self, server, base):
        self.session = server.session()
        self.base = base.rstrip("/") + "/"
        self.headers = {
            "Accept": "application/json",
            "Content-Type": "application/json; charset=UTF-8",
        }

    def call(self, method, path, value=None):
        answer = self.session.request(
            method,
            self.base + path,
            data=None if value is None else encode(value).encode(),
            headers=self.headers,
            timeout=60,
        )
        if 200 <= answer.status_code <= 299:
            assert isinstance(answer.json(), dict), f"not an object: {answer.text}"
        return answer


@pytest.mark.parametrize("ending", ["/api", "/api/"])
def test_android_any_ending_of_the_base_url_works(shared_server, ending):
    app = Android(shared_server, f"http://127.0.0.1:{shared_server.port}{ending}")
    answer = app.call("GET", "posts?page=1&limit=10")
    assert answer.status_code == 200
    assert len(answer.json()["posts"]) == 10


def test_android_flow_with_every_request_sent_twice(server):
    app = Android(server, server.url + "/api")
    account = {"name": "Ada", "email": "ada@example.com", "password": "pw"}
    assert app.call("POST", "auth/register", account).status_code == 201
    again = app.call("POST", "auth/register", account)
    assert again.status_code == 400 and again.json() == {"error": "User already exists"}
    tokens = [
        app.call("POST", "auth/login/email", {"email": "ada@example.com", "password": "pw"}).json()[
            "accessToken"
        ]
        for _ in range(2)
    ]
    assert tokens[0] != tokens[1]
    for token in tokens:
        app.headers["Authorization"] = f"Bearer {token}"
        assert app.call("GET", "auth/check").json()["name"] == "Ada"

    draft = {"title": "Retry 7431", "content": "Once.", "status": "draft", "coverImage": None}
    first, second = (app.call("POST", "posts", draft) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json()["slug"] == "retry-7431"
    assert re.fullmatch(r"retry-7431-[0-9a-f]{6}", second.json()["slug"])
    path = f"posts/{first.json()['_id']}"
    change = {**draft, "status": "published", "content": "Twice."}
    bodies = [app.call("PUT", path, change).json() for _ in range(2)]
    assert bodies[0]["content"] == bodies[1]["content"] == "Twice."
    assert bodies[0]["updatedAt"] <= bodies[1]["updatedAt"]

    assert [app.call("POST", path + "/like").json() for _ in range(2)] == [
        {"message": "Post liked successfully"},
        {"message": "Post already liked"},
    ]
    assert app.call("GET", path).json()["likes"] == 1
    assert [app.call("DELETE", path + "/like").json() for _ in range(2)] == [
        {"message": "Post unliked successfully"},
        {"message": "Post was not liked"},
    ]
    assert app.call("GET", path + "/like").json() == {"liked": False}

    written = [app.call("POST", path + "/comments", {"content": "Hi"}) for _ in range(2)]
    assert [answer.status_code for answer in written] == [201, 201]
    identifiers = [answer.json()["_id"] for answer in written]
    assert identifiers[0] != identifiers[1]
    removal = f"{path}/comments/{identifiers[0]}"
    assert app.call("DELETE", removal).status_code == 200
    missing = app.call("DELETE", removal)
    assert missing.status_code == 404 and missing.json() == {"error": "Comment not found"}
    assert [entry["_id"] for entry in app.call("GET", path).json()["comments"]] == identifiers[1:]

    mine = app.call("GET", "users/me/posts").json()
    assert mine["pagination"] == {"limit": 10, "page": 1, "total": 2, "totalPages": 1}
    assert app.call("DELETE", path).json() == {"message": "Post deleted successfully"}
    assert app.call("DELETE", path).status_code == 404


# MARK: Web (contract 8.3)


class Browser:
    """Sends as a page of another origin: a preflight first whenever one is needed."""

    ALL = {"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"}

    def __init__(self, server, origin="http://localhost:3000"):
        self.session = server.session()
        self.base = f"http://localhost:{server.port}/api"
        self.origin = origin
        self.token = None

    def preflight(self, method, path, names):
        headers = {"Origin": self.origin, "Access-Control-Request-Method": method}
        if names:
            headers["Access-Control-Request-Headers"] = ",".join(names)
        answer = self.session.options(self.base + path, headers=headers, timeout=60)
        assert answer.status_code == 200, answer.text
        assert answer.content == b""
        assert answer.headers["Access-Control-Allow-Origin"] == self.origin
        assert answer.headers["Vary"] == "Origin"
        methods = set(answer.headers["Access-Control-Allow-Methods"].split(", "))
        assert methods == self.ALL
        if names:
            assert answer.headers["Access-Control-Allow-Headers"] == ", ".join(sorted(names))
        else:
            assert "Access-Control-Allow-Headers" not in answer.headers
        assert "OPTIONS" in answer.headers["Allow"].split(", ")
        for never in ("Allow-Credentials", "Max-Age", "Expose-Headers"):
            assert f"Access-Control-{never}" not in answer.headers

    def call(self, method, path, value=None, status=200):
        headers = {"Origin": self.origin}
        if value is not None:
            headers["Content-Type"] = "application/json"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        asked = sorted(name.lower() for name in headers if name != "Origin")
        if asked or method not in ("GET", "HEAD", "POST"):
            self.preflight(method, path.split("?")[0], asked)
        answer = self.session.request(
            method,
            self.base + path,
            data=None if value is None else encode(value).encode(),
            headers=headers,
            timeout=60,
        )
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        assert answer.headers["Access-Control-Allow-Origin"] == self.origin
        assert answer.headers["Vary"] == "Origin"
        return answer.json()


def google_token(cli, *more):
    made = cli("token", "google", "--email", "rui@example.com", "--name", "Rui Ōta", *more)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def test_web_sign_in_with_google_and_a_day_of_writing(server, cli):
    # The server side of the web app signs in; it sends no Origin.
    signed_in = server.session().post(
        f"{server.url}/api/auth/login",
        json={"token": google_token(cli, "--sub", "104738383992837465012")},
        timeout=60,
    )
    assert signed_in.status_code == 200, signed_in.text
    assert signed_in.headers["Access-Control-Allow-Origin"] == "*"
    assert "Vary" not in signed_in.headers
    account = signed_in.json()["user"]
    assert set(account) == {"email", "lastLogin", "name", "profilePicture", "userId"}
    assert account["userId"] == "104738383992837465012"
    assert account["name"] == "Rui Ōta" and account["email"] == "rui@example.com"
    assert account["profilePicture"] == ""
    assert DATE.fullmatch(account["lastLogin"])

    page_of = Browser(server)
    page_of.token = signed_in.json()["accessToken"]
    made = page_of.call("POST", "/posts", {"title": "From the web", "content": "Hello"}, 201)
    assert made["coverImage"] is None and made["status"] == "published"
    assert made["author"] == {
        "email": "rui@example.com",
        "name": "Rui Ōta",
        "profilePicture": "",
        "userId": "104738383992837465012",
    }
    by_slug = page_of.call("GET", f"/posts/slug/{made['slug']}")
    assert by_slug["_id"] == made["_id"] and by_slug["views"] == 1
    page_of.call("GET", "/posts/slug/From-the-web", status=404)
    path = f"/posts/{made['_id']}"
    page_of.call("PUT", path, {"title": "From the web", "content": "Hello again"})
    page_of.call("POST", path + "/like")
    assert page_of.call("GET", path + "/like") == {"liked": True}
    written = page_of.call("POST", path + "/comments", {"content": "Nice"}, 201)
    page_of.call("DELETE", f"{path}/comments/{written['_id']}")
    page_of.call("DELETE", path + "/like")
    mine = page_of.call("GET", "/users/me/posts?page=1&limit=10")
    assert [entry["_id"] for entry in mine["posts"]] == [made["_id"]]
    page_of.call("DELETE", path)
    page_of.call("GET", f"/posts/slug/{made['slug']}", status=404)


def test_web_signing_in_again_updates_the_account_but_not_old_posts(server, cli):
    def sign_in(name):
        made = cli(
            "token", "google", "--email", "rui@example.com", "--name", name, "--sub", "42" * 10
        )
        assert made.returncode == 0, made.stderr
        answer = server.session().post(
            f"{server.url}/api/auth/login", json={"token": made.stdout.strip()}, timeout=60
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    browser = Browser(server)
    browser.token = sign_in("Before")["accessToken"]
    old = browser.call("POST", "/posts", {"title": "Old", "content": "x"}, 201)
    second = sign_in("After")
    assert second["user"]["name"] == "After" and second["user"]["userId"] == "42" * 10
    browser.token = second["accessToken"]
    new = browser.call("POST", "/posts", {"title": "New", "content": "x"}, 201)
    assert new["author"]["name"] == "After"
    assert browser.call("GET", f"/posts/{old['_id']}")["author"]["name"] == "Before"


def test_web_reading_without_a_session(shared_server):
    browser = Browser(shared_server, origin="null")
    browser.preflight("GET", "/posts", ["content-type", "authorization"])
    browser.preflight("GET", "/posts", [])
    feed = browser.call("GET", "/posts?page=2&limit=10")
    assert feed["pagination"]["page"] == 2 and len(feed["posts"]) == 10
    title = feed["posts"][0]["title"]
    word = max(re.findall(r"[A-Za-z]+", title) or [title], key=len)
    found = browser.call("GET", "/posts/search?q=" + urllib.parse.quote(word.upper(), safe=""))
    assert title in {entry["title"] for entry in found}
    for entry in found:
        assert word.lower() in (entry["title"] + entry["content"]).lower()
    missing = browser.call("POST", "/posts", {"title": "x", "content": "y"}, status=401)
    assert missing == {"msg": "Missing Authorization Header"}


def test_web_preflight_of_an_unknown_path_is_the_404_page_with_cors(shared_server):
    answer = shared_server.session().options(
        shared_server.url + "/api/nothing",
        headers={"Origin": "http://localhost:3000", "Access-Control-Request-Method": "GET"},
        timeout=60,
    )
    assert answer.status_code == 404
    assert answer.headers["Access-Control-Allow-Origin"] == "http://localhost:3000"
    assert "<h1>Not Found</h1>" in answer.text


def test_the_home_page_is_the_one_of_the_backend(shared_server):
    answer = shared_server.session().get(shared_server.url + "/", timeout=60)
    assert answer.content == b"<h1>Postly API - This is my backend.</h1>"
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Length"] == "41"
