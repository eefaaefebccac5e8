"""An API of one's own: what the command line does with its file."""

from __future__ import annotations

import json

import pytest
import requests

from rawhttp import DEADLINE

HOST = "jsonplaceholder.typicode.com"


def ask(server, path: str, **options) -> requests.Response:
    return requests.request(options.pop("method", "GET"), server.url + path, timeout=DEADLINE, **options)


def test_jsonplaceholder_is_asked_for_by_its_name_beside_the_other_systems(start):
    server = start("--as", HOST)
    named = {"Host": HOST}
    photo = ask(server, "/photos/1", headers=named).json()
    assert photo["url"].startswith(f"http://{HOST}/pictures/600/")
    picture = ask(server, photo["thumbnailUrl"].removeprefix(f"http://{HOST}"), headers=named)
    assert picture.headers["Content-Type"] == "image/jpeg"
    assert "userId" in ask(server, "/posts/1", headers=named).json()
    assert "reactions" in ask(server, "/posts/1").json(), "without the name it is DummyJSON's"


def test_jsonplaceholder_is_served_alone_in_place_of_a_file(start):
    server = start("--api", "jsonplaceholder", "--api-writes", "kept")
    assert ask(server, "/todos", method="POST", json={"title": "foo"}).json() == {"title": "foo", "id": 201}
    assert ask(server, "/todos/201").json() == {"title": "foo", "id": 201}


def test_a_name_that_no_system_has_is_that_of_the_file(start, tmp_path):
    (tmp_path / "db.json").write_text('{"posts": [{"id": 1}]}')
    server = start(str(tmp_path / "db.json"), "--as", "api.mine.example", "--systems", "dummyjson")
    named = {"Host": "api.mine.example"}
    assert ask(server, "/posts/1", headers=named).json() == {"id": 1}
    assert ask(server, "/quotes/1", headers=named).status_code == 404
    assert ask(server, "/quotes/1").status_code == 200


def test_the_rows_of_a_world_are_written_back_as_a_file(start, cli, tmp_path):
    file = tmp_path / "db.json"
    text = '{"$mockpostly": {"prefix": "/api"}, "$note": 1, "posts": [{"id": 1}], "me": {"name": "Ada"}}'
    file.write_text(text)
    server = start(str(file))
    assert ask(server, "/api/posts", method="POST", json={"title": "New"}).status_code == 201
    done = cli("export", "--api", str(file), "--url", server.url)
    assert done.returncode == 1 and "-o" in done.stderr
    assert file.read_text() == text, "the file is never overwritten unasked"
    done = cli("export", "--api", "-o", str(file), "--url", server.url)
    assert done.returncode == 0, done.stderr
    assert json.loads(file.read_text()) == {
        "$mockpostly": {"prefix": "/api"},
        "$note": 1,
        "posts": [{"id": 1}, {"title": "New", "id": 2}],
        "me": {"name": "Ada"},
    }
    again = start(str(file))
    assert ask(again, "/api/posts/2").json() == {"title": "New", "id": 2}


def test_the_rows_of_a_folder_are_written_back_as_a_folder(start, cli, tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "posts.json").write_text('[{"id": 1}]')
    (folder / "$mockpostly.json").write_text('{"prefix": "/api"}')
    server = start(str(folder))
    assert ask(server, "/api/posts", method="POST", json={"tags": ["a\n  b"]}).status_code == 201
    refused = cli("export", "--api", str(folder), "--url", server.url)
    assert refused.returncode == 1 and "json exists" in refused.stderr
    assert (folder / "posts.json").read_text() == '[{"id": 1}]'
    for written, flags in ((folder, ["-o"]), (tmp_path / "new", [])):
        done = cli("export", "--api", *flags, f"{written}/", "--url", server.url)
        assert done.returncode == 0, done.stderr
        assert sorted(file.name for file in written.iterdir()) == ["$mockpostly.json", "posts.json"]
        assert json.loads((written / "posts.json").read_text()) == [{"id": 1}, {"tags": ["a\n  b"], "id": 2}]
    assert ask(start(str(folder)), "/api/posts/2").json()["tags"] == ["a\n  b"]


def test_rows_are_not_exported_where_no_such_api_is(start, cli, tmp_path):
    server = start()
    done = cli("export", "--api", str(tmp_path / "x.json"), "--url", server.url)
    assert done.returncode == 1 and "api" in done.stderr
    assert not list(tmp_path.glob("x.json"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"$mockpostly": {"color": 1}}', "db.json:1:27: $mockpostly.color: there is no such option"),
        ('{"posts": [{"id": 1}, {"id": "1"}]}', "db.json:1:30: posts: two rows have the id 1"),
        ("[]", "db.json:1:1: expected an object"),
        ("{", "db.json:1:2: "),
        ("hello", "db.json:1:1: expected a value"),
        ('{"posts": [],\n "posts": [{"id": 1}]}', 'db.json:2:11: the key "posts" is there twice, first in line 1'),
        ('{"posts": [\n {"id": 1,\n  "id": 2}]}', 'db.json:3:9: the key "id" is there twice, first in line 2'),
    ],
)
def test_a_wrong_file_ends_the_start_with_its_place(cli, tmp_path, text, words):
    (tmp_path / "db.json").write_text(text)
    done = cli("serve", str(tmp_path / "db.json"), "--port", "0")
    assert done.returncode == 3 and words in done.stderr


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('{"$mockpostly": {"color": 1}}', "`mockpostly serve --help`"),
        ('{"posts": [], "posts": []}', "join the two"),
        ('{"posts": 1}', '{"posts": [{"id": 1}]}'),
    ],
)
def test_the_hint_says_what_to_do_about_a_wrong_file(cli, tmp_path, text, hint):
    (tmp_path / "db.json").write_text(text)
    assert hint in cli("serve", str(tmp_path / "db.json"), "--port", "0").stderr.split("hint: ")[1]


@pytest.mark.parametrize("text", ["", "{}", '{"$schema": "./db.schema.json"}'])
def test_a_file_without_collections_is_served_and_told(start, tmp_path, text):
    (tmp_path / "db.json").write_text(text)
    server = start(str(tmp_path / "db.json"))
    server.wait_for_log("db.json has no collections, so that there are no rows to ask for. Add one, such as")
    assert requests.get(f"{server.url}/posts", timeout=DEADLINE).status_code == 404


def test_rows_are_looked_at_and_changed_as_records(start, tmp_path):
    (tmp_path / "db.json").write_text('{"posts": [{"id": 1, "title": "A"}], "notes": [{"id": 1, "postId": 1}]}')
    server = start(str(tmp_path / "db.json"), "--api-writes", "echoed")
    data = "/__mockpostly/v1/data"
    shown = {one["name"]: one["count"] for one in ask(server, data).json()["collections"]}
    assert shown == {"api-posts": 1, "api-notes": 1}
    added = ask(server, f"{data}/api-posts", method="POST", json={"title": "B"})
    assert added.status_code == 201, added.text
    assert ask(server, "/posts/2").json() == {"title": "B", "id": 2}, "a person's changes are kept"
    edited = ask(server, f"{data}/api-posts/2", method="PATCH", json={"title": "C", "views": 1})
    assert edited.status_code == 200, edited.text
    assert ask(server, "/posts/2").json() == {"title": "C", "id": 2, "views": 1}
    assert ask(server, f"{data}/api-posts/1", method="DELETE").status_code in (200, 204)
    listed = ask(server, f"{data}/api-posts?sort=-title").json()
    assert [item["title"] for item in listed["items"]] == ["C"]
    assert ask(server, "/notes").json() == [], "what belonged to the row goes too"


def test_rows_of_the_file_are_told_as_changed_and_removed(start, tmp_path):
    (tmp_path / "db.json").write_text('{"posts": [{"id": 1}, {"id": 2}], "notes": [{"id": 1, "postId": 1}], "me": {"name": "Ada"}}')
    server = start(str(tmp_path / "db.json"))
    control = "/__mockpostly/v1"

    def written(method: str, path: str, **options) -> list[str]:
        ask(server, path, method=method, **options)
        changes = ask(server, f"{control}/requests?limit=1").json()["requests"][0]["changes"]
        return [f"{change['kind']} {change['key']}" for change in changes]

    def told(path: str) -> dict:
        (table,) = ask(server, control + path).json()["tables"]
        return table["keys"]

    assert written("PATCH", "/posts/2", json={"title": "A"}) == ["changed posts/2"]
    assert written("PATCH", "/me", json={"age": 36}) == ["changed me"]
    assert written("POST", "/posts", json={"title": "B"}) == ["added posts/3"]
    assert ask(server, f"{control}/snapshots", method="POST", json={"name": "kept"}).status_code == 201
    assert written("DELETE", "/posts/1") == ["removed posts/1", "removed notes/1"]
    assert written("POST", "/posts", json={"id": 1}) == ["added posts/1"]
    assert written("DELETE", "/posts/3") == ["removed posts/3"]
    assert written("DELETE", "/posts/1") == ["removed posts/1"]
    assert told("/snapshots/kept/diff") == {"added": [], "changed": [], "removed": ["notes/1", "posts/1", "posts/3"]}
    since = {"added": [], "changed": ["me", "posts/2"], "removed": ["notes/1", "posts/1"]}
    assert told("/changes") == since
    exported = ask(server, f"{control}/export")
    ask(server, f"{control}/reset", method="POST")
    assert ask(server, f"{control}/import", method="POST", data=exported.content).status_code == 200
    assert told("/changes") == since, "rows of an export are told alike"


def test_a_watched_file_comes_into_worlds_that_were_not_written_to(start, tmp_path):
    file = tmp_path / "db.json"
    file.write_text('{"posts": [{"id": 1, "title": "Old"}]}')
    server = start(str(file), "--watch")
    made = ask(server, "/__mockpostly/v1/worlds", method="POST", json={"id": "written"})
    assert made.status_code == 201
    assert ask(server, "/w/written/posts", method="POST", json={"title": "Mine"}).status_code == 201
    assert ask(server, "/posts/1").json()["title"] == "Old"

    file.write_text('{"posts": [{"id": 1, "title": "New, and longer"}]}')
    assert ask(server, "/posts/1").json()["title"] == "New, and longer"
    assert [post["title"] for post in ask(server, "/w/written/posts").json()] == ["Old", "Mine"]
    ask(server, "/__mockpostly/v1/reset", method="POST", json={"world": "written"})
    assert [post["title"] for post in ask(server, "/w/written/posts").json()] == ["New, and longer"]

    file.write_text('{"posts": [{"id": 1},]}')
    assert ask(server, "/posts/1").json()["title"] == "New, and longer"
    server.wait_for_log(r"db\.json:1:22: expected a value; the rows stay as they were")
    server.wait_for_log("the world written was written to and keeps its rows")


def test_a_seed_has_rows_in_place_of_those_of_the_file(start, tmp_path):
    (tmp_path / "db.json").write_text('{"posts": [{"id": 1}, {"id": 2}], "tags": [{"id": 1}], "me": {"name": "Ada"}}')
    seed = tmp_path / "seed.json"
    seed.write_text('{"api": {"posts": [{"id": 7, "title": "Seeded"}, {"id": 8}], "me": {"name": "Bo"}}}')
    server = start(str(tmp_path / "db.json"), "--seed", str(seed))
    assert ask(server, "/db").json() == {
        "posts": [{"id": 7, "title": "Seeded"}, {"id": 8}],
        "tags": [{"id": 1}],
        "me": {"name": "Bo"},
    }
    assert ask(server, "/posts/8", method="DELETE").status_code == 200
    assert ask(server, "/posts", method="POST", json={}).json() == {"id": 8}
    assert ask(server, "/posts/7", method="PATCH", json={"title": "Changed"}).status_code == 200
    # A fork reads all of it from the database again.
    forked = {"id": "forked", "from": "default"}
    assert ask(server, "/__mockpostly/v1/worlds", method="POST", json=forked).status_code == 201
    for prefix in ("", "/w/forked"):
        assert ask(server, f"{prefix}/posts").json() == [{"id": 7, "title": "Changed"}, {"id": 8}]


def test_a_seed_may_be_the_rows_alone(start, tmp_path):
    (tmp_path / "db.json").write_text('{"posts": [{"id": 1}, {"id": 2}], "tags": [{"id": 1}]}')
    other = tmp_path / "db2.json"
    other.write_text('{"posts": [{"id": 7, "title": "Seeded"}]}')
    server = start(str(tmp_path / "db.json"), "--seed", str(other))
    assert ask(server, "/db").json() == {"posts": [{"id": 7, "title": "Seeded"}], "tags": [{"id": 1}]}
    inline = {"id": "inline", "seed": {"tags": []}}
    assert ask(server, "/__mockpostly/v1/worlds", method="POST", json=inline).status_code == 201
    assert ask(server, "/w/inline/db").json() == {"posts": [{"id": 1}, {"id": 2}], "tags": []}
    unknown = {"id": "unknown", "seed": {"posts": [], "nothing": []}}
    assert ask(server, "/__mockpostly/v1/worlds", method="POST", json=unknown).status_code == 400


def test_files_of_forms_are_kept_in_the_language_of_1_0_too(start, tmp_path):
    (tmp_path / "db.json").write_text('{"posts": []}')
    server = start(str(tmp_path / "db.json"), "--api-query", "v1")
    files = {"cover": ("a.txt", b"salt", "text/plain")}
    made = ask(server, "/posts", method="POST", data={"title": "A"}, files=files).json()
    assert made["title"] == "A"
    kept = requests.get(made["cover"], timeout=DEADLINE)
    assert (kept.content, kept.headers["Content-Type"].split(";")[0]) == (b"salt", "text/plain")


def test_hostile_names_and_ids_are_names_and_ids(start, tmp_path):
    many = {f"things{number}": [{"id": 1}] for number in range(10_000)}
    rows = [{"id": "../x"}, {"id": "__proto__"}, {"id": "constructor"}]
    (tmp_path / "db.json").write_text(json.dumps({**many, "posts": rows, "__proto__": [{"id": 1}]}))
    server = start(str(tmp_path / "db.json"))
    assert ask(server, "/things9999/1").json() == {"id": 1}
    assert ask(server, "/posts/..%2Fx").json() == {"id": "../x"}
    assert ask(server, "/posts/__proto__").json() == {"id": "__proto__"}
    assert ask(server, "/__proto__/1").json() == {"id": 1}
    assert ask(server, "/posts/toString").status_code == 404
    answer = ask(server, "/posts?__proto__.x=1&constructor.prototype=2")
    assert answer.json() == rows, "no row has such a member"
    body = '{"__proto__": {"admin": true}, "constructor": 1}'
    made = ask(server, "/posts", method="POST", data=body, headers={"Content-Type": "application/json"})
    assert made.json()["__proto__"] == {"admin": True} and made.json()["constructor"] == 1
    assert "admin" not in ask(server, "/posts/constructor").json()


@pytest.mark.parametrize("given", ['"' + "a" * 1001 + '"', "7" * 1001])
def test_an_id_that_fits_into_no_path_is_refused(start, tmp_path, given):
    (tmp_path / "db.json").write_text('{"posts": []}')
    server = start(str(tmp_path / "db.json"))
    body = {"data": f'{{"id": {given}}}', "headers": {"Content-Type": "application/json"}}
    refused = ask(server, "/posts", method="POST", **body)
    assert (refused.status_code, refused.json()["error"]) == (400, "the id has 1001 bytes; no path has more than 1000")
    assert ask(server, "/posts").json() == []


def test_a_body_of_100_megabytes_is_refused_and_leaves_the_server_be(start, tmp_path):
    (tmp_path / "db.json").write_text('{"posts": []}')
    server = start(str(tmp_path / "db.json"))
    body = b'{"title": "' + b"x" * 100_000_000 + b'"}'
    try:
        assert ask(server, "/posts", method="POST", data=body, json=None).status_code == 413
    except requests.ConnectionError:
        pass  # The connection was closed while the body was sent.
    assert ask(server, "/posts").json() == []
