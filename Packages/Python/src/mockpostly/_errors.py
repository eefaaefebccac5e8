"""What can go wrong, in the words of the server."""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Optional

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True


class MockPostlyError(Exception):
    """Why the server cannot do what a test asks for; never an answer of a mocked API.

    The message has the title, the detail and the hint of the server's problem document.
    """

    def __init__(
        self,
        message: str,
        status: Optional[int] = None,
        problem: Optional[Mapping[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: The status with which the control plane refused; None when it did not.
        self.status = status
        #: The members of the problem document, such as `title`, `detail`, `hint` and `member`.
        self.problem: Dict[str, Any] = dict(problem or {})

    def __reduce__(self) -> Any:
        return (type(self), (self.message, self.status, self.problem))


class ProgramMissing(MockPostlyError):
    """There is no program to run, and none was named; the message says what to do."""


class Unmet(AssertionError):
    """An expectation that is not met; the message says what came nearest."""

    def __init__(self, message: str, problem: Optional[Mapping[str, Any]] = None) -> None:
        super().__init__(message)
        self.message = message
        #: The members of the problem document, such as `nearest` and `numbers`.
        self.problem: Dict[str, Any] = dict(problem or {})

    def __reduce__(self) -> Any:
        return (type(self), (self.message, self.problem))


def problem_of(body: bytes) -> Dict[str, Any]:
    """The members of a problem document; empty when the body is none."""
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def refusal(status: int, body: bytes) -> MockPostlyError:
    """The error for an answer of the control plane with a status of 400 or above."""
    problem = problem_of(body)
    if not problem:
        text = body[:200].decode(errors="replace")
        return MockPostlyError(f"the control plane answers {status}: {text}", status)
    words = [problem.get("detail") or problem.get("title"), problem.get("hint")]
    # A detail of many lines has a mistake on each.
    space = "\n" if "\n" in str(words[0]) else " "
    message = space.join(str(word) for word in words if word)
    if problem.get("detail") and problem.get("title"):
        message = f"{problem['title']}: {message}"
    return MockPostlyError(message, status, problem)


def unmet(words: str, problem: Mapping[str, Any], world: str) -> Unmet:
    """The error for a check of `words` that was answered with a 422.

    It has a line for each of the nearest misses, and one for each part that differs.
    """
    lines = [f"Expected {words}."]
    nearest = problem.get("nearest") or []
    detail = str(problem.get("detail", ""))
    # The detail repeats the nearest one, for those who read no more than that.
    lines.append(detail.partition(" The nearest is number ")[0] if nearest else detail)
    numbers = problem.get("numbers") or []
    if numbers:
        lines.append(f"What came: number {', '.join(map(str, numbers))}.")
    for miss in nearest:
        lines.append(f"Nearest: number {miss.get('number')}, {miss.get('summary')}")
        for part in miss.get("differences", []):
            found = "absent" if part.get("found") is None else f"'{part['found']}'"
            lines.append(f"    {part.get('part')} is {found}, wanted {part.get('wanted')}")
    hint = str(problem.get("hint") or "")
    if hint and not nearest and "verdict" not in problem and "'nearest'" not in hint:
        lines.append(hint)
    if problem.get("dropped"):
        lines.append(f"The journal has dropped {problem['dropped']} entries.")
    lines.append(f"The world is '{world}'.")
    return Unmet("\n".join(lines), problem)
