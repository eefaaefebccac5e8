internal import MockPostlyText

extension PasswordHash {
    /// The hash as text: `$scrypt$ln=12,r=8,p=1$salt$hash` or `$seeded$salt$hash`.
    ///
    /// Salt and hash are base64 without padding.
    package var stored: String {
        switch scheme {
        case .scrypt(let logN, let r, let p, let salt, let hash):
            "$scrypt$ln=\(logN),r=\(r),p=\(p)$\(base64(salt))$\(base64(hash))"
        case .seeded(let salt, let hash):
            "$seeded$\(base64(salt))$\(base64(hash))"
        }
    }

    /// Reads a text written by ``stored``; nil for any other text or forbidden parameters.
    package init?(stored: String) {
        let fields = stored.split(separator: "$", omittingEmptySubsequences: false)
        guard
            fields.count >= 4,
            fields[0].isEmpty,
            let salt = bytes(fields[fields.count - 2]),
            let hash = bytes(fields[fields.count - 1]),
            hash.count == 32
        else { return nil }
        switch (fields[1], fields.count) {
        case ("scrypt", 5):
            guard let costs = costs(fields[2]) else { return nil }
            self.init(
                .scrypt(logN: costs.logN, r: costs.r, p: costs.p, salt: salt, hash: hash)
            )
        case ("seeded", 4):
            self.init(.seeded(salt: salt, hash: hash))
        default:
            return nil
        }
    }
}

/// The numbers in `ln=12,r=8,p=1`, in this order and within the allowed ranges.
private func costs(_ text: Substring) -> (logN: Int, r: Int, p: Int)? {
    let names = ["ln=", "r=", "p="]
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == names.count else { return nil }
    let numbers = zip(fields, names).compactMap { field, name in
        field.hasPrefix(name) ? number(field.dropFirst(name.count)) : nil
    }
    guard
        numbers.count == names.count,
        PasswordHash.isAllowed(logN: numbers[0], r: numbers[1], p: numbers[2])
    else { return nil }
    return (numbers[0], numbers[1], numbers[2])
}

/// A number of digits only; `Int` alone would accept a sign.
private func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
}

private func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Base64.append(bytes, to: &text, alphabet: Base64.plainAlphabet)
    return String(decoding: text, as: UTF8.self)
}

private func bytes(_ text: Substring) -> [UInt8]? {
    Base64.decodeStrictly(text.utf8, digits: Base64.plainDigits)
}
