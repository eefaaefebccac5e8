package import MockPostlyJSON
internal import MockPostlyText

/// Requests and answers that a browser or a proxy has recorded (HTTP Archive 1.2).
package struct HAR: Sendable {
    package struct Entry: Sendable {
        package var method: String
        /// Host and port, in lower case.
        package var host: String
        /// With its query.
        package var path: String
        package var headers: [DriftAnswer.Field]
        package var body: [UInt8]?
        /// Nil for a request that got none.
        package var answer: DriftAnswer?
    }

    package private(set) var entries: [Entry] = []
    /// How many entries cannot be read.
    package private(set) var unread = 0

    /// Reads an archive; nil for JSON that is none.
    package init?(_ root: JSONValue) {
        guard let list = root["log"]?["entries"], list.kind == .array else { return nil }
        for element in list.elements {
            if let entry = Entry(element) { entries.append(entry) } else { unread += 1 }
        }
    }

    /// The host that has most entries; nil without any.
    package var mainHost: String? {
        let counts = Dictionary(entries.map { ($0.host, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

extension HAR.Entry {
    init?(_ json: JSONValue) {
        guard let request = json["request"], let method = request["method"]?.string,
            let url = request["url"]?.string, let scheme = url.firstIndex(of: ":"),
            url[scheme...].hasPrefix("://")
        else { return nil }
        let rest = url[scheme...].dropFirst(3).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[authority.endIndex...]
        (self.method, host) = (method.uppercased(), authority.lowercased())
        self.path = path.hasPrefix("/") ? String(path) : "/" + path
        headers = Self.fields(request["headers"])
        body = request["postData"]?["text"]?.string.map { Array($0.utf8) }
        answer = json["response"].flatMap(Self.answer)
    }

    private static func fields(_ json: JSONValue?) -> [DriftAnswer.Field] {
        (json?.elements ?? []).compactMap { field in
            guard let name = field["name"]?.string, let value = field["value"]?.string,
                !name.hasPrefix(":")
            else { return nil }
            return .init(name, value)
        }
    }

    private static func answer(_ json: JSONValue) -> DriftAnswer? {
        guard let status = json["status"]?.int, 100...999 ~= status else { return nil }
        let content = json["content"]
        let text = content?["text"]?.string ?? ""
        let isCoded = content?["encoding"]?.string == "base64"
        return DriftAnswer(
            status: Int(status),
            fields: fields(json["headers"]),
            body: isCoded ? Base64.decode(text) ?? [] : Array(text.utf8),
            time: 0
        )
    }
}

extension DriftScenario {
    /// What a browser or a program adds by itself, or what is of one connection.
    private static let left: Set<String> = [
        "accept-encoding", "connection", "content-length", "cookie", "host", "if-modified-since",
        "if-none-match", "origin", "proxy-authorization", "referer", "user-agent",
    ]

    /// Whether a field of a recorded request, in lower case, is sent to no other server.
    private static func isLeft(_ name: String) -> Bool {
        left.contains(name) || name.hasPrefix("x-mockpostly-")
    }

    /// The requests to `host` of an archive, in their order.
    ///
    /// What an earlier answer gave (ids, tokens) and a later request used is a variable: the answers
    /// of another server give others.
    ///
    /// - Parameters:
    ///   - name: the system's.
    ///   - archive: the recorded requests and answers.
    ///   - host: those to others are left out.
    ///   - base: what stands before the paths of the contract, such as `/v2`.
    ///   - isSame: whether the server that is asked is that host, so that recorded keys are its own.
    package init(
        _ name: String,
        from archive: HAR,
        to host: String,
        below base: String,
        isSame: Bool = false
    ) {
        var known: [(text: String, name: String)] = []
        var numbers: [(text: String, name: String)] = []
        var steps: [DriftStep] = []
        for entry in archive.entries where entry.host == host {
            let isBelow = !base.isEmpty && entry.path.hasPrefix(base + "/")
            let path = isBelow ? String(entry.path.dropFirst(base.utf8.count)) : entry.path
            var step = DriftStep("\(steps.count + 1)", entry.method, path)
            let fill = { (text: String) in
                known.reduce(text) { replacing($1.text, by: "{{\($1.name)}}", in: $0) }
            }
            step.path = fill(Self.filled(path, numbers))
            step.headers = entry.headers.filter {
                let name = $0.name.lowercased()
                return !Self.isLeft(name) && !name.hasPrefix("sec-")
                    // A key of another host is none of this one's; what an answer gave is.
                    && (isSame || name != "authorization" || fill($0.value) != $0.value)
            }.map { .init($0.name, fill($0.value)) }
            step.body = entry.body.map { fill(String(decoding: $0, as: UTF8.self)) }
            step.writes = Self.writes(entry)
            step.isRecorded = true
            step.content =
                entry.method == "GET" && (entry.answer?.status ?? 0) < 400 ? .own : .rule
            steps.append(step)
            guard let answer = entry.answer, let root = DriftComparison.parsed(answer.body) else {
                continue
            }
            if step.content == .rule, !step.writes { steps[steps.count - 1].content = .person }
            root.forEachScalar(at: "") { path, value in
                let name = "\(step.name).\(path.hasPrefix(".") ? String(path.dropFirst()) : path)"
                switch value {
                case .text(let text):
                    guard let form = TextForm(text), !known.contains(where: { $0.text == text })
                    else { return }
                    if case .date = form { return }
                    known.append((text, name))
                case .number(let text):
                    guard step.writes, noun(at: "body\(path)", "\(step.method) \(step.path)") != nil
                    else { return }
                    numbers.append((text, name))
                case .null, .bool, .list, .object: break
                }
            }
        }
        self.init(name, steps)
    }

    /// `path` with variables for segments that are numbers of things created before.
    private static func filled(_ path: String, _ numbers: [(text: String, name: String)]) -> String
    {
        let query = path.firstIndex(of: "?") ?? path.endIndex
        let parts = path[..<query].split(separator: "/", omittingEmptySubsequences: false)
        let filled = parts.map { part in
            numbers.last { $0.text == part }.map { "{{\($0.name)}}" } ?? String(part)
        }
        return filled.joined(separator: "/") + path[query...]
    }

    /// Whether a request changes something; logging in does not.
    private static func writes(_ entry: HAR.Entry) -> Bool {
        guard !["GET", "HEAD", "OPTIONS"].contains(entry.method) else { return false }
        guard entry.method == "POST" else { return true }
        let words = entry.path.prefix { $0 != "?" }.lowercased().split(separator: "/")
        return !words.contains { ["login", "signin", "refresh", "token", "tokens"].contains($0) }
    }
}
