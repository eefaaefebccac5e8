internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText

/// What was read of an HTTP Archive, version 1.1 or 1.2, of a browser, a proxy or this server.
struct ArchiveReading {
    /// The exchanges that can be used, in the order of the archive.
    var exchanges: [Exchange] = []
    /// Whether the archive ends before its list of entries does.
    var isCut = false
    /// How many entries were not used, for each reason.
    var skipped = Skipped()

    struct Skipped: Sendable, Equatable {
        /// Entries that are no JSON, or have no request or address.
        var unreadable = 0
        /// Requests that were not answered.
        var unanswered = 0
        /// Sockets, addresses of other schemes, tunnels and preflights.
        var others = 0
        /// Answers whose body the archive does not have.
        var withoutBody = 0
        /// Answers that are no text.
        var binary = 0
    }

    /// Nil when `bytes` have no list of entries.
    init?(_ bytes: [UInt8]) {
        let ending = bytes.withUnsafeBufferPointer { buffer in
            ArchiveScanner.entries(in: buffer) { range in
                guard let entry = try? JSON(parsing: Array(buffer[range])).root else {
                    skipped.unreadable += 1
                    return
                }
                add(entry)
            }
        }
        guard let ending else { return nil }
        isCut = ending == .cut
    }

    private mutating func add(_ entry: JSONValue) {
        guard let request = entry["request"], let url = request["url"]?.string,
            let method = request["method"]?.string?.uppercased(), !method.isEmpty
        else {
            skipped.unreadable += 1
            return
        }
        guard let address = Exchange.Address(url), method != "CONNECT", method != "OPTIONS" else {
            skipped.others += 1
            return
        }
        guard let response = entry["response"], let status = response["status"]?.int,
            200...599 ~= status
        else {
            if entry["response"]?["status"]?.int == 101 {
                skipped.others += 1
            } else {
                skipped.unanswered += 1
            }
            return
        }
        var exchange = Exchange(method: method, address: address, status: Int(status))
        exchange.requestFields = Self.fields(request)
        if let data = request["postData"] { Self.read(data, into: &exchange) }
        exchange.fields = Self.fields(response)
        read(response, into: &exchange)
    }

    private mutating func read(_ response: JSONValue, into exchange: inout Exchange) {
        let content = response["content"]
        exchange.type = exchange.fields.value("content-type") ?? content?["mimeType"]?.string ?? ""
        // A browser answers 304 to nobody but itself.
        if exchange.status == 304 {
            skipped.withoutBody += 1
            return
        }
        guard let text = content?["text"]?.string else {
            let size = content?["size"]?.int ?? 0
            if size > 0, exchange.method != "HEAD" {
                skipped.withoutBody += 1
                return
            }
            return exchanges.append(exchange)
        }
        let isEncoded = content?["encoding"]?.string?.lowercased() == "base64"
        guard let body = isEncoded ? Self.decoded(text) : Array(text.utf8) else {
            skipped.unreadable += 1
            return
        }
        guard isText(body) else {
            skipped.binary += 1
            return
        }
        exchange.body = body
        exchanges.append(exchange)
    }

    /// What was sent: a text, or the fields of a form, which some tools list instead.
    private static func read(_ data: JSONValue, into exchange: inout Exchange) {
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
            return "\(encoded(name))=\(encoded(value))"
        }
        guard !pairs.isEmpty else { return }
        // The parts of a multipart form are kept as fields: its boundary is not known.
        exchange.requestType = "application/x-www-form-urlencoded"
        exchange.requestBody = Array(pairs.joined(separator: "&").utf8)
    }

    private static func encoded(_ text: String) -> String {
        percentEncoded(text.utf8, keeping: isUnreserved)
    }

    /// The bytes of a text of base64, which may have line ends in it and lack its padding.
    private static func decoded(_ text: String) -> [UInt8]? {
        var digits = text.utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        return Base64.decode(String(decoding: digits, as: UTF8.self))
    }

    /// The fields of a head, without those that HTTP/2 has in place of the first line.
    private static func fields(_ message: JSONValue) -> [Exchange.Field] {
        (message["headers"]?.elements ?? []).compactMap { field in
            guard let name = field["name"]?.string, !name.isEmpty, !name.hasPrefix(":"),
                let value = field["value"]?.string
            else { return nil }
            return Exchange.Field(name: name, value: value)
        }
    }
}

/// Whether bytes are UTF-8 without the controls that texts do not have.
func isText(_ bytes: [UInt8]) -> Bool {
    let hasControls = bytes.contains { byte in
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D && byte != 0x0C
    }
    return !hasControls && String(validating: bytes, as: UTF8.self) != nil
}

extension [Exchange.Field] {
    /// The first value under `name`, which is in lower case.
    func value(_ name: String) -> String? {
        first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }?.value
    }
}
