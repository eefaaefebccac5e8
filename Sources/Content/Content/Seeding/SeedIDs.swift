package import MockPostlyWorld

/// Makes the ids of one kind that a seed leaves out.
///
/// They follow from what the seed does say, so that the same files always give the same ids: the
/// seconds are those of `createdAt`, the five bytes after them a hash of what names the thing, and
/// the last three count up until the id is free.
package struct SeedIDs {
    /// For each id that was found taken, the counter from which on another one may be free.
    private var passed: [ObjectID: UInt32] = [:]

    package init() {}

    /// An id that `isTaken` does not know, for the caller to take.
    ///
    /// However many ids differ in nothing but their counter, those taken are passed over in a few
    /// steps: each search shortens the way of the next.
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

/// FNV-1a with 64 bits.
package struct SeedHash {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    /// Adds the text and an end mark, so that two texts differ from the same letters cut elsewhere.
    package mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
    }

    /// The hash in 40 bits, by exclusive or of its upper part onto its lower.
    package var folded: UInt64 { (value >> 40 ^ value) & 0xFF_FFFF_FFFF }
}
