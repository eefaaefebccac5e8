internal import MockPostlyBodies
internal import MockPostlyText

/// Finds what may be a secret or an e-mail address in a text of no known form.
struct TextScan {
    enum Kind {
        case email
        /// An address with `%40` in it.
        case encodedEmail
        case secret
        /// The value of a parameter of an address, encoded.
        case parameter(String)
        /// The value behind a name.
        case named(String)
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var finds: [(range: Range<Int>, kind: Kind)] = []
    /// Up to here is a key or a block that was found.
    private var keyEnd = 0
    /// What segments of paths mean that were looked at.
    var pathWords: [String: PathSecret.Meaning] = [:]
    /// Where the blocks of lines end that were found around the present place.
    var blockEnds: [Int] = []
    /// Where the value without quotes ends that was looked for last.
    private var lastValue = 0..<0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The places in order; those that overlap an earlier one are not to be used.
    mutating func found() -> [(range: Range<Int>, kind: Kind)] {
        var place = 0
        var word = 0
        while place < bytes.count {
            let byte = bytes[place]
            if Self.isTokenByte(byte) {
                place += 1
                continue
            }
            if word < place { findWord(word..<place) }
            switch byte {
            case UInt8(ascii: "@"): findEmail(place, place + 1)
            case UInt8(ascii: "%") where has("40", place + 1): findEmail(place, place + 3)
            case UInt8(ascii: "&") where has("#64;", place + 1): findEmail(place, place + 5)
            case UInt8(ascii: "\\") where has("u0040", place + 1): findEmail(place, place + 6)
            case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ">"), UInt8(ascii: "\""),
                UInt8(ascii: "'"):
                findValue(after: name(before: place, word), place)
            default: break
            }
            place += 1
            word = place
        }
        if word < place { findWord(word..<place) }
        guard finds.count > 1 else { return finds }
        // An address in the value of a parameter is found before the value is.
        return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        isWordByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    private func has(_ text: StaticString, _ place: Int) -> Bool {
        guard place + text.utf8CodeUnitCount <= bytes.count, place >= 0 else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[place + index] != text.utf8Start[index]
        {
            return false
        }
        return true
    }

    // MARK: Addresses

    /// An e-mail address around a sign that ends at `end`, or the password of an address before it.
    private mutating func findEmail(_ sign: Int, _ end: Int) {
        var start = sign
        while start > 0, isLocalByte(start - 1) { start -= 1 }
        if start > 0, bytes[start - 1] == UInt8(ascii: ":") || has("//", start - 2),
            let password = passwordStart(before: sign)
        {
            finds.append((password..<sign, .secret))
            return
        }
        var stop = end
        while stop < bytes.count, Self.isTokenByte(bytes[stop]) { stop += 1 }
        while stop > end, bytes[stop - 1] == UInt8(ascii: ".") { stop -= 1 }
        guard start < sign, isHost(end..<stop, after: start) else { return }
        finds.append((start..<stop, bytes[sign] == UInt8(ascii: "%") ? .encodedEmail : .email))
    }

    /// Whether a byte is a part of what stands before the sign of an e-mail address.
    private func isLocalByte(_ place: Int) -> Bool {
        let byte = bytes[place]
        if Self.isTokenByte(byte) || byte == 0x2B { return true }
        // In `O'Brien`, and not where a quoted text begins.
        return byte == UInt8(ascii: "'") && place > 0 && isWordByte(bytes[place - 1])
    }

    /// Words behind the name of a package that are no host.
    private static let versions: Set<String> = [
        "latest", "next", "beta", "alpha", "canary", "main",
    ]

    /// Whether a host of e-mail addresses stands in a range; the address begins at `start`.
    private func isHost(_ range: Range<Int>, after start: Int) -> Bool {
        guard let dot = bytes[range].lastIndex(of: UInt8(ascii: ".")) else {
            let isPackage = start > 0 && "/@".utf8.contains(bytes[start - 1])
            return range.count > 1 && !isPackage
                && bytes[range].allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") }
                && !Self.versions.contains(String(decoding: bytes[range], as: UTF8.self))
        }
        // `logo@2x.png` is a picture.
        let isScale = has("2x.", range.lowerBound) || has("3x.", range.lowerBound)
        return !isScale && range.upperBound - dot > 2
            && bytes[(dot + 1)..<range.upperBound].allSatisfy { isLetter($0) }
    }

    private func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 || byte >= 0x80 }

    /// Where the password of `scheme://user:password@` begins; nil where there is none.
    private func passwordStart(before sign: Int) -> Int? {
        var place = sign
        var colon: Int?
        while place > 2, sign - place < 200 {
            place -= 1
            if bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "\"") { return nil }
            if has("://", place) { return colon }
            if bytes[place] == UInt8(ascii: ":") { colon = place + 1 }
        }
        return nil
    }

    // MARK: Keys

    private mutating func findWord(_ range: Range<Int>) {
        if range.lowerBound > 1, bytes[range.lowerBound - 1] == UInt8(ascii: "/") {
            findSegment(range)
        }
        findKey(range)
    }

    /// The beginnings of keys and tokens that say whose they are.
    private static let beginnings: [StaticString] = [
        "sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "pk_test_", "whsec_", "ghp_",
        "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-",
        "xoxs-", "AKIA", "ASIA", "AIza", "ya29.", "SG.", "shpat_", "npm_", "sk-", "dop_v1_",
        "hf_", "eyJ", "pypi-", "key-", "EAAC", "lin_api_", "secret_", "rpa_", "APA91b",
    ]

    /// A word that is a key by its form, or stands after `Bearer`.
    private mutating func findKey(_ range: Range<Int>) {
        guard range.lowerBound >= keyEnd else { return }
        if has("-----BEGIN", range.lowerBound) { return findBlock(range) }
        guard range.count >= 12 else { return }
        let isKnown = Self.beginnings.contains { has($0, range.lowerBound) }
        if isKnown && range.count >= 16 || isAfterScheme(range.lowerBound) {
            var end = range.upperBound
            // Base64 of the plain alphabet has other signs too.
            while end < bytes.count,
                Self.isTokenByte(bytes[end]) || "+/=~".utf8.contains(bytes[end])
            {
                end += 1
            }
            finds.append((range.lowerBound..<end, .secret))
            keyEnd = end
        }
    }

    private func isAfterScheme(_ start: Int) -> Bool {
        has("Bearer ", start - 7) || has("bearer ", start - 7) || has("Basic ", start - 6)
            || has("Token ", start - 6)
    }

    /// The content of a block such as `-----BEGIN PRIVATE KEY-----`.
    private mutating func findBlock(_ range: Range<Int>) {
        var start = range.lowerBound + 10
        while start < bytes.count, !has("-----", start) { start += 1 }
        start += 5
        var end = start
        while end < bytes.count, !has("-----END", end) { end += 1 }
        keyEnd = end
        guard start < end else { return }
        finds.append((start..<end, .secret))
    }

    // MARK: Names and values

    /// The value behind a name and a sign: of a parameter, of a secret name in a text of any form.
    private mutating func findValue(after name: Range<Int>, _ sign: Int) {
        guard !name.isEmpty, name.count <= 64 else { return }
        var place = sign
        let isQuoted = bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'")
        if isQuoted {
            place += 1
            skipBlanks(&place)
        }
        guard place < bytes.count else { return }
        let mark = bytes[place]
        let isAddress =
            mark == UInt8(ascii: "=") && name.lowerBound > 0
            && (bytes[name.lowerBound - 1] == UInt8(ascii: "?")
                || bytes[name.lowerBound - 1] == UInt8(ascii: "&"))
        guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":") || mark == UInt8(ascii: ">")
        else { return }
        // Most are times and addresses: `10:20`, `https://`.
        if mark == UInt8(ascii: ":"), has("//", place + 1) || 0x30...0x39 ~= bytes[name.lowerBound]
        {
            return
        }
        place += 1
        if isAddress {
            let end = self.end(of: place)
            let text = String(decoding: bytes[name], as: UTF8.self)
            if end > place { finds.append((place..<end, .parameter(text))) }
            return
        }
        skipBlanks(&place)
        if mark == UInt8(ascii: ":") { skipProperties(&place) }
        let quote = place < bytes.count && "\"'".utf8.contains(bytes[place]) ? bytes[place] : nil
        if let quote { return findQuoted(name, place + 1, quote) }
        // `if (token == null)`: only texts and settings are values behind blanks.
        guard name.upperBound == sign else {
            guard mark == UInt8(ascii: "="), let end = endOfSetting(name, place) else { return }
            return finds.append((place..<end, .named(String(decoding: bytes[name], as: UTF8.self))))
        }
        var end = self.end(of: place)
        // The mark of a block in YAML.
        if end == place, mark == UInt8(ascii: ":"), has(">", place) { end += 1 }
        guard end > place else { return }
        if isQuoted || mark != UInt8(ascii: ":") {
            finds.append((place..<end, .named(String(decoding: bytes[name], as: UTF8.self))))
            return
        }
        let value = bytes[place..<end]
        let isWord = value.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
        if let whole = secretLine(name, place, end) {
            finds.append((whole, .named(String(decoding: bytes[name], as: UTF8.self))))
            return
        }
        // `Password: required` is a sentence.
        guard !isWord, bytes[place] != UInt8(ascii: ">"), SecretName.isSecret(bytes[name]) else {
            return
        }
        finds.append((place..<end, .secret))
    }

    /// The word that ends at a sign, or before the blanks in front of it: `password = "…"`.
    private func name(before sign: Int, _ word: Int) -> Range<Int> {
        if word < sign || !"=:".utf8.contains(bytes[sign]) { return word..<sign }
        var end = sign
        while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        var start = end
        while end < sign, start > 0, end - start <= 64, Self.isTokenByte(bytes[start - 1]) {
            start -= 1
        }
        return start..<end
    }

    /// The value in quotes behind a name; of one with escaped signs the texts between them.
    private mutating func findQuoted(_ name: Range<Int>, _ start: Int, _ quote: UInt8) {
        let word = String(decoding: bytes[name], as: UTF8.self)
        var start = start
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\\") {
                end += 1
            }
            if end > start { finds.append((start..<end, .named(word))) }
            // In single quotes, YAML has no escaped signs.
            guard quote == UInt8(ascii: "\""), end < bytes.count, bytes[end] != quote else {
                return
            }
            start = end + 2
        }
    }

    func skipBlanks(_ place: inout Int) {
        while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
    }

    private mutating func end(of start: Int) -> Int {
        // What begins within a value ends with it, so that no byte is looked at twice.
        if lastValue.contains(start) { return lastValue.upperBound }
        var end = start
        while end < bytes.count, bytes[end] > 0x20, !"&?\"'<>;,#)}]".utf8.contains(bytes[end]) {
            end += 1
        }
        lastValue = start..<end
        return end
    }
}
