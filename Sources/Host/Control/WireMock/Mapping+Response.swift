internal import MockPostlyCrypto
internal import MockPostlyFaults
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyStubs
internal import MockPostlyText

extension Stub {
    static let mappingMembers = [
        "id", "uuid", "name", "request", "response", "priority", "scenarioName",
        "requiredScenarioState", "newScenarioState", "persistent", "postServeActions",
        "serveEventListeners", "insertionIndex", "metadata",
    ]

    /// Reads a mapping of WireMock, whose files are found by `files`.
    ///
    /// Throws a ``MappingFault`` for what WireMock has and this server has not.
    init(mapping: MappingNode, _ files: StubFiles = .none) throws(MappingFault) {
        try mapping.allow(Self.mappingMembers)
        let request = mapping["request"]
        var response = try StubResponse(mapping: mapping["response"], files)
        if response.template != nil {
            response.template?.segments = request?["urlPathTemplate"]?.namedSegments ?? [:]
        }
        self.init(
            try RequestPattern(mapping: request),
            [response],
            definition: Definition(.wireMock, mapping.value.asWritten)
        )
        if let own = pattern.ownAddress(in: request) {
            throw own.fault("is a path of the server itself, which no mapping can answer")
        }
        if let node = mapping["id"] ?? mapping["uuid"] {
            let text = try node.text().lowercased()
            guard text.isUUID else { throw node.fault("must be a UUID") }
            id = text
        }
        if let node = mapping["priority"] {
            priority = try node.int(in: Int64(Int32.min)...Int64(Int32.max))
        }
        isPersistent = try mapping["persistent"]?.bool() ?? false
        for name in ["postServeActions", "serveEventListeners"] {
            if let node = mapping[name], !node.isEmpty { throw node.fault("is not supported") }
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
    private static let bodies = ["body", "jsonBody", "base64Body", "bodyFileName"]
    static let mappingMembers =
        ["status", "statusMessage", "headers"] + bodies + [
            "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "fault",
            "transformers", "transformerParameters", "fromConfiguredStub",
        ]
    /// In milliseconds.
    static let longestDelay: Int64 = 3_600_000

    /// Reads the `response` of a mapping; nil is an empty answer with status 200.
    init(mapping response: MappingNode?, _ files: StubFiles = .none) throws(MappingFault) {
        self.init()
        guard let response else { return }
        if let node = response["proxyBaseUrl"] {
            throw node.fault(
                "is not supported: no mapping makes this server ask another host; start it with"
                    + " '--upstream URL' to send on what no mapping answers"
            )
        }
        try response.allow(Self.mappingMembers)
        if let node = response["status"] { status = try node.int(in: 200...599) }
        if let node = response["statusMessage"] {
            let text = try node.text()
            guard Response.Field("reason", text).hasValidValue else {
                throw node.fault("has a control character")
            }
            reason = text
        }
        try readBody(response, files)
        try readFields(response)
        try readTemplate(response)
        if let node = response["fixedDelayMilliseconds"] {
            delay = .milliseconds(try node.int(in: 0...Self.longestDelay))
            hasOwnDelay = true
        }
        spread = try response["delayDistribution"]?.delay()
        if let node = response["chunkedDribbleDelay"] {
            try node.allow(["numberOfChunks", "totalDuration"])
            guard let count = node["numberOfChunks"], let time = node["totalDuration"] else {
                throw node.fault("must have 'numberOfChunks' and 'totalDuration'")
            }
            dribble = Dribble(
                pieces: try count.int(in: 1...1_000_000),
                time: .milliseconds(try time.int(in: 0...Self.longestDelay))
            )
        }
        if let node = response["fault"] {
            guard let delivery = Self.faults[try node.text()] else {
                throw node.fault("can be \(enumerated(Self.faults.keys.sorted()))")
            }
            self.delivery = delivery
        }
    }

    private mutating func readFields(_ response: MappingNode) throws(MappingFault) {
        for (name, node) in try response["headers"]?.allMembers() ?? [] {
            for one in node.value.kind == .array ? node.elements : [node] {
                let field = Response.Field(name, try one.text())
                if isSaidAnyway(field, response) { continue }
                if let fault = field.fault { throw one.fault(fault.words) }
                fields.append(field)
            }
        }
    }

    /// Whether a field, as recordings have it, says how an answer is sent that the server sends so
    /// anyway, in fields of its own.
    private func isSaidAnyway(_ field: Response.Field, _ response: MappingNode) -> Bool {
        let value = field.value.lowercased()
        switch field.name.lowercased() {
        case "date", "keep-alive": return true
        case "connection": return value == "keep-alive"
        case "transfer-encoding": return value == "chunked"
        case "content-length":
            // The length of JSON or of a template is not known before it is written.
            let isWritten = response["jsonBody"] != nil || response["transformers"] != nil
            return isWritten && Int(value) != nil || Int(value) == body.count
        default: return false
        }
    }

    private mutating func readBody(
        _ response: MappingNode,
        _ files: StubFiles
    ) throws(MappingFault) {
        let given = Self.bodies.compactMap { response[$0] }
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
        } else if let file = response["bodyFileName"] {
            body = try files.read(file)
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
    var isEmpty: Bool { value.elements.isEmpty && value.members.isEmpty }

    /// A `delayDistribution`.
    func delay() throws(MappingFault) -> FaultDelay.Time {
        func time(_ name: String) throws(MappingFault) -> Duration {
            guard let node = self[name] else { throw fault("must have the member '\(name)'") }
            return .milliseconds(try node.int(in: 0...3_600_000))
        }
        switch try self["type"]?.text() {
        case "fixed":
            try allow(["type", "milliseconds"])
            return .fixed(try time("milliseconds"))
        case "uniform":
            try allow(["type", "lower", "upper"])
            let (lower, upper) = (try time("lower"), try time("upper"))
            guard lower <= upper else { throw fault("must have a 'lower' below its 'upper'") }
            return .uniform(lower, upper)
        case "lognormal":
            try allow(["type", "median", "sigma"])
            guard let median = self["median"], let sigma = self["sigma"] else {
                throw fault("must have 'median' and 'sigma'")
            }
            let milliseconds = min(try median.positiveDouble(), 3_600_000)
            return .lognormal(
                median: .microseconds(Int64(milliseconds * 1000)),
                sigma: try sigma.positiveDouble()
            )
        default: throw (self["type"] ?? self).fault("can be 'fixed', 'uniform' or 'lognormal'")
        }
    }
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
