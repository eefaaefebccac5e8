internal import MockPostlyHTTP

/// The searched texts of records in lower case, in one buffer.
final class LowerCaseTexts {
    /// The texts, each with a separator after it, and one more after those of each record.
    private var bytes: [UInt8] = []
    /// The position in ``bytes`` where the texts of each record end.
    private var ends: [Int] = []
    private var searches = 0
    /// Made at the second search: while records change from search to search, it is not worth it.
    private var trigrams: Trigrams?

    /// A byte that no text contains.
    private static let separator: UInt8 = 0xFF

    /// The texts of records, each of which may have several.
    init(_ records: some Sequence<[String]>) {
        for texts in records {
            for text in texts {
                bytes += text.lowercased().utf8
                bytes.append(Self.separator)
            }
            bytes.append(Self.separator)
            ends.append(bytes.count)
        }
    }

    /// Bytes that this takes in memory.
    var bufferedBytes: Int {
        bytes.bufferedBytes + ends.capacity * 8 + (trigrams?.bufferedBytes ?? 0)
    }

    /// The positions of the records that contain `text`, which is in lower case and not empty.
    func records(with text: [UInt8]) -> [Int] {
        searches += 1
        return bytes.withUnsafeBufferPointer { bytes in
            guard text.count >= Trigrams.length, searches > 1 else { return scan(bytes, for: text) }
            let known = trigrams ?? Trigrams(bytes, ends: ends)
            trigrams = known
            return known.records(with: text) { record in
                let start = record > 0 ? ends[record - 1] : 0
                return firstPlace(of: text, in: bytes, from: start, before: ends[record]) != nil
            }
        }
    }

    private func scan(_ bytes: UnsafeBufferPointer<UInt8>, for text: [UInt8]) -> [Int] {
        var found: [Int] = []
        var (record, start) = (0, 0)
        while let place = firstPlace(of: text, in: bytes, from: start, before: bytes.count) {
            while ends[record] <= place { record += 1 }
            found.append(record)
            start = ends[record]
        }
        return found
    }
}

/// The first position of `needle` in `bytes`, from `start` on and before `end`; nil when it is not
/// there.
///
/// `needle` is not empty. 32 positions at a time are compared with its first and its last byte.
func firstPlace(
    of needle: [UInt8],
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    before end: Int
) -> Int? {
    guard let base = bytes.baseAddress, let first = needle.first, let last = needle.last else {
        return nil
    }
    let length = needle.count
    let isThere = { (place: Int) in
        needle.withUnsafeBufferPointer { needle in
            (0..<length).allSatisfy { base[place + $0] == needle[$0] }
        }
    }
    // The first of eight positions from `place` on that is a hit, which is a byte that is not
    // zero, and has the whole needle.
    func confirmed(_ hits: UInt64, _ place: Int) -> Int? {
        var rest = UInt64(littleEndian: hits)
        while rest != 0 {
            let index = rest.trailingZeroBitCount >> 3
            if isThere(place + index) { return place + index }
            rest &= ~(0xFF << UInt64(index * 8))
        }
        return nil
    }
    let firsts = SIMD16<UInt8>(repeating: first)
    let lasts = SIMD16<UInt8>(repeating: last)
    let lastPlace = min(end - 1, bytes.count - length)
    // A step may look behind `end`, but not behind the bytes.
    let lastStep = min(lastPlace, bytes.count - length - 31)
    var place = start
    while place <= lastStep {
        let low = hits(base + place, firsts: firsts, distance: length - 1, lasts: lasts)
        let high = hits(base + place + 16, firsts: firsts, distance: length - 1, lasts: lasts)
        let any = low | high
        if any.x | any.y != 0,
            let found = confirmed(low.x, place) ?? confirmed(low.y, place + 8)
                ?? confirmed(high.x, place + 16) ?? confirmed(high.y, place + 24)
        {
            return found <= lastPlace ? found : nil
        }
        place &+= 32
    }
    return place <= lastPlace ? (place...lastPlace).first(where: isThere) : nil
}

/// Not zero when one of 16 positions has the byte of `firsts`, and `distance` bytes later that of
/// `lasts`.
@inline(__always)
private func hits(
    _ start: UnsafePointer<UInt8>,
    firsts: SIMD16<UInt8>,
    distance: Int,
    lasts: SIMD16<UInt8>
) -> SIMD2<UInt64> {
    let heads = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
    let tails = UnsafeRawPointer(start + distance).loadUnaligned(as: SIMD16<UInt8>.self)
    return unsafeBitCast((heads .== firsts) .& (tails .== lasts), to: SIMD2<UInt64>.self)
}
