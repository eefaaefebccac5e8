internal import MockPostlyFaults
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyWorlds

/// What the control plane takes, for commands that send it and for the description.
package enum ControlOrders {
    package static let fault = FaultRule.shapes
    package static let faultEffect = FaultEffect.shapes
    package static let stub = Stub.shapes
    package static let stubResponse = StubResponse.shapes
    package static let match = RequestPattern.shapes
    package static let requests = EntryPattern.shapes
    package static let world = WorldOrder.shapes
    package static let verification = Verifying.shapes
    package static let wait = Waiting.shapes
    package static let messages = MessagePattern.shapes

    /// The schemas of `openapi-control.yaml` that follow from the members, as lines of its
    /// `components`.
    package static var schemas: String {
        described.map { schema in
            let types = schema.members.compactMap { member in
                schema.namesTypes ? member.schemaName.map { "    \($0): \(member.schema)\n" } : nil
            }
            return types.joined() + schema.text
        }.joined()
    }

    private static let described = [
        Schema("FaultOrder", [worldName] + fault, naming: true),
        Schema("FaultChange", [worldName] + fault),
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
            match.replacing("system", .named("StubSystem")),
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
            "WorldOrder",
            WorldOrder.origin.map(\.shape) + world,
            words: "The new world; `scenario` or `seed` takes the place of `from`.",
            [
                (
                    "dependentSchemas",
                    """
                    {"scenario": {"not": {"anyOf": [{"required": ["from"]}, \
                    {"required": ["seed"]}]}}, "seed": {"not": {"required": ["from"]}}}
                    """
                )
            ],
            naming: true
        ),
        Schema("ForkOrder", world),
        Schema(
            "Verification",
            verification,
            words: "A number with `match`, or `order`; not both."
        ),
        Schema(
            "MessageVerification",
            verification.map(ofMessages),
            words: "As a verification of requests."
        ),
        Schema("Wait", wait),
        Schema("MessageWait", wait.map(ofMessages)),
        Schema(
            "StubOrder",
            [worldName, request] + stub,
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
            stubResponse + [
                MemberShape(
                    "times",
                    "how often it is given; default: 1",
                    MemberType([("type", "\"integer\""), ("minimum", "1")])
                )
            ],
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

    /// The same member of an order that is about messages in place of requests.
    private static func ofMessages(_ member: MemberShape) -> MemberShape {
        switch member.name {
        case "match": member.with(.named("MessagePattern"))
        case "order": member.with(.list(of: .named("MessagePattern")))
        default: member
        }
    }

    private static let conditions = """
        A text means that it is the same; `null` that there is none; an object has one of `equals`, \
        `contains`, `matches` (a regular expression for the whole text, in which a dot takes line \
        breaks too), `absent` and `present`.
        """

    // MARK: Members that no order has, or all have

    private static let worldName = MemberShape("world", "its world", .named("Name"))
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
        ] + fault.replacing("match", .named("FaultMatch")) + [
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
        [MemberShape("number", "its number in the world", count)]
        + stub.replacing("match", .named("StubMatch")) + [
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

    /// Its lines in YAML, whose flow style JSON is.
    var text: String {
        var lines = ["    \(name):"]
        if !words.isEmpty { lines.append("      description: \(quotedJSON(words))") }
        lines += ["      type: object", "      additionalProperties: false"]
        if !required.isEmpty {
            lines.append("      required: [\(required.joined(separator: ", "))]")
        }
        if let (name, former) = both {
            let refusal = "{\"not\": {\"required\": [\"\(name)\"]}}"
            lines.append("      dependentSchemas: {\"\(former)\": \(refusal)}")
        }
        lines += further.map { "      \($0.name): \($0.value)" } + ["      properties:"]
        lines += members.map { member in
            "        \(member.name): "
                + (member.schemaName.map(MemberType.reference) ?? member.schema)
        }
        lines += members.compactMap { member in
            member.formerName.map { "        \($0): \(member.formerSchema)" }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The member that has two names, of which an order has one at most; no schema has two such.
    private var both: (name: String, former: String)? {
        members.lazy.compactMap { member in member.formerName.map { (member.name, $0) } }.first
    }
}

extension [MemberShape] {
    /// The same, where the member `name` has values of another type.
    fileprivate func replacing(_ name: String, _ type: MemberType) -> [MemberShape] {
        map { $0.name == name ? $0.with(type) : $0 }
    }
}

extension MemberShape {
    /// The schema of the name that it had.
    fileprivate var formerSchema: String {
        var former = type
        let words = quotedJSON("The former name of `\(name)`.")
        former.schema.insert(contentsOf: [("description", words), ("deprecated", "true")], at: 0)
        return former.schemaText
    }

    /// Its schema, with its words as the description.
    fileprivate var schema: String {
        let first = summary.prefix(1).uppercased() + summary.dropFirst() + "."
        var described = type
        let words = details.isEmpty ? first : "\(first) \(details)"
        described.schema.insert(("description", quotedJSON(words)), at: 0)
        return described.schemaText
    }
}
