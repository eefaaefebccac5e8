extension Delivery {
    /// A point in an answer; for a shorter answer its end.
    package enum Point: Sendable, Equatable {
        /// After this many bytes of everything sent, head and framing included.
        case message(Int)
        /// After this many bytes of the body, framing not counted; 0 is after the head.
        case body(Int)
        /// After the last byte.
        case end
    }
}
