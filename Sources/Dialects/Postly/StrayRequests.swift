internal import MockPostlyHTTP

/// Requests of clients whose base URL has lost `/api`, and which other systems answer: Postly's
/// paths without it are DummyJSON's too.
enum StrayRequests {
    /// Whether a request can only be meant for Postly: it has an ObjectId where DummyJSON has a
    /// number, asks for a page of posts by its number, or for one's own posts.
    @Sendable
    static func isPostlys(_ request: Request) -> Bool {
        // By bytes: slices, of which most requests would need five, take six times the instructions.
        request.path.withUnsafeBufferPointer { path in
            guard begins(path, "/posts") || begins(path, "/users/") else { return false }
            let slash = UInt8(ascii: "/")
            var start = 1
            while start < path.count, path[start] != slash { start += 1 }
            while start < path.count, path[start] == slash { start += 1 }
            var end = start
            while end < path.count, path[end] != slash { end += 1 }
            switch end - start {
            case 0: return names("page", in: request.rawQuery)
            case 2:
                return path[start...].split(separator: slash)
                    .elementsEqual(["me".utf8, "posts".utf8]) { $0.elementsEqual($1) }
            case 24:
                return path[start..<end].allSatisfy { ($0 | 0x20) &- 0x61 < 6 || $0 &- 0x30 < 10 }
            default: return false
            }
        }
    }

    private static func begins(_ path: UnsafeBufferPointer<UInt8>, _ start: StaticString) -> Bool {
        guard path.count >= start.utf8CodeUnitCount else { return false }
        for place in 0..<start.utf8CodeUnitCount where path[place] != start.utf8Start[place] {
            return false
        }
        return true
    }

    /// Whether a query has a parameter of this name.
    private static func names(_ name: StaticString, in query: ArraySlice<UInt8>) -> Bool {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return query.split(separator: UInt8(ascii: "&")).contains { pair in
            pair.prefix { $0 != UInt8(ascii: "=") }.elementsEqual(name)
        }
    }
}
