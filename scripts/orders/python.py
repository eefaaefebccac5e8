"""The arguments of orders for Python."""

from __future__ import annotations

import re

from .schema import MADE, kind_of, members_of, schemas, words_of, wrapped

#: The classes, each of a schema: words about it, members it does not have, and whether an argument
#: may be None, which is not to give it.
CLASSES = {
    "RequestConditions": (
        ("EntryPattern",),
        "Conditions on requests; those on the answer are for the journal only.",
        (),
        False,
    ),
    "MessageConditions": (("MessagePattern",), "Conditions on messages of channels.", (), False),
    "FaultParts": (
        ("FaultParts",),
        "What goes wrong with a request; what cannot be combined is refused.",
        (),
        True,
    ),
    "FaultTerms": (
        ("FaultOrder",),
        "How a fault is called, and how long, how often and when it is there.",
        ("world", "match", "fault"),
        True,
    ),
    "StubTerms": (
        ("StubResponse", "StubOrder"),
        "The answer of a stub, how the stub is called, and when it answers.",
        ("status", "world", "request", "match", "response", "sequence"),
        True,
    ),
}
#: Arguments that are not called as the member is.
NAMES = {"StubTerms.body": "text"}
KINDS = {
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "string": "str",
    "enum": "str",
    "array": "List[str]",
    "object": "Mapping[str, Any]",
    "any": "Any",
    "StubStep": "Mapping[str, str]",
    "System": "str",
    "Name": "str",
    "Direction": "str",
    "SocketTransport": "str",
    "enum or integer": "Point",
}
#: Types that say more than the description does.
TYPES = {
    "method": "Union[str, List[str]]",
    "path": "Condition",
    "user": "Union[str, int]",
    "header": "Mapping[str, Condition]",
    "query": "Mapping[str, Condition]",
    "topic": "Condition",
    "event": "Condition",
    "payload": "Mapping[str, ValueCondition]",
    "jsonPath": "Mapping[str, ValueCondition]",
    "headers": "Headers",
    "stub": "Union[int, str]",
    "patch": "Any",
    "RequestConditions.body": "Condition",
    "RequestConditions.status": "Union[int, str, List[Union[int, str]]]",
    "MessageConditions.body": "Condition",
    "StubTerms.delay": "Duration",
}
HEAD = '''"""What orders take, by arguments: conditions, parts of faults, terms of faults and of stubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Union

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    from ._faults import Delay, Headers, Point
    from ._match import Condition, ValueCondition
    from ._values import Duration
'''


def snake_case(name: str) -> str:
    return re.sub(r"([A-Z])", r"_\1", name).lower()


def text(tuple_name: str, words: str, values: list[str]) -> str:
    lines = "".join(f'    "{value}",\n' for value in values)
    return f"\n#: {words}\n{tuple_name} = (\n{lines})\n"


def arguments(description: str) -> str:
    """The file of the arguments."""
    known = schemas(description)
    lines = [f"# {MADE}\n{HEAD}"]
    times: dict[str, None] = {}
    for name, (parts, words, without, is_optional) in CLASSES.items():
        lines.append(f'\n    class {name}(TypedDict, total=False):\n        """{words}"""\n\n')
        for part in parts:
            for key, schema in members_of(part, known, without).items():
                kind = kind_of(schema, known)
                type = TYPES.get(f"{name}.{key}") or TYPES.get(key) or KINDS.get(kind, kind)
                if type in ("Duration", "Delay"):
                    times[key] = None
                type = f"Optional[{type}]" if is_optional and type != "Any" else type
                comment = "\n".join(wrapped(words_of(schema, known), "        #:"))
                argument = NAMES.get(f"{name}.{key}", snake_case(key))
                lines.append(f"{comment}\n        {argument}: {type}\n")
    lines.append("\n")
    lines.append(text("TIMES", "Members whose values are times.", list(times)))
    answer = [
        NAMES.get(f"StubTerms.{key}", snake_case(key)) for key in members_of("StubResponse", known)
    ]
    lines.append(text("ANSWER", "Arguments that are members of the answer of a stub.", answer))
    return "".join(lines)
