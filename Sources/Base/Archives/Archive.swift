internal import MockPostlyJSON
internal import MockPostlyText

/// What was read of an HTTP Archive, version 1.1 or 1.2, of a browser, a proxy or this server.
package struct Archive: Sendable {
    /// The requests of HTTP, in the order of the archive.
    package private(set) var exchanges: [ArchivedExchange] = []
    /// Whether the archive ends before its list of entries does.
    package private(set) var isCut = false
    /// How many entries are no JSON, or have no request or address.
    package private(set) var unreadable = 0
    /// How many entries are sockets, tunnels, or of other schemes.
    package private(set) var others = 0

    /// Nil when `bytes` have no list of entries.
    package init?(_ bytes: [UInt8]) {
        let ending = bytes.withUnsafeBufferPointer { buffer in
            ArchiveScanner.entries(in: buffer) { range in
                guard let entry = try? JSON(parsing: Array(buffer[range])).root else {
                    unreadable += 1
                    return
                }
                add(entry)
            }
        }
        guard let ending else { return nil }
        isCut = ending == .cut
    }

    /// What could not be read, a sentence each.
    package var notes: [String] {
        var notes: [String] = []
        if isCut {
            notes.append("The file ends before its list of entries does; all before that was read.")
        }
        if unreadable > 0 {
            let entries = unreadable == 1 ? "1 entry" : "\(unreadable) entries"
            notes.append("\(entries) cannot be read.")
        }
        return notes
    }

    /// The hosts in their order, each with the numbers of all its exchanges and of those in JSON;
    /// only the exchanges count that `isTaken` takes.
    package func hosts(
        where isTaken: (ArchivedExchange) -> Bool = { _ in true }
    ) -> [(name: String, all: Int, json: Int)] {
        var hosts: [(name: String, all: Int, json: Int)] = []
        var places: [String: Int] = [:]
        for exchange in exchanges where isTaken(exchange) {
            let name = exchange.address.host
            let place = places[name] ?? hosts.count
            if place == hosts.count { hosts.append((name, 0, 0)) }
            places[name] = place
            hosts[place].all += 1
            if exchange.isJSON { hosts[place].json += 1 }
        }
        return hosts
    }

    /// The host with the most answers in JSON, of equal ones that with the most exchanges; nil
    /// without any.
    package static func main(of hosts: [(name: String, all: Int, json: Int)]) -> String? {
        hosts.max { ($0.json, $0.all) < ($1.json, $1.all) }?.name
    }
}

extension Archive {
    private mutating func add(_ entry: JSONValue) {
        guard let request = entry["request"], let url = request["url"]?.string,
            let method = request["method"]?.string?.uppercased(), !method.isEmpty
        else {
            unreadable += 1
            return
        }
        let status = entry["response"]?["status"]?.int ?? 0
        guard let address = ArchivedExchange.Address(url), method != "CONNECT", status != 101 else {
            others += 1
            return
        }
        let isAnswered = 200...599 ~= status
        var exchange = ArchivedExchange(
            method: method,
            address: address,
            status: isAnswered ? Int(status) : 0
        )
        exchange.requestFields = Self.fields(request)
        if let data = request["postData"] { Self.readRequest(data, into: &exchange) }
        if let response = entry["response"], isAnswered {
            exchange.fields = Self.fields(response)
            guard Self.readAnswer(response, into: &exchange) else {
                unreadable += 1
                return
            }
        } else {
            exchange.lack = .answer
        }
        if method == "OPTIONS" { exchange.lack = .request }
        exchanges.append(exchange)
    }

    /// Reads the body of an answer; false for one that is not as it says.
    private static func readAnswer(_ response: JSONValue, into exchange: inout ArchivedExchange)
        -> Bool
    {
        let content = response["content"]
        exchange.type = exchange.fields.value("content-type") ?? content?["mimeType"]?.string ?? ""
        // A browser answers 304 to nobody but itself.
        if exchange.status == 304 {
            exchange.lack = .body
            return true
        }
        guard let text = content?["text"]?.string else {
            let size = content?["size"]?.int ?? 0
            if size > 0, exchange.method != "HEAD" { exchange.lack = .body }
            return true
        }
        let isEncoded = content?["encoding"]?.string?.lowercased() == "base64"
        guard let body = isEncoded ? decoded(text) : Array(text.utf8) else { return false }
        if isText(body) { exchange.body = body } else { exchange.lack = .text }
        return true
    }

    /// What was sent: a text, or the fields of a form, which some tools list instead.
    private static func readRequest(_ data: JSONValue, into exchange: inout ArchivedExchange) {
        exchange.requestType =
            exchange.requestFields.value("content-type") ?? data["mimeType"]?.string ?? ""
        if let text = data["text"]?.string, !text.isEmpty {
            let isEncoded = data["encoding"]?.string?.lowercased() == "base64"
            let body = isEncoded ? decoded(text) : Array(text.utf8)
            exchange.requestBody = body.flatMap { isText($0) ? $0 : nil } ?? []
            return
        }
        let pairs = (data["params"]?.elements ?? []).compactMap { field -> String? in
            guard let name = field["name"]?.string else { return nil }
            let value = field["value"]?.string ?? field["fileName"]?.string ?? ""
            return "\(percentEncoded(name))=\(percentEncoded(value))"
        }
        guard !pairs.isEmpty else { return }
        // The parts of a multipart form are kept as fields: its boundary is not known.
        exchange.requestType = "application/x-www-form-urlencoded"
        exchange.requestBody = Array(pairs.joined(separator: "&").utf8)
    }

    /// The bytes of a text of base64, which may have line ends in it and lack its padding.
    private static func decoded(_ text: String) -> [UInt8]? {
        var digits = text.utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        return Base64.decode(String(decoding: digits, as: UTF8.self))
    }

    /// The fields of a head, without those that HTTP/2 has in place of the first line.
    private static func fields(_ message: JSONValue) -> [ArchivedExchange.Field] {
        (message["headers"]?.elements ?? []).compactMap { field in
            guard let name = field["name"]?.string, !name.isEmpty, !name.hasPrefix(":"),
                let value = field["value"]?.string
            else { return nil }
            return ArchivedExchange.Field(name: name, value: value)
        }
    }
}

/// Whether bytes are UTF-8 without the controls that texts do not have.
package func isText(_ bytes: [UInt8]) -> Bool {
    let hasControls = bytes.contains { byte in
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D && byte != 0x0C
    }
    return !hasControls && String(validating: bytes, as: UTF8.self) != nil
}
