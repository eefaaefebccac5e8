"""The community app's day: a code, a workspace, the wall, an event, a room."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from worlds import Control
from wreely import BAD_CODE, BASES, CODE, FIXED_CODE, MIRAS_NUMBER, App, codes, entered, today
from wreely_types import MEMBER, POST, Mismatch, decode, integer, moment


@pytest.fixture(scope="module")
def control(wreely_server):
    with Control(wreely_server) as control:
        yield control


@pytest.fixture
def world(control):
    """A world for one test."""
    made = control.make(ttl="10m")
    yield made
    control.delete(made.id)


@pytest.fixture
def app(control, world):
    with entered(control, world) as app:
        yield app


def test_the_decoder_can_fail():
    """The strict decoder itself must refuse what the client cannot read."""
    post = {
        "id": 1,
        "name": "Mira",
        "member_id": 2,
        "member_profile_image": "",
        "status_image": "http://localhost/a.png",
        "status_images": ["http://localhost/a.png"],
        "status_text": "",
        "vendor_id": None,
        "date": "2026-02-28 00:00:00",
        "number_of_likes": 0,
        "number_of_commment": 0,
        "is_liked_by_me": False,
    }
    assert decode(post, POST) is post
    for name, wrong in (
        ("id", "1"),
        ("id", True),
        ("id", 1.0),
        ("name", None),
        ("date", "2026-02-29 00:00:00"),
        ("date", "2026-02-28T00:00:00"),
        ("date", "2026-02-28 00:00:00.5"),
        ("status_images", []),
        ("status_images", None),
        ("is_liked_by_me", 2),
        ("member_profile_image", "/pictures/a.png"),
        ("more", 1),
    ):
        with pytest.raises(Mismatch):
            decode({**post, name: wrong}, POST)
    for name in post:
        with pytest.raises(Mismatch):
            decode({key: value for key, value in post.items() if key != name}, POST)


# MARK: The app's session


@pytest.mark.parametrize("base", BASES)
def test_a_session_as_the_app_makes_it(control, world, base):
    with App(world, base) as app:
        app.log_in()
        assert app.member["contact_no"] == MIRAS_NUMBER
        assert app.member["email_id"] == "mira.sol@example.com"
        key = "fir-" + "k" * 40
        told = app.get(f"v2/member/update/firebase/firebase_key={key}")
        assert told == {"error": False, "message": "Firebase key successfully updated."}
        assert app.enter().member["member_fir_key"] == key
        assert len(app.members()) > 1 and app.companies()

        wall = app.wall()
        post = wall[0]
        app.like(post["id"])
        liked = app.wall()[0]
        assert liked["is_liked_by_me"] != post["is_liked_by_me"]
        comment = app.comment(post["id"], "Count me in!")
        assert (comment["post_id"], comment["comment"]) == (post["id"], "Count me in!")
        assert app.comments(post["id"])[-1] == comment
        mine = app.write("Fresh bread in the kitchen.")
        assert app.wall()[0] == mine and mine["member_id"] == app.member["id"]

        event = next(one for one in app.events() if not one["is_attending"])
        app.attend(event["id"])
        now = {one["id"]: one for one in app.events()}[event["id"]]
        assert now["is_attending"] and now["total_rsvp"] == event["total_rsvp"] + 1
        app.attend(event["id"], "unattend")
        assert {one["id"]: one for one in app.events()}[event["id"]] == event

        day = today(control, world.id) + timedelta(days=30)
        room = app.rooms()[0]
        slot = next(one for one in app.slots(room["id"], day) if one["is_available"])
        start, end = moment(slot["start_time"]), moment(slot["end_time"])
        booking = app.book(room["id"], start, end)
        assert booking in app.history(day, day + timedelta(days=1))
        assert app.cancel(booking["id"]).json() == {"error": False}
        assert booking not in app.history(day, day + timedelta(days=1))
        assert slot in app.slots(room["id"], day)
        app.dashboard()


@pytest.mark.parametrize("base", BASES)
def test_the_log_in_has_the_types_that_the_app_reads(world, base):
    with App(world, base) as app:
        member = app.ask_for_code()
        assert integer(member)
        assert app.token == "", "the app sends an empty token before it has one"
        answer = app.confirm(member)
        assert answer.status == 200
        app.token = answer.json()["access_token"]
        assert decode(app.get("v2/member")["user"], MEMBER)["id"] == member
        assert integer(app.vendors()[0]["id"])
        assert app.get("v2/validate/session") == {"error": False}


def test_the_token_stays_until_it_is_changed(world):
    with App(world) as one, App(world, "/wreely") as two:
        assert one.log_in().token == two.log_in().token
        assert one.member == two.member


def test_a_number_that_nobody_has(world):
    with App(world) as app:
        for number in ("1112223334", "9876543210999", "0", "abc", "'; DROP TABLE user; --"):
            value = {"mobile_number": number, "country_code": "+91", "workspace_name": "x"}
            refusal = app.refuse("POST", "v2/member/login", value)
            assert refusal["error"] is True
            assert "community manager" in refusal["message"].lower(), refusal


def test_the_country_code_is_not_part_of_the_number(world):
    with App(world) as app:
        for country in ("+91", "+44", "91", "0"):
            value = {"mobile_number": MIRAS_NUMBER, "country_code": country}
            assert integer(app.post("v2/member/login", value)["member_id"])


# MARK: One-time codes


def test_a_code_is_good_once(world):
    with App(world) as app:
        member = app.ask_for_code()
        assert app.confirm(member, "54321").json() == BAD_CODE
        assert app.confirm(member + 1).json() == BAD_CODE
        assert app.confirm(member).status == 200, "a wrong try does not spend it"
        again = app.confirm(member)
        assert (again.status, again.json()) == (400, BAD_CODE)
        assert app.confirm(app.ask_for_code()).status == 200


def test_without_a_request_there_is_no_code(world):
    with App(world) as app:
        for member in (1, 0, -1, 99999999, "x", ""):
            assert app.confirm(member).status == 400


@pytest.mark.parametrize(
    "code", ["", " ", "1234", "123456", "1234x", "00000", "١٢٣٤٥", "null", "12345 OR 1=1"]
)
def test_a_wrong_code(world, code):
    with App(world) as app:
        answer = app.confirm(app.ask_for_code(), code)
        assert answer.status == 400
        if code.strip():
            assert answer.json() == BAD_CODE


def test_a_code_is_in_the_log_and_on_the_control_plane(start):
    server = start()
    with Control(server) as control, App(server) as app:
        assert codes(control) == []
        before = len(server.log_bytes)
        member = app.ask_for_code()
        [code] = codes(control)
        assert re.fullmatch(r"\d{5}", code)
        server.wait_for_log(rf"\b{code}\b", start=before)
        wrong = "00000" if code != "00000" else "11111"
        assert app.confirm(member, wrong).json() == BAD_CODE
        assert app.confirm(member, code).status == 200
        assert codes(control) == []
        asked = [app.ask_for_code() for _ in range(3)]
        assert set(asked) == {member}
        [code] = codes(control)
        assert app.confirm(member, code).status == 200


def test_a_new_code_replaces_the_old_one(start):
    server = start("--random-seed", "20261122")
    with Control(server) as control, App(server) as app:
        member = app.ask_for_code()
        [old] = codes(control)
        new = old
        while new == old:
            app.ask_for_code()
            [new] = codes(control)
        assert app.confirm(member, old).json() == BAD_CODE
        assert app.confirm(member, new).status == 200


def test_the_command_line_shows_codes(start, cli):
    server = start(*FIXED_CODE)
    with App(server) as app:
        app.ask_for_code()
    done = cli("login-codes", "--url", server.url)
    assert done.returncode == 0, done.stderr
    assert CODE in done.stdout


@pytest.mark.parametrize("code", ["1234", "123456", "12a45", "", "-1234", "１２３４５"])
def test_codes_that_cannot_be_fixed(cli, code):
    done = cli("serve", "--port", "0", "--wreely-otp", code)
    assert done.returncode in (2, 3), done.stdout + done.stderr
    assert "--wreely-otp" in done.stderr


# MARK: The older API


def test_the_older_log_in(app):
    credentials = {"email": "mira.sol@example.com", "password": "mira.sol-postly"}
    for token in (False, ""):
        user = app.post("v1/user/login", credentials, token=token)["user"]
        assert set(user) == {"id", "name", "mobile", "email", "access_token"}
        assert integer(user["id"]) and user["email"] == credentials["email"]
    assert app.call("GET", "v2/member", token=user["access_token"]).status == 200
    for wrong in ({"password": "x"}, {"email": "nobody@example.com"}):
        told = app.refuse("POST", "v1/user/login", {**credentials, **wrong})
        assert told["message"] == "Login failed. Incorrect credentials."


def test_the_older_routes_are_answered(app):
    for path, value, token in (
        ("registration", {"name": "N", "email": "n@example.com", "password": "x"}, ""),
        ("forgotpass/email", {"email": "mira.sol@example.com"}, ""),
        ("randomcode/confirmation", {"random_code": CODE}, ""),
        ("forgotpass/change", {"new_password": "mira.sol-postly"}, None),
        ("devicetoken", {"device_token": "x", "device_type": "ios"}, None),
    ):
        answer = app.call("POST", f"v1/user/{path}", value, token=token)
        if path == "randomcode/confirmation" and answer.status == 200:
            assert type(answer.json()["access_token"]) is str
        for wrong in (None, {}):
            app.call("POST", f"v1/user/{path}", wrong, token=token)


def test_a_forgotten_password(control, app):
    app.post("v1/user/forgotpass/email", {"email": "mira.sol@example.com"}, token="")
    told = app.post("v1/user/randomcode/confirmation", {"random_code": CODE}, token="")
    token = told["access_token"]
    app.post("v1/user/forgotpass/change", {"new_password": "new-secret"}, token=token)
    credentials = {"email": "mira.sol@example.com", "password": "new-secret"}
    assert app.post("v1/user/login", credentials, token=False)["user"]["access_token"]
