"""The committed data of the DummyJSON dialect: shapes, facts, references and sums (no server)."""

from __future__ import annotations

import ipaddress
import json
import re
import subprocess
import sys
from collections import Counter
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "seed" / "dummyjson"

COUNTS = {
    "posts": 251,
    "users": 208,
    "comments": 340,
    "todos": 254,
    "quotes": 1454,
    "products": 194,
    "recipes": 50,
    "carts": 208,
}
NAMES = sorted(COUNTS)

CATEGORIES = {
    "beauty": 5,
    "fragrances": 5,
    "furniture": 5,
    "groceries": 27,
    "home-decoration": 5,
    "kitchen-accessories": 30,
    "laptops": 5,
    "mens-shirts": 5,
    "mens-shoes": 5,
    "mens-watches": 6,
    "mobile-accessories": 14,
    "motorcycle": 5,
    "skin-care": 3,
    "smartphones": 16,
    "sports-accessories": 17,
    "sunglasses": 5,
    "tablets": 3,
    "tops": 5,
    "vehicle": 5,
    "womens-bags": 5,
    "womens-dresses": 5,
    "womens-jewellery": 3,
    "womens-shoes": 5,
    "womens-watches": 5,
}
"""The original's categories in the order of its list, with their numbers of products."""

ADDRESS = {
    "address": str,
    "city": str,
    "state": str,
    "stateCode": str,
    "postalCode": str,
    "coordinates": {"lat": float, "lng": float},
    "country": str,
}
REVIEW = {
    "rating": int,
    "comment": str,
    "date": str,
    "reviewerName": str,
    "reviewerEmail": str,
}
LINE = {
    "id": int,
    "title": str,
    "price": float,
    "quantity": int,
    "total": float,
    "discountPercentage": float,
    "discountedTotal": float,
    "thumbnail": str,
}

# Members in the order of the answers; float stands for any number, a list for a list of such.
SHAPES = {
    "posts": {
        "id": int,
        "title": str,
        "body": str,
        "tags": [str],
        "reactions": {"likes": int, "dislikes": int},
        "views": int,
        "userId": int,
    },
    "users": {
        "id": int,
        "firstName": str,
        "lastName": str,
        "maidenName": str,
        "age": int,
        "gender": str,
        "email": str,
        "phone": str,
        "username": str,
        "password": str,
        "birthDate": str,
        "image": str,
        "bloodGroup": str,
        "height": float,
        "weight": float,
        "eyeColor": str,
        "hair": {"color": str, "type": str},
        "ip": str,
        "address": ADDRESS,
        "macAddress": str,
        "university": str,
        "bank": {
            "cardExpire": str,
            "cardNumber": str,
            "cardType": str,
            "currency": str,
            "iban": str,
        },
        "company": {"department": str, "name": str, "title": str, "address": ADDRESS},
        "ein": str,
        "ssn": str,
        "userAgent": str,
        "crypto": {"coin": str, "wallet": str, "network": str},
        "role": str,
    },
    "comments": {
        "id": int,
        "body": str,
        "postId": int,
        "likes": int,
        "user": {"id": int, "username": str, "fullName": str},
    },
    "todos": {"id": int, "todo": str, "completed": bool, "userId": int},
    "quotes": {"id": int, "quote": str, "author": str},
    "products": {
        "id": int,
        "title": str,
        "description": str,
        "category": str,
        "price": float,
        "discountPercentage": float,
        "rating": float,
        "stock": int,
        "tags": [str],
        "brand": str,
        "sku": str,
        "weight": int,
        "dimensions": {"width": float, "height": float, "depth": float},
        "warrantyInformation": str,
        "shippingInformation": str,
        "availabilityStatus": str,
        "reviews": [REVIEW],
        "returnPolicy": str,
        "minimumOrderQuantity": int,
        "meta": {"createdAt": str, "updatedAt": str, "barcode": str, "qrCode": str},
        "images": [str],
        "thumbnail": str,
    },
    "recipes": {
        "id": int,
        "name": str,
        "ingredients": [str],
        "instructions": [str],
        "prepTimeMinutes": int,
        "cookTimeMinutes": int,
        "servings": int,
        "difficulty": str,
        "cuisine": str,
        "caloriesPerServing": int,
        "tags": [str],
        "userId": int,
        "image": str,
        "rating": float,
        "reviewCount": int,
        "mealType": [str],
    },
    "carts": {
        "id": int,
        "products": [LINE],
        "total": float,
        "discountedTotal": float,
        "userId": int,
        "totalProducts": int,
        "totalQuantity": int,
    },
}

MEAL_TYPES = {
    "Dinner",
    "Lunch",
    "Appetizer",
    "Side Dish",
    "Beverage",
    "Dessert",
    "Breakfast",
    "Snack",
    "Snacks",
}


def text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def data() -> dict:
    return {name: json.loads(text(name)) for name in NAMES}


def by_id(records) -> dict:
    return {record["id"]: record for record in records}


# MARK: Files


def test_the_program_writes_exactly_the_committed_files():
    run = subprocess.run(
        [sys.executable, str(ROOT / "seed" / "dummyjson-words" / "compose"), "--check"],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_the_folder_holds_the_eight_collections_and_stays_small():
    files = sorted(FOLDER.iterdir())
    assert [file.name for file in files] == [f"{name}.json" for name in NAMES]
    assert sum(file.stat().st_size for file in files) < 1_300_000


def check_number(literal: str) -> float:
    """A fraction as JavaScript prints it: the shortest form, and never one of a whole number."""
    number = float(literal)
    assert literal == repr(number) and "e" not in literal and not number.is_integer(), literal
    return number


@pytest.mark.parametrize("name", NAMES)
def test_each_line_is_one_record_in_the_form_of_the_answers(name):
    content = text(name)
    assert content.endswith("\n]\n")
    first, *lines, last, empty = content.split("\n")
    assert (first, last, empty) == ("[", "]", "")
    for number, line in enumerate(lines, start=1):
        assert line.endswith(",") == (number < len(lines))
        line = line.rstrip(",")
        record = json.loads(line)
        assert record["id"] == number
        assert json.dumps(record, separators=(",", ":"), ensure_ascii=False) == line
        json.loads(line, parse_float=check_number)


@pytest.mark.parametrize("name", NAMES)
def test_records_have_the_members_of_the_contract_in_its_order(name, data):
    for record in data[name]:
        shape = dict(SHAPES[name])
        if name == "products" and "brand" not in record:
            del shape["brand"]
        check_shape(record, shape, f"{name} {record['id']}")


def check_shape(value, shape, where):
    if isinstance(shape, dict):
        assert list(value) == list(shape), where
        for key, inner in shape.items():
            check_shape(value[key], inner, f"{where}.{key}")
    elif isinstance(shape, list):
        assert isinstance(value, list) and value, where
        for place, element in enumerate(value):
            check_shape(element, shape[0], f"{where}[{place}]")
    elif shape is float:
        assert type(value) in (int, float), where
    else:
        assert type(value) is shape, where


def test_links_lead_to_pictures_that_the_server_draws(data):
    link = re.compile(
        r"https://dummyjson\.com/icon/[a-z]+/128"
        r"|https://cdn\.dummyjson\.com/(recipe-images/\d+\.webp|public/qr-code/\d{13}\.png"
        r"|product-images/[a-z-]+/[0-9a-z-]+/([123]|thumbnail)\.webp)"
    )
    links = re.findall(r'"(https?://[^"]*)"', "".join(text(name) for name in NAMES))
    assert len(links) > 1000
    assert [found for found in links if not link.fullmatch(found)] == []


def test_each_product_and_dish_has_pictures_of_its_own(data):
    folders = {product["thumbnail"].removesuffix("/thumbnail.webp") for product in data["products"]}
    assert len(folders) == 194
    for product in data["products"]:
        folder = product["thumbnail"].removesuffix("/thumbnail.webp")
        count = len(product["images"])
        assert product["images"] == [f"{folder}/{number}.webp" for number in range(1, count + 1)]
        assert folder.split("/")[-2] == product["category"]
        assert product["meta"]["qrCode"].endswith(f"/{product['meta']['barcode']}.png")
    for recipe in data["recipes"]:
        assert recipe["image"].endswith(f"/recipe-images/{recipe['id']}.webp")


def test_texts_are_clean():
    for name in NAMES:
        content = text(name)
        assert "  " not in content
        assert re.search(r"lorem|ipsum|undefined|None|null|\bTODO\b|\\", content) is None, name


# MARK: Users


def test_users_follow_the_rules(data):
    users = data["users"]
    for user in users:
        name = user["username"]
        assert re.fullmatch("[a-z]+", name)
        assert user["password"] == f"{name}pass"
        assert user["image"] == f"https://dummyjson.com/icon/{name}/128"
        mail = f"{user['firstName']}.{user['lastName']}@x.dummyjson.com".lower()
        assert user["email"] == mail
        role = "admin" if user["id"] <= 5 else "moderator" if user["id"] <= 15 else "user"
        assert user["role"] == role
        assert re.fullmatch(r"\+1 \d{3}-555-01\d\d", user["phone"])
    for key in ("username", "email", "phone", "ip", "macAddress"):
        assert len({user[key] for user in users}) == len(users), key
    assert Counter(user["gender"] for user in users) == {"female": 106, "male": 102}


def test_no_colour_of_hair_has_more_users_than_a_page(data):
    colors = Counter(user["hair"]["color"] for user in data["users"])
    assert len(colors) == 7 and max(colors.values()) <= 30


def test_the_users_that_clients_know_have_a_post_and_a_todo(data):
    for name in ("posts", "todos"):
        assert {record["userId"] for record in data[name]} >= set(range(1, 31)), name


def test_ages_agree_with_birth_dates(data):
    for user in data["users"]:
        year, month, day = (int(part) for part in user["birthDate"].split("-"))
        assert user["birthDate"] == f"{year}-{month}-{day}"
        born = date(year, month, day)
        assert 2026 - born.year - user["age"] in (0, 1)
        assert 18 <= user["age"] <= 80


def luhn(number: str) -> int:
    digits = [int(digit) for digit in reversed(number)]
    return sum(digits[0::2] + [sum(divmod(2 * digit, 10)) for digit in digits[1::2]]) % 10


def test_personal_numbers_belong_to_nobody(data):
    documentation = [
        ipaddress.ip_network(net) for net in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")
    ]
    for user in data["users"]:
        assert any(ipaddress.ip_address(user["ip"]) in net for net in documentation)
        assert user["macAddress"].startswith("00:00:5e:00:53:")
        assert luhn(user["bank"]["cardNumber"]) != 0
        assert user["bank"]["iban"].startswith("XX00")
        assert user["ssn"].startswith("000-")
        assert user["ein"].startswith("00-")
        assert user["crypto"]["wallet"].startswith("0x" + "0" * 24)


# MARK: Posts, comments, todos, quotes


def test_posts(data):
    posts, users = data["posts"], by_id(data["users"])
    assert {post["userId"] for post in posts} <= set(users)
    assert len({post["userId"] for post in posts}) == 155
    assert [post["id"] for post in posts if post["userId"] == 1] == [15]
    assert sum("love" in post["body"].lower() for post in posts) == 17
    assert len({tag for post in posts for tag in post["tags"]}) == 170
    assert len({post["title"] for post in posts}) == len(posts)
    for post in posts:
        assert 1 <= len(set(post["tags"])) == len(post["tags"]) <= 3
        assert 150 <= len(post["body"]) <= 600, post["title"]
        assert sum(post["reactions"].values()) <= post["views"]
    assert sum(not post["body"].isascii() for post in posts) >= 20


def test_comments_name_real_users_and_posts(data):
    comments, users, posts = data["comments"], by_id(data["users"]), by_id(data["posts"])
    for comment in comments:
        user = users[comment["user"]["id"]]
        assert comment["user"]["username"] == user["username"]
        assert comment["user"]["fullName"] == f"{user['firstName']} {user['lastName']}"
        assert posts[comment["postId"]]["userId"] != user["id"]
    assert len({comment["postId"] for comment in comments}) == 186
    assert {comment["postId"] for comment in comments} >= set(range(1, 11))
    assert len({comment["body"] for comment in comments}) == len(comments)
    assert len({(comment["postId"], comment["user"]["id"]) for comment in comments}) == 340


def test_todos(data):
    assert sum(todo["completed"] for todo in data["todos"]) == 126
    assert {todo["userId"] for todo in data["todos"]} <= set(by_id(data["users"]))
    assert len({todo["todo"] for todo in data["todos"]}) == 254


def test_quotes_are_all_different(data):
    assert len({quote["quote"] for quote in data["quotes"]}) == len(data["quotes"])
    assert len({quote["author"] for quote in data["quotes"]}) >= 30


# MARK: Products, recipes, carts


def test_products(data):
    products = data["products"]
    # In the order of their first products, as the list of categories has them.
    assert list(Counter(product["category"] for product in products)) == list(CATEGORIES)
    assert Counter(product["category"] for product in products) == CATEGORIES
    assert {product["category"] for product in products[:100]} == set(CATEGORIES)
    assert 9.5 <= products[0]["discountPercentage"] <= 10.5
    assert sum("brand" in product for product in products) == 102
    for key in ("title", "sku"):
        assert len({product[key] for product in products}) == len(products), key
    for product in products:
        stock = product["stock"]
        status = "Out of Stock" if stock == 0 else "Low Stock" if stock < 10 else "In Stock"
        assert product["availabilityStatus"] == status
        assert 1 <= product["rating"] <= 5
        assert 0 <= product["discountPercentage"] < 20
        assert product["minimumOrderQuantity"] >= 1
        assert hundredths(product["price"]) == Decimal(str(product["price"])) > 0
        barcode = [int(digit) for digit in product["meta"]["barcode"]]
        assert barcode[0] == 2 and len(barcode) == 13
        assert (sum(barcode[0::2]) + 3 * sum(barcode[1::2])) % 10 == 0


def test_reviews_are_by_users_and_after_the_product(data):
    names = {user["email"]: f"{user['firstName']} {user['lastName']}" for user in data["users"]}
    for product in data["products"]:
        meta, reviews = product["meta"], product["reviews"]
        times = [moment(meta["createdAt"]), *(moment(review["date"]) for review in reviews)]
        assert times == sorted(times)
        assert moment(meta["createdAt"]) <= moment(meta["updatedAt"])
        assert len({review["reviewerEmail"] for review in reviews}) == len(reviews) == 3
        for review in reviews:
            assert review["reviewerName"] == names[review["reviewerEmail"]]
            assert 1 <= review["rating"] <= 5


def moment(value: str) -> datetime:
    """A date as JavaScript prints it, in 2025."""
    assert re.fullmatch(r"2025-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value)
    return datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")


def test_recipes(data):
    recipes = data["recipes"]
    assert {meal for recipe in recipes for meal in recipe["mealType"]} == MEAL_TYPES
    assert len({tag for recipe in recipes for tag in recipe["tags"]}) == 87
    assert {recipe["difficulty"] for recipe in recipes} == {"Easy", "Medium", "Hard"}
    assert {recipe["userId"] for recipe in recipes} <= set(by_id(data["users"]))
    for recipe in recipes:
        assert len(recipe["ingredients"]) >= 4 and len(recipe["instructions"]) >= 3
        assert 4 <= recipe["rating"] <= 5


def hundredths(value) -> Decimal:
    return Decimal(str(value)).quantize(Decimal("0.01"), ROUND_HALF_UP)
