"""What the server tells: small values, each with the server's own JSON in `info`."""

from __future__ import annotations

import json as _json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

_JSON = Mapping[str, Any]


class Token(str):
    """A token without `Bearer`, which is a text, and how a request has it."""

    info: Dict[str, Any]
    #: The header fields of a request with it; empty for one that goes into the address.
    headers: Dict[str, str]
    #: What a request has in its query, such as `access_token=…`; None for one in a header.
    query: Optional[str]

    @classmethod
    def of(cls, info: _JSON) -> Token:
        token = cls(info["token"])
        token.info = dict(info)
        name, colon, value = str(info.get("header") or "").partition(": ")
        token.headers = {name: value} if colon else {}
        token.query = info.get("query")
        return token


@dataclass(frozen=True)
class Person:
    """A user of a scenario."""

    email: str
    #: None when the user has none.
    password: Optional[str]
    #: An access token of Postly, which may have expired; None when the scenario has none.
    token: Optional[str]
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> Person:
        return cls(info["email"], info.get("password"), info.get("token"), info)


@dataclass(frozen=True)
class ClockReading:
    """The time of a clock, and its speed."""

    #: Such as `2026-02-14T12:34:56.123456Z`.
    now: str
    #: Seconds for each second of the machine: 1 when it runs, 0 when it is frozen.
    rate: float
    #: `run`, `freeze` or `scale`.
    mode: str
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> ClockReading:
        return cls(info["now"], info["rate"], info["mode"], info)


@dataclass(frozen=True)
class LoginCode:
    """A one-time code that a user can log in with, and that a server in production would send."""

    #: The system, such as `wreely`.
    system: str
    #: As the user types it.
    code: str
    user_id: str
    email: str
    #: Where it would be sent: a phone number or an e-mail address.
    sent_to: str
    #: When it stops working, by the world's clock.
    expires_at: str
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> LoginCode:
        user = info.get("user") or {}
        return cls(
            info["system"],
            info["code"],
            user.get("id", ""),
            user.get("email", ""),
            info.get("sentTo") or "",
            info.get("expiresAt") or "",
            info,
        )


@dataclass(frozen=True)
class TableChange:
    """The rows of a table that differ between two contents."""

    #: Such as `post`.
    table: str
    #: The keys of rows that were added, changed and removed.
    added: List[str]
    changed: List[str]
    removed: List[str]
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> TableChange:
        keys = info.get("keys") or {}
        added, changed, removed = (keys.get(name, []) for name in ("added", "changed", "removed"))
        return cls(info["table"], added, changed, removed, info)


@dataclass(frozen=True)
class FaultRule:
    """A fault of a world, and what it has done."""

    #: Its number in the world.
    id: int
    name: Optional[str]
    #: What answers, the log and the journal call it.
    shows: str
    #: Whether requests can get it now.
    is_active: bool
    #: How many requests have met its conditions, how many have got it, and how many more can.
    matched: int
    applied: int
    left: Optional[int]
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> FaultRule:
        return cls(
            info["id"],
            info.get("name"),
            info["shows"],
            info["active"],
            info["matched"],
            info["applied"],
            info.get("left"),
            info,
        )


@dataclass(frozen=True)
class Stub:
    """A stub of a world, and what it has done."""

    #: Its number in the world.
    number: int
    id: Optional[str]
    #: The lowest goes first.
    priority: int
    #: How many requests it has answered, and how many more it will; None for any number.
    used: int
    left: Optional[int]
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> Stub:
        return cls(
            info["number"], info.get("id"), info["priority"], info["used"], info.get("left"), info
        )


@dataclass(frozen=True)
class Socket:
    """A client that is connected to the channels of a world."""

    #: Its number in the world.
    number: int
    #: `websocket` or `longpoll`.
    transport: str
    #: The id of its user; None when nobody is signed in.
    user: Optional[str]
    #: The topics that it has joined.
    topics: List[str]
    #: The fault because of which its connection is dead; None when it lives.
    fault: Optional[str]
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> Socket:
        topics = [topic if isinstance(topic, str) else topic["topic"] for topic in info["topics"]]
        return cls(
            info["socket"], info["transport"], info.get("user"), topics, info.get("fault"), info
        )


@dataclass(frozen=True)
class Content:
    """Header fields and a body, with `…` for secrets unless they were asked for."""

    headers: Dict[str, str]
    #: None when there is none, or when it is not UTF-8.
    text: Optional[str]
    #: Whether the body was longer, and only its beginning was kept.
    is_cut: bool

    @classmethod
    def of(cls, info: Optional[_JSON]) -> Content:
        info = info or {}
        headers = {entry["name"]: entry["value"] for entry in info.get("headers", [])}
        return cls(headers, info.get("body"), bool(info.get("cut")))

    @property
    def json(self) -> Any:
        """The body as JSON. Raises ValueError when it is none."""
        return _json.loads(self.text or "")


@dataclass(frozen=True)
class RecordedRequest:
    """A request that came to a world, and its answer."""

    #: Its number in the journal of the world.
    number: int
    #: When it came, by the world's clock.
    time: str
    method: str
    #: The path with its query, as it was sent but for secrets.
    path: str
    #: The system that answered, the route that took it and the user's id; None when there is none.
    system: Optional[str]
    route: Optional[str]
    user: Optional[str]
    #: The status of the answer.
    status: int
    #: The name of the fault and the number of the stub that it got; None for none.
    fault: Optional[str]
    stub: Optional[int]
    #: How long the answer took, by the machine's clock.
    milliseconds: float
    request: Content = field(repr=False)
    response: Content = field(repr=False)
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> RecordedRequest:
        return cls(
            info["number"],
            info["time"],
            info["method"],
            info["path"],
            info.get("system"),
            info.get("route"),
            info.get("user"),
            info.get("status") or 0,
            info.get("fault"),
            info.get("stub"),
            (info.get("timing") or {}).get("milliseconds") or 0.0,
            Content.of(info.get("request")),
            Content.of(info.get("response")),
            info,
        )


@dataclass(frozen=True)
class RecordedMessage:
    """A message of a channel that came or went."""

    number: int
    #: When it came or went, by the world's clock.
    time: str
    #: Whether the app has sent it; otherwise it has received it.
    is_from_app: bool
    socket: int
    user: Optional[str]
    topic: Optional[str]
    event: Optional[str]
    fault: Optional[str]
    #: None when it is not UTF-8.
    text: Optional[str]
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> RecordedMessage:
        return cls(
            info["number"],
            info["time"],
            info.get("direction") == "in",
            info.get("socket") or 0,
            info.get("user"),
            info.get("topic"),
            info.get("event"),
            info.get("fault"),
            info.get("body"),
            info,
        )

    @property
    def json(self) -> Any:
        """The message as JSON. Raises ValueError when it is none."""
        return _json.loads(self.text or "")


@dataclass(frozen=True)
class SocketRecovery:
    """What a client did in a scenario of sockets."""

    user: Optional[str]
    #: The number of its first connection.
    socket: int
    #: Whether it is connected and has joined all its topics.
    is_back: bool
    #: What it has not done, in a sentence; None when it has done all.
    fault: Optional[str]
    #: How often it tried to connect and to join.
    attempts: int
    joins: int
    #: How many events were sent to its topics meanwhile.
    missed: int
    info: _JSON = field(repr=False, compare=False)

    @classmethod
    def of(cls, info: _JSON) -> SocketRecovery:
        return cls(
            info.get("user"),
            info["socket"],
            bool(info.get("back")),
            info.get("fault"),
            info.get("attempts") or 0,
            info.get("joins") or 0,
            info.get("missed") or 0,
            info,
        )
