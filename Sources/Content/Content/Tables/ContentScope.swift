/// A system whose content can be reset alone, such as the blog.
package struct ContentScope: Sendable, Hashable {
    /// The name that clients use: `postly`.
    package let name: String

    /// - Parameter name: in lower case; two scopes with one name are the same.
    package init(_ name: String) {
        self.name = name
    }
}
