internal import MockPostlyHTTP
internal import MockPostlyText

/// A text with pairs such as `a=1&b=2` in it, without the values that can be secrets.
///
/// A query, a form, an address, or a text that has one of them somewhere.
struct MaskedPairs {
    /// Where the value of a pair ends: further than a reader would say, because what follows a
    /// secret may belong to it.
    enum Kind {
        /// At `&` alone, so that `a=1;password=x;y` hides all from `x` on.
        case query
        /// At the end of a segment too.
        case path
        /// At the end of a line too, as in forms that have no type.
        case form
        /// At blanks, quotes and angle brackets too, between which addresses stand in texts.
        case text

        func isEnd(_ byte: UInt8) -> Bool {
            switch self {
            case .query: byte == UInt8(ascii: "&")
            case .path: byte == UInt8(ascii: "&") || byte == UInt8(ascii: "/")
            case .form: byte == UInt8(ascii: "&") || byte == 0x0A || byte == 0x0D
            case .text: byte == UInt8(ascii: "&") || textEnds.contains(byte)
            }
        }
    }

    /// Before them a name begins anew.
    private static let starts = Array("?&;#/\\,(){}<>\"' \t\r\n".utf8)

    /// Of a parameter in a parameter in a parameter, such as an address to return to.
    private static let deepest = 3

    /// `bytes` with ``Redaction/mark`` in the places of secrets.
    static func text(_ bytes: ArraySlice<UInt8>, _ kind: Kind, depth: Int = 0) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") })
        else { return Array(bytes) }
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        var name = bytes.startIndex
        var place = bytes.startIndex
        // Up to here encoded texts were looked through, so that no byte is decoded twice.
        var checked = bytes.startIndex
        // The end of the value that was last looked for; the values in it end there too.
        var end = bytes.startIndex - 1
        while place < bytes.endIndex {
            let byte = bytes[place]
            shown.append(byte)
            place += 1
            if starts.contains(byte) { name = place }
            guard byte == UInt8(ascii: "=") else { continue }
            if end < place {
                end = bytes[place...].firstIndex { kind.isEnd($0) } ?? bytes.endIndex
            }
            let value = bytes[place..<end]
            let text = formDecodedBytes(bytes[name..<(place - 1)])
            if SecretName.isSecret(text), !value.isEmpty || kind != .text {
                shown += Redaction.mark.utf8
                place = value.endIndex
            } else if depth < deepest, place >= checked {
                checked = value.endIndex
                if hidesPairs(value, depth) {
                    shown += Redaction.mark.utf8
                    place = value.endIndex
                }
            }
            name = place
        }
        return withoutPassword(shown)
    }

    /// Whether a value is an encoded text with secrets, such as `https%3A%2F%2Fa%2F%3Ftoken%3D1`.
    private static func hidesPairs(_ value: ArraySlice<UInt8>, _ depth: Int) -> Bool {
        guard value.contains(UInt8(ascii: "%")) else { return false }
        let decoded = formDecodedBytes(value)
        return text(decoded[...], .text, depth: depth + 1) != decoded
    }

    /// A text without the passwords of addresses such as `https://user:password@host/`.
    private static func withoutPassword(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "@")) else { return bytes }
        var shown: [UInt8] = []
        var place = 0
        while let slashes = bytes[place...].firstIndex(of: UInt8(ascii: "/")) {
            let isAddress = bytes[..<slashes].last == UInt8(ascii: ":")
            let host =
                bytes[slashes...].dropFirst().first == UInt8(ascii: "/") && isAddress
                ? bytes[(slashes + 2)...].prefix { !hostEnds.contains($0) }
                : bytes[slashes..<slashes]
            if let at = host.lastIndex(of: UInt8(ascii: "@")),
                let colon = host[..<at].firstIndex(of: UInt8(ascii: ":"))
            {
                shown += bytes[place...colon] + Redaction.mark.utf8
                place = at
            }
            let end = max(slashes + 1, host.endIndex)
            shown += bytes[place..<end]
            place = end
        }
        return shown + bytes[place...]
    }
}

private let hostEnds = Array("/?#\"'<> \t\r\n".utf8)
private let textEnds = Array("\"'<> \t\r\n".utf8)
