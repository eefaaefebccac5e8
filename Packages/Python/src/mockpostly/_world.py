"""A world of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional

from ._clock import Clock
from ._content import WorldContent
from ._control import segment
from ._errors import MockPostlyError
from ._journal import WorldJournal
from ._shapes import Person
from ._spelling import Spelling
from ._trouble import WorldTrouble
from ._values import ClockSetting, Duration

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Type

    from ._server import Server

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True


class World(WorldContent, WorldTrouble, WorldJournal):
    """A world of a server, with its own content, clock, ids and token secret.

    The fixture `world` is one, and `Server.make_world` makes others. As a context manager it is
    deleted at the end.
    """

    def __init__(self, server: Server, info: Mapping[str, Any]) -> None:
        super().__init__(server, info["id"])
        #: The world as the server told of it when it was made.
        self.info: Dict[str, Any] = dict(info)
        #: The base URLs of the served systems, by names such as `postly` and `socket`.
        self.base_urls: Dict[str, str] = dict(info["baseUrls"])
        #: The port of its own; None when it has none.
        self.port: Optional[int] = info.get("port")
        #: The prefix of its paths, `/w/<name>`; empty for one that needs none.
        self.path = "" if self.port or self.name == "default" else f"/w/{self.name}"
        #: Its clock.
        self.clock = Clock(self)
        self._forks: List[World] = []

    def __repr__(self) -> str:
        return f"<World {self.name} at {self.url}>"

    def __enter__(self) -> World:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.clear_away()

    # Addresses

    @property
    def url(self) -> str:
        """The URL of the world without a slash at its end: `http://localhost:49152/w/feed`."""
        if self.port is None:
            return self.server.url + self.path
        host, colon, _ = self.server.url.rpartition(":")
        has_port = colon and not host.endswith(("http", "https"))
        return f"{host if has_port else self.server.url}:{self.port}"

    @property
    def postly(self) -> str:
        """The base URL of Postly: `…/api`."""
        return self._base("postly")

    @property
    def postly_slash(self) -> str:
        """That of Postly with a slash at its end, for clients that join relative paths."""
        return self._base("postlySlash")

    @property
    def dummyjson(self) -> str:
        """The base URL of DummyJSON."""
        return self._base("dummyjson")

    @property
    def community(self) -> str:
        """The base URL of the community: `…/api/community`."""
        return self._base("community")

    @property
    def socket_url(self) -> str:
        """The URL of the community's socket: `ws://…/community`."""
        return self._base("socket")

    @property
    def pexels(self) -> str:
        """The base URL of Pexels: `…/v1`."""
        return self._base("pexels")

    @property
    def wreely(self) -> str:
        """The base URL of Wreely: `…/services`."""
        return self._base("wreely")

    @property
    def wreely_beta(self) -> str:
        """The base URL of Wreely's beta: `…/wreely`."""
        return self._base("wreelyBeta")

    @property
    def wreely_local(self) -> str:
        """The base URL of the Android app's local builds: `…/wreely/services`."""
        return self._base("wreelyLocal")

    @property
    def realworld(self) -> str:
        """The base URL of RealWorld: `…/realworld/api`."""
        return self._base("realworld")

    def _base(self, system: str) -> str:
        try:
            return self.base_urls[system]
        except KeyError:
            served = ", ".join(sorted(self.base_urls)) or "none"
            raise MockPostlyError(
                f"the server does not serve {system}; it has the base URLs {served}"
            ) from None

    def environment(self, api_path: str = "/api/") -> Dict[str, str]:
        """The variables by which an app or a command finds this world.

            subprocess.run(["./app"], env={**os.environ, **world.environment()})

        They are BASE_URL, which is the URL of the world and `api_path`, MOCKPOSTLY_URL and
        MOCKPOSTLY_WORLD, and MOCKPOSTLY_ADMIN_TOKEN when the server has one.
        """
        variables = {
            "BASE_URL": self.url + api_path,
            "MOCKPOSTLY_URL": self.server.url,
            "MOCKPOSTLY_WORLD": self.name,
        }
        if self.server.admin_token:
            variables["MOCKPOSTLY_ADMIN_TOKEN"] = self.server.admin_token
        return variables

    # What it is

    @property
    def people(self) -> List[Person]:
        """The users of the scenario that it began with; empty in other worlds."""
        return [Person.of(person) for person in self.info.get("people") or []]

    @property
    def on_unknown(self) -> str:
        """What a request does that nothing owns: `answer`, or `fail`, which fails all checks."""
        return str(self.info.get("onUnknown") or "answer")

    @property
    def forks(self) -> List[World]:
        """The copies that `fork` has made of it."""
        return list(self._forks)

    def state(self) -> Dict[str, Any]:
        """The world as the server has it now: its clock, its counts, its faults and so on."""
        info: Dict[str, Any] = self.server.control("GET", f"/worlds/{segment(self.name)}")
        return info

    # Copies, and its end

    def fork(
        self,
        name: Optional[str] = None,
        *,
        clock: Optional[ClockSetting] = None,
        random_seed: Optional[int] = None,
        settings: Optional[Mapping[str, Any]] = None,
        ttl: Optional[Duration] = None,
        port: Optional[int] = None,
        on_unknown: Optional[str] = None,
    ) -> World:
        """Makes a world that is a copy of this one as it is now, with its content and its clock.

        Its token secret is its own: tokens of this world are not valid there. It is deleted with
        this one, unless that happens before.
        """
        order = self.server.world_order(
            name,
            clock=clock,
            random_seed=random_seed,
            settings=settings,
            ttl=ttl,
            port=port,
            on_unknown=on_unknown,
        )
        path = f"/worlds/{segment(self.name)}/fork"
        with Spelling(order, {"id": "name"}):
            copy = World(self.server, self.server.control("POST", path, order))
        self._forks.append(copy)
        return copy

    def delete(self) -> None:
        """Deletes the world: its sockets are closed, and later requests to it are answered 404.

        Raises MockPostlyError for the world `default`, and when it was deleted already.
        """
        self._delete_forks()
        self.server.control("DELETE", f"/worlds/{segment(self.name)}")

    def clear_away(self) -> None:
        """Deletes the world, unless it was deleted already."""
        try:
            self.delete()
        except MockPostlyError as error:
            if error.status != 404:
                raise

    def end(self) -> None:
        """Deletes the world after its test, unless it was deleted already; does not wait for it."""
        self._delete_forks()
        self.server.send("DELETE", f"/worlds/{segment(self.name)}")

    def _delete_forks(self) -> None:
        while self._forks:
            self._forks.pop().clear_away()
