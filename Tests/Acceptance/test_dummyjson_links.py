"""Every link in an answer leads back to the server, and to something; or, if told so, upstream."""

from __future__ import annotations

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor

import jwt
import pytest
from PIL import Image

from conftest import Starter
from dummyjson import EMILY, Client, bearer
from rawhttp import json_request, request

LINK = re.compile(r"https?://\S+")


@pytest.fixture(scope="module")
def upstream(binary, tmp_path_factory):
    """A client of a server that names the original in its links."""
    starter = Starter(binary, tmp_path_factory.mktemp("upstream"))
    yield Client(starter("--dummyjson-links", "upstream"))
    starter.stop_all()


def links(value) -> set[str]:
    """Every string in a JSON value that is a link."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return set().union(*map(links, value)) if value else set()
    return {value} if isinstance(value, str) and LINK.fullmatch(value) else set()


LISTS = ["users", "products", "recipes", "carts"]
TAGS = ["/posts/tags", "/products/categories"]


def everything(app: Client) -> dict[str, set[str]]:
    found = {f"/{kind}": links(app.get(f"/{kind}?limit=0")) for kind in LISTS}
    return found | {path: links(app.get(path)) for path in TAGS}


def test_every_link_is_answered_by_this_server(shared_server):
    app = Client(shared_server)
    found = everything(app)
    assert len(found["/users"]) == 208
    assert all(found.values())
    for path, addresses in found.items():
        for address in addresses:
            assert address.startswith(app.base + "/"), f"{path}: {address}"

    def check(address: str):
        # A session is not for several threads.
        answer = Client(shared_server).call("GET", address.removeprefix(app.base), timeout=60)
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        kind = answer.headers["Content-Type"]
        if kind.startswith("application/json"):
            assert answer.json()["total"] > 0, address
        else:
            assert kind == "image/" + Image.open(io.BytesIO(answer.content)).format.lower()

    addresses = set().union(*found.values())
    # A large picture takes its time, and all of those of products are drawn by the same rule.
    large = sorted(filter(re.compile(r"/product-images/.*/\d\.webp$").search, addresses))
    assert len(large) > 200
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(check, sorted(addresses - set(large)) + large[::10]))


def test_members_with_links(shared_server):
    app = Client(shared_server)
    for path, members in {
        "/users/1": ["image"],
        "/products/1": ["thumbnail", "images"],
        "/recipes/1": ["image"],
        "/users/filter?key=id&value=1&select=image": ["image"],
        "/products/search?limit=1": ["thumbnail", "images"],
        "/carts/1": ["thumbnail"],
        "/users/1?select=image": ["image"],
    }.items():
        text = app.call("GET", path).text
        assert "dummyjson.com/" not in text, path
        for member in members:
            assert re.search(rf'"{member}":\[?"{re.escape(app.base)}/', text), f"{path} {member}"


def test_links_upstream(upstream):
    for path, addresses in everything(upstream).items():
        assert addresses
        for address in addresses:
            assert address.startswith(("https://dummyjson.com/", "https://cdn.dummyjson.com/")), (
                f"{path}: {address}"
            )
    for user in upstream.all("users"):
        assert user["image"] == f"https://dummyjson.com/icon/{user['username']}/128"
    for tag in upstream.get("/posts/tags"):
        assert tag["url"] == "https://dummyjson.com/posts/tag/" + tag["slug"]
        words = tag["slug"].split("-")
        assert tag["name"] == " ".join(word[:1].upper() + word[1:] for word in words)
    account = upstream.log_in()
    assert account["image"] == "https://dummyjson.com/icon/emilys/128"
    made = upstream.send("POST", "/c/generate", {"json": {"a": 1}, "method": "GET"})
    assert re.fullmatch(r"https://dummyjson\.com/c(/[0-9a-f]{4}(-[0-9a-f]{4}){3})", made["url"])
    path = made["url"].removeprefix("https://dummyjson.com")
    assert upstream.get(path) == {"a": 1}


def test_the_two_settings_differ_in_links_only(shared_server, upstream):
    app = Client(shared_server)
    for path in ["/users?limit=0", "/products?limit=0", "/posts/tags", "/recipes", "/carts"]:
        local = app.call("GET", path).text.replace(app.base + "/cdn/", "https://cdn.dummyjson.com/")
        assert local.replace(app.base, "https://dummyjson.com") == upstream.call("GET", path).text


@pytest.mark.filterwarnings("ignore")
def test_links_in_tokens_and_in_answers_about_oneself(shared_server):
    app = Client(shared_server)
    account = app.log_in()
    wanted = app.base + "/icon/emilys/128"
    assert account["image"] == wanted
    for name in ("accessToken", "refreshToken"):
        claims = jwt.decode(account[name], options={"verify_signature": False})
        assert claims["image"] == wanted
    assert app.get("/auth/me", headers=bearer(account["accessToken"]))["image"] == wanted
    renewed = app.send("POST", "/auth/refresh", {"refreshToken": account["refreshToken"]})
    claims = jwt.decode(renewed["accessToken"], options={"verify_signature": False})
    assert claims["image"] == wanted


def test_links_in_answers_to_writes(shared_server):
    app = Client(shared_server)
    wanted = app.base + "/icon/emilys/128"
    assert app.send("PUT", "/users/1", {"age": 5})["image"] == wanted
    assert app.send("DELETE", "/users/1")["image"] == wanted
    product = app.get("/products/1")
    assert app.send("PATCH", "/products/1", {"title": "x"})["images"] == product["images"]
    cart = app.send("POST", "/carts/add", {"userId": 1, "products": [{"id": 1}]}, 201)
    assert cart["products"][0]["thumbnail"] == product["thumbnail"]
    # What the client sends comes back as it was sent.
    sent = "https://dummyjson.com/icon/me/128"
    assert app.send("POST", "/users/add", {"image": sent}, 201)["image"] == sent


def test_a_custom_response_is_found_where_its_address_says(shared_server):
    app = Client(shared_server)
    made = app.send("POST", "/c/generate", {"json": {"a": [1, None]}, "method": "POST"})
    assert made["url"].startswith(app.base + "/c/")
    answer = app.call("POST", made["url"].removeprefix(app.base))
    assert answer.text == '{"a":[1,null]}'


# MARK: The name that the client uses


def asked(server, host: str, path: str = "/users/1", **fields):
    data = request("GET", path, **fields).replace(b"Host: localhost", b"Host: " + host.encode())
    with server.connect() as connection:
        connection.send(data)
        return connection.read_answer().json()


@pytest.mark.parametrize("host", ["phone.local:8080", "10.0.2.2:9000", "mock", "[::1]:8080"])
def test_links_use_the_host_of_the_request(shared_server, host):
    for _ in range(2):
        assert asked(shared_server, host)["image"] == f"http://{host}/icon/emilys/128"
        tags = asked(shared_server, host, "/posts/tags")
        assert tags[0]["url"] == f"http://{host}/posts/tag/{tags[0]['slug']}"


def test_two_names_get_two_answers(shared_server):
    """Answers are remembered, but not for another name."""
    for host in ("one.test", "two.test", "one.test", "two.test:81"):
        for path in ("/users?limit=2", "/users/1", "/products/categories"):
            found = links(asked(shared_server, host, path))
            assert found and all(link.startswith(f"http://{host}/") for link in found)


def test_links_behind_a_proxy_that_speaks_https(shared_server):
    user = asked(shared_server, "mock.test", X_Forwarded_Proto="https")
    assert user["image"] == "https://mock.test/icon/emilys/128"
    assert asked(shared_server, "mock.test")["image"] == "http://mock.test/icon/emilys/128"


def test_links_keep_the_world(shared_server):
    app = Client(shared_server, "/w/default")
    users = app.get("/users?limit=3")["users"]
    assert [user["image"] for user in users] == [
        f"{app.base}/icon/{user['username']}/128" for user in users
    ]
    for address in links(app.get("/products/1")) | links(app.get("/posts/tags")):
        assert address.startswith(app.base + "/"), address
    assert app.log_in()["image"] == app.base + "/icon/emilys/128"
    for address in sorted(links(app.get("/products/1")))[:2] + [users[0]["image"]]:
        answer = app.call("GET", address.removeprefix(app.base))
        assert answer.headers["Content-Type"].startswith("image/")
    made = app.send("POST", "/c/generate", {"json": 5, "method": "GET"})
    assert app.get(made["url"].removeprefix(app.base)) == 5
    # Beside it, without the world in the path.
    assert Client(shared_server).get("/users/1")["image"] == shared_server.url + "/icon/emilys/128"


def test_a_log_in_through_two_names(shared_server):
    data = json_request("POST", "/auth/login", EMILY)
    for host in (b"one.test", b"two.test"):
        with shared_server.connect() as connection:
            connection.send(data.replace(b"Host: localhost", b"Host: " + host))
            account = json.loads(connection.read_answer().body)
        assert account["image"] == f"http://{host.decode()}/icon/emilys/128"
