internal import MockPostlyHTTPClient
internal import MockPostlyServer
internal import MockPostlyWorlds

/// A mock server for the tests of an app: the APIs of Postly, of DummyJSON, of the community's feed
/// and of Pexels, over content of its own.
///
/// ``inProcess(_:)`` makes one without a socket, for tests of code that is handed its transport,
/// and for contracts: a request takes microseconds. ``live(_:)`` makes one that listens on a free
/// port of this machine, for code that speaks HTTP itself. Both answer the same bytes.
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
/// Every server has its own content, clock and ids, so tests can run at the same time. So has every
/// ``World`` of one server, and a world is made in less time. A server ends when it is released.
/// Its functions wait for what they ask for, on any thread.
public final class MockServer: Sendable {
    let door: any Door

    private init(_ door: any Door) {
        self.door = door
    }

    deinit { door.stop() }

    /// Makes a server that is called as a function, without a socket.
    ///
    /// Throws a ``Failure`` when a seed file or a date is at fault.
    public static func inProcess(_ options: Options = Options()) throws -> MockServer {
        MockServer(try InProcessDoor(options.configuration))
    }

    /// Makes a server that listens on a free port of 127.0.0.1 and ::1, on a thread of its own.
    ///
    /// It answers when this returns. The process ignores SIGPIPE from then on; other signals are
    /// left alone. Throws a ``Failure`` when a seed file or a date is at fault, or when no socket
    /// is to be had.
    public static func live(_ options: Options = Options()) throws -> MockServer {
        MockServer(try LiveDoor(options.configuration))
    }

    /// Where the server is reached, without a slash at its end: `http://127.0.0.1:49152`.
    ///
    /// In process nothing listens: the address is one that no name server knows.
    public var url: String { door.url }

    /// Ends the server; requests under way are answered first, for two seconds at most.
    ///
    /// What is asked of it afterwards throws a ``Failure``. Stopping again does nothing.
    public func stop() {
        door.stop()
    }

    // MARK: Requests

    /// Sends a request and waits for its answer.
    ///
    /// Host and Content-Length are added where they are absent; nothing else is, so a JSON body
    /// wants its Content-Type. The server has the last word on what is wrong with a request; only
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
        try send(method, path, headers, body.map { Array($0.utf8) })
    }

    /// Sends a request with the bytes of a body and waits for its answer.
    ///
    /// In all else as with a text.
    public func send(
        _ method: String,
        _ path: String,
        headers: Headers = [:],
        body: [UInt8]
    ) throws -> Answer {
        try send(method, path, headers, body)
    }

    private func send(
        _ method: String,
        _ path: String,
        _ headers: Headers,
        _ body: [UInt8]?
    ) throws -> Answer {
        let request: [UInt8]
        let fields = headers.fields.map { (name: $0.name, value: $0.value) }
        do throws(HTTPFailure) {
            request = try HTTPRequest(method, path, fields, body: body).bytes(host: authority)
        } catch {
            throw Failure(error.words)
        }
        return try exchange(request)
    }

    /// Sends the bytes of one whole request, as they are.
    package func exchange(_ request: [UInt8]) throws -> Answer {
        try door.exchange(request)
    }

    /// A connection of one's own to a live server; nil in process.
    package func connect() throws -> LoopbackConnection? {
        try door.connect()
    }

    // MARK: Content and time

    /// Makes the content of a world what it began with.
    ///
    /// Seed files that have changed are read anew; when one is at fault, a ``Failure`` is thrown
    /// and nothing changes. The clock stays as it is. ``World/reset(_:disconnecting:)`` can do
    /// more.
    public func reset(world: String = "default") throws {
        try self.world(named: world).reset()
    }

    /// Adds a world with content, clock, ids and token secret of its own, reached by `/w/<name>/…`,
    /// such as `/w/team/api/posts`.
    ///
    /// In all else it is as the server's options say. Throws a ``Failure`` when the name is taken
    /// or cannot be one, or when the seed is at fault.
    /// ``makeWorld(named:from:clock:randomSeed:hasOwnPort:)`` can do more.
    @discardableResult
    public func addWorld(named name: String, seed: Seed = .standard) throws -> World {
        try Failure.check(name: name, of: "world")
        try door.withWorlds { worlds in
            do throws(StartFailure) {
                try worlds.addWorld(named: name, seed: seed.source)
            } catch {
                throw Failure(error)
            }
        }
        return try world(named: name)
    }

    /// Moves the clock of a world on, back when `duration` is negative; frozen or running, it stays
    /// so.
    ///
    /// Tokens age by it: after seven days one that was issued before has expired.
    public func advanceClock(by duration: Duration, world: String = "default") throws {
        try self.world(named: world).advanceClock(by: duration)
    }

    /// Stops the clock of a world at a date such as `2026-02-14T12:34:56.123456Z` (RFC 3339).
    ///
    /// Throws a ``Failure`` when the text is no date.
    public func freezeClock(at date: String, world: String = "default") throws {
        try self.world(named: world).freezeClock(at: date)
    }
}
