import MockPostlyCrypto
import MockPostlyWorld

/// A token that a transcript makes for itself.
struct TokenRecipe: Sendable {
    var isGoogle = false
    var algorithm = "HS256"
    var secret = "your-secret-key"
    /// JSON whose texts `"now"`, `"now+10"`, `"now-10"` stand for seconds of the world's clock.
    var claims: String

    /// Reads `NAME [alg=A] [secret=S] {claims}`.
    static func read(_ text: String, isGoogle: Bool) -> (String, TokenRecipe)? {
        guard let brace = text.firstIndex(of: "{") else { return nil }
        var recipe = TokenRecipe(isGoogle: isGoogle, claims: String(text[brace...]))
        var words = text[..<brace].split(separator: " ").map(String.init)
        guard !words.isEmpty else { return nil }
        let name = words.removeFirst()
        for word in words {
            if word.hasPrefix("alg=") {
                recipe.algorithm = String(word.dropFirst(4))
            } else if word.hasPrefix("secret=") {
                recipe.secret = String(word.dropFirst(7))
            } else {
                return nil
            }
        }
        return (name, recipe)
    }

    func token(at now: Instant) -> String {
        let payload = claims.replacing(/"now(?<offset>[+-][0-9]+)?"/) { match in
            "\(now.seconds + (match.offset.flatMap { Int64($0) } ?? 0))"
        }
        let algorithm = isGoogle ? "RS256" : algorithm
        let token = JWT.sign(
            header: Array(#"{"alg":"\#(algorithm)","typ":"JWT"}"#.utf8),
            payload: Array(payload.utf8),
            key: HMACSHA256(key: Array(secret.utf8))
        )
        // A token without an algorithm has no signature either.
        return algorithm == "none" ? String(token.prefix(through: token.lastDot)) : token
    }
}

extension String {
    fileprivate var lastDot: Index { lastIndex(of: ".") ?? startIndex }
}
