internal import MockPostlyArchives
internal import MockPostlyBodies
package import MockPostlyHTTP

/// The requests of a session with real servers and their answers, as they come.
///
/// A value: a copy can become a ``Recording`` on another thread while the session goes on.
///
/// ```swift
/// var session = RecordedSession()
/// session.add(request, response, sent: 512, from: "https://api.mine.example")
/// let recording = try Recording(session)
/// ```
package struct RecordedSession: Sendable {
    /// The most bytes of a body that can be recorded.
    package static let longestBody = 16 * 1024 * 1024
    /// The most bytes of all heads and bodies that are kept.
    package let limit: Int

    private(set) var exchanges: [ArchivedExchange] = []
    /// How many others came, for each reason.
    private(set) var lacks: [ArchivedExchange.Lack: Int] = [:]
    /// Sockets and tunnels.
    private(set) var others = 0
    /// Answers of which the beginning alone is there.
    private var cut = 0
    /// Answers that a fault or a stub has changed.
    private var changed = 0
    /// Requests that came after the last one that there was room for.
    private var late = 0
    private var bytes = 0

    package init(limit: Int = 512 * 1024 * 1024) { self.limit = limit }

    /// Whether a request came for which there was no room.
    package var isFull: Bool { late > 0 }

    /// How many requests can become a part of a mock.
    package var count: Int { exchanges.count }

    /// Adds a request and the answer of a real server.
    ///
    /// - Parameters:
    ///   - request: without what is for this server in its target.
    ///   - response: with the body, or with the beginning of one that was sent in pieces.
    ///   - sent: the length of the whole body; nil when it was cut.
    ///   - origin: the URL of the real server, without a slash at its end.
    package mutating func add(
        _ request: Request,
        _ response: Response,
        sent: Int?,
        from origin: String
    ) {
        let method = request.method.name
        guard let url = ArchivedExchange.Address(origin), method != "OPTIONS" else {
            lacks[.request, default: 0] += 1
            return
        }
        guard response.status != 101, method != "CONNECT" else {
            others += 1
            return
        }
        guard response.mark?.hasFailed != true else {
            lacks[.answer, default: 0] += 1
            return
        }
        guard response.mark?.fault == nil, response.mark?.stub == nil else {
            changed += 1
            return
        }
        guard response.status != 304 else {
            lacks[.body, default: 0] += 1
            return
        }
        let answer = DecodedBody(of: response, sent: sent ?? .max, limit: Self.longestBody)
        guard answer.isWhole || answer.isSealed else {
            cut += 1
            return
        }
        guard !answer.isSealed, isText(answer.bytes) else {
            lacks[.text, default: 0] += 1
            return
        }
        let target = String(decoding: request.rawTargetWithoutPrefix, as: UTF8.self)
        let address = ArchivedExchange.Address("\(url.scheme)://\(url.host)\(target)")
        guard let address, makeRoom(for: request, answer) else { return }
        var exchange = ArchivedExchange(method: method, address: address, status: response.status)
        exchange.requestFields = request.fields.map { .init(name: $0.name, value: $0.value) }
        exchange.requestType = request.contentType ?? ""
        exchange.requestBody = Self.text(of: request)
        exchange.fields = response.allFields.map { field in
            let isPlace = field.name.lowercased() == "location"
            let value = isPlace ? Self.local(field.value, origin) : field.value
            return .init(name: field.name, value: value)
        }
        exchange.type = response["Content-Type"] ?? ""
        exchange.body = answer.bytes
        exchanges.append(exchange)
    }

    private mutating func makeRoom(for request: Request, _ answer: DecodedBody) -> Bool {
        let size = request.headLength + request.body.count + answer.bytes.count
        guard late == 0, bytes + size <= limit else {
            late += 1
            return false
        }
        bytes += size
        return true
    }

    private static func text(of request: Request) -> [UInt8] {
        let body = DecodedBody(of: request, sent: request.bodyCount, limit: longestBody)
        return body.isWhole && !body.isSealed && isText(body.bytes) ? body.bytes : []
    }

    /// The target of a redirect below the path of the real server.
    private static func local(_ value: String, _ origin: String) -> String {
        guard value.hasPrefix(origin) else { return value }
        let rest = value.dropFirst(origin.count)
        return rest.isEmpty ? "/" : rest.hasPrefix("/") ? String(rest) : value
    }

    /// What was left out besides ``lacks``, a sentence each.
    var notes: [String] {
        func note(_ count: Int, _ one: String, _ many: String) -> String? {
            count == 0 ? nil : count == 1 ? "1 \(one)" : "\(count) \(many)"
        }
        let body = Self.longestBody >> 20
        return [
            note(
                cut,
                "answer has more than \(body) MiB, or was cut.",
                "answers have more than \(body) MiB, or were cut."
            ),
            note(
                changed,
                "answer was changed by a fault or a stub.",
                "answers were changed by faults or stubs."
            ),
            note(
                late,
                "request came when \(limit >> 20) MiB were recorded.",
                "requests came when \(limit >> 20) MiB were recorded."
            ),
        ].compactMap(\.self)
    }
}
