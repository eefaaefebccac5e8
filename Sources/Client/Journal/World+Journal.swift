internal import MockPostlyJSON

extension MockServer.World {
    /// The requests that came to this world and that `match` takes, in the order in which they came.
    ///
    /// ```swift
    /// let likes = try world.requests(.post("/api/posts/{id}/like"))
    /// #expect(likes.map(\.status) == [503, 200])
    /// ```
    ///
    /// - Parameters:
    ///   - match: which requests.
    ///   - limit: the most that are returned, the newest ones; at most 1,000.
    ///   - number: only requests with a greater number than this; nil for all.
    ///   - showsSecrets: whether passwords, tokens and cookies are shown as they were sent.
    /// - Returns: the requests with their answers.
    /// - Throws: a ``MockServer/Failure`` when `match` has a condition that is not possible, or when
    ///   the server keeps no journal.
    public func requests(
        _ match: MockServer.RequestMatch = .any,
        limit: Int = 1000,
        after number: Int? = nil,
        showsSecrets: Bool = false
    ) throws -> [MockServer.RecordedRequest] {
        let secrets = showsSecrets ? "shown" : "hidden"
        let query = [("details", "true" as String?), ("secrets", secrets)]
        return try control("POST", ["requests", "find"], query: query) { json in
            json.match(match.json)
            json.field("limit", limit)
            if let number { json.field("after", number) }
        }
        .parts("requests").reversed().map { MockServer.RecordedRequest($0) }
    }

    /// The request with a number of the journal.
    ///
    /// Throws a ``MockServer/Failure`` when there is none.
    public func request(
        _ number: Int,
        showsSecrets: Bool = false
    ) throws -> MockServer.RecordedRequest {
        let query = [("secrets", showsSecrets ? "shown" : "hidden" as String?)]
        return MockServer.RecordedRequest(
            try control("GET", ["requests", "\(number)"], query: query)
        )
    }

    /// The number of the last entry of the journal, as `after` of what follows: "since here".
    ///
    /// ```swift
    /// let mark = try world.mark()
    /// app.buttons["Like"].tap()
    /// try await world.expectRequest(.post("/api/posts/{id}/like"), after: mark)
    /// ```
    ///
    /// 0 before the first entry. Throws a ``MockServer/Failure`` when the server keeps no journal.
    public func mark() throws -> Int {
        let query = [("limit", "1" as String?)]
        let request = try control("GET", ["requests"], query: query).parts("requests").first
        let message = try control("GET", ["messages"], query: query).parts("messages").first
        return max(request?.int("number") ?? 0, message?.int("number") ?? 0)
    }

    /// A request as a command of curl, which sends it again.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - showsSecrets: whether it has the tokens and cookies; they are `…` otherwise.
    /// - Returns: the command.
    /// - Throws: a ``MockServer/Failure`` when the journal has dropped the request.
    public func curl(
        for request: MockServer.RecordedRequest,
        showsSecrets: Bool = false
    ) throws -> String {
        let query = [("secrets", showsSecrets ? "shown" : "hidden" as String?)]
        let bytes = try control("GET", ["requests", "\(request.number)", "curl"], query: query)
            .bytes
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    /// All requests in the HTTP Archive format, which the network panels of browsers read.
    public func har() throws -> [UInt8] {
        try control("GET", ["requests", "har"]).bytes
    }

    /// Clears the journal: what came before is not counted any more.
    public func clearJournal() throws {
        try control("DELETE", ["requests"])
    }

    /// The messages of channels in the order in which they came and went.
    ///
    /// - Parameters:
    ///   - topic: only those of this topic; nil for all.
    ///   - event: only those with this event; nil for all.
    ///   - limit: the most that are returned, the newest ones; at most 1,000.
    ///   - number: only messages with a greater number than this; nil for all.
    /// - Returns: the messages.
    /// - Throws: a ``MockServer/Failure`` when the server keeps no journal.
    public func messages(
        topic: String? = nil,
        event: String? = nil,
        limit: Int = 1000,
        after number: Int? = nil
    ) throws -> [MockServer.RecordedMessage] {
        let query = [
            ("topic", topic), ("event", event), ("limit", "\(limit)"), ("details", "true"),
            ("after", number.map { "\($0)" }),
        ]
        return try control("GET", ["messages"], query: query)
            .parts("messages").reversed().map { MockServer.RecordedMessage($0) }
    }
}

extension JSONWriter {
    /// Writes the member `match`.
    mutating func match(_ match: MockServer.JSON) {
        key("match")
        value(match)
    }
}
