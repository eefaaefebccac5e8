/// A base URL of a dialect, relative to the address of a world.
package struct DialectAddress: Sendable, Equatable {
    /// Its key in the `baseUrls` of a world: `postly`.
    ///
    /// Unique among all addresses of all dialects.
    package var name: String
    /// `http` or `ws`.
    package var scheme: String
    /// The path, `/api`; a second address may have it with a slash at its end.
    package var path: String

    /// - Parameters:
    ///   - name: in lower case.
    ///   - scheme: without TLS; with it, `https` and `wss` take their places.
    ///   - path: begins with a slash, or is empty.
    package init(_ name: String, scheme: String = "http", path: String) {
        self.name = name
        self.scheme = scheme
        self.path = path
    }

    /// The URL in the world at `base`, which has no scheme: `localhost:8080/w/one`.
    ///
    /// Such as `http://localhost:8080/w/one/api`.
    package func url(at base: String) -> String { "\(scheme)://\(base)\(path)" }
}
