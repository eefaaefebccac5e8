"""The plugin for pytest: one server for a run, and a world for each test.

It costs a run that does not use it next to nothing: all else is imported at the first use.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Generator, Iterator, List, NoReturn, Optional, Tuple

import pytest

from . import _plan
from ._errors import MockPostlyError, ProgramMissing

if TYPE_CHECKING:
    from ._run import Run
    from ._server import PendingWorld, Server
    from ._world import World

_RUN = "mockpostly_run"

_HELP = {
    "args": "options of `mockpostly serve` for the server of the run, such as --seed team.json; "
    "paths start at the root directory",
    "binary": "the program, in place of the one in the package",
    "url": "a server that runs already, in place of one of the run",
    "admin_token": "the token that the control plane of the server wants",
    "on_unknown": "answer, or fail: a test fails when a request came to its world that no route "
    "takes and no stub answers",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mockpostly", "mockpostly, the mock backend")
    for name, words in _HELP.items():
        flag = f"--mockpostly-{name.replace('_', '-')}"
        group.addoption(flag, dest=f"mockpostly_{name}", metavar=name.upper(), help=words)
        if name == "args":
            parser.addini(f"mockpostly_{name}", words, type="args")
        else:
            parser.addini(f"mockpostly_{name}", words)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        f"{_plan.MARKER}({', '.join(f'{name}=…' for name in _plan.ARGUMENTS)}): what the fixture "
        "`world` of the test begins with; any of these arguments.",
    )
    config.pluginmanager.register(_Session(config), "mockpostly-session")


class _Session:
    """The server of a run in one of its processes."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.server: Optional[Server] = None
        self._run: Optional[Run] = None
        self._next: Optional[pytest.Item] = None
        # The test whose world is being made, and the world.
        self._prepared: Optional[Tuple[pytest.Item, PendingWorld]] = None
        folder = getattr(config, "workerinput", {}).get(_RUN)
        # A worker on another machine has no such folder, and a run of its own.
        if folder and os.path.isdir(folder):
            from ._run import Run

            try:
                self._run = Run(folder)
            except OSError:
                pass  # the run has ended in this moment

    # Options

    def setting(self, name: str) -> Optional[str]:
        """An option by its flag, else its variable, else the configuration of pytest."""
        given = self.config.getoption(f"mockpostly_{name}")
        variable = os.environ.get(f"MOCKPOSTLY_{name.upper()}")
        found = given or variable or self.config.getini(f"mockpostly_{name}")
        return str(found) if found else None

    def arguments(self) -> Tuple[str, ...]:
        """Options for the server: those of the configuration, then those of the command line."""
        from ._server import arguments_of

        flags = self.config.getoption("mockpostly_args") or ""
        try:
            return (*self.config.getini("mockpostly_args"), *arguments_of(flags))
        except ValueError as error:
            raise MockPostlyError(f"--mockpostly-args {flags!r}: {error}") from None

    def pytest_report_header(self) -> Optional[str]:
        url = self.setting("url")
        if url:
            return f"mockpostly: the server at {url}"
        arguments = self.config.getini("mockpostly_args") or self.config.getoption(
            "mockpostly_args"
        )
        return f"mockpostly: a server with {' '.join(self.arguments())}" if arguments else None

    # The server

    def start(self) -> Server:
        """The server, which starts at its first use in the run."""
        if self.server is None:
            url, token = self.setting("url"), self.setting("admin_token")
            if url:
                from ._server import Server

                self.server = Server.attached(url, token)
            else:
                self.server = self._own(token)
        return self.server

    def _own(self, token: Optional[str]) -> Server:
        from ._binary import find_binary

        named = self.config.getoption("mockpostly_binary")
        if not named and not os.environ.get("MOCKPOSTLY_BIN"):
            named = self.config.getini("mockpostly_binary") or None
        binary = find_binary(named)  # says what to do where none can run
        from ._run import Order, Run

        if self._run is None:
            self._run = Run.begin()
        return self._run.server(Order(self.arguments(), binary, token, self.config.rootpath))

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tells a worker of xdist which run it is part of."""
        if self.setting("url"):
            return
        try:
            from ._run import Run
        except ImportError:
            return  # a system on which no server can be started
        if self._run is None:
            self._run = Run.begin()
        node.workerinput[_RUN] = self._run.folder

    def pytest_unconfigure(self) -> None:
        self._drop_prepared()
        if self.server is not None:
            self.server.close()
        if self._run is not None:
            self._run.leave()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Says once why tests were skipped, which pytest does not without its option -rs."""
        reasons = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])]
        missing = [reason for reason in reasons if _MISSING in reason]
        if missing:
            terminalreporter.write_sep("=", "mockpostly", yellow=True)
            words = missing[0].partition(_MISSING)[2]
            tests = "1 test was" if len(missing) == 1 else f"{len(missing)} tests were"
            terminalreporter.write_line(f"{tests} skipped: {words}")

    # Worlds

    def world(self, item: pytest.Item) -> World:
        """The world of a test that begins; it may have been made while the last one ended."""
        server = self.start()
        if self._prepared is not None and self._prepared[0] is item:
            prepared, self._prepared = self._prepared[1], None
            world = prepared.take()
            if world is not None:
                return world
        self._drop_prepared()
        return _plan.make_world(server, item, self.setting("on_unknown"))

    def prepare(self) -> None:
        """Lets the server make the world of the test that is next while pytest goes on."""
        item = self._next
        if self.server is None or "world" not in getattr(item, "fixturenames", ()):
            return
        assert item is not None
        self._drop_prepared()
        pending = _plan.prepare_world(self.server, item, self.setting("on_unknown"))
        if pending is not None:
            self._prepared = (item, pending)

    def _drop_prepared(self) -> None:
        """Deletes the world that was made for a test which did not take it."""
        if self._prepared is None:
            return
        prepared, self._prepared = self._prepared[1], None
        try:
            world = prepared.take()
            if world is not None:
                world.end()
        except MockPostlyError:
            pass  # the server has ended, and its worlds with it

    # Tests

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, nextitem: Optional[pytest.Item]) -> None:
        self._next = nextitem

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Refuses a marker that is wrong, also where the test has no world."""
        if item.get_closest_marker(_plan.MARKER) is not None:
            try:
                _plan.plan(item)
            except MockPostlyError as error:
                _fail(error)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, None]:
        """Fails a test that has passed when a request came to its world that nothing owns."""
        outcome = yield
        if outcome.excinfo is not None:
            return
        worlds: List[World] = item.stash.get(_WORLDS, [])
        for world in (one for made in worlds for one in (made, *made.forks)):
            if world.on_unknown != "fail":
                continue
            from ._report import unknown_text

            text = unknown_text(world)
            if text:
                outcome.force_exception(_unknown(world, text))
                return

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: "pytest.CallInfo[None]"
    ) -> Generator[None, Any, None]:
        """Attaches what came to the test's world, and what was written, to a failure's report."""
        outcome = yield
        report = outcome.get_result()
        if not report.failed or call.when == "teardown":
            return
        worlds: List[World] = item.stash.get(_WORLDS, [])
        for world in worlds:
            from ._report import changes_text, journal_text

            report.sections.append((f"mockpostly journal of {world.name}", journal_text(world)))
            changes = changes_text(world)
            if changes:
                report.sections.append((f"mockpostly changes of {world.name}", changes))


#: How the reason of a skip begins when there is no program.
_MISSING = "mockpostly is missing: "

_WORLDS: "pytest.StashKey[List[World]]" = pytest.StashKey()


def _unknown(world: World, requests: str) -> BaseException:
    """The failure of a test to whose world `requests` came."""
    words = (
        f"requests came to the world '{world.name}' that no route takes and no stub answers:\n"
        f"{requests}\n"
        'The world has on_unknown="fail": correct the app, or add a stub.'
    )
    return pytest.fail.Exception(words, pytrace=False)


def _fail(error: Exception) -> NoReturn:
    """Fails a test with the words of an error alone."""
    # Without `from None` pytest would show the error a second time.
    raise pytest.fail.Exception(str(error), pytrace=False) from None


def _skip(error: ProgramMissing) -> NoReturn:
    """Skips a test for want of the program; fails it under CI, where nobody would see the skip."""
    if os.environ.get("CI"):
        _fail(error)
    raise pytest.skip.Exception(_MISSING + str(error)) from None


@pytest.fixture(scope="session")
def mockpostly(pytestconfig: pytest.Config) -> Server:
    """The server of the run, which all its processes share; it starts at its first use.

    It is one that runs already where MOCKPOSTLY_URL or --mockpostly-url names it. Where there is no
    program to start, the test is skipped; under CI (the variable CI is set) it fails.
    """
    session: Any = pytestconfig.pluginmanager.get_plugin("mockpostly-session")
    try:
        server: Server = session.start()
    except ProgramMissing as error:
        _skip(error)
    except MockPostlyError as error:
        _fail(error)
    return server


@pytest.fixture
def world(request: pytest.FixtureRequest, mockpostly: Server) -> Iterator[World]:
    """A world of the test's own: content, clock, ids and tokens that no other test has.

    The marker says what it begins with:

        @pytest.mark.mockpostly(scenario="heavy-user", random_seed=7)
    """
    item: pytest.Item = request.node
    session: Any = request.config.pluginmanager.get_plugin("mockpostly-session")
    try:
        world: World = session.world(item)
    except (MockPostlyError, OSError, TypeError, ValueError) as error:
        _fail(error)
    item.stash.setdefault(_WORLDS, []).append(world)
    yield world
    world.end()
    session.prepare()
