internal import MockPostlyText

/// The reason why the body of a long-poll request cannot be split into messages.
package enum LongPollFault: Error, Equatable {
    /// More than ``LongPollBody/limit`` lines.
    case tooManyMessages
    /// A line that is neither JSON nor base64.
    case badLine
}

/// The body of a long-poll request.
package enum LongPollBody {
    /// How many messages one request may contain.
    package static let limit = 100

    /// Splits a body into its messages.
    ///
    /// `application/x-ndjson` has one message per line: JSON when the line begins with a bracket or
    /// a brace, else a binary push in base64. Blank lines are skipped. A body of any other content
    /// type is one text message.
    ///
    /// - Parameters:
    ///   - body: the bytes of the POST.
    ///   - contentType: the field as sent; parameters and letter case do not matter.
    /// - Returns: the messages in order; a text is not checked to be JSON yet.
    /// - Throws: the first ``LongPollFault``; no message was handled then.
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
            } else if let bytes = Base64.decodeEither(line) {
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

/// The tokens of a long-poll request.
///
/// Clients up to 1.8 send both the session's token and the app's API token as `token`, so what is a
/// live session decides.
package struct LongPollTokens: Sendable, Equatable {
    /// The token of a live session.
    package let session: String?
    /// What may be the app's API token: non-empty tokens that are no session, the last parameter
    /// first.
    package let candidates: [String]

    /// Sorts the query parameters named `token`, in their order, and the session's own field.
    ///
    /// The field comes first for the session, then the last parameter that is one.
    ///
    /// `isSession` is called at most twice per token.
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
