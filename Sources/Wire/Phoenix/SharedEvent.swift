internal import MockPostlyJSON

/// An event on a topic, encoded once for all sockets that joined it.
///
/// Serializer 1.0.0 sends no join_ref, so the whole text is shared. In 2.0.0 the join_ref comes
/// first, so everything after it is shared.
///
/// So an event costs each subscriber only its own join_ref: the rest is one array for all.
package struct SharedEvent: Sendable {
    package let topic: String
    private let whole: [UInt8]
    private let tail: [UInt8]

    /// An event whose payload is the JSON text `payload`.
    package init(_ event: String, on topic: String, payload: [UInt8]) {
        self.topic = topic
        let message = ServerMessage(
            joinRef: .null,
            ref: .null,
            topic: topic,
            event: event,
            payload: payload
        )
        whole = Serializer.v1.encode(message)
        tail = Array(Serializer.v2.encode(message).dropFirst("[null".utf8.count))
    }

    /// The text frame for one subscriber in two parts: its own head and the shared rest.
    ///
    /// `joinRef` is the value of ``Channels/joinRef(for:)``.
    ///
    /// - Parameters:
    ///   - serializer: that of the subscriber's socket.
    ///   - joinRef: used for 2.0.0 only.
    /// - Returns: parts to be sent one after the other in a single frame; `shared` is not copied.
    package func pieces(for serializer: Serializer, joinRef: Ref) -> (
        head: [UInt8], shared: [UInt8]
    ) {
        switch serializer {
        case .v1: return ([], whole)
        case .v2:
            let text = joinRef.text.utf8
            var head: [UInt8] = []
            head.reserveCapacity(text.count + 1)
            head.append(UInt8(ascii: "["))
            head.append(contentsOf: text)
            return (head, tail)
        }
    }

    /// The text frame for one subscriber as one array.
    package func text(for serializer: Serializer, joinRef: Ref) -> [UInt8] {
        let (head, shared) = pieces(for: serializer, joinRef: joinRef)
        return head + shared
    }
}
