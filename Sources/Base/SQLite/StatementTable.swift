/// The compiled statements of a connection, by the addresses of their literals.
///
/// A hash table of its own, because every use of a statement looks it up: `Dictionary` takes 190
/// instructions for that, a fifth of what the shortest statement needs, this takes 20.
struct StatementTable {
    /// The addresses, 0 where a place is free; their number is a power of two.
    private var keys = [UInt](repeating: 0, count: 64)
    private var statements = [Statement?](repeating: nil, count: 64)
    private var count = 0

    /// The statement of the literal at `address`; nil when there is none.
    func statement(at address: UnsafeRawPointer) -> Statement? {
        statements[place(of: UInt(bitPattern: address))]
    }

    /// Adds the statement of the literal at `address`, which has none yet.
    mutating func insert(_ statement: Statement, at address: UnsafeRawPointer) {
        // At most half of the places are used, so that a search ends soon.
        if count * 2 >= keys.count { grow() }
        let key = UInt(bitPattern: address)
        let place = place(of: key)
        keys[place] = key
        statements[place] = statement
        count += 1
    }

    func contains(where isWanted: (Statement) -> Bool) -> Bool {
        statements.contains { $0.map(isWanted) ?? false }
    }

    /// The place of `key`, or the free one where it belongs.
    private func place(of key: UInt) -> Int {
        let mask = UInt(keys.count - 1)
        // Fibonacci hashing: the upper half of the product is spread evenly.
        var place = (key &* 0x9E37_79B9_7F4A_7C15) >> 32 & mask
        while keys[Int(place)] != key, keys[Int(place)] != 0 { place = (place + 1) & mask }
        return Int(place)
    }

    private mutating func grow() {
        let old = (keys, statements)
        keys = [UInt](repeating: 0, count: old.0.count * 2)
        statements = [Statement?](repeating: nil, count: old.1.count * 2)
        for (key, statement) in zip(old.0, old.1) where key != 0 {
            let place = place(of: key)
            keys[place] = key
            statements[place] = statement
        }
    }
}
