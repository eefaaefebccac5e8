internal import MockPostlyHTTP

/// The names whose values are hidden in journals, logs and all that is made of them.
///
/// One list for fields of a head, parameters of a query, fields of forms and members of JSON. Names
/// are compared without their case, hyphens and underscores, after escapes were undone.
package enum SecretName {
    /// Whether the value of something with this name is a secret.
    ///
    /// `X-Api-Key`, `apiKey` and `api_key` are one name.
    package static func isSecret(_ name: some Collection<UInt8>) -> Bool {
        var letters: [UInt8] = []
        letters.reserveCapacity(name.count)
        for byte in name where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") {
            letters.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
        }
        if parts.contains(where: { letters.has($0) }) { return true }
        // Forms and paths have names such as `user[pwd]` and `user.pwd`.
        return letters.split { byte in marks.contains(byte) }.contains { piece in
            names.contains { $0.elementsEqual(piece) }
        }
    }

    /// Whether the value of something with this name is a secret.
    package static func isSecret(_ name: String) -> Bool { isSecret(Array(name.utf8)) }

    /// Whether `value` under the name `name` is an error's code and not one to sign in with: a word,
    /// or a number of up to three digits.
    static func isErrorCode(_ name: some Collection<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
        guard name.count == 4, name.elementsEqual("code".utf8) else { return false }
        let isNumber = value.count <= 3 && value.allSatisfy { 0x30...0x39 ~= $0 }
        let isWord = value.allSatisfy { byte in
            let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            return isLetter || byte == UInt8(ascii: "_") || byte == 0x20
        }
        return isNumber || isWord && value.count <= 40
    }

    /// A name with one of these in it is secret.
    private static let parts: [[UInt8]] = [
        "token", "jwt", "password", "passwd", "pwd", "passphrase", "passcode", "secret", "apikey",
        "authkey", "accesskey", "privatekey", "authorization", "credential", "logincode",
        "authcode", "otpcode", "codeverifier", "sessionid", "sessid", "csrf", "xsrf", "signature",
    ].map { Array($0.utf8) }

    /// These are secret when they are the whole name, or a whole step of one with brackets or dots.
    private static let names: [[UInt8]] = [
        "key", "xkey", "auth", "xauth", "code", "otp", "pass", "pw", "sid", "assertion", "cookie",
        "setcookie",
    ].map { Array($0.utf8) }

    private static let marks = Array("[].$'\" ".utf8)
}

extension Collection<UInt8> {
    /// Whether `part`, which is not empty, stands somewhere in it.
    fileprivate func has(_ part: [UInt8]) -> Bool {
        var rest = self[...]
        while rest.count >= part.count, let place = rest.firstIndex(of: part[0]) {
            rest = rest[place...]
            if rest.starts(with: part) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
