internal import MockPostlyJSON

/// The answer to a long-poll request: always HTTP status 200, with the real status in the body.
///
/// `{"status":200,"token":"...","messages":["[null,null,\"posts\",...]"]}` is the body with a
/// session, `{"status":403}` one without. phoenix.js looks at this status alone.
package enum LongPollAnswer: Sendable, Equatable {
    /// The token, version or origin is not accepted.
    case refused
    /// The first request has opened a session; the client polls it next.
    case opened(session: String)
    /// Messages in order, each with the text that a WebSocket text frame would have.
    case messages([[UInt8]], session: String)
    /// No message came within the poll's time; the client polls again.
    case nothing(session: String)
    /// The messages of a POST were taken; their replies come with the next poll.
    case accepted
    /// The session has ended or never was; the client opens a new one.
    case unknownSession
    /// The body cannot be split into messages.
    case badRequest

    /// The status in the body; 410 also for a session that has just been opened.
    package var status: Int {
        switch self {
        case .refused: 403
        case .opened, .unknownSession: 410
        case .messages, .accepted: 200
        case .nothing: 204
        case .badRequest: 400
        }
    }

    /// The JSON body: the status, and with a session its token and messages.
    package var body: [UInt8] {
        var writer = JSONWriter(escaping: .utf8)
        writer.beginObject()
        writer.field("status", status)
        switch self {
        case .refused, .accepted, .unknownSession, .badRequest: break
        case .opened(let session), .nothing(let session):
            Self.write([], session: session, to: &writer)
        case .messages(let messages, let session):
            Self.write(messages, session: session, to: &writer)
        }
        writer.endObject()
        return writer.finish()
    }

    private static func write(
        _ messages: [[UInt8]],
        session: String,
        to writer: inout JSONWriter
    ) {
        writer.field("token", session)
        writer.key("messages")
        writer.beginArray()
        for message in messages {
            message.withUnsafeBufferPointer { writer.string(utf8: $0) }
        }
        writer.endArray()
    }
}
