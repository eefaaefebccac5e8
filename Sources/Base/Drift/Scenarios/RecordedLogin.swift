internal import MockPostlyArchives
internal import MockPostlyText

/// What names of segments and members say of a log-in.
enum LoginWords {
    private static let login: Set<String> = ["login", "log-in", "signin", "sign-in"]
    /// What stands behind one of them: `/login/email`.
    private static let ways: Set<String> = ["email", "password", "phone", "username"]
    private static let renewal: Set<String> = ["refresh", "token"]

    /// Whether the last words of `path` are those of a log-in.
    static func endsInLogin(_ path: String) -> Bool {
        let words = path.lowercased().split(separator: "/").map(String.init)
        guard let last = words.last else { return false }
        return login.contains(last)
            || ways.contains(last) && words.dropLast().last.map(login.contains) == true
    }

    /// Whether the last word of `path` is one for a new token.
    static func endsInRenewal(_ path: String) -> Bool {
        path.lowercased().split(separator: "/").last.map { renewal.contains(String($0)) } == true
    }

    static func isPassword(_ name: String) -> Bool {
        let word = plain(name)
        return ["password", "passwd", "pwd", "passphrase"].contains { has(word, $0) }
            || ["pass", "pw"].contains(word)
    }

    /// Whether it is the name of who logs in.
    static func isAccount(_ name: String) -> Bool {
        let word = plain(name)
        return has(word, "email") || has(word, "username") || accounts.contains(word)
    }

    /// Whether somebody shows by it who they are; a token of a device is none.
    static func isCredential(_ name: String) -> Bool {
        let word = plain(name)
        return isPassword(name) || ["pin", "code", "otp"].contains(word)
            || ["passcode", "secret", "refreshtoken", "idtoken", "assertion", "granttype"]
                .contains { has(word, $0) }
    }

    /// Whether it is the name of a token for later requests.
    static func isToken(_ name: String) -> Bool {
        let word = plain(name)
        return has(word, "token") || has(word, "jwt")
    }

    /// Whether it is one that nothing but a log-in gives.
    static func isAccessToken(_ name: String) -> Bool {
        let word = plain(name)
        return ["accesstoken", "idtoken", "refreshtoken", "jwt"].contains { has(word, $0) }
    }

    private static let accounts: Set<String> = [
        "account", "handle", "identifier", "identity", "login", "mail", "name", "nickname", "phone",
        "user", "userid",
    ]

    /// The last word of a name such as `user[pass_word]`: `password`.
    private static func plain(_ name: String) -> String {
        let last = name.split { $0 == "[" || $0 == "]" || $0 == "." }.last ?? ""
        return last.lowercased().filter { $0 != "-" && $0 != "_" }
    }

    private static func has(_ word: String, _ part: String) -> Bool {
        replacing(part, by: "", in: word) != word
    }
}

extension ArchivedExchange {
    /// Whether somebody logs in by it, or renews what a log-in gave: it changes nothing else.
    ///
    /// Its path says so, and so does what was sent or answered: `POST /devices/token` is none.
    var logsIn: Bool {
        guard method == "POST" else { return false }
        if LoginWords.endsInLogin(address.path) {
            return hasCredential || answered.contains(where: LoginWords.isToken)
        }
        guard LoginWords.endsInRenewal(address.path) else { return false }
        return answered.contains(where: LoginWords.isAccessToken)
            || hasCredential && answered.contains(where: LoginWords.isToken)
    }

    private var hasCredential: Bool { sent.contains(where: LoginWords.isCredential) }

    /// The names of texts that a successful answer has.
    private var answered: [String] { isSuccess ? Self.names(of: body) ?? [] : [] }

    /// The names of texts that were sent.
    private var sent: [String] {
        Self.names(of: requestBody)
            ?? requestBody.split(separator: UInt8(ascii: "&")).map { pair in
                formDecoded(pair.prefix { $0 != UInt8(ascii: "=") })
            }
    }

    private static func names(of body: [UInt8]) -> [String]? {
        guard let root = DriftComparison.parsed(body) else { return nil }
        var names: [String] = []
        root.forEachScalar(at: "") { path, value in
            if value.kind == .text { names.append(memberName(at: path)) }
        }
        return names
    }
}
