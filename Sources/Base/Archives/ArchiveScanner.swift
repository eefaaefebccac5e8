/// The entries of an HTTP Archive, found byte by byte.
///
/// Brackets and strings alone are looked at, so an archive that was cut off gives all entries before
/// the cut, and one that is broken inside of an entry gives the others.
struct ArchiveScanner {
    /// How the list of entries ends.
    enum Ending: Sendable {
        /// By its bracket.
        case whole
        /// Before it, inside of an entry or between two.
        case cut
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Calls `body` with the range of each entry in order; nil when `bytes` have no list of entries.
    static func entries(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ body: (Range<Int>) -> Void
    ) -> Ending? {
        var scanner = ArchiveScanner(bytes)
        guard scanner.findEntries() else { return nil }
        while true {
            scanner.skipBlanks(and: UInt8(ascii: ","))
            guard scanner.place < bytes.count else { return .cut }
            if bytes[scanner.place] == UInt8(ascii: "]") { return .whole }
            let start = scanner.place
            guard scanner.skipElement() else { return .cut }
            body(start..<scanner.place)
        }
    }

    /// Moves behind the bracket that opens `entries` of the outermost object or of its `log`.
    private mutating func findEntries() -> Bool {
        let name = Array(#""entries""#.utf8)
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                let start = place
                guard skipString() else { return false }
                guard depth <= 2, bytes[start..<place].elementsEqual(name) else { continue }
                skipBlanks(and: UInt8(ascii: ":"))
                guard place < bytes.count else { return false }
                if bytes[place] == UInt8(ascii: "[") {
                    place += 1
                    return true
                }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            place += 1
        }
        return false
    }

    private mutating func skipBlanks(and other: UInt8) {
        while place < bytes.count, bytes[place] <= 0x20 || bytes[place] == other { place += 1 }
    }

    /// Moves behind the element that begins at the place; false when it does not end.
    private mutating func skipElement() -> Bool {
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                continue
            case UInt8(ascii: ","), UInt8(ascii: "]"):
                // The end of one that is no object.
                if depth == 0 { return true }
                if bytes[place] == UInt8(ascii: "]") { depth -= 1 }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 {
                    place += 1
                    return true
                }
            default: break
            }
            place += 1
        }
        return false
    }

    /// Moves behind the string that begins at the place; false when it does not end.
    private mutating func skipString() -> Bool {
        var index = place + 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                place = index + 1
                return true
            }
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        place = bytes.count
        return false
    }
}
