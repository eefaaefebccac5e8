extension RequestParser {
    /// Parses one complete request; ``Step/needsMore`` when `bytes` are incomplete.
    ///
    /// `oversized` is the request without its body when this was too large.
    ///
    /// - Parameters:
    ///   - bytes: from the first byte of the request line on; what follows the request is ignored.
    ///   - limits: as for a connection.
    /// - Returns: the step, and the request of a rejection with 413; nil otherwise.
    package static func step(
        of bytes: [UInt8],
        _ limits: RequestLimits
    ) -> (step: Step, oversized: Request?) {
        var parser = RequestParser(limits: limits)
        return bytes.withUnsafeBufferPointer { bytes in
            var rest = bytes
            while true {
                var used = 0
                let step = parser.step(rest, used: &used)
                rest = UnsafeBufferPointer(rebasing: rest[used...])
                // The body for which the client would wait is in `bytes` already.
                if case .wantsContinue = step { continue }
                return (step, parser.oversizedRequest)
            }
        }
    }
}
