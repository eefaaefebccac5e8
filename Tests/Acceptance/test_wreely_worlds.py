"""The community app in files and on the command line."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from worlds import Control
from wreely import FIXED_CODE, App, entered
from wreely_types import moment


@pytest.fixture(scope="module")
def control(wreely_server):
    with Control(wreely_server) as control:
        yield control


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


def test_it_is_named_everywhere(control, start, cli):
    routes = cli("routes")
    assert "/services/v2/member" in routes.stdout
    info = control.make(ttl="10m").info
    assert info["baseUrls"]["wreely"].startswith("http://")
    assert info["baseUrls"]["wreely"].endswith("/services")
    assert info["baseUrls"]["wreelyBeta"].endswith("/wreely")
    assert info["baseUrls"]["wreelyLocal"].endswith("/wreely/services")
    with entered(control, control.make(ttl="10m")) as app:
        app.get("v2/member")
    metrics = control.ask("GET", "/metrics").body.decode()
    assert 'dialect="wreely"' in metrics
    start(terminal=True).wait_for_log("http://[^ ]*/services/")
    assert "wreely" in cli("serve", "--help").stdout


@pytest.mark.parametrize("user", ["mira.sol@example.com", "9876543210"])
@pytest.mark.parametrize("made_by", ["server", "secret"])
def test_tokens_of_the_command_line(start, cli, user, made_by):
    server = start("--jwt-secret", "a-secret")
    source = ["--url", server.url] if made_by == "server" else ["--jwt-secret", "a-secret"]
    done = cli("token", "wreely", "--user", user, *source)
    assert done.returncode == 0, done.stderr
    with App(server, token=done.stdout.strip()) as app:
        assert app.enter().member["email_id"] == "mira.sol@example.com"
