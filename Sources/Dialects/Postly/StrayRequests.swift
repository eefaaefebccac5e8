internal import MockPostlyHTTP

/// Requests of clients whose base URL has lost `/api`, and which other systems answer: Postly's
/// paths without it are DummyJSON's too.
enum StrayRequests {
    /// Whether a request can only be meant for Postly: it has an ObjectId where DummyJSON has a
    /// number, asks for a page of posts by its number, or for one's own posts.
    @Sendable
    static func isPostlys(_ request: Request) -> Bool {
        let path = request.path
        guard path.starts(with: "/posts".utf8) || path.starts(with: "/users/".utf8) else {
            return false
        }
        let slash = UInt8(ascii: "/")
        // Two words are found without a list of all, which takes eight times the instructions.
        let rest = path.dropFirst().drop { $0 != slash }.drop { $0 == slash }
        guard !rest.isEmpty else { return names("page", in: request.rawQuery) }
        let second = rest.prefix { $0 != slash }
        guard second.count == 2 else { return isObjectID(second) }
        return rest.split(separator: slash).elementsEqual(["me".utf8, "posts".utf8]) {
            $0.elementsEqual($1)
        }
    }

    private static func isObjectID(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 24
            && word.allSatisfy { ($0 | 0x20) &- 0x61 < 6 || $0 &- 0x30 < 10 }
    }

    /// Whether a query has a parameter of this name.
    private static func names(_ name: StaticString, in query: ArraySlice<UInt8>) -> Bool {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return query.split(separator: UInt8(ascii: "&")).contains { pair in
            pair.prefix { $0 != UInt8(ascii: "=") }.elementsEqual(name)
        }
    }
}
