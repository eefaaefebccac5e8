package import MockPostlyJSON

/// A message from a client.
package struct Message: Sendable {
    /// The content of a message.
    package enum Payload: Sendable {
        /// Any JSON value.
        case json(JSONValue)
        /// The bytes of a binary push; only serializer 2.0.0 has them.
        case binary(ArraySlice<UInt8>)
    }

    /// The ref of the join that the message belongs to; null when the client gave none.
    package var joinRef: Ref
    /// The message's own ref, which its reply repeats.
    package var ref: Ref
    /// Such as `posts` or `notifications:42`; any text but `phoenix` may be joined.
    package var topic: String
    /// Such as `phx_join`, `phx_leave`, `heartbeat`, or an event of the channel.
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
    /// The ref of the join that the message belongs to; only serializer 2.0.0 sends it.
    package var joinRef: Ref
    /// The ref of the message that this replies to; null for an event.
    package var ref: Ref
    /// Repeats the client's topic byte by byte.
    package var topic: String
    /// `phx_reply`, `phx_close`, `phx_error`, or the name of an event of the channel.
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
    /// The reply `ok` with an empty response.
    static func ok(to message: Message, joinRef: Ref) -> ServerMessage {
        ServerMessage(
            joinRef: joinRef,
            ref: message.ref,
            topic: message.topic,
            event: "phx_reply",
            payload: okPayload
        )
    }

    /// The reply `error` with a reason.
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

    /// A message about the channel itself, `phx_close` or `phx_error`, whose ref is the join's.
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
