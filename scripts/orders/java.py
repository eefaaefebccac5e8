"""The members of faults that are one function each, for the JVM."""

from __future__ import annotations

import re

from .schema import MADE, kind_of, members_of, schemas, words_of, wrapped

#: Members of what goes wrong that functions of `Fault` fill in a way of their own.
BY_HAND = (
    "delay",
    "at",
    "piece",
    "retryAfter",
    "connection",
    "point",
    "stallFor",
    "patch",
    "remove",
    "headers",
    "write",
)
#: Functions that are not called as the member is.
NAMES = {"name": "called", "ttl": "timeToLive"}
KINDS = {
    "integer": "int",
    "number": "double",
    "boolean": "boolean",
    "string": "String",
    "enum": "String",
}
HEAD = f"""// {MADE}

package io.github.mockpostly;

import java.time.Duration;

/** The parts and the terms of faults that are one member each. */
public abstract class FaultMembers {{
    FaultMembers() {{
    }}

    /** The fault with another term. */
    abstract Fault term(String name, Object value);
"""


def javadoc(words: str, schema: dict, returns: str) -> str:
    """A comment; `words` may have names of members in back quotes."""
    values = ", ".join(f"{{@code {one}}}" for one in schema.get("enum", []))
    text = re.sub(r"`([^`]*)`", r"{@code \1}", words)
    lines = ["    /**", *wrapped(text, "     *"), "     *"]
    first, *further = wrapped(f"@param value {values or 'the value'}", "     *", 96)
    lines += [first, *(line.replace("* ", "*     ", 1) for line in further)]
    return "\n".join([*lines, f"     * @return {returns}", "     */"]) + "\n"


def members(description: str) -> str:
    """The file of the members."""
    known = schemas(description)
    lines = [HEAD]
    for key, schema in members_of("FaultParts", known, BY_HAND).items():
        kind = kind_of(schema, known)
        lines.append("\n" + javadoc(words_of(schema, known), schema, "the fault"))
        lines.append(f"    public static Fault {key}({KINDS.get(kind, kind)} value) {{\n")
        lines.append(f'        return Fault.of(Json.object("{key}", {written(kind)}));\n    }}\n')
    for key, schema in members_of("FaultOrder", known, ("world", "match", "fault")).items():
        kind = kind_of(schema, known)
        lines.append("\n" + javadoc(words_of(schema, known), schema, "the fault with it"))
        lines.append(f"    public Fault {NAMES.get(key, key)}({KINDS.get(kind, kind)} value) {{\n")
        lines.append(f'        return term("{key}", {written(kind)});\n    }}\n')
    return "".join([*lines, "}\n"])


def written(kind: str) -> str:
    return "Text.duration(value)" if kind == "Duration" else "value"
