internal import MockPostlyBodies
internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyPatching
internal import MockPostlyText

/// How much of an entry is written.
struct EntryDetail {
    /// Whether fields and bodies are written.
    var hasContent = false
    /// Whether passwords, tokens and cookies are written as they were sent.
    var showsSecrets = false
    /// Whether all names of the user are written, which are looked up for it.
    var hasNames = false
    /// Whether times of the machine are written, which differ between two runs.
    var hasTiming = true
}

extension JournalEntry {
    /// Writes the entry as an object.
    func write(_ json: inout JSONWriter, _ reader: JournalReader, _ detail: EntryDetail) {
        json.beginObject()
        json.field("number", number)
        json.field("world", reader.world)
        let time = reader.journal.time(of: self)
        json.field("time", time.world)
        switch content {
        case .exchange(let exchange):
            exchange.writeMembers(&json, reader)
            if detail.hasNames, exchange.asker != nil {
                json.list("userNames", reader.facts(about: exchange).users) { $1.string($0) }
            }
            json.field("peer", peer)
            if !exchange.changes.isEmpty {
                json.list("changes", exchange.changes) { $0.write(&$1) }
            }
            if detail.hasTiming {
                json.key("timing")
                json.beginObject()
                json.field("startedAt", time.machine)
                json.field("milliseconds", Double(nanoseconds / 1000) / 1000)
                json.endObject()
            }
            if detail.hasContent { exchange.writeContent(&json, reader, detail) }
        case .message(let message):
            message.writeMembers(&json)
            if detail.hasTiming {
                json.key("timing")
                json.beginObject()
                json.field("startedAt", time.machine)
                json.endObject()
            }
            if detail.hasContent { message.writeContent(&json, detail) }
        }
        json.endObject()
    }
}

extension RowChange {
    fileprivate func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("kind", kind.rawValue)
        json.field("table", table)
        json.field("key", key)
        json.endObject()
    }
}

extension RecordedExchange {
    fileprivate func writeMembers(_ json: inout JSONWriter, _ reader: JournalReader) {
        let (dialect, route) = reader.names(of: self)
        json.field("method", request.method.name)
        json.field("path", Redaction.target(request.target))
        json.field("system", dialect)
        json.field("dialect", dialect)
        json.field("route", route)
        json.field("user", asker)
        json.field("status", status)
        json.field("fault", mark?.fault)
        json.key("stub")
        if let stub = mark?.stub { json.int(stub) } else { json.null() }
        if let origin = response[AnswerMark.upstreamField] { json.field("upstream", origin) }
        if mark != nil, let words = response[AnswerPatch.field] { json.field("patch", words) }
        json.field("requestBytes", bodyBytes.request)
        json.field("responseBytes", bodyBytes.response)
    }

    fileprivate func writeContent(
        _ json: inout JSONWriter,
        _ reader: JournalReader,
        _ detail: EntryDetail
    ) {
        let limit = reader.journal.longestBody
        json.key("request")
        json.beginObject()
        json.message(
            request.fields,
            DecodedBody(of: request, sent: bodyBytes.request, limit: limit),
            sent: bodyBytes.request,
            detail
        )
        json.endObject()
        json.key("response")
        json.beginObject()
        json.answer(response, of: bodyBytes.response, longest: limit, detail)
        json.endObject()
    }
}

extension RecordedMessage {
    fileprivate func writeMembers(_ json: inout JSONWriter) {
        let peer = frame.peer
        json.field("direction", frame.direction == .incoming ? "in" : "out")
        json.field("system", dialect)
        json.field("dialect", dialect)
        json.field("transport", peer.transport.rawValue)
        json.field("socket", peer.socket)
        json.field("user", peer.account)
        json.field("topic", frame.topic)
        json.field("event", frame.event)
        json.field("fault", fault)
        json.field("bytes", byteCount)
    }

    fileprivate func writeContent(_ json: inout JSONWriter, _ detail: EntryDetail) {
        json.body(DecodedBody(frame.bytes, of: byteCount), detail)
    }
}

extension JSONWriter {
    /// The fields of an answer and at most `longest` bytes of its body.
    ///
    /// `count` is the length of the body that was sent, of which `response` may have a part.
    mutating func answer(
        _ response: Response,
        of count: Int,
        longest: Int,
        _ detail: EntryDetail
    ) {
        message(
            response.allFields.map { ($0.name, $0.value) },
            DecodedBody(of: response, sent: count, limit: longest),
            sent: count,
            detail
        )
    }

    /// The fields of a request or an answer, and its body or the beginning of it, with what was
    /// undone to show it as a text.
    fileprivate mutating func message(
        _ fields: [(name: String, value: String)],
        _ body: DecodedBody,
        sent count: Int,
        _ detail: EntryDetail
    ) {
        headers(fields, detail)
        self.body(body, detail)
        if let charset = body.charset { field("charset", charset) }
        if body.hasMark { field("byteOrderMark", true) }
        guard let coding = body.coding else { return }
        field("coding", coding)
        field("sentBytes", count)
    }

    /// The member `headers`: a list of objects, because a name may come several times.
    fileprivate mutating func headers(
        _ fields: [(name: String, value: String)],
        _ detail: EntryDetail
    ) {
        list("headers", fields) { field, json in
            json.beginObject()
            json.field("name", field.name)
            json.field(
                "value",
                detail.showsSecrets
                    ? field.value : Redaction.value(ofField: field.name, field.value)
            )
            json.endObject()
        }
    }

    /// The member `body`, a text, or `base64` when it is not UTF-8; and `cut` when only a part of
    /// it is there.
    fileprivate mutating func body(_ body: DecodedBody, _ detail: EntryDetail) {
        let shown = detail.showsSecrets ? body.bytes : Redaction.body(body)
        let text = body.isWhole ? shown[...] : shown.withoutBrokenEnd
        if let text = String(validating: text, as: UTF8.self) {
            field("body", text)
        } else {
            field("base64", Base64.encode(shown))
        }
        if !body.isWhole { field("cut", true) }
    }
}

extension [UInt8] {
    /// The bytes without the beginning of a character of UTF-8 at their end.
    fileprivate var withoutBrokenEnd: ArraySlice<UInt8> {
        // A character has at most four bytes, the first of which is no continuation byte.
        guard let start = suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
            return self[...]
        }
        let length =
            switch self[start] {
            case 0xF0...: 4
            case 0xE0...: 3
            case 0xC0...: 2
            default: 1
            }
        return start + length > count ? self[..<start] : self[...]
    }
}
