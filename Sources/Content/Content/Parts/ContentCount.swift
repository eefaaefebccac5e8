/// How many things of one kind a content has.
///
/// Shown for each world by the control plane and by the commands that list worlds.
package struct ContentCount: Sendable, Equatable {
    /// What is counted, in the plural: `posts`.
    package let name: String
    /// 0 or more, as a client of the system would count.
    package let count: Int64

    /// - Parameters:
    ///   - name: the noun in the plural.
    ///   - count: 0 or more.
    package init(_ name: String, _ count: Int64) {
        (self.name, self.count) = (name, count)
    }
}
