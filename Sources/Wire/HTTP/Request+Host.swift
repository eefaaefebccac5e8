extension Request {
    /// The host that the client has called, as sent: without a port and a dot at its end.
    ///
    /// Nil without a host, and for an IPv6 address.
    package var hostName: ArraySlice<UInt8>? {
        hostNameRange.map { head.bytes[$0] }
    }

    private var hostNameRange: Range<Int>? {
        guard let host = hostRange else { return nil }
        return head.bytes.withUnsafeBufferPointer { bytes in
            let start = host.lowerBound
            var end = start
            while end < host.upperBound, bytes[end] != UInt8(ascii: ":") { end += 1 }
            if end > start, bytes[start] == UInt8(ascii: "[") { return nil }
            return start..<(end > start && bytes[end - 1] == UInt8(ascii: ".") ? end - 1 : end)
        }
    }

    /// Whether the client has called the server by `name`, which is in lower case.
    package func isFor(_ name: StaticString) -> Bool {
        guard let host = hostNameRange else { return false }
        return head.bytes.withUnsafeBufferPointer { equalIgnoringCase($0.part(host), name) }
    }
}
