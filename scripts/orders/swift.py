"""The members of faults that are one function each, and how faults and stubs are added, for Swift."""

from __future__ import annotations

from .schema import MADE, kind_of, members_of, schemas, words_of, wrapped

#: Members of what goes wrong that functions of `Fault` fill in a way of their own.
BY_HAND = (
    "delay",
    "at",
    "piece",
    "status",
    "retryAfter",
    "connection",
    "point",
    "stallFor",
    "body",
    "patch",
    "remove",
    "headers",
    "write",
)
#: Labels and names of parameters that are not called as the member is.
NAMES = {"name": "named name", "ttl": "timeToLive", "per": "per scope", "state": "state step"}
#: Each kind: its type, and its JSON.
KINDS = {
    "integer": ("Int", ".integer(Int64({}))"),
    "number": ("Double", ".number({})"),
    "boolean": ("Bool", ".bool({})"),
    "string": ("String", ".string({})"),
    "enum": ("String", ".string({})"),
    "Name": ("String", ".string({})"),
    "Duration": ("Duration", ".string(formatDuration({}))"),
    "per": ("MockServer.FaultScope", ".string({}.text)"),
    "state": ("MockServer.StubStep", "{}.json"),
}
#: The members of each order that come first as parameters, and those that are none.
ORDERS = {
    "FaultOrder": (
        ("name", "rate", "times", "after", "per", "ttl", "script"),
        ("world", "match", "fault"),
    ),
    "StubOrder": (
        ("id", "times", "ttl", "priority", "state"),
        ("world", "request", "match", "response", "sequence", "repeat"),
    ),
}

FUNCTIONS = (
    {
        "order": "FaultOrder",
        "words": """
    /// Adds a fault for some requests; the newest one that a request meets decides.
    ///
    /// ```swift
    /// try world.addFault(.status(503, retryAfter: 2), on: .get("/api/posts"), times: 1)
    /// try world.addFault(.reset(write: .saved), on: .post("/api/posts"), times: 1)
    /// try world.addFault(.offline, script: "up 5s, down 2s, up")
    /// ```
    ///
    /// - Parameters:
    ///   - fault: what goes wrong.
    ///   - match: which requests get it.
""",
        "result": "MockServer.FaultRule",
        "returns": "the fault",
        "name": "addFault",
        "parameters": (
            "_ fault: MockServer.Fault",
            "on match: MockServer.RequestMatch = .any",
        ),
        "arguments": ("fault.json", "match.json"),
    },
    {
        "order": "FaultOrder",
        "words": """
    /// Adds a fault for messages of channels; the newest one that a message meets decides.
    ///
    /// - Parameters:
    ///   - fault: what goes wrong.
    ///   - match: which messages get it.
""",
        "result": "MockServer.FaultRule",
        "returns": "the fault",
        "name": "addFault",
        "parameters": (
            "_ fault: MockServer.SocketFault",
            "onMessages match: MockServer.MessageMatch",
        ),
        "arguments": ("fault.json", "match.json"),
    },
    {
        "order": "StubOrder",
        "words": """
    /// Adds a stub, which answers some requests in place of the real behaviour.
    ///
    /// ```swift
    /// try world.addStub(on: .post("/api/posts"), .json(status: 500, ["error": "no room"]), times: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - match: which requests it answers.
    ///   - response: the answer.
""",
        "result": "MockServer.Stub",
        "returns": "the stub",
        "name": "addStub",
        "parameters": (
            "on match: MockServer.RequestMatch",
            "_ response: MockServer.StubResponse",
        ),
        "arguments": ("match", "[response]", "nil"),
    },
    {
        "order": "StubOrder",
        "words": """
    /// Adds a stub that gives several responses one after the other.
    ///
    /// ```swift
    /// try world.addStub(
    ///     on: .get("/api/posts"),
    ///     sequence: [.status(503).times(2), .json(["posts": []])],
    ///     repeating: .last
    /// )
    /// ```
    ///
    /// However many clients ask at once, each response is given exactly as often as ordered.
    ///
    /// - Parameters:
    ///   - match: which requests it answers.
    ///   - responses: the answers; each is given once, or as often as its `times` says.
    ///   - repetition: what follows the last one.
""",
        "result": "MockServer.Stub",
        "returns": "the stub",
        "name": "addStub",
        "parameters": (
            "on match: MockServer.RequestMatch",
            "sequence responses: [MockServer.StubResponse]",
            "repeating repetition: MockServer.StubRepetition = .none",
        ),
        "arguments": ("match", "responses", "repetition"),
    },
)


def kind(key: str, schema: dict, known: dict) -> tuple[str, str]:
    """The type of a value and its JSON."""
    return KINDS.get(key) or KINDS[kind_of(schema, known)]


def parameter_words(key: str, schema: dict, known: dict) -> str:
    name = NAMES.get(key, key).split()[-1]
    words = words_of(schema, known).rstrip(".")
    lines = wrapped(f"- {name}: {words[0].lower()}{words[1:]}.", "    ///  ", 98)
    further = [f"{line[:7]}  {line[7:]}" for line in lines[1:]]
    return "".join(f"{line}\n" for line in [lines[0], *further])


def function(told: dict, known: dict) -> str:
    first, without = ORDERS[told["order"]]
    members = members_of(told["order"], known, without)
    order = [*first, *(key for key in members if key not in first)]
    lines = [told["words"]]
    lines += [parameter_words(key, members[key], known) for key in order]
    lines.append(f"""    /// - Returns: {told["returns"]} as the world has it.
    /// - Throws: a ``MockServer/Failure`` that says what is wrong when there can be none.
    @discardableResult
    public func {told["name"]}(
""")
    parameters = list(told["parameters"])
    arguments = []
    for key in order:
        type, json = kind(key, members[key], known)
        label = NAMES.get(key, key)
        parameters.append(f"{label}: {type}? = nil")
        value = f"{label.split()[-1]}.map {{ {json.format('$0')} }}"
        arguments.append(f'("{key}", {value})')
    lines.append(",\n".join(f"        {one}" for one in parameters))
    lines.append(f"\n    ) throws -> {told['result']} {{\n        try {told['name']}(\n")
    lines += [f"            {one},\n" for one in told["arguments"]]
    listed = ",\n".join(f"                {one}" for one in arguments)
    lines.append(f"            [\n{listed},\n            ]\n        )\n    }}\n")
    return "".join(lines)


def part(key: str, schema: dict, known: dict) -> str:
    type, json = kind(key, schema, known)
    first, _, further = words_of(schema, known).partition(". ")
    lines = [f"    /// {first.rstrip('.')}.", *(["    ///"] if further else [])]
    words = "".join(
        f"{line}\n" for line in lines + (wrapped(further, "    ///") if further else [])
    )
    return f"""{words}    public static func {key}(_ value: {type}) -> MockServer.Fault {{
        part("{key}", {json.format("value")})
    }}
"""


def orders(description: str) -> str:
    """The file of the orders."""
    known = schemas(description)
    parts = members_of("FaultParts", known, BY_HAND)
    return (
        f"// {MADE}\n\ninternal import MockPostlyWorld\n\nextension MockServer.Fault {{\n"
        + "\n".join(part(key, schema, known) for key, schema in parts.items())
        + "}\n\nextension MockServer.World {"
        + "".join(function(told, known) for told in FUNCTIONS)
        + "}\n"
    )
