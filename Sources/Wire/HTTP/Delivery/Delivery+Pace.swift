extension Delivery {
    /// The pace at which the bytes of an answer are sent.
    ///
    /// Never faster than the client reads; a stopping server sends the rest at once.
    package struct Pace: Sendable, Equatable {
        /// The time from the answer's turn on the connection to its first byte.
        package var delay: Duration
        /// Bytes of the body, framing included, that are sent at a time; at least 1.
        package var piece: Int
        /// The time between two pieces.
        package var pause: Duration
        /// Whether the head is sent in such pieces too, instead of together with the first one.
        package var coversHead: Bool

        /// Pieces of `piece` bytes, or all bytes at once; the first after `delay`.
        ///
        /// Without arguments all bytes leave at once.
        package init(
            delay: Duration = .zero,
            piece: Int = .max,
            pause: Duration = .zero,
            coversHead: Bool = false
        ) {
            self.delay = delay
            self.piece = max(1, piece)
            self.pause = pause
            self.coversHead = coversHead
        }

        /// About `rate` bytes per second, at least 1: in twenty pieces per second, or byte by byte.
        ///
        /// - Parameters:
        ///   - rate: of the body with its framing; the head leaves with the first piece.
        ///   - delay: before the first byte.
        ///   - coversHead: whether the head is slow too.
        /// - Returns: pieces of a twentieth of a second.
        package static func bytesPerSecond(
            _ rate: Int,
            delay: Duration = .zero,
            coversHead: Bool = false
        ) -> Pace {
            // A higher rate is faster than any network.
            let rate = min(max(1, rate), 1 << 32)
            let piece = max(1, rate / 20)
            return Pace(
                delay: delay,
                piece: piece,
                pause: .nanoseconds(Int64(piece) * 1_000_000_000 / Int64(rate)),
                coversHead: coversHead
            )
        }
    }
}
