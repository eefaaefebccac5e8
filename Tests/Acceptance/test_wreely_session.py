"""The community app's day: a code, a workspace, the wall, an event, a room, pictures."""

from __future__ import annotations

import io
import re
from datetime import timedelta

import pytest
from PIL import Image

from worlds import DOORS, Control
from wreely import (
    BAD_CODE,
    BASES,
    CODE,
    FIXED_CODE,
    MIRAS_NUMBER,
    App,
    codes,
    entered,
    today,
)
from wreely_types import POST, Mismatch, decode, moment


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


# MARK: One-time codes


def test_a_code_is_in_the_log_and_on_the_control_plane(start):
    server = start()
    with Control(server) as control, App(server) as app:
        assert codes(control) == []
        before = len(server.log_so_far)
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


def test_the_command_line_shows_codes(start, cli):
    server = start(*FIXED_CODE)
    with App(server) as app:
        app.ask_for_code()
    done = cli("login-codes", "--url", server.url)
    assert done.returncode == 0, done.stderr
    assert CODE in done.stdout


# MARK: Pictures


def pictures(app: App) -> set[str]:
    """Every address of a picture of this server that the app is told."""
    found = {one["profile_pic_url"] for one in app.members()}
    found |= {one["status_image"] for one in app.whole_wall()}
    found |= {one["header_image_url"] for one in app.events()}
    found |= {picture for one in app.rooms() for picture in one["images"]}
    found |= {one["company_logo_url"] for one in app.companies()}
    found |= {one["vendor_logo_url"] for one in app.vendors()}
    for place in app.nearby(12.9716, 77.5946):
        found |= {place["image"], *filter(None, place["additional_images"].split(","))}
    return {one for one in found if one.startswith("http://localhost")}


@pytest.mark.parametrize("door", DOORS)
def test_pictures_are_there(control, door):
    world = control.make(door, ttl="10m")
    with entered(control, world) as app:
        found = pictures(app)
        assert len(found) > 5
        with world.server.connect() as connection:
            for address in sorted(found):
                path = address.removeprefix("http://localhost")
                extra = {"X_Mockpostly_World": world.id} if door == "header" else {}
                answer = connection.ask("GET", path, **extra)
                assert answer.status == 200, f"{address}: {answer.status} {answer.body[:200]!r}"
                media = answer.header("Content-Type")
                assert media in ("image/png", "image/jpeg", "image/webp"), media
                picture = Image.open(io.BytesIO(answer.body))
                picture.load()
                assert f"image/{picture.format.lower()}" == media
                assert min(picture.size) >= 16
