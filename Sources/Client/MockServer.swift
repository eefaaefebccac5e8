internal import MockPostlyControlClient
package import MockPostlyHTTPClient
internal import MockPostlyThreads
internal import MockPostlyWorld

/// A mock server for the tests of an app: the APIs of the systems that mockpostly mocks, over content
/// of its own.
///
/// ``attached(to:adminToken:)`` uses a server that runs already, started by `mockpostly serve` or
/// `mockpostly exec`. The module `MockPostlyTesting` has servers inside the test's process too:
/// `MockServer.inProcess()` makes one without a socket, for code whose transport can be replaced,
/// where a request takes microseconds; `MockServer.live()` makes one that listens on a free port of
/// this machine, for code that uses HTTP itself. All of them send the same bytes and have the same
/// functions.
///
/// ```swift
/// @Test func `the feed is newest first`() async throws {
///     let server = try MockServer.live(.init(clock: .frozen(at: "2026-02-14T12:34:56Z")))
///     let feed = Feed(baseURL: server.url + "/api/")
///     try await feed.load()
///     #expect(feed.posts.count == 10)
/// }
/// ```
///
/// Every server has its own content, clock and ids, so tests can run at the same time. The same
/// holds for every ``World`` of a server, and a world is made faster than a server. A server ends
/// when it is released, unless something else has started it. All functions can be called on any
/// thread, and block until they are done, but for those that wait for the app: they are `async`.
public final class MockServer: Sendable {
    package let door: any Door
    /// What the control plane wants of its callers; nil for nothing.
    package let adminToken: String?
    /// The numbers of the requests that ``World/takeRequest(_:within:)`` has taken last, by worlds.
    let taken = Monitor<[String: Int]>([:])

    /// A server behind `door`.
    package init(_ door: any Door, adminToken: String? = nil) {
        self.door = door
        self.adminToken = adminToken
    }

    deinit { door.stop() }

    /// Uses a server that is running.
    ///
    /// It goes on when this is released, with the worlds that were made in it and not deleted.
    ///
    /// - Parameters:
    ///   - url: its URL without a path, such as `http://localhost:8080`; `mockpostly exec` puts it
    ///     into the variable `MOCKPOSTLY_URL`.
    ///   - adminToken: the token of `mockpostly serve --admin-token`; nil when it has none.
    /// - Returns: the server, which has answered.
    /// - Throws: a ``Failure`` that says why when no mockpostly answers there, or when it wants
    ///   another token.
    public static func attached(to url: String, adminToken: String? = nil) throws -> MockServer {
        let server = MockServer(try AttachedDoor(url: url), adminToken: adminToken)
        try server.checkIdentity()
        return server
    }

    /// Throws a ``Failure`` that says why when no mockpostly answers, or when it wants another token.
    package func checkIdentity() throws {
        let hint = "Start one with 'mockpostly serve', or run the tests by 'mockpostly exec'."
        let answer: HTTPAnswer
        do {
            answer = try controlAnswer("GET", ["version"], timeout: .seconds(10))
        } catch let failure as Failure {
            throw Failure("no mockpostly answers at \(url): \(failure.message). \(hint)")
        }
        if answer.status == 401 || answer.status == 403 { throw Failure(ControlRefusal(answer)) }
        guard answer.status == 200, ControlDocument(answer).text("name") == "mockpostly" else {
            throw Failure(
                "the server at \(url) is not a mockpostly with a control plane: it answers "
                    + "\(answer.status) to GET /__mockpostly/v1/version. \(hint)"
            )
        }
    }

    /// The URL of the server, without a trailing slash: `http://127.0.0.1:49152`.
    ///
    /// A server in process does not listen: its URL has a host name that DNS does not know.
    public var url: String { door.url }

    /// Stops the server; open requests are finished first, for two seconds at most.
    ///
    /// A server that something else has started goes on. Later calls throw a ``Failure``. Stopping
    /// again does nothing.
    public func stop() {
        door.stop()
    }

    // MARK: Requests

    /// Sends a request and waits for its response.
    ///
    /// Host and Content-Length are added when they are absent, and nothing else, so a JSON body
    /// needs a Content-Type. Wrong requests are sent as they are and refused by the server; only
    /// line breaks in a method, path or header are refused here.
    ///
    /// - Parameters:
    ///   - method: such as `GET`, as it is to stand in the request line.
    ///   - path: the path and the query, percent-encoded, such as `/api/posts?page=2`; with
    ///     `/w/name` before it for another world, as
    ///     ``World/send(_:_:headers:body:)-(_,_,_,String?)`` has it.
    ///   - headers: in the order in which they are sent.
    ///   - body: the text of the body; nil for none.
    /// - Returns: the answer, whatever its status.
    /// - Throws: a ``Failure`` when the request cannot be sent, or no answer comes.
    public func send(
        _ method: String,
        _ path: String,
        headers: Headers = [:],
        body: String? = nil
    ) throws -> Answer {
        try exchange(method, path, headers: headers, body: body.map { Array($0.utf8) })
    }

    /// Sends a request with the bytes of a body and waits for its response.
    ///
    /// Otherwise the same as with a text.
    public func send(
        _ method: String,
        _ path: String,
        headers: Headers = [:],
        body: [UInt8]
    ) throws -> Answer {
        try exchange(method, path, headers: headers, body: body)
    }

    func exchange(
        _ method: String,
        _ path: String,
        headers: Headers,
        body: [UInt8]?
    ) throws -> Answer {
        let fields = headers.fields.map { (name: $0.name, value: $0.value) }
        return try exchange(bytes(of: HTTPRequest(method, path, fields: fields, body: body)))
    }

    /// The bytes of a request for this server; throws a ``Failure`` when a line of it is broken.
    func bytes(of request: HTTPRequest) throws -> [UInt8] {
        do throws(HTTPFailure) {
            return try request.bytes(host: authority)
        } catch {
            throw Failure(error.words)
        }
    }

    /// Sends the bytes of one whole request unchanged.
    package func exchange(_ request: [UInt8]) throws -> Answer {
        try door.exchange(request, timeout: Self.timeout)
    }

    /// Sends the bytes of one whole request, and reads its answer piece by piece: see
    /// ``Door/stream(_:into:for:)``.
    package func stream(
        _ request: [UInt8],
        into reader: inout HTTPAnswerReader,
        for listener: some AnswerListener
    ) throws {
        try door.stream(request, into: &reader, for: listener)
    }

    /// Opens a separate connection to a server that listens; nil in process.
    package func connect() throws -> LoopbackConnection? {
        try door.connect()
    }

    // MARK: Content and time

    /// Resets the content of a world to what it began with.
    ///
    /// Seed files that have changed are read again; when one is not valid, this throws a
    /// ``Failure`` and nothing changes. The clock is not reset. ``World/reset(_:disconnecting:)``
    /// can do more.
    public func reset(world: String = "default") throws {
        try self.world(named: world).reset()
    }

    /// Moves the clock of a world by `duration`, which may be negative; a frozen clock stays
    /// frozen.
    ///
    /// Tokens age with it: when it moves by seven days, Postly's earlier access tokens have
    /// expired.
    public func advanceClock(by duration: Duration, world: String = "default") throws {
        try self.world(named: world).advanceClock(by: duration)
    }

    /// Stops the clock of a world at a date such as `2026-02-14T12:34:56.123456Z` (RFC 3339).
    ///
    /// Throws a ``Failure`` when the text is not a date.
    public func freezeClock(at date: String, world: String = "default") throws {
        try self.world(named: world).freezeClock(at: date)
    }
}
