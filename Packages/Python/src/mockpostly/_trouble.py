"""Faults, stubs and sockets of a world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Union

from ._control import Controlled, given, segment, time_text
from ._faults import AnyFault, fault_json
from ._match import MessageMatch, RequestPattern, match
from ._orders import ANSWER
from ._shapes import FaultRule, Socket, SocketRecovery, Stub
from ._spelling import camel_case, members_of
from ._values import Duration

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._orders import FaultTerms, StubTerms

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

#: Arguments that say which clients are meant.
_CLIENTS = {f"match.{name}": name for name in ("user", "socket", "transport", "topic")}


class WorldTrouble(Controlled):
    """What goes wrong, and what is answered, on purpose."""

    def add_fault(
        self,
        fault: AnyFault,
        on: Union[RequestPattern, MessageMatch] = None,
        **terms: Unpack[FaultTerms],
    ) -> FaultRule:
        """Adds a fault for some requests, or messages; the newest that a request meets decides.

            world.add_fault("slow-3g")
            world.add_fault(Fault.status(503, retry_after=2), on="GET /api/posts", times=1)
            world.add_fault("offline", script="up 5s, down 2s, up")

        `rate` is the chance from 0 to 1; `times` ends it after so many requests and `after` lets so
        many through first, both counted by `per`: world, user, `header:NAME` or socket; `ttl` ends
        it by the machine's clock; `script` follows the world's clock.
        """
        pattern = on if isinstance(on, MessageMatch) else match(on)
        order = given(
            fault=fault_json(fault),
            match=pattern.members or None,
            **members_of(terms),
        )
        names = {"match": "on", **getattr(fault, "arguments", {}), **pattern.arguments}
        return FaultRule.of(self._order("/faults", order, names))

    def faults(self) -> List[FaultRule]:
        """The faults of this world, the newest first."""
        return [FaultRule.of(fault) for fault in self.control("GET", "/faults")["faults"]]

    def delete_fault(self, fault: Union[FaultRule, str, int]) -> None:
        """Deletes a fault, which may be given by its name or number."""
        id = fault.id if isinstance(fault, FaultRule) else fault
        self.control("DELETE", f"/faults/{segment(str(id))}")

    def clear_faults(self) -> None:
        """Deletes all faults of this world."""
        self.control("DELETE", "/faults")

    # Stubs

    def add_stub(
        self,
        on: RequestPattern = None,
        status: Optional[int] = None,
        *,
        sequence: Optional[List[Mapping[str, Any]]] = None,
        **terms: Unpack[StubTerms],
    ) -> Stub:
        """Adds a stub, which answers some requests in place of the real behaviour.

            world.add_stub("POST /api/posts", 500, json={"error": "no room"}, times=1)
            world.add_stub("GET /api/posts", sequence=[{"status": 503, "times": 2},
                                                       {"json": {"posts": []}}], repeat="last")
            world.add_stub("GET /api/posts", patch={"$.posts[1].author": None})

        `patch` and `remove` change the answer of the real system, as in `Fault.patch`; `status` and
        `headers` are then those of that answer. In a sequence `{"real": True}` gives a turn to the
        real system.

        `sequence` is a list of answers by the members of the control plane, in place of one.
        `repeat` says what follows the last: `last` or `all`. `state` makes it part of a scenario:
        `{"scenario": "cart", "requires": "Started", "becomes": "full"}`.
        """
        terms_of_stub = {name: value for name, value in terms.items() if name not in ANSWER}
        answer = {_member(name): terms.get(name) for name in ANSWER}
        response = given(**members_of({**answer, "status": status}))
        pattern = match(on)
        order = given(
            match=pattern.members or None,
            response=response if response or sequence is None else None,
            sequence=sequence,
            **members_of(terms_of_stub),
        )
        names = {"match": "on", **pattern.arguments}
        names.update({f"response.{_member(name)}": name for name in ANSWER})
        return Stub.of(self._order("/stubs", order, names))

    def stubs(self) -> List[Stub]:
        """The stubs of this world, in the order in which requests try them."""
        return [Stub.of(stub) for stub in self.control("GET", "/stubs")["stubs"]]

    def delete_stub(self, stub: Union[Stub, str, int]) -> None:
        """Deletes a stub, which may be given by its id or number: the real behaviour is back."""
        id = stub.number if isinstance(stub, Stub) else stub
        self.control("DELETE", f"/stubs/{segment(str(id))}")

    def clear_stubs(self) -> None:
        """Deletes all stubs of this world."""
        self.control("DELETE", "/stubs")

    def stub_states(self) -> Dict[str, str]:
        """The states of the scenarios of stubs, by the names of the scenarios."""
        scenarios = self.control("GET", "/stub-states")["scenarios"]
        return {scenario["scenario"]: scenario["state"] for scenario in scenarios}

    def set_stub_state(self, scenario: str, state: str) -> None:
        """Sets the state of a scenario to one that its stubs name."""
        self._order("/stub-states", {"scenario": scenario, "state": state}, None, "PUT")

    def reset_stub_states(self) -> None:
        """Sets all scenarios back to their first state."""
        self.control("DELETE", "/stub-states")

    # Sockets

    def sockets(self) -> List[Socket]:
        """The clients that are connected to the channels, in the order of their connections."""
        return [Socket.of(socket) for socket in self.control("GET", "/sockets")["sockets"]]

    def disconnect_sockets(self, how: str = "reset", **clients: Any) -> List[int]:
        """Ends connections without a word, and returns the numbers of the clients that had one.

            world.disconnect_sockets("half-open", user="mira.sol@example.com")

        `how` is `reset`, `close` or `half-open`; `clients` has any of user, socket, transport and
        topic, and without them all clients are meant.
        """
        order = {"match": clients, "how": how}
        numbers: List[int] = self._order("/sockets/disconnect", order, _CLIENTS)["sockets"]
        return numbers

    def send_event(
        self,
        event: str,
        topic: str,
        payload: Any = None,
        *,
        in_: Optional[Duration] = None,
        **clients: Any,
    ) -> List[int]:
        """Sends an event to the clients that have joined a topic, and returns their numbers.

            world.send_event("post_deleted", "community:feed", {"id": 1})

        `in_` sends it after a time of the world's clock, which may run or be set; the list is empty
        then. `clients` are as in `disconnect_sockets`.
        """
        order = {"topic": topic, "event": event, "payload": {} if payload is None else payload}
        order["match"] = clients
        if in_ is not None:
            order["in"] = time_text(in_)
        names = {"in": "in_", **_CLIENTS}
        sent: Dict[str, Any] = self._order("/sockets/events", order, names)
        return list(sent.get("sockets") or [])

    def expect_recovery(
        self,
        scenario: str,
        *,
        within: Optional[Duration] = None,
        hold: Optional[Duration] = None,
        settle: Optional[Duration] = None,
        **clients: Any,
    ) -> List[SocketRecovery]:
        """Lets a trouble happen to the connected clients, and waits until they are back.

            world.expect_recovery("down-twice", within="20s")

        `scenario` is down-twice, queued-joins (with `hold`) or dead-heartbeat. Returns what each
        client did; raises `Unmet`, which says who did not come back and why.
        """
        order = given(
            name=scenario,
            match=clients or None,
            within=time_text(within),
            hold=time_text(hold),
            settle=time_text(settle),
        )
        names = {"name": "scenario", **_CLIENTS}
        begun = self._order("/socket-scenarios", order, names)
        words = f"all clients to come back from '{scenario}'"
        path = f"/socket-scenarios/{begun['id']}/wait"
        ended = self.check(words, path, {"within": "600s"}, waits=True)
        return [SocketRecovery.of(client) for client in ended["clients"]]


def _member(argument: str) -> str:
    """The member of an answer that an argument fills."""
    return "body" if argument == "text" else camel_case(argument)
