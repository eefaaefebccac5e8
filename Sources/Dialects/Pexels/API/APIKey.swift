internal import MockPostlyHTTP

/// The API key in the `Authorization` field: the key alone, or after the word `Bearer`.
struct APIKey: Equatable {
    let text: String

    /// The key of a request; nil when there is none.
    init?(_ request: Request) {
        guard let field = request.authorization else { return nil }
        let words = field.split(separator: " ", maxSplits: 1)
        guard let first = words.first else { return nil }
        guard first.lowercased() == "bearer" else {
            text = field
            return
        }
        guard words.count > 1 else { return nil }
        text = String(words[1].drop { $0 == " " })
        if text.isEmpty { return nil }
    }

    func isGood(for keys: [String]) -> Bool {
        keys.isEmpty || keys.contains { $0.utf8.elementsEqual(text.utf8) }
    }
}
