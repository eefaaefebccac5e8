"""Records of one's own: imported into a data file, or served from a directory."""

from __future__ import annotations

import json

import pytest

from dummyjson import (
    Client,
    bearer,
    comment,
    compact,
    person,
    post,
    product,
    records,
    write_records,
)

KINDS = ["posts", "users", "comments", "todos", "quotes", "products", "recipes", "carts"]
FROM_ELSEWHERE = r"""
[ { "id" : 1, "title":"caf\u00e9 \/ \ud83d\udc1a", "body":"a\tb\u007f\u2028 Deep Sea", "tags":[ ],
    "reactions":{"likes":1.0,"dislikes":1e2}, "views":-0, "userId":1,
    "10":true, "2":null, "extra":{"b":0.10,"a":[ 1E21, 123456789012345680000, 1e-7 ]} } ]
"""
"""A record as nobody prints it, and below as the original answers it."""
PRINTED = (
    '{"2":null,"10":true,"id":1,"title":"café / 🐚","body":"a\\tb\x7f\u2028 Deep Sea","tags":[],'
    '"reactions":{"likes":1,"dislikes":100},"views":0,"userId":1,'
    '"extra":{"b":0.1,"a":[1e+21,123456789012345680000,1e-7]}}'
)


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


def test_records_are_printed_as_javascript_does(start, folder):
    (folder / "posts.json").write_text(FROM_ELSEWHERE, encoding="utf-8")
    app = Client(start("--dummyjson-data", folder))
    assert app.call("GET", "/posts/1").content.decode() == PRINTED
    page = '{"posts":[' + PRINTED + '],"total":1,"skip":0,"limit":1}'
    assert app.call("GET", "/posts/search?q=deep-SEA").content.decode() == page
    one = app.call("GET", "/posts/1?select=extra,views").content.decode()
    assert one == '{"id":1,"extra":{"b":0.1,"a":[1e+21,123456789012345680000,1e-7]},"views":0}'


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


def test_the_standard_records_by_name(start):
    app = Client(start("--dummyjson-data", "standard"))
    assert app.get("/posts?limit=1")["total"] == 251


def test_a_byte_order_mark_is_read_over(start, folder):
    text = (folder / "posts.json").read_bytes()
    (folder / "posts.json").write_bytes(b"\xef\xbb\xbf" + text)
    assert Client(start("--dummyjson-data", folder)).get("/posts")["total"] == 3


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


BROKEN = {
    "a missing member": ("posts", [post(1), {"id": 2, "body": "x"}], 2, "title"),
    "null": ("posts", [post(1), post(2, title=None)], 2, "title"),
    "no member at all": ("users", [{"id": 1}], 1, "firstName"),
    "a number for a text": ("posts", [post(1), post(2), post(3, body=5)], 3, "body"),
    "a text for a number": ("products", [product(1, price="10")], 1, "price"),
    "a fraction": ("posts", [post(1, views=1.5)], 1, "views"),
    "a text for an array": ("posts", [post(1, tags="tide")], 1, "tags"),
    "a number in an array": ("posts", [post(1, tags=["tide", 5])], 1, "tags"),
    "a part of the wrong type": (
        "posts",
        [post(1), post(2, reactions={"likes": "1", "dislikes": 0})],
        2,
        "reactions",
    ),
    "a missing part": ("posts", [post(1, reactions={"likes": 1})], 1, "dislikes"),
    "an id given twice": ("posts", [post(1), post(2), post(1)], 3, "id"),
    "an id in words": ("posts", [post(1), post(2, id="2")], 2, "id"),
    "an id of zero": ("quotes", [{"id": 0, "quote": "a", "author": "b"}], 1, "id"),
    "no object": ("todos", [5], 1, ""),
    "a user who is a list": ("comments", [comment(1), comment(2, user=[])], 2, "user"),
    "a word for true": (
        "todos",
        [{"id": 1, "todo": "a", "completed": "yes", "userId": 1}],
        1,
        "completed",
    ),
    "a cart of nothing": ("carts", [{"id": 1, "products": {}}], 1, "products"),
    "a person without a name": (
        "users",
        [person(1, "a", "A", "B") | {"username": 7}],
        1,
        "username",
    ),
}


def assert_refused(done, *words):
    assert done.returncode == 3, f"{done.returncode}: {done.stderr}"
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr, f"{word!r} is not named in {done.stderr!r}"


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.replace(" ", "-"))
def test_a_broken_record_is_named(cli, tmp_path, folder, case):
    kind, content, number, member = BROKEN[case]
    (folder / f"{kind}.json").write_text(json.dumps(content), encoding="utf-8")
    data = tmp_path / "shop.sqlite"
    for done in (
        cli("import", "dummyjson", folder, "--data", data),
        cli("serve", "--port", "0", "--dummyjson-data", folder),
    ):
        assert_refused(done, f"{kind}.json", f"record {number}", member)


@pytest.mark.parametrize(
    "text, place",
    [
        ("", ""),
        ("{}", ""),
        ('{"posts":[]}', ""),
        ("null", ""),
        ("[", ":1:"),
        ('[\n{"id":1,\n}', ":3:"),
        ("[]x", ":1:3"),
        ("[1]", "record 1"),
        ('["\xff"]'.encode("latin-1"), ":1:"),
    ],
    ids=lambda value: ascii(value)[:14],
)
def test_a_broken_file_is_named(cli, tmp_path, folder, text, place):
    raw = text if isinstance(text, bytes) else text.encode()
    (folder / "recipes.json").write_bytes(raw)
    data = tmp_path / "shop.sqlite"
    words = ["recipes.json" + place] if place.startswith(":") else ["recipes.json", place]
    assert_refused(cli("import", "dummyjson", folder, "--data", data), *words)
    assert_refused(cli("serve", "--port", "0", "--dummyjson-data", folder), *words)


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_file_is_named(cli, tmp_path, folder, kind):
    (folder / f"{kind}.json").unlink()
    data = tmp_path / "shop.sqlite"
    assert_refused(cli("import", "dummyjson", folder, "--data", data), f"{kind}.json")
    assert_refused(cli("serve", "--port", "0", "--dummyjson-data", folder), f"{kind}.json")


def test_a_directory_that_is_none(cli, tmp_path, folder):
    data = tmp_path / "shop.sqlite"
    for path in (tmp_path / "nowhere", folder / "posts.json"):
        assert_refused(cli("import", "dummyjson", path, "--data", data), path.name)
        assert_refused(cli("serve", "--port", "0", "--dummyjson-data", path), path.name)


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


def test_the_hint_of_an_import_speaks_of_the_import(cli, tmp_path, folder):
    (folder / "posts.json").unlink()
    done = cli("import", "dummyjson", folder, "--data", tmp_path / "shop.sqlite")
    assert "--dummyjson-data" not in done.stderr, done.stderr
