internal import MockPostlyBodies
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyMatching

/// What a test expected did not happen: a problem document (RFC 9457) that says what came nearest.
///
/// The status is 422, so that `curl --fail` fails too.
struct CheckFailure {
    var title: String
    var detail: String
    var hint: String
    var numbers: [Int] = []
    var nearest: [NearMiss] = []
    let reader: JournalReader

    init(_ title: String, _ detail: String, _ reader: JournalReader, hint: String? = nil) {
        (self.title, self.detail, self.reader) = (title, detail, reader)
        self.hint = hint ?? "What nearly fits is in 'nearest', with the parts that differ."
    }

    var response: Response {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("type", "about:blank")
        json.field("title", title)
        json.field("status", 422)
        json.field("detail", detail + words)
        json.field("hint", hint)
        json.field("world", reader.world)
        json.field("verified", false)
        json.field("found", numbers.count)
        json.list("numbers", numbers) { $1.int($0) }
        json.field("dropped", reader.journal.dropped)
        json.list("nearest", nearest) { miss, json in
            json.beginObject()
            json.field("number", miss.entry.number)
            json.field("summary", miss.entry.summary)
            json.list("differences", miss.differences) { difference, json in
                json.beginObject()
                json.field("part", difference.part)
                json.field("wanted", difference.wanted)
                json.field("found", difference.found)
                json.endObject()
            }
            json.endObject()
        }
        json.endObject()
        json.byte(0x0A)
        return Response(
            status: 422,
            contentType: "application/problem+json",
            body: json.finish()
        )
    }

    /// The nearest entry in a sentence, for those who read no more than the detail.
    private var words: String {
        guard let miss = nearest.first else { return "" }
        let parts = miss.differences.map { difference in
            "\(difference.part) is \(difference.found.map { "'\($0)'" } ?? "absent"), wanted "
                + difference.wanted
        }
        return " The nearest is number \(miss.entry.number), \(miss.entry.summary): "
            + parts.joined(separator: "; ") + "."
    }
}

extension JournalEntry {
    /// The entry in a few words: `POST /api/posts (201)`.
    var summary: String {
        switch content {
        case .exchange(let exchange):
            "\(exchange.request.method.name) \(Redaction.target(exchange.request.target)) "
                + "(\(exchange.status))"
        case .message(let message):
            "\(message.frame.direction == .incoming ? "in" : "out") "
                + "\(message.frame.topic ?? "-") \(message.frame.event ?? "-")"
        }
    }

    /// The refusal to say whether the entry meets a condition on its body, of which the journal has
    /// the beginning.
    var unknownBody: Problem {
        let bytes =
            switch content {
            case .exchange(let exchange): exchange.bodyBytes.request
            case .message(let message): message.byteCount
            }
        return Problem(
            409,
            "Body not kept whole",
            detail: "Whether number \(number), \(summary), meets the condition on its body cannot "
                + "be known: of its \(bytes) bytes the journal reads the beginning only.",
            hint:
                "Start the server with a larger 'MOCKPOSTLY_JOURNAL_BODY', ask for later ones by "
                + "'after', or leave that condition out."
        )
    }
}
