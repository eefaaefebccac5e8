/// Why the body of a long-poll request cannot be split.
package enum LongPollFault: Error, Equatable {
    /// More than ``LongPollBody/limit`` lines.
    case tooManyMessages
    /// A line that is neither JSON nor base64.
    case badLine
}

/// The body of a long-poll request.
package enum LongPollBody {
    /// How many messages one request may bring.
    package static let limit = 100

    /// The frames in a body.
    ///
    /// `application/x-ndjson` is a message a line: JSON when it begins with a bracket or a brace,
    /// else a binary push in base64. Blank lines are skipped. Any other content type is one message.
    package static func split(
        _ body: [UInt8],
        contentType: String?
    ) throws(LongPollFault) -> [Frame] {
        guard isLines(contentType) else { return [.text(body)] }
        var frames: [Frame] = []
        for line in body.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard frames.count < limit else { throw .tooManyMessages }
            if line.first == UInt8(ascii: "[") || line.first == UInt8(ascii: "{") {
                frames.append(.text(Array(line)))
            } else if let bytes = decodeBase64(line) {
                frames.append(.binary(bytes))
            } else {
                throw .badLine
            }
        }
        return frames
    }

    private static func isLines(_ contentType: String?) -> Bool {
        let type = contentType?.prefix { $0 != ";" && $0 != " " }
        return type?.lowercased() == "application/x-ndjson"
    }
}

/// The tokens of a long-poll request, which clients up to 1.8 give two meanings under one name.
package struct LongPollTokens: Sendable, Equatable {
    /// The token of a live session.
    package let session: String?
    /// What may be the app's API token, the last parameter first.
    package let candidates: [String]

    /// Sorts the parameters called `token`, in their order, and the session's own field.
    package init(
        parameters: [String],
        field: String?,
        isSession: (_ token: String) -> Bool
    ) {
        let live = field.flatMap { isSession($0) ? $0 : nil }
        session = live ?? parameters.last(where: isSession)
        candidates = parameters.reversed().filter { !$0.isEmpty && !isSession($0) }
    }
}
