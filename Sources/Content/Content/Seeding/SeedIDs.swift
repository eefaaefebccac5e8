package import MockPostlyWorld

/// Makes the ids of one kind that a seed does not give.
///
/// They depend only on the content of the seed, so the same files always give the same ids. The
/// first four bytes are the seconds of `createdAt`, the next five a hash of what identifies the
/// element, and the last three a counter that grows until the id is free.
package struct SeedIDs {
    /// For each id that was found taken, the counter to try next.
    private var passed: [ObjectID: UInt32] = [:]

    package init() {}

    /// A free id; `isTaken` says which ids are taken, and the caller takes the result.
    ///
    /// Long runs of taken counters are skipped: each search stores a shortcut for the next one.
    ///
    /// - Parameters:
    ///   - createdAt: gives the first four bytes.
    ///   - hash: of what identifies the element among those of its second.
    ///   - counter: where to begin, for elements that are known to come in a row.
    ///   - isTaken: asked O(1) times on average.
    /// - Returns: the first free id from that counter on.
    package mutating func derive(
        at createdAt: Instant,
        _ hash: SeedHash,
        counter: Int = 0,
        unless isTaken: (ObjectID) -> Bool
    ) -> ObjectID {
        let seconds = UInt32(truncatingIfNeeded: createdAt.seconds)
        var counter = UInt32(truncatingIfNeeded: counter)
        var way: [ObjectID] = []
        while true {
            let id = ObjectID(seconds: seconds, random: hash.folded, counter: counter)
            if let next = passed[id] {
                counter = next
            } else if isTaken(id) {
                counter &+= 1
            } else {
                for id in way { passed[id] = counter &+ 1 }
                return id
            }
            way.append(id)
        }
    }
}

/// The hash FNV-1a with 64 bits.
package struct SeedHash {
    /// Begins as the offset basis of FNV-1a.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// One step of FNV-1a.
    package mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    /// Adds the text and an end mark, so that `ab` + `c` and `a` + `bc` have different hashes.
    package mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
    }

    /// The hash in 40 bits: exclusive or of the upper 24 bits and the lower 40.
    package var folded: UInt64 { (value >> 40 ^ value) & 0xFF_FFFF_FFFF }
}
