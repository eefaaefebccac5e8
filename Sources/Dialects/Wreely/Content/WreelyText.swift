internal import MockPostlyContent
internal import MockPostlyText

/// A list of texts that is stored as one, one on each line.
enum WreelyLines {
    static func list(of text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines as one text; none of them may be empty or have a line break.
    static func text(of list: [String]) -> String { list.joined(separator: "\n") }
}

extension String {
    /// Whether it is 4 to 15 digits, a number without its country code.
    ///
    /// ASCII digits only, without `+` and spaces.
    package var isMobileNumber: Bool { isDigits(4...15) }

    /// Whether it is the number of a kind of membership, as the apps read it: 1 to 10 digits.
    package var isMembershipType: Bool { isDigits(1...10) }

    /// Whether it is 1 to 10 digits.
    package var isLoginCode: Bool { isDigits(1...10) }

    /// Whether it is 32 hexadecimal digits in lower case, as access tokens are.
    ///
    /// Tokens that the server makes have this form too.
    package var isWreelyToken: Bool { isLowerHexadecimal(digits: 32) }

    /// Whether it is a URL that a phone opens: `http` or `https`, a host, perhaps a port up to 65535,
    /// whole percent escapes, and no character that a URL must not contain (RFC 3986).
    ///
    /// Names and ports are checked by their form alone; nothing is looked up.
    package var isWebAddress: Bool {
        let rest = ["https://", "http://"].first { lowercased().hasPrefix($0) }
            .map { Array(utf8.dropFirst($0.utf8.count)) }
        guard let rest, let first = rest.first, !"/?#:".utf8.contains(first) else { return false }
        let isWritten = rest.allSatisfy { byte in
            (0x21...0x7E).contains(byte) && !"\"<>[\\]^`{|}".utf8.contains(byte)
        }
        let hasWholeEscapes = rest.indices.allSatisfy { index in
            rest[index] != UInt8(ascii: "%")
                || rest.count > index + 2
                    && rest[(index + 1)...(index + 2)].allSatisfy(\.isHexadecimalDigit)
        }
        let host = rest.prefix { !"/?#".utf8.contains($0) }
        guard let colon = host.lastIndex(of: UInt8(ascii: ":")) else {
            return isWritten && hasWholeEscapes
        }
        let port = String(decoding: host[(colon + 1)...], as: UTF8.self)
        return isWritten && hasWholeEscapes && port.isDigits(0...5) && Int(port) ?? 0 <= 65_535
    }

    /// Whether it is a URL that a phone opens, or a path of this server, which becomes one.
    var isLink: Bool {
        isWebAddress || hasPrefix("/") && !hasPrefix("//") && "http://localhost\(self)".isWebAddress
    }

    private func isDigits(_ count: ClosedRange<Int>) -> Bool {
        count.contains(utf8.count)
            && utf8.allSatisfy(\.isDigit)
    }
}

/// A time of day to the minute, as `08:30`.
enum WreelyTimeOfDay {
    /// The minute of the day, 0 to 1440; nil when `text` is no time of day.
    static func minute(of text: String) -> Int64? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), text.utf8.count == 5,
            let hour = Int64(Substring(parts[0])), let minute = Int64(Substring(parts[1])),
            hour >= 0, 0...59 ~= minute, hour * 60 + minute <= 1_440
        else { return nil }
        return hour * 60 + minute
    }

    static func text(of minute: Int64) -> String {
        let (hour, minute) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
