"""Two hundred worlds at once, written at random: nothing is ever seen in another one."""

from __future__ import annotations

import random
import time
from calendar import timegm
from collections import Counter


from community import TOPIC, Phoenix
from dummyjson import Client
from rawhttp import json_request, request
from worlds import BASE, DOORS, MIRA_EMAIL, Control

SEED = 20261121
WORLDS = 200
ROUNDS = 5_000
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


def test_nothing_leaks_in_five_thousand_rounds(start):
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
