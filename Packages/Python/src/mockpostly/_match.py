"""Which requests and messages are meant: of a fault, of a stub, or in the journal."""

from __future__ import annotations

import json as _json
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Union

from ._spelling import camel_case, members_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._orders import MessageConditions, RequestConditions

    #: A condition on a text: the text itself, None for none, or `contains`, `matches`, `present`.
    Condition = Union[str, int, float, bool, None, Mapping[str, Any]]
    #: A condition on a value of JSON: the value itself, of its type (1 is not "1", None is null),
    #: or `absent`, `loosely_equals`, `contains`, `matches`, `present`.
    ValueCondition = Union[str, int, float, bool, None, List[Any], Mapping[str, Any]]

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True


def contains(text: str) -> Dict[str, Any]:
    """A condition: a text that contains another."""
    return {"contains": text}


def matches(expression: str) -> Dict[str, Any]:
    """A condition: a text that a regular expression matches as a whole; dots take line breaks."""
    return {"matches": expression}


def present() -> Dict[str, Any]:
    """A condition: any text or value, null too."""
    return {"present": True}


def absent() -> Dict[str, Any]:
    """A condition: no text, or no value at all, which null is not."""
    return {"absent": True}


def loosely_equals(value: Union[str, int, float, bool]) -> Dict[str, Any]:
    """A condition on a value of JSON: the same text, whatever the type, as of "1" and 1."""
    return {"looselyEquals": value}


class RequestMatch:
    """Conditions on requests, all of which have to be met; `match` makes one."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        #: The conditions, by the names that the control plane has for them.
        self.members: Dict[str, Any] = dict(members)
        #: The conditions that were given by name, by the members that they fill.
        self.arguments: Dict[str, str] = {}

    def __repr__(self) -> str:
        return f"match({self.members!r})"

    def __str__(self) -> str:
        """The conditions in words: `POST /api/posts with json {"title":"Low Tide"}`."""
        method, path = self.members.get("method"), self.members.get("path")
        words = _text(method) if method else ("any method" if path else "any request")
        if method and not path:
            words += " request"
        if path:
            words += " " + _text(path)
        return words + _others(self.members, " with ", ("method", "path"))


class MessageMatch:
    """Conditions on messages of channels, all of which have to be met; `message` makes one."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        #: The conditions, by the names that the control plane has for them.
        self.members: Dict[str, Any] = dict(members)
        #: The conditions that were given by name, by the members that they fill.
        self.arguments: Dict[str, str] = {}

    def __repr__(self) -> str:
        return f"message({self.members!r})"

    def __str__(self) -> str:
        return "a message" + _others(self.members, " with ") if self.members else "any message"


#: Requests by a pattern such as `POST /api/posts` or `/api/**`, or by the members of the server.
RequestPattern = Union[str, Mapping[str, Any], RequestMatch, None]
#: Messages by the members of the server, or as `message` makes them.
MessagePattern = Union[Mapping[str, Any], MessageMatch, None]


def match(pattern: RequestPattern = None, **conditions: Unpack[RequestConditions]) -> RequestMatch:
    """Requests that a pattern takes and that meet conditions.

    match("POST /api/posts", json={"title": "Low Tide"})
    match("GET /api/posts", query={"page": 2}, header={"Authorization": present()})
    """
    members: Dict[str, Any] = {}
    if isinstance(pattern, RequestMatch):
        members.update(pattern.members)
    elif isinstance(pattern, str):
        members.update(_requests(pattern))
    elif pattern is not None:
        members.update(pattern)
    made = RequestMatch({**members, **members_of(conditions)})
    made.arguments = {**getattr(pattern, "arguments", {}), **_named(conditions)}
    return made


def message(
    pattern: MessagePattern = None, **conditions: Unpack[MessageConditions]
) -> MessageMatch:
    """Messages of channels that meet conditions.

    message(event="new_post", direction="out", payload={"$.id": 42})
    """
    members: Dict[str, Any] = {}
    if isinstance(pattern, MessageMatch):
        members.update(pattern.members)
    elif pattern is not None:
        members.update(pattern)
    made = MessageMatch({**members, **members_of(conditions)})
    made.arguments = {**getattr(pattern, "arguments", {}), **_named(conditions)}
    return made


def _requests(text: str) -> Dict[str, str]:
    """The conditions in a text such as `POST /api/posts`, `/api/**` or `GET`."""
    words = text.split()
    path = words.pop() if words and words[-1].startswith("/") else None
    if len(words) > 1 or not (words or path):
        raise ValueError(f"'{text}' is no pattern of requests, such as 'POST /api/posts'")
    found = {"method": words[0]} if words else {}
    return {**found, "path": path} if path else found


def _named(conditions: Mapping[str, Any]) -> Dict[str, str]:
    """Conditions by the members that they fill."""
    return {f"match.{camel_case(name)}": name for name in conditions}


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return _json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _others(members: Mapping[str, Any], before: str, without: Any = ()) -> str:
    others: Optional[str] = ", ".join(
        f"{name} {_text(value)}" for name, value in members.items() if name not in without
    )
    return before + others if others else ""
