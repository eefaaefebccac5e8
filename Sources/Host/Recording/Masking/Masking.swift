internal import MockPostlyArchives
internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText

/// Swaps secrets, e-mail addresses and names of people in exchanges.
///
/// Everything is gone through twice: at first to know all values, and after ``finish()`` to swap them
/// wherever they stand.
struct Masking {
    /// The names of fields that keep their values, in lower case without signs.
    private let keeps: Set<String>
    var swaps = Swaps()
    var references = References()
    private(set) var known: KnownValues?
    private var meanings: [String: FieldMeaning] = [:]
    /// Of JSON in a text in a text, and of base64 in base64.
    static let deepest = 4

    init(keeping fields: [String]) {
        keeps = Set(fields.map { FieldMeaning.plain($0) })
    }

    /// Ends the first time through.
    mutating func finish() {
        for value in references.secrets { _ = swaps.secret(value) }
        known = KnownValues(swaps)
    }

    /// Whether a value under a name such as `sessionId` stays, because it is the id of a row; the
    /// first time through that is not known yet.
    mutating func staysAsReference(_ text: String, _ meaning: FieldMeaning?) -> Bool {
        guard meaning?.isReference == true else { return false }
        return references.stays(text, isLast: known != nil)
    }

    /// Whether the values of what has this name stay.
    func isKept(_ meaning: FieldMeaning) -> Bool { keeps.contains(meaning.plain) }

    /// Another secret of the same form.
    mutating func secret(of text: String) -> String { swaps.secret(text) }

    mutating func meaning(_ name: String) -> FieldMeaning {
        if let known = meanings[name] { return known }
        let meaning = FieldMeaning(name)
        if meanings.count < 20_000 { meanings[name] = meaning }
        return meaning
    }

    // MARK: Values

    /// The new value of a text under a name, of which `meaning` says what it is; nil where it stays.
    ///
    /// A value can be a member of a person, or be hidden with all that something secret holds.
    mutating func swapped(
        _ text: String,
        _ meaning: FieldMeaning?,
        isOfPerson: Bool = false,
        isHidden: Bool = false,
        depth: Int = 0
    ) -> String? {
        guard !text.isEmpty else { return nil }
        if let meaning, keeps.contains(meaning.plain) {
            swaps.keep(text)
            return nil
        }
        if swaps.kept.contains(text) || staysAsReference(text, meaning) { return nil }
        if isHidden || meaning?.kind == .secret { return secret(text, meaning, depth) }
        switch meaning?.kind {
        case .possibleSecret where Self.canBeSecret(text): return secret(text, meaning, depth)
        case .email where text.utf8.contains(0x40) && !text.utf8.contains { $0 <= 0x20 }:
            return changed(text, swaps.email(text))
        case .name where !text.utf8.contains(0x40), .nameOfPerson where isOfPerson:
            return changed(text, swaps.name(text))
        case .user where !text.utf8.contains(0x40): return changed(text, swaps.user(text))
        case .number where text.utf8.contains { 0x30...0x39 ~= $0 }:
            return changed(text, swaps.secret(text))
        default: break
        }
        if meaning?.isPerson == true, Self.isFullName(text) {
            return changed(text, swaps.name(text))
        }
        if let user = known?.user(text) { return user }
        if meaning?.isIdentifier != true, Self.isCardNumber(text) {
            return changed(text, swaps.secret(text))
        }
        if meaning?.isIdentifier != true, Self.looksRandom(text), token(text, depth) == nil,
            base64(text, meaning, depth) == nil
        {
            return changed(text, swaps.secret(text))
        }
        return inner(text, meaning, isOfPerson: isOfPerson, depth)
    }

    private func changed(_ old: String, _ new: String) -> String? { old == new ? nil : new }

    /// Whether a text can be the whole name of a person: two to four words with capitals.
    private static func isFullName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count < 60, bytes.contains(0x20) else { return false }
        let words = bytes.split(separator: 0x20).map { Substring($0) }
        return 2...4 ~= words.count
            && words.allSatisfy { word in
                // Most letters are ASCII, which their bytes tell sooner than their properties.
                word.utf8.allSatisfy(\.isLetter)
                    || word.allSatisfy { $0.isLetter || ".'-".contains($0) }
            } && words.first?.first?.isUppercase == true && words.last?.first?.isUppercase == true
    }

    /// Another secret of the same form: of `Bearer abc` the second word, of a token its claims.
    private mutating func secret(_ text: String, _ meaning: FieldMeaning?, _ depth: Int)
        -> String?
    {
        if Self.isNoSecret(text, meaning) { return nil }
        if let space = text.utf8.firstIndex(of: 0x20) {
            let scheme = text[..<space].lowercased()
            if ["bearer", "token", "basic", "jwt", "apikey", "digest"].contains(scheme) {
                let rest = String(text[text.index(after: space)...])
                let new =
                    scheme == "basic"
                    ? credentials(rest) : token(rest, depth) ?? swaps.secret(rest)
                return String(text[...space]) + new
            }
        }
        return changed(text, token(text, depth) ?? swaps.secret(text))
    }

    /// Whether a text under a name that has other meanings too is a secret by its look: one word, with
    /// digits or with capitals inside.
    static func canBeSecret(_ text: String) -> Bool {
        let bytes = text.utf8
        let isKindOfHash =
            bytes.count < 12
            && ["sha", "md5", "hmac", "bcrypt", "argon"].contains(
                where: text.lowercased().hasPrefix
            )
        guard bytes.count >= 3, !isKindOfHash, !text.hasPrefix("#"), !text.hasPrefix("/"),
            !bytes.contains(where: { $0 <= 0x20 }), !text.holds("://"), !isNoSecret(text, nil)
        else { return false }
        let hasDigit = bytes.contains { 0x30...0x39 ~= $0 }
        let hasCapital = bytes.dropFirst().contains { 0x41...0x5A ~= $0 }
        return hasDigit || bytes.count >= 8 && hasCapital && text != text.uppercased()
    }

    /// Whether a text is the number of a payment card (ISO/IEC 7812): its last digit is a check of the
    /// others.
    private static func isCardNumber(_ text: String) -> Bool {
        guard 13...23 ~= text.utf8.count else { return false }
        var digits: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte & 0xF)
            case UInt8(ascii: " "), UInt8(ascii: "-"): continue
            default: return false
            }
        }
        guard 13...19 ~= digits.count, 3...6 ~= digits[0] else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element) << (digit.offset & 1)
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum % 10 == 0
    }

    /// Whether a text under any name is a token by its look: one long word of capitals, small letters
    /// and digits without order.
    private static func looksRandom(_ text: String) -> Bool {
        let bytes = text.utf8
        guard 24...512 ~= bytes.count else { return false }
        var kinds: (small: Int, capital: Int, digit: Int, changes: Int) = (0, 0, 0, 0)
        var last = 0
        for byte in bytes {
            let kind: Int
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): (kind, kinds.small) = (1, kinds.small + 1)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                (kind, kinds.capital) = (2, kinds.capital + 1)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): (kind, kinds.digit) = (3, kinds.digit + 1)
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: "+"):
                kind = 4
            default: return false
            }
            if kind != last { kinds.changes += 1 }
            last = kind
        }
        return kinds.small > 2 && kinds.capital > 2 && kinds.digit > 1
            && kinds.changes * 3 >= bytes.count
    }

    /// Words that are an error's code or a kind of token, and dates.
    static func isNoSecret(_ text: String, _ meaning: FieldMeaning?) -> Bool {
        let bytes = Array(text.utf8)
        if ["bearer", "basic", "jwt", "true", "false", "null"].contains(text.lowercased()) {
            return true
        }
        let isDate =
            bytes.count >= 10 && bytes.count < 36 && bytes[4] == 0x2D && bytes[7] == 0x2D
            && bytes.allSatisfy { 0x30...0x39 ~= $0 || "-:.TZ+ ".utf8.contains($0) }
            && meaning?.plain.hasPrefix("password") != true
        guard meaning?.plain == "code" || meaning?.plain == "key" else { return isDate }
        // Codes of errors, countries and currencies, and the names of entries.
        let isWord = bytes.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == 0x5F || byte == 0x20
                || byte == 0x2D || byte == 0x2E
        }
        return isDate || isWord && bytes.count <= 40
            || bytes.count <= 3 && bytes.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// `user:password` in base64 with another user and another password.
    private mutating func credentials(_ text: String) -> String {
        guard let bytes = Base64.decode(text), let plain = String(validating: bytes, as: UTF8.self),
            let colon = plain.firstIndex(of: ":")
        else { return swaps.secret(text) }
        let user = String(plain[..<colon])
        let password = String(plain[plain.index(after: colon)...])
        let newUser = swapped(user, FieldMeaning("username")) ?? user
        let new = "\(newUser):\(password.isEmpty ? "" : swaps.secret(password))"
        return Base64.encode(Array(new.utf8))
    }

    // MARK: Encoded texts

    /// A JSON Web Token with new claims, signed anew; nil for other texts.
    mutating func token(_ text: String, _ depth: Int) -> String? {
        guard text.hasPrefix("ey"), depth < Self.deepest else { return nil }
        if let known = swaps.secrets[text], self.known == nil { return known }
        guard let parts = JWT.split(Array(text.utf8)), let header = parts.decodedHeader(),
            let payload = parts.decodedPayload(),
            let claims = try? JSON(parsing: payload).root, claims.kind == .object,
            (try? JSON(parsing: header)) != nil
        else { return nil }
        let new = rewritten(claims, isPerson: true, depth: depth + 1)
        let key = HMACSHA256(key: Array("recorded".utf8))
        let token = JWT.sign(header: header, payload: new, key: key)
        swaps.setSecret(text, token)
        return token
    }

    /// What a text has in it: a token, JSON, base64, or an address or a secret somewhere.
    private mutating func inner(
        _ text: String,
        _ meaning: FieldMeaning?,
        isOfPerson: Bool,
        _ depth: Int
    ) -> String? {
        var text = text
        if depth < Self.deepest {
            if let token = token(text, depth) { return token }
            let first = text.utf8.first
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
                let json = try? JSON(parsing: Array(text.utf8)).root
            {
                let new = rewritten(json, isPerson: isOfPerson, depth: depth + 1)
                return String(decoding: new, as: UTF8.self)
            }
            if let new = base64(text, meaning, depth) { return new }
        }
        return text.withUTF8 { bytes in plain(bytes, depth) }
    }

    /// A text of base64 that holds a text with something to swap.
    private mutating func base64(_ text: String, _ meaning: FieldMeaning?, _ depth: Int)
        -> String?
    {
        guard text.utf8.count >= 12, !text.utf8.contains(where: { $0 <= 0x20 || $0 > 0x7A }) else {
            return nil
        }
        let isSafe = text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        let bytes =
            isSafe || text.utf8.count % 4 != 0
            ? Base64URL.decodeStrictly(text.utf8) : Base64.decode(text)
        guard let bytes, isText(bytes) else { return nil }
        let plain = String(decoding: bytes, as: UTF8.self)
        guard let new = swapped(plain, nil, depth: depth + 1) ?? form(plain, depth + 1) else {
            return nil
        }
        return isSafe || text.utf8.count % 4 != 0
            ? Base64URL.encode(Array(new.utf8)) : Base64.encode(Array(new.utf8))
    }

    private mutating func form(_ text: String, _ depth: Int) -> String? {
        guard text.utf8.contains(UInt8(ascii: "=")) else { return nil }
        let new = pairs(text, depth: depth)
        return changed(text, new)
    }
}
