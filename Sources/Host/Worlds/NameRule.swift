/// What worlds and snapshots may be called.
///
/// A name has 1 to 64 characters: ASCII letters, digits, `_`, `-`, and single dots between them.
/// Such names are safe in paths, URLs and file names.
package enum NameRule {
    /// Whether a world or a snapshot may be called `name`.
    package static func allows(_ name: String) -> Bool { fault(in: name) == nil }

    /// What is wrong with `name`, beginning with a verb; nil when it is allowed.
    package static func fault(in name: String) -> String? {
        let bytes = name.utf8
        if bytes.isEmpty { return "is empty" }
        if let other = name.unicodeScalars.first(where: { !isAllowed($0) }) {
            return "has a '\(other)'"
        }
        if bytes.count > 64 { return "is longer than 64 characters" }
        if bytes.first == UInt8(ascii: ".") { return "begins with a dot" }
        if bytes.last == UInt8(ascii: ".") { return "ends with a dot" }
        let hasTwoDots = zip(bytes, bytes.dropFirst()).contains {
            $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".")
        }
        return hasTwoDots ? "has a '..'" : nil
    }

    private static func isAllowed(_ character: Unicode.Scalar) -> Bool {
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
        default: false
        }
    }
}
