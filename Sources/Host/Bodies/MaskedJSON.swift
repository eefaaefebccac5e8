internal import MockPostlyJSON

/// A JSON text, which need not be whole or correct, without the texts and numbers below names that
/// can be secrets.
///
/// It is read token by token. In what is no JSON, a token after a secret name is hidden up to the
/// next comma or bracket, whatever stands between them: `{password: 'a'}`, `{"password" "a"}`.
struct MaskedJSON {
    private let bytes: [UInt8]
    private let nesting: Int
    private var place = 0
    private var shown: [UInt8] = []
    /// How many brackets are open.
    private var depth = 0
    /// The number of open brackets outside of a container that has a secret name.
    private var hiddenAbove: Int?
    /// The name before the place, if it is a secret one.
    private var secret: [UInt8]?

    /// Of a text of JSON in a text of JSON in a text of JSON.
    private static let deepest = 3

    private init(_ bytes: [UInt8], nesting: Int) {
        (self.bytes, self.nesting) = (bytes, nesting)
        shown.reserveCapacity(bytes.count)
    }

    /// `bytes` with ``Redaction/mark`` in the places of secrets.
    static func text(_ bytes: [UInt8], nesting: Int = 0) -> [UInt8] {
        var reader = MaskedJSON(bytes, nesting: nesting)
        while reader.place < bytes.count { reader.step() }
        return reader.shown
    }

    private var isHiding: Bool { secret != nil || hiddenAbove != nil }

    private mutating func step() {
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if secret != nil, hiddenAbove == nil { hiddenAbove = depth }
            secret = nil
            depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth = max(0, depth - 1)
            if let above = hiddenAbove, depth <= above { hiddenAbove = nil }
            secret = nil
        case UInt8(ascii: ","): secret = nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return token(end(ofString: byte), isQuoted: true)
        case _ where !Self.marks.contains(byte):
            let end = bytes[place...].firstIndex { Self.marks.contains($0) } ?? bytes.count
            return token(end, isQuoted: false)
        default: break
        }
        shown.append(byte)
        place += 1
    }

    /// Bytes that end a word without quotes.
    private static let marks = Array("{}[],:=\"' \t\r\n".utf8)

    private mutating func token(_ end: Int, isQuoted: Bool) {
        let token = bytes[place..<end]
        place = end
        let text = isQuoted ? Self.unescaped(token) : Array(token)
        let next = bytes[end...].first { $0 > 0x20 }
        let isName = next == UInt8(ascii: ":") || next == UInt8(ascii: "=")
        if isName, secret == nil {
            if SecretName.isSecret(text) { secret = text }
            shown += token
        } else if isHiding {
            shown += isHidden(text, isQuoted) ? Array("\"\(Redaction.mark)\"".utf8) : Array(token)
        } else {
            // In correct JSON a value is followed by a comma, a bracket or nothing.
            let isFollowed = next.map { !",]}".utf8.contains($0) } ?? false
            if isFollowed, SecretName.isSecret(text) { secret = text }
            shown += isQuoted ? masked(token, text) : Array(token)
        }
    }

    /// Whether a value at a place where values are hidden is one: `null`, `true` and an error's
    /// code are not.
    private func isHidden(_ text: [UInt8], _ isQuoted: Bool) -> Bool {
        if !isQuoted, ["null", "true", "false"].contains(where: { text.elementsEqual($0.utf8) }) {
            return false
        }
        guard hiddenAbove == nil, let secret else { return true }
        return !SecretName.isErrorCode(secret, text[...])
    }

    /// A text that is shown, without the secrets of JSON, an address or a form in it.
    private func masked(_ token: ArraySlice<UInt8>, _ text: [UInt8]) -> [UInt8] {
        let first = text.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let inner: [UInt8]
        if isJSON, nesting < Self.deepest {
            inner = MaskedJSON.text(text, nesting: nesting + 1)
        } else if !text.contains(where: { $0 <= 0x20 }) {
            inner = MaskedPairs.text(text[...], .query)
        } else {
            return Array(token)
        }
        guard inner != text else { return Array(token) }
        var json = JSONWriter(escaping: .utf8)
        json.string(String(decoding: inner, as: UTF8.self))
        return json.finish()
    }

    /// The index behind the string that begins at the place; its end may be missing.
    private func end(ofString quote: UInt8) -> Int {
        var place = place + 1
        while place < bytes.count, bytes[place] != quote {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, bytes.count)
    }

    /// The text of a string with its quotes; of a broken one, what can be read.
    private static func unescaped(_ token: ArraySlice<UInt8>) -> [UInt8] {
        let quote = token.first
        let isClosed = token.count > 1 && token.last == quote
        let content = token.dropFirst().dropLast(isClosed ? 1 : 0)
        guard content.contains(UInt8(ascii: "\\")) else { return Array(content) }
        if let json = try? JSON(parsing: Array(token)), let text = json.root.string {
            return Array(text.utf8)
        }
        var text: [UInt8] = []
        var rest = content
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                text.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(4), as: UTF8.self)
            guard kind == UInt8(ascii: "u"), let unit = UInt16(digits, radix: 16) else {
                text.append(kind)
                continue
            }
            rest = rest.dropFirst(4)
            text += String(decoding: [unit], as: UTF16.self).utf8
        }
        return text
    }
}
