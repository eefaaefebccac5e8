/// A system whose content can be reset without the others', declared with the tables that are its own.
package struct ContentScope: Sendable, Hashable {
    /// What clients call it: `postly`.
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}
