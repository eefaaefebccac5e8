"""What came to a test's world and what was written, for the report of a test that has failed."""

from __future__ import annotations

from typing import List

from ._errors import MockPostlyError
from ._shapes import Content, RecordedRequest
from ._world import World

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

#: The most requests and messages that are shown, the newest ones.
_MOST = 50
#: The most letters of a body.
_LONGEST_BODY = 300
#: The most keys of a table that are shown.
_MOST_KEYS = 10


def journal_text(world: World) -> str:
    """The journal in lines: each request, with the bodies of one that was refused.

    When the server does not answer, it is why.
    """
    try:
        # One more says whether there are any that are not shown.
        requests = world.requests(limit=_MOST + 1)
        messages = world.messages(limit=_MOST)
    except MockPostlyError as error:
        return error.message
    lines = [] if requests else ["no request came"]
    if len(requests) > _MOST:
        lines.append(f"… the last {_MOST} requests:")
    for request in requests[-_MOST:]:
        lines += _request_lines(request)
    for message in messages:
        arrow = "->" if message.is_from_app else "<-"
        fault = f" [fault {message.fault}]" if message.fault else ""
        lines.append(f"{message.number:>4}  socket {message.socket} {arrow} {message.text}{fault}")
    lines.append(f"The world was {world.url}")
    return "\n".join(lines)


def changes_text(world: World) -> str:
    """What is not as the world began, a line for each table; empty when it cannot be known."""
    try:
        changes = world.changes()
    except MockPostlyError:
        return ""
    if not changes:
        return "nothing was written"
    lines: List[str] = []
    for change in changes:
        kinds = (("+", change.added), ("~", change.changed), ("-", change.removed))
        keys = [f"{mark} {key}" for mark, of_kind in kinds for key in of_kind]
        rest = f" and {len(keys) - _MOST_KEYS} more" if len(keys) > _MOST_KEYS else ""
        lines.append(f"{change.table}: {', '.join(keys[:_MOST_KEYS])}{rest}")
    return "\n".join(lines)


def unknown_text(world: World) -> str:
    """The requests to a world that nothing owns, a line for each; empty when there is none."""
    try:
        requests = world.requests(unknown=True, limit=_MOST)
    except MockPostlyError:
        return ""  # the test has deleted the world
    return "\n".join(_unknown_line(request) for request in requests)


def _unknown_line(request: RecordedRequest) -> str:
    line = f"  number {request.number}: {request.method} {request.path} ({request.status})"
    for name, words in (("X-Mockpostly-Nearest", "near"), ("X-Mockpostly-Hint", "hint:")):
        value = request.response.headers.get(name)
        if value:
            line += f", {words} {value}"
    return line


def _request_lines(request: RecordedRequest) -> List[str]:
    marks = ""
    if request.fault:
        marks += f" [fault {request.fault}]"
    if request.stub is not None:
        marks += f" [stub {request.stub}]"
    line = (
        f"{request.number:>4}  {request.status or '---'} {request.method} {request.path}"
        f"  {request.milliseconds:.1f} ms{marks}"
    )
    if request.status < 400:
        return [line]
    return [line, *_body_lines("sent", request.request), *_body_lines("answer", request.response)]


def _body_lines(name: str, content: Content) -> List[str]:
    text = (content.text or "").strip()
    if not text:
        return []
    if len(text) > _LONGEST_BODY:
        text = text[:_LONGEST_BODY] + "…"
    return [f"          {name}: {text}"]
