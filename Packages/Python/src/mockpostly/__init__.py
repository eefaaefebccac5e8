"""mockpostly: a mock backend for the tests of an app, with a private world for each test.

With pytest the fixtures `world` and `mockpostly` are there when the package is installed. Without:

    with mockpostly.serve() as server, server.make_world() as world:
        requests.get(world.postly + "/posts")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._binary import find_binary as find_binary
    from ._clock import Clock as Clock
    from ._errors import MockPostlyError as MockPostlyError
    from ._errors import Unmet as Unmet
    from ._faults import Fault as Fault
    from ._faults import SocketFault as SocketFault
    from ._match import MessageMatch as MessageMatch
    from ._match import RequestMatch as RequestMatch
    from ._match import absent as absent
    from ._match import contains as contains
    from ._match import loosely_equals as loosely_equals
    from ._match import match as match
    from ._match import matches as matches
    from ._match import message as message
    from ._match import present as present
    from ._server import Server as Server
    from ._server import serve as serve
    from ._shapes import ClockReading as ClockReading
    from ._shapes import FaultRule as FaultRule
    from ._shapes import LoginCode as LoginCode
    from ._shapes import Person as Person
    from ._shapes import RecordedMessage as RecordedMessage
    from ._shapes import RecordedRequest as RecordedRequest
    from ._shapes import Socket as Socket
    from ._shapes import SocketRecovery as SocketRecovery
    from ._shapes import Stub as Stub
    from ._shapes import TableChange as TableChange
    from ._shapes import Token as Token
    from ._values import frozen as frozen
    from ._values import scaled as scaled
    from ._world import World as World

    __version__: str

# Imported at their first use: pytest loads this package in each run.
_PLACES = {
    "_binary": ("find_binary",),
    "_clock": ("Clock",),
    "_errors": ("MockPostlyError", "Unmet"),
    "_faults": ("Fault", "SocketFault"),
    "_match": (
        "MessageMatch",
        "RequestMatch",
        "absent",
        "contains",
        "loosely_equals",
        "match",
        "matches",
        "message",
        "present",
    ),
    "_server": ("Server", "serve"),
    "_shapes": (
        "ClockReading",
        "FaultRule",
        "LoginCode",
        "Person",
        "RecordedMessage",
        "RecordedRequest",
        "Socket",
        "SocketRecovery",
        "Stub",
        "TableChange",
        "Token",
    ),
    "_values": ("frozen", "scaled"),
    "_world": ("World",),
}

__all__ = sorted(name for names in _PLACES.values() for name in names)  # pyright: ignore


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("mockpostly")
    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
