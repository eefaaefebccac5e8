/// What an app may see of a person.
struct Scopes {
    private let words: [String]

    private static let long = "https://www.googleapis.com/auth/userinfo."

    init(_ text: String) {
        words = text.split(separator: " ").map { String($0) }
    }

    /// Whether the app gets an ID token.
    var hasID: Bool { words.contains("openid") }
    var hasEmail: Bool { has("email") }
    /// Name and picture.
    var hasProfile: Bool { has("profile") }

    private func has(_ word: String) -> Bool {
        words.contains { $0 == word || $0 == Self.long + word }
    }

    /// The scopes as Google writes them in answers.
    var granted: String {
        words.map { ["email", "profile"].contains($0) ? Self.long + $0 : $0 }
            .joined(separator: " ")
    }
}
