package import MockPostlyDialect

/// A collection of records of a world, and the system that it belongs to.
package struct WorldCollection {
    /// The name and the title of the dialect.
    package var system: (name: String, title: String)
    package var records: RecordCollection
    /// The dialects whose tokens are for these records, and the member that names the user.
    package var signIn: [(dialect: String, member: String)]
}
