package import MockPostlySQLite

/// A search index over the rows of a table, which can always be made again from them.
package protocol ContentIndex: AnyObject, SendableMetatype {
    /// The table whose rows are indexed.
    static var table: String { get }
    /// The tables of the index in the database.
    ///
    /// They are left out when contents are compared, exported or copied.
    static var ownTables: [String] { get }

    /// Cheap: reads nothing.
    ///
    /// Writes of the index go through `work`.
    init(_ work: UnitOfWork)

    /// Whether the index exists; then each change of a row must be made in it too.
    ///
    /// - Throws: SQLite's errors, as all functions of this protocol do.
    var exists: Bool { get throws }

    /// Adds a row, given with all columns of the table.
    ///
    /// To be called after the row was inserted, in the same transaction.
    func add(_ row: [Value]) throws

    /// Removes a row; the values must be those that were added.
    ///
    /// To be called in the same transaction as the deletion of the row.
    func remove(_ row: [Value]) throws

    /// Makes the index, unless it exists or there are too few rows.
    func buildIfWorthwhile() throws

    /// Drops whatever has the index's name, and makes the index again if there are enough rows.
    ///
    /// When it throws, the connection must be closed.
    func makeAnew() throws

    /// Drops the index.
    ///
    /// Drops nothing but the tables of ``ownTables``; no error when there are none.
    func drop() throws

    /// Whether SQLite can open the index on `connection`; true when there is none.
    static func canBeOpened(on connection: Connection) throws -> Bool

    /// Whether the index on `connection` is complete and agrees with the rows; true when there is
    /// none.
    ///
    /// Needs an open transaction.
    static func isSound(on connection: Connection) throws -> Bool
}
