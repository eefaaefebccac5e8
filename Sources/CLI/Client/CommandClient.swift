internal import MockPostlyControlClient
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyWorld

/// A command's client of the control plane: of one server, about one world.
struct CommandClient: ControlClient {
    let target: HTTPTarget
    /// The world that the user named; nil means the one that requests without a world go to.
    var world: String?
    let adminToken: String?
    var timeout: Duration

    init(
        _ target: HTTPTarget,
        world: String? = nil,
        adminToken: String? = nil,
        timeout: Duration = .seconds(30)
    ) {
        (self.target, self.world) = (target, world)
        (self.adminToken, self.timeout) = (adminToken, timeout)
    }

    // MARK: Asking

    /// Sends a call and returns the answer; throws when that is a refusal.
    ///
    /// - Parameters:
    ///   - method: such as `DELETE`.
    ///   - segments: the parts of the path, not encoded.
    ///   - query: nil for the world that the command is about.
    ///   - body: what is sent.
    /// - Returns: the answer.
    /// - Throws: a ``Failure`` in terms of the command line.
    @discardableResult
    func answer(
        _ method: String,
        _ segments: [String],
        _ query: ControlCall.Query? = nil,
        body: ControlCall.Body = .none
    ) throws(Failure) -> HTTPAnswer {
        try ask(call(method, segments, query, body))
    }

    /// The same with the answer as JSON.
    func json(
        _ method: String,
        _ segments: [String],
        _ query: ControlCall.Query? = nil,
        body: ControlCall.Body = .none
    ) throws(Failure) -> JSON {
        try json(try answer(method, segments, query, body: body))
    }

    /// Sends a GET request, as ``json(_:_:_:body:)`` does.
    func get(
        _ segments: [String],
        _ query: ControlCall.Query? = nil
    ) throws(Failure) -> JSON {
        try json("GET", segments, query)
    }

    /// Sends a JSON object with the members that `write` writes, after `world` when one was named.
    func send(
        _ method: String,
        _ segments: [String],
        namingWorld: Bool = true,
        _ write: (inout JSONWriter) -> Void
    ) throws(Failure) -> JSON {
        let object = ControlCall.object { json in
            if namingWorld, let world { json.field("world", world) }
            write(&json)
        }
        return try json(method, segments, [], body: .json(object))
    }

    /// A call about the world of this client.
    func call(
        _ method: String,
        _ segments: [String],
        _ query: ControlCall.Query? = nil,
        _ body: ControlCall.Body = .none
    ) -> ControlCall {
        ControlCall(method, segments, query: query ?? [("world", world)], body: body)
    }

    func json(_ answer: HTTPAnswer) throws(Failure) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: answer.body)
        } catch {
            throw Failure(
                "\(target.description): the answer is not JSON",
                hint: "is it a mockpostly server?"
            )
        }
    }

    /// The name of the world that commands act on.
    func nameOfWorld() throws(Failure) -> String {
        if let world { return world }
        return try get(["clock"]).root["world"]?.string ?? "default"
    }

    // MARK: Exchanging

    func exchange(
        _ request: HTTPRequest,
        within timeout: Duration
    ) throws(Failure) -> HTTPAnswer {
        try converse(request, within: timeout) {
            connection,
            request,
            deadline throws(HTTPFailure) in
            try connection.exchange(request, until: deadline)
        }
    }

    /// Sends a GET request and hands over the body of the answer as it comes, until that ends or
    /// `receive` returns false; throws when it is a refusal.
    func stream(
        _ segments: [String],
        _ query: ControlCall.Query,
        receive: ([UInt8]) -> Bool
    ) throws(Failure) {
        let request = call("GET", segments, query).request(adminToken)
        let answer = try converse(request, within: timeout) {
            connection,
            request,
            deadline throws(HTTPFailure) in
            try connection.stream(request, headUntil: deadline, receive: receive)
        }
        _ = try accepted(answer)
    }

    /// Sends `request` on a connection of its own.
    private func converse(
        _ request: HTTPRequest,
        within timeout: Duration,
        _ talk: (borrowing HTTPConnection, [UInt8], Deadline) throws(HTTPFailure) -> HTTPAnswer
    ) throws(Failure) -> HTTPAnswer {
        var request = request
        request.fields.append(("Connection", "close"))
        // A proxy in front of several servers does not read bodies, and a message of an agent need
        // not name a world.
        if let world { request.fields.append(("X-Mockpostly-World", world)) }
        var isConnected = false
        do throws(HTTPFailure) {
            let deadline = Deadline(in: timeout)
            let bytes = try request.bytes(host: target.authority)
            let connection = try HTTPConnection(to: target, lookingUpUntil: deadline)
            isConnected = true
            return try talk(connection, bytes, deadline)
        } catch {
            throw Failure(error, of: target, isConnected: isConnected)
        }
    }

    func failure(for refusal: ControlRefusal) -> Failure { Failure(refusal, by: target) }
}
