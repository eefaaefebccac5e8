# Made by scripts/schemas of openapi-control.yaml; changes are lost.
"""What orders take, by arguments: conditions, parts of faults, terms of faults and of stubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Union

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    from ._faults import Delay, Headers, Point
    from ._match import Condition, ValueCondition
    from ._values import Duration

    class RequestConditions(TypedDict, total=False):
        """Conditions on requests; those on the answer are for the journal only."""

        #: One method in capitals, or a list of them. GET does not stand for HEAD.
        method: Union[str, List[str]]
        #: A pattern such as `/api/posts/*`, `/api/**` or `/api/posts/{slug}`, or a condition.
        path: Condition
        #: The system that owns the path.
        system: str
        #: A route as `mockpostly routes` prints it: `POST /api/posts/{id}`.
        route: str
        #: The user whose token it carries: id, e-mail or username.
        user: Union[str, int]
        #: A condition for each name.
        header: Mapping[str, Condition]
        #: A condition for each parameter.
        query: Mapping[str, Condition]
        #: A condition on the body as a text.
        body: Condition
        #: A JSON document that the body has at least.
        json: Any
        #: A condition for each path to a value, such as `$.author.id`. The value, compared with its
        #: type (1 is not "1", null is not absent), or an object with one of `equals`,
        #: `looselyEquals` (the same text, whatever the type), `contains`, `matches`, `absent` and
        #: `present`.
        json_path: Mapping[str, ValueCondition]
        #: A status such as 404, `4xx` for all of its kind, or a list of them. For requests of the
        #: journal alone.
        status: Union[int, str, List[Union[int, str]]]
        #: The name of the fault that was applied, `*` for any. For requests of the journal alone.
        fault: str
        #: The number of the stub that answered. For requests of the journal alone.
        stub: Union[int, str]
        #: Whether nothing owns the request: no route takes it, no stub answers. For requests of the
        #: journal alone.
        unknown: bool
        #: The former name of `system`.
        dialect: str

    class MessageConditions(TypedDict, total=False):
        """Conditions on messages of channels."""

        #: `in` from clients, `out` to them.
        direction: str
        #: A condition on the topic, which may end in `*`.
        topic: Condition
        #: A condition on the name of the event.
        event: Condition
        #: The id of the user whose token opened the connection.
        user: Union[str, int]
        #: The number of the connection.
        socket: int
        #: How the connection passes messages.
        transport: str
        #: A condition for each path to a value of the payload, such as `$.id`, as of `jsonPath`.
        payload: Mapping[str, ValueCondition]
        #: A condition on the message as a text.
        body: Condition
        #: A JSON document that the message has at least.
        json: Any
        #: A condition for each path to a value, such as `$.author.id`. The value, compared with its
        #: type (1 is not "1", null is not absent), or an object with one of `equals`,
        #: `looselyEquals` (the same text, whatever the type), `contains`, `matches`, `absent` and
        #: `present`.
        json_path: Mapping[str, ValueCondition]

    class FaultParts(TypedDict, total=False):
        """What goes wrong with a request; what cannot be combined is refused."""

        #: A delay of at most 1h, or a distribution of times.
        delay: Optional[Delay]
        #: Where the delay is; default: handler. Before the request is handled, before the answer,
        #: or before each piece of it.
        at: Optional[str]
        #: Bytes of a piece; default: 1024.
        piece: Optional[int]
        #: Bytes per second of the answer.
        bandwidth: Optional[int]
        #: Bytes per second at which the body of the request is read. It is decided when the head is
        #: there: a condition on the body is not met.
        upload_bandwidth: Optional[int]
        #: An error in the system's own words. With `patch` or `remove`, the status of the real
        #: answer.
        status: Optional[int]
        #: Seconds, with 429 and 503.
        retry_after: Optional[int]
        #: How the connection breaks. `refuse`: connections to the port that the world has alone are
        #: refused, and `tls`: TLS handshakes fail. Both come before any request, so that there is
        #: no `match`.
        connection: Optional[str]
        #: Where in the answer; a number is bytes of the body.
        point: Optional[Point]
        #: How long a connection stalls; default: 1m.
        stall_for: Optional[Duration]
        #: How the body is broken.
        body: Optional[str]
        #: What is changed in the JSON of the real answer. A merge patch (RFC 7396): members take
        #: the place of those of the answer, `null` removes one. If the names are paths, as in
        #: `{"$.posts[1].author": null, "$.posts[*].likes": "many"}`, each value is put there as it
        #: is.
        patch: Any
        #: Paths that are removed from the real answer. Paths such as `$.posts[0]._id` and
        #: `$.posts[*].tags`.
        remove: Optional[List[str]]
        #: Fields of the answer that are set or removed. A text, a list of texts, or `null` to
        #: remove it, for each name. Fields that the server writes itself are refused: `Connection`,
        #: `Content-Length`, `Date`, `Keep-Alive`, `Transfer-Encoding`, `Upgrade`.
        headers: Optional[Headers]
        #: Whether the request is handled all the same. `lost`: it is not. `saved`: it is handled
        #: and committed, then the answer is damaged. Without it, it is handled if something of its
        #: answer is sent.
        write: Optional[str]

    class FaultTerms(TypedDict, total=False):
        """How a fault is called, and how long, how often and when it is there."""

        #: What answers and the log call it. Without it, the name of `fault`. Not of digits alone.
        name: Optional[str]
        #: The chance of each request, from 0 to 1. It repeats with the world's random seed.
        rate: Optional[float]
        #: Only so many requests.
        times: Optional[int]
        #: Let so many requests through first.
        after: Optional[int]
        #: What `times` and `after` count by. The first 1,000 users or values are counted alone, all
        #: others together. `header` is for requests, `socket` for messages of sockets.
        per: Optional[str]
        #: Only when these steps say down: 'up 5s, down 2s, up'. By the world's clock from now on.
        #: The last step lasts if it has no time; with `repeat` as the last word the steps begin
        #: again. Without `fault` it is `offline`.
        script: Optional[str]
        #: Delete it after this time; default: never. By the machine's clock; null for as long as
        #: its world.
        ttl: Optional[Duration]

    class StubTerms(TypedDict, total=False):
        """The answer of a stub, how the stub is called, and when it answers."""

        #: A text, or a list of texts, for each name. Fields that the server writes itself are
        #: refused: `Connection`, `Content-Length`, `Date`, `Keep-Alive`, `Transfer-Encoding`,
        #: `Upgrade`. Of the real answer, they take the place of fields with their names, and `null`
        #: removes one.
        headers: Optional[Headers]
        #: The body as a text.
        text: Optional[str]
        #: The body as JSON.
        json: Any
        #: The body in base64, with padding.
        base64: Optional[str]
        #: What is changed in the JSON of the real answer. A merge patch (RFC 7396): members take
        #: the place of those of the answer, `null` removes one. If the names are paths, as in
        #: `{"$.posts[1].author": null, "$.posts[*].likes": "many"}`, each value is put there as it
        #: is.
        patch: Any
        #: Paths that are removed from the real answer. Paths such as `$.posts[0]._id` and
        #: `$.posts[*].tags`.
        remove: Optional[List[str]]
        #: Whether the real system answers. True with `patch` and `remove`. `status`, `headers` and
        #: `delay` beside it are those of the real answer.
        real: Optional[bool]
        #: The time before the answer is sent, at most 1h.
        delay: Optional[Duration]
        #: Name for the stub; default: its number.
        id: Optional[str]
        #: What follows the last response of a sequence. The next stub or the real behaviour, the
        #: last response for ever, or the sequence again.
        repeat: Optional[str]
        #: How many requests to answer; default: all.
        times: Optional[int]
        #: Let so many requests through first.
        after: Optional[int]
        #: The lowest number goes first; default: 5. Of equals the newest stub.
        priority: Optional[int]
        #: Delete it after this time; default: never. By the machine's clock; null for as long as
        #: its world.
        ttl: Optional[Duration]
        #: The step of a scenario that it takes part in.
        state: Optional[Mapping[str, str]]


#: Members whose values are times.
TIMES = (
    "delay",
    "stallFor",
    "ttl",
)

#: Arguments that are members of the answer of a stub.
ANSWER = (
    "status",
    "headers",
    "text",
    "json",
    "base64",
    "patch",
    "remove",
    "real",
    "delay",
)
