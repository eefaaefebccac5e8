internal import MockPostlyBodies
internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyText
internal import MockPostlyWorld

/// The requests of a journal in the HTTP Archive format, version 1.2, as browsers export it.
final class HTTPArchive {
    private var json = JSONWriter(escaping: .utf8)
    private let reader: JournalReader
    private let showsSecrets: Bool

    /// An archive without entries; times are those of the machine.
    init(_ reader: JournalReader, _ version: String, showsSecrets: Bool) {
        (self.reader, self.showsSecrets) = (reader, showsSecrets)
        json.beginObject()
        json.key("log")
        json.beginObject()
        json.field("version", "1.2")
        json.key("creator")
        json.beginObject()
        json.field("name", "mockpostly")
        json.field("version", version)
        json.endObject()
        json.key("entries")
        json.beginArray()
    }

    /// Adds an entry, if it is a request.
    func add(_ entry: JournalEntry) {
        guard case .exchange(let exchange) = entry.content else { return }
        Self.write(entry, exchange, &json, reader, showsSecrets)
    }

    /// The archive; nothing can be added afterwards.
    func finish() -> [UInt8] {
        json.endArray()
        json.endObject()
        json.endObject()
        json.byte(0x0A)
        return json.withBytes { Array($0) }
    }

    private static func write(
        _ entry: JournalEntry,
        _ exchange: RecordedExchange,
        _ json: inout JSONWriter,
        _ reader: JournalReader,
        _ showsSecrets: Bool
    ) {
        let milliseconds = Double(entry.nanoseconds / 1000) / 1000
        json.beginObject()
        json.field("startedDateTime", reader.journal.time(of: entry).machine.zulu)
        json.field("time", milliseconds)
        json.key("request")
        let limit = reader.journal.longestBody
        write(exchange.request, exchange.bodyBytes.request, limit, &json, showsSecrets)
        json.key("response")
        write(exchange.response, exchange.bodyBytes.response, limit, &json, showsSecrets)
        json.key("cache")
        json.beginObject()
        json.endObject()
        json.key("timings")
        json.beginObject()
        json.field("send", 0)
        json.field("wait", milliseconds)
        json.field("receive", 0)
        json.endObject()
        json.field("comment", "world \(reader.world), number \(entry.number)")
        json.endObject()
    }

    private static func write(
        _ request: Request,
        _ bodyBytes: Int,
        _ limit: Int,
        _ json: inout JSONWriter,
        _ showsSecrets: Bool
    ) {
        let target =
            showsSecrets
            ? String(decoding: request.target, as: UTF8.self) : Redaction.target(request.target)
        json.beginObject()
        json.field("method", request.method.name)
        json.field("url", "\(request.scheme)://\(request.authority)\(target)")
        json.field("httpVersion", "HTTP/1.\(request.head.minorVersion)")
        json.list("cookies", [String]())
        json.archiveFields(request.fields, showsSecrets)
        let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        json.list("queryString", Query(query.utf8).pairs) { pair, json in
            json.beginObject()
            json.field("name", pair.name)
            json.field("value", pair.value)
            json.endObject()
        }
        if bodyBytes > 0 {
            let decoded = DecodedBody(of: request, sent: bodyBytes, limit: limit)
            let body = showsSecrets ? decoded.bytes : Redaction.body(decoded)
            json.key("postData")
            json.beginObject()
            json.field("mimeType", request.contentType ?? "")
            json.field("text", String(decoding: body, as: UTF8.self))
            json.endObject()
        }
        json.field("headersSize", request.headLength)
        json.field("bodySize", bodyBytes)
        json.endObject()
    }

    private static func write(
        _ response: Response,
        _ bodyBytes: Int,
        _ limit: Int,
        _ json: inout JSONWriter,
        _ showsSecrets: Bool
    ) {
        let type = response["Content-Type"]
        let plain = DecodedBody(of: response, sent: bodyBytes, limit: limit)
        let body = showsSecrets ? plain.bytes : Redaction.body(plain)
        json.beginObject()
        json.field("status", response.status)
        json.field("statusText", "\(reasonPhrase(of: response.status))")
        json.field("httpVersion", "HTTP/1.1")
        json.list("cookies", [String]())
        json.archiveFields(response.allFields.map { ($0.name, $0.value) }, showsSecrets)
        json.key("content")
        json.beginObject()
        json.field("size", plain.coding == nil ? bodyBytes : plain.content.count)
        if plain.coding != nil, plain.isWhole {
            json.field("compression", plain.content.count - bodyBytes)
        }
        json.field("mimeType", type ?? "")
        if let text = String(validating: body, as: UTF8.self) {
            json.field("text", text)
        } else {
            json.field("text", Base64.encode(body))
            json.field("encoding", "base64")
        }
        json.endObject()
        let location = response["Location"] ?? ""
        json.field(
            "redirectURL",
            showsSecrets ? location : Redaction.value(ofField: "location", location)
        )
        json.field("headersSize", -1)
        json.field("bodySize", bodyBytes)
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func archiveFields(
        _ fields: [(name: String, value: String)],
        _ showsSecrets: Bool
    ) {
        list("headers", fields) { field, json in
            json.beginObject()
            json.field("name", field.name)
            json.field(
                "value",
                showsSecrets ? field.value : Redaction.value(ofField: field.name, field.value)
            )
            json.endObject()
        }
    }
}
