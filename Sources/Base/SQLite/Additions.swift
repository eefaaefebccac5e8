/// What is to be added to a counter of rows, by their keys.
package struct Additions {
    /// Adds `?2` to the counter of the row with the key `?1`, by one statement.
    package let sql: StaticString
    private var counts: [Int64: Int64] = [:]

    /// Nothing to be added by `sql`.
    package init(_ sql: StaticString) { self.sql = sql }

    /// How many rows there are.
    package var count: Int { counts.count }

    /// Adds one more to the row with `key`.
    package mutating func add(_ key: Int64) { counts[key, default: 0] += 1 }

    /// Makes them all, in no particular order; stops at the first error.
    package func make(on connection: Connection) throws(SQLiteError) {
        for (key, count) in counts { try make(count, key, connection) }
    }

    /// Makes those that succeed: a row that is gone has no counter, and a full disk no room for it.
    package func makePossible(on connection: Connection) {
        for (key, count) in counts { try? make(count, key, connection) }
    }

    private func make(
        _ count: Int64,
        _ key: Int64,
        _ connection: Connection
    ) throws(SQLiteError) {
        try connection.run(sql, [.integer(key), .integer(count)])
    }
}

extension Connection {
    /// Puts off an addition of one to the row with `key` by `sql` until the database is next used; no
    /// transaction may be open.
    ///
    /// Nobody can see the difference, because every use of the database makes them first. Returns
    /// false, and does nothing, when `most` rows wait already, so that the next use never takes long.
    package func putOff(_ sql: StaticString, _ key: Int64, most: Int) -> Bool {
        if let putOff {
            if putOff.sql.utf8Start != sql.utf8Start { makePutOff() }
            guard putOff.count < most else { return false }
        }
        if putOff == nil { putOff = Additions(sql) }
        putOff?.add(key)
        return true
    }

    /// Makes the additions that were put off, in a transaction of their own.
    ///
    /// When one fails, all are lost.
    func makePutOff() {
        guard let additions = putOff else { return }
        putOff = nil
        let before = totalChanges
        do {
            try begin()
            try additions.make(on: self)
            try commit()
        } catch {
            try? rollback()
            lossesOfPutOff += 1
        }
        rowsOfPutOff += totalChanges - before
    }
}
