extension Delivery {
    /// Which bytes of an answer are sent, or what is sent in place of them.
    ///
    /// With broken framing the connection is closed after the answer, unless the ending is
    /// ``Ending/kept``. An answer to HEAD or with a status that has no body has no framing to
    /// break: it is sent correctly, except for the value of its Content-Length.
    package enum Content: Sendable, Equatable {
        /// The unchanged answer.
        case sound
        /// The answer with a Content-Length that is wrong by this many bytes, but at least 0.
        ///
        /// Violates RFC 9110 §8.6 and RFC 9112 §6.3. An answer with a ``BodySource`` has no length
        /// and is sent correctly.
        case lengthOff(by: Int)
        /// The answer with this Content-Length, at least 0.
        ///
        /// Like ``lengthOff(by:)``; with a ``BodySource`` it replaces the chunked coding.
        case length(Int)
        /// The answer in the chunked coding with an invalid size line after this many bytes of the
        /// body.
        ///
        /// A shorter body has the invalid line in place of the last chunk. Violates RFC 9112 §7.1.
        /// For HTTP/1.0, which has no chunks, the body is cut off there.
        case badChunk(after: Int)
        /// These bytes in place of head and body, to HEAD as well; violates RFC 9112 §2.1.
        ///
        /// For a ``Point`` and a ``Pace`` all of them count as the body.
        case bytes([UInt8])
    }
}
