"""Clients generated from the descriptions, used as the author of an app would use them."""

from __future__ import annotations

import fcntl
import functools
import io
import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from PIL import Image

from conftest import MIRA
from description import is_object, operations
from generated import CONFIGURATION, Package, fetch, generate
from postly import all_posts
from test_openapi_rules import swift_name
from worlds import BASE

DESCRIPTIONS = {"mock_systems": "openapi.json", "mock_control": "openapi-control.json"}
"""test_control.py has that they are the same in YAML, which takes seconds to read."""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder that all processes of a run of tests share."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    place = shared / "generated"
    place.mkdir(exist_ok=True)
    return place


@pytest.fixture(scope="module")
def made(place, shared_server):
    """Makes a package once in a run; gives it, its description, and what the generator said."""

    def generated(name: str) -> str:
        said = place / f"{name}.said"
        with (place / f"{name}.lock").open("w") as lock:
            # The others wait for the one that generates it.
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not said.exists():
                fetch(shared_server, DESCRIPTIONS[name], place)
                url = f"{shared_server.url}{BASE}/{DESCRIPTIONS[name]}"
                said.write_text(
                    generate(place / name, "--url", url, "--config", CONFIGURATION)
                )
        return said.read_text()

    @functools.cache
    def make(name: str):
        said = generated(name)
        document = json.loads((place / DESCRIPTIONS[name]).read_text())
        return Package(place, name), document, said

    return make


@pytest.fixture
def systems(made) -> Package:
    return made("mock_systems")[0]


@pytest.fixture
def control(made) -> Package:
    return made("mock_control")[0]


# MARK: What is generated


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_the_generator_has_nothing_to_say(made, name):
    _, _, said = made(name)
    assert said.strip() == ""


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_every_operation_is_generated(made, name):
    package, document, _ = made(name)
    names = [operation["operationId"] for _, operation, _ in operations(document)]
    assert sorted(map(swift_name, names)) == sorted(map(swift_name, package.operations))
    for module in package.operations.values():
        assert callable(module.sync_detailed) and callable(module.asyncio_detailed)


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_every_object_is_generated(made, name):
    package, document, _ = made(name)
    shapes = document["components"]["schemas"]
    objects = {one for one, schema in shapes.items() if is_object(schema) or "allOf" in schema}
    assert len(objects) > 20
    generated = {swift_name(one) for one in dir(package.models)}
    assert not {one for one in objects if swift_name(one) not in generated}


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_what_is_generated_names_nothing_that_is_not_there(made, place, name):
    made(name)
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "--select=F", "--isolated", name],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout


def test_the_models_of_all_systems_are_generated(systems):
    wanted = "DummyPost DummyUser DummyProduct DummyRecipe DummyNewPost DummyNewCart DummyPosts"
    wanted += " DummyDeletedUser DummyChangedRecipe Post Page FeedPost PexelsPhoto WreelyMember"
    wanted += " WreelyCompany WreelyPost WreelyEvent WreelyBooking GoogleDiscovery"
    assert not {one for one in wanted.split() if not hasattr(systems.models, one)}
    # No `additional_properties: Any` stands in for what is described.
    assert {"id", "title", "reactions"} <= set(systems.models.DummyPost.__annotations__)
    assert systems.models.DummyPost.__annotations__["reactions"] == "DummyReactions"


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_without_settings_only_what_is_not_json_is_left_out(shared_server, tmp_path, name):
    file = fetch(shared_server, DESCRIPTIONS[name], tmp_path)
    # But for the format of a code that nobody reads.
    unformatted = tmp_path / "settings.yaml"
    unformatted.write_text("post_hooks: []\n")
    said = generate(tmp_path / name, "--path", file, "--config", unformatted)
    assert "Endpoint will not be generated" not in said
    assert "Unable to" not in said and "eference" not in said
    left_out = re.findall(r"Unsupported content[ _]type ([^,)\s]*)", said)
    assert left_out and set(left_out) <= {
        "application/yaml",
        "application/vnd.sqlite3",
        "application/x-ndjson",
        "image/png",
        "image/jpeg",
        "image/svg+xml",
        "application/x-x509-ca-cert",
        "application/x-apple-aspen-config",
    }
    assert said.count("WARNING") == len(left_out)


# MARK: Postly


def test_postly(systems, server):
    models = systems.models
    visitor = systems.client(server.url)
    page = systems.list_posts.sync(client=visitor, page=2, limit=3)
    assert isinstance(page, models.Page) and len(page.posts) == 3
    assert page.pagination.page == 2 and page.pagination.total > 100

    person = systems.log_in_with_email.sync(client=visitor, body=models.EmailLogin(**MIRA))
    assert isinstance(person, models.EmailLoginAnswer) and person.user.email == MIRA["email"]
    member = systems.client(server.url, person.access_token)
    draft = models.NewPost(title="Low tide", content="Salt air.", cover_image=None)
    post = systems.create_post.sync(client=member, body=draft)
    assert isinstance(post, models.Post)
    assert (post.slug, post.author.name, post.cover_image) == ("low-tide", "Mira Sol", None)
    comment = systems.create_comment.sync(
        post.field_id, client=member, body=models.NewComment(content="First!")
    )
    assert isinstance(comment, models.Comment)
    shown = systems.show_post.sync(post.field_id, client=visitor)
    assert [one.content for one in shown.comments] == ["First!"]
    with server.connect() as connection:
        assert all_posts(connection)[0]["_id"] == post.field_id


def test_the_refusals_of_postly(systems, server):
    models = systems.models
    visitor = systems.client(server.url)
    wrong = models.EmailLogin(email=MIRA["email"], password="wrong")
    refused = systems.log_in_with_email.sync_detailed(client=visitor, body=wrong)
    assert (refused.status_code, refused.parsed) == (401, models.Error("Invalid credentials"))
    stranger = systems.client(server.url, "no.token.this")
    draft = models.NewPost(title="Low tide", content="Salt air.")
    refused = systems.create_post.sync(client=stranger, body=draft)
    assert isinstance(refused, models.TokenError) and refused.msg
    missing = systems.show_post.sync("0" * 24, client=visitor)
    assert missing == models.Error("Post not found")


# MARK: The other systems


def test_dummyjson(systems, server):
    models = systems.models
    visitor = systems.client(server.url)
    person = models.DummyLogin(username="emilys", password="emilyspass", expires_in_mins=30)
    session = systems.dummy_log_in.sync(client=visitor, body=person)
    assert isinstance(session, models.DummySession) and session.id == 1
    member = systems.client(server.url, session.access_token)
    me = systems.dummy_show_me.sync(client=member)
    assert isinstance(me, models.DummyUser) and me.username == "emilys"
    assert me.company.address.coordinates.lat and me.hair.color and me.bank.iban

    page = systems.dummy_list_posts.sync(client=visitor, limit=2, skip=10)
    assert (page.skip, page.limit, [one.id for one in page.posts]) == (10, 2, [11, 12])
    assert all(isinstance(one, models.DummyPost) for one in page.posts)
    part = systems.dummy_show_post.sync(1, client=visitor, select="title")
    assert isinstance(part, models.DummyPostPart) and not isinstance(part, models.DummyPost)
    products = systems.dummy_list_products.sync(client=visitor, limit=0).products
    assert all(isinstance(one, models.DummyProduct) for one in products) and len(products) > 100
    recipe = systems.dummy_show_recipe.sync(1, client=visitor)
    assert isinstance(recipe, models.DummyRecipe) and recipe.ingredients
    cart = systems.dummy_show_cart.sync(1, client=visitor)
    assert cart.products[0].discounted_total <= cart.products[0].total


def test_the_writes_of_dummyjson(systems, server):
    models = systems.models
    visitor = systems.client(server.url)
    new = models.DummyNewPost(user_id=5, title="My own")
    added = systems.dummy_add_post.sync(client=visitor, body=new)
    assert isinstance(added, models.DummyAddedPost) and added.title == "My own"
    changes = models.DummyPostChanges(title="Another")
    changed = systems.dummy_update_post.sync(1, client=visitor, body=changes)
    assert isinstance(changed, models.DummyChangedPost) and changed.title == "Another"
    lines = [models.DummyNewCartLine(id=3, quantity=2)]
    new = models.DummyNewCart(user_id=1, products=lines)
    cart = systems.dummy_add_cart.sync(client=visitor, body=new)
    assert isinstance(cart, models.DummyChangedCart) and cart.total_quantity == 2
    deleted = systems.dummy_delete_user.sync(2, client=visitor)
    assert isinstance(deleted, models.DummyDeletedUser)
    assert deleted.is_deleted is True and deleted.first_name and deleted.deleted_on
    missing = systems.dummy_show_post.sync(9999, client=visitor)
    assert missing == models.DummyFailure("Post with id '9999' not found")


def test_the_community(systems, server):
    models = systems.models
    body = models.FeedCredentials(**MIRA)
    session = systems.feed_create_token.sync(client=systems.client(server.url), body=body).data
    assert isinstance(session.user, models.FeedPerson) and session.user.joined_at
    member = systems.client(server.url, session.token)
    body = models.FeedPostFields(content="Salt air.")
    post = systems.feed_create_post.sync(client=member, body=body).data
    assert isinstance(post, models.FeedPost) and post.author.id == session.user.id
    feed = systems.feed_list_posts.sync(client=member, per_page=5).data
    assert len(feed) == 5 and feed[0].id == post.id
    refused = systems.feed_list_posts.sync(client=systems.client(server.url, "not-a-token"))
    assert isinstance(refused, models.FeedRefusal)


def test_pexels(systems, server):
    member = systems.client(server.url, "any-key")
    found = systems.pexels_search.sync(client=member, query="sea", per_page=3)
    assert isinstance(found, systems.models.PexelsPhotos) and len(found.photos) == 3
    photo = found.photos[0]
    assert photo.src.tiny.startswith(server.url) and photo.liked is False
    name = photo.src.original.rpartition("/")[2]
    picture = systems.pexels_draw_picture.sync(photo.id, name, client=member, w=40, h=30)
    assert Image.open(io.BytesIO(picture.payload.read())).format == "JPEG"


def test_wreely(systems, control, server):
    order = control.models.TokenOrder(
        system=control.models.TokenOrderSystem.WREELY, user=MIRA["email"]
    )
    token = control.mint_token.sync(client=control.client(server.url), body=order)
    member = systems.client(server.url, access_token=token.token)
    own = systems.wreely_show_own_member.sync(client=member).user
    assert isinstance(own, systems.models.WreelyMember) and own.email_id == MIRA["email"]
    vendor = own.vendors[0].id
    members = systems.wreely_list_members.sync(vendor, client=member).members
    assert len(members) > 10 and own.id in {one.id for one in members}
    wall = systems.wreely_list_wall.sync(vendor, "per_page=3&page_number=1", client=member)
    assert [type(one) for one in wall.member_walls] == [systems.models.WreelyPost] * 3
    events = systems.wreely_list_events.sync(vendor, "per_page=10", client=member).events
    assert all(isinstance(one, systems.models.WreelyEvent) for one in events) and events
    refused = systems.wreely_show_own_member.sync(client=systems.client(server.url))
    assert refused == systems.models.WreelyRefusal(True, "Access token is missing")
    stranger = systems.client(server.url, access_token="0" * 32)
    refused = systems.wreely_show_own_member.sync_detailed(client=stranger)
    assert refused.status_code == 401 and "Invalid access token" in refused.parsed.message


def test_google(systems, server):
    found = systems.google_discovery.sync(client=systems.client(server.url))
    assert isinstance(found, systems.models.GoogleDiscovery)
    assert found.id_token_signing_alg_values_supported == ["RS256"]
    assert found.jwks_uri == f"{server.url}/oauth2/v3/certs"


# MARK: The control plane


def test_a_world_is_made_reset_and_deleted(systems, control, server):
    models = control.models
    tests = control.client(server.url)
    start = models.FrozenClock(mode="freeze", now=datetime(2026, 1, 1, tzinfo=UTC))
    order = models.WorldOrder(id="mine", clock=start, random_seed="42", ttl=None)
    world = control.create_world.sync(client=tests, body=order)
    assert isinstance(world, models.World) and (world.id, world.ttl) == ("mine", None)
    assert world.clock.mode == models.Mode.FREEZE and world.clock.now.startswith("2026-01-01T00")
    assert [one.id for one in control.list_worlds.sync(client=tests).worlds] == ["default", "mine"]

    own = systems.client(world.base_urls.dummyjson)
    wanted = systems.models.Registration(email="a@example.com", name="A", password="pw")
    token = systems.register.sync(client=own, body=wanted).access_token
    draft = systems.models.NewPost(title="Low tide", content="Salt air.")
    post = systems.create_post.sync(client=systems.client(own._base_url, token), body=draft)
    assert isinstance(post, systems.models.Post)
    assert control.show_world.sync("mine", client=tests).posts == world.posts + 1
    done = control.reset_named_world.sync("mine", client=tests, body=models.NamedResetOrder())
    assert isinstance(done, models.Content) and done.posts == world.posts
    assert control.show_world.sync("mine", client=tests).users == world.users

    assert control.delete_world.sync_detailed("mine", client=tests).status_code == 204
    gone = control.show_world.sync_detailed("mine", client=tests)
    assert gone.status_code == 404 and isinstance(gone.parsed, models.Problem)
    assert gone.parsed.hint and gone.parsed.status == 404


def test_the_clocks_of_worlds(control, server):
    models = control.models
    tests = control.client(server.url)
    frozen = models.NamedFrozenClock(mode="freeze", now=datetime(2026, 1, 1, tzinfo=UTC))
    assert control.set_clock.sync(client=tests, body=frozen).rate == 0
    moved = control.advance_clock.sync(client=tests, body=models.Advance(by="1h"))
    assert isinstance(moved, models.NamedClock) and moved.now == "2026-01-01T01:00:00.000000Z"
    scaled = models.NamedScaledClock(mode="scale", rate=60)
    assert control.set_clock.sync(client=tests, body=scaled).rate == 60
    running = models.NamedRunningClock(mode="run", now="real")
    assert control.set_clock.sync(client=tests, body=running).mode == models.Mode.RUN


def test_contents_as_files(control, server):
    models = control.models
    tests = control.client(server.url)
    saved = control.save_snapshot.sync(client=tests, body=models.SnapshotOrder(name="before"))
    assert isinstance(saved, models.Snapshot) and saved.world == "default"
    answer = control.export_world.sync_detailed(
        client=tests, format_=models.ExportWorldFormat.SQLITE
    )
    assert answer.status_code == 200 and answer.content.startswith(b"SQLite format 3\0")
    file = control.root.types.File(payload=io.BytesIO(answer.content))
    done = control.import_content.sync(client=tests, body=file)
    assert isinstance(done, models.Content) and done.posts > 100
    seed = control.export_world.sync_detailed(client=tests, format_=models.ExportWorldFormat.SEED)
    assert seed.status_code == 200 and seed.content.startswith(b"{")
    difference = control.compare_snapshot.sync("before", client=tests)
    assert isinstance(difference, models.Difference) and difference.tables == []


def test_the_refusals_of_the_control_plane(control, server):
    models = control.models
    order = models.WorldOrder(id="default")
    refused = control.create_world.sync_detailed(client=control.client(server.url), body=order)
    assert refused.status_code == 409 and isinstance(refused.parsed, models.Problem)
    assert refused.parsed.title and refused.parsed.detail
