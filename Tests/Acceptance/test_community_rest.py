"""The feed's REST surface: accounts, membership, posts, likes, comments, pages, refusals."""

from __future__ import annotations

import re

import pytest

from community import API, COMMENT_KEYS, POST_KEYS, Person
from conftest import MIRA
from postly import decode_token, log_in, register
from rawhttp import request

TIME = re.compile(r"20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\dZ")
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
USER_KEYS = ["id", "name", "avatar_url", "email", "joined_community", "joined_at"]
NOT_FOUND = {"errors": {"detail": "Not Found"}}


@pytest.fixture(scope="module")
def ada(shared_server):
    return Person(shared_server, "Ada")


@pytest.fixture(scope="module")
def bob(shared_server):
    return Person(shared_server, "Bob")


@pytest.fixture
def stranger(shared_server):
    return Person(shared_server, "Stranger", joins=False)


def refused(answer, status, errors):
    assert (answer.status_code, answer.json()) == (status, {"errors": errors})
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"


# MARK: Accounts


def test_registering_gives_a_token_and_the_account(stranger):
    assert TOKEN.fullmatch(stranger.token)
    assert list(stranger.user) == USER_KEYS
    assert stranger.user == {
        "id": stranger.id,
        "name": "Stranger",
        "avatar_url": None,
        "email": stranger.email,
        "joined_community": False,
        "joined_at": None,
    }
    assert stranger.send("GET", "/me") == stranger.user


@pytest.mark.parametrize(
    "body, errors",
    [
        (
            {},
            {
                "email": ["can't be blank"],
                "name": ["can't be blank"],
                "password": ["can't be blank"],
            },
        ),
        (
            {"name": " \n", "email": None, "password": 5},
            {
                "email": ["can't be blank"],
                "name": ["can't be blank"],
                "password": ["is invalid"],
            },
        ),
        (
            {"name": "n" * 81, "email": "e" * 161, "password": "p" * 73},
            {
                "email": ["should be at most 160 character(s)"],
                "name": ["should be at most 80 character(s)"],
                "password": ["should be at most 72 character(s)"],
            },
        ),
    ],
)
def test_accounts_that_are_refused(ada, body, errors):
    refused(ada.call("POST", "/register", body, headers={"Authorization": None}), 422, errors)


def test_an_email_is_taken_once(ada):
    body = {"name": "Ada", "email": ada.email, "password": "x"}
    refused(ada.call("POST", "/register", body), 422, {"email": ["has already been taken"]})


def test_names_and_passwords_are_measured_in_characters(ada):
    longest = {
        "name": "🐚" * 80,
        "email": "e" * (160 - len("@example.test")) + "@example.test",
        "password": "ß" * 72,
    }
    made = ada.send("POST", "/register", longest, 201)
    assert made["user"]["name"] == longest["name"]
    login = {"email": longest["email"], "password": longest["password"]}
    assert ada.send("POST", "/tokens", login, 201)["user"]["id"] == made["user"]["id"]


def test_bodies_may_be_wrapped(ada):
    body = {"user": {"email": ada.email, "password": ada.password}, "email": "nobody"}
    assert ada.send("POST", "/tokens", body, 201)["user"]["id"] == ada.id
    post = ada.send("POST", "/posts", {"post": {"content": "Wrapped"}, "content": "flat"}, 201)
    assert post["content"] == "Wrapped"
    post = ada.send("POST", "/posts", {"post": "no object", "content": "flat"}, 201)
    assert post["content"] == "flat"
    comment = {"comment": {"content": "Wrapped"}}
    made = ada.send("POST", f"/posts/{post['id']}/comments", comment, 201)
    assert made["content"] == "Wrapped"


def test_every_login_gives_another_token_and_the_old_ones_stay(ada):
    second = ada.new_token()
    third = ada.new_token()
    assert len({ada.token, second, third}) == 3
    for token in (ada.token, second, third):
        assert TOKEN.fullmatch(token)
        headers = {"Authorization": f"Bearer {token}"}
        assert ada.send("GET", "/me", headers=headers)["id"] == ada.id
    headers = {"Authorization": f"Bearer {second}"}
    ada.send("DELETE", "/tokens/current", status=204, headers=headers)
    refused(ada.call("GET", "/me", headers=headers), 401, {"detail": "Unauthorized"})
    assert ada.send("GET", "/me")["id"] == ada.id


@pytest.mark.parametrize("wrong", [{"password": "wrong"}, {"email": "nobody@example.test"}])
def test_logins_that_are_refused(ada, wrong):
    body = {"email": ada.email, "password": ada.password, **wrong}
    refused(ada.call("POST", "/tokens", body), 401, {"detail": "Invalid email or password"})


def test_a_login_without_fields(ada):
    missing = {"email": ["can't be blank"], "password": ["can't be blank"]}
    refused(ada.call("POST", "/tokens", {}), 422, missing)


def test_an_account_of_postly_logs_in_here(shared_server, ada):
    with shared_server.connect() as connection:
        register(connection, "noor@example.test", "noor-password", "Noor")
    body = {"email": "noor@example.test", "password": "noor-password"}
    made = ada.send("POST", "/tokens", body, 201)
    assert made["user"]["name"] == "Noor"
    assert made["user"]["joined_community"] is False
    headers = {"Authorization": f"Bearer {made['token']}"}
    assert ada.send("POST", "/join", headers=headers)["joined_community"] is True
    assert ada.send("POST", "/posts", {"content": "From Noor"}, 201, headers=headers)["author"] == {
        "id": made["user"]["id"],
        "name": "Noor",
        "avatar_url": None,
    }


def test_an_account_made_here_logs_in_at_postly(shared_server, ada):
    with shared_server.connect() as connection:
        token = log_in(connection, ada.email, ada.password)
        _, claims = decode_token(token)
        assert claims
        check = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
        assert check.status == 200
    # Each API has tokens of its own.
    answer = ada.call("GET", "/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401


def test_the_people_of_the_seed(shared_server, ada):
    made = ada.send("POST", "/tokens", MIRA, 201)
    assert made["user"]["email"] == MIRA["email"]
    assert made["user"]["joined_community"] is True
    seeded = ada.page("/posts?per_page=100&page=1")
    assert seeded["meta"]["total_count"] >= 60
    assert any(post["likes_count"] for post in seeded["data"])
    assert any(post["comments_count"] for post in seeded["data"])


def test_a_minted_token_opens_the_api(shared_server, cli, ada):
    minted = cli("token", "community", "--email", MIRA["email"])
    assert minted.returncode == 0, minted.stderr
    headers = {"Authorization": f"Bearer {minted.stdout.strip()}"}
    assert ada.send("GET", "/me", headers=headers)["email"] == MIRA["email"]


# MARK: Tokens and membership


@pytest.mark.parametrize(
    "field",
    [None, "", "Bearer", "Bearer ", "Basic abc", "Bearer " + "a" * 43, "Bearer a b", "token"],
    ids=str,
)
@pytest.mark.parametrize(
    "method, path",
    [
        ("GET", "/me"),
        ("POST", "/join"),
        ("DELETE", "/join"),
        ("DELETE", "/tokens/current"),
        ("GET", "/posts"),
        ("POST", "/posts"),
        ("GET", "/posts/999999"),
        ("PATCH", "/posts/abc"),
        ("POST", "/posts/1/like"),
        ("DELETE", "/posts/1/comments/1"),
    ],
)
def test_without_a_good_token_nothing_is_told(shared_server, method, path, field):
    fields = {} if field is None else {"Authorization": field}
    with shared_server.connect() as connection:
        answer = connection.ask(method, API + path, b"{", **fields)
    assert (answer.status, answer.json()) == (401, {"errors": {"detail": "Unauthorized"}})
    assert answer.header("WWW-Authenticate") == "Bearer"


def test_joining_and_leaving_are_idempotent(stranger):
    first = stranger.join()
    assert first["joined_community"] is True
    assert TIME.fullmatch(first["joined_at"])
    assert stranger.join() == first
    stranger.leave()
    assert stranger.send("GET", "/me")["joined_at"] is None
    stranger.leave()


@pytest.mark.parametrize(
    "method, path",
    [
        ("GET", "/posts"),
        ("POST", "/posts"),
        ("GET", "/posts/abc"),
        ("GET", "/posts/1"),
        ("PATCH", "/posts/1"),
        ("PUT", "/posts/1"),
        ("DELETE", "/posts/1"),
        ("POST", "/posts/1/like"),
        ("PUT", "/posts/1/like"),
        ("DELETE", "/posts/1/like"),
        ("GET", "/posts/1/comments"),
        ("POST", "/posts/1/comments"),
        ("DELETE", "/posts/1/comments/1"),
    ],
)
def test_the_feed_is_for_those_who_have_joined(stranger, method, path):
    # The body is not looked at yet.
    refused(
        stranger.call(method, path, data="{"),
        403,
        {"detail": "You have not joined the community"},
    )


def test_what_somebody_wrote_stays_when_they_leave(shared_server, ada):
    guest = Person(shared_server, "Guest")
    post = guest.post("Stays")
    guest.like(post)
    guest.comment(post)
    guest.leave()
    left = ada.send("GET", f"/posts/{post['id']}")
    assert (left["likes_count"], left["comments_count"]) == (1, 1)
    assert left["author"] == guest.author


# MARK: Posts


def test_a_post_from_its_making_to_its_end(ada, bob):
    answer = ada.call("POST", "/posts", {"content": "Hello, ćwierć 🐚", "unknown": 1})
    assert answer.status_code == 201
    post = answer.json()["data"]
    assert list(post) == POST_KEYS
    assert list(post["author"]) == ["id", "name", "avatar_url"]
    assert answer.headers["Location"] == f"{API}/posts/{post['id']}"
    assert TIME.fullmatch(post["inserted_at"])
    assert post == {
        "id": post["id"],
        "content": "Hello, ćwierć 🐚",
        "image_url": None,
        "user_id": ada.id,
        "author": ada.author,
        "likes_count": 0,
        "liked_by_user_ids": [],
        "comments_count": 0,
        "inserted_at": post["inserted_at"],
        "updated_at": post["inserted_at"],
    }
    assert bob.send("GET", f"/posts/{post['id']}") == post
    edited = ada.edit(post, content="Edited")
    assert edited == {**post, "content": "Edited", "updated_at": edited["updated_at"]}
    edited = ada.send("PUT", f"/posts/{post['id']}", {"image_url": "https://x.test/1.png"})
    assert (edited["content"], edited["image_url"]) == ("Edited", "https://x.test/1.png")
    assert ada.edit(post, image_url=None)["image_url"] is None
    ada.delete(post)
    for method in ("GET", "PATCH", "DELETE"):
        refused(ada.call(method, f"/posts/{post['id']}", {}), 404, {"detail": "Not Found"})


@pytest.mark.parametrize(
    "body, status, errors",
    [
        ("", 400, {"detail": "Bad Request"}),
        ("{", 400, {"detail": "Bad Request"}),
        ("[]", 400, {"detail": "Bad Request"}),
        ('"text"', 400, {"detail": "Bad Request"}),
        ("{}", 422, {"content": ["can't be blank"]}),
        ('{"content":null}', 422, {"content": ["can't be blank"]}),
        ('{"content":""}', 422, {"content": ["can't be blank"]}),
        ('{"content":" \\t\\n"}', 422, {"content": ["can't be blank"]}),
        ('{"content":5}', 422, {"content": ["is invalid"]}),
        ('{"content":["a"]}', 422, {"content": ["is invalid"]}),
        ('{"content":"a","image_url":5}', 422, {"image_url": ["is invalid"]}),
        (
            '{"content":5,"image_url":false}',
            422,
            {"content": ["is invalid"], "image_url": ["is invalid"]},
        ),
    ],
)
def test_posts_that_are_refused(ada, body, status, errors):
    headers = {"Content-Type": "application/json"}
    refused(ada.call("POST", "/posts", data=body, headers=headers), status, errors)


def test_a_content_has_at_most_so_many_characters(ada):
    assert len(ada.post("🐚" * 5000)["content"]) == 5000
    too_long = {"content": ["should be at most 5000 character(s)"]}
    refused(ada.call("POST", "/posts", {"content": "a" * 5001}), 422, too_long)
    post = ada.post()
    assert len(ada.comment(post, "ß" * 2000)["content"]) == 2000
    too_long = {"content": ["should be at most 2000 character(s)"]}
    path = f"/posts/{post['id']}/comments"
    refused(ada.call("POST", path, {"content": "a" * 2001}), 422, too_long)


def test_only_the_author_changes_a_post(ada, bob):
    post = ada.post("Mine")
    path = f"/posts/{post['id']}"
    for method in ("PATCH", "PUT", "DELETE"):
        # Ownership comes before the fields.
        refused(bob.call(method, path, {"content": 5}), 403, {"detail": "Forbidden"})
    refused(ada.call("PATCH", path, {"content": 5}), 422, {"content": ["is invalid"]})
    assert ada.send("GET", path) == post


def test_the_order_of_the_checks(ada, bob, stranger):
    post = ada.post("Checked")
    path = f"/posts/{post['id']}"
    refused(
        stranger.call("PATCH", path, data="{"), 403, {"detail": "You have not joined the community"}
    )
    refused(bob.call("PATCH", "/posts/999999", data="{"), 400, {"detail": "Bad Request"})
    refused(bob.call("PATCH", "/posts/999999", {"content": 5}), 404, {"detail": "Not Found"})
    refused(bob.call("PATCH", path, {"content": 5}), 403, {"detail": "Forbidden"})


@pytest.mark.parametrize("id", ["abc", "0", "-1", "1.5", "99999999999999999999999", "1%20"])
def test_ids_that_are_nobodys(ada, id):
    for path in (f"/posts/{id}", f"/posts/{id}/comments"):
        refused(ada.call("GET", path), 404, {"detail": "Not Found"})
    refused(ada.call("POST", f"/posts/{id}/like"), 404, {"detail": "Not Found"})


@pytest.mark.parametrize(
    "method, path",
    [
        ("GET", "/nope"),
        ("PATCH", "/posts"),
        ("GET", "/register"),
        ("PUT", "/join"),
        ("GET", "/posts/1/like"),
        ("GET", ""),
        ("GET", "/"),
    ],
)
def test_what_is_no_route(ada, method, path):
    answer = ada.call(method, path)
    assert (answer.status_code, answer.json()) == (404, NOT_FOUND)


# MARK: Likes


def test_likes(ada, bob):
    post = ada.post("Likeable")
    one = {"id": post["id"], "liked": True, "likes_count": 1, "liked_by_user_ids": [bob.id]}
    none = {"id": post["id"], "liked": False, "likes_count": 0, "liked_by_user_ids": []}
    assert bob.like(post) == one
    assert bob.like(post) == none
    assert bob.like(post, "DELETE") == none
    assert bob.like(post, "PUT") == one
    assert bob.like(post, "PUT") == one
    both = ada.like(post, "PUT")
    assert both == {**one, "likes_count": 2, "liked_by_user_ids": [bob.id, ada.id]}
    # In the order of liking.
    bob.like(post, "DELETE")
    assert bob.like(post)["liked_by_user_ids"] == [ada.id, bob.id]
    seen = ada.send("GET", f"/posts/{post['id']}")
    assert (seen["likes_count"], seen["liked_by_user_ids"]) == (2, [ada.id, bob.id])
    assert seen["updated_at"] == post["updated_at"], "a like is no edit"


# MARK: Comments


def test_comments(ada, bob):
    post = ada.post("Talk")
    comment = bob.comment(post, "Hi")
    assert list(comment) == COMMENT_KEYS
    assert comment == {
        "id": comment["id"],
        "post_id": post["id"],
        "content": "Hi",
        "user_id": bob.id,
        "author": bob.author,
        "inserted_at": comment["inserted_at"],
    }
    mine = ada.comment(post, "Oh")
    later = bob.comment(post, "Later")
    path = f"/posts/{post['id']}/comments"
    assert ada.page(path)["data"] == [comment, mine, later], "oldest first"
    refused(bob.call("DELETE", f"{path}/{mine['id']}"), 403, {"detail": "Forbidden"})
    elsewhere = ada.post("Elsewhere")
    refused(
        bob.call("DELETE", f"/posts/{elsewhere['id']}/comments/{comment['id']}"),
        404,
        {"detail": "Not Found"},
    )
    bob.send("DELETE", f"{path}/{comment['id']}", status=204)
    # The post's author may delete what others wrote under it.
    ada.send("DELETE", f"{path}/{later['id']}", status=204)
    refused(ada.call("DELETE", f"{path}/{later['id']}"), 404, {"detail": "Not Found"})
    assert ada.page(path)["data"] == [mine]
    assert ada.send("GET", f"/posts/{post['id']}")["comments_count"] == 1
    for body in ({}, {"content": " "}):
        refused(ada.call("POST", path, body), 422, {"content": ["can't be blank"]})


# MARK: Pages


@pytest.fixture(scope="module")
def ids(shared_server, ada):
    """The ids of all posts, newest first; 45 at least."""
    for number in range(45):
        ada.post(f"Page filler {number}")
    ids, page = [], 1
    while True:
        got = ada.page(f"/posts?per_page=100&page={page}")
        ids += [post["id"] for post in got["data"]]
        assert got["meta"]["has_more"] == (page < got["meta"]["total_pages"])
        if not got["meta"]["has_more"]:
            return ids
        page += 1


def test_pages_newest_first(ada, ids):
    assert ids == sorted(set(ids), reverse=True)
    first = ada.page("/posts")
    assert [post["id"] for post in first["data"]] == ids[:20]
    assert first["meta"] == {
        "page": 1,
        "per_page": 20,
        "total_count": len(ids),
        "total_pages": -(-len(ids) // 20),
        "has_more": True,
    }
    second = ada.page("/posts?page=2&per_page=7")
    assert [post["id"] for post in second["data"]] == ids[7:14]
    for query in ("per_page=100", "per_page=101", "per_page=99999999999999999999"):
        page = ada.page(f"/posts?{query}")
        assert page["meta"]["per_page"] == 100
        assert len(page["data"]) == min(100, len(ids))


def test_past_the_end_there_is_nothing(ada, ids):
    for number in (1000, 9223372036854775807):
        page = ada.page(f"/posts?page={number}")
        assert page["data"] == []
        assert page["meta"]["total_count"] == len(ids)
        assert page["meta"]["has_more"] is False


def test_before_id_goes_on_where_a_page_ended(ada, ids):
    seen = []
    query = "per_page=8"
    while True:
        page = ada.page(f"/posts?{query}")
        seen += [post["id"] for post in page["data"]]
        remaining = len(ids) - len(seen) + len(page["data"])
        assert page["meta"]["total_count"] == remaining
        if not page["meta"]["has_more"]:
            break
        query = f"per_page=8&before_id={seen[-1]}"
        if len(seen) == 8:
            # What others write in between moves no page.
            new = ada.post("In between")
    assert seen == ids
    ada.delete(new)
    nothing = ada.page(f"/posts?before_id={ids[-1]}")
    assert nothing["data"] == []
    assert nothing["meta"] == {
        "page": 1,
        "per_page": 20,
        "total_count": 0,
        "total_pages": 0,
        "has_more": False,
    }


@pytest.mark.parametrize(
    "query, errors",
    [
        ("page=abc", {"page": ["is invalid"]}),
        ("page=1.5", {"page": ["is invalid"]}),
        ("page=0", {"page": ["must be greater than 0"]}),
        ("per_page=-3", {"per_page": ["must be greater than 0"]}),
        ("per_page=x&page=0", {"page": ["must be greater than 0"], "per_page": ["is invalid"]}),
        ("before_id=x", {"before_id": ["is invalid"]}),
        ("before_id=0", {"before_id": ["must be greater than 0"]}),
    ],
)
def test_pages_that_are_refused(ada, query, errors):
    refused(ada.call("GET", f"/posts?{query}"), 422, errors)


def test_pages_of_comments(ada):
    post = ada.post("Much talk")
    made = [ada.comment(post, f"Comment {number}")["id"] for number in range(25)]
    path = f"/posts/{post['id']}/comments"
    page = ada.page(path)
    assert [comment["id"] for comment in page["data"]] == made[:20]
    assert page["meta"]["has_more"] is True
    page = ada.page(f"{path}?page=2")
    assert [comment["id"] for comment in page["data"]] == made[20:]
    assert page["meta"] == {
        "page": 2,
        "per_page": 20,
        "total_count": 25,
        "total_pages": 2,
        "has_more": False,
    }


# MARK: Other origins


def test_pages_of_other_origins_may_call(shared_server):
    with shared_server.connect() as connection:
        answer = connection.ask(
            "OPTIONS",
            f"{API}/posts",
            Origin="http://app.test",
            Access_Control_Request_Method="PATCH",
            Access_Control_Request_Headers="authorization,content-type",
        )
        assert answer.status in (200, 204)
        assert answer.header("Access-Control-Allow-Origin") in ("*", "http://app.test")
        assert "PATCH" in answer.header("Access-Control-Allow-Methods")
        allowed = answer.header("Access-Control-Allow-Headers").lower()
        assert "authorization" in allowed and "content-type" in allowed
        connection.send(request("GET", f"{API}/me", Origin="http://app.test"))
        answer = connection.read_answer()
        assert answer.status == 401
        assert answer.header("Access-Control-Allow-Origin") in ("*", "http://app.test")
