"""The same calls to two servers with the same seed: the same bytes."""

from __future__ import annotations

import json
import re

from community import SOCKET, Phoenix
from rawhttp import json_request, request
from worlds import BASE, FROZEN, MIRA_EMAIL, World

FLAGS = ("--random-seed", "20261121", "--clock", "2026-11-21T12:00:00Z", "--clock-frozen")
MIRAS_TOKEN = "mira-sol-token-for-trying-the-feed-out-0000"
MACHINE_TIMES = re.compile(
    rb'"(createdAt|lastUsedAt|expiresAt)":"[^"]*"|"milliseconds":[0-9.e-]+|"port":\d+'
)


class Recorder:
    """Calls a server and keeps every byte of its answers, but for what is the machine's."""

    def __init__(self, server):
        self.server = server
        self.connection = server.connect()
        self.answers: list[tuple] = []
        self.tokens: dict[str, str] = {}
        self.world = "default"

    def call(self, method: str, path: str, value=None, token: str | None = None, **fields):
        if token is not None:
            fields["Authorization"] = f"Bearer {token}"
        if value is None:
            data = request(method, path, **fields)
        else:
            body = json.dumps(value).encode()
            data = request(method, path, body, Content_Type="application/json", **fields)
        self.connection.send(data)
        answer = self.connection.read_answer(method)
        body, fields = answer.body, answer.fields
        if path.split("?")[0].find(BASE) >= 0:
            body = MACHINE_TIMES.sub(b"", body)
            fields = [field for field in fields if field[0] not in ("Date", "Content-Length")]
        self.answers.append((method, path, answer.status, fields, body))
        return answer


def play(recorder: Recorder, prefix: str = ""):
    """A day in a world: reads, writes, refusals, random choices, sockets, the control plane."""
    call = recorder.call

    def post(path, value, token=None):
        answer = call("POST", prefix + path, value, token)
        return answer.json() if answer.body else None

    account = {"email": "zoe@example.com", "name": "Zoë", "password": "pw"}
    zoe = post("/api/auth/register", account)["accessToken"]
    post("/api/auth/register", account)
    mira = post("/api/auth/login/email", {"email": MIRA_EMAIL, "password": "mira.sol-postly"})
    mira = mira["accessToken"]
    post("/api/auth/login/email", {"email": MIRA_EMAIL, "password": "wrong"})
    for number in range(5):
        made = post("/api/posts", {"title": "The same", "content": "x " * 300}, zoe)
        identifier = made["_id"]
        post(f"/api/posts/{identifier}/like", {}, mira)
        post(f"/api/posts/{identifier}/comments", {"content": f"Number {number}"}, mira)
        call("GET", f"{prefix}/api/posts/{identifier}")
    for path in (
        "/api/posts?page=1&limit=10",
        "/api/posts/search?query=the",
        "/api/posts?page=x",
        "/api/posts/none",
        "/api//posts",
        "/nothing",
        "/",
    ):
        call("GET", prefix + path)
    for path in (
        "/posts?limit=3",
        "/quotes/random",
        "/quotes/random/3",
        "/todos/random/5",
        "/users/1",
        "/products/search?q=phone",
        "/icon/abc/64",
        "/image/64x32",
        "/http/418",
        "/ip",
        "/posts/x",
        "/auth/me",
    ):
        call("GET", prefix + path)
    login = post("/auth/login", {"username": "emilys", "password": "emilyspass"})
    call("GET", prefix + "/auth/me", token=login["accessToken"])
    post("/auth/refresh", {"refreshToken": login["refreshToken"]})
    post("/posts/add", {"title": "x", "userId": 5})
    post("/c/generate", {"json": {"a": 1}, "method": "GET"})
    made = post(
        "/api/community/register", {"name": "Ada", "email": "a@b.test", "password": "correct horse"}
    )
    ada = made["data"]["token"]
    post("/api/community/join", {}, ada)
    feed = post("/api/community/posts", {"content": "Hello"}, ada)["data"]["id"]
    post(f"/api/community/posts/{feed}/like", {}, ada)
    post(f"/api/community/posts/{feed}/comments", {"content": "x"}, ada)
    call("GET", prefix + "/api/community/posts", token=ada)
    call("GET", prefix + "/api/community/posts")
    call("GET", prefix + f"/community/longpoll?vsn=2.0.0&token={ada}")
    for path in ("/v1/search?query=sea&per_page=3", "/v1/curated?page=2", "/v1/photos/nope"):
        call("GET", prefix + path, Authorization="key")
    play_wreely(recorder, prefix)
    call("GET", prefix + "/.well-known/openid-configuration")
    call("GET", prefix + "/oauth2/v3/certs")


def play_wreely(recorder: Recorder, prefix: str):
    call, base = recorder.call, prefix + "/services/v2"
    value = {"mobile_number": "9876543210", "country_code": "+91"}
    member = call("POST", base + "/member/login", value).json()["member_id"]
    world = prefix.removeprefix("/w/") or "default"
    [code] = call("GET", BASE + f"/login-codes?world={world}").json()["codes"]
    value = {"login_code": code["code"], "member_id": str(member)}
    answer = call("POST", base + "/member/login/confirmation", value)
    key = "?access_token=" + answer.json()["access_token"]
    made = {"image_url": "", "post_description": "The same"}
    for path, value in (
        ("/1/memberwalls", made),
        ("/1/memberwalls/comments", {"post_id": "12)", "comment": "x"}),
        ("/1/memberwalls/likes", {"post_id": "12"}),
        (
            "/1/meetingroom/bookings",
            {
                "room_id": "1",
                "start_time": "2027-03-01 09:00:00",
                "end_time": "2027-03-01 10:00:00",
            },
        ),
    ):
        call("POST", base + path + key, value)
        call("POST", base + path + key, {})
    for path in (
        "/member",
        "/vendors",
        "/1/members",
        "/1/companies",
        "/1/memberwalls/per_page=10&page_number=1",
        "/1/memberwalls/comments/post_id=12",
        "/1/events/per_page=1&page_number=10",
        "/1/meetingrooms",
        "/1/meetingroom/dashboard",
        "/1/meetingroom/bookings/room_id=1&start_date=2027-03-01%2000:00:00",
        "/workspaces/nearby/lat=1&lon=2&rad=60",
        "/nothing",
    ):
        call("GET", base + path + key)
        call("GET", base + path + "?access_token=x")


def control_calls(recorder: Recorder):
    call = recorder.call

    def post(path, value):
        return call("POST", BASE + path, value)

    call("GET", BASE + "/worlds")
    post("/snapshots", {"name": "s"})
    post("/worlds", {"randomSeed": 5})
    post("/worlds", {"id": "two", "from": "snapshot:s", "clock": FROZEN})
    post("/clock/advance", {"world": "two", "by": "-1h"})
    post("/worlds", {"id": "three", "scenario": "unicode", "randomSeed": "7"})
    post("/worlds/three/fork", {"id": "four", "randomSeed": 8})
    for dialect, user in (
        ("postly", MIRA_EMAIL),
        ("dummyjson", "emilys"),
        ("community", MIRA_EMAIL),
        ("wreely", MIRA_EMAIL),
        ("realworld", MIRA_EMAIL),
        ("google", "ada@example.com"),
    ):
        for more in ({}, {"break": "signature"}, {"break": "algorithm"}, {"break": "format"}):
            post("/tokens", {"world": "three", "system": dialect, "user": user, **more})
    post("/tokens", {"system": "postly", "user": "nobody@example.com"})
    call("GET", BASE + "/scenarios")
    post("/reset", {"world": "three", "scope": ["postly"]})
    call("GET", BASE + "/snapshots/s/diff?world=default")
    call("GET", BASE + "/snapshots/nope")
    call("GET", BASE + "/openapi-control.yaml")
    call("GET", BASE + "/nothing")


def compare(one: Recorder, two: Recorder):
    assert len(one.answers) == len(two.answers)
    for left, right in zip(one.answers, two.answers):
        left, right = (
            tuple(relocated(part, recorder) for part in answer)
            for answer, recorder in ((left, one), (right, two))
        )
        assert left == right, f"{left[0]} {left[1]}\n{left}\n{right}"


def relocated(part, recorder: Recorder):
    """The same wherever the server is: its addresses differ, and no other digits are touched."""
    address = rf"(?<![\w.])(localhost|127\.0\.0\.1|\[::1\]):{recorder.server.port}(?!\d)"
    return re.sub(address, r"\1:PORT", repr(part))


def test_two_servers_answer_the_same_bytes(start):
    recorders = [Recorder(start(*FLAGS)) for _ in range(2)]
    for recorder in recorders:
        play(recorder)
        control_calls(recorder)
    compare(*recorders)
    assert len(recorders[0].answers) > 80


def test_events_are_the_same_bytes(start):
    told = []
    for _ in range(2):
        server = start(*FLAGS)
        world = World(server, {"id": "default", "port": None}, "none")
        with Phoenix(world, MIRAS_TOKEN) as phoenix, server.connect() as connection:
            phoenix.join()
            for number in range(5):
                value = {"content": f"Number {number}"}
                connection.send(json_request("POST", "/api/community/posts", value, MIRAS_TOKEN))
                assert connection.read_answer().status == 201
            told.append([phoenix.read() for _ in range(5)])
    assert told[0] == told[1]
    assert SOCKET
