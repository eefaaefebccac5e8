/// How many things of one kind a content has.
package struct ContentCount: Sendable, Equatable {
    /// What is counted, in the plural: `posts`.
    package let name: String
    package let count: Int64

    package init(_ name: String, _ count: Int64) {
        (self.name, self.count) = (name, count)
    }
}
