"""What the community app really sends, and what it is told when that is wrong."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import quote

import pytest

from rawhttp import request
from worlds import Control
from wreely import (
    BAD_JSON,
    BAD_TOKEN,
    BASES,
    CODE,
    MIRAS_NUMBER,
    MISSING_TOKEN,
    UNKNOWN,
    App,
    checked,
    colleagues,
    entered,
    today,
)
from wreely_types import EVENT, decode, moment


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


# MARK: What the client really sends


def literal(app: App, target: str):
    """A GET of exactly these bytes, the token behind them."""
    line = f"GET {app.base}/{target}?access_token={app.token} HTTP/1.1"
    app.connection.send(f"{line}\r\nHost: localhost\r\n\r\n".encode())
    answer = checked(app.connection.read_answer(), target)
    assert answer.status == 200, f"{target}: {answer}"
    return answer.json()


@pytest.mark.parametrize("base", BASES)
def test_pairs_in_the_path_in_any_order_and_spelling(control, world, base):
    with entered(control, world, base=base) as app:
        expected = app.wall("per_page=10&page_number=1")
        assert len(expected) >= 10
        for values in (
            "per_page=10&page_number=1&is_member_feeds=(null)",
            "page_number=1&per_page=10",
            "is_member_feeds=0&page_number=1&per_page=10",
            "per_page=10&page_number=1&unknown=1&another",
            "per_page=10&page_number=1&&=",
            quote("per_page=10&page_number=1&is_member_feeds=(null)", safe=""),
            "per%5Fpage=10&page%5Fnumber=1",
            "per_page=10)&page_number=1x",
            "per_page=10&page_number=99",
        ):
            assert literal(app, f"v2/{app.vendor}/memberwalls/{values}") == {
                "member_walls": expected
            }, values


@pytest.mark.parametrize(
    "value, is_mine",
    [("(null)", False), ("0", False), ("false", False), ("", False), ("1", True), ("true", True)],
)
def test_only_mine(app, value, is_mine):
    app.write("One of mine.")
    wall = app.wall(f"per_page=1000&page_number=1&is_member_feeds={value}")
    authors = {post["member_id"] for post in wall}
    assert (authors == {app.member["id"]}) == is_mine
    if is_mine:
        assert wall == [p for p in app.whole_wall() if p["member_id"] == app.member["id"]]


@pytest.mark.parametrize(
    "values",
    [
        "per_page=10&page_number=2000000",
        "per_page=10&page_number=0",
        "per_page=10&page_number=-1",
        "per_page=0&page_number=1",
        "per_page=-5&page_number=1",
        "per_page=&page_number=",
        "per_page=x&page_number=y",
        "per_page=99999999999999999999999&page_number=99999999999999999999999",
        "=",
    ],
)
def test_the_first_screen_is_never_empty(app, values):
    assert app.wall(values)[0] == app.wall()[0]


def test_pages_that_exist_are_honoured_or_everything_is_there(app):
    whole = app.whole_wall()
    assert len(whole) == len({post["id"] for post in whole}) >= 40 / 2
    first = app.wall("per_page=5&page_number=1")
    second = app.wall("per_page=5&page_number=2")
    if first != whole:
        assert (first, second) == (whole[:5], whole[5:10])
        last = -(-len(whole) // 5)
        assert app.wall(f"per_page=5&page_number={last}") == whole[(last - 1) * 5 :]
        assert app.wall(f"per_page=5&page_number={last + 1}") == first


def test_events_with_the_numbers_exchanged(app):
    events = app.events("per_page=1&page_number=10")
    assert len(events) >= 3
    for values in (
        "per_page=10&page_number=1",
        "per_page=1&page_number=1",
        "per_page=3&page_number=3",
        "page_number=10&per_page=1",
        "per_page=0&page_number=0",
    ):
        assert app.events(values) == events


def test_numbers_are_their_leading_digits(app):
    post = app.wall()[0]["id"]
    for spelled in (f"{post})", f"{post}abc", f"{post}.9", f"0{post}", f"{post} "):
        written = app.post(
            f"v2/{app.vendor}/memberwalls/comments", {"post_id": spelled, "comment": spelled}
        )
        assert written["member_wall_comments"][0]["post_id"] == post
    written = app.post(f"v2/{app.vendor}/memberwalls/comments", {"post_id": post, "comment": "n"})
    assert written["member_wall_comments"][0]["post_id"] == post, "a number is one too"
    comments = app.comments(post)
    assert app.comments(f"{post})") == app.comments(f"{post}abc") == comments
    assert len(comments) >= 6


def test_dates_with_an_escaped_space_and_bare_colons(control, app):
    day = today(control, app.server.id) + timedelta(days=20)
    room = app.rooms()[0]["id"]
    slots = app.slots(room, day)
    for values in (
        f"room_id={room}&start_date={day:%Y-%m-%d}%2000:00:00&end_date={day:%Y-%m-%d}%2023:59:59",
        f"room_id={room}&start_date={day:%Y-%m-%d}%2000%3A00%3A00",
        f"start_date={day:%Y-%m-%d}%2017:30:00&room_id={room})&member_id=1",
        f"room_id={room}&start_date={day:%Y-%m-%d}",
        f"room_id%3D{room}%26start_date%3D{day:%Y-%m-%d}%2023%3A59%3A59",
    ):
        told = literal(app, f"v2/{app.vendor}/meetingroom/bookings/{values}")
        assert told == {"meeting_room_bookings": slots}, values


def test_extra_pairs_on_cancel_and_delete(control, app):
    day = today(control, app.server.id) + timedelta(days=21)
    room = app.rooms()[0]["id"]
    slot = next(one for one in app.slots(room, day) if one["is_available"])
    booking = app.book(room, moment(slot["start_time"]), moment(slot["end_time"]))
    path = f"v2/{app.vendor}/meetingroom/bookings/cancel"
    assert literal(app, f"{path}/booking_id={booking['id']}&member_id=77") == {"error": False}
    post = app.write("Not for long.")
    path = f"v2/{app.vendor}/memberwalls/delete"
    told = literal(app, f"{path}/post_id={post['id']}&post_by_member_id=77")
    assert told == {"error": False}
    assert post not in app.whole_wall()


def test_a_comment_with_a_parenthesis_lands_on_its_post(app):
    whole = app.whole_wall()
    post = whole[len(whole) // 2]
    comment = app.comment(post["id"], "Here.")
    assert comment["post_id"] == post["id"]
    after = {one["id"]: one for one in app.whole_wall()}
    for before in whole:
        more = 1 if before["id"] == post["id"] else 0
        assert after[before["id"]]["number_of_commment"] == before["number_of_commment"] + more


# MARK: Tokens


READS = [
    "v2/member",
    "v2/vendors",
    "v2/validate/session",
    "v2/1/members",
    "v2/1/companies",
    "v2/1/memberwalls/per_page=10&page_number=1",
    "v2/1/memberwalls/comments/post_id=1&per_page=10&page_number=1",
    "v2/1/memberwalls/likes/post_id=1&per_page=10&page_number=1",
    "v2/1/memberwalls/delete/post_id=1",
    "v2/1/memberwalls/comments/delete/comment_id=1",
    "v2/1/memberwalls/likes/delete/like_id=1",
    "v2/1/events/per_page=1&page_number=10",
    "v2/events/attend/event_id=1",
    "v2/events/unattend/event_id=1",
    "v2/1/meetingrooms",
    "v2/1/meetingroom/dashboard",
    "v2/1/meetingroom/bookings/room_id=1&start_date=2026-11-22%2000:00:00",
    "v2/1/meetingroom/bookings/history/start_date=2026-11-22%2000:00:00",
    "v2/1/meetingroom/bookings/cancel/booking_id=1",
    "v2/member/update/firebase/firebase_key=x",
    "v2/member/1",
    "v2/member/follow/1",
    "v2/member/unfollow/1",
    "v2/1/companies/1/members",
]
WRITES = [
    "v2/member/update",
    "v2/user/update",
    "v2/1/memberwalls",
    "v2/1/memberwalls/comments",
    "v2/1/memberwalls/likes",
    "v2/1/meetingroom/bookings",
]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(
    "method, path", [("GET", path) for path in READS] + [("POST", path) for path in WRITES]
)
def test_every_route_wants_a_token(wreely_server, base, method, path):
    value = {} if method == "POST" else None
    with App(wreely_server, base) as app:
        for token in (False, ""):
            assert app.refuse(method, path, value, token=token) == MISSING_TOKEN
        for token in (UNKNOWN, "x", "0", UNKNOWN.upper(), "%00", "%FF", "a" * 5000, "'--"):
            answer = app.call(method, path, value, token=token)
            assert (answer.status, answer.json()) == (401, BAD_TOKEN), token


def test_the_token_in_the_body(app):
    """The backend takes it there as well."""
    post = app.wall()[0]["id"]
    value = {"access_token": app.token, "post_id": str(post), "comment": "By body."}
    for token in (False, ""):
        app.post(f"v2/{app.vendor}/memberwalls/comments", value, token=token)
    assert [one["comment"] for one in app.comments(post)][-2:] == ["By body.", "By body."]
    value["access_token"] = UNKNOWN
    answer = app.call("POST", f"v2/{app.vendor}/memberwalls/comments", value, token=False)
    assert answer.status == 401
    form = f"access_token={app.token}&post_id={post}".encode()
    answer = app.call(
        "POST",
        f"v2/{app.vendor}/memberwalls/likes",
        body=form,
        token=False,
        Content_Type="application/x-www-form-urlencoded",
    )
    assert answer.json() != MISSING_TOKEN and answer.status != 401


def test_what_needs_no_token_ignores_a_bad_one(app):
    for token in (False, "", UNKNOWN):
        assert app.nearby(12.9716, 77.5946, token=token)
        value = {"mobile_number": MIRAS_NUMBER, "country_code": "+91"}
        member = app.post("v2/member/login", value, token=token)["member_id"]
        value = {"login_code": CODE, "member_id": str(member)}
        told = app.post("v2/member/login/confirmation", value, token=token)
        assert told["access_token"] == app.token


# MARK: Refusals of bodies


FIELDS = [
    ("v2/member/login", ["mobile_number", "country_code"]),
    ("v2/member/login/confirmation", ["login_code", "member_id"]),
    ("v2/{v}/memberwalls/comments", ["post_id", "comment"]),
    ("v2/{v}/memberwalls/likes", ["post_id"]),
    ("v2/{v}/meetingroom/bookings", ["room_id", "start_time", "end_time"]),
    ("v1/user/login", ["email", "password"]),
]


@pytest.mark.parametrize("path, names", FIELDS, ids=[path for path, _ in FIELDS])
def test_missing_fields_are_named_in_the_order_of_the_route(app, path, names):
    path = path.replace("{v}", str(app.vendor))
    full = dict.fromkeys(reversed(names), "1")
    for blank in ("", " ", "\t\n ", None, ...):
        for number in range(1, 2 ** len(names)):
            lacking = [name for place, name in enumerate(names) if number >> place & 1]
            value = {**full, **dict.fromkeys(lacking, blank)}
            value = {name: held for name, held in value.items() if held is not ...}
            words = f"Required post parameter {', '.join(lacking)} is missing or empty"
            assert app.refuse("POST", path, value) == {"error": True, "message": words}


def test_an_empty_post(app):
    path = f"v2/{app.vendor}/memberwalls"
    for value in ({}, {"image_url": "", "post_description": " ", "post_by_member_id": "1"}):
        words = app.refuse("POST", path, value)["message"]
        assert words.startswith("Required post parameter ") and "post_description" in words


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b'{"post_id":"1"',
        b"post_id=1&comment=x",
        b"\xff\xfe",
        b'{"comment":"\xff"}',
        b'{"post_id":1,}',
        b"{'post_id':1}",
        b"nul",
        b"[" * 100000,
    ],
)
@pytest.mark.parametrize("path", [path for path, _ in FIELDS] + ["v2/{v}/memberwalls"])
def test_broken_json(app, path, body):
    told = app.refuse("POST", path.replace("{v}", str(app.vendor)), body=body)
    assert told == BAD_JSON


@pytest.mark.parametrize("body", [b"null", b"[]", b'"x"', b"1", b"true", b"[{}]"])
@pytest.mark.parametrize("path", [path for path, _ in FIELDS] + ["v2/member/update"])
def test_json_that_is_no_object(app, path, body):
    app.refuse("POST", path.replace("{v}", str(app.vendor)), body=body)


def test_the_content_type_does_not_matter(app):
    post = app.wall()[0]["id"]
    for media in ("application/json; charset=utf-8", "text/plain", "application/octet-stream", ""):
        body = json.dumps({"post_id": str(post), "comment": media or "none"}).encode()
        path = f"v2/{app.vendor}/memberwalls/comments"
        answer = app.call("POST", path, body=body, Content_Type=media)
        assert answer.status == 200, media


def test_requests_on_one_connection(app):
    """Refusals leave it open; nothing of one answer is in the next."""
    good = request("GET", f"/services/v2/member?access_token={app.token}")
    bad = request("GET", f"/services/v2/member?access_token={UNKNOWN}")
    for data in (good, bad, good, request("POST", "/services/v2/nope", b"{"), good):
        app.connection.send(data)
    answers = [checked(app.connection.read_answer()) for _ in range(5)]
    assert [answer.status for answer in answers] == [200, 401, 200, 400, 200]
    assert answers[0].body == answers[2].body == answers[4].body


def test_the_same_events_for_everybody_but_their_own_mark(control, app):
    [other] = colleagues(control, app, 1)
    event = app.events()[0]["id"]
    for _ in range(2):
        app.attend(event)
    mine = {one["id"]: one for one in app.events()}[event]
    theirs = {one["id"]: one for one in other.events()}[event]
    assert mine["is_attending"] and mine["total_rsvp"] == theirs["total_rsvp"]
    for _ in range(2):
        app.attend(event, "unattend")
    assert not {one["id"]: one for one in app.events()}[event]["is_attending"]
    for unknown in ("0", "999999", "x", "", "9" * 40):
        for word in ("attend", "unattend"):
            app.call("GET", f"v2/events/{word}/event_id={unknown}")
    assert decode(mine, EVENT)
