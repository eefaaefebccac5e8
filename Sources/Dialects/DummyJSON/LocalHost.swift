internal import MockPostlyHTTP

extension Request {
    /// Whether the client has called the server by `localhost`, a name below it or an IP address.
    ///
    /// Also true without a host.
    var isForLocalHost: Bool {
        guard let host = hostBytes else { return true }
        // An IPv6 address is in brackets.
        if host.first == UInt8(ascii: "[") { return true }
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        return name.allSatisfy { $0 == UInt8(ascii: ".") || $0 &- UInt8(ascii: "0") < 10 }
            || isLocal(name)
    }
}

/// Whether a host name is `localhost`, or ends in it after a dot; ASCII letters match in either case.
private func isLocal(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    var rest = name[...]
    for letter in "tsohlacol".utf8 {
        guard let byte = rest.popLast(), byte | 0x20 == letter else { return false }
    }
    return rest.isEmpty || rest.last == UInt8(ascii: ".")
}
