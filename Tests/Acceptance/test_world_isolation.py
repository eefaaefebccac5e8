"""Two hundred worlds at once, written at random: nothing is ever seen in another one."""

from __future__ import annotations

import random
import time
from calendar import timegm
from collections import Counter

import jwt
import pytest

from community import TOPIC, Person, Phoenix, upgrade
from conftest import MIRA
from dummyjson import Client
from postly import create_post, log_in, register
from rawhttp import json_request, request
from worlds import BASE, DOORS, MIRA_EMAIL, Control

SEED = 20261121
WORLDS = 200
ROUNDS = 10_000
MIRAS_TOKEN = "mira-sol-token-for-trying-the-feed-out-0000"
FEED = "/api/community/posts"


class Tenant:
    """One client in its own world: what it has written there, and what it must see."""

    def __init__(self, control: Control, number: int, source: random.Random):
        self.number = number
        self.source = source
        self.year = 2001 + number % 97
        self.now = f"{self.year}-03-01T00:00:00Z"
        self.world = control.make(
            DOORS[number % len(DOORS)],
            id=f"tenant{number}",
            clock={"mode": "freeze", "now": self.now},
            randomSeed=number,
        )
        self.connection = self.world.connect()
        self.token = control.mint("postly", MIRA_EMAIL, self.world.id)["token"]
        self.phoenix = Phoenix(self.world, MIRAS_TOKEN)
        self.phoenix.join()
        self.events = 0
        self.seconds = 0
        self.serial = 0
        self.begin()

    def begin(self):
        """Where a reset leads back to."""
        self.posts: list[str] = []
        self.likes: Counter[str] = Counter()
        self.comments: Counter[str] = Counter()
        self.views: Counter[str] = Counter()
        self.feed: dict[int, str] = {}
        self.records: dict[int, str] = {}
        self.responses: list[str] = []

    def close(self):
        self.phoenix.close()
        self.connection.close()

    def text(self, what: str) -> str:
        self.serial += 1
        return f"{what} {self.serial} of {self.world.id}"

    # Each of these yields a request and gets its answer, then checks it.

    def round(self):
        """One thing that is written or looked at."""
        choices = [self.publish, self.publish, self.record, self.respond, self.feed_post]
        choices += [self.look_at_the_list, self.look_at_the_feed, self.look_at_records]
        choices += [self.move_the_clock, self.start_again]
        if self.posts:
            choices += [self.like, self.comment, self.view] * 2
        if self.responses:
            choices.append(self.look_at_a_response)
        weights = [0.1 if choice == self.start_again else 1 for choice in choices]
        return self.source.choices(choices, weights)[0]()

    def ours(self, answer, status: int):
        assert answer.status == status, f"{self.world.id}: {answer.status} {answer.body[:300]!r}"
        return answer.json() if answer.body else None

    def publish(self):
        title = self.text("Post")
        value = {"title": title, "content": "x"}
        made = self.ours((yield json_request("POST", "/api/posts", value, self.token)), 201)
        assert made["createdAt"].startswith(f"{self.year}-"), made["createdAt"]
        assert int(made["_id"][:8], 16) == self.unix_time()
        self.posts.append(made["_id"])

    def unix_time(self) -> int:
        return timegm((self.year, 3, 1, 0, 0, 0)) + self.seconds

    def like(self):
        post = self.source.choice(self.posts)
        yield request("POST", f"/api/posts/{post}/like", Authorization=f"Bearer {self.token}")
        self.likes[post] = 1

    def comment(self):
        post = self.source.choice(self.posts)
        value = {"content": self.text("Comment")}
        self.ours(
            (yield json_request("POST", f"/api/posts/{post}/comments", value, self.token)), 201
        )
        self.comments[post] += 1

    def view(self):
        post = self.source.choice(self.posts)
        shown = self.ours((yield request("GET", f"/api/posts/{post}")), 200)
        self.views[post] += 1
        self.check_post(shown)

    def check_post(self, post: dict):
        identifier = post["_id"]
        assert post["title"].endswith(f" of {self.world.id}")
        assert post["likes"] == self.likes[identifier]
        assert post["views"] == self.views[identifier]
        assert len(post["comments"]) == self.comments[identifier]
        for comment in post["comments"]:
            assert comment["content"].endswith(f" of {self.world.id}")

    def look_at_the_list(self):
        """Newest first, as the clock stands or goes on: ours are where no seeded post is."""
        count = len(self.posts) + 1
        path = f"/api/users/{self.world.mira}/posts?page=1&limit={count}"
        shown = self.ours((yield request("GET", path)), 200)
        assert shown["pagination"]["total"] == self.world.miras_posts + len(self.posts)

        def is_ours(post):
            return post["title"].split(" of tenant")[0] != post["title"]

        for post in shown["posts"]:
            if is_ours(post):
                assert post["_id"] in self.posts
                self.check_post(post)

    def feed_post(self):
        text = self.text("Feed")
        made = self.ours((yield json_request("POST", FEED, {"content": text}, MIRAS_TOKEN)), 201)
        made = made["data"]
        assert made["inserted_at"].startswith(f"{self.year}-")
        self.feed[made["id"]] = text
        self.events += 1

    def look_at_the_feed(self):
        path = f"{FEED}?page=1&per_page=50"
        shown = self.ours((yield request("GET", path, Authorization=f"Bearer {MIRAS_TOKEN}")), 200)
        assert shown["meta"]["total_count"] == self.world.feed_posts + len(self.feed)
        for post in shown["data"]:
            if " of tenant" in post["content"]:
                assert self.feed[post["id"]] == post["content"]

    def record(self):
        title = self.text("Record")
        value = {"title": title, "userId": 5}
        made = self.ours((yield json_request("POST", "/posts/add", value)), 201)
        assert made["id"] == 252 + len(self.records), "ids count on by themselves"
        self.records[made["id"]] = title

    def look_at_records(self):
        shown = self.ours((yield request("GET", "/posts?limit=0&skip=251&select=title")), 200)
        assert shown["total"] == 251 + len(self.records)
        assert {post["id"]: post["title"] for post in shown["posts"]} == self.records

    def respond(self):
        value = {"json": {"world": self.world.id, "serial": self.serial}, "method": "GET"}
        self.serial += 1
        made = self.ours((yield json_request("POST", "/c/generate", value)), 200)
        url = made["url"]
        assert ("/w/" in url) == (self.world.door == "prefix"), url
        self.responses.append(url[url.index("/c/") :])

    def look_at_a_response(self):
        shown = self.ours((yield request("GET", self.source.choice(self.responses))), 200)
        assert shown["world"] == self.world.id

    def move_the_clock(self):
        value = {"by": "1h", "world": self.world.id}
        told = self.ours((yield json_request("POST", BASE + "/clock/advance", value)), 200)
        self.seconds += 3600
        assert told["world"] == self.world.id and told["now"].startswith(f"{self.year}-")
        assert told["mode"] == "freeze"

    def start_again(self):
        told = self.ours((yield request("POST", BASE + "/reset")), 200)
        assert told["world"] == self.world.id
        self.begin()

    # MARK: The end

    def check_events(self):
        """Just so many events came, all of this world."""
        got = self.phoenix.beat()
        assert len(got) == self.events, f"{len(got)} events of {self.events}"
        for message in got:
            assert message.topic == TOPIC and message.event == "new_post"
            assert message.payload["content"].endswith(f" of {self.world.id}")


@pytest.mark.timeout(150)
def test_nothing_leaks_in_ten_thousand_rounds(start):
    server = start("--dummyjson-writes", "keep", "--quiet")
    source = random.Random(SEED)
    with Control(server) as control:
        control.default().ask("GET", "/api/posts?page=1&limit=1")
        tenants = [
            Tenant(control, number, random.Random(source.randrange(1 << 30)))
            for number in range(WORLDS)
        ]
        measure(control, tenants)
        started = time.monotonic()
        for _ in range(ROUNDS // WORLDS):
            play(tenants)
        took = time.monotonic() - started
        for tenant in tenants:
            tenant.check_events()
        # Nobody has touched the default world.
        default = control.default()
        posts = default.ask("GET", "/api/posts?page=1&limit=1000").json()["posts"]
        assert not [post for post in posts if " of tenant" in post["title"]]
        assert Client(default).get("/posts?limit=1")["total"] == 251
        feed = default.ask("GET", FEED, Authorization=f"Bearer {MIRAS_TOKEN}").json()
        assert not [post for post in feed["data"] if " of tenant" in post["content"]]
        for tenant in tenants[:20]:
            for path in tenant.responses:
                assert default.ask("GET", path).status == 404
            for identifier in tenant.posts[:2]:
                assert default.ask("GET", f"/api/posts/{identifier}").status == 404
        for tenant in tenants:
            tenant.close()
    print(f"isolation: {ROUNDS} rounds in {WORLDS} worlds, {took:.1f} s")


def measure(control, tenants):
    """What a fresh world holds of Mira, told by one and true for all."""
    world = tenants[0].world
    check = world.ask("GET", "/api/auth/check", Authorization=f"Bearer {tenants[0].token}").json()
    mine = world.ask("GET", f"/api/users/{check['userId']}/posts?page=1&limit=1").json()
    feed = world.ask("GET", FEED, Authorization=f"Bearer {MIRAS_TOKEN}").json()
    for tenant in tenants:
        tenant.world.mira = check["userId"]
        tenant.world.miras_posts = mine["pagination"]["total"]
        tenant.world.feed_posts = feed["meta"]["total_count"]


def play(tenants: list[Tenant]):
    """A round of everybody at once: all send, then all read."""
    rounds = []
    for tenant in tenants:
        action = tenant.round()
        tenant.connection.send(next(action))
        rounds.append((tenant, action))
    for tenant, action in rounds:
        try:
            action.send(tenant.connection.read_answer())
        except StopIteration:
            continue
        raise AssertionError("a round has one request")


# MARK: Tokens


def forged_answers(world, token, path):
    """Status, fields and body, without the time."""
    answer = world.ask("GET", path, Authorization=f"Bearer {token}")
    fields = [field for field in answer.fields if field[0].lower() != "date"]
    return answer.status, fields, answer.body


CHECKS = {
    "postly": "/api/auth/check",
    "dummyjson": "/auth/me",
    "community": "/api/community/me",
}


def tokens_of(control, world) -> dict[str, list[str]]:
    """Tokens of one world by dialect: what its log-ins give, and what is minted."""
    with world.connect() as connection:
        postly = log_in(connection, **MIRA)
    dummyjson = Client(world).log_in()
    ada = Person(world, "Ada")
    return {
        "postly": [postly, control.mint("postly", MIRA_EMAIL, world.id)["token"]],
        "dummyjson": [
            dummyjson["accessToken"],
            dummyjson["refreshToken"],
            control.mint("dummyjson", "emilys", world.id)["token"],
        ],
        "community": [ada.token, control.mint("community", MIRA_EMAIL, world.id)["token"]],
    }


def break_signature(token: str) -> str:
    """The same token with another signature of the same length."""
    head, dot, signature = token.rpartition(".")
    return head + dot + ("A" if signature[0] != "A" else "B") + signature[1:]


@pytest.mark.parametrize("door", DOORS)
def test_a_token_of_another_world_is_as_good_as_a_forged_one(start, door):
    with Control(start()) as control:
        worlds = [control.make(door, clock="2026-05-05T05:05:05Z") for _ in range(2)]
        worlds.append(control.default())
        control.set_clock("default", mode="run", now="2026-05-05T05:05:05Z")
        tokens = [tokens_of(control, world) for world in worlds]
        for mine, world in enumerate(worlds):
            for dialect, path in CHECKS.items():
                for token in tokens[mine][dialect]:
                    own = world.ask("GET", path, Authorization=f"Bearer {token}")
                    assert own.status == 200, f"{dialect}: {own}"
                for other in range(len(worlds)):
                    if other == mine:
                        continue
                    for token in tokens[other][dialect]:
                        strange = forged_answers(world, token, path)
                        forged = forged_answers(world, break_signature(token), path)
                        assert strange == forged, f"{dialect} of {other} in {mine}"
                        assert strange[0] in (401, 422, 500)


def test_a_socket_with_a_token_of_another_world_is_refused(start):
    with Control(start()) as control:
        one, two = control.make("prefix"), control.make("prefix")
        ada = Person(one, "Ada")

        def refused(token):
            with two.connect() as connection:
                connection.send(upgrade(f"/community/websocket?vsn=2.0.0&token={token}"))
                answer = connection.read_answer()
                return answer.status, answer.body

        assert refused(ada.token) == refused(break_signature(ada.token))
        assert refused(ada.token)[0] == 403


def test_a_refresh_token_of_another_world_is_refused(start):
    with Control(start()) as control:
        one, two = Client(control.make()), Client(control.make())
        token = one.log_in()["refreshToken"]
        for client, status in ((one, 200), (two, 403)):
            answer = client.call("POST", "/auth/refresh", json={"refreshToken": token})
            assert answer.status_code == status
        assert answer.json() == {"message": "Invalid refresh token"}


def test_a_fork_has_secrets_of_its_own(start):
    """People are copied; what was given to them in the parent holds there only."""
    with Control(start()) as control:
        parent = control.make()
        signed = control.mint("postly", MIRA_EMAIL, parent.id)["token"]
        ada = Person(parent, "Ada")
        child = control.make(from_=f"world:{parent.id}")
        answer = child.ask("GET", "/api/auth/check", Authorization=f"Bearer {signed}")
        assert answer.status == 422 and answer.json() == {"msg": "Signature verification failed"}
        path = "/api/community/me"
        for token in (ada.token, control.mint("community", ada.email, parent.id)["token"]):
            assert parent.ask("GET", path, Authorization=f"Bearer {token}").status == 200
            strange = forged_answers(child, token, path)
            assert strange == forged_answers(child, break_signature(token), path)
            assert strange[0] == 401
        own = control.mint("community", ada.email, child.id)["token"]
        told = child.ask("GET", path, Authorization=f"Bearer {own}")
        assert told.json()["data"]["id"] == ada.id
        seeded = child.ask("GET", path, Authorization=f"Bearer {MIRAS_TOKEN}")
        assert seeded.status == 200, "what the seed gives is content"


def test_the_secret_of_the_default_world_is_that_of_the_option(start):
    secret = "a secret of these tests that is long enough for HS256"
    with Control(start("--jwt-secret", secret)) as control:
        token = control.mint("postly", MIRA_EMAIL)["token"]
        assert jwt.decode(token, secret, algorithms=["HS256"])["type"] == "access"
        world = control.make()
        with pytest.raises(jwt.InvalidSignatureError):
            jwt.decode(
                control.mint("postly", MIRA_EMAIL, world.id)["token"], secret, algorithms=["HS256"]
            )


def test_rate_limits_are_counted_by_world(start):
    with Control(start("--dummyjson-rate-limit", "--pexels-limit", "3")) as control:
        one, two = control.make(clock={"mode": "freeze"}), control.make(clock={"mode": "freeze"})
        with one.connect() as connection:
            for _ in range(100):
                assert connection.ask("GET", "/test").status == 200
            assert connection.ask("GET", "/test").status == 429
            for _ in range(3):
                assert connection.ask("GET", "/v1/curated", Authorization="key").status == 200
            assert connection.ask("GET", "/v1/curated", Authorization="key").status == 429
        for world in (two, control.default()):
            assert world.ask("GET", "/test").status == 200
            assert world.ask("GET", "/v1/curated", Authorization="key").status == 200


def test_a_like_of_one_world_is_none_in_another(start):
    """The same person, the same post, the same ids: only the world differs."""
    with Control(start()) as control:
        worlds = [control.make(randomSeed=1), control.make(randomSeed=1), control.default()]
        identifier = worlds[0].ask("GET", "/api/posts?page=1&limit=1").json()["posts"][0]["_id"]
        tokens = []
        for world in worlds:
            with world.connect() as connection:
                tokens.append(register(connection, "new@example.com", "pw"))
        before = worlds[0].ask("GET", "/api/posts?page=1&limit=1").json()["posts"][0]["likes"]
        like = f"/api/posts/{identifier}/like"
        worlds[0].ask("POST", like, Authorization=f"Bearer {tokens[0]}")
        for number, world in enumerate(worlds):
            answer = world.ask("GET", like, Authorization=f"Bearer {tokens[number]}")
            assert answer.json() == {"liked": number == 0}
            post = world.ask("GET", "/api/posts?page=1&limit=1").json()["posts"][0]
            assert post["likes"] == before + (number == 0)


def test_pages_in_caches_are_by_world(start):
    """The same path asked in turn: each answer is of its own world."""
    with Control(start()) as control:
        worlds = [control.make(door, from_="empty") for door in DOORS] + [control.default()]
        written = worlds[:-1]
        for number, world in enumerate(written):
            with world.connect() as connection:
                connection.send(
                    json_request(
                        "POST",
                        "/api/auth/register",
                        {"email": "a@example.com", "name": "A", "password": "pw"},
                    )
                )
                token = connection.read_answer().json()["accessToken"]
                create_post(connection, token, f"World {number}")
        path = "/api/posts?page=1&limit=10"
        for _ in range(3):
            for number, world in enumerate(worlds):
                posts = world.ask("GET", path).json()["posts"]
                if world in written:
                    assert [post["title"] for post in posts] == [f"World {number}"]
                else:
                    assert len(posts) == 10
                assert Client(world).get("/posts/1")["id"] == 1
