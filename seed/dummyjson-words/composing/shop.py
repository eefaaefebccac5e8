"""The products with their reviews, and one cart of them for each user."""

from __future__ import annotations

from datetime import datetime, timedelta

from composing.chance import Chance
from composing.values import discounted, iso, moment, picture, scaled, slug

YEAR_BEGINS = datetime(2025, 1, 1)
LEGACY = 100


def compose_products(catalogue, words, reviews, users) -> list:
    """All products; the first hundred, which the legacy era has, are of every category."""
    chance = Chance("products")
    products = []
    for category, item in shelves(catalogue):
        kind = words["kinds"][category["kind"]]
        opinions = opinions_by_rating(kind, reviews)
        number = len(products) + 1
        products.append(product(number, item, category, kind, opinions, users, chance))
    return products


def shelves(catalogue):
    """Each product with its category: a few of every category first, then the others."""
    categories = catalogue["categories"]
    first = [(category, item) for category in categories for item in early(category)]
    if len(first) != LEGACY:
        raise ValueError(f"products.json puts {len(first)} products first, {LEGACY} are needed")
    return first + [
        (category, item)
        for category in categories
        for item in category["products"][category["early"] :]
    ]


def early(category) -> list:
    return category["products"][: category["early"]]


def opinions_by_rating(kind, reviews) -> dict:
    """What people say of such products, for one to five stars."""
    return {
        stars: [text for group in kind["reviews"] for text in reviews[group][str(stars)]]
        for stars in range(1, 6)
    }


def product(number, item, category, kind, opinions, users, chance) -> dict:
    stock = 0 if chance.happens(3) else chance.low_between(2, 99)
    stars = chance.between(280, 495)
    created = moment(chance, YEAR_BEGINS, 120)
    discount = chance.low_between(0, 1990)
    record = {
        "id": number,
        "title": item["title"],
        "description": item["description"],
        "category": category["slug"],
        "price": scaled(item["cents"]),
        "discountPercentage": scaled(item.get("discount", discount)),
        "rating": scaled(stars),
        "stock": stock,
        "tags": item["tags"],
    }
    if "brand" in item:
        record["brand"] = item["brand"]
    record.update(
        sku=stock_keeping_unit(number, item, category),
        weight=chance.between(*category["weight"]),
        dimensions=dimensions(category, chance),
        warrantyInformation=chance.choice(kind["warranties"]),
        shippingInformation=chance.choice(kind["shipping"]),
        availabilityStatus=availability(stock),
        reviews=product_reviews(stars, created, opinions, users, chance),
        returnPolicy=chance.choice(kind["returns"]),
        minimumOrderQuantity=minimum_order(category, chance),
        meta=meta(created, chance),
        images=pictures(item, category, chance),
        thumbnail=view(item, category, "thumbnail"),
    )
    return record


def stock_keeping_unit(number, item, category) -> str:
    parts = (category["slug"], item.get("brand", "own"), item["title"])
    marks = ("".join(letter for letter in part if letter.isalnum())[:3].upper() for part in parts)
    return "-".join(marks) + f"-{number:03d}"


def dimensions(category, chance) -> dict:
    low, high = category["size"]
    sides = ("width", "height", "depth")
    return {side: scaled(chance.between(low * 100, high * 100)) for side in sides}


def availability(stock: int) -> str:
    if stock == 0:
        return "Out of Stock"
    return "Low Stock" if stock < 10 else "In Stock"


def product_reviews(stars, created, opinions, users, chance) -> list:
    """Three reviews by different people, near the rating, oldest first."""
    found = []
    said = set()
    written = created
    for user in chance.sample(users, 3):
        rating = max(1, min(5, (stars + chance.between(-150, 130) + 50) // 100))
        comment = chance.choice([text for text in opinions[rating] if text not in said])
        said.add(comment)
        written = moment(chance, written + timedelta(days=1), 70)
        found.append(
            {
                "rating": rating,
                "comment": comment,
                "date": iso(written),
                "reviewerName": f"{user['firstName']} {user['lastName']}",
                "reviewerEmail": user["email"],
            }
        )
    return found


def minimum_order(category, chance) -> int:
    return 1 if category["mostInACart"] == 1 else chance.low_between(1, 4 * category["mostInACart"])


def meta(created, chance) -> dict:
    barcode = in_store_barcode(chance)
    return {
        "createdAt": iso(created),
        "updatedAt": iso(moment(chance, created, 240)),
        "barcode": barcode,
        "qrCode": picture("public", "qr-code", f"{barcode}.png"),
    }


def in_store_barcode(chance) -> str:
    """Thirteen digits that begin with 2, which is never given to a real article."""
    start = f"2{chance.digits(11)}"
    check = -sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(start)) % 10
    return f"{start}{check}"


def pictures(item, category, chance) -> list:
    """One to three views."""
    count = chance.weighted([(1, 5), (2, 3), (3, 2)])
    return [view(item, category, str(number)) for number in range(1, count + 1)]


def view(item, category, name) -> str:
    return picture("product-images", category["slug"], slug(item["title"]), f"{name}.webp")


def compose_carts(catalogue, products, users) -> list:
    """One cart for each user, with the same number."""
    chance = Chance("carts")
    most = {category["slug"]: category["mostInACart"] for category in catalogue["categories"]}
    return [cart(user["id"], products, most, chance) for user in users]


def cart(number, products, most, chance) -> dict:
    lines, full, reduced = [], 0, 0
    count = chance.weighted([(1, 1), (2, 3), (3, 4), (4, 3), (5, 1)])
    for article in chance.sample(products, count):
        quantity = chance.low_between(1, most[article["category"]])
        total = cents(article["price"]) * quantity
        less = discounted(total, cents(article["discountPercentage"]))
        full += total
        reduced += less
        lines.append(line(article, quantity, total, less))
    return {
        "id": number,
        "products": lines,
        "total": scaled(full),
        "discountedTotal": scaled(reduced),
        "userId": number,
        "totalProducts": len(lines),
        "totalQuantity": sum(entry["quantity"] for entry in lines),
    }


def line(article, quantity, total, less) -> dict:
    return {
        "id": article["id"],
        "title": article["title"],
        "price": article["price"],
        "quantity": quantity,
        "total": scaled(total),
        "discountPercentage": article["discountPercentage"],
        "discountedTotal": scaled(less),
        "thumbnail": article["thumbnail"],
    }


def cents(number) -> int:
    return round(number * 100)
