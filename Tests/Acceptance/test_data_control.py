"""The records of a world: looked at and changed by the control plane, seen by the systems at once."""

from __future__ import annotations

import sqlite3
from urllib.parse import quote, urlencode

import pytest

from community import Person
from postly import all_posts, log_in
from worlds import MIRA_EMAIL, Control, World

HOSTILE = "<script>alert(1)</script> ' OR 1=1; -- \\ %_\u202e \U0001f469\u200d\U0001f680"
MANY = 20_000


@pytest.fixture(scope="module")
def control(shared_server):
    with Control(shared_server) as control:
        yield control


class Data:
    """The records of one world."""

    def __init__(self, control: Control, world: World):
        self.control = control
        self.world = world

    def path(self, *parts, **query) -> str:
        place = "/".join(["/data", *(quote(str(part), safe="") for part in parts)])
        return f"{place}?{urlencode({'world': self.world.id, **query})}"

    def collections(self) -> dict[str, dict]:
        return {one["name"]: one for one in self.control.get(self.path())["collections"]}

    def page(self, name: str, **query) -> dict:
        return self.control.get(self.path(name, **query))

    def all(self, name: str, **query) -> list[dict]:
        """All records, page by page."""
        items = []
        page = self.page(name, **query)
        while True:
            items += page["items"]
            if page["next"] is None:
                return items
            page = self.page(name, **query, after=page["next"])

    def one(self, name: str, id, status: int = 200):
        """A record; of another status, nothing."""
        answer = self.control.ask("GET", self.path(name, id))
        assert answer.status == status, answer
        return answer.json() if status == 200 else None

    def add(self, collection: str, /, **members) -> dict:
        # A busy disk may need minutes for the first write to a file with many rows.
        return self.control.send("POST", self.path(collection), members, 201, within=300)

    def edit(self, collection: str, id, /, **members) -> dict:
        return self.control.send("PATCH", self.path(collection, id), members)

    def delete(self, name: str, id):
        self.control.send("DELETE", self.path(name, id), status=204)

    def refused(self, method: str, path: str, members, status: int, member, *words: str):
        problem = self.control.refuse(method, path, members, status, *words)
        assert problem.get("member") == member, problem


@pytest.fixture
def data(control):
    world = control.make()
    yield Data(control, world)
    control.delete(world.id)


# MARK: Looking


def test_the_collections_of_every_system(data):
    collections = data.collections()
    systems = {one["system"]["name"] for one in collections.values()}
    assert {"postly", "community", "dummyjson", "wreely", "realworld"} <= systems
    assert {"people", "posts", "comments", "likes", "community-posts"} <= set(collections)
    kinds = ["posts", "users", "comments", "todos", "quotes", "products", "recipes", "carts"]
    assert {f"dummyjson-{kind}" for kind in kinds} <= set(collections)
    for name, one in collections.items():
        page = data.page(name, limit=200)
        assert page["total"] == one["count"] and not page["totalIsCut"]
        assert len(page["items"]) == min(one["count"], 200)
        shown = [
            field["name"] for field in one["fields"] if field["type"] not in ("secret", "json")
        ]
        for item in page["items"][:3]:
            assert list(item) == shown, name
            whole = data.one(name, item["id"])
            assert whole["id"] == item["id"]
    people = collections["people"]
    assert [one["system"] for one in people["signIn"]] == [
        "postly",
        "community",
        "realworld",
        "google",
    ]


def test_search(data):
    assert [one["email"] for one in data.all("people", search="MIRA.SOL")] == [MIRA_EMAIL]
    added = data.add(
        "posts", title="100% _plain_", content="x" * 300 + "Zebrafish", author=MIRA_EMAIL
    )
    for words in ["100%", "_plain_", "zebraFISH", added["id"], added["slug"]]:
        assert [one["id"] for one in data.all("posts", search=words)] == [added["id"]], words
    assert data.page("posts", search="%%%")["items"] == []
    assert data.page("posts", search=HOSTILE)["total"] == 0
    quotes = data.all("dummyjson-quotes", search="LIFE")
    assert quotes and len(quotes) < data.collections()["dummyjson-quotes"]["count"]


# MARK: Changing


def test_a_post_follows_the_rules_and_is_seen_at_once(data):
    world = data.world
    with world.connect() as connection:
        before = all_posts(connection)
        post = data.add("posts", title="A new day", content="word " * 500, author=MIRA_EMAIL)
        assert post["slug"] == "a-new-day" and post["readTime"] == 2
        assert post["status"] == "published" and post["authorName"] == "Mira Sol"
        assert [one["_id"] for one in all_posts(connection)] == [
            post["id"],
            *(one["_id"] for one in before),
        ]
        again = data.add("posts", title="A new day", content="b", author=MIRA_EMAIL)
        assert again["slug"].startswith("a-new-day-")
        changed = data.edit("posts", post["id"], title="An old day", coverImage="/a.png")
        assert changed["slug"] == "an-old-day" and changed["content"] == post["content"]
        shown = connection.ask("GET", f"/api/posts/{post['id']}").json()
        assert shown["title"] == "An old day" and shown["coverImage"] == "/a.png"
        assert data.edit("posts", post["id"], coverImage=None)["coverImage"] is None
        comment = data.add("comments", post=post["id"], author=MIRA_EMAIL, content="Yes")
        data.add("likes", post=post["id"], person=MIRA_EMAIL)
        assert data.edit("comments", comment["id"], content="No")["content"] == "No"
        shown = connection.ask("GET", f"/api/posts/{post['id']}").json()
        assert [one["content"] for one in shown["comments"]] == ["No"] and shown["likes"] == 1
        assert data.one("posts", post["id"])["comments"] == 1
        like = data.all("likes", search=post["id"])[0]
        assert like["id"] == f"{post['id']} {like['person']}"
        data.delete("likes", like["id"])
        data.delete("comments", comment["id"])
        shown = connection.ask("GET", f"/api/posts/{post['id']}").json()
        assert shown["comments"] == [] and shown["likes"] == 0
        data.delete("posts", post["id"])
        assert connection.ask("GET", f"/api/posts/{post['id']}").status == 404
    data.refused("DELETE", data.path("posts", post["id"]), None, 404, None, "no such", "post")


def test_a_person_can_log_in_and_leaves_with_all_that_is_theirs(data):
    ada = data.add("people", name="Ada", email="ada@example.com", password="first-secret")
    assert "password" not in ada and ada["member"] is False
    with data.world.connect() as connection:
        token = log_in(connection, "ada@example.com", "first-secret")
        data.edit("people", ada["id"], password="second-secret", name="Ada L.", picture="/a.png")
        assert log_in(connection, "ada@example.com", "second-secret")
        shown = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}").json()
        assert shown["name"] == "Ada L."
        data.add("community-members", person=ada["id"])
        post = data.add("community-posts", author="ada@example.com", content="Mine")
        minted = data.control.mint("community", ada["email"], data.world.id)
        fields = {"Authorization": minted["authorization"]}
        assert connection.ask("GET", "/api/community/posts", **fields).status == 200
        data.delete("people", ada["id"])
        assert connection.ask("GET", "/api/community/posts", **fields).status == 401
        check = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
        assert check.status == 401
    data.one("people", ada["id"], 404)
    data.one("community-posts", post["id"], 404)


def test_the_community_hears_of_changes(data):
    person = Person(data.world)
    with person.listen() as phoenix:
        member = data.all("community-members", sort="-joined")[0]
        post = data.add("community-posts", author=member["person"], content="Hello there")
        assert phoenix.receive().event == "new_post"
        data.edit("community-posts", post["id"], content="Hello again")
        told = phoenix.receive()
        assert told.event == "post_updated" and told.payload["content"] == "Hello again"
        comment = data.add(
            "community-comments", post=post["id"], author=member["person"], content="Hi"
        )
        assert phoenix.receive().payload["comments_count"] == 1
        data.delete("community-comments", comment["id"])
        assert phoenix.receive().payload["comments_count"] == 0
        data.delete("community-posts", post["id"])
        assert phoenix.receive().event == "post_deleted"


def test_documents_stay_as_they_are_but_for_what_is_sent(data):
    old = data.one("dummyjson-products", 1)
    new = data.edit("dummyjson-products", 1, price=5, shelf={"row": [1, None, "é"]}, brand=None)
    assert new["price"] == 5 and new["shelf"] == {"row": [1, None, "é"]} and "brand" not in new
    kept = {name: value for name, value in old.items() if name not in ("price", "brand")}
    assert {**new, **kept} == new and next(iter(new)) == "id"
    assert data.world.ask("GET", "/products/1").json()["shelf"] == {"row": [1, None, "é"]}
    added = data.add("dummyjson-quotes", quote="Go on.", author="Nobody", source="a book")
    assert added["id"] == data.collections()["dummyjson-quotes"]["count"]
    assert data.world.ask("GET", f"/quotes/{added['id']}").json()["source"] == "a book"
    comments = data.collections()["dummyjson-comments"]["count"]
    data.delete("dummyjson-posts", 1)
    assert data.world.ask("GET", "/posts/1").status == 404
    assert data.collections()["dummyjson-comments"]["count"] < comments


def test_changes_are_in_snapshots_diffs_and_exports_and_in_no_other_world(control, data):
    control.save("before", data.world.id)
    other = Data(control, control.make())
    post = data.add("posts", title="Only here", content=HOSTILE, author=MIRA_EMAIL)
    diff = control.get(f"/snapshots/before/diff?world={data.world.id}")
    assert {"post": [post["id"]]} == {one["table"]: one["keys"]["added"] for one in diff["tables"]}
    assert b"Only here" in control.export(world=data.world.id)
    other.one("posts", post["id"], 404)
    assert data.one("posts", post["id"])["content"] == HOSTILE
    control.restore("before", data.world.id)
    data.one("posts", post["id"], 404)
    control.delete(other.world.id)


# MARK: Many rows


def fill(path):
    """Makes 20,000 posts, comments and people out of those of a data file."""
    with sqlite3.connect(path) as file:
        file.executescript(
            f"""
            CREATE TEMP TABLE n (i INTEGER PRIMARY KEY);
            WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {MANY})
            INSERT INTO n SELECT i FROM c;
            INSERT INTO user (user_id, email, name, created_at)
                SELECT printf('%024x', i), 'person' || i || '@example.com', 'Person ' || i,
                    1700000000000000 + (i * 7919 % 100003) * 1000000 FROM n;
            INSERT INTO post (post_id, author_id, author_name, author_email, title, slug, status,
                    read_time, created_at, updated_at, views)
                SELECT printf('%024x', i), printf('%024x', i % 1000 + 1), 'Person ' || (i % 1000),
                    'person' || (i % 1000) || '@example.com', 'Title ' || (i * 7919 % 100003),
                    'slug-' || i, 'published', 1, 1700000000000000 + i * 1000000,
                    1700000000000000 + i * 1000000, i * 31 % 9973 FROM n;
            INSERT INTO post_content (id, content)
                SELECT id, 'Some words about ' || title || ', ' || hex(randomblob(300))
                FROM post WHERE slug LIKE 'slug-%';
            INSERT INTO comment (comment_id, post, author_id, author_name, content, created_at)
                SELECT printf('%024x', i), (SELECT max(id) FROM post) - i % 1000,
                    printf('%024x', i % 1000 + 1), 'Person ' || (i % 1000), 'Comment ' || i,
                    1700000000000000 + i * 1000000 FROM n;
            UPDATE post SET comments = (SELECT count(*) FROM comment c WHERE c.post = post.id);
            DELETE FROM status_total;
            DELETE FROM author_total;
            INSERT INTO status_total SELECT status, count(*) FROM post GROUP BY status;
            INSERT INTO author_total SELECT author_id, status, count(*) FROM post
                GROUP BY author_id, status;
            """
        )


def test_pages_and_searches_of_20_000_rows(start, tmp_path):
    path = tmp_path / "many.sqlite"
    start("--data", path).stop()
    fill(path)
    server = start("--data", path)
    with Control(server) as control:
        data = Data(control, control.default())
        # The index of the posts' texts is made at the first write.
        data.add(
            "posts", title="Needle in the hay", content="Haystack", author="person1@example.com"
        )

        for name in ["people", "posts", "comments"]:
            assert data.collections()[name]["count"] >= MANY
            for field in data.collections()[name]["fields"]:
                if field["sortable"]:
                    page = data.page(name, sort=field["name"])
                    page = data.page(name, sort=field["name"], after=page["next"])
                    page = data.page(name, sort=field["name"], before="end")
                    page = data.page(name, sort=field["name"], before=page["previous"])
            for words in ["9999", "e", "son 77", "no such words", "Title 4242,"]:
                page = data.page(name, search=words)
                if page["next"]:
                    data.page(name, search=words, after=page["next"])
        assert [one["title"] for one in data.all("posts", search="needle in")] == [
            "Needle in the hay"
        ]
