"""What the worlds of tests are made like: the marker `mockpostly`, and their names."""

from __future__ import annotations

import difflib
import hashlib
import os
import re
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional

from ._errors import MockPostlyError
from ._spelling import snake_case

if TYPE_CHECKING:
    import pytest

    from ._server import PendingWorld, Server
    from ._world import World

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

MARKER = "mockpostly"
#: The arguments of the marker, which are those of `Server.make_world`.
ARGUMENTS = (
    "scenario",
    "seed",
    "from_",
    "clock",
    "random_seed",
    "settings",
    "ttl",
    "port",
    "name",
    "on_unknown",
)
#: Those that say what a world begins with; there is one of them at most.
_ORIGINS = ("scenario", "seed", "from_")
#: Those of worlds that can be made before their test begins.
_PREPARED = frozenset(("scenario", "clock", "random_seed", "settings", "ttl", "on_unknown"))
#: The most letters of a test's name in the name of its world, which has 64 at most.
_LONGEST_NAME = 48


def plan(node: pytest.Item) -> Dict[str, Any]:
    """The arguments of the markers of a test; those of the nearest one count.

    Raises MockPostlyError when an argument is not known.
    """
    arguments: Dict[str, Any] = {}
    for marker in reversed(list(node.iter_markers(MARKER))):
        _check(marker.args, marker.kwargs)
        if any(name in marker.kwargs for name in _ORIGINS):
            arguments = {name: v for name, v in arguments.items() if name not in _ORIGINS}
        arguments.update(marker.kwargs)
    return arguments


def make_world(server: Server, node: pytest.Item, on_unknown: Optional[str] = None) -> World:
    """Makes the world of a test, whose name shows that of the test.

    `on_unknown` is that of a test whose marker does not say it.
    """
    arguments = _with_standard(plan(node), on_unknown)
    if "seed" in arguments:
        arguments["seed"] = _beside_test(arguments["seed"], node)
    if "name" in arguments:
        return server.make_world(**arguments)
    name, number = world_name(node.name, node.nodeid), 1
    while True:
        try:
            return server.make_world(name if number == 1 else f"{name}-{number}", **arguments)
        except MockPostlyError as error:
            # The same test may run in another process, or in another run on the same server.
            if error.status != 409 or number == 100:
                raise
            number += 1


def _with_standard(arguments: Dict[str, Any], on_unknown: Optional[str]) -> Dict[str, Any]:
    return arguments if on_unknown is None else {"on_unknown": on_unknown, **arguments}


def _beside_test(seed: Any, node: pytest.Item) -> Any:
    """The path of a seed: from the file of its test, or from where pytest runs if only there."""
    if not isinstance(seed, (str, os.PathLike)):
        return seed
    beside = os.path.join(os.path.dirname(str(node.path)), os.fspath(seed))
    return seed if os.path.exists(seed) and not os.path.exists(beside) else beside


def prepare_world(
    server: Server, node: pytest.Item, on_unknown: Optional[str] = None
) -> Optional[PendingWorld]:
    """Lets the server make the world of the test that is next; None for one that has to wait.

    A world that begins with what others have is made when its test begins, and what cannot be made
    is left to that moment too.
    """
    try:
        arguments = _with_standard(plan(node), on_unknown)
        if not _PREPARED.issuperset(arguments):
            return None
        return server.begin_world(world_name(node.name, node.nodeid), **arguments)
    except (MockPostlyError, OSError, TypeError, ValueError):
        return None


def world_name(name: str, id: str) -> str:
    """The name of the world of a test: that of the test, shortened, and a mark of its `id`.

    It is the same in each run, so that tokens are too.
    """
    words = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")[:_LONGEST_NAME].strip("-") or "test"
    mark = hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{words}-{mark}"


def _check(positional: Any, named: Mapping[str, Any]) -> None:
    known = ", ".join(ARGUMENTS)
    if positional:
        raise MockPostlyError(
            f"the marker {MARKER} takes its arguments by name, not {positional[0]!r}: {known}"
        )
    for name in named:
        if name not in ARGUMENTS:
            near = difflib.get_close_matches(snake_case(name), ARGUMENTS, 1)
            guess = f"did you mean {near[0]}? " if near else ""
            raise MockPostlyError(
                f"the marker {MARKER} has no argument '{name}': {guess}It has {known}"
            )
    if "seed" in named and isinstance(named["seed"], int):
        raise MockPostlyError(
            f"seed is the content of a world, not {named['seed']!r}: for the same ids in each run "
            "use random_seed"
        )
    origins = [name for name in _ORIGINS if named.get(name) is not None]
    if len(origins) > 1:
        raise MockPostlyError(f"a world begins with one of {' and '.join(origins)}, not with both")
