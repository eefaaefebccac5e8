"""The types of orders for Node, and the fields of the dashboard's forms."""

from __future__ import annotations

import json

from .schema import MADE, members_of, schemas, words_of, wrapped

#: The interfaces, each of a schema: words about it, names of its own, and members it does not have.
INTERFACES = {
    "RequestFault": ("FaultParts", "", {}, ()),
    "FaultTerms": (
        "FaultOrder",
        "How a fault is called, and how long, how often and when it is there.",
        {"ttl": "timeToLive"},
        ("world", "match", "fault"),
    ),
    "StubResponse": ("StubSequenceResponse", "", {}, ()),
    "StubTerms": (
        "StubOrder",
        "How a stub is called, and when it answers.",
        {"repeat": "repeating"},
        ("world", "request", "match", "response", "sequence"),
    ),
    "RequestMatch": ("EntryPattern", "Conditions on requests; all of them have to be met.", {}, ()),
    "MessageMatch": (
        "MessagePattern",
        "Which messages of channels are meant; all conditions have to be met.",
        {},
        (),
    ),
}
#: Types that say more than the description does.
TYPES_OF = {
    "method": "string | string[]",
    "path": "string | Condition",
    "system": "string",
    "dialect": "string",
    "header": "Record<string, TextMatch>",
    "query": "Record<string, TextMatch>",
    "topic": "TextMatch",
    "event": "TextMatch",
    "payload": "Record<string, ValueMatch>",
    "jsonPath": "Record<string, ValueMatch>",
    "headers": "Record<string, string | string[] | null>",
    "remove": "string[]",
    "timeToLive": "Duration",
    "EntryPattern.body": "TextMatch",
    "MessagePattern.body": "TextMatch",
    "EntryPattern.status": "number | string | (number | string)[]",
}
SCALARS = {"integer": "number", "number": "number", "boolean": "boolean", "string": "string"}
REFERENCES = {
    "Duration": "string",
    "DelayDistribution": "Delay",
    "StubDelay": "Delay",
    "Name": "string",
    "Direction": '"in" | "out"',
    "SocketTransport": '"websocket" | "longpoll"',
    "StubStep": "{ scenario: string; requires?: string; becomes?: string }",
}


def type_of(schema: dict, known: dict) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return REFERENCES.get(name) or type_of(known[name], known)
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        types = [type_of(one, known) for one in schema["anyOf"] if one != {"type": "null"}]
        return "Delay" if "Delay" in types else " | ".join(types)
    types = schema.get("type", [])
    first = types[0] if isinstance(types, list) and types else types
    if first == "object":
        return "Record<string, unknown>"
    return SCALARS[first] if first else "unknown"


def comment(words: str, indent: str) -> str:
    """The words as a comment in lines of at most 100 characters."""
    if len(f"{indent}/** {words} */") <= 100:
        return f"{indent}/** {words} */\n"
    return "\n".join([f"{indent}/**", *wrapped(words, f"{indent} *"), f"{indent} */"]) + "\n"


def member(name: str, type: str) -> str:
    line = f"    {name}?: {type};\n"
    if len(line) <= 101:
        return line
    parts = type.split(" | ")
    return f"    {name}?:\n" + "".join(f"        | {part}\n" for part in parts)[:-1] + ";\n"


def types(text: str) -> str:
    """The file of types."""
    known = schemas(text)
    lines = [
        f"// {MADE}\n\n",
        'import type { Duration } from "./index";\n',
        'import type { Condition, Delay, TextMatch, ValueMatch } from "./matches";\n',
    ]
    for interface, (name, words, names, left_out) in INTERFACES.items():
        lines.append("\n" + comment(words or known[name][""], ""))
        lines.append(f"export interface {interface} {{\n")
        for key, schema in members_of(name, known, left_out).items():
            own = names.get(key, key)
            type = TYPES_OF.get(f"{name}.{own}") or TYPES_OF.get(own) or type_of(schema, known)
            words = words_of(schema, known)
            words = f"@deprecated {words}" if schema.get("deprecated") else words
            lines.append(comment(words, "    ") + member(own, type))
        lines.append("}\n")
    return "".join(lines)


#: The fields of the dashboard's forms: the schema and the members that have fields of other kinds.
FORMS = {
    "ruleFields": ("FaultOrder", ("world", "match", "fault")),
    "stubFields": (
        "StubOrder",
        ("id", "world", "request", "match", "response", "sequence", "repeat", "state"),
    ),
}


def fields(text: str) -> str:
    """The file of fields: whether each is a number, and null when it is left empty."""
    known = schemas(text)
    lines = [
        f"// {MADE}\n\n",
        "// The plain members of orders of faults and of stubs.\n",
    ]
    for form, (name, left_out) in FORMS.items():
        lines.append(f"\nexport const {form} = [\n")
        for key, schema in members_of(name, known, left_out).items():
            schema = known[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
            number = json.dumps(type_of(schema, known) == "number")
            null = json.dumps('"null"' in json.dumps([schema.get("type"), schema.get("anyOf")]))
            hint = json.dumps(schema["description"].split(". ")[0].rstrip(".") + ".")
            values = {"name": f'"{key}"', "isNumber": number, "isNull": null, "hint": hint}
            lines.append("    {\n")
            lines += [f"        {one}: {value},\n" for one, value in values.items()]
            lines.append("    },\n")
        lines.append("];\n")
    return "".join(lines)
