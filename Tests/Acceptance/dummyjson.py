"""The DummyJSON API in a few calls, and record files to import, for tests from outside."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

import brotli
import requests

EMILY = {"username": "emilys", "password": "emilyspass"}
SECRET = "your-secret-key"
"""What tokens are signed with unless --jwt-secret says otherwise."""

COUNTS = {
    "posts": 251,
    "users": 208,
    "comments": 340,
    "todos": 254,
    "products": 194,
    "recipes": 50,
    "carts": 208,
}
"""The numbers of records that the contract fixes."""


class Client:
    """An app's HTTP client: one session, a base URL, a deadline for every call."""

    def __init__(self, server, prefix: str = ""):
        self.session = server.session()
        self.base = server.url + prefix

    def call(self, method: str, path: str, **options) -> requests.Response:
        options.setdefault("timeout", 15)
        return self.session.request(method, self.base + path, **options)

    def get(self, path: str, status: int = 200, **options):
        """The JSON of a GET that must be answered with `status`."""
        answer = self.call("GET", path, **options)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer.json()

    def send(self, method: str, path: str, value=None, status: int = 200, **options):
        """The JSON of a request with a JSON body that must be answered with `status`."""
        answer = self.call(method, path, json=value, **options)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer.json()

    def all(self, kind: str) -> list[dict]:
        """Every record of a kind, in order."""
        page = self.get(f"/{kind}?limit=0")
        assert page["total"] == page["limit"] == len(page[kind])
        return page[kind]

    def log_in(self, person: dict = EMILY, **more) -> dict:
        """Logs in; gives the answer. Cookies that may be kept stay in the session."""
        return self.send("POST", "/auth/login", {**person, **more})

    def reset(self):
        """Puts the default world back to its seed."""
        answer = self.call("POST", "/__mockpostly/v1/reset")
        assert answer.status_code in (200, 204), answer.text


CODINGS = {
    "gzip": (gzip.compress, gzip.decompress),
    "deflate": (zlib.compress, zlib.decompress),
    "br": (lambda data: brotli.compress(data, quality=5), brotli.decompress),
}
"""What a coding is packed and unpacked by."""


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def set_cookies(answer: requests.Response) -> list[str]:
    """The Set-Cookie fields of an answer, one by one."""
    return answer.raw.headers.getlist("Set-Cookie")


def post_bytes(client: Client, data, coding=None, path="/posts/add", **headers):
    """A POST of these very bytes, as JSON unless `Content_Type` says otherwise."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    headers.setdefault("Content-Type", "application/json")
    if coding:
        headers["Content-Encoding"] = coding
    return client.call("POST", path, data=data, headers=headers)


# MARK: Records of one's own


def person(number: int, username: str, first: str, last: str, **more) -> dict:
    return {
        "id": number,
        "firstName": first,
        "lastName": last,
        "maidenName": "",
        "age": 20 + number,
        "gender": "female",
        "email": f"{first}.{last}@x.dummyjson.com".lower(),
        "phone": f"+1 555-0{number:03}",
        "username": username,
        "password": username + "pass",
        "birthDate": "1996-5-30",
        "image": f"https://dummyjson.com/icon/{username}/128",
        "bloodGroup": "O-",
        "height": 170.5,
        "weight": 60,
        "eyeColor": "Green",
        "hair": {"color": "Brown", "type": "Curly"},
        "ip": f"192.0.2.{number}",
        "address": address(number),
        "macAddress": "02:00:00:00:00:01",
        "university": "Harbour College",
        "bank": {
            "cardExpire": "01/30",
            "cardNumber": "0000000000000000",
            "cardType": "None",
            "currency": "Euro",
            "iban": "XX00",
        },
        "company": {
            "department": "Nets",
            "name": "Tide & Co",
            "title": "Mender",
            "address": address(number + 100),
        },
        "ein": "000-000",
        "ssn": "000-00-0000",
        "userAgent": "Oar/1.0",
        "crypto": {"coin": "None", "wallet": "0x0", "network": "None"},
        "role": "user",
        **more,
    }


def address(number: int) -> dict:
    return {
        "address": f"{number} Quay Street",
        "city": "Lisport",
        "state": "Coast",
        "stateCode": "CO",
        "postalCode": f"{10000 + number}",
        "coordinates": {"lat": 38.5, "lng": -9.25},
        "country": "Nowhere",
    }


def post(number: int, owner: int = 1, **more) -> dict:
    return {
        "id": number,
        "title": f"Tide table {number}",
        "body": f"High water at {number} o’clock, ßtraße und Žluťoučký kůň 🐚.",
        "tags": ["tide", "two words"],
        "reactions": {"likes": 10 * number, "dislikes": number},
        "views": 100 * number,
        "userId": owner,
        **more,
    }


def comment(number: int, of_post: int = 1, owner: int = 2, **more) -> dict:
    return {
        "id": number,
        "body": f"Comment {number}",
        "postId": of_post,
        "likes": number,
        "user": {"id": owner, "username": f"user{owner}", "fullName": f"User {owner}"},
        **more,
    }


def product(number: int, **more) -> dict:
    return {
        "id": number,
        "title": f"Anchor {number}",
        "description": "Holds.",
        "category": "ship-parts",
        "price": 10.25 * number,
        "discountPercentage": 10.5,
        "rating": 4.5,
        "stock": 3,
        "tags": ["iron"],
        "sku": f"ANC-{number}",
        "weight": 9,
        "dimensions": {"width": 1.5, "height": 2, "depth": 3.25},
        "warrantyInformation": "None",
        "shippingInformation": "Ships",
        "availabilityStatus": "In Stock",
        "reviews": [
            {
                "rating": 5,
                "comment": "Heavy",
                "date": "2025-04-30T09:41:02.053Z",
                "reviewerName": "Ann Sea",
                "reviewerEmail": "ann.sea@x.dummyjson.com",
            }
        ],
        "returnPolicy": "None",
        "minimumOrderQuantity": 1,
        "meta": {
            "createdAt": "2025-04-30T09:41:02.053Z",
            "updatedAt": "2025-04-30T09:41:02.053Z",
            "barcode": "0000000000000",
            "qrCode": "https://cdn.dummyjson.com/public/qr-code.png",
        },
        "images": [f"https://cdn.dummyjson.com/product-images/ship-parts/anchor-{number}/1.webp"],
        "thumbnail": f"https://cdn.dummyjson.com/product-images/anchor-{number}/thumbnail.webp",
        **more,
    }


def recipe(number: int, **more) -> dict:
    return {
        "id": number,
        "name": f"Chowder {number}",
        "ingredients": ["water", "salt"],
        "instructions": ["Boil."],
        "prepTimeMinutes": 5,
        "cookTimeMinutes": 10,
        "servings": 2,
        "difficulty": "Easy",
        "cuisine": "Coastal",
        "caloriesPerServing": 120,
        "tags": ["Soup"],
        "userId": 1,
        "image": f"https://cdn.dummyjson.com/recipe-images/{number}.webp",
        "rating": 4.5,
        "reviewCount": 3,
        "mealType": ["Dinner"],
        **more,
    }


def cart(number: int, owner: int, **more) -> dict:
    return {
        "id": number,
        "products": [
            {
                "id": 1,
                "title": "Anchor 1",
                "price": 10.25,
                "quantity": 2,
                "total": 20.5,
                "discountPercentage": 10.5,
                "discountedTotal": 18.35,
                "thumbnail": "https://cdn.dummyjson.com/product-images/anchor-1/thumbnail.webp",
            }
        ],
        "total": 20.5,
        "discountedTotal": 18.35,
        "userId": owner,
        "totalProducts": 1,
        "totalQuantity": 2,
        **more,
    }


def records() -> dict[str, list[dict]]:
    """A small data set that hangs together."""
    return {
        "posts": [post(1), post(2, 2), post(3, 1)],
        "users": [
            person(1, "user1", "Ana", "Tide"),
            person(2, "user2", "Zoë", "Ebb", role="admin"),
        ],
        "comments": [comment(1), comment(2, 2, 1)],
        "todos": [
            {"id": 1, "todo": "Caulk", "completed": False, "userId": 1},
            {"id": 2, "todo": "Row", "completed": True, "userId": 2},
        ],
        "quotes": [{"id": 1, "quote": "Row “gently”.", "author": "Nobody"}],
        "products": [product(1), product(2, brand="Tide & Co")],
        "recipes": [recipe(1), recipe(2)],
        "carts": [cart(1, 1), cart(2, 2)],
    }


def compact(value) -> str:
    """JSON as the server prints it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_records(directory: Path, sets: dict[str, list[dict]] | None = None) -> Path:
    """Writes the eight files into `directory`, which is made."""
    directory.mkdir(parents=True)
    for name, content in (sets or records()).items():
        (directory / f"{name}.json").write_text(compact(content), encoding="utf-8")
    return directory
