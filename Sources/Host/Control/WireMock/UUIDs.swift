internal import MockPostlyText

/// What a WireMock client calls by a UUID, and this server by a number.
enum Numbered: String {
    case stub = "4374"
    case request = "4371"
}

extension String {
    /// The UUID of what has a number in a world (RFC 9562, version 4).
    static func uuid(of kind: Numbered, _ number: Int) -> String {
        "6d6f636b-706f-\(kind.rawValue)-8c79-" + hexadecimal(number, digits: 12)
    }

    /// The number of what has this UUID in lower case; nil when it is another kind's or no number's.
    func number(of kind: Numbered) -> Int? {
        guard isUUID, let number = Int(suffix(12), radix: 16),
            isIdentical(to: .uuid(of: kind, number))
        else { return nil }
        return number
    }

    /// Whether it is a UUID in lower case (RFC 9562).
    var isUUID: Bool {
        let groups = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.joined().allSatisfy(\.isSmallHexadecimalDigit)
    }
}
