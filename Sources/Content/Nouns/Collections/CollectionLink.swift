/// Addresses of this server in texts of rows: `mockpostly:/files/1` is shown as
/// `http://localhost:8080/files/1`.
///
/// So a row can name a file or a picture without knowing by which address clients call the server.
package enum CollectionLink {
    /// How such a text begins.
    package static let scheme = "mockpostly:/"
    /// The address of this server without a slash at its end, as such texts have it.
    package static let server = "mockpostly:"

    /// A text as it begins in JSON.
    ///
    /// A quote within a text is escaped, so these bytes are nowhere else, but after a backslash.
    private static let start = Array("\"\(scheme)".utf8)

    /// Whether JSON may have such a text.
    ///
    /// Costs O(n).
    package static func isIn(_ json: [UInt8]) -> Bool {
        json.withUnsafeBufferPointer { next(in: $0, from: 0) != nil }
    }

    /// `json` with addresses below `site`, which has no slash at its end.
    package static func localized(_ json: [UInt8], at site: String) -> [UInt8] {
        json.withUnsafeBufferPointer { bytes in
            guard var place = next(in: bytes, from: 0) else { return json }
            var result: [UInt8] = []
            result.reserveCapacity(json.count + json.count / 4)
            var kept = 0
            while true {
                result += bytes[kept...place]
                result += site.utf8
                // The slash stays.
                kept = place + start.count - 1
                guard let further = next(in: bytes, from: kept) else { break }
                place = further
            }
            return result + bytes[kept...]
        }
    }

    /// Where the next such text begins with its quote.
    private static func next(in bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        let last = start.count - 1
        var place = first
        // From the end of what is looked for: a byte that is not in it lets skip as many.
        while place + last < bytes.count {
            switch bytes[place + last] {
            case UInt8(ascii: "/"):
                if bytes[place...(place + last)].elementsEqual(start),
                    place == 0 || bytes[place - 1] != UInt8(ascii: "\\")
                {
                    return place
                }
                place += 1
            case UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: "c"),
                UInt8(ascii: "k")...UInt8(ascii: "y"):
                place += 1
            default: place += start.count
            }
        }
        return nil
    }
}
