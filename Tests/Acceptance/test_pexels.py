"""The image search as an app sees it, and its pictures as Pillow sees them."""

from __future__ import annotations

import io
import re
import threading
import time
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image, ImageStat

from community import skip_without
from rawhttp import request

KEY = {"Authorization": "some-key"}
RATES = ["X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset"]
PHOTO_KEYS = [
    "id",
    "width",
    "height",
    "url",
    "photographer",
    "photographer_url",
    "photographer_id",
    "avg_color",
    "src",
    "liked",
    "alt",
]
SOURCES = {
    "original": "",
    "large2x": "auto=compress&cs=tinysrgb&dpr=2&h=650&w=940",
    "large": "auto=compress&cs=tinysrgb&h=650&w=940",
    "medium": "auto=compress&cs=tinysrgb&h=350",
    "small": "auto=compress&cs=tinysrgb&h=130",
    "portrait": "auto=compress&cs=tinysrgb&fit=crop&h=1200&w=800",
    "landscape": "auto=compress&cs=tinysrgb&fit=crop&h=627&w=1200",
    "tiny": "auto=compress&cs=tinysrgb&dpr=1&fit=crop&h=200&w=280",
}
COLORS = "red orange yellow green turquoise blue violet pink brown black gray white".split()


class Search:
    """An app's HTTP client."""

    def __init__(self, server):
        self.server = server
        self.session = server.session()

    def call(self, path: str, headers=KEY, method="GET", **options):
        url = path if path.startswith("http") else self.server.url + path
        options.setdefault("timeout", 30)
        return self.session.request(method, url, headers=headers, **options)

    def get(self, path: str) -> dict:
        answer = self.call(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:200]}"
        assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
        return answer.json()

    def walk(self, path: str) -> list[dict]:
        """All pages from `path` on, by their links."""
        pages = [self.get(path)]
        assert "prev_page" not in pages[0]
        while link := pages[-1].get("next_page"):
            pages.append(self.get(link))
            assert self.get(pages[-1]["prev_page"]) == pages[-2]
        assert {page["total_results"] for page in pages} == {pages[0]["total_results"]}
        return pages


@pytest.fixture
def app(shared_server):
    return Search(shared_server)


def ids(page: dict) -> list[int]:
    return [photo["id"] for photo in page["photos"]]


def refused(answer, status: int, code: str):
    assert (answer.status_code, answer.json()) == (status, {"status": status, "code": code})
    assert not [name for name in RATES if name in answer.headers]


# MARK: What the app asks for


@pytest.mark.parametrize("first, second", [(b"mountain", b"lake"), ("café".encode(), b"table")])
def test_a_space_in_every_spelling(shared_server, first, second):
    """The app puts what was typed into the URL as it is."""
    bodies = []
    with shared_server.connect() as connection:
        for query in (
            first + b"+" + second,
            first + b"%20" + second,
            b"++" + first + b"%20%20" + second + b"+",
            b"".join(b"%%%02X" % byte for byte in first) + b"+" + second,
        ):
            connection.send(
                b"GET /v1/search?query=" + query + b"&per_page=6 HTTP/1.1\r\n"
                b"Host: localhost\r\nAuthorization: some-key\r\n\r\n"
            )
            answer = connection.read_answer()
            assert answer.status == 200, answer
            bodies.append(answer.json())
    for body in bodies:
        assert ids(body) == ids(bodies[0])
        assert len(body["photos"]) == 6
        for photo in body["photos"]:
            assert isinstance(photo["id"], int)
            for key in ("photographer", "photographer_url"):
                assert isinstance(photo[key], str) and photo[key]
            for key in ("medium", "large"):
                assert photo["src"][key].startswith("http://localhost/photos/")


@pytest.mark.parametrize("query", [b"100%", b"%zz", b"a%2", b"%ff%fe", b"a&=&&b=%"])
def test_odd_escapes_are_not_rejected(shared_server, query):
    with shared_server.connect() as connection:
        connection.send(
            b"GET /v1/search?query=" + query + b"&per_page=6 HTTP/1.1\r\n"
            b"Host: localhost\r\nAuthorization: some-key\r\n\r\n"
        )
        answer = connection.read_answer()
        assert answer.status == 200, answer
        assert len(answer.json()["photos"]) == 6


def test_the_shape_of_a_page(app, shared_server):
    page = app.get("/v1/search?query=nature&per_page=6")
    assert list(page)[:4] == ["page", "per_page", "photos", "total_results"]
    assert (page["page"], page["per_page"]) == (1, 6)
    for photo in page["photos"]:
        assert list(photo) == PHOTO_KEYS
        number = photo["id"]
        assert re.fullmatch(r"#[0-9A-F]{6}", photo["avg_color"])
        assert photo["liked"] is False
        assert isinstance(photo["alt"], str)
        assert isinstance(photo["photographer_id"], int)
        assert photo["url"].startswith(shared_server.url + "/photo/")
        assert photo["url"].endswith(f"-{number}/")
        assert list(photo["src"]) == list(SOURCES)
        picture = f"{shared_server.url}/photos/{number}/pexels-photo-{number}.jpeg"
        for name, query in SOURCES.items():
            assert photo["src"][name] == picture + ("?" + query if query else "")
        assert app.get(f"/v1/photos/{number}") == photo


# MARK: Keys


@pytest.mark.parametrize("path", ["/v1/search?query=a", "/v1/curated", "/v1/photos/1", "/v1/nope"])
@pytest.mark.parametrize("key", [None, "", " ", "Bearer", "Bearer "])
def test_without_a_key(app, path, key):
    answer = app.call(path, {} if key is None else {"Authorization": key.strip() or ""})
    refused(answer, 401, "Unauthorized")
    assert "photos" not in answer.json()


def test_a_key_is_counted_down(app):
    now = time.time()
    for number in range(1, 5):
        answer = app.call("/v1/curated", {"Authorization": "counted"})
        assert answer.status_code == 200
        assert answer.headers["X-Ratelimit-Limit"] == "20000"
        assert answer.headers["X-Ratelimit-Remaining"] == str(20000 - number)
        reset = int(answer.headers["X-Ratelimit-Reset"])
        assert now < reset < now + 32 * 86400
        assert time.gmtime(reset)[2:6] == (1, 0, 0, 0), "the month rolls over"
    # The same key behind a scheme word; another one has a count of its own.
    answer = app.call("/v1/curated", {"Authorization": "Bearer counted"})
    assert answer.headers["X-Ratelimit-Remaining"] == "19995"
    answer = app.call("/v1/curated", {"Authorization": "other"})
    assert answer.headers["X-Ratelimit-Remaining"] == "19999"


def test_rates_on_good_answers_only(app):
    for path, status, code in (
        ("/v1/photos/99999999999", 404, "Not Found"),
        ("/v1/photos/abc", 404, "Not Found"),
        ("/v1/nope", 404, "Not Found"),
        ("/v1/search", 400, "Bad Request"),
        ("/v1/search?query=", 400, "Bad Request"),
        ("/v1/search?query=%20+", 400, "Bad Request"),
    ):
        refused(app.call(path), status, code)


def test_keys_that_are_good(binary, start):
    skip_without(binary, "--pexels-key")
    app = Search(start("--pexels-key", "good", "--pexels-key", "better", "--seed", "empty"))
    for key, status in (("good", 200), ("Bearer better", 200), ("goo", 401), ("Good", 401)):
        assert app.call("/v1/curated", {"Authorization": key}).status_code == status
    photo = app.call("/v1/curated", {"Authorization": "good"}).json()["photos"][0]
    assert app.call(photo["src"]["tiny"], {}).status_code == 200, "pictures need no key"


def test_a_month_can_be_used_up(binary, start):
    skip_without(binary, "--pexels-limit")
    app = Search(start("--pexels-limit", "3", "--seed", "empty"))
    left = [app.call("/v1/curated").headers["X-Ratelimit-Remaining"] for _ in range(3)]
    assert left == ["2", "1", "0"]
    refused(app.call("/v1/curated"), 429, "Too Many Requests")
    assert app.call("/v1/curated", {"Authorization": "other"}).status_code == 200


# MARK: Pages


@pytest.mark.parametrize(
    "path",
    [
        "/v1/search?query=mountain&per_page=5",
        "/v1/search?query=zzyzx&per_page=80",
        "/v1/search?query=sea+water&per_page=3&orientation=landscape&color=blue",
    ],
)
def test_links_walk_to_the_end(app, path):
    pages = app.walk(path)
    seen = [number for page in pages for number in ids(page)]
    assert len(seen) == len(set(seen)) == pages[0]["total_results"]
    assert [page["page"] for page in pages] == list(range(1, len(pages) + 1))
    assert all(len(page["photos"]) == page["per_page"] for page in pages[:-1])
    assert pages[-1]["photos"] or not seen


def test_the_list_of_all_photos_begins_again(app):
    pages = app.walk("/v1/curated?per_page=80")
    assert len(pages) == 100 and pages[0]["total_results"] == 8000
    seen = [number for page in pages for number in ids(page)]
    assert len(seen) == 8000 and len(set(seen)) == 300
    assert seen[300:600] == seen[:300]


def test_the_paths_of_the_official_client(app):
    """It joins its base URL and its paths with two slashes, and asks for page 0 to 999."""
    assert app.get("/v1//search?query=sea") == app.get("/v1/search?query=sea")
    for page in (0, 1, 999):
        (photo,) = app.get(f"/v1//curated?per_page=1&page={page}")["photos"]
        assert app.get(f"/v1//photos/{photo['id']}") == photo


def test_the_links(app, shared_server):
    page = app.get(
        "/v1/search/?query=blue%20sea+caf%C3%A9&per_page=2&page=2&locale=de-DE&size=small"
    )
    base = f"{shared_server.url}/v1/search/?locale=de-DE"
    rest = "per_page=2&query=blue+sea+caf%C3%A9&size=small"
    assert page["prev_page"] == f"{base}&page=1&{rest}"
    assert page["next_page"] == f"{base}&page=3&{rest}"
    with shared_server.connect() as connection:
        connection.send(
            b"GET /v1/curated?per_page=1 HTTP/1.1\r\nHost: app.test:99\r\nAuthorization: k\r\n\r\n"
        )
        page = connection.read_answer().json()
    assert page["next_page"] == "http://app.test:99/v1/curated/?page=2&per_page=1"
    assert page["photos"][0]["src"]["original"].startswith("http://app.test:99/photos/")


@pytest.mark.parametrize(
    "asked, given",
    [
        ("", 15),
        ("80", 80),
        ("81", 80),
        ("1000000000000000000000", 80),
        ("0", 15),
        ("-1", 15),
        ("x", 15),
    ],
)
def test_per_page(app, asked, given):
    if asked == "1000000000000000000000":
        page = app.get(f"/v1/curated?per_page={asked}")
        assert page["per_page"] in (15, 80)
        return
    page = app.get(f"/v1/curated?per_page={asked}")
    assert (page["per_page"], len(page["photos"])) == (given, given)


def test_past_the_end(app):
    page = app.get("/v1/curated?page=100000&per_page=80")
    assert (page["photos"], page["page"]) == ([], 100000)
    assert page["total_results"] > 0
    assert "next_page" not in page


# MARK: What is found


def test_the_same_search_gives_the_same_bytes(app, start, shared_server):
    other = Search(start("--seed", "empty"))
    for path in (
        "/v1/search?query=mountain&per_page=80",
        "/v1/search?query=qwertyuiop&per_page=80",
        "/v1/curated?per_page=80",
    ):
        one, two = app.call(path).content, app.call(path).content
        assert one == two
        foreign = other.call(path).content
        assert foreign.replace(other.server.url.encode(), shared_server.url.encode()) == one


def test_words_are_found(app):
    found = app.get("/v1/search?query=mountain&per_page=80")["photos"]
    assert found
    plain = [photo["id"] for photo in found]
    for query in ("MOUNTAIN", "%20mountain%20", "Mountain"):
        assert ids(app.get(f"/v1/search?query={query}&per_page=80")) == plain
    name = found[0]["photographer"].split()[0]
    by_name = app.get(f"/v1/search?query={name}&per_page=80")["photos"]
    assert found[0]["id"] in [photo["id"] for photo in by_name]


def test_any_word_gives_pictures_and_one_gives_none(app):
    for query in ("qwertyuiop", "żółw", "日本", "x"):
        page = app.get(f"/v1/search?query={query}&per_page=6")
        assert len(page["photos"]) == 6
        for photo in page["photos"]:
            assert app.get(f"/v1/photos/{photo['id']}") == photo
    assert ids(app.get("/v1/search?query=qwertyuiop")) != ids(app.get("/v1/search?query=asdfgh"))
    page = app.get("/v1/search?query=no-results")
    assert (page["photos"], page["total_results"]) == ([], 0)
    assert "next_page" not in page and "prev_page" not in page


def test_strict_searches(binary, start):
    skip_without(binary, "--pexels-strict")
    app = Search(start("--pexels-strict", "--seed", "empty"))
    assert app.get("/v1/search?query=qwertyuiop")["photos"] == []
    assert app.get("/v1/search?query=mountain")["photos"]


@pytest.mark.parametrize("query", ["mountain", "qwertyuiop"])
def test_filters(app, query):
    base = f"/v1/search?query={query}&per_page=80"
    everything = [photo for page in app.walk(base) for photo in page["photos"]]

    def filtered(more: str) -> list[dict]:
        return [photo for page in app.walk(f"{base}&{more}") for photo in page["photos"]]

    whole = [photo["id"] for photo in everything]
    by_shape = {
        name: filtered(f"orientation={name}") for name in ("landscape", "portrait", "square")
    }
    assert sorted(p["id"] for found in by_shape.values() for p in found) == sorted(whole)
    assert all(photo["width"] > photo["height"] for photo in by_shape["landscape"])
    assert all(photo["width"] < photo["height"] for photo in by_shape["portrait"])
    for photo in by_shape["square"]:
        assert abs(photo["width"] / photo["height"] - 1) <= 0.0501
    for name, least in (("large", 24), ("medium", 12), ("small", 4)):
        expected = [p["id"] for p in everything if p["width"] * p["height"] >= least * 1_000_000]
        assert [photo["id"] for photo in filtered(f"size={name}")] == expected
    by_color = {name: filtered(f"color={name}") for name in COLORS}
    for name, found in by_color.items():
        # Those that match come first; then others, so that each word finds as much.
        matching = [photo["id"] for photo in found if photo["id"] in whole]
        assert [photo["id"] for photo in found][: len(matching)] == matching
        nonsense = app.get(f"/v1/search?query=zzyzx&color={name}")
        assert len(found) == nonsense["total_results"]
    assert {p["id"] for found in by_color.values() for p in found} >= set(whole)
    for spelling in ("color=%23ffffff", "color=ffffff", "color=FFFFFF"):
        assert filtered(spelling) == by_color["white"]
    for unknown in ("orientation=diagonal", "size=huge", "color=nope", "locale=xx-XX"):
        assert [photo["id"] for photo in filtered(unknown)] == whole


# MARK: Pictures


def opened(answer) -> Image.Image:
    assert answer.status_code == 200, f"{answer.status_code} {answer.text[:200]}"
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["Content-Length"] == str(len(answer.content))
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not [name for name in RATES if name in answer.headers]
    picture = Image.open(io.BytesIO(answer.content))
    picture.load()
    assert picture.format == "JPEG"
    return picture


def some_photo(app, shape: str) -> dict:
    return app.get(f"/v1/search?query=light&per_page=1&orientation={shape}")["photos"][0]


def sizes(photo: dict) -> dict[str, tuple[float, float]]:
    """Width and height that each source should have, before rounding."""
    width, height = photo["width"], photo["height"]
    fits = min(940 / width, 650 / height)
    original = min(1, 2048 / max(width, height))
    return {
        "original": (width * original, height * original),
        "large2x": (width * fits * 2, height * fits * 2),
        "large": (width * fits, height * fits),
        "medium": (width * 350 / height, 350),
        "small": (width * 130 / height, 130),
        "portrait": (800, 1200),
        "landscape": (1200, 627),
        "tiny": (280, 200),
    }


@pytest.mark.parametrize("shape", ["landscape", "portrait", "square"])
def test_every_source_is_a_jpeg_of_its_size(app, shape):
    photo = some_photo(app, shape)
    for name, (width, height) in sizes(photo).items():
        picture = opened(app.call(photo["src"][name], {}))
        tolerance = 1 if name in ("large2x", "original") else 0.51
        assert abs(picture.width - width) <= tolerance, name
        assert abs(picture.height - height) <= tolerance, name


def test_pictures_show_something_in_the_colour_of_the_photo(app):
    page = app.get("/v1/curated?per_page=12")
    for photo in page["photos"]:
        picture = opened(app.call(photo["src"]["tiny"], {})).convert("RGB")
        deviation = ImageStat.Stat(picture).stddev
        assert max(deviation) > 5, "a grey box"
    assert len({app.call(p["src"]["tiny"], {}).content for p in page["photos"]}) == 12


def test_a_picture_is_the_same_each_time(app, start):
    photo = some_photo(app, "landscape")
    first = app.call(photo["src"]["medium"], {})
    assert app.call(photo["src"]["medium"], {}).content == first.content
    other = start("--seed", "empty", "--no-cache")
    path = photo["src"]["medium"].removeprefix(app.server.url)
    again = Search(other).call(path, {})
    assert again.content == first.content
    assert again.headers["ETag"] == first.headers["ETag"]


def test_head_and_what_is_known_already(app):
    url = some_photo(app, "square")["src"]["small"]
    whole = app.call(url, {})
    head = app.call(url, {}, method="HEAD")
    assert (head.status_code, head.content) == (200, b"")
    for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control"):
        assert head.headers[name] == whole.headers[name]
    tag = whole.headers["ETag"]
    for field in (tag, f'"other", {tag}', "*", f"W/{tag}"):
        answer = app.call(url, {"If-None-Match": field})
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["ETag"] == tag
    assert app.call(url, {"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "query, width, height",
    [
        ("w=100", 100, None),
        ("h=100", None, 100),
        ("w=64&h=32&fit=crop", 64, 32),
        ("w=64&h=32&fit=crop&dpr=3", 192, 96),
        ("w=1&h=1&fit=crop", 1, 1),
        ("w=64&h=32&fit=crop&dpr=x&auto=y&cs=z", 64, 32),
        ("w=x&h=50", None, 50),
    ],
)
def test_sizes_in_the_query(app, query, width, height):
    photo = some_photo(app, "landscape")
    picture = opened(app.call(photo["src"]["original"] + "?" + query, {}))
    width = width or round(photo["width"] * height / photo["height"])
    height = height or round(photo["height"] * width / photo["width"])
    assert (picture.width, picture.height) == (width, height)


@pytest.mark.parametrize(
    "query", ["w=0&h=0", "w=-5", "h=99999999999999999999", "w=1e9&dpr=9", "w="]
)
def test_odd_sizes_are_pictures_all_the_same(app, query):
    photo = some_photo(app, "portrait")
    picture = opened(app.call(photo["src"]["original"] + "?" + query, {}))
    assert max(picture.size) <= 4096


@pytest.mark.parametrize(
    "path",
    [
        "/photos/999999999/pexels-photo-999999999.jpeg",
        "/photos/abc/pexels-photo-abc.jpeg",
        "/photos/1",
        "/photos/",
    ],
)
def test_pictures_that_are_not_there(app, path):
    assert app.call(path, {}).status_code == 404


@pytest.mark.timeout(60)
def test_many_pictures_at_once_stop_nobody(app, shared_server):
    page = app.get("/v1/curated?per_page=24&page=2")
    statuses = []

    def load(url):
        answer = Search(shared_server).call(url, {})
        statuses.append((answer.status_code, answer.content[:2]))

    threads = [
        threading.Thread(target=load, args=(photo["src"]["large"],)) for photo in page["photos"]
    ]
    for thread in threads:
        thread.start()
    asked = 0
    while any(thread.is_alive() for thread in threads):
        with shared_server.connect() as connection:
            live = connection.ask("GET", "/__mockpostly/v1/live", within=2)
            assert live.status == 200
        asked += 1
    assert asked > 0
    assert statuses == [(200, b"\xff\xd8")] * 24


# MARK: Other origins


def test_web_pages_may_search(shared_server):
    with shared_server.connect() as connection:
        answer = connection.ask(
            "OPTIONS",
            "/v1/search?query=a",
            Origin="http://app.test",
            Access_Control_Request_Method="GET",
            Access_Control_Request_Headers="authorization",
        )
        assert answer.status in (200, 204)
        assert answer.header("Access-Control-Allow-Origin") == "*"
        assert "authorization" in answer.header("Access-Control-Allow-Headers").lower()
        connection.send(request("GET", "/v1/curated", Authorization="k", Origin="http://app.test"))
        answer = connection.read_answer()
        assert answer.header("Access-Control-Allow-Origin") == "*"
        exposed = answer.header("Access-Control-Expose-Headers").lower()
        assert all(name.lower() in exposed for name in RATES)
        connection.send(request("GET", "/v1/curated", Origin="http://app.test"))
        answer = connection.read_answer()
        assert answer.status == 401
        assert answer.header("Access-Control-Allow-Origin") == "*"


def test_the_links_of_a_photo_lead_somewhere(app):
    photo = some_photo(app, "landscape")
    page = app.call(photo["url"], {})
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/html")
    assert photo["photographer"] in page.text
    query = parse_qs(urlsplit(photo["src"]["tiny"]).query)
    assert query["fit"] == ["crop"]
