"""The hosts that answers and clients name have their real paths here, and links lead where they are told to."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import requests
from authlib.integrations.httpx_client import AsyncOAuth2Client

import apart
from community import Person
from conftest import Starter
from rawhttp import DEADLINE
from standin import AUTHORITY

FOREIGN = re.compile(r"https://(?:images\.pexels\.com|randomuser\.me|lh3\.googleusercontent\.com)/[^\"\s]+")
GOOGLE = ["accounts.google.com", "oauth2.googleapis.com", "openidconnect.googleapis.com", "www.googleapis.com"]


def by_name(server, url: str, **options) -> requests.Response:
    """The answer to a request that has come here by another server's name."""
    parts = urlsplit(url)
    target = server.url + parts._replace(scheme="", netloc="").geturl()
    headers = {"Host": parts.netloc, **options.pop("headers", {})}
    return requests.get(target, headers=headers, timeout=DEADLINE, allow_redirects=False, **options)


@pytest.fixture(scope="module")
def upstream(binary, tmp_path_factory):
    starter = Starter(binary, tmp_path_factory.mktemp("upstream"))
    yield starter("--links", "upstream")
    starter.stop_all()


def assert_picture(server, url: str):
    answer = by_name(server, url)
    assert answer.status_code == 200, url
    assert answer.headers["Content-Type"].startswith("image/") and len(answer.content) > 100, url


def test_every_picture_that_an_answer_names_is_there(upstream):
    posts = requests.get(f"{upstream.url}/api/posts?limit=50", timeout=DEADLINE).text
    products = requests.get(f"{upstream.url}/products?limit=3", timeout=DEADLINE).json()["products"]
    people = requests.get(f"{upstream.url}/users?limit=2", timeout=DEADLINE).json()["users"]
    photos = requests.get(
        f"{upstream.url}/v1/curated?per_page=2", headers={"Authorization": "k"}, timeout=DEADLINE
    ).json()["photos"]
    foreign = sorted(set(FOREIGN.findall(posts)))
    assert {urlsplit(url).netloc for url in foreign} >= {"images.pexels.com", "randomuser.me"}
    chosen = {urlsplit(url).netloc: url for url in foreign}.values()
    for url in [
        *chosen,
        *(url for product in products for url in [product["thumbnail"], *product["images"][:1]]),
        products[0]["meta"]["qrCode"],
        *(person["image"] for person in people),
        *(photo["src"]["tiny"] for photo in photos),
    ]:
        assert urlsplit(url).scheme == "https"
        assert_picture(upstream, url)
    for photo in photos:
        for url in (photo["url"], photo["photographer_url"]):
            page = by_name(upstream, url)
            assert page.status_code == 200 and photo["photographer"] in page.text, url


def test_a_picture_by_its_own_name_is_the_one_of_local_links(upstream, start):
    local = start("--links", "local")
    told = [requests.get(f"{server.url}/api/posts?limit=50", timeout=DEADLINE).json() for server in (upstream, local)]
    there, here = (
        next(post["coverImage"] for post in answer["posts"] if post["coverImage"]) for answer in told
    )
    assert here.startswith(local.url + "/postly/pictures/")
    assert by_name(upstream, there).content == requests.get(here, timeout=DEADLINE).content


@pytest.mark.parametrize(
    "url",
    [
        "https://dummyjson.com/api/posts",
        "https://api.pexels.com/posts/1",
        "https://randomuser.me/api/posts",
        "https://cdn.dummyjson.com/posts",
        "https://images.pexels.com/v2",
        "https://www.pexels.com/@nobody-1",
        "https://oauth2.googleapis.com/posts",
    ],
)
def test_another_systems_path_is_not_there(upstream, url):
    assert by_name(upstream, url).status_code == 404


def test_links_lead_to_this_server_when_told_so(start):
    server = start("--links", "local")
    mira = Person(server, "Ada")
    host = f"localhost:{server.port}"
    for path in ("/api/posts?limit=50", "/api/community/posts?per_page=50", "/users?limit=3", "/products?limit=3"):
        answer = requests.get(
            f"http://{host}{path}", headers={"Authorization": f"Bearer {mira.token}"}, timeout=DEADLINE
        )
        assert answer.status_code == 200
        assert not FOREIGN.findall(answer.text), path
    feed = mira.page("/posts?per_page=50")["data"]
    links = [post["author"]["avatar_url"] for post in feed if post["author"]["avatar_url"]]
    links += [post["image_url"] for post in feed if post["image_url"]]
    assert links and all(urlsplit(link).path.startswith("/community/pictures/") for link in links)
    assert requests.get(links[0], timeout=DEADLINE).headers["Content-Type"] == "image/jpeg"


def test_frames_carry_addresses_by_the_host_of_the_socket(start):
    server = start("--links", "community=local")
    ada = Person(server, "Ada")
    photo = "https://images.pexels.com/photos/1/pexels-photo-1.jpeg"
    with ada.listen("2.0.0") as listener:
        made = ada.post("A boat", image_url=photo)
        (event,) = listener.beat()
        link = event.payload["image_url"]
    assert made["image_url"].startswith(f"{server.url}/community/pictures/cover-")
    assert urlsplit(link).path == urlsplit(made["image_url"]).path and FOREIGN.fullmatch(link) is None
    assert requests.get(f"{server.url}/api/posts", timeout=DEADLINE).text.count("https://images.pexels.com/") > 0


def test_a_client_with_googles_addresses_inside_signs_in(start, tmp_path):
    """Authlib's client, with Google's own addresses, by the proxy."""
    names = [word for name in GOOGLE for word in ("--as", name)]
    server = start(*names, "--proxy-port", "0", environment={"XDG_DATA_HOME": str(tmp_path)})
    proxy = json.loads(server.ready_file.read_text())["proxy"]
    authority = str(tmp_path / AUTHORITY)

    async def sign_in():
        options = {"proxy": proxy, "verify": authority, "trust_env": False, "timeout": DEADLINE}
        redirect = "http://localhost:3000/callback"
        async with AsyncOAuth2Client(
            "app", "secret", scope="email profile", redirect_uri=redirect, **options
        ) as app:
            known = await app.request(
                "GET", "https://accounts.google.com/.well-known/openid-configuration", withhold_token=True
            )
            assert known.json()["issuer"] == "https://accounts.google.com"
            url, state = app.create_authorization_url(
                "https://accounts.google.com/o/oauth2/v2/auth", prompt="none", login_hint="mira.sol@example.com"
            )
            async with httpx.AsyncClient(**options) as browser:
                sent = await browser.get(url)
            assert sent.status_code == 302, sent.text
            back = sent.headers["Location"]
            assert parse_qs(urlsplit(back).query)["state"] == [state]
            token = await app.fetch_token("https://oauth2.googleapis.com/token", authorization_response=back)
            assert token["id_token"] and "openid" in token["scope"].split()
            people = [
                (await app.get(url)).json()
                for url in (
                    "https://openidconnect.googleapis.com/v1/userinfo",
                    "https://www.googleapis.com/oauth2/v3/userinfo",
                    "https://www.googleapis.com/oauth2/v2/userinfo",
                    "https://www.googleapis.com/oauth2/v1/userinfo",
                )
            ]
            assert {one["email"] for one in people} == {"mira.sol@example.com"}
            assert len({one.get("sub", one.get("id")) for one in people}) == 1
            for path in ("/oauth2/v3/certs", "/oauth2/v1/certs"):
                assert (await app.get("https://www.googleapis.com" + path)).status_code == 200

    apart.run(sign_in())


def test_a_fault_that_hits_the_page_of_the_chooser_says_so(start):
    server = start("--fault", "status-503")
    page = requests.get(
        f"{server.url}/oauth2/v2/auth?client_id=a&redirect_uri=http://localhost/&response_type=code&scope=openid",
        timeout=DEADLINE,
    )
    assert page.status_code == 503 and "A fault that was ordered for this world" in page.text


def test_a_proxy_in_front_says_scheme_and_host(server):
    for fields in (
        {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "fox-8080.preview.example"},
        {"Forwarded": 'for=1.2.3.4;host="fox-8080.preview.example";proto=https'},
    ):
        told = requests.get(f"{server.url}/products/1", headers=fields, timeout=DEADLINE).json()
        assert told["thumbnail"].startswith("https://fox-8080.preview.example/cdn/")
        # Nothing of it is kept for others.
        told = requests.get(f"{server.url}/products/1", timeout=DEADLINE).json()
        assert told["thumbnail"].startswith(server.url)
