"""An OpenAPI document as code generators read it: its schemas, its operations, its names."""

from __future__ import annotations

from collections.abc import Iterator

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
COMBINED = ("allOf", "anyOf", "oneOf")
SCHEMA_OF = ("items", "additionalProperties")
LARGEST_INTEGER = 2**53 - 1
"""What every number of JSON can hold exactly."""

ANNOTATIONS = {"description", "title", "default", "example", "examples", "deprecated"}
SUPPORTED = {
    *ANNOTATIONS,
    *COMBINED,
    *("$ref", "type", "format", "const", "enum", "discriminator"),
    *("properties", "required", "additionalProperties", "minProperties", "maxProperties"),
    *("items", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "pattern"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}
ONLY_FOR_VALIDATION = {"propertyNames", "dependentSchemas"}
"""What generators leave out, and what the shape of a value does not depend on."""


def schemas(document: dict) -> Iterator[tuple[str, dict]]:
    """Every schema with its place, those inside of others too."""
    for name, schema in document["components"]["schemas"].items():
        yield from within(f"schemas/{name}", schema)
    for place, node in nodes("", {**document, "components": without_schemas(document)}):
        if isinstance(node, dict) and isinstance(node.get("schema"), dict):
            yield from within(place, node["schema"])


def without_schemas(document: dict) -> dict:
    return {kind: value for kind, value in document["components"].items() if kind != "schemas"}


def nodes(place: str, node: object) -> Iterator[tuple[str, object]]:
    """Every value outside of schemas and examples."""
    yield place, node
    inner = node.items() if isinstance(node, dict) else enumerate(node) if is_list(node) else ()
    for key, value in inner:
        if key not in ("schema", "example", "examples"):
            yield from nodes(f"{place}/{key}", value)


def within(place: str, schema: dict) -> Iterator[tuple[str, dict]]:
    """A schema and those inside of it."""
    yield place, schema
    for name, one in schema.get("properties", {}).items():
        yield from within(f"{place}.{name}", one)
    for keyword in SCHEMA_OF:
        if isinstance(schema.get(keyword), dict):
            yield from within(f"{place}.{keyword}", schema[keyword])
    for keyword in COMBINED:
        for index, one in enumerate(schema.get(keyword, [])):
            yield from within(f"{place}.{keyword}[{index}]", one)


def operations(document: dict) -> Iterator[tuple[str, dict, list[dict]]]:
    """Every operation with its path, and its parameters with those of the path."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                listed = item.get("parameters", []) + item[method].get("parameters", [])
                yield path, item[method], [resolved(document, one) for one in listed]


def resolved(document: dict, node: dict) -> dict:
    """The node, or what its reference stands for; KeyError when there is no such thing."""
    while "$ref" in node:
        target = document
        for key in node["$ref"].removeprefix("#/").split("/"):
            target = target[key.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def types(schema: dict) -> list[str]:
    """The types of a schema, null left out."""
    listed = schema.get("type", [])
    return [one for one in (listed if is_list(listed) else [listed]) if one != "null"]


def is_object(schema: dict) -> bool:
    return "object" in types(schema) or any(
        word in schema for word in ("properties", "required", "additionalProperties")
    )


def is_list(value: object) -> bool:
    return isinstance(value, list)
