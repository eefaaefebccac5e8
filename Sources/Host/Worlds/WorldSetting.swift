/// A setting that each world can have for itself, called as the server's option.
package struct WorldSetting: Sendable, Equatable {
    /// Without dashes, such as `dummyjson-writes`.
    package var name: String
    /// As on the command line.
    package var value: String

    package init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }
}
