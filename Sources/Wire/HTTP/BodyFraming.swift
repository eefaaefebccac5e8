/// How the head of an answer says where its body ends (RFC 9112 §6.3).
package enum BodyFraming: Sendable, Equatable {
    /// The framing that ``ResponseWriter`` chooses for the body; at most one chunk.
    case usual
    /// A Content-Length of this value, whatever the size of the body is.
    case length(Int)
    /// The chunked coding; only the field is written, the chunks are the caller's.
    case chunks
    /// No field: the end of the connection ends the body.
    ///
    /// HTTP/1.0 clients get an answer from a ``BodySource`` in this way.
    case untilClose
}
