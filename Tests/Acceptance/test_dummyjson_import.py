"""Records of one's own: imported into a data file, or served from a directory."""

from __future__ import annotations

import json

import pytest

from dummyjson import Client, bearer, compact, person, post, records, write_records

KINDS = ["posts", "users", "comments", "todos", "quotes", "products", "recipes", "carts"]


@pytest.fixture
def folder(tmp_path):
    return write_records(tmp_path / "shop")


def import_into(cli, folder, data):
    done = cli("import", "dummyjson", folder, "--data", data)
    assert done.returncode == 0, done.stderr
    return done


def assert_serves(app: Client, sets: dict[str, list[dict]], upstream: bool):
    """Each answer is the text of the file's records, byte for byte."""
    for kind in KINDS:
        texts = [compact(record) for record in sets[kind]]
        if not upstream:
            texts = [
                text.replace("https://cdn.dummyjson.com/", app.base + "/cdn/").replace(
                    "https://dummyjson.com/", app.base + "/"
                )
                for text in texts
            ]
        page = (
            f'{{"{kind}":[{",".join(texts)}],"total":{len(texts)},"skip":0,"limit":{len(texts)}}}'
        )
        assert app.call("GET", f"/{kind}").content.decode() == page
        for record, text in zip(sets[kind], texts):
            assert app.call("GET", f"/{kind}/{record['id']}").content.decode() == text
        assert app.get(f"/{kind}/{len(texts) + 50}", 404)


# MARK: What is imported is served


@pytest.mark.parametrize("links", ["upstream", "local"])
@pytest.mark.parametrize("way", ["file", "directory"])
def test_imported_records_are_answered_byte_for_byte(start, cli, tmp_path, folder, way, links):
    if way == "file":
        data = tmp_path / "shop.sqlite"
        done = import_into(cli, folder, data)
        assert "3 posts" in done.stdout + done.stderr and "2 users" in done.stdout + done.stderr
        server = start("--data", data, "--dummyjson-links", links)
    else:
        server = start("--dummyjson-data", folder, "--dummyjson-links", links)
    app = Client(server)
    assert_serves(app, records(), links == "upstream")
    account = app.log_in({"username": "user2", "password": "user2pass"})
    assert app.get("/auth/me", headers=bearer(account["accessToken"]))["firstName"] == "Zoë"
    assert app.get("/posts/search?q=kůň")["total"] == 3
    assert app.get("/posts/tag-list") == ["tide", "two words"]
    assert [tag["slug"] for tag in app.get("/products/categories")] == ["ship-parts"]
    refused = app.call("POST", "/auth/login", json={"username": "emilys", "password": "emilyspass"})
    assert refused.status_code == 400
    assert app.get("/api/posts?limit=1")["posts"], "Postly has its own seed all the same"


def test_the_order_of_the_file_and_ids_with_gaps(start, folder):
    sets = records() | {"posts": [post(7), post(2), post(40)]}
    (folder / "posts.json").write_text(json.dumps(sets["posts"]), encoding="utf-8")
    app = Client(start("--dummyjson-data", folder, "--dummyjson-links", "upstream"))
    assert_serves(app, sets, upstream=True)
    assert app.get("/posts/1", 404) == {"message": "Post with id '1' not found"}
    assert app.send("POST", "/posts/add", {"userId": 1}, 201)["id"] == 4


def test_files_may_be_empty_lists(start, tmp_path):
    folder = write_records(tmp_path / "nothing", {kind: [] for kind in KINDS})
    server = start("--dummyjson-data", folder)
    for app in (Client(server), Client(start("--dummyjson-data", "empty"))):
        for kind in KINDS:
            assert app.get(f"/{kind}") == {kind: [], "total": 0, "skip": 0, "limit": 0}
        assert app.get("/posts/tags") == [] == app.get("/products/category-list")
        assert app.get("/posts/1", 404) == {"message": "Post with id '1' not found"}
        for path in ("/quotes/random", "/todos/random", "/quotes/random/3", "/users/me"):
            assert app.call("GET", path).status_code < 600
        assert app.get("/quotes/random/3") == []
        assert app.get("/test") == {"status": "ok", "method": "GET"}


# MARK: Reset, restart, another import


@pytest.mark.parametrize("writes", ["echo", "keep"])
def test_a_reset_keeps_the_import(start, cli, tmp_path, folder, writes):
    data = tmp_path / "shop.sqlite"
    import_into(cli, folder, data)
    options = ("--data", data, "--dummyjson-links", "upstream", "--dummyjson-writes", writes)
    server = start(*options)
    app = Client(server)
    for _ in range(2):
        app.send("POST", "/posts/add", {"userId": 1, "title": "New"}, 201)
        app.send("DELETE", "/users/2")
        app.reset()
        assert_serves(app, records(), upstream=True)
    server.stop()
    assert_serves(Client(start(*options)), records(), upstream=True)


def test_a_directory_is_what_a_reset_goes_back_to(start, folder):
    server = start(
        "--dummyjson-data", folder, "--dummyjson-links", "upstream", "--dummyjson-writes", "keep"
    )
    app = Client(server)
    app.send("DELETE", "/posts/1")
    assert app.get("/posts")["total"] == 2
    app.reset()
    assert_serves(app, records(), upstream=True)


def test_a_second_import_takes_the_place_of_the_first(start, cli, tmp_path, folder):
    data = tmp_path / "shop.sqlite"
    import_into(cli, folder, data)
    options = ("--data", data, "--dummyjson-links", "upstream", "--dummyjson-writes", "keep")
    server = start(*options)
    Client(server).send("POST", "/posts/add", {"userId": 1, "title": "Written before"}, 201)
    server.stop()
    sets = records() | {"posts": [post(1, title="Other")], "quotes": []}
    import_into(cli, write_records(tmp_path / "other", sets), data)
    server = start(*options)
    assert_serves(Client(server), sets, upstream=True)
    server.stop()
    import_into(cli, folder, data)
    assert_serves(Client(start(*options)), records(), upstream=True)


def test_an_import_leaves_what_postly_holds(start, cli, tmp_path, folder):
    data = tmp_path / "both.sqlite"
    server = start("--data", data)
    app = Client(server)
    account = {"email": "kept@example.com", "name": "Kept", "password": "pw"}
    app.send("POST", "/api/auth/register", account, 201)
    server.stop()
    import_into(cli, folder, data)
    app = Client(start("--data", data))
    login = {"email": account["email"], "password": "pw"}
    assert app.send("POST", "/api/auth/login/email", login)["user"]["name"] == "Kept"
    assert app.get("/posts")["total"] == 3


# MARK: What is refused


def assert_refused(done, *words):
    assert done.returncode == 3, f"{done.returncode}: {done.stderr}"
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr, f"{word!r} is not named in {done.stderr!r}"


def test_what_is_wrong_is_named_by_an_import_and_by_a_start(cli, tmp_path, folder):
    """The rules of records are those of DocumentReaderTests.swift."""

    def refused(path, *words):
        done = cli("import", "dummyjson", path, "--data", tmp_path / "shop.sqlite")
        assert_refused(done, *words)
        assert "--dummyjson-data" not in done.stderr
        assert_refused(cli("serve", "--port", "0", "--dummyjson-data", path), *words)

    (folder / "users.json").write_text(json.dumps([person(1, "a", "A", "B") | {"username": 7}]))
    refused(folder, "users.json", "record 1", "username")
    (folder / "users.json").write_text('[\n{"id":1,\n}')
    refused(folder, "users.json:3:")
    (folder / "users.json").unlink()
    refused(folder, "users.json")
    for path in (tmp_path / "nowhere", folder / "posts.json"):
        refused(path, path.name)


def test_a_refused_import_changes_nothing(start, cli, tmp_path, folder):
    data = tmp_path / "shop.sqlite"
    options = ("--data", data, "--dummyjson-links", "upstream")
    broken = write_records(tmp_path / "broken", records() | {"carts": [{"id": 1}]})

    done = cli("import", "dummyjson", broken, "--data", data)
    assert_refused(done, "carts.json", "record 1", "products")
    server = start(*options)
    assert Client(server).get("/posts?limit=1")["total"] == 251
    server.stop()

    import_into(cli, folder, data)
    (broken / "posts.json").write_text(json.dumps([post(1, title="Never seen")]))
    assert_refused(cli("import", "dummyjson", broken, "--data", data), "carts.json")
    assert_serves(Client(start(*options)), records(), upstream=True)


def test_an_import_needs_the_file_for_itself(start, cli, tmp_path, folder):
    data = tmp_path / "shop.sqlite"
    server = start("--data", data)
    done = cli("import", "dummyjson", folder, "--data", data)
    assert done.returncode == 5, done.stderr
    assert Client(server).get("/posts?limit=1")["total"] == 251


@pytest.mark.parametrize("words", [[], ["shop"], ["--data", "x.sqlite"], ["a", "b", "--data", "x"]])
def test_an_import_that_lacks_words(cli, tmp_path, folder, words):
    done = cli("import", "dummyjson", *words)
    assert done.returncode == 2, done.stderr
    assert not list(tmp_path.glob("x*"))
