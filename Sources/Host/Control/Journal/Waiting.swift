internal import MockPostlyBodies
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyWorld

/// `requests/wait`, `messages/wait` and `state/wait`: answers that come when something happens.
enum Waiting {
    private static let members = ["world", "match", "count", "after", "timeout"]
    /// The longest time to wait, and the usual one.
    private static let longest = Duration.seconds(600)
    private static let usual = Duration.seconds(5)

    static func requests(_ request: Request, _ call: Control.Call) throws -> Reply {
        try wait(request, call, RequestMatcher.self)
    }

    static func messages(_ request: Request, _ call: Control.Call) throws -> Reply {
        try wait(request, call, MessageMatcher.self)
    }

    private static func wait<Matcher: EntryMatcher>(
        _ request: Request,
        _ call: Control.Call,
        _: Matcher.Type
    ) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: members)
        let reader = try call.server.journal(of: try call.world(query, body))
        let matcher = try Matcher(body.object("match", members: Matcher.members), call, reader)
        let wanted = try body.int("count", in: 1...Int64(Int32.max)).map { Int($0) } ?? 1
        let after = try body.int("after", in: 0...Int64.max).map { Int($0) } ?? 0
        let timeout = try timeout(body)
        var found: [Int] = []
        var undecided: [JournalEntry] = []
        var seen = after
        return waiting(for: timeout, call.server.journals) {
            for entry in reader.journal.entries(after: seen) {
                seen = entry.number
                guard let comparison = matcher.comparison(with: entry) else { continue }
                if comparison.isMet { found.append(entry.number) }
                if comparison.isUndecided { undecided.append(entry) }
            }
            guard found.count >= wanted else {
                guard found.count + undecided.count >= wanted else { return nil }
                return undecided.first?.unknownBody.response
            }
            return .object { json in
                json.field("found", found.count)
                json.list("numbers", found) { $1.int($0) }
                json.key("last")
                if let last = reader.journal[found[found.count - 1]] {
                    last.write(&json, reader, EntryDetail(hasContent: true))
                } else {
                    json.null()
                }
                json.field("dropped", reader.journal.dropped)
            }
        } expired: {
            var failure = Failure(
                "Not in time",
                (found.isEmpty ? "It never came" : "It came \(Expectation.times(found.count))")
                    + " within \(formatDuration(timeout)), and should have come at least "
                    + "\(Expectation.times(wanted)).",
                reader
            )
            failure.numbers = found
            failure.nearest = matcher.find(after: after).nearest
            return failure.response
        }
    }

    /// Waits until the answer to a GET request meets a condition.
    static func state(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(
            request,
            members: ["world", "get", "headers", "status", "path", "value", "timeout"]
        )
        let world = try call.world(query, body)
        let reader = try call.server.journal(of: world)
        let condition = try StateCondition(body)
        let timeout = try timeout(body)
        let server = call.server
        var found: JSONValue?
        return waiting(for: timeout, server.journals) {
            guard let response = try? server.peek(condition.request, in: world) else { return nil }
            found = condition.value(in: response)
            guard condition.accepts(response, found) else { return nil }
            return .object { json in
                json.field("met", true)
                json.field("status", response.status)
                // Absent and null differ: only a value that is there is written.
                guard let found else { return }
                json.key("value")
                json.value(found)
            }
        } expired: {
            let value = found.map { shortened($0.asJSON) } ?? "absent"
            return Failure(
                "Not in time",
                "The value is \(value) after \(formatDuration(timeout)), wanted "
                    + "\(condition.words).",
                reader,
                hint: "Ask for the path yourself to see the whole answer."
            ).response
        }
    }

    private static func timeout(_ body: ControlBody) throws(Problem) -> Duration {
        let timeout = try body.duration("timeout") ?? usual
        guard timeout <= longest else {
            throw .badValue(
                "The member 'timeout' is \(formatDuration(timeout)).",
                "The longest is \(formatDuration(longest))."
            )
        }
        return timeout
    }

    /// The answer of `look`, as soon as it gives one: now, or after a tick with new entries.
    private static func waiting(
        for timeout: Duration,
        _ journals: JournalHub,
        _ look: @escaping () -> Response?,
        expired: @escaping () -> Response
    ) -> Reply {
        if let response = look() { return .now(response) }
        let watcher = Watcher()
        let held = HeldReply(timeout: timeout) {
            journals.unwatch(watcher)
            return expired()
        }
        journals.watch(watcher) { [weak held] in
            guard let held, !held.isAnswered else { return journals.unwatch(watcher) }
            guard let response = look() else { return }
            journals.unwatch(watcher)
            held.answer(response)
        }
        return .held(held)
    }

    private final class Watcher {}
}

/// What the answer to a GET request has to be like.
private struct StateCondition {
    let request: Request
    private let status: ClosedRange<Int>?
    private let path: JSONPath
    private let pattern: ValuePattern

    init(_ body: ControlBody) throws(Problem) {
        guard let target = try body.text("get") else {
            throw body.missing("get", "Send the path of a GET request, such as '/api/posts/ID'.")
        }
        guard target.utf8.first == UInt8(ascii: "/"),
            target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw .badValue(
                "The member 'get' is '\(shortened(target))'.",
                "Send a path as in a request line: it begins with '/', and is percent-encoded."
            )
        }
        var head = "GET \(target) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in try body.object("headers")?.members ?? [] {
            guard let text = value.string else {
                throw body.wrongType(
                    "headers.\(name)",
                    value,
                    wanted: "a text",
                    hint: "Put it in quotes."
                )
            }
            head += "\(name): \(text)\r\n"
        }
        let bytes = Array((head + "\r\n").utf8)
        guard case .request(let request) = RequestParser.step(of: bytes, RequestLimits()).step,
            request.headLength == bytes.count
        else {
            throw .badValue(
                "The members 'get' and 'headers' make no request.",
                "Send names and values as they can stand in a request."
            )
        }
        self.request = request
        status = try body.value("status").map { value throws(Problem) in
            guard let range = EntryPattern.statuses(value.asText) else {
                throw body.badValue("status", value, hint: EntryPattern.hintForStatus)
            }
            return range
        }
        let text = try body.text("path") ?? "$"
        do throws(JSONPath.Fault) {
            path = try JSONPath(text)
        } catch {
            throw .badValue(
                "The path '\(shortened(text))' in the member 'path' \(error.words).",
                "Send a path to one value, such as '$.likes' or '$.posts[0].title'."
            )
        }
        pattern =
            if let value = body.value("value") {
                try body.valuePattern("value", value)
            } else { .text(.present) }
    }

    /// The value that the path leads to; nil when there is none.
    func value(in response: Response) -> JSONValue? {
        let count = response.body.count
        let body = DecodedBody(of: response, sent: count, limit: max(count, DecodedBody.longest))
        return (try? JSON(parsing: body.bytes)).flatMap { path.value(in: $0.root) }
    }

    func accepts(_ response: Response, _ value: JSONValue?) -> Bool {
        (status.map { $0.contains(response.status) } ?? true) && pattern.accepts(value)
    }

    var words: String {
        let status = status.map { " with the status \($0.lowerBound) to \($0.upperBound)" } ?? ""
        return pattern.words + status
    }
}
