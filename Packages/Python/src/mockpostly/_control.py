"""Calls of the control plane for one world, which the parts of `World` are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

from ._errors import refusal, unmet
from ._http import Answer
from ._spelling import Names, Spelling
from ._values import Duration, duration_text

if TYPE_CHECKING:
    from ._server import Server

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

#: Seconds that the server may wait for something to come; it says so itself before that.
_LONGEST_WAIT = 600.0


class Controlled:
    """A world by its name."""

    def __init__(self, server: Server, name: str) -> None:
        #: The server that the world is in.
        self.server = server
        #: Its name in paths, in the header `X-Mockpostly-World` and in the control plane.
        self.name = name

    def control(
        self,
        method: str,
        path: str,
        json: Any = None,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        """Sends a request to the control plane about this world; returns the JSON of the answer.

            world.control("PATCH", "/data/posts/1", {"title": "Low Tide"})

        `path` is what follows `/__mockpostly/v1`. It is for what has no method here. Raises
        MockPostlyError when it is refused.
        """
        return self.server.control(method, path, json, {"world": self.name, **(query or {})})

    def _order(
        self, path: str, order: Mapping[str, Any], names: Optional[Names] = None, how: str = "POST"
    ) -> Any:
        """Sends what a method was told; a refusal names its arguments, by `names` where they are
        spelled otherwise than the members that they fill."""
        with Spelling(order, names):
            return self.control(how, path, order)

    def check(
        self,
        words: str,
        path: str,
        order: Mapping[str, Any],
        names: Optional[Names] = None,
        waits: bool = False,
    ) -> Any:
        """Asks whether something is so; raises `Unmet`, which explains `words`, when it is not."""
        answer = self._ask(path, order, waits)
        if answer.status == 422:
            raise unmet(words, self.server.parse(answer), self.name)
        if answer.status >= 400:
            with Spelling(order, names):
                raise refusal(answer.status, answer.body)
        return self.server.parse(answer)

    def _ask(self, path: str, order: Mapping[str, Any], waits: bool) -> Answer:
        # The server counts the time; that of the connection is for one that does not answer at all.
        return self.server.answer(
            "POST",
            path,
            order,
            {"world": self.name},
            timeout=self.server.patience + (_LONGEST_WAIT if waits else 0),
        )


def given(**members: Any) -> "dict[str, Any]":
    """The members that are not None."""
    return {name: value for name, value in members.items() if value is not None}


def time_text(time: Optional[Duration]) -> Optional[str]:
    """A time as a text; None for none."""
    return None if time is None else duration_text(time)


def segment(text: str) -> str:
    """A text as one segment of a path."""
    from urllib.parse import quote

    return quote(text, safe="")


def words_of(patterns: Sequence[Any]) -> str:
    """Patterns in words, in their order."""
    return ", then ".join(str(pattern) for pattern in patterns)
