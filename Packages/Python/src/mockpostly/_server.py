"""A server: one that runs already, or one that this run has started."""

from __future__ import annotations

import json as _json
import os
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union
from urllib.parse import urlencode

from ._control import given, segment
from ._errors import MockPostlyError, refusal
from ._http import Answer, Connections, PendingAnswer
from ._spelling import Spelling
from ._values import ClockSetting, Duration, clock_members, duration_text
from ._world import World

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

_CONTROL = "/__mockpostly/v1"
#: Arguments of worlds that are spelled otherwise than their members.
_WORLD = {"id": "name", "from": "from_", "seedName": "seed"}
_HINT = "Start one with 'mockpostly serve', or unset MOCKPOSTLY_URL to have one started."


class Server:
    """A mock server for the tests of an app.

    The fixture `mockpostly` is one; `Server.attached` uses one that runs, and `serve` starts one.
    All methods can be called on any thread.
    """

    #: Seconds without a byte after which a server counts as hung.
    patience = 30.0

    def __init__(
        self,
        url: str,
        admin_token: Optional[str] = None,
        *,
        is_own: bool = False,
        log: Optional[Callable[[], str]] = None,
    ) -> None:
        self._connections = Connections(url)
        # How often all worlds were deleted.
        self._clearings = 0
        #: The URL of the server without a slash at its end: `http://localhost:49152`.
        self.url = self._connections.url
        #: What the control plane wants of its callers; None for nothing.
        self.admin_token = admin_token or None
        #: Whether it was started for this run, and ends with it.
        self.is_own = is_own
        self._log = log

    def __repr__(self) -> str:
        return f"<Server {self.url}>"

    @classmethod
    def attached(cls, url: str, admin_token: Optional[str] = None) -> Server:
        """Uses a server that runs already, such as `http://localhost:8080`.

        Raises MockPostlyError when no mockpostly answers there, or when it wants another token.
        """
        server = cls(url, admin_token)
        try:
            answer = server.answer("GET", "/version")
        except MockPostlyError as error:
            raise MockPostlyError(f"no mockpostly answers at {url}: {error}. {_HINT}") from None
        if answer.status in (401, 403):
            raise refusal(answer.status, answer.body)
        try:
            name = _json.loads(answer.body)["name"]
        except (ValueError, KeyError, TypeError):
            name = None
        if answer.status != 200 or name != "mockpostly":
            raise MockPostlyError(
                f"the server at {url} is not a mockpostly with a control plane: it answers "
                f"{answer.status} to GET {_CONTROL}/version. {_HINT}"
            )
        return server

    def close(self) -> None:
        """Closes the connections of this object; a later call opens new ones."""
        self._connections.close()

    @property
    def log(self) -> str:
        """The last lines of the log of a server that was started here; empty for another."""
        return self._log() if self._log else ""

    @property
    def version(self) -> str:
        """The version of the server, such as `1.2.3`."""
        return str(self.control("GET", "/version")["version"])

    # The control plane

    def answer(
        self,
        method: str,
        path: str,
        json: Any = None,
        query: Optional[Mapping[str, Any]] = None,
        *,
        body: Optional[bytes] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Sends a request to the control plane and returns its answer, whatever its status.

        Raises MockPostlyError when none comes, with the last lines of the log when the server was
        started here.
        """
        pending = self._begin(method, path, json, query, body=body, timeout=timeout)
        return self._finish(pending)

    def _begin(
        self,
        method: str,
        path: str,
        json: Any = None,
        query: Optional[Mapping[str, Any]] = None,
        *,
        body: Optional[bytes] = None,
        timeout: Optional[float] = None,
        waits: bool = True,
    ) -> PendingAnswer:
        """Sends a request to the control plane; raises as `answer`."""
        headers: Dict[str, str] = {}
        if json is not None:
            body = _json.dumps(json).encode()
            headers["Content-Type"] = "application/json"
        if self.admin_token:
            headers["Authorization"] = f"Bearer {self.admin_token}"
        if method == "DELETE" and path == "/worlds":
            self._clearings += 1
        target = _CONTROL + path + (f"?{urlencode(query)}" if query else "")
        import http.client

        try:
            return self._connections.begin(
                method, target, headers, body, timeout or self.patience, waits
            )
        except (OSError, http.client.HTTPException) as error:
            raise MockPostlyError(self._silence(error)) from None

    def _finish(self, pending: PendingAnswer) -> Answer:
        """Waits for the answer to a request; raises as `answer`."""
        import http.client

        try:
            return pending.read()
        except (OSError, http.client.HTTPException) as error:
            raise MockPostlyError(self._silence(error)) from None

    def control(
        self,
        method: str,
        path: str,
        json: Any = None,
        query: Optional[Mapping[str, Any]] = None,
        *,
        body: Optional[bytes] = None,
    ) -> Any:
        """Sends a request to the control plane, and returns the JSON of its answer; None for none.

            server.control("PUT", "/home", {"world": "cart"})

        `path` is what follows `/__mockpostly/v1`. Raises MockPostlyError when it is refused.
        """
        answer = self.answer(method, path, json, query, body=body)
        if answer.status >= 400:
            raise refusal(answer.status, answer.body)
        return self.parse(answer)

    def control_bytes(self, method: str, path: str, query: Mapping[str, Any]) -> bytes:
        """The body of an answer of the control plane that is no JSON."""
        answer = self.answer(method, path, query=query)
        if answer.status >= 400:
            raise refusal(answer.status, answer.body)
        return answer.body

    def send(self, method: str, path: str) -> None:
        """Sends a request to the control plane whose answer does not matter."""
        import http.client

        headers = {"Authorization": f"Bearer {self.admin_token}"} if self.admin_token else {}
        try:
            self._connections.send(method, _CONTROL + path, headers, self.patience)
        except (OSError, http.client.HTTPException) as error:
            raise MockPostlyError(self._silence(error)) from None

    def parse(self, answer: Answer) -> Any:
        """The JSON of an answer; None when it has no body."""
        if not answer.body:
            return None
        try:
            return _json.loads(answer.body)
        except ValueError:
            text = answer.body[:200].decode(errors="replace")
            raise MockPostlyError(
                f"the server at {self.url} is not a mockpostly: it answers {answer.status} {text}"
            ) from None

    def _silence(self, error: Exception) -> str:
        words = str(error) or type(error).__name__
        if not self.is_own:
            return f"no answer from {self.url}: {words}"
        log = self.log or "(nothing)"
        return f"no answer from the server at {self.url}: {words}\nThe end of its log:\n{log}"

    # Worlds

    def make_world(
        self,
        name: Optional[str] = None,
        *,
        from_: Optional[str] = None,
        scenario: Optional[str] = None,
        seed: Optional[Union[Mapping[str, Any], str, "os.PathLike[str]"]] = None,
        clock: Optional[ClockSetting] = None,
        random_seed: Optional[int] = None,
        settings: Optional[Mapping[str, Any]] = None,
        ttl: Optional[Duration] = None,
        port: Optional[int] = None,
        on_unknown: Optional[str] = None,
    ) -> World:
        """Makes a world with its own content, clock, ids and token secret.

            with mockpostly.make_world(scenario="heavy-user") as other:
                …

        `from_` is `seed`, `default`, `empty`, `snapshot:NAME`, `world:ID` or `seed:FILE` (a file of
        the server); `scenario` and `seed` (members, or the path of a file) take its place. `clock`
        is a date to run from, `frozen(…)` or `scaled(…)`. With `random_seed` and a frozen clock the
        same calls give the same ids and tokens in each run. `settings` are options of the server
        that differ: `{"dummyjson-writes": "keep"}`. `ttl` is how long it may stay unused: without
        it no limit for a server of this run, and an hour for another. `port=0` gives it a port of
        its own. With `on_unknown="fail"` a request that no route takes and no stub answers makes
        all checks of the world fail and name it. Raises MockPostlyError with the words of the
        server when that cannot be.
        """
        order = self.world_order(
            name,
            clock=clock,
            random_seed=random_seed,
            settings=settings,
            ttl=ttl,
            port=port,
            on_unknown=on_unknown,
        )
        order.update(given(scenario=scenario))
        if from_ is not None:
            order["from"] = from_
        if seed is None or isinstance(seed, Mapping):
            order.update(given(seed=seed))
            with Spelling(order, _WORLD):
                return World(self, self.control("POST", "/worlds", order))
        # As it stands in the file, so that mistakes have its lines.
        order["seedName"] = os.fspath(seed) if isinstance(seed, (str, os.PathLike)) else ""
        start = _json.dumps(order).encode()[:-1]
        body = start + b', "seed": ' + _seed_text(seed) + b"}"
        with Spelling(order, _WORLD):
            return World(self, self.control("POST", "/worlds", body=body))

    def begin_world(
        self,
        name: str,
        *,
        scenario: Optional[str] = None,
        clock: Optional[ClockSetting] = None,
        random_seed: Optional[int] = None,
        settings: Optional[Mapping[str, Any]] = None,
        ttl: Optional[Duration] = None,
        on_unknown: Optional[str] = None,
    ) -> PendingWorld:
        """Lets the server make a world, as `make_world` does, and does not wait for it."""
        order = self.world_order(
            name,
            clock=clock,
            random_seed=random_seed,
            settings=settings,
            ttl=ttl,
            port=None,
            on_unknown=on_unknown,
        )
        order.update(given(scenario=scenario))
        return PendingWorld(self, self._begin("POST", "/worlds", order, waits=False))

    def world_order(
        self,
        name: Optional[str],
        *,
        clock: Optional[ClockSetting],
        random_seed: Optional[int],
        settings: Optional[Mapping[str, Any]],
        ttl: Optional[Duration],
        port: Optional[int],
        on_unknown: Optional[str],
    ) -> Dict[str, Any]:
        """The members of an order for a world, without what it begins with."""
        order = given(
            id=name,
            clock=None if clock is None else clock_members(clock),
            randomSeed=random_seed,
            settings=settings,
            port=port,
            onUnknown=on_unknown,
        )
        if ttl is not None:
            order["ttl"] = duration_text(ttl)
        elif self.is_own:
            order["ttl"] = None
        return order

    def world(self, name: str) -> World:
        """The world called `name`. Raises MockPostlyError when there is none."""
        return World(self, self.control("GET", f"/worlds/{segment(name)}"))

    @property
    def default_world(self) -> World:
        """The world that always exists, and that all tests share."""
        return self.world("default")

    def worlds(self) -> List[World]:
        """All worlds, the default one first."""
        return [World(self, info) for info in self.control("GET", "/worlds")["worlds"]]

    def delete_worlds(self) -> None:
        """Deletes all worlds but the default one."""
        self.control("DELETE", "/worlds")


class PendingWorld:
    """A world that the server makes, and nobody has waited for."""

    def __init__(self, server: Server, pending: PendingAnswer) -> None:
        self._server, self._pending = server, pending
        self._clearings = server._clearings

    def take(self) -> Optional[World]:
        """The world; None when it was refused, or deleted with all others."""
        answer = self._server._finish(self._pending)
        if answer.status != 201 or self._clearings != self._server._clearings:
            return None
        return World(self._server, self._server.parse(answer))


@contextmanager
def serve(
    *arguments: str,
    binary: Optional[str] = None,
    admin_token: Optional[str] = None,
    directory: Optional[Union[str, "os.PathLike[str]"]] = None,
) -> Iterator[Server]:
    """Starts a server on a free port, which ends with the block or with this process.

        with mockpostly.serve("--seed", "team.json") as server, server.make_world() as world:
            …

    `arguments` are options of `mockpostly serve`; paths in them start at `directory`, by default
    the working directory. Raises MockPostlyError with the last lines of its log when it does not
    start.
    """
    from ._run import Order, Run

    run = Run.begin()
    try:
        server = run.server(Order(tuple(arguments), binary, admin_token, directory or os.getcwd()))
        yield server
        server.close()
    finally:
        run.leave()


def _seed_text(seed: Union[str, "os.PathLike[str]"]) -> bytes:
    if not isinstance(seed, (str, os.PathLike)):
        raise TypeError(
            f"seed is the content of a world, as a mapping or the path of a file, not {seed!r}; "
            "for the same ids in each run use random_seed"
        )
    with open(seed, encoding="utf-8") as file:
        text = file.read()
        try:
            members = _json.loads(text)
        except ValueError as error:
            raise MockPostlyError(f"the seed {os.fspath(seed)} is no JSON: {error}") from None
    if not isinstance(members, dict):
        raise MockPostlyError(f"the seed {os.fspath(seed)} is no JSON object")
    return text.encode()


def arguments_of(text: Union[str, Sequence[str]]) -> List[str]:
    """Options as a shell would split them."""
    import shlex

    return shlex.split(text) if isinstance(text, str) else list(text)
