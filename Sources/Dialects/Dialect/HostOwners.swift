package import MockPostlyHTTP

/// Finds the dialect that a client means by the name by which it calls the server.
package struct HostOwners: Sendable {
    private struct Name: Sendable {
        var bytes: [UInt8]
        var owner: Int
    }

    /// The names in lower case, indexed by their length.
    private var names: [[Name]] = []
    /// The ends of names that begin with any label: `.dev.example` for `*.dev.example`.
    private var endings: [Name] = []

    /// Creates the table; of a name that stands twice, the first owner has it.
    ///
    /// A name is in lower case, and may begin with `*.` for any one label.
    ///
    /// `owner` is an index that only the caller knows.
    package init(_ owned: some Sequence<(name: String, owner: Int)>) {
        for (name, owner) in owned {
            let bytes = Array(name.utf8)
            guard name.hasPrefix("*.") else {
                while names.count <= bytes.count { names.append([]) }
                names[bytes.count].append(Name(bytes: bytes, owner: owner))
                continue
            }
            endings.append(Name(bytes: Array(bytes.dropFirst()), owner: owner))
        }
    }

    /// The owner of the name by which `request` calls the server; nil when it is nobody's.
    ///
    /// Case, a port and a dot at the end do not matter. An exact name wins over one with `*.`.
    /// Costs a comparison with the names of the same length.
    package func owner(of request: Request) -> Int? {
        guard let host = request.hostName else { return nil }
        if host.count < names.count {
            for name in names[host.count] where isSame(host, name.bytes) { return name.owner }
        }
        for ending in endings {
            let label = host.prefix { $0 != UInt8(ascii: ".") }
            if !label.isEmpty, isSame(host[label.endIndex...], ending.bytes) { return ending.owner }
        }
        return nil
    }

    private func isSame(_ host: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
        host.count == name.count
            && host.elementsEqual(name) { $0 | ($0 &- 0x41 < 26 ? 0x20 : 0) == $1 }
    }
}
