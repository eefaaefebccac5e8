package import MockPostlyHTTP
package import MockPostlyWorld

/// Exchanges that come again and again with another number in their answers.
extension Journal {
    /// The bytes of an exchange that comes again and again with another number in its answer; nil when it
    /// is too long to be copied each time, or its answer is kept in part.
    package func pattern(
        _ request: Request,
        _ response: Response,
        _ route: RouteTaken,
        _ asker: String?
    ) -> ExchangePattern? {
        let outline = ExchangeOutline(request, response, route, [], longest: longestBody)
        let size = outline.size(response, asker, [])
        guard size <= longestInPlace, response.body.count <= longestBody else { return nil }
        return ExchangePattern(
            bytes: Array(unsafeUninitializedCapacity: size) { bytes, count in
                guard let start = UnsafeMutableRawBufferPointer(bytes).baseAddress else { return }
                var writer = EntryWriter(start)
                outline.write(request, response, asker, [], to: &writer)
                count = size
            }
        )
    }

    /// Adds the exchange of a pattern, with `number` in the body of its answer.
    package func add(
        _ pattern: ExchangePattern,
        _ number: Int64,
        at place: RenewedNumber,
        start: UInt64,
        nanoseconds: UInt64,
        peer: String,
        in world: TimeAndChance
    ) {
        let size = pattern.bytes.count
        var writer = begin(.exchange, size, start, nanoseconds, peer, world)
        let beginning = writer.place
        writer.put(pattern.bytes, size)
        // The body of the answer is the last part.
        place.put(number, intoEndOf: UnsafeMutableRawBufferPointer(start: beginning, count: size))
        keepLimits()
    }
}

/// The bytes of an exchange as a journal keeps them; see ``Journal/pattern(_:_:_:_:)``.
package struct ExchangePattern {
    fileprivate let bytes: [UInt8]
}
