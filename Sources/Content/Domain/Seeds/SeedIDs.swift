import MockPostlyWorld

/// Ids of one kind, of which no two may be the same.
///
/// Ids that a seed leaves out follow from what it does say, so that the same files always give the
/// same ids: the seconds are those of `createdAt`, the five bytes after them a hash of what names
/// the thing, and the last three count up until the id is free.
struct SeedIDs {
    private var taken: Set<ObjectID> = []

    /// Whether the id was free; it is taken then.
    mutating func take(_ id: ObjectID) -> Bool {
        taken.insert(id).inserted
    }

    /// A free id, which is taken then.
    mutating func derive(at createdAt: Instant, _ hash: SeedHash, counter: Int = 0) -> ObjectID {
        let seconds = UInt32(truncatingIfNeeded: createdAt.seconds)
        var counter = UInt32(truncatingIfNeeded: counter)
        while true {
            let id = ObjectID(seconds: seconds, random: hash.folded, counter: counter)
            if take(id) { return id }
            counter &+= 1
        }
    }
}

/// FNV-1a with 64 bits.
struct SeedHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    /// Adds the text and an end mark, so that two texts differ from the same letters cut elsewhere.
    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
    }

    /// The hash in 40 bits, by exclusive or of its upper part onto its lower.
    var folded: UInt64 { (value >> 40 ^ value) & 0xFF_FFFF_FFFF }
}
