internal import MockPostlyHTTP

extension Request {
    /// Whether the client has called the server by a name that no public DNS knows, or by an IP
    /// address.
    ///
    /// Such names are `localhost` and those below it, names without a dot as of a container, and
    /// names below `local` (RFC 6762), `internal` and `test` (RFC 6761). Also true without a host.
    var isForLocalHost: Bool {
        guard let host = hostBytes else { return true }
        // An IPv6 address is in brackets.
        if host.first == UInt8(ascii: "[") { return true }
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        return name.allSatisfy { $0 == UInt8(ascii: ".") || $0 &- UInt8(ascii: "0") < 10 }
            || !name.contains(UInt8(ascii: "."))
            || localEndings.contains { name.count > $0.count && matches(name.suffix($0.count), $0) }
    }
}

private let localEndings = [".localhost", ".local", ".internal", ".test"].map { Array($0.utf8) }

/// Whether `text` is `name`, which is in lower case; ASCII letters match in either case.
private func matches(_ text: some Sequence<UInt8>, _ name: [UInt8]) -> Bool {
    text.elementsEqual(name) { byte, letter in
        byte == letter || (0x41...0x5A).contains(byte) && byte | 0x20 == letter
    }
}
