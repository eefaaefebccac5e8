/// The new values of secrets, addresses and names, each always the same for the same old one.
///
/// A new value looks like the old one and says nothing of it: it comes from the number of values
/// before it alone. So the same archive gives the same files.
struct Swaps: Sendable {
    private(set) var secrets: [String: String] = [:]
    /// By the address in lower case.
    private(set) var emails: [String: String] = [:]
    /// The words of names, by the word in lower case.
    private(set) var words: [String: String] = [:]
    /// Whole names of more than one word, as they were written.
    private(set) var names: Set<String> = []
    /// The new value of each name, however many words it has.
    private var wholeNames: [String: String] = [:]
    /// Names to sign in with.
    private(set) var users: [String: String] = [:]
    /// Values that stay, because the field that has them was named so.
    private(set) var kept: Set<String> = []

    mutating func keep(_ text: String) { kept.insert(text) }

    // MARK: Secrets

    /// Another value of the same form; the same for a text without letters and digits.
    mutating func secret(_ text: String) -> String {
        if let known = secrets[text] { return known }
        guard !kept.contains(text) else { return text }
        let new = Self.shaped(like: text, number: secrets.count + 1)
        secrets[text] = new
        return new
    }

    /// Notes that `new` stands in the place of the token `text`.
    mutating func setSecret(_ text: String, _ new: String) { secrets[text] = new }

    /// A text with letters for letters and digits for digits; hexadecimal digits stay such.
    static func shaped(like text: String, number: Int) -> String {
        let isHex = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        var new = text
        for _ in 0..<4 where new == text {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.utf8.count)
            for scalar in text.unicodeScalars {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes += letter(for: scalar, UInt8(truncatingIfNeeded: state >> 40), isHex, bytes)
            }
            new = String(decoding: bytes, as: UTF8.self)
        }
        return new
    }

    private static func letter(
        for scalar: Unicode.Scalar,
        _ random: UInt8,
        _ isHex: Bool,
        _ earlier: [UInt8]
    ) -> [UInt8] {
        switch scalar {
        case "0"..."9":
            // A number does not begin with 0.
            [earlier.isEmpty ? UInt8(ascii: "1") + random % 9 : UInt8(ascii: "0") + random % 10]
        case "a"..."z": [UInt8(ascii: "a") + random % (isHex ? 6 : 26)]
        case "A"..."Z": [UInt8(ascii: "A") + random % 26]
        case _ where !scalar.isASCII: [UInt8(ascii: "a") + random % 26]
        default: Array(String(scalar).utf8)
        }
    }

    // MARK: People

    /// `person-1@example.com` and so on.
    mutating func email(_ text: String) -> String {
        guard !kept.contains(text) else { return text }
        let key = text.lowercased()
        if let known = emails[key] { return known }
        let new = "person-\(emails.count + 1)@example.com"
        emails[key] = new
        return new
    }

    /// A name to sign in with; words that name roles rather than people stay.
    mutating func user(_ text: String) -> String {
        guard !kept.contains(text), !Self.roles.contains(text.lowercased()) else { return text }
        if let known = users[text] { return known }
        let new =
            words[text.lowercased()].map { Self.cased($0, as: text) }
            ?? "person\(users.count + 1)"
        users[text] = new
        return new
    }

    private static let roles: Set<String> = [
        "admin", "administrator", "anonymous", "api", "bot", "default", "demo", "guest", "me",
        "moderator", "owner", "root", "support", "system", "test", "user",
    ]

    /// A name with another word for each of its words; those of one or two letters stay.
    mutating func name(_ text: String) -> String {
        guard !kept.contains(text) else { return text }
        if let known = wholeNames[text] { return known }
        var new = ""
        var word = ""
        var count = 0
        func isPart(_ letter: Character) -> Bool { letter.isLetter || letter == "'" }
        for letter in text {
            if isPart(letter) {
                word.append(letter)
                continue
            }
            if !word.isEmpty { count += 1 }
            new += self.word(word)
            new.append(letter)
            word = ""
        }
        if !word.isEmpty { count += 1 }
        new += self.word(word)
        if count > 1 { names.insert(text) }
        wholeNames[text] = new
        return new
    }

    private mutating func word(_ word: String) -> String {
        guard word.count > 2 else { return word }
        let key = word.lowercased()
        if let known = words[key] { return Self.cased(known, as: word) }
        let new = Self.spoken(words.count + 1)
        words[key] = new
        return Self.cased(new, as: word)
    }

    /// A word of syllables that no other number has.
    private static func spoken(_ number: Int) -> String {
        let syllables = [
            "ba", "do", "fi", "ga", "ke", "lo", "mi", "na", "pe", "ru", "sa", "ti", "vo", "we",
            "zu",
        ]
        var text = ""
        // Three syllables at least, so that the word is none of a language that one meets often.
        var rest = number + syllables.count * syllables.count
        while rest > 0 {
            text += syllables[rest % syllables.count]
            rest /= syllables.count
        }
        return text
    }

    private static func cased(_ word: String, as model: String) -> String {
        if model.allSatisfy({ !$0.isUppercase }) { return word }
        if model.count > 1, model.allSatisfy({ !$0.isLowercase }) { return word.uppercased() }
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    /// What stands for a word of a name, as `word` is written.
    func written(_ word: String) -> String? {
        words[word.lowercased()].map { Self.cased($0, as: word) }
    }
}
