"""Numbers at the ends of 64 bits, and far beyond, stop nothing."""

from __future__ import annotations

import itertools
import json

import pytest

from rawhttp import request
from worlds import Control

MOST = 2**63 - 1
LEAST = -(2**63)
LARGEST = 2**53 - 1
"""The largest number that a content may have."""
NUMBERS = [
    MOST,
    LEAST,
    MOST + 1,
    2**64 - 1,
    2**64,
    LARGEST,
    LARGEST + 2,
    2**31,
    2**32,
    -1,
    0,
    "1e308",
    "-1e308",
    "1e999",
    "9" * 400,
    "1.7976931348623157e308",
    "NaN",
    "Infinity",
    "-Infinity",
    "0x7fffffffffffffff",
    "٣",
]
DATE = "2025-01-01T00:00:00Z"


def seeds(number) -> dict[str, dict]:
    """A content with the number at each place that has one."""
    user = {"name": "Ada", "email": "a@x", "userId": "1"}
    post = {"author": "a@x", "title": "T", "content": "C", "createdAt": DATE}
    entry = {"author": "a@x", "content": "C", "createdAt": DATE}
    return {
        "user": {"exact": True, "users": [{**user, "number": number}]},
        "views": {"exact": True, "users": [user], "posts": [{**post, "views": number}]},
        "next post": {"exact": True, "users": [user], "community": {"nextPostId": number}},
        "next comment": {"exact": True, "users": [user], "community": {"nextCommentId": number}},
        "feed": {"exact": True, "users": [user], "community": {"posts": [{**entry, "id": number}]}},
        "feed comment": {
            "exact": True,
            "users": [user],
            "community": {"posts": [{**entry, "comments": [{**entry, "id": number}]}]},
        },
        "change": {"dummyjson": {"changes": {"posts": [{"id": number}]}}},
        "deletion": {"dummyjson": {"deleted": {"posts": [number]}}},
        "import": {
            "dummyjson": {"imported": {"quotes": [{"id": number, "quote": "Q", "author": "A"}]}}
        },
    }


PLACES = list(seeds(0))


@pytest.mark.parametrize("place", PLACES)
def test_a_number_that_is_too_large_is_a_fault_of_the_content(start, cli, tmp_path, place):
    file = tmp_path / "seed.json"
    for number in (MOST, LEAST, LARGEST + 2):
        file.write_text(json.dumps(seeds(number)[place]))
        checked = cli("seed", "check", file)
        assert checked.returncode == 3, f"{number}: {checked}"
        served = cli("serve", "--port", 0, "--seed", file)
        assert served.returncode == 3, f"{number}: {served}"
    server = start()
    with Control(server) as control:
        for number in (MOST, LEAST, LARGEST + 2):
            refused = control.ask("POST", "/import", seeds(number)[place])
            assert refused.status == 400, refused.body
        assert control.ask("GET", "/export").status == 200


@pytest.mark.parametrize("place", PLACES)
def test_the_largest_number_is_served_changed_and_exported(start, place):
    server = start("--dummyjson-writes", "keep")
    with Control(server) as control:
        control.send("POST", "/import", seeds(LARGEST)[place])
        for target in ("posts", "products", "users"):
            answer = control.connection.ask(
                "POST",
                f"/{target}/add",
                b'{"title":"t","userId":5,"price":1}',
                Content_Type="application/json",
            )
            assert answer.status < 500, answer.body
            added = answer.json().get("id")
            assert added is None or 1 <= added <= LARGEST
        account = b'{"name":"Ben","email":"b@example.com","password":"p"}'
        register = request("POST", "/api/auth/register", account, Content_Type="application/json")
        control.connection.send(register)
        assert control.connection.read_answer("POST").status == 201
        for target in ("/api/posts", "/api/posts/t", "/posts?limit=0", "/quotes", "/users"):
            assert control.connection.ask("GET", target).status < 500
        exported = control.ask("GET", "/export")
        assert exported.status == 200
        again = control.ask("POST", "/import", body=exported.body, Content_Type="application/json")
        assert again.status == 200, again.body
        assert control.ask("GET", "/export").body == exported.body


def targets() -> list[str]:
    """Every number that the query or the path of a request can have."""
    patterns = [
        "/api/posts?page={}",
        "/api/posts?limit={}",
        "/api/posts?page={}&limit={}",
        "/api/posts/user/1?page={}&limit={}",
        "/api/community/posts?page={}",
        "/api/community/posts?per_page={}",
        "/api/community/posts?page={}&per_page={}&before_id={}",
        "/api/community/posts/{}",
        "/api/community/posts/{}/comments?page={}",
        "/posts?limit={}",
        "/posts?skip={}",
        "/posts?limit={}&skip={}",
        "/posts?sortBy=id&order=desc&limit={}&skip={}",
        "/posts/{}",
        "/posts/{}/comments",
        "/posts/user/{}",
        "/users/{}/carts",
        "/quotes/random/{}",
        "/products?delay={}",
        "/http/{}",
        "/image/{}",
        "/image/{}x{}",
        "/image/20x20?fontSize={}",
        "/image/20x20/{}/{}",
        "/icon/abc/{}",
        "/posts?a[{}]=1&a[{}][b]=2",
        "/photos/{}/pexels-photo-{}.jpeg?w={}&h={}&dpr={}",
        "/services/v2/workspaces/nearby/lat={}&lon={}&rad={}",
        "/services/v2/{}/memberwalls/per_page={}&page_number={}?access_token={}",
    ]
    found = []
    for pattern, number in itertools.product(patterns, NUMBERS):
        text = str(number).replace("٣", "%D9%A3")
        found.append(pattern.replace("{}", text))
    return found


def test_numbers_in_a_request_get_an_answer(start):
    server = start("--quiet")
    with Control(server) as control:
        token = control.send("POST", "/tokens", {"dialect": "community", "user": "1"})["token"]
        for target in targets():
            answer = control.connection.ask(
                "GET", target, Authorization=f"Bearer {token}", within=60
            )
            assert answer.status in range(200, 501), f"{target}: {answer.status}"
        key = {"Authorization": "key"}
        for parameter, number in itertools.product(("page", "per_page"), NUMBERS):
            text = str(number).replace("٣", "%D9%A3")
            answer = control.connection.ask("GET", f"/v1/curated?{parameter}={text}", **key)
            assert answer.status == 200
            answer = control.connection.ask("GET", f"/v1/photos/{text}", **key)
            assert answer.status in (200, 404)


@pytest.mark.parametrize("writes", ["echo", "keep"])
def test_numbers_in_a_body_get_an_answer(start, writes):
    server = start("--quiet", "--dummyjson-writes", writes)
    members = ("userId", "id", "quantity", "price", "stock", "views", "expiresInMins", "age")
    with Control(server) as control:
        for number in NUMBERS:
            value = number if isinstance(number, int) else json.dumps(number)
            if isinstance(number, str) and number.lower().lstrip("-").startswith(("1", "9")):
                value = number
            body = ",".join(f'"{member}":{value}' for member in members)
            product = f'"products":[{{"id":1,"quantity":{value}}},{{{body}}}]'
            for method, target in (
                ("POST", "/posts/add"),
                ("POST", "/carts/add"),
                ("PUT", "/carts/1"),
                ("PUT", "/posts/1"),
                ("PATCH", "/products/1"),
                ("POST", "/products/add"),
                ("POST", "/comments/add"),
                ("POST", "/auth/login"),
                ("POST", "/auth/refresh"),
            ):
                sent = f'{{"username":"emilys","password":"emilyspass",{product},{body}}}'
                if target == "/carts/add":
                    sent = f'{{"userId":1,{product}}}'
                if target == "/carts/1":
                    sent = f'{{"merge":true,{product}}}'
                answer = control.connection.ask(
                    method, target, sent.encode(), Content_Type="application/json"
                )
                assert answer.status in range(200, 501), f"{target} {sent}: {answer.status}"
        assert control.connection.ask("GET", "/carts?limit=0").status == 200
        assert control.ask("GET", "/export").status == 200


def test_numbers_for_the_control_plane_get_an_answer(start):
    server = start("--quiet")
    durations = [f"{number}{unit}" for number in NUMBERS for unit in ("d", "s", "us", "")]
    durations += [f"-{MOST}us", f"-{MOST}s", "P99999999999999D", "PT9223372036854.775807S"]
    with Control(server) as control:
        for value in [*durations, *(number for number in NUMBERS)]:
            for method, path, body in (
                ("POST", "/clock/advance", {"by": value}),
                ("PUT", "/clock", {"mode": "scale", "rate": value}),
                ("PUT", "/clock", {"mode": "freeze", "now": value}),
                ("POST", "/worlds", {"ttl": value}),
                ("POST", "/worlds", {"randomSeed": value}),
                ("POST", "/worlds", {"port": value}),
                ("POST", "/tokens", {"dialect": "postly", "user": 1, "expiresIn": value}),
                ("POST", "/tokens", {"dialect": "postly", "user": value, "expiredFor": value}),
                (
                    "POST",
                    "/tokens",
                    {
                        "dialect": "dummyjson",
                        "user": "emilys",
                        "claims": {"exp": value, "iat": value, "nbf": value},
                    },
                ),
            ):
                answer = control.ask(method, path, body)
                assert answer.status < 500, f"{path} {body}: {answer.status} {answer.body!r}"
                if path != "/tokens" or answer.status != 200:
                    continue
                token = answer.json()["token"]
                for target in ("/auth/me", "/api/auth/me"):
                    seen = control.connection.ask("GET", target, Authorization=f"Bearer {token}")
                    assert seen.status in range(200, 501)
        # At both ends of what a clock shows.
        for date in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"):
            control.send("PUT", "/clock", {"mode": "scale", "rate": 1_000_000, "now": date})
            login = b'{"username":"emilys","password":"emilyspass","expiresInMins":43200}'
            for target, body in (
                ("/auth/login", login),
                ("/posts/add", b'{"title":"t","userId":1}'),
                ("/api/auth/register", b'{"name":"n","email":"%s@x.y","password":"p"}'
                 % date[:4].encode()),
            ):
                answer = control.connection.ask(
                    "POST", target, body, Content_Type="application/json"
                )
                assert answer.status in (200, 201), answer.body
            for path in ("/clock/advance",):
                for by in ("1us", "-1us", f"{MOST}us", f"-{MOST}us"):
                    assert control.ask("POST", path, {"by": by}).status < 500
            for target in ("/v1/curated", "/2fa?key=JBSWY3DPEHPK3PXP", "/api/posts"):
                assert control.connection.ask("GET", target, Authorization="k").status == 200
            assert control.ask("GET", "/export").status == 200


OPTIONS = [
    "--max-head",
    "--max-body",
    "--max-import",
    "--max-connections",
    "--max-pipelined-output",
    "--max-message",
    "--max-worlds",
    "--max-snapshots",
    "--worker-queue",
    "--cache-size",
    "--pexels-limit",
    "--random-seed",
    "--head-timeout",
    "--body-timeout",
    "--idle-timeout",
    "--write-timeout",
    "--community-idle-timeout",
    "--community-poll-timeout",
    "--port",
]


@pytest.mark.parametrize("option", OPTIONS)
def test_numbers_on_the_command_line_are_taken_or_refused(start, cli, option):
    for number in (MOST, LEAST, 2**64 - 1, 2**64, f"{MOST}GiB", f"{MOST}s", f"{MOST}d", "9" * 99):
        shown = cli("config", f"{option}={number}")
        assert shown.returncode in (0, 2), f"{option} {number}: {shown}"
    for number in ("1TiB", "1GiB", "1000000", "7d"):
        if cli("config", f"{option}={number}").returncode != 0:
            continue
        # The largest that is taken is served with.
        server = start("--quiet", f"{option}={number}", port=None if option == "--port" else 0)
        with Control(server) as control:
            assert control.ask("GET", "/export").status == 200
            assert control.connection.ask("GET", "/posts").status == 200
        server.stop()
