/// Which world a request names, beside a prefix of its path.
extension Request {
    /// The cookie that names a world.
    package static let worldCookieName: StaticString = "mockpostly_world"

    /// The X-Mockpostly-World field as sent; nil when absent.
    package var worldField: String? { first(head.world) }

    /// The value of the first cookie `mockpostly_world` (RFC 6265, 4.2.1); nil when absent.
    package var worldCookie: String? {
        worldCookieRange.map { String(decoding: head.bytes[$0], as: UTF8.self) }
    }

    /// Whether a field or a cookie names a world, without making a `String` of it.
    package var namesWorld: Bool {
        head.world.isPresent || (head.cookie.isPresent && worldCookieRange != nil)
    }

    private var worldCookieRange: Range<Int>? {
        guard head.cookie.isPresent else { return nil }
        return head.bytes.withUnsafeBufferPointer { bytes in
            for field in head.fields[Int(head.cookie.first)...Int(head.cookie.last)] {
                let name = bytes.part(field.nameRange)
                guard equalIgnoringCase(name, "cookie") else { continue }
                if let range = Self.worldCookie(bytes, field.valueRange) { return range }
            }
            return nil
        }
    }

    /// The range of the cookie's value among the pairs in `range`, without the quotes around it.
    private static func worldCookie(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>
    ) -> Range<Int>? {
        let name = UnsafeBufferPointer(
            start: worldCookieName.utf8Start,
            count: worldCookieName.utf8CodeUnitCount
        )
        var start = range.lowerBound
        while start < range.upperBound {
            let semicolon = bytes.firstIndex(of: UInt8(ascii: ";"), from: start) ?? range.upperBound
            let end = min(semicolon, range.upperBound)
            let pair = bytes.trimmingBlanks(start..<end)
            start = end + 1
            guard pair.count > name.count, bytes[pair.lowerBound + name.count] == UInt8(ascii: "="),
                bytes.part(pair).prefix(name.count).elementsEqual(name)
            else { continue }
            let value = (pair.lowerBound + name.count + 1)..<pair.upperBound
            let quote = UInt8(ascii: "\"")
            let isQuoted =
                value.count >= 2 && bytes[value.lowerBound] == quote
                && bytes[value.upperBound - 1] == quote
            return isQuoted ? value.lowerBound + 1..<value.upperBound - 1 : value
        }
        return nil
    }
}
