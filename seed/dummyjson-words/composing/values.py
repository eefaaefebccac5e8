"""Numbers, dates and links in the form in which the server prints them."""

from __future__ import annotations

from datetime import datetime, timedelta

SITE = "https://dummyjson.com"
PICTURES = "https://cdn.dummyjson.com"


def scaled(number: int, digits: int = 2):
    """The number divided by 10^digits, as JavaScript prints it: 10 and 9.99, never 10.0."""
    factor = 10**digits
    return number // factor if number % factor == 0 else number / factor


def discounted(cents: int, hundredths_of_percent: int) -> int:
    """The cents less the discount, rounded half up."""
    return (cents * (10_000 - hundredths_of_percent) + 5_000) // 10_000


def moment(chance, start: datetime, days: int) -> datetime:
    """A moment up to so many days after the start, to the millisecond."""
    return start + timedelta(milliseconds=chance.below(days * 86_400_000))


def iso(when: datetime) -> str:
    """As JavaScript's toISOString, with milliseconds."""
    return when.strftime("%Y-%m-%dT%H:%M:%S.") + f"{when.microsecond // 1000:03d}Z"


def picture(*path: str) -> str:
    """A link to a picture on the original's host; this server draws what is behind it."""
    return "/".join([PICTURES, *path])


def slug(title: str) -> str:
    """The title as a part of a path: "Chef's Knife, 20 cm" is `chefs-knife-20-cm`."""
    kept = (letter if letter.isalnum() else " " for letter in title.lower().replace("'", ""))
    return "-".join("".join(letter for letter in kept if letter.isascii()).split())
