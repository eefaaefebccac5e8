/// The worlds that ended lately because nobody used them, so that a late request is told why.
struct ExpiredWorlds {
    /// The most names that are remembered.
    static let limit = 1000

    /// How long each world was unused when it ended.
    private var lifetimes: [String: Duration] = [:]
    /// The names in ``lifetimes``, the oldest first.
    private var names: [String] = []

    mutating func note(_ name: String, after lifetime: Duration) {
        forget(name)
        lifetimes[name] = lifetime
        names.append(name)
        if names.count > Self.limit { lifetimes[names.removeFirst()] = nil }
    }

    /// Forgets `name`, because there is a world of this name again.
    mutating func forget(_ name: String) {
        guard lifetimes.removeValue(forKey: name) != nil else { return }
        names.removeAll { $0 == name }
    }

    /// How long the world called `name` was unused when it ended; nil when it did not end so.
    subscript(name: String) -> Duration? { lifetimes[name] }
}
