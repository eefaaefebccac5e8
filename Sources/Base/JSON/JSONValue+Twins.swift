extension JSONValue {
    /// The first name that an object in this value has twice, with both values; nil where all names
    /// differ.
    ///
    /// Names are compared as they are written. Costs O(n) and one list of numbers.
    package var firstTwins: (name: String, first: JSONValue, second: JSONValue)? {
        storage.bytes.withUnsafeBufferPointer { bytes in
            var hashes: [UInt64] = []
            for object in index..<Int(token.next) where storage.tokens[object].kind == .object {
                hashes.removeAll(keepingCapacity: true)
                var name = object + 1
                while name < Int(storage.tokens[object].next) {
                    hashes.append(Self.hash(bytes, storage.tokens[name]))
                    name = Int(storage.tokens[name + 1].next)
                }
                guard Self.mayHaveTwins(&hashes) else { continue }
                let whole = JSONValue(storage: storage, index: object)
                if let twins = whole.ownTwins { return twins }
            }
            return nil
        }
    }

    private var ownTwins: (name: String, first: JSONValue, second: JSONValue)? {
        var known: [String: JSONValue] = [:]
        var twins: (name: String, first: JSONValue, second: JSONValue)?
        forEachMember { name, value in
            if let first = known.updateValue(value, forKey: name), twins == nil {
                twins = (name, first, value)
            }
        }
        return twins
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ name: JSONToken) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for place in Int(name.start)..<Int(name.end) {
            hash = (hash ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3
        }
        return hash
    }

    private static func mayHaveTwins(_ hashes: inout [UInt64]) -> Bool {
        if hashes.count > 12 {
            hashes.sort()
            return zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
        }
        for place in hashes.indices.dropFirst()
        where hashes[..<place].contains(hashes[place]) {
            return true
        }
        return false
    }
}
