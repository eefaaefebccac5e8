/// The beginning of a path that is no dialect's: `/w/<world>`, `/f/<fault>`, or both in any order.
package struct AddressPrefix {
    /// Nil when the path names none.
    ///
    /// Its name, as it stands in the path; whether there is such a world is not known here.
    package private(set) var world: ArraySlice<UInt8>?
    package private(set) var fault: String?
    /// How many bytes of the path it takes.
    ///
    /// In bytes of the decoded path; 0 without a prefix.
    package private(set) var length = 0

    /// The prefix of `path`, which is decoded.
    ///
    /// Of two names of one kind only the first counts.
    package init(of path: ArraySlice<UInt8>) {
        while true {
            let rest = path.dropFirst(length)
            guard Self.mayBegin(rest) else { return }
            let name = rest.dropFirst(3).prefix { $0 != UInt8(ascii: "/") }
            let isWorld = rest[rest.startIndex + 1] == UInt8(ascii: "w")
            let isTaken = isWorld ? world != nil : fault != nil
            guard !name.isEmpty, !isTaken else { return }
            if isWorld {
                world = name
            } else {
                fault = String(decoding: name, as: UTF8.self)
            }
            length += 3 + name.count
        }
    }

    /// Whether paths that begin with `start` have such a prefix, whatever follows.
    package static func isCertain(after start: ArraySlice<UInt8>) -> Bool {
        mayBegin(start)
    }

    /// Whether `path` may have such a prefix.
    ///
    /// Costs a look at three bytes.
    @inline(__always) package static func mayBegin(_ path: ArraySlice<UInt8>) -> Bool {
        guard path.count >= 3 else { return false }
        let (start, slash) = (path.startIndex, UInt8(ascii: "/"))
        let letter = path[start + 1]
        return path[start] == slash && path[start + 2] == slash
            && (letter == UInt8(ascii: "w") || letter == UInt8(ascii: "f"))
    }
}
