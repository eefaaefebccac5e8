internal import MockPostlyText

/// The host in a Host field (RFC 9110, section 7.2), without its port.
enum HostName: Equatable {
    /// An IPv4 address, or an IPv6 address in brackets.
    case address
    /// A name in lower case.
    case name(String)

    /// Parses the value of a Host field; nil when it is malformed or empty.
    init?(_ host: String) {
        let host = host.lowercased()
        let length: Int
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            length = host.utf8.distance(from: host.startIndex, to: end) + 1
            guard Self.isIPv6(host[..<end].dropFirst()) else { return nil }
            self = .address
        } else {
            let name = host.prefix { $0 != ":" }
            length = name.utf8.count
            guard Self.isIPv4(name) || Self.isName(name) else { return nil }
            self = Self.isIPv4(name) ? .address : .name(String(name))
        }
        guard Self.isPort(host.utf8.dropFirst(length)) else { return nil }
    }

    /// Whether `text` is empty, or a colon and a port, which may be empty (RFC 3986, section
    /// 3.2.3).
    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        guard text.first == UInt8(ascii: ":") else { return text.isEmpty }
        let digits = text.dropFirst()
        return digits.allSatisfy(\.isDigit)
            && (digits.isEmpty || UInt16(Substring(digits)) != nil)
    }

    /// Four decimal numbers without leading zeros (RFC 3986, section 3.2.2).
    private static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                UInt8(part) != nil && part.utf8.allSatisfy(\.isDigit)
                    && (part.utf8.count == 1 || part.utf8.first != UInt8(ascii: "0"))
            }
    }

    /// Eight groups; `::` may stand for some, an IPv4 address for the last two (RFC 4291, section
    /// 2.2).
    private static func isIPv6(_ text: Substring) -> Bool {
        let colons = text.indices.first { text[$0...].hasPrefix("::") }
        guard let colons else { return groups(in: text, isLast: true) == 8 }
        // A second `::` gives an empty group, which `groups(in:isLast:)` refuses.
        guard let left = groups(in: text[..<colons], isLast: false),
            let right = groups(in: text[colons...].dropFirst(2), isLast: true)
        else { return false }
        return left + right < 8
    }

    /// The number of 16-bit groups in `text`; nil when a part of it is no group.
    private static func groups(in text: Substring, isLast: Bool) -> Int? {
        if text.isEmpty { return 0 }
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        let hasIPv4 = isLast && groups.last.map(isIPv4) == true
        let numbers = hasIPv4 ? groups.dropLast() : groups[...]
        let areNumbers = numbers.allSatisfy { group in
            1...4 ~= group.utf8.count && group.utf8.allSatisfy(\.isHexadecimalDigit)
        }
        return areNumbers ? groups.count + (hasIPv4 ? 1 : 0) : nil
    }

    /// Labels of letters, digits, hyphens and underscores.
    private static func isName(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { byte in
                    byte.isDigit || byte.isSmallLetter
                        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
        }
    }
}
