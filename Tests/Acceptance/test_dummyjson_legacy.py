"""`--dummyjson-era legacy`: clients that were written at the turn of 2022 to 2023."""

from __future__ import annotations

import dataclasses
import io
import time

import jwt
import pytest
from PIL import Image

from conftest import Starter
from dummyjson import SECRET, Client, bearer, write_records

pytestmark = pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")

JEANNE = {"username": "kminchelle", "password": "0lelplR"}
COUNTS = {
    "posts": 150,
    "users": 100,
    "comments": 340,
    "todos": 150,
    "quotes": 100,
    "products": 100,
    "carts": 20,
}
MEMBERS = {
    "posts": "id title body userId tags reactions",
    "users": "id firstName lastName maidenName age gender email phone username password birthDate "
    "image bloodGroup height weight eyeColor hair domain ip address macAddress university bank "
    "company ein ssn userAgent",
    "comments": "id body postId user",
    "todos": "id todo completed userId",
    "quotes": "id quote author",
    "products": "id title description price discountPercentage rating stock brand category "
    "thumbnail images",
    "carts": "id products total discountedTotal userId totalProducts totalQuantity",
}


@pytest.fixture(scope="module")
def server(binary, tmp_path_factory):
    starter = Starter(binary, tmp_path_factory.mktemp("legacy"))
    yield starter("--dummyjson-era", "legacy")
    starter.stop_all()


@pytest.fixture
def app(server):
    return Client(server)


# MARK: The models of a client


def decoded(model, value):
    """An instance of `model`, as strict as a generated decoder: wrong or absent types fail."""
    members = {}
    for field in dataclasses.fields(model):
        assert field.name in value, f"{field.name} is absent in {value}"
        got = value[field.name]
        wanted = {"int": int, "str": str, "list[str]": list}[field.type]
        assert type(got) is wanted, f"{field.name} is {got!r} in {value}"
        if wanted is list:
            assert all(type(element) is str for element in got)
        members[field.name] = got
    return model(**members)


@dataclasses.dataclass
class Post:
    id: int
    title: str
    body: str
    userId: int
    tags: list[str]
    reactions: int


@dataclasses.dataclass
class User:
    id: int
    firstName: str
    lastName: str
    username: str
    image: str


def test_a_reader_of_2023(app):
    posts = [decoded(Post, value) for value in app.get("/posts")["posts"]]
    assert len(posts) == 30 and all(post.reactions >= 0 for post in posts)
    page = app.get("/posts?limit=150")
    posts = [decoded(Post, value) for value in page["posts"]]
    assert page["total"] == page["limit"] == len(posts) == 150 and page["skip"] == 0
    users = [decoded(User, value) for value in app.get("/users?limit=100")["users"]]
    assert len(users) == 100
    known = {user.id: user for user in users}
    for post in posts:
        author = decoded(User, app.get(f"/users/{post.userId}"))
        assert author == known[post.userId]
    for user in users[:10]:
        answer = app.call("GET", user.image.removeprefix(app.base))
        picture = Image.open(io.BytesIO(answer.content))
        assert answer.status_code == 200 and min(picture.size) > 0


def test_pictures_of_people_come_from_this_server(app, start):
    """An app works offline; who wants the old addresses asks for them."""
    for user in app.get("/users?limit=100")["users"]:
        assert user["image"].startswith(app.base + "/"), user["image"]
    old = Client(start("--dummyjson-era", "legacy", "--dummyjson-links", "upstream"))
    assert old.get("/users/15")["image"] == "https://robohash.org/kminchelle.png"


@pytest.mark.parametrize("kind", COUNTS)
def test_counts_and_members(app, kind):
    records = []
    while len(records) < COUNTS[kind]:
        page = app.get(f"/{kind}?limit=100&skip={len(records)}")
        assert page["total"] == COUNTS[kind] and page["posts" if kind == "posts" else kind]
        records += page[kind]
    assert [record["id"] for record in records] == list(range(1, COUNTS[kind] + 1))
    for record in records:
        assert list(record) == MEMBERS[kind].split()
    assert app.get(f"/{kind}/{COUNTS[kind]}") == records[-1]
    assert app.get(f"/{kind}/{COUNTS[kind] + 1}", 404)


def test_records_hang_together(app):
    users = {user["id"]: user for user in app.get("/users?limit=100")["users"]}
    posts = {post["id"] for post in app.get("/posts?limit=150")["posts"]}
    products = {product["id"]: product for product in app.get("/products?limit=100")["products"]}
    for comment in app.get("/comments?limit=340")["comments"]:
        assert list(comment["user"]) == ["id", "username"]
        assert comment["user"]["username"] == users[comment["user"]["id"]]["username"]
        assert comment["postId"] in posts
    for todo in app.get("/todos?limit=150")["todos"]:
        assert todo["userId"] in users
    assert len({user["username"] for user in users.values()}) == 100
    for cart in app.get("/carts")["carts"]:
        assert cart["userId"] in users
        for line in cart["products"]:
            assert list(line) == [
                "id",
                "title",
                "price",
                "quantity",
                "total",
                "discountPercentage",
                "discountedPrice",
            ]
            assert line["title"] == products[line["id"]]["title"]
        assert cart["totalProducts"] == len(cart["products"])
        assert cart["totalQuantity"] == sum(line["quantity"] for line in cart["products"])
        assert cart["total"] == pytest.approx(sum(line["total"] for line in cart["products"]))


def test_a_user_as_he_was(app):
    user = app.get("/users/15")
    assert user["firstName"] == "Jeanne" and user["lastName"] == "Halvorson"
    assert user["email"] == "kminchelle@qq.com" and user["password"] == "0lelplR"
    place = ["address", "city", "coordinates", "postalCode", "state"]
    assert list(user["address"]) == place
    assert list(user["company"]) == ["address", "department", "name", "title"]
    assert list(user["company"]["address"]) == place
    assert list(user["hair"]) == ["color", "type"]


# MARK: Logging in


def test_jeanne_logs_in(app):
    answer = app.call("POST", "/auth/login", json=JEANNE)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    account = answer.json()
    names = ["id", "username", "email", "firstName", "lastName", "gender", "image", "token"]
    assert list(account) == [*names, "accessToken"]
    assert account["id"] == 15 and account["email"] == "kminchelle@qq.com"
    assert account["accessToken"] == account["token"]
    claims = jwt.decode(account["token"], SECRET, algorithms=["HS256"])
    assert list(claims) == [*names[:-1], "iat", "exp"]
    assert claims["exp"] - claims["iat"] == 3600
    for header in (bearer(account["token"]), {"Authorization": account["token"]}):
        page = app.get("/auth/posts?limit=3", headers=header)
        assert page["total"] == 150 and len(page["posts"]) == 3
    assert app.get("/auth/products/1", headers=bearer(account["token"]))["id"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"username": "kminchelle"},
        {"username": "kminchelle", "password": "nope"},
        {"username": "nobody", "password": "0lelplR"},
        {"username": 5, "password": 5},
    ],
)
def test_logins_that_are_refused(app, body):
    assert app.send("POST", "/auth/login", body, 400) == {"message": "Invalid credentials"}


@pytest.mark.parametrize("minutes, seconds", [("abc", 3600), (1, 60), (1440, 86400), ("30", 1800)])
def test_lifetimes(app, minutes, seconds):
    token = app.log_in(JEANNE, expiresInMins=minutes)["token"]
    claims = jwt.decode(token, SECRET, algorithms=["HS256"])
    assert claims["exp"] - claims["iat"] == seconds


def test_a_lifetime_over_a_day(app):
    refused = app.send("POST", "/auth/login", {**JEANNE, "expiresInMins": 1441}, 500)
    assert refused == {"message": "maximum token expire time can be 1440 minutes"}


def test_tokens_that_are_refused(app):
    assert app.get("/auth/posts", 403) == {"message": "Authentication Problem"}
    malformed = {"name": "JsonWebTokenError", "message": "Invalid/Expired Token!"}
    claims = {"id": 15, "username": "kminchelle", "iat": 1, "exp": 100}
    wrong = jwt.encode({**claims, "exp": int(time.time()) + 60}, "another", algorithm="HS256")
    assert app.get("/auth/posts", 401, headers=bearer("abc")) == malformed
    for token, message in (("a.b.c", "invalid token"), (wrong, "invalid signature")):
        assert app.get("/auth/posts", 500, headers=bearer(token)) == {"message": message}
    old = jwt.encode(claims, SECRET, algorithm="HS256")
    refused = app.get("/auth/posts", 401, headers=bearer(old))
    assert list(refused.items()) == [
        ("name", "TokenExpiredError"),
        ("message", "Token Expired!"),
        ("expiredAt", "1970-01-01T00:01:40.000Z"),
    ]


# MARK: Words and rules of the time


def test_options(app):
    assert app.get("/posts?limit=abc", 400) == {"message": "Invalid limit"}
    assert app.get("/posts?skip=abc", 400) == {"message": "Invalid skip limit"}
    assert app.get("/posts?limit=0") == {"posts": [], "total": 150, "skip": 0, "limit": 0}
    page = app.get("/users?limit=5&skip=10&select=firstName,age")
    assert page["skip"] == 10 and page["limit"] == 5
    assert [list(user) for user in page["users"]] == [["id", "firstName", "age"]] * 5
    order = [post["id"] for post in app.get("/posts?limit=150&sortBy=id&order=desc")["posts"]]
    assert order == list(range(1, 151)), "there was no sorting"
    assert app.get("/posts?delay=9999&limit=1")["limit"] == 1, "there was no delay"


def test_searching(app):
    assert app.get("/posts/search")["total"] == 0, "nobody has written undefined"
    page = app.get("/posts/search?q=the&limit=150")
    assert page["total"] > 0
    for post in page["posts"]:
        assert "the" in post["body"].lower()
    assert app.get("/users/search?q=Jeanne")["users"][0]["id"] == 15
    assert app.get("/users/filter?key=username&value=kminchelle")["total"] == 1


def test_adds_are_answered_200(app):
    made = app.send("POST", "/posts/add", {"title": "Old", "userId": 5}, 200)
    assert made == {"id": 151, "title": "Old", "userId": 5}
    assert app.send("POST", "/users/add", {"firstName": "A"}, 200)["id"] == 101
    assert app.send("PUT", "/posts/1", {"title": "x"})["title"] == "x"
    gone = app.send("DELETE", "/posts/1")
    assert gone["isDeleted"] is True and type(gone["reactions"]) is int


@pytest.mark.parametrize(
    "path", ["/nope", "/posts/1/nope", "/recipes", "/recipes/1", "/post", "/post/1", "/user"]
)
def test_what_was_not_there(start, path):
    """Alone, so that unknown paths are not Postly's."""
    app = Client(start("--dummyjson-era", "legacy", "--dialects", "dummyjson"))
    answer = app.call("GET", path)
    assert (answer.status_code, answer.text) == (404, "not found!")


def test_any_origin_may_read(app):
    for headers in ({}, {"Origin": "http://localhost:3000"}):
        answer = app.call("GET", "/posts/1", headers=headers)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers


def test_the_era_of_imported_records(start, tmp_path):
    folder = write_records(tmp_path / "shop")
    app = Client(start("--dummyjson-era", "legacy", "--dummyjson-data", folder))
    posts = [decoded(Post, value) for value in app.get("/posts")["posts"]]
    assert [post.reactions for post in posts] == [11, 22, 33]
    users = [decoded(User, value) for value in app.get("/users")["users"]]
    assert [user.username for user in users] == ["user1", "user2"]


def test_keeping_writes_in_the_old_shapes(start):
    app = Client(start("--dummyjson-era", "legacy", "--dummyjson-writes", "keep"))
    made = app.send("POST", "/posts/add", {"title": "Kept", "userId": 15})
    post = decoded(Post, app.get(f"/posts/{made['id']}"))
    assert post == Post(151, "Kept", "", 15, [], 0)
    new = {"firstName": "A", "lastName": "B", "username": "ab", "password": "cd", "image": ""}
    app.send("POST", "/users/add", new)
    assert app.log_in({"username": "ab", "password": "cd"})["id"] == 101
    assert decoded(User, app.get("/users/101")).username == "ab"
    app.reset()
    assert app.get("/posts?limit=1")["total"] == 150 and app.get("/users/101", 404)


def test_the_rate_limit_of_the_time(start):
    app = Client(start("--dummyjson-era", "legacy", "--dummyjson-rate-limit"))
    answer = app.call("GET", "/posts/1")
    assert answer.headers["X-RateLimit-Limit"] == "120"
    assert answer.headers["X-RateLimit-Remaining"] == "119"
