extension RequestParser {
    /// What one whole request comes to; ``Step/needsMore`` when `bytes` are not all of it.
    package static func parse(
        whole bytes: [UInt8],
        limits: RequestLimits = RequestLimits()
    ) -> Step {
        var parser = RequestParser(limits: limits)
        return bytes.withUnsafeBufferPointer { bytes in
            var rest = bytes
            while true {
                var used = 0
                let step = parser.step(rest, used: &used)
                rest = UnsafeBufferPointer(rebasing: rest[used...])
                // The body that it asks for is here already.
                if case .wantsContinue = step { continue }
                return step
            }
        }
    }
}
