extension Delivery {
    /// When the bytes of an answer are sent.
    ///
    /// It is never faster than the client takes them, and a server that stops sends the rest at once.
    package struct Pace: Sendable, Equatable {
        /// From when the answer is due, behind those before it, to its first byte.
        package var delay: Duration
        /// Bytes of the body, framing included, that are sent at a time; at least 1.
        package var piece: Int
        /// From one piece to the next.
        package var pause: Duration
        /// Whether the head is sent in such pieces as well, instead of with the first of the body.
        package var coversHead: Bool

        /// Pieces of `piece` bytes, or all at once; the first after `delay`.
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

        /// About `rate` bytes a second, at least 1: in twenty pieces a second, or byte by byte.
        package static func bytesPerSecond(
            _ rate: Int,
            delay: Duration = .zero,
            coversHead: Bool = false
        ) -> Pace {
            // More is faster than any network.
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
