"""What generators of clients demand of a description, above all swift-openapi-generator.

It is built on OpenAPIKit, which reads a schema with allOf, anyOf or oneOf as nothing else: members
beside these words are lost. It refuses bounds of integers that are not exact, has no `not`, and
makes a Swift name of every name in the description.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from description import (
    ANNOTATIONS,
    COMBINED,
    LARGEST_INTEGER,
    ONLY_FOR_VALIDATION,
    SUPPORTED,
    is_object,
    nodes,
    operations,
    resolved,
    schemas,
    types,
    without_schemas,
)
from worlds import BASE

BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
KNOWN = {"Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "cat"}}}}
CAT = {"$ref": "#/components/schemas/Cat"}
RULES = []


@pytest.fixture(scope="module", params=["openapi", "openapi-control"])
def document(request, shared_server):
    with shared_server.connect() as connection:
        return connection.ask("GET", f"{BASE}/{request.param}.json").json()


def swift_name(name: str) -> str:
    """The same for names that could become one in Swift, whose styles join words by capitals."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def repeated(names) -> list[str]:
    return [name for name, count in Counter(map(swift_name, names)).items() if count > 1]


# MARK: Schemas


def rule(*broken: dict):
    """A function that gives what is wrong with a schema, and examples of that."""

    def add(function):
        RULES.extend((function, one) for one in broken)
        return function

    return add


@rule({"not": {"type": "string"}}, {"type": "object", "patternProperties": {}}, {"if": {}})
def uses_other_words(schema, document):
    return set(schema) - SUPPORTED - ONLY_FOR_VALIDATION


@rule(
    {"type": "array", "items": {"type": "string"}, "const": ["a"]},
    {"type": "object", "enum": [{}]},
    {"const": "a"},
    {"type": "string", "const": "a\nb"},
)
def has_a_constant_that_is_no_scalar_of_one_line(schema, document):
    values = [schema["const"]] if "const" in schema else schema.get("enum", [])
    if values and len(types(schema)) != 1:
        return "no type"
    return [one for one in values if isinstance(one, (list, dict)) or "\n" in str(one)]


@rule({"type": ["string", "integer"]}, {"type": ["string", "array", "null"]})
def has_several_types(schema, document):
    return types(schema)[1:]


@rule({"allOf": [CAT], "required": ["a"]}, {"oneOf": [CAT], "properties": {}}, {"anyOf": []})
def has_members_beside_a_combination(schema, document):
    words = [word for word in COMBINED if word in schema]
    if any(not schema[word] for word in words):
        return "nothing in it"
    return words and set(schema) - ANNOTATIONS - {"discriminator", words[0]}


@rule(
    {"allOf": [{"type": "object"}]},
    {"anyOf": [CAT, {"required": ["a"]}]},
    {"oneOf": [{"type": "array", "items": {"type": "object"}}, {"type": "string"}]},
    {"oneOf": [{}]},
)
def combines_what_has_no_name(schema, document):
    parts = [one for word in COMBINED for one in schema.get(word, []) if "$ref" not in one]
    return [
        one
        for one in parts
        if "allOf" in schema or is_object(one) or "array" in types(one) or "type" not in one
    ]


@rule(
    {"oneOf": [CAT, CAT]},
    {"oneOf": [CAT, CAT], "discriminator": {"propertyName": "kind"}},
    {
        "oneOf": [CAT, CAT],
        "discriminator": {"propertyName": "kind", "mapping": {"dog": CAT["$ref"]}},
    },
)
def does_not_tell_its_objects_apart(schema, document):
    parts = [one for one in schema.get("oneOf", []) if one.get("type") != "null"]
    if len(parts) < 2 or not all(is_object(resolved(document, one)) for one in parts):
        return None
    discriminator = schema.get("discriminator", {})
    mapping = discriminator.get("mapping", {})
    if set(mapping.values()) != {one["$ref"] for one in parts}:
        return "no discriminator with a mapping to each"
    member = discriminator["propertyName"]
    shapes = {value: resolved(document, {"$ref": name}) for value, name in mapping.items()}
    return [
        value
        for value, shape in shapes.items()
        if member not in shape["required"] or shape["properties"][member].get("const") != value
    ]


@rule({"type": "object", "required": ["a"]}, {"required": ["a"], "properties": {"b": {}}})
def requires_what_it_does_not_describe(schema, document):
    return set(schema.get("required", [])) - set(schema.get("properties", {}))


@rule({"type": "integer", "maximum": 2**64 - 1}, {"type": ["integer", "null"], "minimum": -(2**53)})
def has_bounds_that_are_not_exact(schema, document):
    bounds = [schema[word] for word in BOUNDS if word in schema]
    return "integer" in types(schema) and [one for one in bounds if abs(one) > LARGEST_INTEGER]


@rule({"properties": {"userId": {}, "user_id": {}}}, {"type": "string", "enum": ["asc", "ASC"]})
def has_names_that_become_one(schema, document):
    texts = [one for one in schema.get("enum", []) if isinstance(one, str)]
    return repeated(schema.get("properties", {})) + repeated(texts)


@rule({"properties": {"": {}}}, {"properties": {"a b": {}}}, {"properties": {"1st": {}}})
def has_members_without_a_name(schema, document):
    names = schema.get("properties", {})
    return [name for name in names if not re.fullmatch(r"_?[A-Za-z][A-Za-z0-9_]*", name)]


@rule({"$ref": "#/components/responses/Cat"}, {**CAT, "minLength": 1})
def refers_to_something_else(schema, document):
    if "$ref" not in schema:
        return None
    if not schema["$ref"].startswith("#/components/schemas/"):
        return schema["$ref"]
    return resolved(document, schema) and set(schema) - ANNOTATIONS - {"$ref"}


@pytest.mark.parametrize("fault", dict.fromkeys(function for function, _ in RULES))
def test_no_schema(document, fault):
    seen = dict(schemas(document))
    assert len(seen) > 100
    wrong = {place: found for place, one in seen.items() if (found := fault(one, document))}
    assert not wrong


@pytest.mark.parametrize(("fault", "broken"), RULES)
def test_each_rule_finds_its_fault(fault, broken):
    assert fault(broken, {"components": {"schemas": KNOWN}})


# MARK: Names and operations


def test_components_have_names_of_their_own(document):
    for kind, named in document["components"].items():
        wrong = [name for name in named if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name)]
        assert not wrong and not repeated(named), kind
    wrong = [name for name in document["components"]["schemas"] if not name[0].isupper()]
    assert not wrong


def test_operations_have_names_of_their_own(document):
    names = [operation["operationId"] for _, operation, _ in operations(document)]
    assert len(names) > 20
    assert not [name for name in names if not re.fullmatch(r"[a-z][A-Za-z0-9]*", name)]
    assert not repeated(names)


def test_operations_belong_to_one_group(document):
    groups = {tag["name"] for tag in document["tags"]}
    for path, operation, _ in operations(document):
        assert len(operation["tags"]) == 1 and set(operation["tags"]) <= groups, path


def test_parameters_are_those_of_the_path(document):
    for path, operation, parameters in operations(document):
        named = [one["name"] for one in parameters if one["in"] == "path"]
        assert sorted(named) == sorted(set(re.findall(r"\{([^}]*)\}", path))), path
        assert not repeated(one["in"] + one["name"] for one in parameters), path
        assert all(one.get("required") for one in parameters if one["in"] == "path"), path
        assert all("schema" in one for one in parameters), operation["operationId"]


def test_every_reference_leads_somewhere(document):
    found = [node for _, node in nodes("", document) if isinstance(node, dict) and "$ref" in node]
    assert len(found) > 100
    for node in found:
        resolved(document, node)


def test_bodies_have_a_shape_for_each_media_type(document):
    """Generators tell by the type of a value how to send it."""
    for _, operation, _ in operations(document):
        body = resolved(document, operation.get("requestBody", {"content": {}}))
        shapes = [content["schema"] for content in body["content"].values()]
        names = [shape["$ref"] for shape in shapes if "$ref" in shape]
        assert len(set(names)) == len(names), operation["operationId"]


def test_what_is_sent_and_answered_has_a_name(document):
    """Else each operation has a type of its own for the same shape."""
    outside = nodes("", {**document, "components": without_schemas(document)})
    contents = {
        place: one["content"]
        for place, one in outside
        if isinstance(one, dict) and "content" in one
    }
    assert len(contents) > 20
    for place, content in contents.items():
        for media, one in content.items():
            assert "properties" not in one.get("schema", {}), f"{place}: {media}"


def test_every_operation_has_answers(document):
    for path, operation, _ in operations(document):
        assert operation["responses"], path
        assert min(operation["responses"]) < "400", path
