"""Pages, numbers, selections and sorting against a plain model of JavaScript's rules."""

from __future__ import annotations

import math
import random
import re
import urllib.parse

import pytest

from dummyjson import Client

SEED = 20260617
ROUNDS = 250
SPACE = " \t\n\v\f\r\u00a0\u1680\u2000\u2009\u2028\u2029\u202f\u205f\u3000\ufeff"
DECIMAL = re.compile(r"[+-]?(?:Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
PREFIXED = re.compile(r"0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)")


# MARK: The model


def js_number(text: str) -> float:
    """`Number(text)`."""
    text = text.strip(SPACE)
    if not text:
        return 0.0
    if PREFIXED.fullmatch(text):
        return float(int(text, 0))
    return float(text) if DECIMAL.fullmatch(text) else math.nan


def parse_int(text: str) -> float:
    """`parseInt(text, 10)`."""
    found = re.match(r"[+-]?[0-9]+", text.strip(SPACE))
    return float(int(found[0])) if found else math.nan


def js_key(value):
    """A sort key in the order of JavaScript: strings by UTF-16 code units."""
    return value.encode("utf-16-be", "surrogatepass") if isinstance(value, str) else value


def cut(records: list, skip: str | None, limit: str | None):
    """The records that are asked for, and the skip that the answer names."""
    offset = parse_int(skip) if skip is not None else 0.0
    count = parse_int(limit) if limit is not None else 30.0
    rest = records[int(min(offset, len(records))) :] if offset > 0 else records
    if math.isnan(count):
        rest = []
    elif count:
        rest = rest[: int(max(min(count, 10**6), -(10**6)))]
    return rest, None if math.isnan(offset) else offset


def selected(record: dict, names: list[str]) -> dict:
    chosen = {"id": record["id"]}
    for name in names:
        if name in record:
            chosen[name] = record[name]
    return chosen


def model(kind: str, records: list[dict], options: dict) -> dict:
    """The page object of the contract: filter, total, sort, skip, limit, select."""
    total = len(records)
    if options.get("sortBy"):
        records = sorted(
            records,
            key=lambda record: js_key(record[options["sortBy"]]),
            reverse=options.get("order", "asc").lower() == "desc",
        )
    page, offset = cut(records, options.get("skip"), options.get("limit"))
    if options.get("select"):
        page = [selected(record, options["select"].split(",")) for record in page]
    return {kind: page, "total": total, "skip": offset, "limit": len(page)}


def same_order(got, expected):
    """Equal, with members in the same order."""
    assert got == expected
    assert list(got) == list(expected)
    for kind in got:
        if isinstance(got[kind], list):
            for one, other in zip(got[kind], expected[kind]):
                assert list(one) == list(other)


# MARK: A property


SORTED = {
    "posts": ["id", "title", "body", "views", "userId"],
    "users": ["id", "firstName", "age", "height", "weight", "email", "birthDate", "role"],
    "products": ["id", "title", "price", "rating", "stock", "discountPercentage", "category"],
    "recipes": ["id", "name", "rating", "cuisine", "caloriesPerServing"],
}
NUMBERS = [
    "",
    "0",
    "1",
    "2",
    "7",
    "29",
    "30",
    "31",
    "100",
    "1000",
    "-1",
    "-3",
    "-250",
    "2.9",
    "1e1",
]
NUMBERS += ["0x10", "Infinity", "-Infinity", " 4 ", "+6", ".5", "5.", "-0", "007", "\u00a03\ufeff"]


def some_options(source: random.Random, kind: str, members: list[str]) -> dict:
    options = {}
    for name in ("skip", "limit"):
        if source.random() < 0.75:
            known = source.random() < 0.5
            options[name] = source.choice(NUMBERS) if known else str(source.randrange(-9, 260))
    if source.random() < 0.6:
        options["sortBy"] = source.choice(SORTED[kind])
        if source.random() < 0.7:
            options["order"] = source.choice(["asc", "desc", "DESC", "Asc"])
    if source.random() < 0.6:
        names = source.sample([*members, "nope", "ID", "hair.color"], source.randrange(1, 5))
        options["select"] = ",".join(names + source.choices(names, k=1))
    return options


@pytest.mark.parametrize("kind", SORTED)
def test_pages_are_those_of_the_model(shared_server, kind):
    source = random.Random(f"{SEED} {kind}")
    app = Client(shared_server)
    records = app.all(kind)
    members = list(records[0])
    for _ in range(ROUNDS):
        options = some_options(source, kind, members)
        names = list(options)
        source.shuffle(names)
        query = urllib.parse.urlencode({name: options[name] for name in names})
        expected = model(kind, records, options)
        try:
            same_order(app.get(f"/{kind}?{query}"), expected)
        except AssertionError as failure:
            raise AssertionError(f"/{kind}?{query}") from failure


def in_any(text: str, *members: str):
    """Whether `text` is in one of the members of a record, in any case."""
    return lambda record, _: any(text in record[name].lower() for name in members)


def same(member: str):
    """Whether a record has the member of another."""
    return lambda record, other: record[member] == other[member]


FILTERS = {
    "/posts/search?q=THE": in_any("the", "body"),
    "/posts/search?q=%20on-the%20": in_any("on the", "body"),
    "/posts/user/{userId}?": same("userId"),
    "/posts/tag/{tags[0]}?": lambda post, other: other["tags"][0] in post["tags"],
    "/users/search?q=an": in_any("an", "firstName", "lastName", "email", "username"),
    "/users/filter?key=gender&value={gender}": same("gender"),
    "/users/filter?key=hair.color&value={hair[color]}": (
        lambda user, other: user["hair"]["color"] == other["hair"]["color"]
    ),
    "/users/filter?key=gender&value=Female": lambda user, _: False,
    "/products/search?q=with": in_any("with", "title", "description"),
    "/products/category/{category}?": same("category"),
    "/recipes/search?q=a": in_any("a", "name"),
    "/recipes/meal-type/{mealType[0]}?": (
        lambda recipe, other: other["mealType"][0] in recipe["mealType"]
    ),
}


@pytest.mark.parametrize("path", FILTERS)
def test_filters_come_before_pages(shared_server, path):
    source = random.Random(f"{SEED} {path}")
    app = Client(shared_server)
    kind = path.split("/")[1]
    records = app.all(kind)
    for _ in range(12):
        one = source.choice(records)
        found = [record for record in records if FILTERS[path](record, one)]
        options = {
            "limit": str(source.randrange(0, 9)),
            "skip": str(source.randrange(0, 4)),
            "sortBy": source.choice(SORTED[kind]),
            "order": source.choice(["asc", "desc"]),
            "select": "id," + source.choice(list(one)),
        }
        query = f"{path.format(**one)}&{urllib.parse.urlencode(options)}"
        same_order(app.get(query), model(kind, found, options))


@pytest.mark.parametrize("path", ["/posts/tag/{}", "/products/category/{}", "/recipes/tag/{}"])
def test_words_in_paths_are_taken_in_any_case(shared_server, path):
    app = Client(shared_server)
    kind = path.split("/")[1]
    member = "category" if kind == "products" else "tags"
    word = app.all(kind)[0][member]
    word = word if isinstance(word, str) else word[0]
    page = app.get(path.format(word))
    assert page["total"] > 0
    assert app.get(path.format(word.upper())) == page == app.get(path.format(word.title()))
    assert app.get(path.format("nothing-of-this-name")) == {
        kind: [],
        "total": 0,
        "skip": 0,
        "limit": 0,
    }


@pytest.mark.parametrize("kind", ["comments", "todos", "quotes", "carts"])
def test_lists_that_know_neither_sorting_nor_selection(shared_server, kind):
    app = Client(shared_server)
    records = app.all(kind)
    page = app.get(f"/{kind}?limit=4&skip=3&sortBy=id&order=desc&select=nope")
    same_order(page, {kind: records[3:7], "total": len(records), "skip": 3, "limit": 4})


@pytest.mark.parametrize("path", ["/users/{}/posts", "/users/{}/todos", "/todos/user/{}"])
def test_lists_of_a_person_are_selected_but_not_sorted(shared_server, path):
    app = Client(shared_server)
    kind = "posts" if path.endswith("posts") else "todos"
    records = app.all(kind)
    owner = max(records, key=lambda one: sum(o["userId"] == one["userId"] for o in records))
    mine = [{"id": record["id"]} for record in records if record["userId"] == owner["userId"]]
    page = app.get(path.format(owner["userId"]) + "?sortBy=id&order=desc&select=nope&limit=0")
    assert page[kind] == mine and page["total"] == len(mine) >= 2


# MARK: Tables


TABLE = [
    ("limit=2.9", 2, 0),
    ("limit=1e1", 1, 0),
    ("limit=0x10", 251, 0),
    ("limit=", 0, 0),
    ("limit=Infinity", 0, 0),
    ("limit=+", 0, 0),
    ("limit=-5", 246, 0),
    ("limit=-5&skip=200", 46, 200),
    ("limit=-100000", 0, 0),
    ("limit=0", 251, 0),
    ("limit=-0", 251, 0),
    ("limit=.5", 0, 0),
    ("limit=5.", 5, 0),
    ("limit=%2B3", 3, 0),
    ("limit=+3", 3, 0),
    ("limit[]=3", 3, 0),
    ("limit[]=", 0, 0),
    ("limit[0]=4", 4, 0),
    ("Limit=abc", 30, 0),
    ("limit=%E3%80%803", 3, 0),
    ("limit=0b11", 251, 0),
    ("limit=1e400", 1, 0),
    ("skip=", 30, None),
    ("skip=Infinity", 30, None),
    ("skip=-3", 30, -3),
    ("skip=-0", 30, 0),
    ("skip=1.99", 30, 1),
    ("skip=0x5", 30, 0),
    ("skip=5e1", 30, 5),
    ("skip=100000", 0, 100000),
    ("skip[]=2", 30, 2),
    ("limit=&skip=", 0, None),
    ("limit=5&skip=249", 2, 249),
]
REFUSED = ["abc", "10abc", "true", "null", "NaN", "undefined", "1,000", "1_0", "0x", "--1", "1e"]
REFUSED += ["%D9%A3", "infinity", "0x1.8", "-0x1", "1%201", "3;skip=1"]


@pytest.mark.parametrize("query, count, skip", TABLE, ids=lambda value: str(value))
def test_numbers_of_javascript(shared_server, query, count, skip):
    app = Client(shared_server)
    records = app.all("posts")
    start = max(skip or 0, 0)
    page = app.get("/posts?" + query)
    same_order(
        page,
        {
            "posts": records[start : start + count],
            "total": len(records),
            "skip": skip,
            "limit": count,
        },
    )
    assert page["skip"] is None or type(page["skip"]) is int


@pytest.mark.parametrize("value", REFUSED)
@pytest.mark.parametrize("name", ["limit", "skip"])
def test_what_is_no_number(shared_server, name, value):
    app = Client(shared_server)
    refusal = {"message": f"Invalid '{name}' - must be a number"}
    for path in ("/posts", "/test", "/posts/1", "/users/1/nowhere", "/auth/posts"):
        assert app.get(f"{path}?{name}={value}", 400) == refusal
    assert app.call("POST", f"/auth/login?{name}={value}", json={}).json() == refusal


@pytest.mark.parametrize("name", ["limit", "skip"])
def test_two_numbers_are_no_number(shared_server, name):
    app = Client(shared_server)
    refusal = {"message": f"Invalid '{name}' - must be a number"}
    for query in (f"{name}=1&{name}=2", f"{name}[]=1&{name}[]=2", f"{name}[a]=1"):
        assert app.get(f"/users?{query}", 400) == refusal


@pytest.mark.parametrize(
    "query, status, message",
    [
        ("sortBy=id&order=up", 400, "Order can be: 'asc' or 'desc'"),
        ("sortBy=id&order=asc&order=desc", 500, "order.toLowerCase is not a function"),
        ("q=a&q=b", 400, "Invalid 'q' - must be a string"),
        ("q[a]=b", 400, "Invalid 'q' - must be a string"),
        ("delay=soon", 400, "Delay must be a number in milliseconds"),
        ("delay=5001", 400, "Delay cannot be greater than 5 seconds"),
        ("delay=-1", 400, "Delay cannot be less than 0"),
        ("limit=x&skip=x&q=a&q=b&delay=x", 400, "Invalid 'limit' - must be a number"),
        ("skip=x&q=a&q=b&delay=x", 400, "Invalid 'skip' - must be a number"),
        ("q=a&q=b&delay=x", 400, "Invalid 'q' - must be a string"),
        ("delay=x&sortBy=a&order=b", 400, "Delay must be a number in milliseconds"),
    ],
)
def test_options_that_are_refused(shared_server, query, status, message):
    app = Client(shared_server)
    for path in ("/posts", "/users/1", "/test", "/quotes/random", "/auth/me"):
        assert app.get(f"{path}?{query}", status) == {"message": message}


@pytest.mark.parametrize(
    "query",
    [
        "order=up",
        "order=asc&order=desc",
        "sortBy=&order=up",
        "q=",
        "q[valueSearch]=sea",
        "delay=0",
        "delay=",
        "delay=1.5",
    ],
)
def test_options_that_pass(shared_server, query):
    assert Client(shared_server).get(f"/posts/1?{query}")["id"] == 1


# MARK: Selections


@pytest.mark.parametrize(
    "query, members",
    [
        ("select=title,views", ["id", "title", "views"]),
        ("select=views,title,views,id", ["id", "views", "title"]),
        ("select=title&select=body", ["id", "title", "body"]),
        ("select[]=userId&select[]=title", ["id", "userId", "title"]),
        ("select=nope", ["id"]),
        ("select=Title,%20body", ["id"]),
        ("select=reactions.likes", ["id"]),
        ("select=reactions", ["id", "reactions"]),
        ("select=", ["id", "title", "body", "tags", "reactions", "views", "userId"]),
        ("select[a]=title", ["id", "title", "body", "tags", "reactions", "views", "userId"]),
    ],
)
def test_selections(shared_server, query, members):
    app = Client(shared_server)
    whole = app.get("/posts/3")
    one = app.get("/posts/3?" + query)
    assert list(one) == members and one == {name: whole[name] for name in members}
    assert list(app.get(f"/posts?limit=1&skip=2&{query}")["posts"][0]) == members


def test_a_selection_of_a_member_that_only_some_have(shared_server):
    app = Client(shared_server)
    products = app.all("products")
    page = app.get("/products?limit=0&select=brand,price")["products"]
    assert {len(product) for product in page} == {2, 3}
    for product, chosen in zip(products, page):
        assert chosen == selected(product, ["brand", "price"])


# MARK: Sorting


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_ties_keep_their_order_both_ways(shared_server, order):
    app = Client(shared_server)
    for kind, member in (("users", "gender"), ("posts", "userId"), ("products", "category")):
        page = app.get(f"/{kind}?limit=0&sortBy={member}&order={order}&select={member}")[kind]
        for one, next in zip(page, page[1:]):
            if one[member] == next[member]:
                assert one["id"] < next["id"]
            else:
                assert (js_key(one[member]) < js_key(next[member])) == (order == "asc")


@pytest.mark.parametrize("member", ["nope", "hair.color", "", "Age"])
def test_an_unknown_member_sorts_nothing(shared_server, member):
    app = Client(shared_server)
    page = app.get(f"/users?limit=0&sortBy={member}&order=desc")["users"]
    assert [user["id"] for user in page] == list(range(1, len(page) + 1))


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_objects_are_turned_around(shared_server, order):
    page = Client(shared_server).get(f"/posts?limit=0&sortBy=reactions&order={order}&select=id")
    assert [post["id"] for post in page["posts"]] == list(range(page["total"], 0, -1))
