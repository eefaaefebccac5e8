extension Delivery {
    /// What is sent of an answer, or in its place.
    ///
    /// Where the framing is broken, the connection ends behind what is sent, unless ``Ending/kept``
    /// says otherwise. To HEAD and with a status that has no body there is no framing to break:
    /// such an answer is sound, but for the number that its Content-Length shows.
    package enum Content: Sendable, Equatable {
        /// The answer.
        case sound
        /// The answer with a Content-Length that is so many bytes off, and never under 0.
        ///
        /// Against RFC 9110 §8.6 and RFC 9112 §6.3. A ``BodySource`` has no length to be wrong
        /// about: its answer is sound.
        case lengthOff(by: Int)
        /// The answer with this Content-Length, which is never under 0.
        ///
        /// As ``lengthOff(by:)``; a ``BodySource`` has it instead of the chunked coding.
        case length(Int)
        /// The answer in the chunked coding, with a bad size line behind so many bytes of the body,
        /// or else in place of the last chunk.
        ///
        /// Against RFC 9112 §7.1. An HTTP/1.0 client, who knows no chunks, gets the body cut there.
        case badChunk(after: Int)
        /// These bytes in place of head and body, to HEAD as well; against RFC 9112 §2.1.
        ///
        /// All of them count as the body, for a ``Point`` and a ``Pace``.
        case bytes([UInt8])
    }
}
