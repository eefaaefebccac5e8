internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyStubs

extension Stub {
    static let mappingMembers = [
        "id", "uuid", "name", "request", "response", "priority", "scenarioName",
        "requiredScenarioState", "newScenarioState", "persistent", "postServeActions",
        "insertionIndex", "metadata",
    ]

    /// Reads a mapping of WireMock.
    ///
    /// Throws a ``MappingFault`` for what WireMock has and this server has not.
    init(mapping: MappingNode) throws(MappingFault) {
        try mapping.allow(Self.mappingMembers)
        self.init(
            try RequestPattern(mapping: mapping["request"]),
            [try StubResponse(mapping: mapping["response"])],
            definition: Definition(.wireMock, mapping.value.asWritten)
        )
        if let own = pattern.ownAddress(in: mapping["request"]) {
            throw own.fault("is a path of the server itself, which no mapping can answer")
        }
        if let node = mapping["id"] ?? mapping["uuid"] {
            let text = try node.text().lowercased()
            guard text.isUUID else { throw node.fault("must be a UUID") }
            id = text
        }
        if let node = mapping["priority"] { priority = try node.int(in: 1...Int64(Int32.max)) }
        if let node = mapping["persistent"], try node.bool() {
            throw node.fault("must be false: stubs end with their world")
        }
        if let node = mapping["postServeActions"], !node.isEmpty {
            throw node.fault("is not supported")
        }
        guard let scenario = try mapping["scenarioName"]?.text() else {
            for name in ["requiredScenarioState", "newScenarioState"] {
                if let node = mapping[name] { throw node.fault("needs a 'scenarioName'") }
            }
            return
        }
        step = ScenarioStep(
            scenario: scenario,
            requires: try mapping["requiredScenarioState"]?.text(),
            becomes: try mapping["newScenarioState"]?.text()
        )
    }
}

extension StubResponse {
    static let mappingMembers = [
        "status", "headers", "body", "jsonBody", "base64Body", "fixedDelayMilliseconds",
        "delayDistribution", "fault", "transformers", "transformerParameters",
        "fromConfiguredStub",
    ]

    /// Reads the `response` of a mapping; nil is an empty answer with status 200.
    init(mapping response: MappingNode?) throws(MappingFault) {
        self.init()
        guard let response else { return }
        try response.allow(Self.mappingMembers)
        if let node = response["status"] { status = try node.int(in: 200...599) }
        try readFields(response["headers"])
        try readBody(response)
        try refuseTemplates(response)
        for name in ["transformers", "transformerParameters"] {
            if let node = response[name], !node.isEmpty { throw node.fault("is not supported") }
        }
        let longest: Int64 = 3_600_000
        if let node = response["fixedDelayMilliseconds"] {
            delay = .milliseconds(try node.int(in: 0...longest))
        }
        if let node = response["delayDistribution"] {
            try node.allow(["type", "milliseconds"])
            guard try node["type"]?.text() == "fixed", let time = node["milliseconds"] else {
                throw node.fault("must be of the type 'fixed', with 'milliseconds'")
            }
            delay = .milliseconds(try time.int(in: 0...longest))
        }
        if let node = response["fault"] {
            guard let delivery = Self.faults[try node.text()] else {
                throw node.fault("can be \(enumerated(Self.faults.keys.sorted()))")
            }
            self.delivery = delivery
        }
    }

    private mutating func readFields(_ headers: MappingNode?) throws(MappingFault) {
        for (name, node) in try headers?.allMembers() ?? [] {
            for one in node.value.kind == .array ? node.elements : [node] {
                let field = Response.Field(name, try one.text())
                if let fault = field.fault { throw one.fault(fault.words) }
                fields.append(field)
            }
        }
    }

    /// A template is not filled in; a base64 body with such marks is sent as it is.
    private func refuseTemplates(_ response: MappingNode) throws(MappingFault) {
        for name in ["body", "jsonBody", "headers"] {
            guard let node = response[name] else { continue }
            let text = node.value.string.map { Array($0.utf8) } ?? node.value.asWritten
            guard text.hasPart("{{".utf8) else { continue }
            throw node.fault(
                "has '{{', the beginning of a template, which is not supported; 'base64Body' is sent "
                    + "as it is"
            )
        }
    }

    private mutating func readBody(_ response: MappingNode) throws(MappingFault) {
        let given = ["body", "jsonBody", "base64Body"].compactMap { response[$0] }
        guard given.count < 2 else {
            throw given[1].fault("must not stand beside \(given[0].pointer)")
        }
        guard let node = given.first else { return }
        if let json = response["jsonBody"] {
            body = json.value.asWritten
        } else if let base64 = response["base64Body"] {
            guard let bytes = Base64.decode(try base64.text()) else {
                throw base64.fault("must be base64 with padding")
            }
            body = bytes
        } else {
            body = Array(try node.text().utf8)
        }
        if Response.isBodiless(status), !body.isEmpty {
            throw node.fault("cannot be sent with status \(status), which has no body")
        }
    }

    /// The faults of WireMock, as its documentation describes them.
    private static let faults: [String: Delivery] = [
        "EMPTY_RESPONSE": .noAnswer,
        "CONNECTION_RESET_BY_PEER": .reset(),
        "MALFORMED_RESPONSE_CHUNK": Delivery(.badChunk(after: 0)),
        "RANDOM_DATA_THEN_CLOSE": Delivery(
            .bytes((0..<128).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 131) | 0x80 }),
            ending: .closed(at: .end)
        ),
    ]
}

extension MappingNode {
    /// Whether it is an empty list or object.
    fileprivate var isEmpty: Bool { value.elements.isEmpty && value.members.isEmpty }
}

extension StubTable.Entry {
    /// The id by which WireMock clients call it: the client's own, else one made of its number.
    ///
    /// Made so, it takes no random number of the world.
    var uuid: String {
        if let id = stub.id, id.isUUID { return id }
        return .uuid(of: .stub, number)
    }

    /// Writes it as a mapping; of one that is no mapping, its own order under `metadata`.
    func writeMapping(_ json: inout JSONWriter) {
        let sent = try? JSON(parsing: stub.definition.text).root
        json.beginObject()
        json.field("id", uuid)
        switch stub.definition.format {
        case .wireMock:
            for (name, value) in sent?.members ?? []
            where !["id", "uuid"].contains(where: name.isIdentical) {
                json.key(name)
                json.value(value)
            }
        case .own:
            if let id = stub.id { json.field("name", id) }
            json.field("priority", stub.priority)
            json.key("metadata")
            json.beginObject()
            json.key("mockpostly")
            if let sent { json.value(sent) } else { json.null() }
            json.endObject()
        }
        json.field("uuid", uuid)
        json.endObject()
    }
}
