"""Every list of the community app, with an empty and a filled database, and its pictures."""

from __future__ import annotations

import io
import json
from datetime import timedelta

import pytest
from PIL import Image

from worlds import DOORS, Control
from wreely import BASES, FIXED_CODE, MIRAS_NUMBER, UNKNOWN, App, checked, entered, today
from wreely_types import COMMENT, COMPANY, EVENT, LIKE, MEMBER, POST, ROOM, VENDOR, moment

LISTS = [
    ("v2/vendors", "vendors", VENDOR),
    ("v2/{v}/members", "members", MEMBER),
    ("v2/{v}/companies", "companies", COMPANY),
    ("v2/{v}/memberwalls/per_page=10&page_number=1&is_member_feeds=(null)", "member_walls", POST),
    (
        "v2/{v}/memberwalls/comments/post_id={p}&per_page=10&page_number=1",
        "member_wall_comments",
        COMMENT,
    ),
    ("v2/{v}/memberwalls/likes/post_id={p}&per_page=10&page_number=1", "member_wall_likes", LIKE),
    ("v2/{v}/events/per_page=1&page_number=10", "events", EVENT),
    ("v2/{v}/meetingrooms", "meeting_rooms", ROOM),
]
NAMES = [key for _, key, _ in LISTS]


@pytest.fixture(scope="module")
def control(wreely_server):
    with Control(wreely_server) as control:
        yield control


@pytest.fixture(scope="module")
def app(control):
    with entered(control, control.make(ttl="10m")) as app:
        yield app


def popular(app: App) -> int:
    """A post with comments and likes."""
    return next(
        post["id"]
        for post in app.whole_wall()
        if post["number_of_commment"] > 1 and post["number_of_likes"] > 1
    )


# MARK: Filled


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("path, key, entity", LISTS, ids=NAMES)
def test_filled_lists(app, base, path, key, entity):
    path = path.replace("{v}", str(app.vendor)).replace("{p}", str(popular(app)))
    with App(app.server, base, app.token) as one:
        found = one.list(path, key, entity)
        assert found
        if "id" in entity and key != "member_wall_likes":
            assert len({value["id"] for value in found}) == len(found)


def test_the_community_of_the_seed(app):
    """What a designer of screens expects to find."""
    members, wall = app.members(), app.whole_wall()
    assert len(members) >= 10 and len(app.companies()) >= 3 and len(wall) >= 20
    assert len(app.events()) >= 5 and len(app.rooms()) >= 2
    [vendor] = app.vendors()
    assert vendor["total_member"] == len(members)
    assert any(post["status_image"] for post in wall)
    assert any(not post["status_image"] for post in wall)
    assert any(one["company_id"] for one in members) and any(one["about_me"] for one in members)
    ids = {one["id"] for one in members}
    assert {post["member_id"] for post in wall} <= ids
    companies = {str(one["id"]): one["name"] for one in app.companies()}
    for member in members:
        if member["company_id"]:
            assert companies[member["company_id"]] == member["company_name"]
    assert [one for one in members if one["email_id"] == "mira.sol@example.com"]
    assert [one for one in app.events() if one["is_attending"] or one["total_rsvp"]]


def test_counts_are_the_lengths_of_the_lists(app):
    for post in app.whole_wall():
        comments, likes = app.comments(post["id"]), app.likes(post["id"])
        assert post["number_of_commment"] == len(comments)
        assert post["number_of_likes"] == len(likes)
        mine = app.member["id"] in [like["member_id"] for like in likes]
        assert bool(post["is_liked_by_me"]) == mine
        dates = [comment["date"] for comment in comments]
        assert dates == sorted(dates), "oldest first"
        assert all(comment["date"] >= post["date"] for comment in comments)


def test_rooms_have_bookings_in_the_present(control, app):
    day = today(control, app.server.id)
    taken = [
        slot
        for room in app.rooms()
        for number in range(-3, 8)
        for slot in app.slots(room["id"], day + timedelta(days=number))
        if not slot["is_available"]
    ]
    for slot in taken:
        assert slot["id"] > 0 and slot["booked_by_member_id"] > 0
    assert app.dashboard()


def test_two_workspaces_see_nothing_of_each_other(control, app):
    seed = json.loads(control.export("seed", app.server.id))
    emails = {one["email_id"] for one in app.members()}
    others = []
    for user in seed["users"]:
        if user["email"] in emails:
            continue
        answer = control.ask(
            "POST",
            "/tokens",
            {"world": app.server.id, "dialect": "wreely", "user": user["email"]},
        )
        if answer.status == 200:
            others.append(App(app.server, token=answer.json()["token"]).enter())
    assert others, "the seed has a second workspace"
    other = others[0]
    assert other.vendor != app.vendor
    mine, theirs = ({post["id"] for post in one.whole_wall()} for one in (app, other))
    assert not mine & theirs
    assert not {one["id"] for one in app.rooms()} & {one["id"] for one in other.rooms()}
    for one in others:
        one.close()


# MARK: Empty


@pytest.fixture
def lonely(start, tmp_path):
    """The app of a member whose workspace has nothing but herself."""
    email = "mira.sol@example.com"
    member = {"user": email, "mobile": MIRAS_NUMBER}
    seed = {
        "users": [{"email": email, "name": "Mira Sol", "password": "secret"}],
        "wreely": {
            "workspaces": [{"name": "Empty", "email": "hello@empty.example", "members": [member]}]
        },
    }
    file = tmp_path / "lonely.json"
    file.write_text(json.dumps(seed))
    with App(start("--seed", file, *FIXED_CODE)) as app:
        yield app.log_in()


def test_empty_lists(lonely):
    for path, key, entity in LISTS:
        path = path.replace("{v}", str(lonely.vendor)).replace("{p}", "1")
        for base in BASES:
            lonely.base = base
            assert bool(lonely.list(path, key, entity)) == (key in ("vendors", "members"))
    day = moment("2027-01-01 00:00:00")
    assert lonely.history(day, day + timedelta(days=1)) == []
    shown = lonely.dashboard()
    assert (shown["booking_slot"], shown["total_booking_count"]) == (0, 0)
    assert shown["total_usage"] == "0 hrs" and shown["paid_usage"] == "0 hrs"
    post = lonely.write("The first.")
    assert lonely.wall() == [post]


@pytest.mark.parametrize("base", BASES)
def test_without_anybody(empty_server, base):
    with App(empty_server, base) as app:
        value = {"mobile_number": MIRAS_NUMBER, "country_code": "+91"}
        assert app.refuse("POST", "v2/member/login", value)["message"]
        for path, *_ in LISTS:
            path = path.replace("{v}", "1").replace("{p}", "1")
            assert app.call("GET", path, token=UNKNOWN).status == 401
        assert type(app.nearby(12.9716, 77.5946)) is list


def test_a_workspace_that_is_not_there(app):
    for path, key, entity in LISTS[1:]:
        for vendor in ("0", "999999", "9" * 40, "x"):
            answer = app.call("GET", path.replace("{v}", vendor).replace("{p}", "1"))
            if answer.status == 200:
                assert type(answer.json()[key]) is list


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


def test_a_picture_is_always_the_same(control, start):
    bodies = []
    for server in (control.server, start()):
        with Control(server) as plane, entered(plane, plane.default()) as app:
            address = min(pictures(app))
            path = "/" + address.split("/", 3)[3]
            with server.connect() as connection:
                bodies.append((path, connection.ask("GET", path).body))
    assert bodies[0] == bodies[1]


@pytest.mark.parametrize("name", ["nope", "nope.png", "..%2f..%2fetc%2fpasswd", "%00", "a/b/c"])
def test_pictures_that_are_not_there(app, name):
    with app.server.connect() as connection:
        answer = connection.ask("GET", f"/wreely/pictures/{name}")
        assert answer.status in (200, 400), answer
        if answer.status == 400:
            checked(answer)
