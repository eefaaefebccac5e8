internal import MockPostlyControlClient
internal import MockPostlyJSON
internal import MockPostlyThreads
internal import MockPostlyWorld

/// Checks of what is to come: they wait for it, without a thread of Swift's own pool.
///
/// One that is not met in time says what came nearest, as those that do not wait do. When the
/// task is cancelled, they throw a `CancellationError` at once.
extension MockServer.World {
    /// Waits for a request, and returns it with its answer.
    ///
    /// ```swift
    /// app.likeButton.tap()
    /// let like = try await world.expectRequest(.post("/api/posts/{id}/like"), within: .seconds(2))
    /// #expect(like.status == 200)
    /// ```
    ///
    /// A request that came before counts too, unless `number` says otherwise.
    ///
    /// - Parameters:
    ///   - match: which request.
    ///   - count: how many of them have to come; the last one is returned.
    ///   - timeout: how long to wait, at most ten minutes.
    ///   - number: only requests with a greater number of the journal count; nil for all.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Returns: the request.
    /// - Throws: an error when it does not come in time.
    @discardableResult
    public func expectRequest(
        _ match: MockServer.RequestMatch,
        count: Int = 1,
        within timeout: Duration = .seconds(5),
        after number: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> MockServer.RecordedRequest {
        let body = Self.order(match.json, count, timeout, after: number)
        let place = CodePlace(fileID, filePath, line, column)
        let words = match.description
        let found = try await waited(words, ["requests", "wait"], body, timeout, place)
        guard let last = found.part("last") else {
            throw MockServer.Failure("the journal has dropped the request already: \(words)")
        }
        return MockServer.RecordedRequest(last)
    }

    /// Takes the next request that came to this world, and waits for it when there is none.
    ///
    /// Each call gives the request after the one that was taken last; calls of all tasks, and of all
    /// values of this world, take from one row.
    ///
    /// ```swift
    /// try await app.signIn()
    /// #expect(try await world.takeRequest().path == "/api/auth/login/email")
    /// #expect(try await world.takeRequest().path == "/api/auth/me")
    /// ```
    ///
    /// - Parameters:
    ///   - match: which requests; those before the taken one that it does not take are passed over.
    ///   - timeout: how long to wait, at most ten minutes.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Returns: the request with its answer.
    /// - Throws: an error when none comes in time.
    public func takeRequest(
        _ match: MockServer.RequestMatch = .any,
        within timeout: Duration = .seconds(5),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> MockServer.RecordedRequest {
        let place = CodePlace(fileID, filePath, line, column)
        let words = "\(match.description) to be taken"
        while true {
            let last = server.taken.withLock { $0[name] ?? 0 }
            let body = Self.order(match.json, 1, timeout, after: last)
            let found = try await waited(words, ["requests", "wait"], body, timeout, place)
            guard let next = found.ints("numbers").first else {
                throw MockServer.Failure("the journal has dropped the request already: \(words)")
            }
            let isMine = server.taken.withLock { taken in
                guard taken[name] ?? 0 == last else { return false }
                taken[name] = next
                return true
            }
            // Otherwise another task has taken it meanwhile.
            if isMine { return try await onOwnThread { [self] in try request(next) } }
        }
    }

    /// Waits for a message of a channel, and returns it.
    ///
    /// - Parameters:
    ///   - match: which message.
    ///   - count: how many of them have to come; the last one is returned.
    ///   - timeout: how long to wait, at most ten minutes.
    ///   - number: only messages with a greater number of the journal count; nil for all.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Returns: the message.
    /// - Throws: an error when it does not come in time.
    @discardableResult
    public func expectMessage(
        _ match: MockServer.MessageMatch,
        count: Int = 1,
        within timeout: Duration = .seconds(5),
        after number: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async throws -> MockServer.RecordedMessage {
        let body = Self.order(match.json, count, timeout, after: number)
        let place = CodePlace(fileID, filePath, line, column)
        let words = match.description
        let found = try await waited(words, ["messages", "wait"], body, timeout, place)
        guard let last = found.part("last") else {
            throw MockServer.Failure("the journal has dropped the message already: \(words)")
        }
        return MockServer.RecordedMessage(last)
    }

    /// Waits until a value in the answer to a GET request is as wanted.
    ///
    /// ```swift
    /// try await world.expectState(of: "/api/posts/\(id)", at: "$.likes", is: 1)
    /// ```
    ///
    /// The question is not in the journal, and counts no view.
    ///
    /// - Parameters:
    ///   - path: the path of the request, without the prefix of the world.
    ///   - jsonPath: a path to one value, such as `$.posts[0].title`.
    ///   - value: what it has to be.
    ///   - status: the status that the answer has to have; nil for any.
    ///   - headers: the headers of the request, such as one with a token.
    ///   - timeout: how long to wait, at most ten minutes.
    ///   - fileID: where the call is.
    ///   - filePath: where the call is.
    ///   - line: where the call is.
    ///   - column: where the call is.
    /// - Throws: an error when it is not so in time.
    public func expectState(
        of path: String,
        at jsonPath: String = "$",
        is value: MockServer.ValueMatch = .present,
        status: Int? = nil,
        headers: MockServer.Headers = [:],
        within timeout: Duration = .seconds(5),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async throws {
        let body = ControlCall.object { json in
            json.field("get", path)
            json.field("path", jsonPath)
            json.key("value")
            json.value(value.json)
            if let status { json.field("status", status) }
            json.key("headers")
            json.beginObject()
            for field in headers.fields {
                json.key(field.name)
                json.string(field.value)
            }
            json.endObject()
            json.field("within", formatDuration(timeout))
        }
        let place = CodePlace(fileID, filePath, line, column)
        let words = "\(jsonPath) of GET \(path)"
        _ = try await waited(words, ["state", "wait"], body, timeout, place)
    }

    /// The answer of a call that waits up to `timeout` and says `words`.
    func waited(
        _ words: String,
        _ segments: [String],
        _ body: [UInt8],
        _ timeout: Duration,
        _ place: CodePlace
    ) async throws -> ControlDocument {
        let (server, world) = (server, name)
        let answer = try await onOwnThread {
            try server.controlAnswer(
                "POST",
                segments,
                query: [("world", world)],
                body: body,
                // The server counts the time; this is for one that does not answer at all.
                timeout: timeout + MockServer.timeout
            )
        }
        return try document(answer, words, place)
    }

    /// The body of a wait for entries of the journal.
    private static func order(
        _ match: MockServer.JSON,
        _ count: Int,
        _ timeout: Duration,
        after number: Int?
    ) -> [UInt8] {
        ControlCall.object { json in
            json.match(match)
            json.field("count", count)
            json.field("within", formatDuration(timeout))
            if let number { json.field("after", number) }
        }
    }
}
