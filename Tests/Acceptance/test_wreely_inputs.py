"""Bad input to the community app's API: 200, 400 and 401 only, JSON bodies, texts as messages."""

from __future__ import annotations

import json
import random

import pytest

from rawhttp import request
from worlds import Control
from wreely import BASES, UNKNOWN, App, checked, entered

PATHS = [
    ("POST", "v2/member/login"),
    ("POST", "v2/member/login/confirmation"),
    ("GET", "v2/validate/session"),
    ("GET", "v2/member"),
    ("GET", "v2/member/{x}"),
    ("GET", "v2/{v}/members"),
    ("POST", "v2/member/update"),
    ("POST", "v2/user/update"),
    ("GET", "v2/member/update/firebase/firebase_key={x}"),
    ("GET", "v2/member/follow/{x}"),
    ("GET", "v2/member/unfollow/{x}"),
    ("GET", "v2/{v}/companies"),
    ("GET", "v2/{v}/companies/{x}/members"),
    ("GET", "v2/{v}/memberwalls/per_page={x}&page_number={x}&is_member_feeds={x}"),
    ("POST", "v2/{v}/memberwalls"),
    ("GET", "v2/{v}/memberwalls/delete/post_id={x}"),
    ("GET", "v2/{v}/memberwalls/comments/post_id={x}&per_page={x}&page_number={x}"),
    ("POST", "v2/{v}/memberwalls/comments"),
    ("GET", "v2/{v}/memberwalls/comments/delete/comment_id={x}"),
    ("GET", "v2/{v}/memberwalls/likes/post_id={x}&per_page={x}&page_number={x}"),
    ("POST", "v2/{v}/memberwalls/likes"),
    ("GET", "v2/{v}/memberwalls/likes/delete/like_id={x}"),
    ("GET", "v2/{v}/events/per_page={x}&page_number={x}"),
    ("GET", "v2/events/attend/event_id={x}"),
    ("GET", "v2/events/unattend/event_id={x}"),
    ("GET", "v2/{v}/meetingrooms"),
    ("GET", "v2/{v}/meetingroom/dashboard"),
    ("GET", "v2/{v}/meetingroom/bookings/room_id={x}&start_date={x}&end_date={x}"),
    ("POST", "v2/{v}/meetingroom/bookings"),
    ("GET", "v2/{v}/meetingroom/bookings/history/start_date={x}&end_date={x}"),
    ("GET", "v2/{v}/meetingroom/bookings/cancel/booking_id={x}"),
    ("GET", "v2/vendors"),
    ("GET", "v2/workspaces/nearby/lat={x}&lon={x}&rad={x}"),
    ("POST", "v1/user/login"),
    ("POST", "v1/user/registration"),
    ("POST", "v1/user/forgotpass/email"),
    ("POST", "v1/user/randomcode/confirmation"),
    ("POST", "v1/user/forgotpass/change"),
    ("POST", "v1/user/devicetoken"),
]
"""Every route; `{v}` is a workspace, `{x}` any other value."""

VALUES = [
    "",
    "0",
    "-1",
    "1",
    "1)",
    "x",
    "(null)",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999999999999999",
    "1e400",
    "nan",
    "2026-02-30%2000:00:00",
    "9999-12-31%2023:59:59",
    "0001-01-01%2000:00:00",
    "%00",
    "1%00",
    "%FF%FE",
    "%",
    "%zz",
    "%F0%9F%8D%9E",
    "..",
    "%2F",
    "a" * 2000,
    "'%20OR%201=1--",
    "%ED%A0%80",
]

STRANGE = [
    None,
    True,
    0,
    -1,
    1.5,
    1e308,
    10**40,
    "",
    "\x00",
    "a\x00b",
    "\ud800",
    "\U0001f35e",
    "x" * 100_000,
    [],
    [1],
    {},
    {"a": 1},
    "9" * 100,
    "2026-02-30 00:00:00",
]
NAMES = (
    "mobile_number country_code login_code member_id image_url post_description post_by_member_id "
    "post_id comment room_id start_time end_time name about_me profile_pic_url website_url email "
    "password random_code new_password device_token access_token"
).split()


@pytest.fixture(scope="module")
def control(wreely_server):
    with Control(wreely_server) as control:
        yield control


@pytest.fixture(scope="module")
def app(control):
    with entered(control, control.make(ttl="10m")) as app:
        yield app


def tried(app: App, method: str, path: str, body: bytes | None = None, token: str | None = None):
    """One request on a connection of its own, as some close it."""
    with app.server.connect() as connection:
        token = app.token if token is None else token
        target = f"{app.base}/{path}?access_token={token}"
        answer = connection.ask(method, target, body, Content_Type="application/json")
        return checked(answer, f"{method} {target[:300]} {(body or b'')[:300]!r}")


@pytest.mark.parametrize("method, path", PATHS)
def test_odd_values_in_the_path(app, method, path):
    for value in VALUES:
        tried(app, method, path.replace("{v}", str(app.vendor)).replace("{x}", value), b"{}")
        if "{v}" in path:
            # An odd workspace, and ids that may well be there.
            tried(app, method, path.replace("{v}", value or "0").replace("{x}", "1"), b"{}")


@pytest.mark.parametrize("path", [path for method, path in PATHS if method == "POST"])
def test_odd_values_in_the_body(app, path):
    path = path.replace("{v}", str(app.vendor))
    for value in STRANGE:
        # Not the token: a bad one is 401, which is right and says nothing else.
        body = {name: value for name in NAMES if name != "access_token"}
        tried(app, "POST", path, json.dumps(body).encode())
        for name in body:
            one = {**dict.fromkeys(body, "1"), name: value}
            tried(app, "POST", path, json.dumps(one).encode())


@pytest.mark.parametrize("seed", range(4))
def test_bodies_at_random(app, seed):
    chance = random.Random(seed)
    posts = [path.replace("{v}", str(app.vendor)) for method, path in PATHS if method == "POST"]
    for _ in range(150):
        body = {
            name: chance.choice([*STRANGE, "1", 1])
            for name in chance.sample(NAMES, chance.randrange(8))
        }
        data = bytearray(json.dumps(body).encode()[:2000])
        for _ in range(chance.randrange(4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        tried(app, "POST", chance.choice(posts), bytes(data))


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
def test_other_methods(app, base, method):
    for _, path in PATHS:
        path = path.replace("{v}", str(app.vendor)).replace("{x}", "1")
        with app.server.connect() as connection:
            answer = connection.ask(method, f"{base}/{path}?access_token={app.token}")
            assert checked(answer, f"{method} {path}").status == 400 or method == "OPTIONS"


@pytest.mark.parametrize("method, path", PATHS)
def test_the_other_method_of_two(app, method, path):
    """GET where POST is meant, and the other way round."""
    path = path.replace("{v}", str(app.vendor)).replace("{x}", "1")
    tried(app, "GET" if method == "POST" else "POST", path, b"{}")


def test_head_answers_like_get(app):
    for path in ("v2/member", "v2/vendors", f"v2/{app.vendor}/members"):
        target = f"{app.base}/{path}?access_token={app.token}"
        with app.server.connect() as connection:
            got = connection.ask("GET", target)
            told = connection.ask("HEAD", target)
            assert (told.status, told.header("Content-Length")) == (200, str(len(got.body)))
            bad = connection.ask("HEAD", f"{app.base}/{path}?access_token={UNKNOWN}")
            assert bad.status == 401


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/v2",
        "/v2/",
        "/v3/member",
        "/v2/nothing",
        "/v2/member/",
        "/v2//member",
        "/v2/1/nothing/at/all",
        "/v2/1/memberwalls/delete",
        "/v2/1/memberwalls/comments/delete/",
        "/V2/member",
        "/v1/members",
        "/%00",
        "/%FF",
        "/%",
        "/v2/%2E%2E/member",
        "/v2/" + "x/" * 200,
    ],
)
def test_paths_that_are_not_there(app, base, path):
    for method in ("GET", "POST"):
        with app.server.connect() as connection:
            answer = connection.ask(method, f"{base}{path}?access_token={app.token}", b"{}")
            assert checked(answer, f"{method} {path}").status in (200, 400)


@pytest.mark.parametrize("query", ["%00", "%FF", "%", "%zz", "access_token", "access_token=%FF"])
def test_odd_queries(app, query):
    for name in ("", "access_token=", f"access_token={app.token}&x="):
        with app.server.connect() as connection:
            answer = checked(connection.ask("GET", f"{app.base}/v2/member?{name}{query}"), query)
            if name.endswith("x="):
                assert answer.status == 200


def test_the_first_of_two_tokens_or_the_last_but_nothing_else(app):
    with app.server.connect() as connection:
        for tokens in ((app.token, UNKNOWN), (UNKNOWN, app.token)):
            query = "&".join(f"access_token={token}" for token in tokens)
            assert checked(connection.ask("GET", f"{app.base}/v2/member?{query}")).status != 400


def test_a_body_that_is_too_large(app):
    """The server reads no more of it than it must; the app is told as of any other fault."""
    path = f"/services/v2/{app.vendor}/memberwalls/comments?access_token={app.token}"
    with app.server.connect() as connection:
        connection.send(request("POST", path, Content_Length=9 << 20))
        answer = checked(connection.read_answer(), "9 MiB")
        assert answer.status == 400


def test_texts_come_back_as_they_were(app):
    for words in (
        "Brot & Salz <b>nicht fett</b> \"so\" 'so' \\ / \u2028",
        "パン 🥖 👩‍👩‍👧 \u202eabc",
        "x" * 50_000,
        "a\nb\r\nc\td",
        "\U0010ffff",
    ):
        post = app.write(words)
        assert post["status_text"] == words
        assert app.comment(post["id"], words)["comment"] == words
        assert app.comments(post["id"])[0]["comment"] == words
        assert app.wall()[0]["status_text"] == words
        app.remove(post["id"])


def test_the_server_still_works(app):
    """After all of the above: every list can be read by the strict client."""
    app.enter()
    for post in app.whole_wall():
        app.comments(post["id"])
        app.likes(post["id"])
    app.members(), app.companies(), app.events(), app.rooms(), app.dashboard(), app.vendors()
