internal import MockPostlyHTTP
internal import MockPostlyWorld

/// Texts in the form in which the log shows them.
package enum LogText {
    /// `text` with control characters escaped, so that a client cannot forge log lines.
    package static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isShown(scalar) {
                line.append(scalar)
            } else {
                line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            }
        }
        return String(line)
    }

    /// False for characters that move a terminal's cursor, end a line or change the text direction.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    /// A request target without the values of parameters that can be secrets, in the query and in
    /// segments of the path.
    package static func redacted(_ target: ArraySlice<UInt8>) -> String {
        let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        let segments = target[..<mark].split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        var shown = Array(segments.map(redactedPairs).joined(separator: [UInt8(ascii: "/")]))
        if mark < target.endIndex {
            shown.append(target[mark])
            shown += redactedPairs(target[(mark + 1)...])
        }
        return oneLine(String(decoding: shown, as: UTF8.self))
    }

    /// Pairs such as `a=1&b=2` without the values that can be secrets.
    package static func redactedPairs(_ pairs: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard pairs.contains(UInt8(ascii: "=")) else { return pairs }
        let pieces = pairs.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let shown = pieces.map { piece in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            guard name.endIndex < piece.endIndex, isSecret(formDecoded(name)) else { return piece }
            return name + "=…".utf8
        }
        return Array(shown.joined(separator: [UInt8(ascii: "&")]))[...]
    }

    /// Whether the value of a parameter with this name must not be logged.
    package static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "key" || secrets.contains { contains(name.utf8[...], $0.utf8) }
    }

    private static func contains(_ name: Substring.UTF8View, _ word: String.UTF8View) -> Bool {
        var rest = name
        while rest.count >= word.count {
            if rest.starts(with: word) { return true }
            rest.removeFirst()
        }
        return false
    }

    private static let secrets = [
        "token", "jwt", "password", "passwd", "secret", "api_key", "apikey", "authorization",
    ]

    /// The time of day in UTC with milliseconds: `12:34:56.789Z`.
    static func clock(_ instant: Instant) -> String {
        String(instant.rfc3339Millis.dropFirst(11))
    }

    /// A number of bytes in B, KiB or MiB.
    static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        let tenths = (bytes * 10 + 512) / 1024
        if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) KiB" }
        let megabytes = (bytes * 10) / (1024 * 1024)
        return "\(megabytes / 10).\(megabytes % 10) MiB"
    }
}
