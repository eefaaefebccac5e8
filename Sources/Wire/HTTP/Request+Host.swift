extension Request {
    /// The host that the client has called, as sent: without a port and a dot at its end.
    ///
    /// Nil without a host, and for an IPv6 address.
    package var hostName: ArraySlice<UInt8>? {
        guard let host = hostBytes, host.first != UInt8(ascii: "[") else { return nil }
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        return name.last == UInt8(ascii: ".") ? name.dropLast() : name
    }

    /// Whether the client has called the server by `name`, which is in lower case.
    package func isFor(_ name: StaticString) -> Bool {
        guard let host = hostName, host.count == name.utf8CodeUnitCount else { return false }
        return host.elementsEqual(
            UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        ) { lowercased($0) == $1 }
    }
}
