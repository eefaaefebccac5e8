/// Things remembered by the target of a request, in bounded room.
///
/// When there would be too much, all of it is forgotten.
package struct TargetTable<Value> {
    private struct Entry {
        var target: [UInt8]
        var value: Value
        var size: Int
    }

    private let limit: Int
    private var entries: [UInt64: Entry] = [:]
    /// Bytes that the entries take, as far as their sizes were told.
    package private(set) var size = 0

    /// A table for up to `limit` bytes.
    package init(limit: Int) {
        self.limit = limit
    }

    package var count: Int { entries.count }

    /// What is remembered for `target`.
    package func find(_ target: ArraySlice<UInt8>) -> Value? {
        guard let entry = entries[Self.hash(target)], Self.isSame(entry.target, target) else {
            return nil
        }
        return entry.value
    }

    /// Remembers a value of `size` bytes.
    package mutating func insert(_ value: Value, size: Int, for target: ArraySlice<UInt8>) {
        // About what a table takes for an entry comes to it.
        let entry = Entry(target: Array(target), value: value, size: size + target.count + 128)
        if self.size + entry.size > limit { removeAll() }
        let hash = Self.hash(target)
        self.size += entry.size - (entries[hash]?.size ?? 0)
        entries[hash] = entry
    }

    package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        size = 0
    }

    /// FNV-1a, eight bytes at a time; equality is checked besides.
    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            var index = 0
            while index + 8 <= bytes.count {
                hash ^= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                hash = (hash &* 0x0000_0100_0000_01B3) ^ (hash >> 29)
                index += 8
            }
            while index < bytes.count {
                hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
                index += 1
            }
            return hash
        }
    }

    private static func isSame(_ kept: [UInt8], _ target: ArraySlice<UInt8>) -> Bool {
        guard kept.count == target.count else { return false }
        return kept.withUnsafeBytes { kept in
            target.withUnsafeBytes { target in
                var index = 0
                while index + 8 <= kept.count {
                    let word = kept.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    guard word == target.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    else { return false }
                    index += 8
                }
                return kept[index...].elementsEqual(target[index...])
            }
        }
    }
}
