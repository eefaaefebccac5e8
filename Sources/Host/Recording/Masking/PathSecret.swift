internal import MockPostlyBodies
internal import MockPostlyText

/// Which segments of paths are secrets, such as the last of `/reset/Zq8kT4vX`.
enum PathSecret {
    /// Words behind which a segment without order is a secret.
    private static let places: Set<String> = [
        "accept", "activate", "activation", "confirm", "confirmation", "hooks", "invitation",
        "invitations", "invite", "invites", "join", "magic", "optout", "otp", "recover", "recovery",
        "reset", "session", "sessions", "share", "shared", "unsubscribe",
        "verification", "verify", "webhook", "webhooks",
    ]
    /// Words behind which a number of a few digits is a code and no id.
    private static let codes: Set<String> = [
        "code", "confirm", "confirmation", "otp", "pin", "verification", "verify",
    ]
    /// Words behind which a long segment is a signature, as in addresses that were signed.
    private static let signed: Set<String> = ["dl", "download", "downloads", "private", "signed"]

    /// What may stand behind a segment.
    struct Meaning: OptionSet, Sendable {
        let rawValue: UInt8

        static let place = Meaning(rawValue: 1)
        static let code = Meaning(rawValue: 2)
        static let signed = Meaning(rawValue: 4)
    }

    /// What a segment says of those behind it; the beginning of a long one is enough.
    static func meaning(of segment: some StringProtocol) -> Meaning {
        let plain = segment.prefix(64).lowercased()
        let words = [plain] + plain.split { "-_.".contains($0) }.map(String.init)
        var meaning: Meaning = []
        if words.contains(where: places.contains) || SecretName.isSecret(plain) {
            meaning.insert(.place)
        }
        if words.contains(where: codes.contains) { meaning.insert(.code) }
        if words.contains(where: signed.contains) { meaning.insert(.signed) }
        return meaning
    }

    /// Whether `segment` is a secret behind others, of which `before` says what they mean together.
    ///
    /// That is asked only when it matters.
    static func isSecret(_ segment: String, after before: () -> Meaning) -> Bool {
        let bytes = Array(segment.utf8)
        if bytes.count > 8, segment.hasPrefix("s--"), segment.hasSuffix("--") { return true }
        let isCode = isNumber(bytes)
        guard isCode ? 4...8 ~= bytes.count : bytes.count >= 6 && isWithoutOrder(bytes) else {
            return false
        }
        let meaning = before()
        if isCode { return meaning.contains(.code) }
        return meaning.contains(.place) || bytes.count >= 24 && meaning.contains(.signed)
    }

    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Whether a text is no word, no name and no version: it has digits among its letters, capitals
    /// among small ones, or is long and can hardly be spoken.
    private static func isWithoutOrder(_ bytes: [UInt8]) -> Bool {
        let letters = bytes.filter { 0x61...0x7A ~= $0 | 0x20 }
        let digits = bytes.count { 0x30...0x39 ~= $0 }
        // `2024-01-01`, `v2.1`, `page-2`.
        let capitals = letters.count { $0 < 0x60 }
        if digits > 0, !letters.isEmpty {
            return bytes.count >= 12 || capitals > 3 || letters.count > 1 && changes(bytes) > 2
        }
        guard digits == 0, letters.count >= 8, letters.count == bytes.count else { return false }
        // `resetPassword` has one or two; a word of capitals alone may be the name of a setting.
        if capitals > 2, capitals < letters.count { return true }
        let vowels = letters.count { "aeiouyAEIOUY".utf8.contains($0) }
        return letters.count >= 10 && vowels * 5 <= letters.count
    }

    /// How often a text changes between small letters, capitals and digits.
    private static func changes(_ bytes: [UInt8]) -> Int {
        let kinds = bytes.map { $0 < 0x40 ? 0 : $0 < 0x60 ? 1 : 2 }
        return zip(kinds, kinds.dropFirst()).count { $0 != $1 }
    }
}

extension TextScan {
    /// The segments before one that are looked at.
    private static let mostBefore = 4

    /// A segment of an address in a text, which may be a secret.
    mutating func findSegment(_ range: Range<Int>) {
        guard range.count >= 4 else { return }
        let text = String(decoding: bytes[range], as: UTF8.self)
        let isSecret = PathSecret.isSecret(text) {
            var meaning: PathSecret.Meaning = []
            var end = range.lowerBound - 1
            for _ in 0..<Self.mostBefore where end > 0 && bytes[end] == UInt8(ascii: "/") {
                var start = end
                while start > 0, Self.isTokenByte(bytes[start - 1]) { start -= 1 }
                guard start < end else { break }
                meaning.formUnion(self.meaning(of: start..<end))
                end = start - 1
            }
            return meaning
        }
        if isSecret { finds.append((range, .secret)) }
    }

    private mutating func meaning(of range: Range<Int>) -> PathSecret.Meaning {
        let word = String(decoding: bytes[range.prefix(64)], as: UTF8.self)
        if let known = pathWords[word] { return known }
        let meaning = PathSecret.meaning(of: word)
        if pathWords.count < 1000 { pathWords[word] = meaning }
        return meaning
    }
}
