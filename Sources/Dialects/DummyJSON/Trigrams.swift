internal import MockPostlyHTTP

/// Which records have which three bytes in a row.
///
/// All trigrams share a number of rows, in which each record has a bit. A record that contains a
/// text has its bit in the rows of all trigrams of the text, and few others have: of the 251 posts
/// of the standard set, a search for `love` has to read 19 instead of all.
struct Trigrams {
    /// The length of the shortest text that can be looked for, in bytes.
    static let length = 3

    /// The bits of the rows, one row after the other.
    private var bits: [UInt64]
    /// How many words a row has.
    private let width: Int
    /// By how many bits a hash is shifted to be the number of a row.
    private let shift: Int

    /// The trigrams of the records in `bytes` that end at `ends`.
    ///
    /// With four rows for each byte of a record, a record has its bit in about every fifth, and the
    /// rows are about as large as the bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>, ends: [Int]) {
        let wanted = min(max(bytes.count / max(ends.count, 1) * 4, 64), 4096)
        let exponent = Int.bitWidth - (wanted - 1).leadingZeroBitCount
        shift = 32 - exponent
        width = (ends.count + 63) / 64
        bits = Array(repeating: 0, count: width << exponent)
        var start = 0
        for (record, end) in ends.enumerated() {
            let (word, bit) = (record / 64, UInt64(1) << UInt64(record % 64))
            for place in start..<max(start, end - Self.length + 1) {
                bits[row(bytes, at: place) * width + word] |= bit
            }
            start = end
        }
    }

    /// Bytes that this takes in memory.
    var bufferedBytes: Int { bits.capacity * 8 + 48 }

    /// The records that contain `text`, in their order; `text` has at least ``length`` bytes.
    ///
    /// `isIn` tells it of the few records that have all its trigrams.
    func records(with text: [UInt8], _ isIn: (Int) -> Bool) -> [Int] {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: width) { common in
            common.initialize(repeating: .max)
            text.withUnsafeBufferPointer { text in
                for place in 0...text.count - Self.length {
                    let start = row(text, at: place) * width
                    for word in 0..<width { common[word] &= bits[start + word] }
                }
            }
            var records: [Int] = []
            records.reserveCapacity(common.reduce(0) { $0 + $1.nonzeroBitCount })
            for word in 0..<width {
                var rest = common[word]
                while rest != 0 {
                    let record = word * 64 + rest.trailingZeroBitCount
                    if isIn(record) { records.append(record) }
                    rest &= rest - 1
                }
            }
            return records
        }
    }

    private func row(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
        let trigram =
            UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        // Multiplied by 2^32 over the golden ratio, neighbours are far apart in the upper bits.
        return Int(trigram &* 0x9E37_79B1) >> shift
    }
}
