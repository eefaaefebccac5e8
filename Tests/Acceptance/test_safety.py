"""The control plane against other sites, without its token, and switched off."""

from __future__ import annotations

import json
import select
import signal
import time

import pytest

from conftest import Starter
from postly import SMALL_TARGET, all_posts, register
from rawhttp import request
from worlds import BASE, FROZEN, NOTHING, Control, assert_problem

ADMIN = "a token of these tests: 0123456789".replace(" ", "-").replace(":", "")
SEED = {
    "users": [{"email": "me@example.com", "name": "Me", "password": "pw"}],
    "posts": [
        {
            "author": "me@example.com",
            "title": "From the seed",
            "content": "x",
            "createdAt": "2026-01-01T00:00:00Z",
        }
    ],
}

MUTATIONS = {
    "new world": ("POST", "/worlds", {"id": "evil"}),
    "fork": ("POST", "/worlds/w/fork", {"id": "evil"}),
    "world deleted": ("DELETE", "/worlds/w", NOTHING),
    "world reset": ("POST", "/worlds/w/reset", {}),
    "reset": ("POST", "/reset", NOTHING),
    "reset by a form": ("POST", "/reset", NOTHING),
    "new snapshot": ("POST", "/snapshots", {"name": "evil"}),
    "snapshot replaced": ("POST", "/snapshots", {"name": "s", "overwrite": True}),
    "snapshot deleted": ("DELETE", "/snapshots/s", NOTHING),
    "restore": ("POST", "/snapshots/s/restore", {}),
    "import": ("POST", "/import", {"users": [], "posts": []}),
    "clock set": ("PUT", "/clock", {"mode": "freeze", "now": "1999-01-01T00:00:00Z"}),
    "clock advanced": ("POST", "/clock/advance", {"by": "1h"}),
}
READS = {
    "token": ("POST", "/tokens", {"system": "postly", "user": "me@example.com"}),
    "worlds": ("GET", "/worlds", NOTHING),
    "world": ("GET", "/worlds/w", NOTHING),
    "scenarios": ("GET", "/scenarios", NOTHING),
    "snapshots": ("GET", "/snapshots", NOTHING),
    "snapshot": ("GET", "/snapshots/s", NOTHING),
    "difference": ("GET", "/snapshots/s/diff", NOTHING),
    "export": ("GET", "/export", NOTHING),
    "clock": ("GET", "/clock", NOTHING),
    "version": ("GET", "/version", NOTHING),
    "metrics": ("GET", "/metrics", NOTHING),
}
ENDPOINTS = MUTATIONS | READS

CROSS_SITE = {
    "foreign Origin": {"Origin": "https://evil.example"},
    "foreign Origin that starts like ours": {"Origin": "http://localhost.evil.example"},
    "another port of localhost": {"Origin": "http://localhost:3000"},
    "null Origin": {"Origin": "null"},
    "cross-site fetch": {"Sec_Fetch_Site": "cross-site"},
    "same-site fetch": {"Sec_Fetch_Site": "same-site"},
    "foreign Origin beside same-origin": {
        "Origin": "https://evil.example",
        "Sec_Fetch_Site": "same-origin",
    },
    "form": {
        "Origin": "https://evil.example",
        "Content_Type": "application/x-www-form-urlencoded",
        "Sec_Fetch_Site": "cross-site",
        "Sec_Fetch_Mode": "navigate",
    },
}
SITES = CROSS_SITE | {
    "empty origin": {"Origin": ""},
    "text/plain form": {"Origin": "null", "Content_Type": "text/plain"},
    "foreign host": {"host": "evil.example"},
    "rebound name": {"host": "127.0.0.1.nip.io:{port}"},
    "rebound name with our port": {"host": "evil.example:{port}"},
    "host that starts like ours": {"host": "localhost.evil.example:{port}"},
    "rebound name as its own origin": {
        "host": "evil.example:{port}",
        "Origin": "http://evil.example:{port}",
        "Sec_Fetch_Site": "same-origin",
    },
}


def prepare(control: Control):
    """A state in which each mutation would show."""
    world = control.make(id="w", clock=FROZEN, ttl=None)
    control.set_clock(**FROZEN)
    control.save("s")
    for one in (control.default(), world):
        with one.connect() as connection:
            register(connection, "later@example.com", "pw")


def state(control: Control) -> tuple:
    """All that a mutation could change."""
    worlds = [
        {name: world[name] for name in ("id", "posts", "users", "comments", "clock", "port")}
        for world in control.get("/worlds")["worlds"]
    ]
    exports = [control.export("sqlite", world["id"]) for world in worlds]
    return worlds, control.get("/snapshots"), exports


@pytest.fixture(scope="module")
def seed_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("seed") / "seed.json"
    file.write_text(json.dumps(SEED))
    return file


@pytest.fixture(scope="module")
def target(binary, tmp_path_factory, seed_file):
    """A control plane that all cases of this file attack in vain."""
    starter = Starter(binary, tmp_path_factory.mktemp("target"))
    with Control(starter("--seed", seed_file, "--random-seed", "1")) as control:
        prepare(control)
        yield control
    control.server.stop()
    assert ADMIN not in control.server.log
    starter.stop_all()


def attack(control: Control, endpoint: str, fields: dict, **more):
    method, path, value = ENDPOINTS[endpoint]
    fields = {name: text.format(port=control.port) for name, text in fields.items()}
    if endpoint == "reset by a form":
        fields.setdefault("Content_Type", "application/x-www-form-urlencoded")
        return control.ask(method, path, body=b"world=default", **fields, **more)
    return control.ask(method, path, value, **fields, **more)


# MARK: Other sites


@pytest.mark.parametrize("endpoint", MUTATIONS)
def test_each_mutation_does_something(start, seed_file, endpoint):
    """What the tables here attack with would have an effect."""
    with Control(start("--seed", seed_file, "--random-seed", "1")) as control:
        prepare(control)
        before = state(control)
        answer = attack(control, endpoint, {})
        if endpoint == "reset by a form":
            assert_problem(answer, 400)
            assert state(control) == before
            return
        assert answer.status in (200, 201, 204), answer
        assert state(control) != before


@pytest.mark.parametrize("prefix", ["", "/w/w"], ids=["bare", "prefixed"])
@pytest.mark.parametrize("site", SITES, ids=lambda name: name.replace(" ", "-"))
def test_another_site_changes_and_learns_nothing(target, site, prefix):
    before = state(target)
    for endpoint in ENDPOINTS:
        with Control(target.server, prefix=prefix) as own:
            answer = attack(own, endpoint, SITES[site])
        problem = assert_problem(answer, 403)
        assert answer.header("Access-Control-Allow-Origin") is None, endpoint
        assert "default" not in json.dumps(problem), "nothing of the state is told"
        assert state(target) == before, f"{site}: {endpoint}"


@pytest.mark.parametrize("site", ["foreign Origin", "rebound name", "cross-site fetch"])
def test_a_world_of_its_own_port_is_as_safe(start, seed_file, site):
    with Control(start("--seed", seed_file)) as control:
        world = control.make("port", id="p", clock=FROZEN)
        prepare(control)
        before = state(control)
        for endpoint in ENDPOINTS:
            with Control(control.server, port=world.port) as own:
                assert_problem(attack(own, endpoint, SITES[site]), 403)
            with Control(control.server) as own:
                answer = attack(own, endpoint, {**SITES[site], "X_Mockpostly_World": "p"})
                assert_problem(answer, 403)
        assert state(control) == before


def test_a_foreign_absolute_target_is_refused(target):
    before = state(target)
    with target.server.connect() as connection:
        for method, path, _ in ENDPOINTS.values():
            connection.send(request(method, "http://evil.example" + BASE + path, b"{}"))
            assert_problem(connection.read_answer(method), 403)
    assert state(target) == before


def test_a_preflight_gives_no_permission(target):
    with target.server.connect() as connection:
        for method, path, _ in ENDPOINTS.values():
            answer = connection.ask(
                "OPTIONS",
                BASE + path,
                Origin="https://evil.example",
                Access_Control_Request_Method=method,
                Access_Control_Request_Headers="content-type",
            )
            assert not [field for field in answer.fields if field[0].lower().startswith("access-")]
            assert answer.status in (403, 405)


DESCRIPTIONS = [
    "/openapi.yaml",
    "/openapi.json",
    "/openapi-control.yaml",
    "/openapi-control.json",
]


@pytest.mark.parametrize("prefix", ["", "/w/w"], ids=["bare", "prefixed"])
@pytest.mark.parametrize("fields", CROSS_SITE.values(), ids=CROSS_SITE)
def test_a_viewer_on_another_site_may_read_the_descriptions(target, fields, prefix):
    with Control(target.server, prefix=prefix) as own:
        for path in DESCRIPTIONS:
            plain = own.ask("GET", path)
            for method in ("GET", "HEAD"):
                answer = own.ask(method, path, **fields)
                assert answer.status == 200
                assert answer.header("Access-Control-Allow-Origin") == "*"
                assert answer.header("Access-Control-Allow-Credentials") is None
                assert answer.body == (plain.body if method == "GET" else b"")
            assert plain.header("Access-Control-Allow-Origin") == "*"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_another_site_may_only_read_the_descriptions(target, method):
    with Control(target.server) as own:
        for path in DESCRIPTIONS:
            answer = own.ask(method, path, Origin="https://evil.example")
            assert_problem(answer, 403)
            assert answer.header("Access-Control-Allow-Origin") is None


def test_a_rebound_name_does_not_get_the_descriptions(target):
    with Control(target.server) as own:
        for path in DESCRIPTIONS:
            assert_problem(own.ask("GET", path, host="evil.example"), 403)


def test_two_hosts_are_refused(target):
    """Which of them counts is not left to chance."""
    before = state(target)
    with target.server.connect() as connection:
        data = request("POST", BASE + "/reset", Extra="x")
        connection.send(data.replace(b"Extra: x", b"Host: evil.example"))
        assert connection.read_answer().status in (400, 403)
    assert state(target) == before


def test_no_host_is_refused(target):
    before = state(target)
    with target.server.connect() as connection:
        connection.send(b"POST " + BASE.encode() + b"/reset HTTP/1.0\r\n\r\n")
        assert connection.read_answer().status in (400, 403)
    assert state(target) == before


def test_our_own_pages_may(target):
    for origin in (f"http://localhost:{target.port}", f"http://127.0.0.1:{target.port}"):
        host = origin.removeprefix("http://")
        fields = {"Origin": origin, "Sec_Fetch_Site": "same-origin"}
        assert target.ask("GET", "/worlds", host=host, **fields).status == 200


def test_a_site_may_use_the_dialects_of_a_world(target):
    answer = target.connection.ask(
        "GET", "/w/w/api/posts?page=1&limit=1", Origin="https://app.example"
    )
    assert answer.status == 200
    assert answer.header("Access-Control-Allow-Origin") == "https://app.example"


# MARK: The admin token


def admin_servers(start, tmp_path, seed_file):
    """Servers that were told the token in each way there is."""
    file = tmp_path / "admin"
    file.write_text(ADMIN + "\n")
    common = ["--seed", seed_file]
    yield start(*common, "--admin-token", ADMIN)
    yield start(*common, f"--admin-token-file={file}")
    yield start(*common, environment={"MOCKPOSTLY_ADMIN_TOKEN": ADMIN})
    yield start(*common, environment={"MOCKPOSTLY_ADMIN_TOKEN_FILE": str(file)})
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"admin-token": ADMIN}))
    yield start(*common, "--config", config)


def test_the_token_from_every_source(start, tmp_path, seed_file):
    for server in admin_servers(start, tmp_path, seed_file):
        with Control(server) as control:
            assert control.ask("GET", "/worlds").status == 401
        with Control(server, token=ADMIN) as control:
            assert control.names() == ["default"]
        server.stop()
        assert ADMIN not in server.log


@pytest.fixture(scope="module")
def guarded(binary, tmp_path_factory, seed_file):
    """A control plane with a token; the control here sends it."""
    starter = Starter(binary, tmp_path_factory.mktemp("guarded"))
    with Control(starter("--seed", seed_file, "--admin-token", ADMIN), token=ADMIN) as control:
        prepare(control)
        yield control
    control.server.stop()
    assert ADMIN not in control.server.log
    starter.stop_all()


WRONG = {
    "none": {},
    "empty": {"Authorization": ""},
    "the scheme alone": {"Authorization": "Bearer"},
    "another one": {"Authorization": "Bearer wrong"},
    "one letter less": {"Authorization": "Bearer " + ADMIN[:-1]},
    "one letter more": {"Authorization": "Bearer " + ADMIN + "x"},
    "in capitals": {"Authorization": "Bearer " + ADMIN.upper()},
    "another scheme": {"Authorization": "Basic " + ADMIN},
    "no scheme": {"Authorization": ADMIN},
    "another field": {"X_Admin_Token": ADMIN},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_without_the_token_nothing_happens(guarded, wrong):
    before = state(guarded)
    for endpoint in ENDPOINTS:
        for prefix in ("", "/w/w"):
            with Control(guarded.server, prefix=prefix) as own:
                answer = attack(own, endpoint, WRONG[wrong])
            problem = assert_problem(answer, 401)
            assert problem["title"] in ("Admin token needed", "Wrong admin token")
            assert answer.header("WWW-Authenticate") == 'Bearer realm="mockpostly"'
            assert ADMIN not in json.dumps(problem)
    assert state(guarded) == before


def test_guesses_are_answered_late_and_the_token_is_not(start, seed_file):
    server = start("--seed", seed_file, "--admin-token", ADMIN)
    guesses = []
    for number in range(12):
        guesses.append(server.connect())
        guesses[-1].send(
            request("GET", f"{BASE}/worlds", Authorization=f"Bearer guess-{number}-{'x' * 20}")
        )
    # They came before; the last of them wait for seconds.
    for _ in range(20):
        with Control(server, token=ADMIN) as control:
            assert control.names() == ["default"]
    assert not select.select([guesses[-1].socket], [], [], 0)[0], "the last guess did not wait"
    for connection in guesses[:6]:
        assert_problem(connection.read_answer(), 401, "Wrong admin token")
    for connection in guesses:
        connection.close()
    server.stop()
    assert "127.0.0.1 has sent 4 wrong admin tokens; its refusals are delayed" in server.log
    assert server.log.count("wrong admin tokens") == 1 and "guess-" not in server.log


def test_with_the_token_everything_works(start, seed_file):
    server = start("--seed", seed_file, "--admin-token", ADMIN)
    with Control(server, token=ADMIN) as control:
        prepare(control)
        for endpoint in [*READS, *sorted(MUTATIONS, key=lambda name: "deleted" in name)]:
            if endpoint == "reset by a form":
                continue
            answer = attack(control, endpoint, {})
            if endpoint == "fork":
                control.ask("DELETE", "/worlds/evil")
            elif answer.status == 409:
                assert endpoint in ("new world", "fork"), answer
                continue
            assert answer.status in (200, 201, 204), f"{endpoint}: {answer}"
            control.ask("DELETE", "/worlds/evil")
            control.ask("DELETE", "/snapshots/evil")


def test_the_descriptions_need_the_token_too(guarded):
    """The page of a viewer is told so."""
    with Control(guarded.server) as own:
        for path in DESCRIPTIONS:
            answer = own.ask("GET", path, Origin="https://viewer.example")
            assert_problem(answer, 401)
            assert answer.header("Access-Control-Allow-Origin") == "*"
            assert guarded.ask("GET", path, Origin="https://viewer.example").status == 200


def test_the_token_in_any_case_of_the_scheme(guarded):
    for scheme in ("Bearer", "bearer", "BEARER"):
        with Control(guarded.server) as own:
            assert own.ask("GET", "/worlds", Authorization=f"{scheme} {ADMIN}").status == 200


def test_health_needs_no_token(guarded, cli):
    with Control(guarded.server) as own:
        for path in ("/live", "/ready"):
            assert own.ask("GET", path).status == 200
        assert_problem(own.ask("GET", "/version"), 401)
        assert_problem(own.ask("GET", "/nothing"), 401)
    done = cli("healthcheck", "--url", guarded.server.url)
    assert done.returncode == 0, done.stderr


def test_the_token_does_not_open_the_door_to_other_sites(guarded):
    before = state(guarded)
    for site in SITES:
        for endpoint in MUTATIONS:
            with Control(guarded.server) as own:
                fields = {**SITES[site], "Authorization": f"Bearer {ADMIN}"}
                assert_problem(attack(own, endpoint, fields), 403)
    assert state(guarded) == before


def test_the_dialects_ask_for_no_admin_token(guarded):
    with guarded.server.connect() as connection:
        assert connection.ask("GET", SMALL_TARGET).status == 400
        assert connection.ask("GET", "/w/w/api/posts?page=1&limit=1").status == 200
        answer = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {ADMIN}")
        assert answer.status == 422


def test_a_token_is_shown_nowhere(guarded, cli):
    shown = cli("config", environment={"MOCKPOSTLY_ADMIN_TOKEN": ADMIN})
    assert shown.returncode == 0 and "admin-token" in shown.stdout
    assert ADMIN not in shown.stdout + shown.stderr


@pytest.mark.parametrize("content", ["", "\n", "two\nlines", "a\u0000b"], ids=repr)
def test_a_token_file_that_holds_no_token(cli, tmp_path, content):
    file = tmp_path / "admin"
    file.write_text(content)
    done = cli("serve", "--port", "0", "--admin-token-file", file)
    assert done.returncode in (2, 3) and "admin" in done.stderr and done.stdout == ""


def test_a_token_file_that_is_not_there(cli, tmp_path):
    done = cli("serve", "--port", "0", "--admin-token-file", tmp_path / "missing")
    assert done.returncode == 3 and "missing" in done.stderr


def test_an_empty_token_is_no_token(cli):
    done = cli("serve", "--port", "0", "--admin-token", "")
    assert done.returncode == 2 and "--admin-token" in done.stderr


# MARK: No control plane


@pytest.mark.parametrize(
    ("flags", "environment"),
    [
        (["--no-control"], {}),
        ([], {"MOCKPOSTLY_CONTROL": "false"}),
        ([], {"MOCKPOSTLY_NO_CONTROL": "true"}),
    ],
)
def test_without_a_control_plane_its_paths_are_like_others(start, seed_file, flags, environment):
    server = start("--seed", seed_file, *flags, environment=environment)
    with server.connect() as connection:
        register(connection, "kept@example.com", "pw")
        page = connection.ask("GET", "/no/such/path")
        for prefix in ("", "/w/default"):
            for method, path, _ in [*ENDPOINTS.values(), ("GET", "/live", 0), ("GET", "/ready", 0)]:
                answer = connection.ask(method, prefix + BASE + path, b"{}")
                assert (answer.status, answer.body) == (page.status, page.body), path
                assert answer.header("Content-Type") == page.header("Content-Type")
        assert connection.ask("GET", "/__mockpostly").status == 404
        again = {"email": "kept@example.com", "name": "x", "password": "pw"}
        body = json.dumps(again).encode()
        answer = connection.ask("POST", "/api/auth/register", body, Content_Type="application/json")
        assert answer.status == 400, "nothing was reset"


def test_without_a_control_plane_a_signal_still_resets(start, seed_file):
    server = start("--seed", seed_file, "--no-control")
    with server.connect() as connection:
        token = register(connection, "gone@example.com", "pw")
        server.signal(signal.SIGUSR1)
        until = time.monotonic() + 60
        while True:
            answer = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
            if answer.status == 401:
                break
            assert time.monotonic() < until, "not reset"
        assert [post["title"] for post in all_posts(connection)] == ["From the seed"]
