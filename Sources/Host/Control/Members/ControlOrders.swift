internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyStubs

/// What the control plane takes, for commands that send it and for the description.
package enum ControlOrders {
    package static let fault = FaultRule.shapes
    package static let stub = Stub.shapes
    package static let stubResponse = StubResponse.shapes
    package static let match = RequestPattern.shapes
    package static let requests = EntryPattern.shapes
    package static let messages = MessagePattern.shapes

    /// The schemas of `openapi-control.yaml` that follow from the members, as one JSON object.
    package static var schemas: [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        for schema in described {
            for shape in schema.members {
                guard let name = shape.schemaName, schema.namesTypes else { continue }
                json.key(name)
                shape.write(&json)
            }
            json.key(schema.name)
            schema.write(&json)
        }
        json.endObject()
        return json.finish()
    }

    private static let described = [
        Schema("FaultOrder", [world] + fault, naming: true),
        Schema("FaultChange", [world] + fault),
        Schema("Fault", faultState, required: faultState.map(\.name)),
        Schema(
            "FaultParts",
            FaultEffect.shapes,
            words: "What goes wrong with a request; members that cannot be combined are refused.",
            [("minProperties", "1")]
        ),
        Schema(
            "SocketFaultParts",
            SocketFault.shapes,
            words: "What is done to a message of a channel, or to the connection that it passes."
        ),
        Schema(
            "EntryPattern",
            requests,
            words: "The requests that it takes, all of them when it is absent. " + conditions
        ),
        Schema(
            "StubMatch",
            match.map { $0.name == "dialect" ? $0.with(.named("StubSystem")) : $0 },
            words: "The requests that it is for, all of them when it is absent. " + conditions
        ),
        Schema(
            "MessagePattern",
            messages,
            words: """
                The messages that it takes, all of them when it is absent; conditions as in a \
                pattern of requests.
                """
        ),
        Schema(
            "StubOrder",
            [world, request] + stub,
            words: """
                Either `response` or `sequence`. With `request`, a past request is answered again \
                as it was: its method, path and query are the `match`, and its answer is the \
                `response`, unless the order has its own.
                """,
            [
                (
                    "dependentSchemas",
                    """
                    {"sequence": {"not": {"required": ["response"]}}, \
                    "repeat": {"required": ["sequence"]}}
                    """
                )
            ],
            naming: true
        ),
        Schema(
            "Stub",
            stubState,
            words: "A stub, with what was sent for it.",
            required: ["number", "id", "priority", "used", "left"]
        ),
        Schema(
            "StubResponse",
            stubResponse,
            words: "At most one of `body`, `json` and `base64`.",
            naming: true
        ),
        Schema(
            "StubSequenceResponse",
            stubResponse + stub.filter { $0.name == "times" },
            words: "As a single response; `times` says how often it is given, 1 by default."
        ),
        Schema(
            "StubStep",
            Stub.ScenarioStep.shapes,
            words: """
                The stub answers only while the scenario is in the state `requires`, and then leads \
                it to the state `becomes`. All scenarios begin in the state `Started`.
                """
        ),
    ]

    private static let conditions = """
        A text means that it is the same; `null` that there is none; an object has one of `equals`, \
        `contains`, `matches` (a regular expression for the whole text, in which a dot takes line \
        breaks too), `absent` and `present`.
        """

    // MARK: Members that no order has, or all have

    private static let world = MemberShape("world", "its world", .named("Name"))
    private static let request = MemberShape(
        "request",
        "the number of a request in the journal",
        MemberType([("type", "\"integer\""), ("minimum", "1")])
    )

    private static let count = MemberType.named("Count")

    private static let faultState =
        [
            MemberShape("id", "its number in the world", count),
            MemberShape("shows", "what answers and the log call it", .any("string")),
        ] + fault + [
            MemberShape("active", "whether requests can get it now", .any("boolean")),
            MemberShape("matched", "how many requests met `match`", count),
            MemberShape("applied", "how many requests got it", count),
            MemberShape(
                "left",
                "how many more can get it; null without `times`, and when `per` is not `world`",
                count.orNull
            ),
            MemberShape(
                "endsIn",
                """
                what is left of `ttl`, by the machine's clock, in whole seconds, below one in \
                milliseconds
                """,
                MemberType.named("PrintedDuration").orNull
            ),
        ]

    private static let stubState =
        [MemberShape("number", "its number in the world", count)] + stub + [
            MemberShape(
                "mapping",
                "the mapping of a WireMock client that it was made from",
                .any("object")
            ),
            MemberShape("used", "how many requests it has answered", count),
            MemberShape("left", "how many it will still answer; null for no end", count.orNull),
        ]
}

/// A schema of an object.
private struct Schema: Sendable {
    let name: String
    let members: [MemberShape]
    let words: String
    let further: [(name: String, value: String)]
    let required: [String]
    /// Whether the types of its members that have names are described with it.
    let namesTypes: Bool

    init(
        _ name: String,
        _ members: [MemberShape],
        words: String = "",
        _ further: [(name: String, value: String)] = [],
        required: [String]? = nil,
        naming: Bool = false
    ) {
        (self.name, self.members, self.words, self.further) = (name, members, words, further)
        self.required = required ?? members.filter(\.isRequired).map(\.name)
        namesTypes = naming
    }

    func write(_ json: inout JSONWriter) {
        json.beginObject()
        if !words.isEmpty { json.field("description", words) }
        json.field("type", "object")
        json.field("additionalProperties", false)
        if !required.isEmpty { json.list("required", required) }
        for (name, value) in further {
            json.key(name)
            json.raw(value.utf8)
        }
        json.key("properties")
        json.beginObject()
        for member in members {
            json.key(member.name)
            if let name = member.schemaName {
                json.raw(MemberType.reference(name).utf8)
            } else {
                member.write(&json)
            }
        }
        json.endObject()
        json.endObject()
    }
}

extension MemberShape {
    /// Writes its schema, with its words as the description.
    fileprivate func write(_ json: inout JSONWriter) {
        let first = summary.prefix(1).uppercased() + summary.dropFirst() + "."
        json.beginObject()
        json.field("description", details.isEmpty ? first : "\(first) \(details)")
        for (name, value) in type.schema {
            json.key(name)
            json.raw(value.utf8)
        }
        json.endObject()
    }
}
