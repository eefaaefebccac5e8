extension Request {
    /// Whether the query may have parameters for the server itself, whose names begin with `__`.
    ///
    /// A false alarm is possible, a miss is not: it looks for `__` anywhere in the query.
    package var mayHaveOwnParameters: Bool {
        @inline(__always) get { !head.query.isEmpty && hasUnderscores }
    }

    private var hasUnderscores: Bool {
        head.bytes.withUnsafeBufferPointer { bytes in
            let (query, underscore) = (bytes.part(head.query), UInt8(ascii: "_"))
            var start = 0
            while let place = query.firstIndex(of: underscore, from: start) {
                if place + 1 < query.count, query[place + 1] == underscore { return true }
                start = place + 1
            }
            return false
        }
    }

    /// Removes the parameters of the query that are called as one of `names`, and returns them.
    ///
    /// The others keep their order and spelling.
    ///
    /// - Parameter names: as the client would write them after decoding, such as `__delay`.
    /// - Returns: the decoded pairs in the order of the query; empty when there are none, and then
    /// the request is not copied.
    package mutating func takeParameters(_ names: [String]) -> [(name: String, value: String)] {
        var (taken, kept): ([(name: String, value: String)], [ArraySlice<UInt8>]) = ([], [])
        for part in rawQuery.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let pair = Query(part).pairs.first
            if let pair, names.contains(where: { $0.utf8.elementsEqual(pair.name.utf8) }) {
                taken.append(pair)
            } else {
                kept.append(part)
            }
        }
        if !taken.isEmpty {
            head = head.with(query: Array(kept.joined(separator: [UInt8(ascii: "&")])))
        }
        return taken
    }
}
