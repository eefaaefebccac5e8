"""Refusals in the words of the caller: arguments in place of members of the control plane."""

from __future__ import annotations

import re
from types import TracebackType
from typing import Any, Dict, Mapping, Optional, Type

from ._errors import MockPostlyError
from ._orders import TIMES
from ._values import duration_text

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

#: A name in the words of the server; what follows `the text` is a value.
_NAME = re.compile(r"(?:([Mm])ember(s?) )?(the text )?'([A-Za-z][\w.\[\]]*)'")

#: Names of arguments by the paths of the members that they fill.
Names = Mapping[str, str]


class Spelling:
    """While it is entered, a refusal of an order names the arguments that have made it.

    `names` has those that are not spelled as the member is; of the others `expiresIn` is
    `expires_in`.
    """

    def __init__(self, order: Mapping[str, Any], names: Optional[Names] = None) -> None:
        self._names: Dict[str, str] = {name: snake_case(name) for name in order}
        self._names.update(names or {})

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if isinstance(error, MockPostlyError):
            error.message = self.reworded(error.message)
            error.args = (error.message,)

    def reworded(self, text: str) -> str:
        """The words of the server with arguments in place of members."""
        return _NAME.sub(self._replacement, text)

    def _replacement(self, found: "re.Match[str]") -> str:
        initial, plural, value, path = found.groups()
        argument = None if value else self._argument(path)
        if argument is None:
            return found.group()
        kind = f"{'A' if initial == 'M' else 'a'}rgument{plural} " if initial else ""
        return f"{kind}'{argument}'"

    def _argument(self, path: str) -> Optional[str]:
        ends = [found.start() for found in re.finditer(r"[.\[]|$", path)]
        for end in reversed(ends):
            if path[:end] in self._names:
                return self._names[path[:end]] + path[end:]
        # Hints name a member beside another by its last name alone.
        for member, name in self._names.items():
            if member.endswith(f".{path}"):
                return name
        return None


def camel_case(name: str) -> str:
    """A name as the control plane would write it: `random_seed` is `randomSeed`."""
    return re.sub(r"_([a-z])", lambda found: found.group(1).upper(), name)


def members_of(arguments: Mapping[str, Any]) -> Dict[str, Any]:
    """Arguments by the members that they fill, with times as texts."""
    members = {camel_case(name): value for name, value in arguments.items()}
    for name in TIMES:
        time = members.get(name)
        if time is not None:
            members[name] = dict(time) if isinstance(time, Mapping) else duration_text(time)
    return members


def snake_case(name: str) -> str:
    """A name as Python would write it: `randomSeed` is `random_seed`."""
    return re.sub(r"([A-Z])", r"_\1", name).lower()
