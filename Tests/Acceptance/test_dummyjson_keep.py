"""`--dummyjson-writes keep`: what is written is there, until a reset."""

from __future__ import annotations

import random
import threading

import pytest

from dummyjson import COUNTS, EMILY, Client, bearer
from rawhttp import json_request, request

KEEP = ("--dummyjson-writes", "keep")
SEED = 20260718


@pytest.fixture
def app(start):
    """A client of a server that keeps what is written."""
    return Client(start(*KEEP))


def snapshot(app: Client) -> dict:
    """Everything that the lists hold."""
    return {kind: app.call("GET", f"/{kind}?limit=0").text for kind in [*COUNTS, "quotes"]}


# MARK: One resource after the other


def test_a_post_from_add_to_delete(app):
    sent = {"title": "Low water", "userId": 5, "tags": ["quite-new"]}
    made = app.call("POST", "/posts/add", json={**sent, "extra": 1})
    assert made.status_code == 201
    assert made.text == '{"id":252,"title":"Low water","userId":5,"tags":["quite-new"]}'
    kept = app.get("/posts/252")
    assert kept["title"] == "Low water" and kept["userId"] == 5
    assert kept["body"] == "" and kept["tags"] == ["quite-new"]
    assert kept["reactions"] == {"likes": 0, "dislikes": 0} and kept["views"] == 0
    assert set(kept) == {"id", "title", "body", "tags", "reactions", "views", "userId"}

    assert app.get("/posts?limit=1")["total"] == 252
    assert app.get("/posts?skip=251")["posts"] == [kept]
    assert kept in app.get("/users/5/posts?limit=0")["posts"]
    assert app.get("/posts/tag/quite-new")["posts"] == [kept]
    assert "quite-new" in app.get("/posts/tag-list")
    assert app.get("/posts?sortBy=id&order=desc&limit=1")["posts"] == [kept]

    changed = app.send("PUT", "/posts/252", {"body": "The Xylophone sank.", "title": ""})
    assert list(changed) == ["id", "title", "body", "userId", "tags", "reactions"]
    assert changed["title"] == "Low water" and changed["body"] == "The Xylophone sank."
    kept = {**kept, "body": "The Xylophone sank."}
    assert app.get("/posts/252") == kept
    assert app.get("/posts/search?q=xylophone SANK")["posts"] == [kept]
    app.send("PATCH", "/posts/1", {"id": 252, "reactions": {"likes": 7, "dislikes": 1}})
    kept = {**kept, "reactions": {"likes": 7, "dislikes": 1}}
    assert app.get("/posts/252") == kept

    gone = app.send("DELETE", "/posts/252")
    assert list(gone)[-2:] == ["isDeleted", "deletedOn"]
    assert {name: gone[name] for name in kept} == kept
    assert app.get("/posts/252", 404) == {"message": "Post with id '252' not found"}
    assert app.send("DELETE", "/posts/252", status=404)
    assert app.send("PUT", "/posts/252", {"title": "x"}, 404)
    assert app.get("/posts?limit=1")["total"] == 251
    assert "quite-new" not in app.get("/posts/tag-list")
    assert app.get("/posts/search?q=xylophone sank")["total"] == 0
    assert app.send("POST", "/posts/add", sent, 201)["id"] == 253, "an id is not given twice"


def test_what_a_form_sends_is_found_by_number(app):
    form = {"userId": "5", "title": "From a form", "tags[]": ["a", "b"]}
    made = app.call("POST", "/posts/add", data=form)
    assert made.json() == {"id": 252, "title": "From a form", "userId": "5", "tags": ["a", "b"]}
    kept = app.get("/posts/252")
    assert kept["userId"] == 5 and kept in app.get("/users/5/posts?limit=0")["posts"]
    app.call("PUT", "/posts/252", files={"userId": (None, "6"), "body": (None, "Parts")})
    assert app.get("/posts/252") == {**kept, "userId": 6, "body": "Parts"}
    assert app.get("/posts/252") in app.get("/users/6/posts?limit=0")["posts"]


def test_links_that_are_kept_follow_the_name_that_the_client_uses(start):
    def read(path):
        with server.connect() as connection:
            data = request("GET", path).replace(b"Host: localhost", b"Host: other.test")
            connection.send(data)
            return connection.read_answer().body.decode()

    server = start(*KEEP)
    app = Client(server)
    app.send("PUT", "/users/1", {"age": 5})
    app.send("PUT", "/products/1", {"title": "x"})
    app.send("PATCH", "/recipes/1", {"name": "x"})
    app.send("PUT", "/carts/1", {"merge": True, "products": [{"id": 5}]})
    for path in ("/users/1", "/products/1", "/recipes/1", "/carts/1"):
        text = read(path)
        assert '"http://other.test/' in text, path
        assert app.base not in text and "dummyjson.com/" not in text, path


def test_answers_to_writes_are_those_of_echo(start):
    """Byte for byte, as long as both have the same records."""
    calls = [
        ("POST", "/posts/add", {"userId": "5", "title": None, "tags": {"b": 1, "2": 2}}),
        ("POST", "/comments/add", {"body": "nice", "postId": "3", "userId": 5}),
        ("POST", "/todos/add", {"userId": 5, "todo": "x"}),
        ("POST", "/users/add", {"firstName": "Noor", "hair": {"color": "Red"}, "x": 1}),
        ("POST", "/products/add", {"title": "Rope", "extra": 1}),
        ("POST", "/recipes/add", {"name": "Broth"}),
        ("POST", "/carts/add", {"userId": 5, "products": [{"id": 3, "quantity": 4}, {"id": 2}]}),
        ("PUT", "/posts/3", {"title": "New"}),
        ("PATCH", "/comments/3", {"body": "New"}),
        ("PUT", "/todos/3", {"completed": True}),
        ("PATCH", "/users/7", {"lastName": "New", "address": {"city": "Lisport"}}),
        ("PUT", "/products/3", {"price": 5.5}),
        ("PATCH", "/recipes/3", {"servings": 9}),
        ("PUT", "/carts/3", {"products": [{"id": 1, "quantity": 2}], "merge": True}),
        ("POST", "/posts/add", {}),
        ("POST", "/posts/add", {"userId": 9999}),
        ("POST", "/comments/add", {"body": ""}),
        ("PUT", "/products/3", {"id": 3}),
        ("PUT", "/users/7", {"hair": None}),
    ]
    echo, keep = Client(start()), Client(start(*KEEP))
    for method, path, body in calls:
        answers = [app.call(method, path, json=body) for app in (echo, keep)]
        one, other = (
            (a.status_code, a.text.replace(app.base, "")) for a, app in zip(answers, (echo, keep))
        )
        assert one == other, f"{method} {path}"


def test_a_comment_follows_its_post(app):
    body = {"body": "Kept.", "postId": 3, "userId": 5}
    made = app.send("POST", "/comments/add", body, 201)
    assert made["id"] == 341 and "likes" not in made
    kept = app.get("/comments/341")
    assert kept["body"] == "Kept." and kept["postId"] == 3 and kept["likes"] == 0
    assert kept["user"] == {"id": 5, "username": "emmaj", "fullName": "Emma Miller"}
    assert kept in app.get("/posts/3/comments")["comments"]
    assert kept in app.get("/comments/post/3?limit=0")["comments"]
    app.send("PUT", "/comments/341", {"body": "Moved.", "postId": 4, "userId": 1})
    assert kept["id"] not in [one["id"] for one in app.get("/posts/3/comments")["comments"]]
    moved = app.get("/comments/341")
    assert moved["postId"] == 4 and moved["user"]["username"] == "emilys"
    # One that was sent as a text still belongs to its post.
    app.send("POST", "/comments/add", {**body, "postId": "4"}, 201)
    ids = [one["id"] for one in app.get("/posts/4/comments?limit=0")["comments"]]
    assert {341, 342} <= set(ids)
    app.send("DELETE", "/posts/4")
    assert app.get("/comments/341", 404) and app.get("/comments/342", 404)


def test_a_todo(app):
    assert app.send("POST", "/todos/add", {"userId": 5, "todo": "Row"}, 201)["id"] == 255
    kept = app.get("/todos/255")
    assert kept["todo"] == "Row" and kept["userId"] == 5 and kept["completed"] is False
    assert kept in app.get("/todos/user/5?limit=0")["todos"]
    app.send("PUT", "/todos/255", {"completed": True})
    assert app.get("/todos/255") == {**kept, "completed": True}
    assert app.send("DELETE", "/todos/255")["isDeleted"] is True
    assert app.get("/todos?limit=1")["total"] == 254


def test_a_product_and_its_cart(app):
    new = {"title": "Coil of rope", "price": 12.5, "category": "ship-parts"}
    assert app.send("POST", "/products/add", new, 201)["id"] == 195
    kept = app.get("/products/195")
    assert {name: kept[name] for name in new} == new
    assert "ship-parts" in app.get("/products/category-list")
    assert app.get("/products/category/Ship-Parts")["products"] == [kept]
    assert app.get("/products/search?q=coil OF rope")["total"] == 1
    app.send("PATCH", "/products/195", {"price": 2.5, "discountPercentage": 10})

    lines = {"userId": 5, "products": [{"id": 195, "quantity": 4}]}
    made = app.send("POST", "/carts/add", lines, 201)
    assert made["id"] == 209 and made["total"] == 10 and made["discountedTotal"] == 9
    cart = app.get("/carts/209")
    assert cart["products"][0]["title"] == "Coil of rope" and cart["totalQuantity"] == 4
    assert cart in app.get("/carts/user/5")["carts"]
    assert cart in app.get("/users/5/carts")["carts"]
    more = {"merge": True, "products": [{"id": 1, "quantity": 1}]}
    assert app.send("PUT", "/carts/209", more)["totalProducts"] == 2
    cart = app.get("/carts/209")
    assert [line["id"] for line in cart["products"]] == [195, 1] and cart["totalQuantity"] == 5
    assert app.send("PATCH", "/carts/209", {})["products"] == []
    assert app.get("/carts/209")["total"] == 0
    app.send("DELETE", "/carts/209")
    assert app.get("/carts?limit=1")["total"] == 208
    app.send("DELETE", "/products/195")
    assert app.get("/products/category/ship-parts")["total"] == 0


def test_a_recipe(app):
    new = {"name": "Kelp broth", "tags": ["Kelp"], "mealType": ["Midnight"], "userId": 5}
    assert app.send("POST", "/recipes/add", new, 200)["id"] == 51
    kept = app.get("/recipes/51")
    assert {name: kept[name] for name in new} == new
    assert "Kelp" in app.get("/recipes/tags")
    assert (
        app.get("/recipes/tag/kelp")["total"]
        == app.get("/recipes/meal-type/midnight")["total"]
        == 1
    )
    app.send("PUT", "/recipes/51", {"name": "Salt broth", "id": "51"})
    assert app.get("/recipes/search?q=salt broth")["recipes"][0]["id"] == 51
    app.send("DELETE", "/recipes/51")
    assert app.get("/recipes?limit=1")["total"] == 50


# MARK: People


def test_an_added_user_logs_in(app):
    new = {
        "firstName": "Noor",
        "lastName": "Oquist",
        "username": "tidewatch",
        "password": "high water",
        "email": "noor.oquist@x.dummyjson.com",
        "gender": "female",
        "age": 31,
        "hair": {"color": "Teal"},
    }
    made = app.send("POST", "/users/add", new, 201)
    assert made["id"] == 209
    assert app.get("/users/209") == made
    assert app.get("/users/search?q=oquis")["users"] == [made]
    assert app.get("/users/filter?key=hair.color&value=Teal")["users"] == [made]
    account = app.log_in({"username": "TideWatch", "password": "high water"})
    assert account["id"] == 209 and account["firstName"] == "Noor"
    headers = bearer(account["accessToken"])
    assert app.get("/auth/me", headers=headers) == made

    app.send("POST", "/posts/add", {"userId": 209, "title": "First"}, 201)
    assert app.get("/users/209/posts")["total"] == 1
    app.send("PUT", "/users/209", {"password": "low water", "age": 32})
    assert app.get("/auth/me", headers=headers) == {**made, "password": "low water", "age": 32}
    for password, status in (("high water", 400), ("low water", 200)):
        login = {"username": "tidewatch", "password": password}
        app.send("POST", "/auth/login", login, status)

    app.send("DELETE", "/users/209")
    gone = app.call("GET", "/auth/me", headers=headers)
    assert (gone.status_code, gone.json()) == (400, {"message": "Invalid access token"})
    assert app.send("POST", "/auth/login", {"username": "tidewatch", "password": "low water"}, 400)
    refused = app.send("POST", "/auth/refresh", {"refreshToken": account["refreshToken"]}, 403)
    assert refused == {"message": "Refresh token expired"}
    assert app.send("POST", "/users/add", {}, 201)["id"] == 210


def test_a_renamed_user(app):
    token = app.log_in()["accessToken"]
    app.send("PATCH", "/users/1", {"username": "emily", "firstName": "Em"})
    assert app.send("POST", "/auth/login", EMILY, 400) == {"message": "Invalid credentials"}
    assert app.log_in({"username": "emily", "password": "emilyspass"})["firstName"] == "Em"
    assert app.get("/auth/me", 400, headers=bearer(token)) == {"message": "Invalid access token"}


def test_what_belonged_to_a_deleted_user_goes_too(app):
    posts = app.all("posts")
    comments = app.all("comments")
    user = max(range(1, 209), key=lambda one: sum(post["userId"] == one for post in posts))
    app.send("POST", "/comments/add", {"body": "x", "postId": posts[0]["id"], "userId": user}, 201)
    comments = app.all("comments")
    mine = {post["id"] for post in posts if post["userId"] == user}
    assert mine
    todos, carts = app.all("todos"), app.all("carts")

    app.send("DELETE", f"/users/{user}")
    for path in ("posts", "todos", "carts"):
        assert app.get(f"/users/{user}/{path}", 404) == {
            "message": f"User with id '{user}' not found"
        }
    for post in mine:
        assert app.get(f"/posts/{post}", 404)
        assert app.get(f"/posts/{post}/comments", 404)

    def left(records):
        return [record for record in records if record["userId"] != user]

    assert app.all("posts") == left(posts)
    assert app.all("todos") == left(todos)
    assert app.all("carts") == left(carts)
    assert app.all("comments") == [
        one for one in comments if one["user"]["id"] != user and one["postId"] not in mine
    ]
    assert app.get("/users?limit=1")["total"] == 207


def test_the_comments_of_a_deleted_post_go_too(app):
    comments = app.all("comments")
    post = comments[0]["postId"]
    app.send("DELETE", f"/posts/{post}")
    assert app.all("comments") == [one for one in comments if one["postId"] != post]


# MARK: Everything together


def test_a_post_store_against_a_plain_model(app):
    source = random.Random(SEED)
    model = {post["id"]: post for post in app.all("posts")}
    highest = max(model)
    for step in range(150):
        choice = source.random()
        known = source.choice(list(model))
        if choice < 0.4:
            highest += 1
            new = {"title": f"Step {step}", "body": f"Word{step} of the day", "userId": 7}
            assert app.send("POST", "/posts/add", new, 201)["id"] == highest
            model[highest] = {
                "id": highest,
                "title": new["title"],
                "body": new["body"],
                "tags": [],
                "reactions": {"likes": 0, "dislikes": 0},
                "views": 0,
                "userId": 7,
            }
        elif choice < 0.7:
            change = {source.choice(["title", "body"]): f"Changed {step}"}
            app.send(source.choice(["PUT", "PATCH"]), f"/posts/{known}", change)
            model[known] = {**model[known], **change}
        elif choice < 0.9:
            app.send("DELETE", f"/posts/{known}")
            del model[known]
        else:
            app.send("DELETE", f"/posts/{highest + 1}", status=404)
        assert app.get(f"/posts/{known}", 200 if known in model else 404) == model.get(
            known, {"message": f"Post with id '{known}' not found"}
        )
        if step % 10 == 0:
            assert app.all("posts") == list(model.values())
            found = [post for post in model.values() if "changed" in post["body"].lower()]
            assert app.get("/posts/search?q=changed&limit=0")["posts"] == found
    assert app.all("posts") == list(model.values())
    for post in model.values():
        assert list(app.get(f"/posts/{post['id']}")) == list(post)


def test_a_refused_write_changes_nothing(app):
    before = snapshot(app)
    for method, path, body in [
        ("POST", "/posts/add", {"title": "x", "userId": 999}),
        ("POST", "/posts/add", {"title": "x"}),
        ("POST", "/comments/add", {"body": "x", "postId": 999, "userId": 1}),
        ("POST", "/carts/add", {"userId": 1, "products": []}),
        ("POST", "/carts/add", {"userId": 1, "products": [None]}),
        ("PUT", "/posts/999", {"title": "x"}),
        ("PUT", "/todos/3", {"id": 3, "todo": "x"}),
        ("PUT", "/users/7", {"firstName": "x", "hair": None}),
        ("PATCH", "/carts/3", {"products": "x"}),
        ("DELETE", "/posts/abc", None),
    ]:
        assert app.call(method, path, json=body).status_code >= 400, f"{method} {path}"
    assert snapshot(app) == before
    assert app.send("POST", "/posts/add", {"userId": 1}, 201)["id"] == 252


def test_an_answer_that_was_remembered_is_not_given_after_a_write(app):
    """Neither by the server's caches nor by a client's ETag."""
    for path in ("/posts?limit=2", "/posts/1", "/posts/search?q=a&limit=1", "/posts/tag-list"):
        app.call("GET", path)
    tag = app.call("GET", "/posts?limit=2").headers["ETag"]
    assert app.call("GET", "/posts?limit=2", headers={"If-None-Match": tag}).status_code == 304
    app.send("PUT", "/posts/1", {"title": "Another title", "tags": ["another-tag"]})
    fresh = app.call("GET", "/posts?limit=2", headers={"If-None-Match": tag})
    assert fresh.status_code == 200 and fresh.json()["posts"][0]["title"] == "Another title"
    assert app.get("/posts/1")["title"] == "Another title"
    assert app.get("/posts/tag-list")[0] == "another-tag"


def test_the_same_through_the_mirror_with_a_token(app):
    headers = bearer(app.log_in()["accessToken"])
    made = app.send("POST", "/auth/posts/add", {"userId": 1, "title": "Mine"}, 201, headers=headers)
    assert app.get(f"/posts/{made['id']}")["title"] == "Mine"
    app.send("DELETE", f"/auth/posts/{made['id']}", headers=headers)
    assert app.get(f"/posts/{made['id']}", 404)


def test_many_clients_add_at_once(start):
    server = start(*KEEP, "--quiet")
    made, lock = [], threading.Lock()

    def add(name):
        client = Client(server)
        for number in range(40):
            body = {"userId": 1, "title": f"{name} {number}"}
            identifier = client.send("POST", "/posts/add", body, 201)["id"]
            with lock:
                made.append((identifier, body["title"]))

    threads = [threading.Thread(target=add, args=(name,)) for name in "abcde"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(identifier for identifier, _ in made) == list(range(252, 452))
    stored = {post["id"]: post["title"] for post in Client(server).all("posts")[251:]}
    assert stored == dict(made)


# MARK: Reset, restart, crash


def test_a_reset_brings_the_seed_back(app):
    before = snapshot(app)
    for _ in range(2):
        app.send("POST", "/posts/add", {"userId": 1}, 201)
        app.send("POST", "/users/add", {"username": "guest", "password": "guest"}, 201)
        app.send("PUT", "/products/1", {"title": "x"})
        app.send("DELETE", "/users/1")
        assert snapshot(app) != before
        app.reset()
        assert snapshot(app) == before
        assert app.send("POST", "/posts/add", {"userId": 1}, 201)["id"] == 252
        app.reset()
    assert app.log_in()["id"] == 1


def test_echo_keeps_nothing(start, tmp_path):
    for options in ((), ("--data", tmp_path / "echo.sqlite")):
        app = Client(start(*options))
        before = snapshot(app)
        app.send("POST", "/posts/add", {"userId": 1}, 201)
        app.send("POST", "/users/add", {"username": "guest", "password": "guest"}, 201)
        app.send("PUT", "/users/1", {"password": "x"})
        app.send("DELETE", "/users/2")
        assert snapshot(app) == before
        assert app.log_in()["id"] == 1


def test_without_a_file_a_restart_forgets(start):
    server = start(*KEEP)
    Client(server).send("DELETE", "/posts/1")
    server.stop()
    assert Client(start(*KEEP)).get("/posts/1")["id"] == 1


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_with_a_file_what_was_answered_is_kept(start, tmp_path, end):
    options = (*KEEP, "--data", tmp_path / "kept.sqlite")
    server = start(*options)
    app = Client(server)
    app.send("POST", "/users/add", {"username": "guest", "password": "guestpass"}, 201)
    app.send("PUT", "/posts/2", {"title": "Kept title", "body": "A quokka."})
    app.send("DELETE", "/users/3")
    for number in range(5):
        app.send("POST", "/posts/add", {"userId": 209, "title": f"Kept {number}"}, 201)
    app.send("DELETE", "/posts/256")
    before = snapshot(app)
    getattr(server, end)()

    app = Client(start(*options))
    old, new = server.url, app.base
    assert {kind: text.replace(old, new) for kind, text in before.items()} == snapshot(app)
    assert app.log_in({"username": "guest", "password": "guestpass"})["id"] == 209
    assert app.get("/posts/search?q=quokka")["posts"][0]["id"] == 2
    assert app.get("/users/3", 404)
    assert app.send("POST", "/posts/add", {"userId": 1}, 201)["id"] == 257, "256 was there once"
    app.reset()
    assert app.get("/posts?limit=1")["total"] == 251 and app.get("/users/3")["id"] == 3


def test_nothing_that_was_told_is_lost_when_it_is_killed(start, tmp_path):
    """Adds without pause on one connection, with the end in the middle."""
    options = (*KEEP, "--data", tmp_path / "killed.sqlite", "--quiet")
    told = {}
    for round in range(3):
        server = start(*options)
        app = Client(server)
        stored = {post["id"]: post["title"] for post in app.all("posts")[251:]}
        assert told.items() <= stored.items(), "an acknowledged post is lost"
        # What was sent and not answered may have happened.
        assert len(stored) - len(told) <= 60
        told = stored
        with server.connect() as connection:
            titles = [f"{round}.{number}" for number in range(120)]
            for title in titles:
                body = {"userId": 1, "title": title}
                connection.send(json_request("POST", "/posts/add", body))
            for title in titles[:60]:
                answer = connection.read_answer()
                assert answer.status == 201
                told[answer.json()["id"]] = title
            server.kill()
    app = Client(start(*options))
    stored = {post["id"]: post["title"] for post in app.all("posts")[251:]}
    assert told.items() <= stored.items()
    ids = list(stored)
    assert ids == sorted(set(ids))


def test_a_write_that_waited_is_kept_as_well(start, tmp_path):
    options = (*KEEP, "--data", tmp_path / "late.sqlite")
    server = start(*options)
    app = Client(server)
    assert (
        app.send("POST", "/posts/add?delay=150", {"userId": 1, "title": "Late"}, 201)["id"] == 252
    )
    assert app.send("DELETE", "/posts/1?delay=50")["isDeleted"] is True
    server.kill()
    app = Client(start(*options))
    assert app.get("/posts/252")["title"] == "Late" and app.get("/posts/1", 404)


def test_a_file_written_with_keep_and_served_with_echo(start, tmp_path):
    """What was kept stays; new writes are answered and forgotten."""
    data = tmp_path / "kept.sqlite"
    server = start(*KEEP, "--data", data)
    Client(server).send("POST", "/posts/add", {"userId": 1, "title": "Kept"}, 201)
    server.stop()
    server = start("--data", data)
    app = Client(server)
    assert app.get("/posts/252")["title"] == "Kept"
    app.send("DELETE", "/posts/252")
    assert app.send("POST", "/posts/add", {"userId": 1}, 201)["id"] == 253
    server.stop()
    assert Client(start(*KEEP, "--data", data)).get("/posts")["total"] == 252


def test_pipelined_writes_and_reads_see_each_other(start):
    server = start(*KEEP)
    with server.connect() as connection:
        for number in range(252, 282):
            body = {"userId": 1, "title": f"T{number}"}
            connection.send(json_request("POST", "/posts/add", body))
            connection.send(request("GET", f"/posts/{number}"))
        for number in range(252, 282):
            assert connection.read_answer().json()["id"] == number
            assert connection.read_answer().json()["title"] == f"T{number}"
