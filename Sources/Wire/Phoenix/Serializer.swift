package import MockPostlyJSON

/// How messages are written on the wire: the two formats of `Phoenix.Socket`.
package enum Serializer: Sendable, Equatable, CaseIterable {
    /// 1.0.0: a JSON object.
    case v1
    /// 2.0.0: a JSON array; pushes from clients may be binary.
    case v2

    /// The format for the parameter `vsn`; nil when none speaks that version.
    ///
    /// Without the parameter it is 1.0.0. Each format serves all of its patch versions.
    package init?(vsn: String?) {
        guard let version = Version(parsing: vsn ?? "1.0.0") else { return nil }
        if version.isApproximately(major: "1", minor: "0") {
            self = .v1
        } else if version.isApproximately(major: "2", minor: "0") {
            self = .v2
        } else {
            return nil
        }
    }

    /// The text frame of a message.
    package func encode(_ message: ServerMessage) -> [UInt8] {
        var writer = JSONWriter(escaping: .utf8, reserving: message.payload.count + 128)
        switch self {
        case .v1:
            writer.beginObject()
            writer.field("topic", message.topic)
            writer.field("event", message.event)
            writer.key("payload")
            writer.raw(message.payload)
            writer.key("ref")
            writer.raw(message.ref.text.utf8)
            writer.endObject()
        case .v2:
            writer.beginArray()
            writer.raw(message.joinRef.text.utf8)
            writer.raw(message.ref.text.utf8)
            writer.string(message.topic)
            writer.string(message.event)
            writer.raw(message.payload)
            writer.endArray()
        }
        return writer.finish()
    }
}

/// One message of the transport below: a whole WebSocket message, or a part of a long poll's body.
package enum Frame: Sendable, Equatable {
    /// Text; that it is UTF-8 need not be checked before.
    case text([UInt8])
    case binary([UInt8])
}

/// Why a frame is no message; the connection ends then.
package enum Undecodable: Error, Equatable {
    case notJSON(JSONError)
    /// JSON of another shape, or a topic or event that is no string.
    case notAMessage
    /// A binary frame that is no push, or ends inside its head.
    case notAPush
}
