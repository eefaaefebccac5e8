"""The fixture `world`: addresses, time, tokens, content, copies."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
import requests

from mockpostly import MockPostlyError, Server, World, frozen, scaled

MIRA = "mira.sol@example.com"


def write(world: World, title: str) -> requests.Response:
    post = {"title": title, "content": "Salt and early light."}
    return requests.post(f"{world.postly}/posts", json=post, headers=world.token(MIRA).headers)


def total(world: World) -> int:
    return requests.get(f"{world.postly}/posts").json()["pagination"]["total"]


def test_a_base_url_for_each_system(world: World):
    assert requests.get(f"{world.postly}/posts").json()["posts"]
    assert world.postly_slash == world.postly + "/"
    assert requests.get(f"{world.dummyjson}/posts/1").json()["id"] == 1
    assert world.community == f"{world.url}/api/community"
    assert world.socket_url == f"{world.url}/community".replace("http", "ws", 1)
    assert requests.get(f"{world.pexels}/curated", headers={"Authorization": "key"}).json()[
        "photos"
    ]
    assert world.wreely.startswith(world.url) and world.wreely_beta.startswith(world.url)
    assert world.realworld == world.url + "/realworld/api"
    assert world.wreely_local == world.wreely_beta + "/services"
    assert world.environment()["BASE_URL"] == world.postly_slash


def test_the_name_shows_the_test(world: World):
    assert world.name.startswith("test_the_name_shows_the_test-")


@pytest.mark.parametrize("text", ["a/b c", "ä" * 80, "..", "-"])
def test_any_name_of_a_test_makes_a_name(world: World, text: str):
    assert requests.get(f"{world.postly}/posts").ok


@pytest.mark.mockpostly(scenario="empty-feed")
class TestMarker:
    def test_of_a_class(self, world: World):
        assert total(world) == 0
        person = world.people[0]
        assert person.email == "ada@example.com" and person.password

    @pytest.mark.mockpostly(clock=frozen("2027-01-01T00:00:00Z"), random_seed=7)
    def test_with_one_of_the_test(self, world: World):
        assert world.clock.now == "2027-01-01T00:00:00.000000Z"
        assert total(world) == 0 and world.info["randomSeed"] == 7

    @pytest.mark.mockpostly(from_="seed")
    def test_the_nearest_counts(self, world: World):
        assert total(world) > 100


@pytest.mark.mockpostly(seed={"users": [{"name": "Ada", "email": "ada@example.com"}]})
def test_a_seed_in_the_marker(world: World):
    assert world.info["users"] == 1 and world.records("people")[0]["name"] == "Ada"


@pytest.mark.mockpostly(port=0, settings={"dummyjson-writes": "keep"})
def test_a_port_of_its_own(world: World):
    assert world.port and world.path == ""
    assert world.url.endswith(f":{world.port}")
    assert requests.post(f"{world.url}/posts/add", json={"title": "A", "userId": 1}).ok
    assert requests.get(f"{world.dummyjson}/posts?limit=1").json()["total"] == 252


def test_a_clock(world: World):
    assert world.clock.freeze("2027-01-01").rate == 0
    assert world.clock.advance(90).now == "2027-01-01T00:01:30.000000Z"
    assert world.clock.advance(datetime.timedelta(seconds=-30)).now.startswith(
        "2027-01-01T00:01:00"
    )
    date = datetime.datetime(2028, 1, 1, tzinfo=datetime.timezone.utc)
    assert world.clock.jump(date).now == "2028-01-01T00:00:00.000000Z"
    assert world.clock.scale(60).mode == "scale"
    assert world.clock.jump("2030-01-01").rate == 60
    assert world.clock.run().rate == 1
    with pytest.raises(ValueError, match="time zone"):
        world.clock.freeze(datetime.datetime(2028, 1, 1))
    with pytest.raises(MockPostlyError, match="date"):
        world.clock.freeze("soon")
    with pytest.raises(TypeError, match="number of seconds"):
        world.clock.advance(True)


def test_a_token_ends_after_a_week(world: World):
    headers = world.token(MIRA).headers
    world.clock.advance("8d")
    answer = requests.post(f"{world.postly}/posts", json={}, headers=headers)
    assert (answer.status_code, answer.json()) == (401, {"msg": "Token has expired"})


def test_tokens(world: World):
    assert write(world, "Kept").status_code == 201
    token = world.token("emilys", "dummyjson", kind="access", expires_in="5m")
    assert requests.get(f"{world.dummyjson}/auth/me", headers=token.headers).ok
    assert token.count(".") == 2 and token.info["user"]["email"]
    code = world.token(MIRA, "wreely")
    assert code.query == f"access_token={code}" and code.headers == {}
    forged = world.token(MIRA, fault="signature", claims={"role": "admin"})
    assert (
        requests.post(f"{world.postly}/posts", json={}, headers=forged.headers).status_code == 422
    )
    with pytest.raises(MockPostlyError, match="nobody@example.com"):
        world.token("nobody@example.com")


def test_login_codes(world: World):
    order = {"mobile_number": "9876543210", "country_code": "+91"}
    requests.post(f"{world.wreely}/v2/member/login", json=order).raise_for_status()
    code = world.login_codes()[-1]
    assert (code.system, code.email, code.sent_to) == ("wreely", MIRA, "9876543210")
    assert len(code.code) == 5


def test_snapshots(world: World):
    before = total(world)
    world.save_snapshot("before")
    write(world, "Dropped")
    assert "post" in [change.table for change in world.changes("before") if change.added]
    world.restore_snapshot("before")
    assert total(world) == before and world.snapshots() == ["before"]
    with pytest.raises(MockPostlyError) as refused:
        world.save_snapshot("before")
    assert refused.value.status == 409
    world.save_snapshot("before", overwrite=True)
    write(world, "Dropped too")
    assert world.undo().undone == 1 and total(world) == before
    write(world, "Dropped too")
    number = world.requests(method="POST", path="/api/posts")[-1].number
    assert world.undo(before=number).requests == [number] and total(world) == before
    write(world, "Dropped too")
    world.reset()
    world.reset("postly", "dummyjson", disconnect=True)
    assert total(world) == before
    world.add_fault("status-503")
    world.clock.freeze("2030-01-01T00:00:00Z")
    world.reset(everything=True)
    assert total(world) == before and world.faults() == []
    assert not world.clock.now.startswith("2030") and len(world.requests()) == 1
    world.delete_snapshot("before")
    assert world.snapshots() == []


def test_content_of_a_file(world: World, mockpostly: Server, tmp_path: Path):
    file = tmp_path / "seed.json"
    file.write_text(json.dumps({"users": [{"name": "Ada", "email": "ada@example.com"}]}))
    world.import_content(file)
    assert [user["email"] for user in world.export_seed()["users"]] == ["ada@example.com"]
    with mockpostly.make_world(seed=file) as other:
        assert other.info["users"] == 1
    file.write_text("{")
    with pytest.raises(MockPostlyError, match="is no JSON"):
        mockpostly.make_world(seed=file)
    with pytest.raises(MockPostlyError, match="userz"):
        world.import_content({"userz": []})


def test_records(world: World):
    person = world.add_record("people", email="ada@example.com", name="Ada", password="secret")
    world.change_record("people", person["id"], name="Ada Byron")
    assert world.records("people", search="Ada Byron")[0]["email"] == "ada@example.com"
    world.delete_record("people", person["id"])
    assert world.records("people", search="Ada Byron") == []


def test_forks_end_with_their_world(mockpostly: Server):
    with mockpostly.make_world(clock=scaled(60, "2027-01-01")) as world:
        write(world, "In both")
        copy = world.fork(clock=frozen())
        assert total(copy) == total(world)
        assert repr(copy).startswith("<World ")
    with pytest.raises(MockPostlyError) as refused:
        mockpostly.world(copy.name)
    assert refused.value.status == 404


def test_the_same_in_every_run(mockpostly: Server):
    order = {"clock": frozen("2027-01-01"), "random_seed": 7}
    with mockpostly.make_world(**order) as first, mockpostly.make_world(**order) as second:
        assert write(first, "Once").json()["_id"] == write(second, "Once").json()["_id"]


def test_a_world_that_the_test_deletes(world: World):
    world.delete()
    assert requests.get(f"{world.postly}/posts").status_code == 404


def test_the_server(mockpostly: Server, world: World):
    assert mockpostly.is_own and mockpostly.version
    assert world.name in [other.name for other in mockpostly.worlds()]
    default = mockpostly.default_world
    assert default.url == mockpostly.url and default.state()["id"] == "default"
    with pytest.raises(MockPostlyError, match="Unknown member.*idd") as refused:
        mockpostly.control("POST", "/worlds", {"idd": "x"})
    assert refused.value.problem["member"] == "idd"
