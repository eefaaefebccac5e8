"""The pictures of the image search as Pillow sees them, its options, and many pictures at once."""

from __future__ import annotations

import io
import threading

import pytest
from PIL import Image, ImageStat

KEY = {"Authorization": "some-key"}


class Search:
    """An app's HTTP client."""

    def __init__(self, server):
        self.server = server
        self.session = server.session()

    def call(self, path: str, headers=KEY):
        url = path if path.startswith("http") else self.server.url + path
        return self.session.get(url, headers=headers, timeout=150)

    def get(self, path: str) -> dict:
        answer = self.call(path)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:200]}"
        return answer.json()


@pytest.fixture
def app(shared_server):
    return Search(shared_server)


def test_another_server_gives_the_same_bytes(app, start, shared_server):
    other = Search(start("--seed", "empty", "--no-cache"))
    for path in (
        "/v1/search?query=mountain&per_page=80",
        "/v1/search?query=qwertyuiop&per_page=80",
        "/v1/curated?per_page=80",
    ):
        foreign = other.call(path).content
        own = app.call(path).content
        assert foreign.replace(other.server.url.encode(), shared_server.url.encode()) == own
    picture = some_photo(app, "landscape")["src"]["medium"].removeprefix(shared_server.url)
    one, two = app.call(picture, {}), other.call(picture, {})
    assert one.content == two.content and one.headers["ETag"] == two.headers["ETag"]


def test_the_options(start):
    keys = ("--pexels-key", "good", "--pexels-key", "better")
    app = Search(start(*keys, "--pexels-limit", "2", "--pexels-strict", "--seed", "empty"))
    assert app.call("/v1/curated", {"Authorization": "goo"}).status_code == 401
    good = {"Authorization": "good"}
    assert app.call("/v1/search?query=qwertyuiop", good).json()["photos"] == []
    photo = app.call("/v1/curated", good).json()["photos"][0]
    assert app.call("/v1/curated", good).status_code == 429
    assert app.call("/v1/curated", {"Authorization": "Bearer better"}).status_code == 200
    assert app.call(photo["src"]["tiny"], {}).status_code == 200, "pictures need no key"


# MARK: Pictures


def opened(answer) -> Image.Image:
    assert answer.status_code == 200, f"{answer.status_code} {answer.text[:200]}"
    assert answer.headers["Content-Length"] == str(len(answer.content))
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


def test_pictures_show_something(app):
    page = app.get("/v1/curated?per_page=12")
    answers = [app.call(photo["src"]["tiny"], {}) for photo in page["photos"]]
    for answer in answers:
        deviation = ImageStat.Stat(opened(answer).convert("RGB")).stddev
        assert max(deviation) > 5, "a grey box"
    assert len({answer.content for answer in answers}) == 12


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
    while any(thread.is_alive() for thread in threads):
        with shared_server.connect() as connection:
            assert connection.ask("GET", "/__mockpostly/v1/live").status == 200
    assert statuses == [(200, b"\xff\xd8")] * 24
