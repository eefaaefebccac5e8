"""The community app: requests as its iOS client makes them, answers as it reads them."""

from __future__ import annotations

import json
import re
from datetime import datetime

from rawhttp import Answer, request
from worlds import MIRA_EMAIL, Control
from wreely_types import (
    BOOKING,
    COMMENT,
    COMPANY,
    DASHBOARD,
    EVENT,
    LIKE,
    MEMBER,
    PLACE,
    POST,
    ROOM,
    SLOT,
    VENDOR,
    decode,
    decode_all,
    integer,
    text,
    told,
)

BASES = ["/services", "/wreely"]
"""Where production and beta builds of the app look for the API."""

MIRAS_NUMBER = "9876543210"
CODE = "12345"
FIXED_CODE = ("--wreely-otp", CODE)

BAD_TOKEN = {"error": True, "message": "Access Denied. Invalid access token."}
BAD_CODE = {"error": True, "message": "Invalid login code. Please try again."}
UNKNOWN = "0123456789abcdef0123456789abcdef"
"""A token of the right form that nobody has."""

# MARK: The app


def checked(answer: Answer, what: str = "") -> Answer:
    """The answer, if it is one that the client survives."""
    assert answer.status in (200, 400, 401), f"{what}: {answer.status} {answer.body[:300]!r}"
    media = answer.header("Content-Type")
    assert media and media.split(";")[0] == "application/json", f"{what}: {media}"
    value = json.loads(answer.body)
    if answer.status == 400:
        assert type(value) is dict and text(value.get("message")), f"{what}: {value}"
        assert value["message"], f"{what}: an empty message"
        assert value.get("error", True) is True, f"{what}: {value}"
    if answer.status == 401:
        assert value == BAD_TOKEN, f"{what}: {value}"
    return answer


class App:
    """One phone: a connection that is kept alive, a base path, a token, a workspace.

    `server` is a server or a world.
    """

    def __init__(self, server, base: str = "/services", token: str = ""):
        self.server = server
        self.base = base
        self.token = token
        self.connection = server.connect()
        self.vendor: int | None = None
        self.member: dict | None = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.connection.close()

    def call(
        self,
        method: str,
        path: str,
        value=None,
        token: str | bool | None = None,
        body: bytes | None = None,
        **fields,
    ) -> Answer:
        """One request with `access_token` in the query, the app's or `token`; False for none."""
        if value is not None:
            body = json.dumps(value, ensure_ascii=False).encode()
        target = f"{self.base}/{path}"
        if token is not False:
            target += f"?access_token={self.token if token is None else token}"
        fields.setdefault("Content_Type", "application/json")
        self.connection.send(request(method, target, body, **fields))
        return checked(self.connection.read_answer(method), f"{method} {target} {body!r}")

    def get(self, path: str, **options) -> dict:
        """The object of a good answer."""
        answer = self.call("GET", path, **options)
        assert answer.status == 200, f"{path}: {answer.status} {answer.body!r}"
        return answer.json()

    def post(self, path: str, value, **options) -> dict:
        answer = self.call("POST", path, value, **options)
        assert answer.status == 200, f"{path} {value}: {answer.status} {answer.body!r}"
        return answer.json()

    def refuse(self, method: str, path: str, value=None, **options) -> dict:
        """The object of an answer with status 400."""
        answer = self.call(method, path, value, **options)
        assert answer.status == 400, f"{path} {value}: {answer.status} {answer.body!r}"
        return answer.json()

    def list(self, path: str, key: str, entity: dict) -> list[dict]:
        return decode_all(self.get(path)[key], entity, key)

    # MARK: Session

    def ask_for_code(self, number: str = MIRAS_NUMBER) -> int:
        """The first screen; the id of the member whom the code is for."""
        value = {"mobile_number": number, "country_code": "+91", "workspace_name": ""}
        answer = self.post("v2/member/login", value)
        assert answer["error"] is False and answer["message"] == "Login code sent successfully"
        assert integer(answer["member_id"]), answer
        return answer["member_id"]

    def confirm(self, member: int, code: str = CODE) -> Answer:
        value = {"login_code": code, "member_id": str(member)}
        return self.call("POST", "v2/member/login/confirmation", value)

    def log_in(self, number: str = MIRAS_NUMBER, code: str = CODE) -> "App":
        """As the app does it, up to the choice of the workspace, of which it takes the first."""
        member = self.ask_for_code(number)
        answer = self.confirm(member, code)
        assert answer.status == 200, answer
        self.token = answer.json()["access_token"]
        assert re.fullmatch(r"[0-9a-f]{32}", self.token), self.token
        self.enter()
        assert self.member["id"] == member
        return self

    def enter(self) -> "App":
        """What the app asks for at every start with a token."""
        self.member = decode(self.get("v2/member")["user"], MEMBER)
        self.vendor = self.vendors()[0]["id"]
        return self

    def vendors(self) -> list[dict]:
        return self.list("v2/vendors", "vendors", VENDOR)

    # MARK: Lists

    def members(self) -> list[dict]:
        return self.list(f"v2/{self.vendor}/members", "members", MEMBER)

    def companies(self) -> list[dict]:
        return self.list(f"v2/{self.vendor}/companies", "companies", COMPANY)

    def wall(self, values: str | None = None, mine: str = "(null)") -> list[dict]:
        values = values or f"per_page=10&page_number=1&is_member_feeds={mine}"
        return self.list(f"v2/{self.vendor}/memberwalls/{values}", "member_walls", POST)

    def whole_wall(self) -> list[dict]:
        return self.wall("per_page=1000&page_number=1")

    def comments(self, post: int | str) -> list[dict]:
        values = f"post_id={post}&per_page=1000&page_number=1"
        path = f"v2/{self.vendor}/memberwalls/comments/{values}"
        return self.list(path, "member_wall_comments", COMMENT)

    def likes(self, post: int | str) -> list[dict]:
        values = f"post_id={post}&per_page=1000&page_number=1"
        path = f"v2/{self.vendor}/memberwalls/likes/{values}"
        return self.list(path, "member_wall_likes", LIKE)

    def events(self, values: str = "per_page=1&page_number=10") -> list[dict]:
        return self.list(f"v2/{self.vendor}/events/{values}", "events", EVENT)

    def rooms(self) -> list[dict]:
        return self.list(f"v2/{self.vendor}/meetingrooms", "meeting_rooms", ROOM)

    def slots(self, room: int, day: datetime) -> list[dict]:
        first = f"{day:%Y-%m-%d}%2000:00:00"
        last = f"{day:%Y-%m-%d}%2023:59:59"
        path = f"bookings/room_id={room}&start_date={first}&end_date={last}"
        return self.list(f"v2/{self.vendor}/meetingroom/{path}", "meeting_room_bookings", SLOT)

    def history(self, first: datetime, last: datetime) -> list[dict]:
        values = f"start_date={told(first)}&end_date={told(last)}".replace(" ", "%20")
        path = f"v2/{self.vendor}/meetingroom/bookings/history/{values}"
        return self.list(path, "meeting_rooms_history", BOOKING)

    def dashboard(self) -> dict:
        answer = self.get(f"v2/{self.vendor}/meetingroom/dashboard")
        return decode(answer["meeting_room_dashboard"], DASHBOARD)

    def nearby(self, latitude, longitude, miles=60, token: str | None = None) -> list[dict]:
        path = f"v2/workspaces/nearby/lat={latitude}&lon={longitude}&rad={miles}"
        answer = self.call("GET", path, token=token)
        assert answer.status == 200, answer
        return decode_all(answer.json(), PLACE)

    # MARK: Writes

    def write(self, words: str, picture: str = "") -> dict:
        """A post on the wall."""
        value = {
            "image_url": picture,
            "post_description": words,
            "post_by_member_id": str(self.member["id"]),
        }
        answer = self.post(f"v2/{self.vendor}/memberwalls", value)
        assert answer["error"] is False
        [post] = decode_all(answer["member_walls"], POST)
        return post

    def remove(self, post: int | str):
        path = f"memberwalls/delete/post_id={post}&post_by_member_id={self.member['id']}"
        assert self.get(f"v2/{self.vendor}/{path}") == {"error": False}

    def comment(self, post: int | str, words: str) -> dict:
        """A comment; the client puts a parenthesis behind the number of the post."""
        value = {
            "post_id": f"{post})",
            "comment": words,
            "comment_by_member_id": str(self.member["id"]),
        }
        answer = self.post(f"v2/{self.vendor}/memberwalls/comments", value)
        assert answer["error"] is False
        [comment] = decode_all(answer["member_wall_comments"], COMMENT)
        return comment

    def like(self, post: int | str):
        value = {"post_id": str(post), "like_by_member_id": str(self.member["id"])}
        assert self.post(f"v2/{self.vendor}/memberwalls/likes", value)["error"] is False

    def attend(self, event: int | str, word: str = "attend"):
        assert self.get(f"v2/events/{word}/event_id={event}") == {"error": False}

    def order(self, room: int | str, start: datetime, end: datetime) -> Answer:
        """A booking, made or refused."""
        value = {
            "room_id": str(room),
            "start_time": told(start),
            "end_time": told(end),
            "member_id": str(self.member["id"]),
        }
        return self.call("POST", f"v2/{self.vendor}/meetingroom/bookings", value)

    def book(self, room: int | str, start: datetime, end: datetime) -> dict:
        answer = self.order(room, start, end)
        assert answer.status == 200, answer
        value = answer.json()
        assert value["error"] is False and text(value["mail_message"])
        [booking] = decode_all(value["meeting_room_bookings"], BOOKING)
        return booking

    def cancel(self, booking: int | str) -> Answer:
        values = f"booking_id={booking}&member_id={self.member['id']}"
        return self.call("GET", f"v2/{self.vendor}/meetingroom/bookings/cancel/{values}")


# MARK: Around the app


def entered(control: Control, server, email: str = MIRA_EMAIL, base: str = "/services") -> App:
    """An app with a token from the control plane, as it is at a later start."""
    world = getattr(server, "id", "default")
    token = control.mint("wreely", email, world)["token"]
    return App(server, base, token).enter()


def today(control: Control, world: str = "default") -> datetime:
    """Midnight of the day that the world's clock shows."""
    return datetime.strptime(control.clock(world)["now"][:10], "%Y-%m-%d")


def codes(control: Control, world: str = "default") -> list[str]:
    """The one-time codes that wait, as the control plane shows them."""
    return [one["code"] for one in control.get(f"/login-codes?world={world}")["codes"]]
