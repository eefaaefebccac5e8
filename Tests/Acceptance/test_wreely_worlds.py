"""The community app in private worlds: doors, resets, snapshots, copies, files and clocks."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from worlds import DOORS, Control, World, titles, write
from wreely import BAD_CODE, BASES, CODE, FIXED_CODE, App, codes, entered, today
from wreely_types import moment

SCOPES = ["postly", "dummyjson", "community", "pexels", "wreely"]


@pytest.fixture(scope="module")
def control(wreely_server):
    with Control(wreely_server) as control:
        yield control


def words(app: App) -> list[str]:
    return [post["status_text"] for post in app.whole_wall()]


def use(app: App) -> dict:
    """Writes to every table that a member can write to; says what they have now."""
    post = app.write("Written here.")
    app.comment(post["id"], "Said here.")
    app.like(post["id"])
    event = next(one for one in app.events() if not one["is_attending"])
    app.attend(event["id"])
    day = datetime(2027, 11, 3)
    room = app.rooms()[0]["id"]
    start = moment(app.slots(room, day)[3]["start_time"])
    app.book(room, start, start + timedelta(minutes=30))
    app.post("v2/member/update", {"about_me": "Changed here."})
    return state(app)


def state(app: App) -> dict:
    """All that the app can see."""
    wall = app.whole_wall()
    return {
        "me": app.get("v2/member"),
        "wall": wall,
        "comments": [app.comments(post["id"]) for post in wall],
        "likes": [app.likes(post["id"]) for post in wall],
        "events": app.events(),
        "rooms": app.rooms(),
        "history": app.history(datetime(2000, 1, 1), datetime(2100, 1, 1)),
        "members": app.members(),
        "companies": app.companies(),
    }


def without_addresses(value, world) -> str:
    """Pictures of this server have the address of the world that was asked."""
    return json.dumps(value).replace(f"/w/{world.id}/", "/")


# MARK: Doors


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("door", DOORS)
def test_a_session_through_every_door(control, door, base):
    world = control.make(door, ttl="10m")
    with App(world, base) as app, entered(control, control.default()) as outside:
        before = state(outside)
        app.log_in()
        use(app)
        assert words(app)[0] == "Written here."
        assert state(outside) == before, "nothing is seen elsewhere"


@pytest.mark.parametrize("door", DOORS)
def test_addresses_of_pictures_lead_to_the_same_world(control, door):
    world = control.make(door, ttl="10m")
    with entered(control, world) as app:
        seen = {one["profile_pic_url"] for one in app.members()}
        seen |= {one["status_image"] for one in app.whole_wall()}
        seen |= {one["header_image_url"] for one in app.events()}
        seen |= {picture for one in app.rooms() for picture in one["images"]}
        seen |= {one["company_logo_url"] for one in app.companies()}
        seen |= {one["vendor_logo_url"] for one in app.vendors()}
        here = "http://localhost" + (world.prefix if door == "prefix" else "") + "/wreely/"
        for address in filter(None, seen):
            assert address.startswith(here), address
        portrait = app.get("v2/member")["user"]["profile_pic_url"]
        assert portrait.startswith(here + "pictures/portrait-"), portrait


def test_a_token_of_another_world_is_refused(control):
    one, two = control.make(ttl="10m"), control.make(ttl="10m")
    with App(one) as app, App(two) as other:
        app.log_in(), other.log_in()
        assert app.token != other.token
        assert other.call("GET", "v2/member", token=app.token).status == 401
        assert other.call("POST", "v2/member/update", {}, token=app.token).status == 401


# MARK: Back to the start


def test_a_reset_brings_everything_back(control):
    world = control.make(ttl="10m")
    with entered(control, world) as app:
        before = state(app)
        assert use(app) != before
        control.reset(world.id)
        assert state(app) == before, "the token is still good, and all is as it was"


@pytest.mark.parametrize("scope", SCOPES)
def test_a_reset_of_one_system(control, scope):
    world = control.make(ttl="10m")
    with entered(control, world) as app:
        title = write(world, "In Postly")["title"]
        before = words(app)
        app.write("On the wall.")
        told = control.reset(world.id, scope=[scope])
        assert told["scope"] == [scope]
        assert (words(app) == before) == (scope == "wreely")
        assert (title in titles(world)) == (scope != "postly")


def test_codes_end_with_a_reset(control):
    world = control.make(ttl="10m")
    with App(world) as app:
        member = app.ask_for_code()
        assert codes(control, world.id) == [CODE]
        control.reset(world.id)
        assert codes(control, world.id) == []
        assert app.confirm(member).json() == BAD_CODE


# MARK: Snapshots and copies


def test_snapshots(control):
    world = control.make(ttl="10m")
    with entered(control, world) as app:
        before = state(app)
        control.save(f"before-{world.id}", world.id)
        after = use(app)
        differences = control.get(f"/snapshots/before-{world.id}/diff?world={world.id}")["tables"]
        assert [table for table in differences if "wreely" in json.dumps(table)]
        control.save(f"after-{world.id}", world.id)
        control.restore(f"before-{world.id}", world.id)
        assert state(app) == before
        same = control.get(f"/snapshots/before-{world.id}/diff?world={world.id}")
        assert same["tables"] == []
        control.restore(f"after-{world.id}", world.id)
        assert state(app) == after


def test_a_fork_has_what_its_world_had(control):
    world = control.make(ttl="10m")
    with entered(control, world) as app:
        after = use(app)
        told = control.send("POST", f"/worlds/{world.id}/fork", {"ttl": "10m"}, 201)
        fork = World(world.server, told, "prefix")
        with entered(control, fork) as copy:
            seen, expected = state(copy), after
            assert without_addresses(seen, fork) == without_addresses(expected, world)
            copy.write("Only in the copy.")
        assert words(app)[0] == "Written here."


@pytest.mark.parametrize("form", ["seed", "sqlite"])
def test_export_and_import(control, form):
    world, other = control.make(ttl="10m"), control.make(from_="empty", ttl="10m")
    with entered(control, world) as app:
        after = use(app)
        kept = control.export(form, world.id)
        if form == "seed":
            assert "wreely" in json.loads(kept)
        control.bring_in(kept, other.id)
        with entered(control, other) as copy:
            seen = without_addresses(state(copy), other)
            assert seen == without_addresses(after, world)
            if form == "seed":
                again = json.loads(control.export(form, other.id))
                assert again["wreely"] == json.loads(kept)["wreely"]


def test_an_export_is_a_seed(control, start, cli, tmp_path):
    world = control.make(ttl="10m")
    with entered(control, world) as app:
        after = use(app)
    file = tmp_path / "kept.json"
    file.write_bytes(control.export("seed", world.id))
    checked = cli("seed", "check", file)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    server = start("--seed", file, *FIXED_CODE)
    with App(server) as app:
        app.log_in()
        seen, told = json.dumps(state(app)), without_addresses(after, world)
        assert seen.replace(str(server.port), "") == told.replace(str(world.port), "")


def test_a_data_file_keeps_it(start, tmp_path):
    file = tmp_path / "wreely.sqlite"
    server = start("--data", file, *FIXED_CODE)
    with App(server) as app:
        after = use(app.log_in())
        token = app.token
    server.stop()
    server = start("--data", file, *FIXED_CODE)
    with App(server, token=token) as app:
        app.enter()
        assert state(app) == after


# MARK: Clocks


def test_a_code_is_good_for_ten_minutes(control):
    for by, is_good in (("9m59s", True), ("10m1s", False), ("1d", False)):
        world = control.make(clock={"mode": "freeze", "now": "2027-01-01T00:00:00Z"}, ttl="10m")
        with App(world) as app:
            member = app.ask_for_code()
            control.advance(by, world.id)
            assert codes(control, world.id) == ([CODE] if is_good else [])
            answer = app.confirm(member)
            assert answer.status == (200 if is_good else 400), by
            if not is_good:
                assert answer.json() == BAD_CODE
                assert app.confirm(app.ask_for_code()).status == 200, "a new one is"


@pytest.mark.parametrize("day", ["2027-06-15", "2025-02-28", "2031-12-31", None])
def test_events_are_around_the_day_of_the_clock(control, day):
    order = {"clock": f"{day}T12:00:00Z"} if day else {}
    world = control.make(ttl="10m", **order)
    with entered(control, world) as app:
        now = today(control, world.id) + timedelta(hours=12)
        starts = [moment(one["start_time"]) for one in app.events()]
        assert len(starts) >= 5
        assert min(starts) < now < max(starts)
        assert max(abs(start - now) for start in starts) < timedelta(days=120)
        assert all(moment(one["start_time"]) < moment(one["end_time"]) for one in app.events())
        wall = app.whole_wall()
        dates = [moment(post["date"]) for post in wall]
        assert dates == sorted(dates, reverse=True), "newest first"
        assert dates[0] < now + timedelta(days=1), "nothing is of the future"
        assert now - dates[0] < timedelta(days=30), "the wall is not old"


def test_a_new_post_is_the_first_whatever_the_clock(control):
    for day in ("2027-06-15", "2025-02-28"):
        world = control.make(ttl="10m", clock=f"{day}T12:00:00Z")
        with entered(control, world) as app:
            post = app.write("Now.")
            assert post["date"].startswith(f"{day} 12:00")
            assert app.wall()[0] == post


def test_a_reset_follows_the_clock(control):
    world = control.make(clock="2027-06-15T12:00:00Z", ttl="10m")
    control.set_clock(world.id, mode="run", now="2029-03-03T12:00:00Z")
    control.reset(world.id)
    with entered(control, world) as app:
        now = datetime(2029, 3, 3, 12)
        starts = [moment(one["start_time"]) for one in app.events()]
        assert min(starts) < now < max(starts)


def test_a_snapshot_moves_no_date(control):
    world = control.make(clock="2027-06-15T12:00:00Z", ttl="10m")
    with entered(control, world) as app:
        before = app.events()
        control.save(f"dates-{world.id}", world.id)
        control.set_clock(world.id, mode="run", now="2029-03-03T12:00:00Z")
        control.restore(f"dates-{world.id}", world.id)
        assert app.events() == before


def test_the_clock_of_the_server_moves_the_seed(start):
    server = start("--clock", "2028-02-29T09:00:00Z", *FIXED_CODE)
    with App(server) as app, Control(server) as control:
        app.log_in()
        starts = [moment(one["start_time"]) for one in app.events()]
        assert min(starts) < datetime(2028, 2, 29, 9) < max(starts)
        assert app.write("Leap!")["date"].startswith("2028-02-29 09:0")
        world = control.make(ttl="10m")
        with entered(control, world) as other:
            assert [one["start_time"] for one in other.events()] == [
                one["start_time"] for one in app.events()
            ]


# MARK: Where it is named


def test_it_is_named_everywhere(control, start, cli):
    routes = cli("routes")
    assert "/services/v2/member" in routes.stdout
    info = control.make(ttl="10m").info
    assert info["baseUrls"]["wreely"].startswith("http://")
    assert info["baseUrls"]["wreely"].endswith("/services")
    assert info["baseUrls"]["wreelyBeta"].endswith("/wreely")
    metrics = control.ask("GET", "/metrics").body.decode()
    assert 'dialect="wreely"' in metrics
    start(terminal=True).wait_for_log("http://[^ ]*/services/")
    assert "wreely" in cli("serve", "--help").stdout


def test_it_can_be_left_out(start):
    server = start("--dialects", "postly,dummyjson")
    with server.connect() as connection:
        answer = connection.ask("GET", "/services/v2/member?access_token=")
        assert answer.status == 404, answer
    server = start("--dialects", "wreely", *FIXED_CODE)
    with App(server) as app:
        app.log_in()
        assert app.wall()


@pytest.mark.parametrize("option", [(), ("--no-cache",), ("--data", "kept.sqlite")])
def test_options_that_the_app_does_not_notice(control, start, option):
    """The same day with and without caches, in memory and in a file."""
    clock = ("--clock", "2027-04-01T10:00:00Z", "--clock-frozen")
    server = start(*FIXED_CODE, *clock, *option)
    world = control.make(clock={"mode": "freeze", "now": "2027-04-01T10:00:00Z"}, ttl="10m")
    with App(server) as app, App(world) as other:
        app.log_in(), other.log_in()
        assert without_addresses(use(app), world) == without_addresses(use(other), world)
        assert without_addresses(state(app), world) == without_addresses(state(other), world)


@pytest.mark.parametrize("user", ["mira.sol@example.com", "9876543210"])
@pytest.mark.parametrize("made_by", ["server", "secret"])
def test_tokens_of_the_command_line(start, cli, user, made_by):
    server = start("--jwt-secret", "a-secret")
    source = ["--url", server.url] if made_by == "server" else ["--jwt-secret", "a-secret"]
    done = cli("token", "wreely", "--user", user, *source)
    assert done.returncode == 0, done.stderr
    with App(server, token=done.stdout.strip()) as app:
        assert app.enter().member["email_id"] == "mira.sol@example.com"


def test_tokens_of_the_control_plane(control):
    world = control.make(ttl="10m")
    with App(world) as app:
        app.log_in()
        told = control.mint("wreely", "mira.sol@example.com", world.id)
        assert (told["dialect"], told["token"]) == ("wreely", app.token)
        assert told["query"] == f"access_token={app.token}" and "header" not in told
        assert "authorization" not in told
        assert told["user"]["email"] == "mira.sol@example.com"
        assert app.call("GET", "v2/member", token=told["token"]).status == 200
    order = {"world": world.id, "dialect": "wreely", "user": "nobody@example.com"}
    answer = control.ask("POST", "/tokens", order)
    assert answer.status in (400, 404), answer
    bad = control.mint("wreely", "mira.sol@example.com", world.id, **{"break": "signature"})
    with App(world) as app:
        assert app.call("GET", "v2/member", token=bad["token"]).status == 401
