internal import MockPostlyArchives
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText

/// Writes answers as mappings of WireMock, a file each.
struct StubWriting {
    private(set) var files: [Recording.File] = []
    private var names: Set<String> = []

    /// - Parameter exchanges: in the order of the archive; of several with one request the first
    ///   success is taken.
    init(_ exchanges: [ArchivedExchange]) {
        var order: [String] = []
        var chosen: [String: ArchivedExchange] = [:]
        for exchange in exchanges where !Self.isOwn(exchange.address.path) {
            let query = Self.query(exchange).map { "\($0.name)=\($0.value)" }
            let key = "\(exchange.method) \(exchange.address.path)?\(query.joined(separator: "&"))"
            guard let known = chosen[key] else {
                order.append(key)
                chosen[key] = exchange
                continue
            }
            if !known.isSuccess, exchange.isSuccess { chosen[key] = exchange }
        }
        for key in order {
            guard let exchange = chosen[key] else { continue }
            let path = "stubs/mappings/\(newName(for: exchange)).json"
            files.append(Recording.File(path: path, bytes: Self.mapping(exchange)))
        }
    }

    /// Paths that the server has itself, which no mapping can answer.
    private static func isOwn(_ path: String) -> Bool {
        ["/w/", "/f/", "/__admin", "/__mockpostly"].contains { path.hasPrefix($0) }
    }

    private mutating func newName(for exchange: ArchivedExchange) -> String {
        let text = "\(exchange.method.lowercased())\(exchange.address.path)".prefix(60)
        let letters = text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let base = String(letters).split(separator: "-").joined(separator: "-")
        var name = base
        var number = 2
        while !names.insert(name.lowercased()).inserted {
            name = "\(base)-\(number)"
            number += 1
        }
        return name
    }

    private static func query(_ exchange: ArchivedExchange) -> [(name: String, value: String)] {
        var names: Set<String> = []
        return Query(exchange.address.query.utf8).pairs.filter { names.insert($0.name).inserted }
            .sorted { $0.name < $1.name }
    }

    private static func mapping(_ exchange: ArchivedExchange) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8, reserving: exchange.body.count + 512)
        json.beginObject()
        json.field("name", "\(exchange.method) \(exchange.address.path)")
        let query = query(exchange)
        // What has no query answers those with another query than the recorded ones too.
        if query.isEmpty { json.field("priority", 9) }
        json.key("request")
        json.beginObject()
        json.field("method", exchange.method)
        json.field("urlPath", exchange.address.path)
        if !query.isEmpty {
            json.key("queryParameters")
            json.beginObject()
            for (name, value) in query {
                json.key(name)
                json.beginObject()
                json.field("equalTo", value)
                json.endObject()
            }
            json.endObject()
        }
        json.endObject()
        json.key("response")
        json.beginObject()
        json.field("status", exchange.status)
        writeFields(of: exchange, &json)
        writeBody(of: exchange, &json)
        json.endObject()
        json.endObject()
        return JSONWriter.pretty(json.finish()) + [0x0A]
    }

    /// Fields of the connection, of caches and of the server itself, which would not be true here.
    private static let dropped: Set<String> = [
        "age", "alt-svc", "connection", "content-encoding", "content-length",
        "content-security-policy", "date", "etag", "expect-ct", "keep-alive", "last-modified",
        "nel", "permissions-policy", "report-to", "server", "server-timing",
        "strict-transport-security", "trailer", "transfer-encoding", "upgrade", "vary", "via",
        "x-cache", "x-powered-by", "x-served-by", "x-timer", "x-request-id",
    ]

    private static func writeFields(of exchange: ArchivedExchange, _ json: inout JSONWriter) {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for field in exchange.fields {
            let name = field.name.lowercased()
            guard !dropped.contains(name), !name.hasPrefix("access-control-"),
                !name.hasPrefix("cf-"), !name.hasPrefix("x-mockpostly"),
                name.utf8.allSatisfy({ isUnreserved($0) })
            else { continue }
            if values[name] == nil { names.append(field.name) }
            // Chrome joins the values of a field by line ends.
            for line in field.value.split(separator: "\n") {
                let value =
                    name == "content-type"
                    ? inUTF8(String(line)) : local(String(line), name, exchange.address)
                values[name, default: []].append(value)
            }
        }
        if values["content-type"] == nil, !exchange.type.isEmpty, !exchange.body.isEmpty {
            names.append("Content-Type")
            values["content-type"] = [exchange.type]
        }
        guard !names.isEmpty else { return }
        json.key("headers")
        json.beginObject()
        for name in names {
            let all = (values[name.lowercased()] ?? []).filter { value in
                value.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
            }
            guard let first = all.first else { continue }
            json.key(name)
            guard all.count > 1 else {
                json.string(first)
                continue
            }
            json.beginArray()
            for value in all { json.string(value) }
            json.endArray()
        }
        json.endObject()
    }

    /// A media type without another character set than that in which recordings keep texts.
    private static func inUTF8(_ type: String) -> String {
        guard let charset = MediaType(type).charset, charset != "utf-8" else { return type }
        return type.prefix { $0 != ";" } + "; charset=utf-8"
    }

    /// A redirect to the recorded host stays on this server.
    private static func local(
        _ value: String,
        _ name: String,
        _ address: ArchivedExchange.Address
    ) -> String {
        let start = "\(address.scheme)://\(address.host)"
        guard name == "location", value.hasPrefix(start) else { return value }
        let rest = value.dropFirst(start.utf8.count)
        return rest.isEmpty ? "/" : rest.hasPrefix("/") ? String(rest) : value
    }

    private static func writeBody(of exchange: ArchivedExchange, _ json: inout JSONWriter) {
        guard !exchange.body.isEmpty else { return }
        let first = exchange.body.first { $0 > 0x20 }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let value = try? JSON(parsing: exchange.body).root
        {
            json.key("jsonBody")
            json.value(value)
        } else {
            json.field("body", String(decoding: exchange.body, as: UTF8.self))
        }
    }
}
