"""What the schemas of orders say, for the files that are made of them."""

from __future__ import annotations

import json
import re

#: The first line of files that are made.
MADE = "Made by scripts/schemas of openapi-control.yaml; changes are lost."


def schemas(text: str) -> dict:
    """The members of each schema, whose values are JSON on one line."""
    found: dict = {}
    for indent, name, value in re.findall(r"^( +)(\w+): *(.*)$", text, re.M):
        if len(indent) == 4:
            found[name] = members = {}
            if value:
                found[name] = json.loads(value)
        elif len(indent) == 8:
            members[name] = json.loads(value)
        elif name == "description":
            members[""] = json.loads(value)
    return found


def kind_of(schema: dict, known: dict) -> str:
    """A type of JSON, `enum`, `any`, or the name of a schema such as `Duration`."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        value = known.get(name, {})
        # A schema with members has an object for each of them.
        is_type = any(isinstance(value.get(word), (str, list)) for word in ("type", "anyOf"))
        return kind_of(value, known) if is_type else name
    if "anyOf" in schema:
        kinds = [kind_of(one, known) for one in schema["anyOf"] if one != {"type": "null"}]
        return "Delay" if "DelayDistribution" in kinds else " or ".join(kinds)
    if "enum" in schema:
        return "enum"
    types = schema.get("type", "any")
    return types if isinstance(types, str) else types[0]


def members_of(name: str, known: dict, without: tuple = ()) -> dict:
    """The schemas of the members of an order, by their names."""
    return {key: one for key, one in known[name].items() if key and key not in without}


def words_of(schema: dict, known: dict) -> str:
    if "$ref" in schema and "description" not in schema:
        return words_of(known[schema["$ref"].rsplit("/", 1)[1]], known)
    return schema.get("description", "")


def wrapped(words: str, indent: str, width: int = 100) -> list[str]:
    """The words in lines that begin with an indent, such as `    ///`, and keep to the width."""
    lines = [indent]
    for word in words.split():
        if len(f"{lines[-1]} {word}") > width:
            lines.append(indent)
        lines[-1] += f" {word}"
    return lines
