"""What came to a world: lists, checks, and waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Union

from ._control import Controlled, given, time_text, words_of
from ._errors import MockPostlyError
from ._match import (
    MessageMatch,
    MessagePattern,
    RequestMatch,
    RequestPattern,
    match,
    message,
)
from ._shapes import RecordedMessage, RecordedRequest
from ._spelling import Spelling
from ._values import Duration

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._orders import MessageConditions, RequestConditions

#: The number of an entry of the journal, after which others count; `now` is the last one.
After = Union[int, str, None]

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True


class WorldJournal(Controlled):
    """Each world keeps a journal of its requests with their answers, and of its messages.

    A pattern is `POST /api/posts`, a path such as `/api/**`, what `match` makes, or the members of
    the control plane; further conditions may follow it by name. A number as `after`, such as that
    of `mark()`, lets only later entries of the journal count; `"now"` those from now on. Checks
    that are not met raise `Unmet`, an AssertionError that says what came nearest.

    The methods that wait block their thread: in a coroutine use
    `await asyncio.to_thread(world.wait_for_request, …)`.
    """

    def requests(
        self,
        pattern: RequestPattern = None,
        *,
        limit: int = 1000,
        after: Optional[int] = None,
        show_secrets: bool = False,
        **conditions: Unpack[RequestConditions],
    ) -> List[RecordedRequest]:
        """The requests that came and that a pattern takes, in the order in which they came.

            likes = world.requests("POST /api/posts/{id}/like")
            assert [like.status for like in likes] == [503, 200]

        Passwords, tokens and cookies are `…` unless `show_secrets` is true.
        """
        wanted = match(pattern, **conditions)
        order = given(match=wanted.members, limit=limit, after=after)
        query = {"details": "true", "secrets": "shown" if show_secrets else "hidden"}
        with Spelling(order, _names(wanted)):
            found = self.control("POST", "/requests/find", order, query)["requests"]
        return [RecordedRequest.of(entry) for entry in reversed(found)]

    def request(self, number: int, *, show_secrets: bool = False) -> RecordedRequest:
        """The request with a number of the journal."""
        query = {"secrets": "shown" if show_secrets else "hidden"}
        return RecordedRequest.of(self.control("GET", f"/requests/{number}", None, query))

    def curl(self, request: Union[RecordedRequest, int], *, show_secrets: bool = False) -> str:
        """A request as a command of curl, which sends it again."""
        number = request if isinstance(request, int) else request.number
        query = {"world": self.name, "secrets": "shown" if show_secrets else "hidden"}
        path = f"/requests/{number}/curl"
        return self.server.control_bytes("GET", path, query).decode().rstrip("\n")

    def har(self) -> Dict[str, Any]:
        """All requests in the HTTP Archive format, which the network panels of browsers read."""
        archive: Dict[str, Any] = self.control("GET", "/requests/har")
        return archive

    def clear_journal(self) -> None:
        """Clears the journal: what came before is not counted any more."""
        self.control("DELETE", "/requests")

    def mark(self) -> int:
        """The number of the last entry of the journal: "since here", as `after` of what follows.

        mark = world.mark()
        page.get_by_role("button", name="Like").click()
        world.wait_for_request("POST /api/posts/{id}/like", after=mark)
        """
        newest = [
            entry["number"]
            for kind in ("requests", "messages")
            for entry in self.control("GET", f"/{kind}", None, {"limit": 1})[kind]
        ]
        return max(newest, default=0)

    # Checks

    def expect_request(
        self,
        pattern: RequestPattern = None,
        *,
        count: Optional[int] = None,
        at_least: Optional[int] = None,
        at_most: Optional[int] = None,
        after: After = None,
        **conditions: Unpack[RequestConditions],
    ) -> None:
        """Checks that a request has come, at least once or as often as is said.

        world.expect_request("POST /api/posts", json={"title": "Low Tide"}, count=1)
        """
        wanted = match(pattern, **conditions)
        counts = given(count=count, atLeast=at_least, atMost=at_most) or {"atLeast": 1}
        order = given(match=wanted.members, after=after, **counts)
        self.check(str(wanted), "/requests/verify", order, _names(wanted))

    def expect_no_request(
        self,
        pattern: RequestPattern = None,
        *,
        after: After = None,
        **conditions: Unpack[RequestConditions],
    ) -> None:
        """Checks that no such request has come. It does not wait for later ones."""
        wanted = match(pattern, **conditions)
        order = given(match=wanted.members, count=0, after=after)
        self.check(str(wanted), "/requests/verify", order, _names(wanted))

    def expect_no_unknown_request(self, *, after: After = None) -> None:
        """Checks that no request has come that no route takes and no stub answers.

        In a world with `on_unknown="fail"` each other check asks for that as well.
        """
        self.expect_no_request(unknown=True, after=after)

    def expect_order(self, *patterns: RequestPattern, after: After = None) -> None:
        """Checks that requests came in an order; others may have come between them.

        world.expect_order("POST /api/auth/login/email", "GET /api/posts")
        """
        wanted = [match(pattern) for pattern in patterns]
        order = given(order=[entry.members for entry in wanted], after=after)
        self.check(words_of(wanted), "/requests/verify", order, {"order": "patterns"})

    def wait_for_request(
        self,
        pattern: RequestPattern = None,
        *,
        count: int = 1,
        within: Duration = "5s",
        after: After = None,
        **conditions: Unpack[RequestConditions],
    ) -> RecordedRequest:
        """Waits until so many requests have come, and returns the last of them with its answer.

            page.get_by_role("button", name="Like").click()
            like = world.wait_for_request("POST /api/posts/{id}/like")
            assert like.status == 200

        Requests that came before count too, unless `after` says otherwise. `within` is at most ten
        minutes.
        """
        wanted = match(pattern, **conditions)
        order = given(match=wanted.members, count=count, within=time_text(within), after=after)
        found = self.check(str(wanted), "/requests/wait", order, _names(wanted), waits=True)
        return RecordedRequest.of(_last(found, str(wanted)))

    def wait_for_state(
        self,
        path: str,
        at: str = "$",
        value: Any = ...,
        *,
        status: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        within: Duration = "5s",
    ) -> None:
        """Waits until a value in the answer to a GET request is as wanted.

            world.wait_for_state(f"/api/posts/{id}", "$.likes", 1)

        `path` has no prefix of the world; `at` is a path to one value. `value` is compared with
        its type: 1 is not "1", None is null and not absent; without it any will do.
        The question is not in the journal, and counts no view.
        """
        order = given(get=path, path=at, status=status, headers=headers, within=time_text(within))
        order["value"] = {"present": True} if value is ... else value
        names = {"get": "path", "path": "at"}
        self.check(f"{at} of GET {path}", "/state/wait", order, names, waits=True)

    # Messages of channels

    def messages(
        self,
        *,
        topic: Optional[str] = None,
        event: Optional[str] = None,
        limit: int = 1000,
        after: After = None,
    ) -> List[RecordedMessage]:
        """The messages of channels, in the order in which they came and went."""
        query = given(topic=topic, event=event, limit=limit, after=after, details="true")
        found = self.control("GET", "/messages", None, query)["messages"]
        return [RecordedMessage.of(entry) for entry in reversed(found)]

    def expect_message(
        self,
        pattern: MessagePattern = None,
        *,
        count: Optional[int] = None,
        at_least: Optional[int] = None,
        at_most: Optional[int] = None,
        after: After = None,
        **conditions: Unpack[MessageConditions],
    ) -> None:
        """Checks that a message has come or gone, at least once or as often as is said.

        world.expect_message(event="phx_join", direction="in", count=1)
        """
        wanted = message(pattern, **conditions)
        counts = given(count=count, atLeast=at_least, atMost=at_most) or {"atLeast": 1}
        order = given(match=wanted.members, after=after, **counts)
        self.check(str(wanted), "/messages/verify", order, _names(wanted))

    def wait_for_message(
        self,
        pattern: MessagePattern = None,
        *,
        count: int = 1,
        within: Duration = "5s",
        after: After = None,
        **conditions: Unpack[MessageConditions],
    ) -> RecordedMessage:
        """Waits until so many messages have come or gone, and returns the last of them."""
        wanted = message(pattern, **conditions)
        order = given(match=wanted.members, count=count, within=time_text(within), after=after)
        found = self.check(str(wanted), "/messages/wait", order, _names(wanted), waits=True)
        return RecordedMessage.of(_last(found, str(wanted)))


def _names(wanted: Union[RequestMatch, MessageMatch]) -> Dict[str, str]:
    """The arguments of a check by the members that they fill."""
    return {"match": "pattern", **wanted.arguments}


def _last(found: Mapping[str, Any], words: str) -> Mapping[str, Any]:
    last = found.get("last")
    if last is None:
        raise MockPostlyError(f"the journal has dropped it already: {words}")
    entry: Mapping[str, Any] = last
    return entry
