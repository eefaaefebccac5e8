/// Where clients reach a dialect, behind the address of a world.
package struct DialectAddress: Sendable, Equatable {
    /// What it is called among the base URLs of a world: `postly`.
    package var name: String
    /// `http` or `ws`.
    package var scheme: String
    /// The path, without a slash at its end: `/api`.
    package var path: String

    package init(_ name: String, scheme: String = "http", path: String) {
        self.name = name
        self.scheme = scheme
        self.path = path
    }

    /// The URL in the world that is reached at `base`, such as `localhost:8080/w/one`.
    package func url(at base: String) -> String { "\(scheme)://\(base)\(path)" }
}
