internal import MockPostlyControlClient
internal import MockPostlyJSON

/// Checks of what has come already.
///
/// One that is not met says what came nearest and in what it differs: as an issue at the line of the
/// call in Swift Testing, as a failure there in XCTest, and as a ``MockServer/Failure`` elsewhere.
/// None is met when evidence was dropped from the journal.
extension MockServer.World {
    /// Verifies how often requests came.
    ///
    /// ```swift
    /// try world.verify(.get("/api/posts"), count: 2)
    /// try world.verify(.post("/api/auth/login/email").status(401), count: .never)
    /// ```
    ///
    /// - Parameters:
    ///   - match: which requests.
    ///   - count: how often.
    ///   - number: only requests with a greater number of the journal count; nil for all.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Throws: an error when it is not so.
    public func verify(
        _ match: MockServer.RequestMatch,
        count: MockServer.Count = .atLeast(1),
        after number: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) throws {
        let body = Self.order(match.json, count, after: number)
        let place = CodePlace(fileID, filePath, line, column)
        try check(match.description, ["requests", "verify"], body, place)
    }

    /// Verifies that requests came in an order; others may have come between them.
    ///
    /// ```swift
    /// try world.verify(order: [.post("/api/auth/login/email"), .get("/api/posts")])
    /// ```
    ///
    /// - Parameters:
    ///   - matches: a pattern for each request, in the order of the requests.
    ///   - number: only requests with a greater number of the journal count; nil for all.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Throws: an error when it is not so.
    public func verify(
        order matches: [MockServer.RequestMatch],
        after number: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) throws {
        let body = ControlCall.object { json in
            json.key("order")
            json.value(.array(matches.map(\.json)))
            if let number { json.field("after", number) }
        }
        let words = matches.map(\.description).joined(separator: ", then ")
        let place = CodePlace(fileID, filePath, line, column)
        try check(words, ["requests", "verify"], body, place)
    }

    /// Verifies that no request came that `match` takes.
    ///
    /// It does not wait: a request that comes later is not seen.
    ///
    /// - Parameters:
    ///   - match: which requests.
    ///   - number: only requests with a greater number of the journal count; nil for all.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Throws: an error when one came.
    public func expectNoRequest(
        _ match: MockServer.RequestMatch = .any,
        after number: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) throws {
        try verify(
            match,
            count: .never,
            after: number,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }

    /// Verifies how often messages of channels came or went.
    ///
    /// - Parameters:
    ///   - match: which messages.
    ///   - count: how often.
    ///   - number: only messages with a greater number of the journal count; nil for all.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Throws: an error when it is not so.
    public func verifyMessages(
        _ match: MockServer.MessageMatch,
        count: MockServer.Count = .atLeast(1),
        after number: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) throws {
        let body = Self.order(match.json, count, after: number)
        let place = CodePlace(fileID, filePath, line, column)
        try check(match.description, ["messages", "verify"], body, place)
    }

    /// The body of a verification.
    private static func order(
        _ match: MockServer.JSON,
        _ count: MockServer.Count,
        after number: Int?
    ) -> [UInt8] {
        ControlCall.object { json in
            json.match(match)
            count.write(&json)
            if let number { json.field("after", number) }
        }
    }
}
