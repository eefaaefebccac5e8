extension Delivery {
    /// A place in an answer; at its end when the answer is shorter.
    package enum Point: Sendable, Equatable {
        /// Behind so many bytes of all that is sent, head and framing included.
        case message(Int)
        /// Behind so many bytes of the body, framing not counted; 0 is behind the head.
        case body(Int)
        /// Behind the last byte.
        case end
    }
}
