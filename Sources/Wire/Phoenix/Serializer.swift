package import MockPostlyJSON

/// The format of messages on the wire: the two serializers of `Phoenix.Socket`.
///
/// ```text
/// v1  {"topic":"posts","event":"phx_reply","payload":{...},"ref":"1"}
/// v2  ["1","1","posts","phx_reply",{...}]
/// ```
///
/// The order of fields is that of `Phoenix.Socket.V1.JSONSerializer` and `V2.JSONSerializer`.
package enum Serializer: Sendable, Equatable, CaseIterable {
    /// 1.0.0: a JSON object.
    case v1
    /// 2.0.0: a JSON array; pushes from clients may be binary.
    case v2

    /// The serializer for the query parameter `vsn`; nil for other or malformed versions.
    ///
    /// Without the parameter it is 1.0.0. Each serializer serves all patch versions of its minor
    /// version.
    ///
    /// `1.0.0` and `2.0.0` are what phoenix.js sends; `2.0.7` is v2 as well, `2` and `2.1.0` are
    /// nil.
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

    /// The text frame of a message; the payload's JSON text is copied unchecked.
    ///
    /// Strings are escaped as JSON needs it; other Unicode stays UTF-8.
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

/// One message of the transport: a whole WebSocket message, or a part of a long-poll body.
package enum Frame: Sendable, Equatable {
    /// Text that need not be checked for UTF-8 before.
    case text([UInt8])
    /// In the format of a push of serializer 2.0.0, whatever the transport.
    case binary([UInt8])
}

/// The reason why a frame cannot be decoded; the connection ends then.
package enum Undecodable: Error, Equatable {
    /// With the place of the first error.
    case notJSON(JSONError)
    /// JSON of another shape, or a topic or event that is not a string.
    case notAMessage
    /// A binary frame that is not a push, or is too short for its lengths.
    case notAPush
}
