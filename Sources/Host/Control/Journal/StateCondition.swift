internal import MockPostlyBodies
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyRegex

/// What the answer to a GET request has to be like.
struct StateCondition {
    let request: Request
    private let status: ClosedRange<Int>?
    private let path: JSONPath
    private let pattern: ValuePattern

    init(_ body: ControlBody) throws(Problem) {
        guard let target = try body.text("get") else {
            throw body.missing("get", "Send the path of a GET request, such as '/api/posts/ID'.")
        }
        guard Request.canHave(target: target) else {
            throw .badValue(
                "The member 'get' is '\(shortened(target))'.",
                "Send a path as in a request line: it begins with '/', and is percent-encoded."
            )
        }
        var fields = ""
        for (name, value) in try body.object("headers")?.members ?? [] {
            guard let text = value.string else {
                throw body.wrongType(
                    "headers.\(name)",
                    value,
                    wanted: "a text",
                    hint: "Put it in quotes."
                )
            }
            fields += "\(name): \(text)\r\n"
        }
        guard let request = Request(getting: target, fields) else {
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

    /// Whether an answer with this value is as wanted, as far as `budget` allows to find that out.
    func accepts(_ response: Response, _ value: JSONValue?, _ budget: MatchBudget) -> Bool {
        (status.map { $0.contains(response.status) } ?? true) && pattern.accepts(value, budget)
    }

    var words: String {
        let status = status.map { " with the status \($0.lowerBound) to \($0.upperBound)" } ?? ""
        return pattern.words + status
    }
}

extension Request {
    /// Whether `target` is a path as it can stand in a request line.
    static func canHave(target: String) -> Bool {
        target.utf8.first == UInt8(ascii: "/") && target.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F }
    }

    /// A GET request for `target` with the lines of `fields`, parsed as one that a client has sent; nil
    /// when these make none.
    init?(getting target: String, _ fields: String = "") {
        let head = "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
        let bytes = Array(head.utf8)
        guard Self.canHave(target: target),
            case .request(let request) = RequestParser.step(of: bytes, RequestLimits()).step,
            request.headLength == bytes.count
        else { return nil }
        self = request
    }
}
