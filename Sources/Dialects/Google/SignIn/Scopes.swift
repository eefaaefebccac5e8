/// What an app may see of a person.
struct Scopes {
    private let words: [String]

    private static let long = "https://www.googleapis.com/auth/userinfo."

    init(_ text: String) {
        words = text.split(separator: " ").map { String($0) }
    }

    /// Whether the app has asked for `openid`.
    var asksForID: Bool { words.contains("openid") }
    /// Whether the app gets an ID token: Google adds `openid` to e-mail and profile.
    var hasID: Bool { asksForID || hasEmail || hasProfile }
    var hasEmail: Bool { has("email") }
    /// Name and picture.
    var hasProfile: Bool { has("profile") }

    private func has(_ word: String) -> Bool {
        words.contains { $0 == word || $0 == Self.long + word }
    }

    /// The scopes as Google writes them in answers.
    var granted: String {
        let added = hasID && !asksForID ? ["openid"] : []
        return (words.map { ["email", "profile"].contains($0) ? Self.long + $0 : $0 } + added)
            .joined(separator: " ")
    }
}
