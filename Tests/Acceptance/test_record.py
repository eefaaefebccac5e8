"""Mocks of recorded sessions: what a session with one server gives, asked again of another."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from types import SimpleNamespace

import pytest
import requests
from conftest import MIRA
from rawhttp import DEADLINE


class Session:
    """Requests of a client, and the shapes of their answers."""

    def __init__(self, url: str):
        self.url = url
        self.shapes: list[tuple[str, int, object]] = []
        self.headers: dict[str, str] = {}

    def ask(self, method: str, path: str, body=None):
        answer = requests.request(
            method, self.url + path, json=body, headers=self.headers, timeout=DEADLINE
        )
        value = (
            answer.json() if "json" in answer.headers.get("Content-Type", "") else None
        )
        # Ids differ between two runs.
        call = re.sub(
            r"[0-9a-f]{24}|\d+|low-tide[^/]*",
            "{}",
            f"{method} {path.split('?')[0]} {answer.status_code}",
        )
        self.shapes.append((call, answer.status_code, shape(value)))
        return value


def shape(value) -> object:
    if isinstance(value, dict):
        return {name: shape(member) for name, member in sorted(value.items())}
    if isinstance(value, list):
        kinds = {json.dumps(shape(element), sort_keys=True) for element in value}
        return sorted(kinds)[:1]
    if isinstance(value, bool) or value is None:
        return type(value).__name__
    return "number" if isinstance(value, (int, float)) else "text"


# MARK: The sessions


def community(session: Session, account: dict, extra: str = "") -> None:
    token = session.ask("POST", "/api/community/tokens", account)["data"]["token"]
    session.headers = {"Authorization": f"Bearer {token}"}
    session.ask("GET", "/api/community/me")
    first = session.ask("GET", "/api/community/posts")["data"][0]["id"]
    session.ask("GET", f"/api/community/posts/{first}")
    session.ask("GET", f"/api/community/posts/{first}/comments")
    for number in range(4 if extra else 1):
        text = f"Low tide {number}"
        post = session.ask("POST", "/api/community/posts", {"content": text})["data"][
            "id"
        ]
        assert (
            session.ask("GET", f"/api/community/posts/{post}")["data"]["content"]
            == text
        )
        assert text in [
            one["content"] for one in session.ask("GET", "/api/community/posts")["data"]
        ]
    session.ask("POST", f"/api/community/posts/{first}/like")
    session.ask("POST", f"/api/community/posts/{first}/comments", {"content": "Mine"})
    mine = session.ask("GET", f"/api/community/posts/{first}/comments")["data"]
    assert "Mine" in [one["content"] for one in mine]


def postly(session: Session, account: dict, extra: str = "") -> None:
    token = session.ask("POST", "/api/auth/login/email", account)["accessToken"]
    session.headers = {"Authorization": f"Bearer {token}"}
    me = session.ask("GET", "/api/auth/check")["userId"]
    page = session.ask("GET", "/api/posts?page=1&limit=10")
    first = page["posts"][0]["_id"]
    session.ask("GET", f"/api/posts/{first}")
    session.ask("GET", f"/api/posts/{first}/comments")
    session.ask("GET", f"/api/users/{page['posts'][0]['author']['userId']}/posts?page=1&limit=5")
    for number in range(4 if extra else 1):
        title = f"Low tide {number}"
        new = {"title": title, "content": "Salt air."}
        post = session.ask("POST", "/api/posts", new)
        assert session.ask("GET", f"/api/posts/{post['_id']}")["title"] == title
        assert session.ask("GET", f"/api/posts/slug/{post['slug']}")["title"] == title
        newest = session.ask("GET", "/api/posts?page=1&limit=10")["posts"]
        assert newest[0]["title"] == title
        mine = session.ask("GET", "/api/users/me/posts?page=1&limit=10")["posts"]
        assert title in [one["title"] for one in mine] and mine[0]["author"]["userId"] == me
        changed = {"title": title + " again"}
        session.ask("PUT", f"/api/posts/{post['_id']}", changed)
        assert session.ask("GET", f"/api/posts/{post['_id']}")["title"] == title + " again"
    session.ask("POST", f"/api/posts/{first}/like")
    assert session.ask("GET", f"/api/posts/{first}/like")["liked"]
    session.ask("POST", f"/api/posts/{first}/comments", {"content": "Mine"})
    comments = session.ask("GET", f"/api/posts/{first}/comments")
    assert comments[-1]["content"] == "Mine"
    session.ask("DELETE", f"/api/posts/{post['_id']}")
    session.ask("GET", f"/api/posts/{post['_id']}")


def wreely(session: Session, account: dict, extra: str = "") -> None:
    number = account["mobile_number"]
    asked = {"mobile_number": number, "country_code": "+91", "workspace_name": ""}
    member = str(session.ask("POST", "/services/v2/member/login", asked)["member_id"])
    code = {"login_code": "12345", "member_id": member}
    answer = session.ask("POST", "/services/v2/member/login/confirmation", code)
    token = f"access_token={answer['access_token']}"
    me = session.ask("GET", f"/services/v2/member?{token}")["user"]
    assert str(me["id"]) == member
    vendor = session.ask("GET", f"/services/v2/vendors?{token}")["vendors"][0]["id"]
    base = f"/services/v2/{vendor}"
    session.ask("GET", f"{base}/members?{token}")
    session.ask("GET", f"{base}/companies?{token}")
    session.ask("GET", f"{base}/events/per_page=1&page_number=10?{token}")
    session.ask("GET", f"{base}/meetingrooms?{token}")
    wall = f"{base}/memberwalls/per_page=10&page_number=1&is_member_feeds=(null)?{token}"
    first = session.ask("GET", wall)["member_walls"][0]["id"]
    about = f"post_id={first}&per_page=100&page_number=1?{token}"
    session.ask("GET", f"{base}/memberwalls/comments/{about}")
    for count in range(4 if extra else 1):
        text = f"Low tide {count}"
        new = {"image_url": "", "post_description": text, "post_by_member_id": member}
        session.ask("POST", f"{base}/memberwalls?{token}", new)
        newest = session.ask("GET", wall)["member_walls"][0]
        assert newest["status_text"] == text and str(newest["member_id"]) == member
    said = {"post_id": f"{first})", "comment": "Mine", "comment_by_member_id": member}
    session.ask("POST", f"{base}/memberwalls/comments?{token}", said)
    comments = session.ask("GET", f"{base}/memberwalls/comments/{about}")
    assert comments["member_wall_comments"][-1]["comment"] == "Mine"
    liked = {"post_id": str(first), "like_by_member_id": member}
    session.ask("POST", f"{base}/memberwalls/likes?{token}", liked)
    likes = session.ask("GET", f"{base}/memberwalls/likes/{about}")["member_wall_likes"]
    assert member in [str(one["member_id"]) for one in likes]


def dummyjson(session: Session, account: dict, extra: str = "") -> None:
    token = session.ask("POST", "/auth/login", account)["accessToken"]
    session.headers = {"Authorization": f"Bearer {token}"}
    session.ask("GET", "/auth/me")
    session.ask("GET", "/users?limit=5")
    session.ask("GET", "/posts?limit=10")
    session.ask("GET", "/posts/1")
    session.ask("GET", "/posts/1/comments")
    session.ask("GET", "/products?limit=3")
    session.ask("GET", "/todos?limit=3")
    for number in range(4 if extra else 1):
        title = f"Low tide {number}"
        post = session.ask(
            "POST", "/posts/add", {"title": title, "body": "Salt", "userId": 1}
        )["id"]
        assert session.ask("GET", f"/posts/{post}")["title"] == title
        mine = session.ask("GET", "/posts/user/1?limit=0")["posts"]
        assert title in [one["title"] for one in mine]
        changed = {"title": f"{title} again"}
        session.ask("PUT", f"/posts/{post}", changed)
        assert session.ask("GET", f"/posts/{post}")["title"] == changed["title"]
    said = {"body": "Mine", "postId": 1, "userId": 1}
    comment = session.ask("POST", "/comments/add", said)["id"]
    assert session.ask("GET", f"/comments/{comment}")["body"] == "Mine"
    todo = session.ask("POST", "/todos/add", {"todo": "Swim", "completed": False, "userId": 1})["id"]
    assert session.ask("GET", f"/todos/{todo}")["todo"] == "Swim"
    session.ask("DELETE", f"/todos/{todo}")
    session.ask("GET", f"/todos/{todo}")


def pexels(session: Session, account: dict, extra: str = "") -> None:
    session.headers = {"Authorization": "563492ad6f91700001000001abcdef0123456789"}
    photo = session.ask("GET", "/v1/curated?per_page=3")["photos"][0]["id"]
    session.ask("GET", f"/v1/photos/{photo}")
    session.ask("GET", "/v1/search?query=honey&per_page=3")


def realworld(session: Session, account: dict, extra: str = "") -> None:
    user = session.ask("POST", "/realworld/api/users/login", {"user": account})["user"]
    session.headers = {"Authorization": f"Token {user['token']}"}
    session.ask("GET", "/realworld/api/user")
    first = session.ask("GET", "/realworld/api/articles?limit=5")["articles"][0]["slug"]
    session.ask("GET", f"/realworld/api/articles/{first}")
    session.ask("GET", f"/realworld/api/articles/{first}/comments")
    for number in range(4 if extra else 1):
        title = f"Low tide {number}"
        article = {
            "article": {
                "title": title,
                "description": "d",
                "body": "b",
                "tagList": ["sea"],
            }
        }
        slug = session.ask("POST", "/realworld/api/articles", article)["article"][
            "slug"
        ]
        assert (
            session.ask("GET", f"/realworld/api/articles/{slug}")["article"]["title"]
            == title
        )
        listed = session.ask("GET", "/realworld/api/articles?limit=5")["articles"]
        assert slug in [one["slug"] for one in listed]
    said = {"comment": {"body": "Mine"}}
    session.ask("POST", f"/realworld/api/articles/{first}/comments", said)
    comments = session.ask("GET", f"/realworld/api/articles/{first}/comments")["comments"]
    assert "Mine" in [one["body"] for one in comments]
    session.ask("POST", f"/realworld/api/articles/{first}/favorite")
    assert session.ask("GET", f"/realworld/api/articles/{first}")["article"]["favorited"]
    session.ask("DELETE", f"/realworld/api/articles/{slug}")
    session.ask("GET", f"/realworld/api/articles/{slug}")


# MARK: Asked again


def imported(binary, folder, har) -> tuple[list[str], str]:
    """The words of the command that serves a recording, and all that was said."""
    done = subprocess.run(
        [binary, "import", "har", har, "--output", folder / "mock"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    command = next(
        line for line in done.stdout.splitlines() if line.startswith("serve it: ")
    )
    return shlex.split(command)[4:], done.stdout


def recorded(server, folder, secrets: str):
    har = requests.get(
        f"{server.url}/__mockpostly/v1/requests/har?secrets={secrets}", timeout=DEADLINE
    )
    har.raise_for_status()
    path = folder / "session.har"
    path.write_bytes(har.content)
    return path


def signing_in(name: str, said: str, seed_path) -> dict:
    """What signs in to the mock of a system."""
    if name == "dummyjson":
        users = json.loads(seed_path.read_text())["dummyjson"]["imported"]["users"]
        user = next(one for one in users if one["id"] == 1)
        return {"username": user["username"], "password": user["password"]}
    lines = [line for line in said.splitlines() if line.startswith("sign in ")]
    if name == "wreely":
        words = "sign in with the number "
        return {"mobile_number": lines[0].removeprefix(words).partition(",")[0]}
    if not lines:
        return {}
    email, _, password = lines[0].removeprefix("sign in as ").partition(", password ")
    return {"email": email, "password": password}


OPTIONS = {"dummyjson": ["--dummyjson-writes", "keep"], "wreely": ["--wreely-otp", "12345"]}
ACCOUNTS = {
    "dummyjson": {"username": "emilys", "password": "emilyspass"},
    "wreely": {"mobile_number": "9876543210"},
}


@pytest.mark.parametrize(
    "run",
    [postly, community, dummyjson, pexels, wreely, realworld],
    ids=lambda run: run.__name__,
)
@pytest.mark.parametrize("secrets", ["hidden", "shown"])
def test_a_session_is_answered_again_and_writes_are_kept(run, secrets, start, binary, tmp_path):
    name = run.__name__
    options = OPTIONS.get(name, [])
    server = start(*options)
    first = Session(server.url)
    run(first, ACCOUNTS.get(name, MIRA))
    har = recorded(server, tmp_path, secrets)
    server.stop()
    words, said = imported(binary, tmp_path, har)
    account = signing_in(name, said, tmp_path / "mock" / "seed.json")
    again = start(*words, *options)
    second = Session(again.url)
    run(second, account, extra="three writes more")
    wanted = {
        (call, json.dumps(shape, sort_keys=True)) for call, _, shape in first.shapes
    }
    other = [
        one
        for one in second.shapes
        if (one[0], json.dumps(one[2], sort_keys=True)) not in wanted
    ]
    share = 1 - len(other) / len(second.shapes)
    assert share >= 0.95, f"{share:.0%}: {json.dumps(other, indent=1)[:3000]}"


# MARK: Bad input


@pytest.fixture
def run(binary, tmp_path):
    def run(*words) -> SimpleNamespace:
        done = subprocess.run(
            [binary, *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return SimpleNamespace(code=done.returncode, out=done.stdout, words=done.stderr)

    return run


def test_what_cannot_be_imported_is_refused_and_nothing_is_written(run, tmp_path):
    (tmp_path / "page.har").write_text("<html>")
    done = run("import", "har", "page.har", "--output", "mock")
    assert done.code == 3 and "page.har: it is no HTTP Archive" in done.words
    (tmp_path / "page.har").write_text("")
    done = run("import", "har", "page.har", "--output", "mock")
    assert done.code == 1 and "page.har is empty\nhint: give it an HTTP Archive\n" in done.words
    done = run("import", "har", "none.har", "--output", "mock")
    assert done.code == 1 and "none.har" in done.words
    assert not (tmp_path / "mock").exists() and [
        path.name for path in tmp_path.iterdir()
    ] == ["page.har"]


def test_a_folder_with_something_in_it_is_left_alone(run, tmp_path):
    entry = {
        "request": {"method": "GET", "url": "http://a.example/x"},
        "response": {
            "status": 200,
            "content": {"text": "{}", "mimeType": "application/json"},
        },
    }
    text = json.dumps({"log": {"entries": [entry, entry]}})
    (tmp_path / "a.har").write_text(text[:-20])
    (tmp_path / "mock").mkdir()
    (tmp_path / "mock" / "mine.txt").write_text("mine")
    done = run("import", "har", "a.har", "--output", "mock")
    assert done.code == 1 and "mock is not empty" in done.words
    done = run("import", "har", "a.har", "--output", "mock/", "--force")
    assert (
        done.code == 0 and "The file ends before its list of entries does" in done.out
    )
    assert (tmp_path / "mock" / "mine.txt").read_text() == "mine"
    assert (tmp_path / "mock" / "stubs" / "mappings" / "get-x.json").exists()
