internal import MockPostlyHTTPClient
internal import MockPostlyServer
internal import MockPostlyWorlds

/// A mock server for the tests of an app: the APIs of Postly, of DummyJSON, of the community's feed,
/// of Pexels and of Wreely, over content of its own.
///
/// ``inProcess(_:)`` makes a server without a socket, for code whose transport can be replaced: a
/// request takes microseconds. ``live(_:)`` makes a server that listens on a free port of this
/// machine, for code that uses HTTP itself. Both send the same bytes.
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
/// when it is released. All functions can be called on any thread, and block until they are done.
public final class MockServer: Sendable {
    let door: any Door

    private init(_ door: any Door) {
        self.door = door
    }

    deinit { door.stop() }

    /// Makes a server that is called as a function, without a socket.
    ///
    /// Throws a ``Failure`` when a seed file or a date is not valid.
    public static func inProcess(_ options: Options = Options()) throws -> MockServer {
        MockServer(try InProcessDoor(options.configuration))
    }

    /// Makes a server that listens on a free port of 127.0.0.1 and ::1, on its own thread.
    ///
    /// When this returns, the server answers requests. From then on the process ignores SIGPIPE;
    /// other signals are left alone. Throws a ``Failure`` when a seed file or a date is not valid,
    /// or when no socket can be opened.
    public static func live(_ options: Options = Options()) throws -> MockServer {
        MockServer(try LiveDoor(options.configuration))
    }

    /// The URL of the server, without a trailing slash: `http://127.0.0.1:49152`.
    ///
    /// A server in process does not listen: its URL has a host name that DNS does not know.
    public var url: String { door.url }

    /// Stops the server; open requests are finished first, for two seconds at most.
    ///
    /// Later calls throw a ``Failure``. Stopping again does nothing.
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

    private func exchange(
        _ method: String,
        _ path: String,
        headers: Headers,
        body: [UInt8]?
    ) throws -> Answer {
        let request: [UInt8]
        let fields = headers.fields.map { (name: $0.name, value: $0.value) }
        do throws(HTTPFailure) {
            request = try HTTPRequest(method, path, fields: fields, body: body).bytes(
                host: authority
            )
        } catch {
            throw Failure(error.words)
        }
        return try exchange(request)
    }

    /// Sends the bytes of one whole request unchanged.
    package func exchange(_ request: [UInt8]) throws -> Answer {
        try door.exchange(request)
    }

    /// Opens a separate connection to a live server; nil in process.
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

    /// Adds a world with content, clock, ids and token secret of its own, reached by `/w/<name>/…`,
    /// such as `/w/team/api/posts`.
    ///
    /// In all else it is as the server's options say. Throws a ``Failure`` when the name is taken
    /// or cannot be one, or when the seed is at fault.
    /// ``makeWorld(named:from:clock:randomSeed:hasOwnPort:settings:)`` can do more.
    @discardableResult
    public func addWorld(named name: String, seed: Seed = .standard) throws -> World {
        try Failure.validate(name: name, of: "world")
        try door.withWorlds { worlds in
            do throws(StartFailure) {
                try worlds.addWorld(named: name, seed: seed.source)
            } catch {
                throw Failure(error)
            }
        }
        return try world(named: name)
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
