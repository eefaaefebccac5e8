internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `POST requests`: a request that passes through the server as if a client had sent it.
enum Sending {
    /// The longest time that an answer may take, as long as a fault can delay it.
    private static let longest = Duration.seconds(3600)

    /// Sends the request that the body describes, or one like an entry of the journal.
    static func send(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(
            request,
            members: ["world", "like", "method", "path", "headers", "body"]
        )
        let world = try call.world(query, body)
        let reader = try call.worlds.journal(of: world)
        let sent = try RequestDraft(body, reader, request.authority).request(in: world)
        let began = monotonicNanoseconds()
        let held = AwaitedAnswer(timeout: longest) { late }
        var early: Response?
        call.course.send(sent) { response, number in
            let answer = Self.answer(response, number, world, monotonicNanoseconds() - began)
            early = answer
            held.answer(answer)
        }
        return early.map { .now($0) } ?? .awaiting(held)
    }

    /// The reply of this server to a request, as if a client had sent it.
    static func reply(to request: Request, _ course: any ServingCourse) -> Reply {
        let held = AwaitedAnswer(timeout: longest) { late }
        var early: Response?
        course.send(request) { response, _ in
            early = response
            held.answer(response)
        }
        return early.map { .now($0) } ?? .awaiting(held)
    }

    private static var late: Response {
        Problem(
            504,
            "Not in time",
            detail: "The request was not answered within \(formatDuration(longest)).",
            hint: "See whether a fault holds it back."
        ).response
    }

    /// The answer as the journal shows one, with the number of its entry, if it has one.
    private static func answer(
        _ response: Response,
        _ number: Int?,
        _ world: String,
        _ nanoseconds: UInt64
    ) -> Response {
        .object { json in
            json.field("world", world)
            json.key("number")
            if let number { json.int(number) } else { json.null() }
            json.field("status", response.status)
            json.field("fault", response.mark?.fault)
            json.field("milliseconds", Double(nanoseconds / 1000) / 1000)
            json.key("response")
            json.beginObject()
            var response = response
            response.collectSource()
            json.answer(
                response,
                of: response.body.count,
                longest: 1024 * 1024,
                EntryDetail(showsSecrets: true)
            )
            json.endObject()
        }
    }
}

/// The parts of a request that is to be sent.
private struct RequestDraft {
    private var method = "GET"
    private var target = ""
    /// The host and port that it was sent to: links in its answer begin with them.
    private var authority: String
    private var fields: [(name: String, value: String)] = []
    private var body: [UInt8] = []

    /// Fields that are made anew, or that only mean something on a connection.
    private static let ownFields = [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer",
        "transfer-encoding", "upgrade", "x-mockpostly-world",
    ]

    /// Reads the members of `body`; those that are missing are those of the entry `like`.
    init(_ order: ControlBody, _ reader: JournalReader, _ authority: String) throws {
        self.authority = authority
        if let number = try order.int("like", in: 1...Int64.max) {
            let exchange = try reader.exchange(numbered: String(number)).exchange
            let request = exchange.request
            method = request.method.name
            target = String(decoding: request.target, as: UTF8.self)
            fields = request.fields
            self.authority = request.host ?? authority
            body = request.body
            guard exchange.bodyBytes.request == body.count || order.value("body") != nil else {
                throw Problem(
                    409,
                    "Incomplete body",
                    detail: "The journal has only the first \(body.count) of the "
                        + "\(exchange.bodyBytes.request) bytes of that request's body.",
                    hint: "Send the member 'body' as well."
                )
            }
        }
        method = try order.text("method") ?? method
        target = try order.text("path") ?? target
        guard !target.isEmpty else {
            throw order.missing("path", "Send a path such as '/api/posts', or the member 'like'.")
        }
        if let members = try order.object("headers")?.members {
            fields = try members.map { name, value in
                guard let text = value.string else {
                    throw order.wrongType(
                        "headers.\(name)",
                        value,
                        wanted: "a text",
                        hint: "Put it in quotes."
                    )
                }
                return (name, text)
            }
        }
        guard let text = try order.text("body") else { return }
        body = Array(text.utf8)
        if !order.has("headers") { fields = fields.compactMap(Self.besideText) }
    }

    /// A field of the original beside a text in its body's place, which is UTF-8 without a coding.
    private static func besideText(
        _ field: (name: String, value: String)
    ) -> (name: String, value: String)? {
        switch field.name.lowercased() {
        case "content-encoding": nil
        case "content-type": (field.name, contentType(field.value, withCharset: "utf-8"))
        default: field
        }
    }

    /// The request, parsed as one that a client has sent.
    func request(in world: String) throws(Problem) -> Request {
        guard Request.canHave(target: target) else {
            throw .badValue(
                "The member 'path' is '\(shortened(target))'.",
                "Send a path as in a request line: it begins with '/', and is percent-encoded."
            )
        }
        var head = "\(method) \(target) HTTP/1.1\r\nHost: \(authority)\r\n"
        for (name, value) in fields where !Self.ownFields.contains(name.lowercased()) {
            head += "\(name): \(value)\r\n"
        }
        head += "X-Mockpostly-World: \(world)\r\n"
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + body
        guard case .request(let request) = RequestParser.step(of: bytes, RequestLimits()).step,
            request.headLength == bytes.count - body.count
        else {
            throw .badValue(
                "The members 'method', 'path' and 'headers' make no request.",
                "Send them as they can stand in a request."
            )
        }
        let prefix = AddressPrefix(of: request.path)
        if let named = prefix.world, !named.elementsEqual(world.utf8) {
            throw Problem(
                400,
                "Conflicting values",
                detail: "The path is in the world '\(String(decoding: named, as: UTF8.self))', "
                    + "the request is for '\(world)'.",
                hint: "Name the world in one place."
            )
        }
        if Control.owns(request.path.dropFirst(prefix.length)) {
            throw .badValue(
                "The member 'path' is '\(shortened(target))'.",
                "Call the control plane itself."
            )
        }
        return request
    }
}
