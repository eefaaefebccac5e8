"""What goes wrong on purpose, with requests and with messages of channels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, TypeVar, Union

from ._spelling import camel_case, members_of
from ._values import Duration, duration_text

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._orders import FaultParts

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

#: A point of an answer: `start`, `head`, `half`, `end`, or after so many bytes of the body.
Point = Union[str, int]
#: A time, or one drawn at random: `{"uniform": ["100ms", "1s"]}`, or `normal`, or `lognormal`.
Delay = Union[Duration, Mapping[str, Any]]


#: The values of fields by their names; None removes a field.
Headers = Mapping[str, Union[str, List[str], None]]

_Made = TypeVar("_Made", bound="_AnyFault")


class _AnyFault:
    """The member `fault` of the control plane."""

    def __init__(self, fault: Union[str, Mapping[str, Any]]) -> None:
        """A fault by its name, such as `slow-3g`, or by the members of the control plane."""
        #: A name or an object.
        self.json: Union[str, Dict[str, Any]] = fault if isinstance(fault, str) else dict(fault)
        #: The arguments that have made it, by the members that they fill.
        self.arguments: Dict[str, str] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.json!r})"

    def _called(self: _Made, **names: str) -> _Made:
        """The same, made by arguments: `names` has those that are not named as their member is."""
        own = [name for name in self.json if name not in ("connection", "socket")]
        self.arguments = {f"fault.{name}": names.get(name, name) for name in own}
        return self


class Fault(_AnyFault):
    """What goes wrong with a request.

        Fault.status(503, retry_after=2)
        Fault.reset(write="saved")
        Fault.delay("1s") | Fault.bandwidth(50_000)
        Fault.of(delay="1s", bandwidth=50_000)

    `write` says what becomes of the request: `saved` lets it be handled and damages the answer,
    `lost` lets it not be handled. What cannot be combined is refused when the fault is added.
    """

    def __or__(self, other: Fault) -> Fault:
        """Both faults at once. Raises TypeError for those with a name."""
        if isinstance(self.json, str) or isinstance(other.json, str):
            raise TypeError(f"faults with a name cannot be combined: {self!r} | {other!r}")
        both = Fault({**self.json, **other.json})
        both.arguments = {**self.arguments, **other.arguments}
        return both

    @staticmethod
    def of(**parts: Unpack[FaultParts]) -> Fault:
        """All parts at once, by the names of the control plane: `retry_after` is `retryAfter`."""
        made = Fault(_members(**members_of(parts)))
        made.arguments = {f"fault.{camel_case(name)}": name for name in parts}
        return made

    @staticmethod
    def status(
        status: int, retry_after: Optional[int] = None, write: Optional[str] = None
    ) -> Fault:
        """An error in the system's own shape; `retry_after` in seconds, with 429 and 503."""
        return Fault(_members(status=status, retryAfter=retry_after, write=write))._called(
            retryAfter="retry_after"
        )

    @staticmethod
    def reset(at: Optional[Point] = None, write: Optional[str] = None) -> Fault:
        """A TCP reset, at a point of the answer."""
        return Fault(_members(connection="reset", point=at, write=write))._called(point="at")

    @staticmethod
    def close(at: Optional[Point] = None, write: Optional[str] = None) -> Fault:
        """An orderly close, at a point of the answer."""
        return Fault(_members(connection="close", point=at, write=write))._called(point="at")

    @staticmethod
    def truncate(at: Optional[Point] = None) -> Fault:
        """A part of the body, by default half of it, then an orderly close."""
        return Fault(_members(connection="truncate", point=at))._called(point="at")

    @staticmethod
    def stall(at: Optional[Point] = None, time: Optional[Duration] = None) -> Fault:
        """A part of the answer, then nothing more for a time, by default a minute."""
        stall = None if time is None else duration_text(time)
        members = _members(connection="stall", point=at, stallFor=stall)
        return Fault(members)._called(point="at", stallFor="time")

    @staticmethod
    def delay(time: Delay, at: Optional[str] = None, piece: Optional[int] = None) -> Fault:
        """A delay of at most an hour.

        It is before the request is handled, or as `at` says before the `answer`, or between each
        `piece` of so many bytes.
        """
        where = "piece" if piece is not None and at is None else at
        return Fault(_members(delay=_delay(time), at=where, piece=piece))._called(delay="time")

    @staticmethod
    def bandwidth(bytes_per_second: int) -> Fault:
        """So many bytes of the answer per second."""
        return Fault({"bandwidth": bytes_per_second})._called(bandwidth="bytes_per_second")

    @staticmethod
    def slow_upload(bytes_per_second: int) -> Fault:
        """So many bytes of the request's body are read per second."""
        return Fault({"uploadBandwidth": bytes_per_second})._called(
            uploadBandwidth="bytes_per_second"
        )

    @staticmethod
    def refuse() -> Fault:
        """Refused connections, at the port of a world made with `port=0`."""
        return Fault({"connection": "refuse"})

    @staticmethod
    def tls() -> Fault:
        """TLS handshakes that fail."""
        return Fault({"connection": "tls"})

    @staticmethod
    def patch(
        patch: Any = None,
        *,
        remove: Optional[List[str]] = None,
        status: Optional[int] = None,
        headers: Optional[Headers] = None,
    ) -> Fault:
        """The real answer with other values, after what was written was written.

            Fault.patch({"$.posts[1].author": None, "$.posts[*].likes": "many"})
            Fault.patch({"total": 0}, remove=["$.posts[0]._id"], status=203)

        Names that are paths get their value as it is; an object of plain names is a merge patch
        (RFC 7396), in which None removes a member. A header that is None is removed.
        """
        members = _members(patch=patch, remove=remove, status=status, headers=headers)
        return Fault(members)._called()

    @staticmethod
    def body(damage: str) -> Fault:
        """A broken body: garbage, invalidJson, wrongType, wrongLength, badChunk or loginPage."""
        return Fault({"body": damage})._called(body="damage")


class SocketFault(_AnyFault):
    """What goes wrong with messages of channels.

    world.add_fault(SocketFault.drop(), on=message(event="new_post"), rate=0.5)
    """

    @staticmethod
    def refuse_join(reason: Optional[str] = None) -> SocketFault:
        """A join is answered with an error, by default with the reason `refused`."""
        return SocketFault(_members(socket="refuse-join", reason=reason))._called()

    @staticmethod
    def drop() -> SocketFault:
        """A message never arrives, in either direction."""
        return SocketFault({"socket": "drop"})

    @staticmethod
    def delay(time: Delay) -> SocketFault:
        """A message arrives later, by at most an hour."""
        return SocketFault({"socket": "delay", "delay": _delay(time)})._called(delay="time")

    @staticmethod
    def duplicate() -> SocketFault:
        """A message arrives twice."""
        return SocketFault({"socket": "duplicate"})

    @staticmethod
    def reorder(within: Optional[Duration] = None) -> SocketFault:
        """A message arrives after the next one, or after a time if none comes."""
        time = None if within is None else duration_text(within)
        return SocketFault(_members(socket="reorder", within=time))._called()

    @staticmethod
    def patch(patch: Any = None, *, remove: Optional[List[str]] = None) -> SocketFault:
        """A message arrives with other values in its payload, as in `Fault.patch`."""
        return SocketFault(_members(socket="patch", patch=patch, remove=remove))._called()

    @staticmethod
    def ignore_heartbeats() -> SocketFault:
        """Heartbeats get no reply."""
        return SocketFault({"socket": "ignore-heartbeats"})

    @staticmethod
    def phx_error() -> SocketFault:
        """The channel ends with `phx_error`, as after a crash, and has to be joined again."""
        return SocketFault({"socket": "phx-error"})

    @staticmethod
    def half_open() -> SocketFault:
        """The connection stays open, but nothing is handled, answered or sent any more."""
        return SocketFault({"socket": "half-open"})

    @staticmethod
    def reset() -> SocketFault:
        """The connection ends with a TCP reset."""
        return SocketFault({"socket": "reset"})

    @staticmethod
    def close() -> SocketFault:
        """The connection ends in order, but without a close frame."""
        return SocketFault({"socket": "close"})


#: A fault by its name, by the members of the control plane, or as `Fault` makes it.
AnyFault = Union[str, Mapping[str, Any], Fault, SocketFault]


def fault_json(fault: AnyFault) -> Any:
    """A fault as the member `fault` of the control plane."""
    return fault.json if isinstance(fault, _AnyFault) else fault


def _members(**members: Any) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _delay(time: Delay) -> Any:
    return dict(time) if isinstance(time, Mapping) else duration_text(time)
