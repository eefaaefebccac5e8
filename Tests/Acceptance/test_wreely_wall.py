"""Members, their wall and the places nearby, as several members of the community see them."""

from __future__ import annotations

import pytest

from worlds import Control
from wreely import MIRAS_NUMBER, WENT_WRONG, colleagues, entered
from wreely_types import MEMBER, PLACE, decode


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


# MARK: Members


def test_a_profile_can_be_changed(control, app):
    for path in ("v2/member/update", "v2/user/update"):
        changes = {
            "name": "Mira Soleil",
            "about_me": f"Bread, tides and {path}. ☀️",
            "occupation": "Baker",
            "website_url": "https://example.com/mira",
            "twitter_url": "https://example.com/t",
            "linkedin_url": "https://example.com/l",
            "instagram_url": "https://example.com/i",
            "facebook_url": "",
            "profile_pic_url": "https://example.com/mira.png",
        }
        told = decode(app.post(path, changes)["user"], MEMBER)
        assert {name: told[name] or "" for name in changes} == changes
        assert decode(app.get("v2/member")["user"], MEMBER) == told
        listed = next(one for one in app.members() if one["id"] == told["id"])
        assert {name: listed[name] or "" for name in changes} == changes
        assert told["contact_no"] == MIRAS_NUMBER and told["email_id"] == "mira.sol@example.com"
    app.post("v2/member/update", {"about_me": "Alone."})
    now = decode(app.get("v2/member")["user"], MEMBER)
    assert (now["about_me"], now["name"]) == ("Alone.", "Mira Soleil"), "others stay"
    post = app.write("Under a new name.")
    assert post["name"] == "Mira Soleil"
    assert post["member_profile_image"] == "https://example.com/mira.png"


def test_ids_of_a_profile_cannot_be_changed(app):
    before = app.member
    value = {"id": 999, "member_fir_key": before["member_fir_key"] or "", "company_id": "99"}
    app.call("POST", "v2/member/update", {**value, "name": before["name"]})
    now = decode(app.get("v2/member")["user"], MEMBER)
    assert (now["id"], now["company_id"]) == (before["id"], before["company_id"])


def test_one_member(app):
    for member in app.members()[:5]:
        told = decode(app.get(f"v2/member/{member['id']}")["member"], MEMBER)
        assert told["name"] == member["name"]
    for unknown in ("0", "999999", "99999999999999999999", "x", "-1"):
        app.refuse("GET", f"v2/member/{unknown}")


def test_members_of_a_company(app):
    seen = 0
    for company in app.companies():
        path = f"v2/{app.vendor}/companies/{company['id']}/members"
        members = app.list(path, "members", MEMBER)
        seen += len(members)
        assert {one["company_id"] for one in members} <= {str(company["id"])}
    assert seen > 0


@pytest.mark.parametrize("word", ["follow", "unfollow"])
def test_following_is_answered(app, word):
    other = app.members()[-1]["id"]
    assert app.get(f"v2/member/{word}/{other}") == {"error": False}


# MARK: The wall


def test_likes_toggle_per_member(control, app):
    [other] = colleagues(control, app, 1)
    post = app.write("Who likes it?")
    assert (post["number_of_likes"], post["is_liked_by_me"]) in ((0, False), (0, 0))

    def seen(who):
        now = next(one for one in who.wall() if one["id"] == post["id"])
        return now["number_of_likes"], bool(now["is_liked_by_me"])

    app.like(post["id"])
    assert (seen(app), seen(other)) == ((1, True), (1, False))
    other.like(f"{post['id']})")
    assert (seen(app), seen(other)) == ((2, True), (2, True))
    likes = app.likes(post["id"])
    assert {one["member_id"] for one in likes} == {app.member["id"], other.member["id"]}
    assert {one["post_id"] for one in likes} == {post["id"]}
    app.like(post["id"])
    assert (seen(app), seen(other)) == ((1, False), (1, True))
    [like] = app.likes(post["id"])
    path = f"v2/{app.vendor}/memberwalls/likes/delete/like_id={like['id']}"
    assert app.get(path) == {"error": False}
    assert seen(other) == (1, True), "somebody else's like stays"
    assert other.get(path) == {"error": False}
    assert seen(other) == (0, False) and app.likes(post["id"]) == []


def test_posts_and_comments_of_others_stay(control, app):
    [other] = colleagues(control, app, 1)
    post = app.write("Mine.")
    comment = app.comment(post["id"], "Mine too.")
    other.remove(post["id"])
    other.remove_comment(comment["id"])
    assert app.wall()[0]["id"] == post["id"]
    assert app.comments(post["id"]) == [comment]
    app.remove_comment(comment["id"])
    assert app.comments(post["id"]) == []
    assert app.wall()[0]["number_of_commment"] == 0
    app.remove(post["id"])
    assert post["id"] not in [one["id"] for one in app.whole_wall()]
    for unknown in (post["id"], 0, 10**9, 10**30, "x"):
        app.remove(unknown)
        app.remove_comment(unknown)


def test_the_author_is_the_member_of_the_token(control, app):
    [other] = colleagues(control, app, 1)
    value = {"image_url": "", "post_description": "Whose?", "post_by_member_id": "1"}
    for who in (app, other):
        [post] = who.post(f"v2/{who.vendor}/memberwalls", value)["member_walls"]
        assert post["member_id"] == who.member["id"] and post["name"] == who.member["name"]


def test_a_post_with_a_picture(app):
    picture = "https://pictures.example/a%20b.jpg?x=1&y=2"
    for words in ("", "With words."):
        post = app.write(words, picture)
        assert (post["status_image"], post["status_images"]) == (picture, [picture])
        assert post["status_text"] == words
        assert app.wall()[0] == post


@pytest.mark.parametrize("path", ["comments", "likes"])
@pytest.mark.parametrize("post", ["0", "999999", "99999999999999999999999999", "x", "-1"])
def test_writes_to_an_unknown_post(app, path, post):
    value = {"post_id": post, "comment": "Into the void"}
    assert app.refuse("POST", f"v2/{app.vendor}/memberwalls/{path}", value)["error"] is True


def test_the_words_for_an_unknown_post(app):
    for path in ("comments", "likes"):
        value = {"post_id": "999999", "comment": "Into the void"}
        assert app.refuse("POST", f"v2/{app.vendor}/memberwalls/{path}", value) == WENT_WRONG


# MARK: Nearby


def test_workspaces_around_the_point(app):
    for latitude, longitude in (("12.9716", "77.5946"), ("48.137154000000001", "11.5761240000001")):
        places = app.nearby(latitude, longitude)
        assert places
        near = app.nearby(latitude, longitude, 0)
        assert len(near) <= len(places) <= len(app.nearby(latitude, longitude, 10000))
        for place in places:
            assert abs(float(place["latitude"]) - float(latitude)) < 2, "60 miles are one degree"
            decode(place, PLACE)
    for values in (("x", "y"), ("", ""), ("1e999", "nan"), ("91", "181"), ("%00", "%FF")):
        assert app.nearby(*values) == []
    assert app.nearby("12.9716", "77.5946", "abc") == []


def test_nearby_is_the_same_for_everybody(app):
    path = "v2/workspaces/nearby/lat=12.9716&lon=77.5946&rad=60"
    answers = {app.call("GET", path, token=token).body for token in (False, "", app.token, "x")}
    assert len(answers) == 1
