internal import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyServer
internal import MockPostlyText
internal import MockPostlyWorld

/// A client of the control plane of a running server.
struct ControlClient {
    /// The body of a request.
    enum Body {
        case none
        case json([UInt8])
        case bytes([UInt8])
    }

    let target: HTTPTarget
    /// The world that the user named; nil means the one that requests without a world go to.
    var world: String?
    private let adminToken: String?
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

    /// Sends a GET request for `path`, which is relative to `/__mockpostly/v1`.
    func get(
        _ path: String,
        _ query: [(name: String, value: String?)] = []
    ) throws(Failure) -> JSON {
        try ask("GET", path, query: query, body: .none)
    }

    /// Sends a JSON object with the members that `write` writes, after `world` when one was named.
    func send(
        _ method: String,
        _ path: String,
        namingWorld: Bool = true,
        _ write: (inout JSONWriter) -> Void = { _ in }
    ) throws(Failure) -> JSON {
        var writer = JSONWriter(escaping: .utf8)
        writer.beginObject()
        if namingWorld, let world { writer.field("world", world) }
        write(&writer)
        writer.endObject()
        return try ask(method, path, query: [], body: .json(writer.finish()))
    }

    /// Sends a request and parses the JSON response.
    func ask(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String?)],
        body: Body
    ) throws(Failure) -> JSON {
        try json(try exchange(method, path, query: query, body: body))
    }

    /// Sends a DELETE request for `path`.
    func delete(
        _ path: String,
        _ query: [(name: String, value: String?)] = []
    ) throws(Failure) {
        _ = try exchange("DELETE", path, query: query, body: .none)
    }

    /// Sends a request and returns the response; throws when it is a refusal.
    func exchange(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String?)],
        body: Body
    ) throws(Failure) -> HTTPAnswer {
        let answer = try answer(to: request(method, path + tail(query), body: body))
        guard 200..<300 ~= answer.status else { throw Failure(refusal: answer, by: target) }
        return answer
    }

    /// Sends a JSON object and returns the response, a refusal as well.
    func answer(
        _ method: String,
        _ path: String,
        _ write: (inout JSONWriter) -> Void
    ) throws(Failure) -> HTTPAnswer {
        var writer = JSONWriter(escaping: .utf8)
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return try answer(to: request(method, path, body: .json(writer.finish())))
    }

    /// Sends a message of the Model Context Protocol and returns the response, a refusal as well.
    func message(_ bytes: [UInt8]) throws(Failure) -> HTTPAnswer {
        var request = request("POST", "", body: .json(bytes))
        request.path = "/__mockpostly/mcp"
        return try answer(to: request)
    }

    private func answer(to request: HTTPRequest) throws(Failure) -> HTTPAnswer {
        try converse(request) { connection, request, deadline throws(HTTPFailure) in
            try connection.exchange(request, until: deadline)
        }
    }

    /// Sends a GET request and hands over the body of the answer as it comes, until that ends or
    /// `receive` returns false; throws when it is a refusal.
    func stream(
        _ path: String,
        query: [(name: String, value: String?)],
        receive: ([UInt8]) -> Bool
    ) throws(Failure) {
        let answer = try converse(request("GET", path + tail(query), body: .none)) {
            connection,
            request,
            deadline throws(HTTPFailure) in
            try connection.stream(request, headUntil: deadline, receive: receive)
        }
        guard 200..<300 ~= answer.status else { throw Failure(refusal: answer, by: target) }
    }

    private func tail(_ query: [(name: String, value: String?)]) -> String {
        let given = query.compactMap { pair in
            pair.value.map { "\(pair.name)=\(percentEncoded($0))" }
        }
        return given.isEmpty ? "" : "?" + given.joined(separator: "&")
    }

    private func converse(
        _ request: HTTPRequest,
        _ talk: (borrowing HTTPConnection, [UInt8], Deadline) throws(HTTPFailure) -> HTTPAnswer
    ) throws(Failure) -> HTTPAnswer {
        let answer: HTTPAnswer
        var isConnected = false
        do throws(HTTPFailure) {
            let deadline = Deadline(in: timeout)
            let bytes = try request.bytes(host: target.authority)
            let connection = try HTTPConnection(to: target, lookingUpUntil: deadline)
            isConnected = true
            answer = try talk(connection, bytes, deadline)
        } catch {
            throw Failure(error, of: target, isConnected: isConnected)
        }
        return answer
    }

    private func request(_ method: String, _ path: String, body: Body) -> HTTPRequest {
        var request = HTTPRequest(
            method,
            "/__mockpostly/v1\(path)",
            fields: [("Connection", "close")]
        )
        // A proxy in front of several servers does not read bodies.
        if let world { request.fields.append(("X-Mockpostly-World", world)) }
        if let adminToken { request.fields.append(("Authorization", "Bearer \(adminToken)")) }
        switch body {
        case .none: break
        case .json(let bytes):
            request.fields.append(("Content-Type", "application/json"))
            request.body = bytes
        case .bytes(let bytes):
            request.fields.append(("Content-Type", "application/octet-stream"))
            request.body = bytes
        }
        return request
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
        return try get("/clock").root["world"]?.string ?? "default"
    }
}

extension Failure {
    fileprivate init(_ failure: HTTPFailure, of target: HTTPTarget, isConnected: Bool) {
        let hint =
            if failure == .late {
                "give it more time with --timeout"
            } else if isConnected {
                "is it a mockpostly server, and does it still run?"
            } else {
                "start a server with `mockpostly serve`, or name another with --url"
            }
        self.init("\(target.description): \(sentencePart(failure.words))", hint: hint)
    }

    /// The failure for a refusal by a control plane, with the words of its problem document if it
    /// has one.
    init(refusal answer: HTTPAnswer, by target: HTTPTarget) {
        let problem = try? JSON(parsing: answer.body)
        guard let detail = problem?.root["detail"]?.string else {
            self.init(
                "\(target.description): the answer is \(answer.status)",
                hint: Self.hint(forStatus: answer.status)
            )
            return
        }
        var hint = problem?.root["hint"]?.string
        if let nearest = problem?.root["nearest"]?.elements {
            let number = nearest.first?["number"]?.int
            hint = number.map { "`mockpostly requests show \($0)` prints what came nearest" }
        }
        switch (answer.status, problem?.root["title"]?.string) {
        case (401, _):
            hint = "give its token with --admin-token, --admin-token-file or MOCKPOSTLY_ADMIN_TOKEN"
        case (409, "Snapshot exists"): hint = "choose another name, or replace it with --overwrite"
        default: break
        }
        let own = hint.map { printable(inCommandTerms($0)) }
        // The mistakes of a seed stand on lines of their own.
        let lines = detail.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines.map { printable(inCommandTerms(String($0))) }
        self.init(words.joined(separator: "\n"), hint: own == "" ? nil : own)
    }

    private static func hint(forStatus status: Int) -> String {
        switch status {
        case 404: "is it a mockpostly server, and was it started without --no-control?"
        case 413: "start the server with a larger MOCKPOSTLY_MAX_IMPORT"
        default: "is it a mockpostly server?"
        }
    }
}

/// `text` with control characters escaped, so that a terminal only shows them.
func printable(_ text: String) -> String {
    String(quoted(text, longest: 2_000).dropFirst().dropLast())
}
