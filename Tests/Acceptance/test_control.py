"""The control plane of a process: its version, its descriptions, its names and addresses."""

from __future__ import annotations

import json
import re

import pytest
import yaml

from conftest import MIRA, REPOSITORY
from postly import create_post, log_in
from rawhttp import Connection, request
from worlds import BASE


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


def test_version_is_the_one_of_the_command_line(connection, cli):
    answer = connection.ask("GET", BASE + "/version")
    assert answer.status == 200
    told = answer.json()
    assert told["name"] == "mockpostly"
    assert re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", told["version"])
    assert told["version"] == json.loads(cli("version", "--json").stdout)["version"]


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


def test_more_names_can_be_allowed(start):
    server = start("--allowed-host", "mock.test", "--allowed-host", "api.internal")
    with server.connect() as connection:
        for name, status in (
            ("mock.test", 200),
            (f"api.internal:{server.port}", 200),
            ("evil.example", 403),
        ):
            assert send_reset(connection, host=name).status == status, name


def test_both_addresses_of_localhost_reach_the_same_world(server):
    with server.connect() as four:
        post = create_post(four, log_in(four, **MIRA), "By number four")
        try:
            six = Connection(server.address("::1"))
        except OSError:
            pytest.skip("this machine has no ::1")
        with six:
            assert six.ask("GET", f"/api/posts/{post['_id']}").json()["title"] == "By number four"
