"""Pictures as Pillow sees them, and what drawing many or large ones must not stop."""

from __future__ import annotations

import io
import signal
import threading
import xml.etree.ElementTree
from collections import Counter
from urllib.parse import quote

import pytest
import zxingcpp
from PIL import Image, ImageChops

from dummyjson import Client
from rawhttp import request

YEAR = "public, max-age=31536000"
TYPES = {
    "png": ("PNG", "image/png", 0),
    "jpg": ("JPEG", "image/jpeg", 6),
    "webp": ("WEBP", "image/webp", 6),
}
"""Name in the path: what Pillow calls it, its media type, how far a colour may be off."""

GREY = (0xCC, 0xCC, 0xCC)


@pytest.fixture
def app(shared_server):
    return Client(shared_server)


def opened(answer) -> Image.Image:
    """The picture in an answer, decoded to its last byte."""
    assert answer.status_code == 200, f"{answer.status_code} {answer.text[:200]}"
    assert answer.headers["Content-Length"] == str(len(answer.content))
    picture = Image.open(io.BytesIO(answer.content))
    picture.load()
    return picture


def assert_close(pixel, color, tolerance):
    assert all(abs(one - other) <= tolerance for one, other in zip(pixel, color)), (
        f"{pixel} instead of {color}"
    )


def corners(picture: Image.Image) -> list:
    rgb = picture.convert("RGB")
    right, bottom = rgb.width - 1, rgb.height - 1
    return [rgb.getpixel(at) for at in ((0, 0), (right, 0), (0, bottom), (right, bottom))]


def ink(picture: Image.Image, color) -> int:
    """The number of pixels that are nearly of this colour."""
    near = [
        band.point([255 * (abs(value - part) <= 40) for value in range(256)])
        for band, part in zip(picture.convert("RGB").split(), color)
    ]
    return ImageChops.darker(ImageChops.darker(near[0], near[1]), near[2]).histogram()[255]


def text_box(picture: Image.Image):
    """Left, top, right and bottom of what is not of the background's colour."""
    grey = picture.convert("L")
    background = grey.getpixel((0, 0))
    return grey.point(lambda value: 255 if abs(value - background) > 48 else 0).getbbox()


# MARK: Placeholders


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize(
    "size, pixels",
    [
        ("150", (150, 150)),
        ("400x300", (400, 300)),
        ("1x1", (1, 1)),
        ("37x211", (37, 211)),
        ("0", (150, 150)),
        ("0x50", (150, 50)),
        ("50x0", (50, 50)),
        ("1000x40", (1000, 40)),
    ],
)
def test_sizes_and_colours(app, size, pixels, type):
    name, media, tolerance = TYPES[type]
    for path in (f"/image/{size}/008080/ffffff/{type}", f"/i/{size}/008080/ffffff?type={type}"):
        answer = app.call("GET", path)
        picture = opened(answer)
        assert (picture.format, picture.size) == (name, pixels)
        assert answer.headers["Content-Type"] == media
        assert answer.headers["Cache-Control"] == YEAR
        for pixel in corners(picture):
            assert_close(pixel, (0, 0x80, 0x80), tolerance)


@pytest.mark.parametrize("type", TYPES)
def test_a_text_is_written_in_the_middle(app, type):
    picture = opened(app.call("GET", f"/image/400x300/204080/ffee00/{type}?text=Hello+Peter"))
    assert ink(picture, (0xFF, 0xEE, 0x00)) > 300
    left, top, right, bottom = text_box(picture)
    assert abs((left + right) / 2 - 200) < 20 and abs((top + bottom) / 2 - 150) < 25
    assert right - left > 80 and 12 < bottom - top < 150


def test_the_defaults(app):
    picture = opened(app.call("GET", "/image/400x300"))
    assert picture.format == "PNG"
    assert set(corners(picture)) == {GREY}
    assert ink(picture, (0, 0, 0)) > 200, "black text on light grey"
    named = app.call("GET", "/image/400x300?text=400 x 300")
    assert named.content == app.call("GET", "/image/400x300").content
    assert app.call("GET", "/image/200").content == app.call("GET", "/image/200x200").content
    dark = opened(app.call("GET", "/image/400x300/202020"))
    assert ink(dark, (255, 255, 255)) > 200, "white text on a dark colour"


@pytest.mark.parametrize(
    "color, value",
    [
        ("ff8000", (255, 128, 0)),
        ("f80", (255, 136, 0)),
        ("FF8000", (255, 128, 0)),
        ("tomato", (255, 99, 71)),
        ("RebeccaPurple", (0x66, 0x33, 0x99)),
    ],
)
def test_colours_in_path_and_query(app, color, value):
    for path in (
        f"/image/60/{color}",
        f"/image/60?background={color}",
        f"/image/60/000000?background={color}",
    ):
        assert set(corners(opened(app.call("GET", path)))) == {value}, path


def test_the_query_wins_over_the_path(app):
    answer = app.call("GET", "/image/120x60/000/fff/png?background=f00&color=0f0&type=webp&text=MM")
    picture = opened(answer)
    assert picture.format == "WEBP"
    assert_close(corners(picture)[0], (255, 0, 0), 6)
    assert ink(picture, (0, 255, 0)) > 20
    for size in ("100x100", "abc"):
        wide = opened(app.call("GET", f"/image/{size}?size=200x50&background=00f"))
        assert wide.size == (200, 50) and set(corners(wide)) == {(0, 0, 255)}


def test_the_size_of_the_text(app):
    heights = []
    for size in (12, 24, 48):
        picture = opened(app.call("GET", f"/image/500x300?text=Hx&fontSize={size}"))
        _, top, _, bottom = text_box(picture)
        heights.append(bottom - top)
    assert heights[0] < heights[1] < heights[2]
    for height, size in zip(heights, (12, 24, 48)):
        assert 0.5 * size <= height <= 1.2 * size


@pytest.mark.parametrize(
    "text",
    [
        "Ünïcödé",
        "日本語",
        "🐚",
        "a\u0301",
        "\0\1",
        "<b>&amp;",
        "two\nlines",
        "x" * 1500,
        " ",
        "مرحبا",
    ],
    ids=lambda text: ascii(text)[:12],
)
def test_texts_of_any_kind(app, text):
    answer = app.call("GET", "/image/300x120", params={"text": text, "fontSize": "30"})
    assert set(corners(opened(answer))) == {GREY}


def test_the_same_bytes_each_time(start, shared_server):
    paths = [f"/image/320x200/{color}/fff/{type}" for color in ("036", "c30") for type in TYPES]
    paths += ["/icon/emilys/128", "/icon/emilys/128?type=svg", "/cdn/recipe-images/1.webp"]
    paths += ["/cdn/public/qr-code/1.png", "/cdn/product-images/beauty/a/2.webp"]
    apps = [Client(shared_server), Client(start()), Client(start("--no-cache"))]
    for path in paths:
        bodies = {app.call("GET", path).content for app in apps for _ in range(2)}
        assert len(bodies) == 1, path


# MARK: Icons


@pytest.mark.parametrize(
    "path, side",
    [
        ("/icon", 100),
        ("/icon/emilys", 100),
        ("/icon/emilys/128", 128),
        ("/icon/emilys/1", 1),
        ("/icon/emilys/1000", 1000),
        ("/icon/emilys/0", 100),
        ("/icon/emilys/1001", 100),
        ("/icon/emilys/-3", 100),
        ("/icon/emilys/big", 100),
        ("/icon/%F0%9F%90%9A%20a/50", 50),
    ],
)
def test_icons(app, path, side):
    answer = app.call("GET", path)
    picture = opened(answer)
    assert (picture.format, picture.size) == ("PNG", (side, side))
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["Content-Disposition"] == "inline"
    assert answer.headers["Cache-Control"] == "public, max-age=31557600"
    if side >= 50:
        assert len(picture.convert("RGBA").getcolors(1 << 20)) >= 2, "a pattern has two colours"

    drawn = app.call("GET", path + "?type=svg")
    assert drawn.headers["Content-Type"] == "image/svg; charset=utf-8"
    assert drawn.headers["Content-Disposition"] == "inline"
    root = xml.etree.ElementTree.fromstring(drawn.text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert (root.get("width"), root.get("height")) == (str(side), str(side))


def test_an_icon_of_another_type_is_a_png_all_the_same(app):
    answer = app.call("GET", "/icon/emilys/64?type=jpeg")
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert opened(answer).format == "PNG"


def test_icons_differ_by_their_text(app):
    names = [user["username"] for user in app.get("/users?limit=40")["users"]]
    assert len({app.call("GET", f"/icon/{name}/64").content for name in names}) == 40
    assert app.call("GET", "/icon").content == app.call("GET", "/icon/DummyJSON/100").content


# MARK: Files of the original


@pytest.mark.parametrize(
    "ending, name", [("webp", "WEBP"), ("png", "PNG"), ("jpg", "JPEG"), ("jpeg", "JPEG")]
)
def test_pictures_in_the_place_of_files(app, ending, name):
    path = f"/cdn/product-images/beauty/red-lipstick/1.{ending}"
    answer = app.call("GET", path)
    picture = opened(answer)
    assert picture.format == name and min(picture.size) >= 100
    assert len(picture.convert("RGB").getcolors(1 << 20)) > 4, "more than one plain colour"
    other = app.call("GET", path.replace("red", "green"))
    assert opened(other).size == picture.size and other.content != answer.content
    small = opened(app.call("GET", path.replace("1.", "thumbnail.")))
    assert small.width <= picture.width


# MARK: Products and dishes


def brightness(picture: Image.Image, size: int) -> list[int]:
    return list(picture.convert("L").resize((size, size), Image.Resampling.BOX).tobytes())


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far apart the two are, whatever their sizes, from 0 to 255."""
    pairs = list(zip(brightness(one, 30), brightness(other, 30)))
    return sum(abs(a - b) for a, b in pairs) / len(pairs)


def test_products_are_drawn(app):
    products = app.get("/products?limit=100&select=thumbnail,images,category")["products"]
    several = [product for product in products if len(product["images"]) == 3][:3]
    assert len(several) == 3
    first = []
    for product in several:
        answers = {
            link: app.call("GET", link.removeprefix(app.base))
            for link in [product["thumbnail"], *product["images"]]
        }
        pictures = [opened(answer) for answer in answers.values()]
        assert [picture.size for picture in pictures] == [(300, 300)] + [(600, 600)] * 3
        for picture in pictures:
            assert len(picture.convert("RGB").getcolors(1 << 20)) > 200, "a drawn scene"
        # The thumbnail is the first picture made small; the others are taken from nearer.
        assert difference(pictures[0], pictures[1]) < 2
        assert difference(pictures[1], pictures[2]) > 2
        assert difference(pictures[1], pictures[3]) > 2
        assert difference(pictures[2], pictures[3]) > 2
        first.append(pictures[0])
    assert difference(first[0], first[1]) > 4 and difference(first[0], first[2]) > 4


def test_dishes_are_drawn(app):
    recipes = app.get("/recipes?limit=4&select=image")["recipes"]
    pictures = [opened(app.call("GET", r["image"].removeprefix(app.base))) for r in recipes]
    for picture in pictures:
        assert picture.format == "WEBP" and picture.size == (600, 600)
        assert len(picture.convert("RGB").getcolors(1 << 20)) > 200
    assert all(difference(pictures[0], other) > 4 for other in pictures[1:])


def test_the_code_of_each_product_is_its_barcode(app):
    products = app.get("/products?limit=0&select=meta")["products"]
    assert len(products) == 194
    for product in products:
        meta = product["meta"]
        assert read_code(app, meta["qrCode"].removeprefix(app.base)) == meta["barcode"]


@pytest.mark.parametrize("ending", ["png", "jpg", "webp"])
@pytest.mark.parametrize("text", ["7", "Straße 7, Żnin", "https://example.com/?a=b", "x" * 180])
def test_codes_of_any_text(app, text, ending):
    assert read_code(app, f"/cdn/public/qr-code/{quote(text, safe='')}.{ending}") == text


def test_the_code_that_all_products_of_the_original_have(app):
    assert read_code(app, "/cdn/public/qr-code.png") == "https://dummyjson.com"


def read_code(app, path: str) -> str:
    """What a reader finds in the picture."""
    (found,) = zxingcpp.read_barcodes(opened(app.call("GET", path)).convert("L"))
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return found.text


# MARK: Load


def test_the_largest_picture_lets_others_pass(server):
    """While it is drawn, requests on other connections are answered, one after the other."""
    answers = {}

    def fetch(path):
        answers[path] = Client(server).call("GET", path, timeout=150)

    paths = [f"/image/4000x4000/246/fff/{type}?text=Large" for type in TYPES]
    threads = [threading.Thread(target=fetch, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    meanwhile = 0
    with server.connect() as quick:
        while any(thread.is_alive() for thread in threads):
            assert quick.ask("GET", "/test").status == 200
            assert quick.ask("GET", "/posts/1").status == 200
            meanwhile += 1
    for thread in threads:
        thread.join()
    # If each picture held them up, there would be one round for each.
    assert meanwhile > 2 * len(paths), f"only {meanwhile} rounds while pictures were drawn"
    Image.MAX_IMAGE_PIXELS, known = None, Image.MAX_IMAGE_PIXELS
    try:
        for path in paths:
            answer = answers[path]
            assert answer.status_code in (200, 503)
            if answer.status_code == 200:
                assert opened(answer).size == (4000, 4000)
    finally:
        Image.MAX_IMAGE_PIXELS = known
    assert Counter(answer.status_code for answer in answers.values())[200] >= 1


def test_more_pictures_than_the_queue_holds_are_refused(start):
    server = start("--worker-queue", "4", "--quiet")
    connections = [server.connect() for _ in range(60)]
    for number, connection in enumerate(connections):
        connection.send(request("GET", f"/image/900x900/{number:06x}/fff/webp?text={number}"))
    counts = Counter()
    for number, connection in enumerate(connections):
        answer = connection.read_answer(within=60)
        counts[answer.status] += 1
        if answer.status == 200:
            picture = Image.open(io.BytesIO(answer.body))
            assert picture.size == (900, 900)
            assert_close(picture.convert("RGB").getpixel((1, 1)), (0, 0, number), 8)
        else:
            assert answer.json() == {"message": "The server is busy, try again"}
        connection.close()
    assert set(counts) <= {200, 503} and counts[200] >= 2 and counts[503] > 0, counts
    assert Client(server).get("/test") == {"status": "ok", "method": "GET"}
    assert opened(Client(server).call("GET", "/image/901x901")).size == (901, 901)


def test_one_picture_asked_for_by_many(server):
    connections = [server.connect() for _ in range(100)]
    for connection in connections:
        connection.send(request("GET", "/image/500x500/abc/123/webp") + request("GET", "/test"))
    bodies = set()
    for connection in connections:
        answer = connection.read_answer(within=60)
        assert answer.status in (200, 503)
        if answer.status == 200:
            bodies.add(answer.body)
        assert connection.read_answer().json() == {"status": "ok", "method": "GET"}
        connection.close()
    assert len(bodies) == 1


@pytest.mark.parametrize("query", ["fontSize=999999999", "fontSize=4000", "fontSize=1"])
def test_no_option_makes_a_picture_endless(server, query):
    wide = "W+" * 1500
    answer = Client(server).call("GET", f"/image/4000x4000?type=webp&text={wide}&{query}")
    assert answer.status_code == 200 and len(answer.content) < 4 << 20


def test_a_stop_while_a_picture_is_drawn(server):
    with server.connect() as drawing, server.connect() as other:
        drawing.send(request("GET", "/image/4000x4000/123/fff/webp?text=Stop"))
        assert other.ask("GET", "/test").status == 200
        server.signal(signal.SIGTERM)
        # Either it is still finished, or the time for it is over.
        left = drawing.read_to_end()
        assert left == b"" or left.startswith(b"HTTP/1.1 200 OK\r\n")
        assert server.wait() == 0


def test_clients_that_leave_before_their_picture_is_drawn(server):
    for number in range(40):
        connection = server.connect()
        connection.send(request("GET", f"/image/1200x1200/{number:06x}"))
        connection.abort()
    app = Client(server)
    assert app.get("/posts/1")["id"] == 1
    assert opened(app.call("GET", "/image/70x70", timeout=60)).size == (70, 70)
