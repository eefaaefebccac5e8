package import MockPostlyJSON

/// A message from a client.
package struct Message: Sendable {
    /// What came with the message.
    package enum Payload: Sendable {
        /// Any JSON value.
        case json(JSONValue)
        /// The bytes of a binary push.
        case binary(ArraySlice<UInt8>)
    }

    /// The join that the message belongs to; null when the client did not say.
    package var joinRef: Ref
    /// The message's own number, which its reply carries.
    package var ref: Ref
    package var topic: String
    package var event: String
    package var payload: Payload

    package init(joinRef: Ref, ref: Ref, topic: String, event: String, payload: Payload) {
        self.joinRef = joinRef
        self.ref = ref
        self.topic = topic
        self.event = event
        self.payload = payload
    }
}

/// A message to a client.
package struct ServerMessage: Sendable, Equatable {
    /// The join that the message belongs to; only serializer 2.0.0 sends it.
    package var joinRef: Ref
    package var ref: Ref
    package var topic: String
    package var event: String
    /// The payload's JSON text.
    package var payload: [UInt8]

    package init(joinRef: Ref, ref: Ref, topic: String, event: String, payload: [UInt8]) {
        self.joinRef = joinRef
        self.ref = ref
        self.topic = topic
        self.event = event
        self.payload = payload
    }
}

extension ServerMessage {
    /// The reply that a message was carried out, with nothing to add.
    static func ok(to message: Message, joinRef: Ref) -> ServerMessage {
        ServerMessage(
            joinRef: joinRef,
            ref: message.ref,
            topic: message.topic,
            event: "phx_reply",
            payload: okPayload
        )
    }

    /// The reply that a message was not carried out, and why.
    static func error(_ reason: String, to message: Message, joinRef: Ref) -> ServerMessage {
        var writer = JSONWriter(escaping: .utf8)
        writer.beginObject()
        writer.field("status", "error")
        writer.key("response")
        writer.beginObject()
        writer.field("reason", reason)
        writer.endObject()
        writer.endObject()
        return ServerMessage(
            joinRef: joinRef,
            ref: message.ref,
            topic: message.topic,
            event: "phx_reply",
            payload: writer.finish()
        )
    }

    /// News of the channel itself, `phx_close` or `phx_error`: its ref is the join's.
    static func news(_ event: String, of topic: String, joinRef: Ref) -> ServerMessage {
        ServerMessage(
            joinRef: joinRef,
            ref: joinRef,
            topic: topic,
            event: event,
            payload: emptyPayload
        )
    }

    private static let okPayload = Array(#"{"status":"ok","response":{}}"#.utf8)
    private static let emptyPayload = Array("{}".utf8)
}
