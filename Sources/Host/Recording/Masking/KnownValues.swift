/// The values that were swapped, found again wherever they stand in a text.
///
/// Built once, after all secrets of an archive are known.
struct KnownValues: Sendable {
    private struct Known: Sendable {
        var old: [UInt8]
        var new: [UInt8]
        /// Whether letters and digits beside it make it another word.
        var isWord: Bool
    }

    /// By their first three bytes, the longest first.
    private var table: [UInt32: [Known]] = [:]
    /// Whether a value begins with these two bytes.
    private var starts = [Bool](repeating: false, count: 1 << 16)
    /// Names to sign in with, for texts that are nothing else.
    private var whole: [String: String] = [:]

    /// The shortest secret that is looked for outside of its own place.
    private static let shortest = 8

    init(_ swaps: Swaps) {
        for (old, new) in swaps.secrets where old.utf8.count >= Self.shortest && old != new {
            // A number or a word could stand anywhere with another meaning.
            let isPlain = old.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
            add(old, new, isWord: isPlain || old.utf8.count < 12)
        }
        for (old, new) in swaps.users {
            whole[old] = new
            let hasDigit = old.utf8.contains { 0x30...0x39 ~= $0 }
            if old.utf8.count >= 5 || hasDigit && old.utf8.count > 3 {
                add(old, new, isWord: true)
            }
        }
        var swaps = swaps
        for name in swaps.names { add(name: name, swaps.name(name)) }
        for word in swaps.words.keys where word.count > 2 {
            let title = word.prefix(1).uppercased() + word.dropFirst()
            if let new = swaps.written(title) { add(title, new, isWord: true) }
        }
        for key in Array(table.keys) {
            table[key]?.sort {
                $0.old.count == $1.old.count
                    ? $0.old.lexicographicallyPrecedes($1.old) : $0.old.count > $1.old.count
            }
        }
    }

    /// A name as it stands in texts and, in lower case with signs for its blanks, in addresses.
    private mutating func add(name: String, _ new: String) {
        add(name, new, isWord: true)
        for sign in ["-", "_", ".", "+", "%20", ""] {
            let (old, other) = (Self.joined(name, sign), Self.joined(new, sign))
            add(old, other, isWord: true)
            add(old.lowercased(), other.lowercased(), isWord: true)
        }
    }

    private static func joined(_ name: String, _ sign: String) -> String {
        name.split(separator: " ").joined(separator: sign)
    }

    private mutating func add(_ old: String, _ new: String, isWord: Bool) {
        let known = Known(old: Array(old.utf8), new: Array(new.utf8), isWord: isWord)
        guard known.old.count >= 3, old != new else { return }
        let key = Self.key(known.old[0], known.old[1], known.old[2])
        guard !(table[key]?.contains { $0.old == known.old } ?? false) else { return }
        table[key, default: []].append(known)
        starts[Int(key >> 8)] = true
    }

    private static func key(_ one: UInt8, _ two: UInt8, _ three: UInt8) -> UInt32 {
        UInt32(one) << 16 | UInt32(two) << 8 | UInt32(three)
    }

    /// The new value of a text that is a name to sign in with.
    func user(_ text: String) -> String? { whole[text] }

    /// `bytes` with new values for old ones; nil when none stands in it.
    func replacing(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard bytes.count >= 3, !table.isEmpty else { return nil }
        var made: [UInt8] = []
        var copied = 0
        var place = 0
        starts.withUnsafeBufferPointer { starts in
            while place + 2 < bytes.count {
                let start = Int(bytes[place]) << 8 | Int(bytes[place + 1])
                guard starts[start],
                    let known = table[UInt32(start) << 8 | UInt32(bytes[place + 2])]?.first(where: {
                        Self.stands($0, at: place, in: bytes)
                    })
                else {
                    place += 1
                    continue
                }
                made += bytes[copied..<place]
                made += known.new
                place += known.old.count
                copied = place
            }
        }
        guard copied > 0 else { return nil }
        made += bytes[copied...]
        return made
    }

    private static func stands(
        _ known: Known,
        at place: Int,
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let end = place + known.old.count
        guard end <= bytes.count else { return false }
        for index in 0..<known.old.count where bytes[place + index] != known.old[index] {
            return false
        }
        guard known.isWord else { return true }
        let isFree = place == 0 || !isWordByte(bytes[place - 1])
        return isFree && (end == bytes.count || !isWordByte(bytes[end]))
    }
}

/// Whether a byte is a part of a word: a letter, a digit, or of a letter beyond ASCII.
func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
        true
    default: false
    }
}
