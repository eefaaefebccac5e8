"""For agents that write code: one page, tools (MCP), and a world for each working tree."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

import apart
from guide import Agent, commands, run
from mockserver import clean_environment

PATH = "/__mockpostly/llms.txt"
TOOLS = "world reset snapshot data token clock fault stub requests curl routes undo".split()


def page(server, prefix: str = "") -> str:
    answer = requests.get(f"{server.url}{prefix}{PATH}", timeout=60)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert len(answer.content) <= 6000
    return answer.text


# MARK: The page


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--systems", "dummyjson"],
        ["--systems", "community,pexels"],
        ["--systems", "wreely,realworld", "--admin-token", "0123456789abcdef"],
        ["db.json", "--systems", "postly"],
        ["db.json"],
        ["--seed", "empty"],
    ],
    ids=" ".join,
)
def test_every_command_of_the_page_works(start, bash, tmp_path, options):
    (tmp_path / "db.json").write_text('{"tasks":[{"id":1,"title":"Water it"}]}')
    server = start(*options)
    text = page(server)
    found = commands(text)
    environment = {**os.environ, "MOCKPOSTLY_ADMIN_TOKEN": "0123456789abcdef"}
    for command in found:
        run(bash, command, environment)
    assert ("tasks" in text) == ("db.json" in options)
    assert len(found) >= 9
    # A reset leaves faults as they are.
    faults = f"{server.url}/__mockpostly/v1/faults?world=me"
    token = {"Authorization": "Bearer 0123456789abcdef"}
    requests.delete(faults, headers=token, timeout=60).raise_for_status()
    own = page(server, "/w/me")
    assert "/worlds'" not in own
    for command in commands(own):
        assert f"{server.url}/w/me/" in command
        run(bash, command, environment)


def test_the_page_has_all_systems_and_ten_calls(shared_server):
    text = page(shared_server)
    titles = re.findall(r"^- (\w+): (?:http|ws)", text, re.MULTILINE)
    assert titles == "Postly DummyJSON Community Pexels Wreely RealWorld Google".split()
    assert re.findall(r"^(\d+)\. ", text, re.MULTILINE) == [str(n) for n in range(1, 11)]
    assert text.count("curl -s") >= len(titles) + 10


# MARK: Tools

# The official package is imported where it is used: all processes of a run read this file, one runs it.


def with_client(place, body):
    """What `body` gives of a client of the official package."""
    from mcp.client.client import Client

    async def main():
        async with Client(place) as client:
            return await body(client)

    return apart.run(main())


def refusal() -> type[Exception]:
    """What a client of the official package raises for an error of the protocol."""
    from mcp.shared.exceptions import MCPError

    return MCPError


def text_of(result) -> str:
    return result.content[0].text


def bridge(binary, tmp_path, server, *options) -> object:
    from mcp.client.stdio import StdioServerParameters, stdio_client

    environment = clean_environment(tmp_path, {"MOCKPOSTLY_URL": server.url})
    return stdio_client(
        StdioServerParameters(
            command=binary, args=["mcp", *options], env=environment, cwd=str(tmp_path)
        )
    )


@pytest.fixture(params=["http", "stdio"])
def place(request, binary, tmp_path, server):
    """Where a client finds the tools of `server`."""
    if request.param == "http":
        return f"{server.url}/__mockpostly/mcp"
    return bridge(binary, tmp_path, server)


def test_an_official_client_lists_and_calls_the_tools(place):
    async def body(client):
        assert client.protocol_version == "2025-11-25"
        assert client.server_info.name == "mockpostly"
        assert PATH in client.instructions
        listed = (await client.list_tools()).tools
        assert [tool.name for tool in listed] == TOOLS
        made = await client.call_tool("world", {"id": "me"})
        assert json.loads(text_of(made))["baseUrls"]["postly"].endswith("/w/me/api")
        fault = {"world": "me", "match": {"path": "/api/posts"}, "fault": {"status": 503}, "times": 1}
        assert not (await client.call_tool("fault", fault)).is_error
        sent = [
            json.loads(text_of(await client.call_tool("curl", {"world": "me", "path": "/api/posts"})))
            for _ in range(2)
        ]
        assert [answer["status"] for answer in sent] == [503, 200]
        seen = await client.call_tool("requests", {"world": "me", "status": "503"})
        assert len(json.loads(text_of(seen))["requests"]) == 1

    with_client(place, body)


def test_a_refusal_is_a_result_with_words(place):
    async def body(client):
        for tool, arguments, words in [
            ("fault", {"fault": "offlin"}, "offline"),
            ("stub", {"match": {}, "respond": {}}, "response"),
            ("requests", {"limits": 3}, "'limit'"),
            ("requests", {"action": "shown"}, "'show'"),
            ("requests", {"action": "show"}, "'number'"),
            ("reset", {"world": "nowhere"}, "nowhere"),
            ("world", {"action": "show", "id": "a/b"}, "has no '/'"),
            ("data", {"action": "add", "collection": "people"}, "record"),
            ("requests", {"action": "verify", "match": {"path": "/no"}}, "nearest"),
        ]:
            result = await client.call_tool(tool, arguments)
            assert result.is_error, tool
            assert words in text_of(result), text_of(result)
        with pytest.raises(refusal(), match="There is no tool 'wold'"):
            await client.call_tool("wold", {})

    with_client(place, body)


def test_all_actions_of_all_tools(server):
    """Each with what it needs: that it is known, and that its route is there."""
    quote = {"quote": "Less is more.", "author": "Nobody"}
    calls = [
        ("world", {"action": "list"}),
        ("world", {"action": "create", "id": "w"}),
        ("world", {"action": "show", "id": "w"}),
        ("snapshot", {"action": "save", "name": "s", "world": "w"}),
        ("snapshot", {"action": "list", "world": "w"}),
        ("snapshot", {"action": "diff", "name": "s", "world": "w"}),
        ("snapshot", {"action": "restore", "name": "s", "world": "w"}),
        ("snapshot", {"action": "delete", "name": "s", "world": "w"}),
        ("data", {"action": "list", "world": "w"}),
        ("data", {"action": "page", "collection": "dummyjson-todos", "limit": 1, "world": "w"}),
        ("data", {"action": "show", "collection": "dummyjson-todos", "id": 1, "world": "w"}),
        ("data", {"action": "change", "collection": "dummyjson-todos", "id": 1, "record": {"todo": "x"}}),
        ("data", {"action": "delete", "collection": "dummyjson-todos", "id": "1"}),
        ("data", {"action": "add", "collection": "dummyjson-quotes", "record": quote}),
        ("token", {"system": "postly", "user": "mira.sol@example.com"}),
        ("clock", {}),
        ("clock", {"action": "set", "mode": "freeze"}),
        ("clock", {"action": "advance", "by": "1h"}),
        ("fault", {"action": "presets"}),
        ("fault", {"fault": "status-404", "match": {"path": "/none"}}),
        ("fault", {"action": "list"}),
        ("fault", {"action": "delete", "id": 1}),
        ("fault", {"action": "clear"}),
        ("stub", {"id": "a", "match": {"path": "/a"}, "response": {"json": [1]}}),
        ("stub", {"action": "list"}),
        ("stub", {"action": "delete", "id": "a"}),
        ("stub", {"action": "clear"}),
        ("curl", {"path": "/a?x=1", "method": "GET"}),
        ("requests", {"action": "list", "limit": 1, "details": True}),
        ("requests", {"action": "show", "number": 1}),
        ("requests", {"action": "curl", "number": 1}),
        ("requests", {"action": "verify", "match": {"path": "/a"}, "count": 1}),
        ("requests", {"action": "wait", "match": {"path": "/a"}}),
        ("requests", {"action": "clear"}),
        ("routes", {"system": "postly"}),
        ("routes", {"dialect": "postly"}),
        ("token", {"dialect": "postly", "user": "mira.sol@example.com"}),
        ("reset", {"scope": ["postly"]}),
        ("undo", {}),
        ("world", {"action": "delete", "id": "w"}),
    ]

    async def body(client):
        listed = (await client.list_tools()).tools
        for tool, arguments in calls:
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, (tool, arguments, text_of(result))
        known = {
            (tool.name, action)
            for tool in listed
            for action in tool.input_schema["properties"].get("action", {}).get("enum", [])
        }
        defaults = {
            tool.name: tool.input_schema["properties"]["action"]["default"]
            for tool in listed
            if "action" in tool.input_schema["properties"]
        }
        done = {(tool, arguments.get("action", defaults.get(tool))) for tool, arguments in calls}
        assert known <= done

    with_client(f"{server.url}/__mockpostly/mcp", body)


def test_schemas_are_those_of_the_description(shared_server):
    """They are JSON Schema, lead nowhere else, and have the members of the control calls."""
    from jsonschema import Draft202012Validator

    described = requests.get(
        f"{shared_server.url}/__mockpostly/v1/openapi-control.json", timeout=60
    ).json()["components"]["schemas"]

    async def body(client):
        return (await client.list_tools()).tools

    tools = with_client(f"{shared_server.url}/__mockpostly/mcp", body)
    assert len(tools) <= 12
    assert len(json.dumps([tool.input_schema for tool in tools])) < 48_000
    by_name = {tool.name: tool.input_schema for tool in tools}
    for name, schema in by_name.items():
        Draft202012Validator.check_schema(schema)
        for reference in re.findall(r'"\$ref": "([^"]+)"', json.dumps(schema)):
            assert reference.removeprefix("#/$defs/") in schema["$defs"], (name, reference)
    for tool, order in [("stub", "StubOrder"), ("fault", "FaultOrder"), ("world", "WorldOrder")]:
        assert set(described[order]["properties"]) <= set(by_name[tool]["properties"])
    good = {"world": "me", "match": {"method": "GET"}, "response": {"status": 200, "json": {}}}
    Draft202012Validator(by_name["stub"]).validate(good)
    assert list(Draft202012Validator(by_name["stub"]).iter_errors({**good, "times": "two"}))


def test_an_answer_says_what_was_cut(server):
    async def body(client):
        whole = await client.call_tool("routes", {})
        listed = await client.call_tool("data", {"action": "page", "collection": "people"})
        small = await client.call_tool("clock", {})
        post = await client.call_tool("curl", {"path": "/api/posts?limit=100"})
        return whole, listed, small, post

    whole, listed, small, post = with_client(f"{server.url}/__mockpostly/mcp", body)
    assert len(small.content) == 1
    for result in (whole, listed, post):
        assert len(text_of(result).encode()) <= 8000
        json.loads(text_of(result))
        cut = result.content[1].text
        assert re.match(r"Cut: \S+: \d+ of \d+", cut), cut
    kept, of = map(int, re.search(r"routes: (\d+) of (\d+)", whole.content[1].text).groups())
    assert len(json.loads(text_of(whole))["routes"]) == kept < of
    assert "GET /__mockpostly/v1/data/people" in listed.content[1].text


def post(server, body, **fields):
    headers = {"Content-Type": "application/json", **fields}
    return requests.post(
        f"{server.url}/__mockpostly/mcp",
        data=body if isinstance(body, (str, bytes)) else json.dumps(body),
        headers={name: value for name, value in headers.items() if value is not None},
        timeout=60,
    )


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def test_the_rules_of_the_transport(shared_server):
    server = shared_server
    pong = post(server, PING)
    assert (pong.status_code, pong.json()) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}})
    assert pong.headers["Content-Type"] == "application/json"
    note = post(server, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (note.status_code, note.content) == (202, b"")
    assert post(server, {"jsonrpc": "2.0", "id": 4, "result": {}}).status_code == 202
    for method in ("get", "delete", "put"):
        refused = requests.request(method, f"{server.url}/__mockpostly/mcp", timeout=60)
        assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")
    both = "application/json, text/event-stream"
    for accept, status in [(both, 200), ("*/*", 200), ("text/html", 406), ("text/event-stream", 406)]:
        assert post(server, PING, Accept=accept).status_code == status, accept
    assert post(server, PING, **{"Content-Type": "text/plain"}).status_code == 415
    for version, status in [("2025-06-18", 200), ("2025-11-25", 200), ("1999-01-01", 400)]:
        got = post(server, PING, **{"MCP-Protocol-Version": version})
        assert got.status_code == status
    assert got.json()["error"]["data"]["supported"] == ["2025-11-25", "2025-06-18"]
    assert post(server, PING, Origin="https://evil.example").status_code == 403
    assert post(server, PING, Origin=server.url).status_code == 200
    assert post(server, PING, Host="evil.example").status_code == 403


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("{", 400, -32700),
        ([PING], 400, -32600),
        ({**PING, "jsonrpc": "1.0"}, 400, -32600),
        ({**PING, "id": None}, 400, -32600),
        ({**PING, "id": 1.5}, 400, -32600),
        ({"jsonrpc": "2.0", "id": 1}, 400, -32600),
        ({**PING, "params": [1]}, 400, -32600),
        ({**PING, "method": "resources/list"}, 200, -32601),
        ({**PING, "method": "initialize"}, 200, -32602),
        ({**PING, "method": "tools/list", "params": {"cursor": "x"}}, 200, -32602),
        ({**PING, "method": "tools/call", "params": {"name": "nix"}}, 200, -32602),
        ({**PING, "method": "tools/call", "params": {"name": "clock", "arguments": 1}}, 200, -32602),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, (dict, list)) else str(value),
)
def test_errors_of_messages(shared_server, body, status, code):
    answer = post(shared_server, body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2099-01-01", "2025-11-25")],
)
def test_the_version_is_that_of_the_client_where_it_is_spoken(shared_server, wanted, spoken):
    order = {**PING, "method": "initialize", "params": {"protocolVersion": wanted}}
    assert post(shared_server, order).json()["result"]["protocolVersion"] == spoken


def test_the_admin_token_is_needed(start, binary, tmp_path):
    server = start("--admin-token", "0123456789abcdef")
    assert post(server, PING).status_code == 401
    assert post(server, PING, Authorization="Bearer 0123456789abcdef").status_code == 200
    assert "Bearer $MOCKPOSTLY_ADMIN_TOKEN" in page(server)

    async def body(client):
        return await client.call_tool("clock", {})

    with_token = bridge(binary, tmp_path, server, "--admin-token", "0123456789abcdef")
    assert not with_client(with_token, body).is_error
    with pytest.raises((refusal(), BaseExceptionGroup)):
        with_client(bridge(binary, tmp_path, server), body)


def test_tools_act_on_the_world_of_the_command(binary, tmp_path, server):
    async def body(client):
        return json.loads(text_of(await client.call_tool("clock", {})))["world"]

    world = with_client(bridge(binary, tmp_path, server, "--world", "worktree"), body)
    assert re.fullmatch(r"[\w-]+-[0-9a-f]{6}", world)
    through_prefix = with_client(f"{server.url}/w/{world}/__mockpostly/mcp", body)
    assert through_prefix == world


def test_the_bridge_answers_line_by_line(binary, tmp_path, server):
    lines = [PING, {"jsonrpc": "2.0", "method": "notifications/initialized"}, {**PING, "id": "b"}]
    done = subprocess.run(
        [binary, "mcp", "--url", server.url],
        input="\n".join(map(json.dumps, lines)),
        capture_output=True,
        text=True,
        timeout=60,
        env=clean_environment(tmp_path),
    )
    assert done.returncode == 0 and done.stderr == ""
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, "b"]


# MARK: Working trees


@pytest.fixture
def trees(tmp_path):
    """Ten working trees, two of which have folders of the same name."""
    folders = [tmp_path / f"side{number % 2}" / f"app {number // 2}" for number in range(10)]
    for folder in folders:
        (folder / ".git").mkdir(parents=True)
        (folder / "src").mkdir()
    return folders


APP = """
import json, os, sys, urllib.request
base, mine = os.environ["BASE_URL"], sys.argv[1]
def send(path, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    head = {"Content-Type": "application/json", **headers}
    return json.load(urllib.request.urlopen(urllib.request.Request(base + path, data, head)))
token = send("/auth/login/email", {"email": "mira.sol@example.com", "password": "mira.sol-postly"})
for round in range(5):
    send("/posts", {"title": f"{mine} {round}", "content": "Seen by nobody else."},
         Authorization="Bearer " + token["accessToken"])
found = [post["title"] for post in send("/posts?limit=20")["posts"]]
print(json.dumps([os.environ["MOCKPOSTLY_WORLD"], os.environ["MOCKPOSTLY_URL"], found[:6]]))
"""


def test_ten_working_trees_share_a_server_and_meet_nobody(binary, start, tmp_path, trees):
    own = {"XDG_RUNTIME_DIR": str(tmp_path)}
    tmp_path.chmod(0o700)
    server = start(environment=own)

    def work(folder):
        done = subprocess.run(
            [binary, "exec", "-w", "worktree", "--", sys.executable, "-c", APP, str(folder)],
            cwd=folder / "src",
            env=clean_environment(tmp_path, own),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    with ThreadPoolExecutor(len(trees)) as pool:
        results = list(pool.map(work, trees))
    assert len({world for world, _, _ in results}) == len(trees)
    for folder, (world, url, found) in zip(trees, results, strict=True):
        assert url.rsplit(":", 1)[1] == str(server.port)
        assert re.fullmatch(folder.name.replace(" ", "-") + "-[0-9a-f]{6}", world)
        assert found[:5] == [f"{folder} {round}" for round in reversed(range(5))]
        assert str(tmp_path) not in found[5]
    # A second run in the same tree finds its world as it was.
    assert work(trees[0])[2][5] == f"{trees[0]} 4"


def test_without_a_server_there_is_one_for_the_run(binary, tmp_path, trees):
    done = subprocess.run(
        [binary, "exec", "-w", "worktree", "--", sys.executable, "-c", APP, "x"],
        cwd=trees[0],
        env=clean_environment(tmp_path, {"XDG_RUNTIME_DIR": str(trees[0])}),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0].startswith("app-0-")


def test_with_options_of_serve_it_has_a_server_of_its_own(binary, server, tmp_path):
    words = ["exec", "-w", "worktree", "--seed", "empty", "--", "sh", "-c", "echo $MOCKPOSTLY_URL"]
    done = subprocess.run(
        [binary, *words],
        cwd=tmp_path,
        env=clean_environment(tmp_path, {"MOCKPOSTLY_URL": server.url}),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0 and done.stdout.strip() != server.url


def test_a_command_that_cannot_be_run_in_a_shared_server(binary, server, tmp_path):
    done = subprocess.run(
        [binary, "exec", "-w", "worktree", "--", "./nothing"],
        cwd=tmp_path,
        env=clean_environment(tmp_path, {"MOCKPOSTLY_URL": server.url}),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 127 and "cannot run" in done.stderr


def test_a_server_for_a_working_tree(start, trees):
    server = start(directory=trees[3], environment={"MOCKPOSTLY_WORLD": "worktree"})
    home = requests.get(f"{server.url}/__mockpostly/v1/home", timeout=60).json()["world"]
    assert home.startswith("app-1-")
    world = requests.get(f"{server.url}/__mockpostly/v1/worlds/{home}", timeout=60).json()
    assert world["ttl"] is None and world["baseUrls"]["postly"].startswith(server.url)


# MARK: Tasks


def retries(agent, app):
    """Make the feed fail twice and show that the app retries."""
    agent.call("/faults", {"match": {"path": "/api/posts"}, "fault": {"status": 503}, "times": 2})
    while app.get("/posts").status_code == 503:
        pass
    agent.call("/requests/verify", {"match": {"path": "/api/posts"}, "count": 3})


def expired(agent, app):
    """Sign in as Theo with an expired token."""
    order = {"system": "postly", "user": "theo.lindqvist@example.com", "expiredFor": "1h"}
    token = agent.call("/tokens", order)
    assert app.post("/posts", token["authorization"]).status_code == 401


def written(agent, app):
    """What did the app write?"""
    token = agent.call("/tokens", {"system": "postly", "user": "mira.sol@example.com"})
    assert app.post("/posts", token["authorization"]).status_code == 201
    newest = agent.call("/requests")["requests"][0]
    assert [change["table"] for change in newest["changes"]][0] == "post"


def late(agent, app):
    """Is there a spinner while an answer is late?"""
    agent.call("/faults", {"match": {"path": "/api/posts"}, "fault": {"delay": "40ms"}})
    assert app.get("/posts").elapsed.total_seconds() >= 0.04


def flagged(agent, app):
    """Turn a feature on that the backend does not have yet."""
    agent.call("/stubs", {"match": {"path": "/api/flags"}, "response": {"json": {"new": True}}})
    assert app.get("/flags").json() == {"new": True}


def tomorrow(agent, app):
    """What does the app do when its token ends while it runs?"""
    order = {"system": "postly", "user": "mira.sol@example.com", "expiresIn": "1h"}
    token = agent.call("/tokens", order)
    assert app.post("/posts", token["authorization"]).status_code == 201
    agent.call("/clock/advance", {"by": "2h"})
    assert app.post("/posts", token["authorization"]).status_code == 401


def compared(agent, app):
    """What is different after the test?"""
    agent.call("/snapshots", {"name": "start"})
    assert app.get("/posts/69886d862f3621d9bb000000").ok
    changes = agent.call("/snapshots/start/diff")
    assert [table["table"] for table in changes["tables"]] == ["post"]


def renamed(agent, app):
    """Show a person with a very long name."""
    person = agent.call("/data/people")["items"][0]
    agent.call("/data/people", {"name": "X" * 90}, method="PATCH", more=f"/{person['id']}")
    shown = agent.call("/data/people")["items"]
    assert "X" * 90 in json.dumps(shown)


def restarted(agent, app):
    """Begin the test again."""
    total = app.get("/posts").json()["pagination"]["total"]
    token = agent.call("/tokens", {"system": "postly", "user": "mira.sol@example.com"})
    app.post("/posts", token["authorization"])
    agent.call("/reset", {})
    assert app.get("/posts").json()["pagination"]["total"] == total


def quiet(agent, app):
    """Show that the app sends nothing before the user has agreed."""
    agent.call("/requests/verify", {"never": True})
    app.get("/posts")
    assert agent.call("/requests")["requests"][0]["route"] == "GET /api/posts"


class App:
    def __init__(self, base: str):
        self.base = base

    def get(self, path: str) -> requests.Response:
        return requests.get(self.base + path, timeout=60)

    def post(self, path: str, authorization: str) -> requests.Response:
        post = {"title": "By the app", "content": "A text."}
        headers = {"Authorization": authorization}
        return requests.post(self.base + path, json=post, headers=headers, timeout=60)


TASKS = [
    retries, expired, written, late, flagged, tomorrow, compared, renamed, restarted, quiet,
]  # fmt: skip


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_a_task_needs_at_most_four_calls_by_the_page_alone(shared_server, task):
    agent = Agent(page(shared_server), task.__name__)
    task(agent, App(agent.base_urls["postly"]))
    assert agent.calls <= 4
