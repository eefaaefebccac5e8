"""What the iOS client of the community app can read: entities, and the kinds of their members."""

from __future__ import annotations

import re
from datetime import datetime
from urllib.parse import urlsplit


class Mismatch(AssertionError):
    """A value that the client would drop, or that would crash it."""


def integer(value) -> bool:
    return type(value) is int


def text(value) -> bool:
    return type(value) is str


def number_text(value) -> bool:
    """A text for the iOS app, in which the Android app reads a number."""
    return text(value) and re.fullmatch(r"[0-9]+", value)


def boolean(value) -> bool:
    return type(value) is bool


def texts(value) -> bool:
    return type(value) is list and all(map(text, value))


def some_texts(value) -> bool:
    return texts(value) and len(value) > 0


def bit(value) -> bool:
    return type(value) is int and value in (0, 1)


def flag(value) -> bool:
    """A Bool, or the number that the client takes for one."""
    return type(value) is bool or bit(value)


def date(value) -> bool:
    """`yyyy-MM-dd HH:mm:ss`, and a day that the calendar has."""
    if not text(value) or not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", value):
        return False
    try:
        moment(value)
    except ValueError:
        return False
    return True


def time_of_day(value) -> bool:
    return text(value) and re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d", value)


def url(value) -> bool:
    return text(value) and urlsplit(value).scheme in ("http", "https") and urlsplit(value).netloc


def url_or_empty(value) -> bool:
    return value == "" or url(value)


def maybe(kind):
    """The same, or null."""
    return lambda value: value is None or kind(value)


MEMBER = {
    "id": integer,
    "name": text,
    "contact_no": maybe(text),
    "email_id": maybe(text),
    "occupation": maybe(text),
    "membership_type_id": number_text,
    "about_me": maybe(text),
    "profile_pic_url": url_or_empty,
    "company_id": maybe(number_text),
    "company_name": maybe(text),
    "website_url": maybe(url_or_empty),
    "twitter_url": maybe(url_or_empty),
    "linkedin_url": maybe(url_or_empty),
    "instagram_url": maybe(url_or_empty),
    "facebook_url": maybe(url_or_empty),
    "member_fir_key": maybe(text),
    "created_dtm": maybe(text),
}
VENDOR = {
    "id": integer,
    "name": text,
    "email_id": maybe(text),
    "vendor_logo_url": url_or_empty,
    "total_member": maybe(integer),
}
COMPANY = {
    "id": integer,
    "name": text,
    "user_id": maybe(text),
    "contact_member_id": maybe(integer),
    "contact_person_email_id": maybe(text),
    "contact_person_name": maybe(text),
    "contact_person_number": maybe(text),
    "status": maybe(integer),
    "website": maybe(text),
    "about": maybe(text),
    "isDeleted": maybe(integer),
    "company_logo_url": url_or_empty,
}
POST = {
    "id": integer,
    "name": text,
    "member_id": integer,
    "member_profile_image": url_or_empty,
    "status_image": text,
    "status_images": texts,
    "status_text": text,
    "vendor_id": maybe(integer),
    "date": date,
    "number_of_likes": integer,
    "number_of_commment": integer,
    "is_liked_by_me": flag,
}
COMMENT = {
    "id": integer,
    "post_id": maybe(integer),
    "date": date,
    "comment": text,
    "member_id": integer,
    "member_name": text,
    "member_profile_image": url_or_empty,
}
LIKE = {
    "id": maybe(integer),
    "post_id": maybe(integer),
    "member_id": integer,
    "member_name": text,
    "member_profile_image": url_or_empty,
}
EVENT = {
    "id": integer,
    "title": text,
    "start_time": date,
    "end_time": date,
    "description": text,
    "vendor_id": maybe(integer),
    "header_image_url": url_or_empty,
    "total_rsvp": integer,
    "is_attending": boolean,
}
ROOM = {
    "id": integer,
    "name": maybe(text),
    "description": maybe(text),
    "start_time": maybe(time_of_day),
    "end_time": maybe(time_of_day),
    "images": some_texts,
}
SLOT = {
    "id": integer,
    "meeting_room_id": text,
    "start_time": date,
    "end_time": date,
    "is_available": bit,
    "booked_by_member_id": integer,
    "is_free_credit_used": maybe(bit),
}
BOOKING = {
    "id": integer,
    "meeting_room_id": text,
    "meeting_room_name": text,
    "start_time": date,
    "end_time": date,
    "booked_by_member_id": integer,
}
DASHBOARD = {
    "booking_slot": maybe(integer),
    "total_booking_count": maybe(integer),
    "month": maybe(text),
    "total_usage": text,
    "free_remaining": text,
    "free_credit": text,
    "paid_usage": text,
}
PLACE = {
    **dict.fromkeys(
        "cs_id NAME address postal_area city state country latitude longitude currency day_price "
        "week_price month_price description star_rating num_reviews max_capacity private_rooms "
        "meeting_rooms additional_images".split(),
        text,
    ),
    "image": url,
    "cw_url": url,
}

OPTIONAL = {
    id(MEMBER): {"vendors", "companies"},
    id(EVENT): {"attendees"},
    id(BOOKING): {"is_available"},
}
"""What the backend sends besides, and the client does not read."""


def decode(value, entity: dict, place: str = "$") -> dict:
    """The value, which must have all members of the entity in the client's types, and no others."""
    if type(value) is not dict:
        raise Mismatch(f"{place} is no object: {value!r}")
    for name, kind in entity.items():
        if name not in value:
            raise Mismatch(f"{place}.{name} is missing in {value}")
        if not kind(value[name]):
            raise Mismatch(f"{place}.{name} is {value[name]!r}")
    if unknown := value.keys() - entity.keys() - OPTIONAL.get(id(entity), set()):
        raise Mismatch(f"{place} has {unknown}")
    if entity is POST:
        expected = [value["status_image"]] if value["status_image"] else []
        if value["status_images"] != expected:
            raise Mismatch(f"{place}.status_images is {value['status_images']}")
    if entity is PLACE:
        pictures = value["additional_images"].split(",") if value["additional_images"] else []
        if not all(map(url, pictures)):
            raise Mismatch(f"{place}.additional_images is {pictures}")
    return value


def decode_all(value, entity: dict, place: str = "$") -> list[dict]:
    if type(value) is not list:
        raise Mismatch(f"{place} is no array: {value!r}")
    return [decode(one, entity, f"{place}[{index}]") for index, one in enumerate(value)]


def moment(value: str) -> datetime:
    return datetime.strptime(value, "%Y-%m-%d %H:%M:%S")


def told(value: datetime) -> str:
    return value.strftime("%Y-%m-%d %H:%M:%S")


def hours(shown: str) -> float:
    """The number in a text such as `1.5 hrs`."""
    matched = re.fullmatch(r"(\d+(?:\.\d+)?) hrs?", shown)
    assert matched, f"no hours: {shown!r}"
    return float(matched[1])
