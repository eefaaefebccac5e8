"""The control plane: health, metrics, worlds, reset, and what it refuses."""

from __future__ import annotations

import json
import re

import pytest
import yaml

from conftest import MIRA, REPOSITORY
from postly import all_posts, create_post, log_in, total
from rawhttp import Connection, request
from worlds import BASE, assert_problem


@pytest.fixture
def connection(server):
    with server.connect() as connection:
        yield connection


def send_reset(connection, body=None, host=None, **fields):
    """POST /reset as given; `host` replaces the Host field."""
    data = request("POST", BASE + "/reset", body, **fields)
    if host is not None:
        data = data.replace(b"Host: localhost", b"Host: " + host.encode())
    connection.send(data)
    return connection.read_answer()


# MARK: Health


def test_live(connection):
    answer = connection.ask("GET", BASE + "/live")
    assert answer.status == 200 and answer.json() == {"status": "live"}
    assert answer.header("Content-Type") == "application/json"


def test_ready(connection):
    answer = connection.ask("GET", BASE + "/ready")
    assert answer.status == 200 and answer.json() == {"status": "ready"}


def test_version_is_the_one_of_the_command_line(connection, cli):
    answer = connection.ask("GET", BASE + "/version")
    assert answer.status == 200
    told = answer.json()
    assert told["name"] == "mockpostly"
    assert re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", told["version"])
    assert told["version"] == json.loads(cli("version", "--json").stdout)["version"]


@pytest.mark.parametrize(
    "path",
    ["/live", "/ready", "/version", "/metrics", "/worlds", "/openapi.yaml", "/openapi.json"],
)
def test_head_is_get_without_its_body(connection, path):
    connection.send(request("HEAD", BASE + path) + request("GET", BASE + "/live"))
    answer = connection.read_answer("HEAD")
    assert answer.status == 200
    assert int(answer.header("Content-Length")) > 0
    assert connection.read_answer().json() == {"status": "live"}


def test_the_description_is_served(connection):
    answer = connection.ask("GET", BASE + "/openapi.yaml")
    assert answer.status == 200
    assert "yaml" in answer.header("Content-Type")
    text = answer.body.decode()
    assert re.search(r"^openapi: ['\"]?3\.1\.", text, re.MULTILINE)
    assert "/api/posts" in text

class CoreLoader(yaml.SafeLoader):
    """Reads scalars as YAML 1.2 does (section 10.3): `no` and `12:30` are texts."""


CoreLoader.yaml_implicit_resolvers = {}
for kind, pattern in {
    "null": "null|Null|NULL|~|",
    "bool": "true|True|TRUE|false|False|FALSE",
    "int": r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
    "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN)",
}.items():
    CoreLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{kind}", re.compile(f"^(?:{pattern})$"), None
    )


def members(pairs: list[tuple]) -> dict:
    names = [name for name, _ in pairs]
    assert len(set(names)) == len(names), f"a name is there twice: {names}"
    return dict(pairs)


@pytest.mark.parametrize("name", ["openapi", "openapi-control"])
def test_a_description_is_the_same_in_json(connection, name):
    text = connection.ask("GET", f"{BASE}/{name}.yaml").body
    assert text == (REPOSITORY / f"{name}.yaml").read_bytes()
    answer = connection.ask("GET", f"{BASE}/{name}.json")
    assert answer.status == 200 and answer.header("Content-Type") == "application/json"
    found = json.loads(answer.body, object_pairs_hook=members)
    described = yaml.load(text, CoreLoader)
    assert found == described
    # The same order as well, and 1 is no 1.0 and no true.
    assert json.dumps(found) == json.dumps(described)
    assert f"{BASE}/openapi.json" in found["paths"] or name == "openapi"


# MARK: Metrics

SAMPLE = re.compile(
    r"([a-zA-Z_:][a-zA-Z0-9_:]*)"
    r"(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\n]|\\[\\\"n])*\",?)*)\})?"
    r" ([+-]?(?:[0-9.]+(?:[eE][+-]?[0-9]+)?|Inf|NaN))"
)
LABEL = re.compile(r"([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\n]|\\[\\\"n])*)\"")


def read_metrics(connection):
    """Samples as {(name, labels): value} and types as {family: type}, strictly parsed."""
    answer = connection.ask("GET", BASE + "/metrics")
    assert answer.status == 200
    assert answer.header("Content-Type").startswith("text/plain; version=0.0.4")
    text = answer.body.decode()
    assert text.endswith("\n")
    samples, types, helped = {}, {}, set()
    for line in text.splitlines():
        if not line:
            continue
        if line.startswith("# HELP "):
            helped.add(line.split(" ", 3)[2])
            continue
        if line.startswith("# TYPE "):
            _, _, family, kind = line.split(" ")
            assert family not in types, f"{family} has two types"
            assert kind in ("counter", "gauge", "histogram", "summary", "untyped")
            types[family] = kind
            continue
        assert not line.startswith("#"), line
        parts = SAMPLE.fullmatch(line)
        assert parts, f"not a sample: {line!r}"
        labels = LABEL.findall(parts[2] or "")
        assert len(labels) == len(dict(labels)), f"a label twice: {line}"
        key = (parts[1], frozenset(labels))
        assert key not in samples, f"twice: {line}"
        samples[key] = float(parts[3])
    for name, _ in samples:
        family = re.sub(r"_(bucket|sum|count)$", "", name)
        kind = types.get(name) or types.get(family)
        assert kind, f"{name} has no type"
        assert (name if name in types else family) in helped, f"{name} has no help"
    return samples, types


def test_metrics_have_what_is_promised(connection):
    assert connection.ask("GET", "/api/posts?page=1&limit=1").status == 200
    samples, types = read_metrics(connection)
    names = {name for name, _ in samples}
    for pattern in (
        r"request.*_total",
        r"_bucket$",
        r"connections",
        r"bytes",
        r"lag",
        r"sqlite",
        r"cache",
        r"build_info",
    ):
        assert any(re.search(pattern, name) for name in names), f"nothing like {pattern}: {names}"
    for family, kind in types.items():
        if kind == "counter":
            values = [value for (name, _), value in samples.items() if name == family]
            assert all(value >= 0 for value in values)
    build = [dict(labels) for name, labels in samples if name.endswith("build_info")]
    assert len(build) == 1 and "version" in build[0]


def test_metrics_count_requests_by_route_and_status(connection):
    def counted(route, status):
        samples, _ = read_metrics(connection)
        found = [
            value
            for (name, labels), value in samples.items()
            if re.search(r"requests.*_total$", name)
            and dict(labels).get("status") == status
            and dict(labels).get("route") == route
        ]
        assert len(found) <= 1, f"{route} {status} is counted {len(found)} times"
        return found[0] if found else 0

    before = counted("/api/posts", "200"), counted("/api/posts", "400")
    for _ in range(7):
        assert connection.ask("GET", "/api/posts?page=1&limit=1").status == 200
    for _ in range(3):
        assert connection.ask("GET", "/api/posts?page=x").status == 400
    after = counted("/api/posts", "200"), counted("/api/posts", "400")
    assert (after[0] - before[0], after[1] - before[1]) == (7, 3)


def test_metrics_do_not_grow_with_the_paths_clients_invent(connection):
    before = len(read_metrics(connection)[0])
    for number in range(100):
        connection.ask("GET", f"/api/posts/id{number}")
        connection.ask("GET", f"/nothing/{number}")
        connection.ask(f"M{number}", "/api/posts")
    assert len(read_metrics(connection)[0]) - before < 100


def test_latencies_are_a_proper_histogram(connection):
    for _ in range(5):
        connection.ask("GET", "/api/posts?page=1&limit=1")
    samples, types = read_metrics(connection)
    families = [family for family, kind in types.items() if kind == "histogram"]
    assert families
    checked = 0
    for family in families:
        series = {}
        for (name, labels), value in samples.items():
            if name == family + "_bucket":
                rest = frozenset(pair for pair in labels if pair[0] != "le")
                series.setdefault(rest, []).append((float(dict(labels)["le"]), value))
        for labels, buckets in series.items():
            buckets.sort()
            assert buckets[-1][0] == float("inf")
            counts = [value for _, value in buckets]
            assert counts == sorted(counts), f"{family} is not cumulative: {buckets}"
            assert counts[-1] == samples[(family + "_count", labels)]
            assert samples[(family + "_sum", labels)] >= 0
            checked += counts[-1] > 0
    assert checked, "no histogram has counted anything"


# MARK: Worlds


def test_worlds_lists_the_default_one(connection):
    answer = connection.ask("GET", BASE + "/worlds")
    assert answer.status == 200
    assert [world["id"] for world in answer.json()["worlds"]] == ["default"]


def test_a_world_can_be_named_in_front_of_a_path(connection):
    assert (
        connection.ask("GET", "/w/default/api/posts?page=2&limit=3").body
        == connection.ask("GET", "/api/posts?page=2&limit=3").body
    )
    token = log_in(connection, **MIRA)
    post = create_post(connection, token, "Seen through both doors")
    through_prefix = connection.ask("GET", f"/w/default/api/posts/{post['_id']}").json()
    assert through_prefix == {**post, "views": 1}
    assert connection.ask("GET", f"/api/posts/{post['_id']}").json()["views"] == 2
    assert connection.ask("GET", "/w/default/").body.startswith(b"<h1>Postly API")


@pytest.mark.parametrize("path", ["/w/nope/api/posts", "/w/DEFAULT/api/posts", "/w/nope/"])
def test_an_unknown_world_is_a_problem(connection, path):
    assert_problem(connection.ask("GET", path), 404, path.split("/")[2])


# MARK: Reset


def test_reset_brings_back_the_seed(connection):
    before = all_posts(connection)
    token = log_in(connection, **MIRA)
    post = create_post(connection, token, "Soon gone")
    victim = before[0]["_id"]
    assert connection.ask("GET", f"/api/posts/{victim}").json()["views"] == before[0]["views"] + 1
    assert all_posts(connection) != before

    answer = send_reset(connection)
    assert answer.status == 200
    told = answer.json()
    assert set(told) == {"world", "posts", "users", "comments", "counts", "milliseconds"}
    assert told["world"] == "default"
    assert told["posts"] >= len(before) and told["users"] >= 30
    assert told["comments"] >= sum(len(entry["comments"]) for entry in before)
    assert isinstance(told["milliseconds"], (int, float)) and told["milliseconds"] >= 0

    assert all_posts(connection) == before
    assert connection.ask("GET", f"/api/posts/{post['_id']}").status == 404
    again = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
    assert again.status == 200, "the ids of seeded people must survive a reset"


@pytest.mark.parametrize("body", [b'{"world":"default"}', b"{}", b' {\n"world" : "default" } '])
def test_reset_with_a_body(connection, body):
    token = log_in(connection, **MIRA)
    before = total(connection)
    create_post(connection, token, "Soon gone")
    assert total(connection) == before + 1
    answer = send_reset(connection, body, Content_Type="application/json")
    assert answer.status == 200 and answer.json()["world"] == "default"
    assert total(connection) == before


def test_reset_of_an_empty_seed(start):
    server = start("--seed", "empty")
    with server.connect() as connection:
        answer = send_reset(connection)
        told = answer.json()
        assert (told["posts"], told["users"], told["comments"]) == (0, 0, 0)


class Marked:
    """A post that a reset would remove: shows afterwards that none happened."""

    def __init__(self, connection):
        self.connection = connection
        self.post = create_post(connection, log_in(connection, **MIRA), "Still here?")

    def assert_unchanged(self, server):
        with server.connect() as connection:
            assert all_posts(connection)[0] == self.post


BAD_BODIES = [
    (b'{"wrold":"default"}', 400, "wrold"),
    (b'{"world":"default","seed":"empty"}', 400, "seed"),
    (b'{"world":"nope"}', 404, "nope"),
    (b'{"world":7}', 400, "world"),
    (b'{"world":null}', 400, "world"),
    (b"[]", 400, ""),
    (b'"default"', 400, ""),
    (b'{"world":"default"', 400, ""),
    (b"{\xff}", 400, ""),
]


@pytest.mark.parametrize(
    ("body", "status", "named"), BAD_BODIES, ids=[repr(row[0]) for row in BAD_BODIES]
)
def test_reset_refuses_what_it_does_not_know(server, connection, body, status, named):
    marked = Marked(connection)
    answer = send_reset(connection, body, Content_Type="application/json")
    assert_problem(answer, status, named)
    marked.assert_unchanged(server)


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


@pytest.mark.parametrize("fields", CROSS_SITE.values(), ids=CROSS_SITE.keys())
@pytest.mark.parametrize("prefix", ["", "/w/default"])
def test_another_site_cannot_reset(server, connection, fields, prefix):
    marked = Marked(connection)
    answer = connection.ask("POST", prefix + BASE + "/reset", **fields)
    assert_problem(answer, 403)
    assert answer.header("Access-Control-Allow-Origin") is None
    marked.assert_unchanged(server)


FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:{port}",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
]


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_a_rebound_name_cannot_reset(server, connection, host):
    marked = Marked(connection)
    answer = send_reset(connection, host=host.format(port=server.port))
    assert_problem(answer, 403)
    marked.assert_unchanged(server)


def test_a_foreign_absolute_target_cannot_reset(server, connection):
    marked = Marked(connection)
    connection.send(request("POST", "http://evil.example" + BASE + "/reset"))
    assert_problem(connection.read_answer(), 403)
    marked.assert_unchanged(server)


def test_another_site_gets_no_permission_by_a_preflight(connection):
    answer = connection.ask(
        "OPTIONS",
        BASE + "/reset",
        Origin="https://evil.example",
        Access_Control_Request_Method="POST",
    )
    assert answer.header("Access-Control-Allow-Origin") is None
    assert answer.header("Access-Control-Allow-Methods") is None


def test_another_site_cannot_read(connection):
    for path in ("/worlds", "/metrics", "/version"):
        answer = connection.ask("GET", BASE + path, Origin="https://evil.example")
        assert_problem(answer, 403)
        assert answer.header("Access-Control-Allow-Origin") is None


OWN = {
    "own Origin": {"Origin": "http://localhost:{port}"},
    "own Origin by number": {"Origin": "http://127.0.0.1:{port}"},
    "same-origin fetch": {"Sec_Fetch_Site": "same-origin"},
    "typed into the address bar": {"Sec_Fetch_Site": "none"},
}


@pytest.mark.parametrize("fields", OWN.values(), ids=OWN.keys())
def test_our_own_pages_can_reset(server, connection, fields):
    create_post(connection, log_in(connection, **MIRA), "Soon gone")
    filled = {name: value.format(port=server.port) for name, value in fields.items()}
    host = filled.get("Origin", f"http://localhost:{server.port}").removeprefix("http://")
    assert send_reset(connection, host=host, **filled).status == 200
    assert all_posts(connection)[0]["title"] != "Soon gone"


@pytest.mark.parametrize(
    "host", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}", "LOCALHOST"]
)
def test_our_own_names_are_known(server, connection, host):
    assert send_reset(connection, host=host.format(port=server.port)).status == 200


def test_more_names_can_be_allowed(start):
    server = start("--allowed-host", "mock.test", "--allowed-host", "api.internal")
    with server.connect() as connection:
        for name, status in (
            ("mock.test", 200),
            (f"api.internal:{server.port}", 200),
            ("evil.example", 403),
        ):
            assert send_reset(connection, host=name).status == status, name


@pytest.mark.parametrize("flags", [(), ("--host", "0.0.0.0")], ids=["loopback", "everywhere"])
def test_a_host_is_an_address_or_a_name_that_was_given(start, flags):
    server = start("--seed", "empty", "--allowed-host", "mock", *flags)
    with server.connect() as connection:
        for host in ("mock", "mock:8080", "10.0.2.2:8080", "[fe80::1]", "[::ffff:10.0.2.2]:80"):
            assert send_reset(connection, host=host).status == 200, host
        for host in ("", ":80", "ai", "mockpostly", "[evil.test]", "[]", "[::1]x", "10.0.2.256"):
            answer = send_reset(connection, host=host)
            assert_problem(answer, 403)
            assert "--allowed-host" in answer.json()["hint"], host


def test_the_dialect_is_open_to_other_sites(connection):
    answer = connection.ask("GET", "/api/posts?limit=1", Origin="https://any.example")
    assert answer.status == 200
    assert answer.header("Access-Control-Allow-Origin") == "https://any.example"


# MARK: Methods and paths


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/reset", {"POST"}),
        ("DELETE", "/reset", {"POST"}),
        ("POST", "/live", {"GET", "HEAD"}),
        ("PUT", "/ready", {"GET", "HEAD"}),
        ("PUT", "/worlds", {"GET", "HEAD", "POST", "DELETE"}),
        ("PATCH", "/clock", {"GET", "HEAD", "PUT"}),
        ("GET", "/clock/advance", {"POST"}),
        ("PUT", "/worlds/default", {"GET", "HEAD", "DELETE"}),
        ("GET", "/tokens", {"POST"}),
        ("POST", "/export", {"GET", "HEAD"}),
        ("POST", "/metrics", {"GET", "HEAD"}),
        ("PATCH", "/openapi.yaml", {"GET", "HEAD"}),
    ],
)
def test_a_wrong_method_names_the_right_ones(server, connection, method, path, allowed):
    marked = Marked(connection)
    answer = connection.ask(method, BASE + path)
    assert_problem(answer, 405, method)
    assert set(answer.header("Allow").split(", ")) - {"OPTIONS"} == allowed
    marked.assert_unchanged(server)


@pytest.mark.parametrize("path", ["", "/", "/nothing", "/live/", "/reset/x", "/Live"])
def test_an_unknown_path_is_a_problem(connection, path):
    assert_problem(connection.ask("GET", BASE + path), 404)


def test_another_version_is_a_problem(connection):
    assert_problem(connection.ask("GET", "/__mockpostly/v2/live"), 404)


def test_both_addresses_of_localhost_reach_the_same_world(server):
    with server.connect() as four:
        post = create_post(four, log_in(four, **MIRA), "By number four")
        try:
            six = Connection(server.address("::1"))
        except OSError:
            pytest.skip("this machine has no ::1")
        with six:
            assert six.ask("GET", f"/api/posts/{post['_id']}").json()["title"] == "By number four"
