internal import MockPostlyLog

/// Replaces what can be a secret by `…`: passwords, tokens, keys, cookies.
package enum Redaction {
    /// What stands in the place of a secret.
    package static let mark = "…"

    /// The value of a field without the secret: the scheme of `Authorization` stays, and the names
    /// of cookies.
    package static func value(ofField name: String, _ value: String) -> String {
        switch name.lowercased() {
        case "authorization", "proxy-authorization":
            let words = value.split(separator: " ", maxSplits: 1)
            return words.count == 2 ? "\(words[0]) \(mark)" : mark
        case "cookie":
            let cookies = value.split(separator: ";").map { cookie in
                cookie.prefix { $0 != "=" } + "=" + mark
            }
            return cookies.joined(separator: ";")
        case "set-cookie":
            let name = value.prefix { $0 != "=" }
            let rest = value.dropFirst(name.count).drop { $0 != ";" }
            return name + "=" + mark + rest
        case let name where LogText.isSecret(name): return mark
        default: return value
        }
    }

    /// A target without the values of parameters that can be secrets.
    package static func target(_ target: ArraySlice<UInt8>) -> String { LogText.redacted(target) }

    /// A body without the values of JSON members and form fields that can be secrets.
    ///
    /// It may be cut off anywhere.
    package static func body(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return Array(LogText.redactedPairs(bytes[...]))
        }
        let first = bytes.first { $0 > 0x20 }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return bytes }
        return json(bytes)
    }

    /// A JSON text, which need not be whole or correct, without the texts and numbers of members
    /// that can be secrets.
    private static func json(_ bytes: [UInt8]) -> [UInt8] {
        let (quote, colon) = (UInt8(ascii: "\""), UInt8(ascii: ":"))
        var redacted: [UInt8] = []
        redacted.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            guard bytes[place] == quote else {
                redacted.append(bytes[place])
                place += 1
                continue
            }
            let name = place..<end(ofString: place, in: bytes)
            redacted += bytes[name]
            place = name.upperBound
            let mark = bytes[place...].firstIndex { $0 > 0x20 } ?? bytes.count
            guard mark < bytes.count, bytes[mark] == colon else { continue }
            let value = bytes[(mark + 1)...].firstIndex { $0 > 0x20 } ?? bytes.count
            redacted += bytes[place..<value]
            place = value
            let text = bytes[name].dropFirst().dropLast()
            guard value < bytes.count, LogText.isSecret(String(decoding: text, as: UTF8.self))
            else { continue }
            switch bytes[value] {
            case quote: place = end(ofString: value, in: bytes)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let ends = "+-.eE0123456789".utf8
                place = bytes[value...].firstIndex { !ends.contains($0) } ?? bytes.count
            default: continue
            }
            redacted += "\"\(self.mark)\"".utf8
        }
        return redacted
    }

    /// The index behind the string that begins at `start`.
    private static func end(ofString start: Int, in bytes: [UInt8]) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, bytes.count)
    }
}
