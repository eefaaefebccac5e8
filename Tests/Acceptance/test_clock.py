"""One clock for a world: everything a client sees goes by it, and tests move it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import struct
import time
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

import pytest

from community import Person
from conftest import MIRA
from dummyjson import EMILY, Client, bearer, set_cookies
from postly import create_post, decode_token, log_in, register
from rawhttp import json_request, request
from worlds import BASE, DOORS, FROZEN, MIRA_EMAIL, NEW_YEAR, NOTHING, Control

EXPIRED = (401, b'{"msg":"Token has expired"}\n')
UTC = timezone.utc
START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def frozen(control):
    """A world that stands still at the beginning of 2026."""
    return control.make(clock=FROZEN, id="frozen")


def read(text: str) -> datetime:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", text), text
    return datetime.fromisoformat(text)


def date_of(answer) -> datetime:
    return parsedate_to_datetime(answer.header("Date"))


# MARK: Modes


def test_the_clock_of_a_new_server_is_the_machines(control):
    before = datetime.now(UTC)
    told = control.clock()
    after = datetime.now(UTC)
    assert set(told) == {"world", "mode", "now", "rate"}
    assert (told["world"], told["mode"], told["rate"]) == ("default", "run", 1)
    slack = timedelta(milliseconds=5)
    assert before - slack <= read(told["now"]) <= after + slack


def test_a_frozen_clock_stands(control):
    told = control.set_clock(mode="freeze", now=NEW_YEAR)
    assert told == {
        "world": "default",
        "mode": "freeze",
        "now": "2026-01-01T00:00:00.000000Z",
        "rate": 0,
    }
    for _ in range(50):
        assert control.clock() == told
    assert control.advance("1500ms")["now"] == "2026-01-01T00:00:01.500000Z"
    assert control.clock()["now"] == "2026-01-01T00:00:01.500000Z"


def test_freezing_without_a_time_keeps_what_it_shows(control):
    before = read(control.clock()["now"])
    shown = read(control.set_clock(mode="freeze")["now"])
    assert timedelta(0) <= shown - before < timedelta(seconds=2)
    assert read(control.clock()["now"]) == shown


def test_a_running_clock_goes_on_from_where_it_is_set(control):
    told = control.set_clock(mode="run", now="1999-12-31T23:59:59.5Z")
    assert told["now"].startswith("1999-12-31T23:59:59.5") and told["rate"] == 1
    until = time.monotonic() + 5
    while not (now := control.clock()["now"]).startswith("2000-01-01T00:00:00"):
        assert time.monotonic() < until
        assert now.startswith("1999-12-31T23:59:59.")


def test_a_scaled_clock_is_faster(control):
    control.set_clock(mode="freeze", now=NEW_YEAR)
    before = time.monotonic()
    told = control.set_clock(mode="scale", rate=3600)
    started = time.monotonic()
    assert (told["mode"], told["rate"]) == ("scale", 3600)
    first = read(told["now"])
    assert first - START < timedelta(hours=1), "it goes on from what it showed"
    while (passed := time.monotonic() - started) < 0.2:
        pass
    shown = (read(control.clock()["now"]) - first).total_seconds()
    # The first time was read after `before`, the second one by now.
    assert passed * 3600 * 0.99 <= shown <= (time.monotonic() - before) * 3600 * 1.01
    slow = control.set_clock(mode="scale", rate=0.001)
    one = read(slow["now"])
    two = read(control.clock()["now"])
    assert timedelta(0) <= two - one < timedelta(milliseconds=10)


def test_back_to_the_machines_time(control):
    control.set_clock(mode="freeze", now=NEW_YEAR)
    told = control.set_clock(mode="run", now="real")
    assert abs(read(told["now"]) - datetime.now(UTC)) < timedelta(seconds=2)


@pytest.mark.parametrize(
    ("by", "shown"),
    [
        ("15m", "2026-01-01T00:15:00.000000Z"),
        ("2h30m", "2026-01-01T02:30:00.000000Z"),
        ("500ms", "2026-01-01T00:00:00.500000Z"),
        ("168h", "2026-01-08T00:00:00.000000Z"),
        ("-1h", "2025-12-31T23:00:00.000000Z"),
        ("PT15M", "2026-01-01T00:15:00.000000Z"),
        ("P7D", "2026-01-08T00:00:00.000000Z"),
        ("-P1DT1S", "2025-12-30T23:59:59.000000Z"),
        ("0s", "2026-01-01T00:00:00.000000Z"),
    ],
)
def test_durations(control, frozen, by, shown):
    assert control.advance(by, "frozen")["now"] == shown


def test_advances_add_up_in_every_mode(control):
    control.set_clock(mode="run", now=NEW_YEAR)
    for _ in range(24):
        told = control.advance("1h")
    assert told["mode"] == "run" and told["now"].startswith("2026-01-02T00:00:0")
    control.set_clock(mode="scale", rate=2)
    told = control.advance("24h")
    assert told["mode"] == "scale" and told["now"].startswith("2026-01-03T00:00:")


def test_the_clock_of_one_world_is_not_that_of_another(control, frozen):
    other = control.make(clock={"mode": "freeze", "now": "2040-02-29T12:00:00Z"})
    control.advance("1h", "frozen")
    assert control.clock("frozen")["now"].startswith("2026-01-01T01:00:00")
    assert control.clock(other.id)["now"].startswith("2040-02-29T12:00:00")
    assert abs(read(control.clock()["now"]) - datetime.now(UTC)) < timedelta(seconds=5)


def test_a_reset_leaves_the_clock(control, frozen):
    control.advance("3h", "frozen")
    control.reset("frozen")
    assert control.clock("frozen")["now"].startswith("2026-01-01T03:00:00")


@pytest.mark.parametrize("door", DOORS)
def test_the_clock_is_reached_by_every_door(control, door):
    world = control.make(door, clock=FROZEN)
    assert world.ask("GET", BASE + "/clock").json()["world"] == world.id
    body = json.dumps({"by": "90s"}).encode()
    told = world.ask("POST", BASE + "/clock/advance", body).json()
    assert told["world"] == world.id and told["now"] == "2026-01-01T00:01:30.000000Z"
    body = json.dumps({"mode": "run"}).encode()
    assert world.ask("PUT", BASE + "/clock", body).json()["mode"] == "run"


SETTINGS = [
    ({}, ["mode"]),
    ({"mode": "stop"}, ["stop", "run", "freeze", "scale"]),
    ({"mode": 1}, ["mode"]),
    ({"mode": "freeze", "now": "tomorrow"}, ["tomorrow"]),
    ({"mode": "freeze", "now": "2026-13-01T00:00:00Z"}, ["2026-13-01T00:00:00Z"]),
    ({"mode": "freeze", "now": "2026-01-32"}, ["2026-01-32"]),
    ({"mode": "freeze", "now": 5}, ["now"]),
    ({"mode": "freeze", "rate": 2}, ["rate"]),
    ({"mode": "run", "rate": 2}, ["rate"]),
    ({"mode": "scale", "rate": 0}, ["rate"]),
    ({"mode": "scale", "rate": -1}, ["rate"]),
    ({"mode": "scale", "rate": 1e7}, ["rate"]),
    ({"mode": "scale", "rate": "fast"}, ["rate"]),
    ({"mode": "freeze", "time": NEW_YEAR}, ["time", "now"]),
]


@pytest.mark.parametrize(("setting", "words"), SETTINGS, ids=lambda value: json.dumps(value))
def test_settings_that_are_refused(control, frozen, setting, words):
    before = control.clock("frozen")
    control.refuse("PUT", "/clock", {"world": "frozen", **setting}, 400, *words)
    assert control.clock("frozen") == before


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({}, 400, ["by"]),
        ({"by": "soon"}, 400, ["soon"]),
        ({"by": 5}, 400, ["by"]),
        ({"by": ""}, 400, ["by"]),
        ({"by": "1h", "world": "nope"}, 404, ["nope", "frozen"]),
        ({"by": "1h", "now": NEW_YEAR}, 400, ["now"]),
    ],
)
def test_advances_that_are_refused(control, frozen, body, status, words):
    control.refuse("POST", "/clock/advance", {"world": "frozen", **body}, status, *words)
    assert control.clock("frozen")["now"].startswith("2026-01-01T00:00:00.0")


def test_the_clock_of_no_world(control, frozen):
    control.refuse("GET", "/clock?world=nope", NOTHING, 404, "nope", "frozen")
    control.refuse("PUT", "/clock", {"mode": "run", "world": "nope"}, 404, "nope")


@pytest.mark.parametrize("by", ["99999999h", "-99999999h"])
def test_the_ends_of_time(control, frozen, by):
    """Whatever a clock shows, requests are answered."""
    for _ in range(40):
        answer = control.ask("POST", "/clock/advance", {"by": by, "world": "frozen"})
        assert answer.status in (200, 400)
        assert frozen.ask("GET", "/api/posts?page=1&limit=1").status == 200
        assert frozen.ask("GET", "/posts/1").status == 200
    with frozen.connect() as connection:
        register(connection, "end@example.com", "pw")
    assert control.clock("frozen")["mode"] == "freeze"


# MARK: Options


def test_a_server_that_starts_at_a_time(start):
    server = start("--clock", "2030-06-15T12:00:00Z")
    with Control(server) as control:
        told = control.clock()
        assert told["mode"] == "run" and told["now"].startswith("2030-06-15T12:00:")
        assert control.make().info["clock"]["now"].startswith("2030-06-15T12:00:")
        world = control.make(clock={"mode": "run", "now": "real"})
        shown = read(world.info["clock"]["now"])
        assert abs(shown - datetime.now(UTC)) < timedelta(seconds=5)


def test_a_server_whose_clock_stands(start):
    with Control(start("--clock", "2030-06-15T12:00:00+02:00", "--clock-frozen")) as control:
        told = control.clock()
        assert (told["mode"], told["now"]) == ("freeze", "2030-06-15T10:00:00.000000Z")
        assert control.make().info["clock"] == {k: told[k] for k in ("mode", "now", "rate")}
    with Control(start("--clock-frozen")) as control:
        told = control.clock()
        assert told["mode"] == "freeze"
        assert abs(read(told["now"]) - datetime.now(UTC)) < timedelta(seconds=10)
        assert control.clock() == told


def test_a_clock_that_is_no_date(cli):
    done = cli("serve", "--clock", "soon")
    assert done.returncode == 2 and "--clock" in done.stderr and "soon" in done.stderr


# MARK: Tokens of Postly


def check(world, token: str):
    answer = world.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
    return answer.status, answer.body


@pytest.mark.parametrize("door", DOORS)
def test_after_seven_days_a_token_has_expired(control, door):
    world = control.make(door, clock=FROZEN)
    with world.connect() as connection:
        token = log_in(connection, **MIRA)
        claims = decode_token(token)[1]
        assert claims["iat"] == claims["nbf"] == START.timestamp()
        assert claims["exp"] == START.timestamp() + 604800
        assert check(world, token)[0] == 200
        control.advance("167h59m59s", world.id)
        assert check(world, token)[0] == 200
        control.advance("1s", world.id)
        assert check(world, token) == EXPIRED
        connection.send(json_request("POST", "/api/posts", {"title": "a", "content": "b"}, token))
        answer = connection.read_answer()
        assert (answer.status, answer.body) == EXPIRED
        assert answer.header("Content-Type") == "application/json"
        again = log_in(connection, **MIRA)
        assert check(world, again)[0] == 200
    control.advance("-1s", world.id)
    assert check(world, token)[0] == 200, "it holds again when the clock goes back"
    assert check(world, again) == (422, b'{"msg":"The token is not yet valid (iat)"}\n')


def test_a_token_of_the_default_world_expires_with_its_clock(control):
    with control.server.connect() as connection:
        token = log_in(connection, **MIRA)
    assert check(control.default(), token)[0] == 200
    control.advance("168h1s")
    assert check(control.default(), token) == EXPIRED


# MARK: DummyJSON


def test_access_ends_and_a_refresh_goes_on(control, frozen):
    app = Client(frozen)
    account = app.log_in()
    assert app.get("/auth/me", headers=bearer(account["accessToken"]))["id"] == 1
    control.advance("61m", "frozen")
    refused = app.call("GET", "/auth/me", headers=bearer(account["accessToken"]))
    assert (refused.status_code, refused.json()) == (401, {"message": "Token Expired!"})
    body = {"refreshToken": account["refreshToken"]}
    renewed = app.send("POST", "/auth/refresh", body)
    assert app.get("/auth/me", headers=bearer(renewed["accessToken"]))["id"] == 1
    control.advance("696h", "frozen")
    assert app.send("POST", "/auth/refresh", body)
    control.advance("23h", "frozen")
    answer = app.call("POST", "/auth/refresh", json=body)
    assert (answer.status_code, answer.json()) == (403, {"message": "Invalid refresh token"})
    later = {"refreshToken": renewed["refreshToken"]}
    assert app.call("POST", "/auth/refresh", json=later).status_code == 200


def test_cookies_expire_by_the_clock_of_the_world(control, frozen):
    app = Client(frozen)
    for minutes, ends in ((30, "00:30:00"), (60, "01:00:00")):
        answer = app.call("POST", "/auth/login", json={**EMILY, "expiresInMins": minutes})
        for cookie in set_cookies(answer):
            assert f"Expires=Thu, 01 Jan 2026 {ends} GMT" in cookie
            assert f"Max-Age={minutes * 60};" in cookie


def test_one_time_passwords(control, frozen):
    secret = base64.b32encode(b"12345678901234567890").decode()
    app = Client(frozen)

    def wanted(seconds: int) -> str:
        counter = struct.pack(">Q", seconds // 30)
        digest = hmac.new(b"12345678901234567890", counter, hashlib.sha1).digest()
        place = digest[-1] & 15
        number = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
        return f"{number % 10**6:06}"

    for moment in (0, 29, 30, 59, 1111111109, 1111111111, 1234567890, 2000000000):
        now = datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        control.set_clock("frozen", mode="freeze", now=now)
        told = app.get(f"/2fa?key={secret}")
        assert told == {
            "totp": wanted(moment),
            "expiresIn": 30 - moment % 30,
            "period": 30,
        }


def test_custom_responses_and_their_end(control, frozen):
    app = Client(frozen)
    url = app.send("POST", "/c/generate", {"json": {"a": 1}, "method": "GET"})["url"]
    path = url[url.index("/c/") :]
    answer = app.call("GET", path)
    assert answer.headers["x-expires-on"] == "2026-04-01T00:00:00.000Z"
    assert answer.headers["x-expires-in-days"] == "90"
    control.advance("240h", "frozen")
    assert app.call("GET", path).headers["x-expires-in-days"] == "80"


def test_what_is_deleted_and_when(control, frozen):
    gone = Client(frozen).send("DELETE", "/posts/1")
    assert gone["deletedOn"] == "2026-01-01T00:00:00.000Z"


# MARK: Limits


def test_the_rate_limit_goes_by_the_clock(start):
    with Control(start("--dummyjson-rate-limit")) as control:
        world = control.make(clock=FROZEN)
        with world.connect() as connection:
            for number in range(100):
                answer = connection.ask("GET", "/test")
                assert answer.status == 200
                assert answer.header("X-RateLimit-Reset") == str(int(START.timestamp()) + 10)
            assert connection.ask("GET", "/test").status == 429
            control.advance("9999ms", world.id)
            assert connection.ask("GET", "/test").status == 429
            control.advance("1ms", world.id)
            assert connection.ask("GET", "/test").status == 200


def test_the_month_of_pexels_goes_by_the_clock(start):
    with Control(start("--pexels-limit", "2")) as control:
        world = control.make(clock={"mode": "freeze", "now": "2026-02-28T23:59:59Z"})
        with world.connect() as connection:

            def ask():
                return connection.ask("GET", "/v1/curated", Authorization="key")

            first = ask()
            reset = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
            assert first.header("X-Ratelimit-Reset") == str(int(reset))
            assert [ask().status for _ in range(2)] == [200, 429]
            control.advance("1s", world.id)
            assert ask().status == 200


# MARK: Dates and ids


@pytest.mark.parametrize(
    "path",
    [
        "/api/posts?page=1&limit=1",
        "/posts/1",
        "/v1/curated",
        "/api/community/posts",
        "/nothing/there",
        "/image/20",
        "/",
    ],
)
@pytest.mark.parametrize("door", DOORS)
def test_the_date_field(control, path, door):
    world = control.make(door, clock=FROZEN)
    with world.connect() as connection:
        answer = connection.ask("GET", path, Authorization="key")
        assert answer.header("Date") == "Thu, 01 Jan 2026 00:00:00 GMT"
        control.advance("36h", world.id)
        answer = connection.ask("GET", path, Authorization="key")
        assert answer.header("Date") == "Fri, 02 Jan 2026 12:00:00 GMT"
        expires = answer.header("Expires")
        if expires and expires != "0":
            assert parsedate_to_datetime(expires).year == 2026


def test_dates_on_one_connection_to_several_worlds(control, frozen):
    other = control.make(clock={"mode": "freeze", "now": "2040-01-01T00:00:00Z"})
    with control.server.connect() as connection:
        paths = [f"/w/{name}/posts/1" for name in ("frozen", other.id, "default", "frozen")]
        connection.send(b"".join(request("GET", path) for path in paths))
        years = [date_of(connection.read_answer()).year for _ in paths]
        assert years == [2026, 2040, datetime.now(UTC).year, 2026]


def test_ids_and_dates_of_postly(control, frozen):
    with frozen.connect() as connection:
        token = register(connection, "new@example.com", "pw")
        user = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}").json()
        assert int(user["userId"][:8], 16) == START.timestamp()
        control.advance("1h", "frozen")
        post = create_post(connection, token, "At one")
        assert post["createdAt"] == post["updatedAt"] == "2026-01-01T01:00:00.000000+00:00"
        assert int(post["_id"][:8], 16) == START.timestamp() + 3600
        control.advance("1h", "frozen")
        connection.send(
            json_request("PUT", f"/api/posts/{post['_id']}", {"title": "At two"}, token)
        )
        changed = connection.read_answer().json()
        assert changed["createdAt"] == post["createdAt"]
        assert changed["updatedAt"] == "2026-01-01T02:00:00.000000+00:00"
        path = f"/api/posts/{post['_id']}/comments"
        connection.send(json_request("POST", path, {"content": "x"}, token))
        comment = connection.read_answer().json()
        assert comment["createdAt"] == "2026-01-01T02:00:00.000000+00:00"


def test_a_clock_that_goes_back_makes_no_id_twice(control, frozen):
    seen = set()
    with frozen.connect() as connection:
        token = control.mint("postly", MIRA_EMAIL, "frozen", expiresIn="9999h")["token"]
        for number in range(200):
            identifier = create_post(connection, token, "Again")["_id"]
            assert identifier not in seen
            seen.add(identifier)
            if number % 20 == 19:
                control.set_clock("frozen", **FROZEN)
            else:
                control.advance("1s", "frozen")


def test_dates_of_the_community(control, frozen):
    ada = Person(frozen, "Ada")
    with ada.listen() as phoenix:
        post = ada.post("At midnight")
        assert post["inserted_at"] == post["updated_at"] == NEW_YEAR
        assert phoenix.event() == ("new_post", post)
        control.advance("25h", "frozen")
        phoenix.assert_silent()
        edited = ada.edit(post, content="Later")
        assert (edited["inserted_at"], edited["updated_at"]) == (NEW_YEAR, "2026-01-02T01:00:00Z")
        assert ada.comment(post)["inserted_at"] == "2026-01-02T01:00:00Z"


def test_moving_the_clock_ends_no_connection(control, frozen):
    """Deadlines of sockets are the machine's: a test that jumps must not lose them."""
    ada = Person(frozen, "Ada")
    with ada.listen() as phoenix, frozen.connect() as idle:
        assert idle.ask("GET", "/test").status == 200
        control.advance("9000h", "frozen")
        control.advance("-18000h", "frozen")
        phoenix.assert_silent()
        assert idle.ask("GET", "/test").status == 200
        delayed = frozen.ask("GET", "/test?delay=50")
        assert delayed.status == 200


def test_a_google_token_expires_by_the_clock(control, frozen):
    token = control.mint("google", "ada@example.com", "frozen")["token"]
    with frozen.connect() as connection:

        def log_in_with_google():
            connection.send(json_request("POST", "/api/auth/login", {"token": token}))
            return connection.read_answer()

        assert log_in_with_google().status == 200
        control.advance("61m", "frozen")
        refused = log_in_with_google()
        assert refused.status == 401
        claims = decode_token(token)[1]
        now = int(START.timestamp()) + 61 * 60
        assert refused.json() == {"error": f"Token expired, {claims['exp']} < {now}"}
