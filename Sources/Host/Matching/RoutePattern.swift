/// A route of a dialect's table, with or without its method: `POST /api/posts/{slug}/like`.
///
/// The names of placeholders count for nothing.
package struct RoutePattern: Sendable, Equatable {
    /// Nil for all methods.
    package let method: String?
    /// The path as lists of routes show it: `/api/posts/{slug}/like`.
    package let path: String

    /// The route that `text` names, which is a method and a path, or a path.
    ///
    /// Never fails: a text that is no route is accepted by none.
    package init(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        method = words.count > 1 ? String(words[0]) : nil
        path = String(words.last ?? "")
    }

    /// As it was written.
    package var text: String { method.map { "\($0) \(path)" } ?? path }

    /// Whether it is the route with this path in the table, for a request with this method.
    ///
    /// The method is compared byte by byte.
    package func accepts(method: String, path: String) -> Bool {
        if let wanted = self.method, !wanted.utf8.elementsEqual(method.utf8) { return false }
        return Self.words(self.path) == Self.words(path)
    }

    private static func words(_ path: String) -> [Substring] {
        path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : $0 }
    }
}
