package import MockPostlySQLite

/// An index of the program's own over the rows of a table, which can be made again of them.
package protocol ContentIndex: AnyObject, SendableMetatype {
    /// The table whose rows it has.
    static var table: String { get }
    /// The tables that it takes in the database.
    static var ownTables: [String] { get }

    init(_ work: UnitOfWork)

    /// Whether it is there and must be kept up.
    var exists: Bool { get throws }

    /// Adds a row of all columns of the table.
    func add(_ row: [Value]) throws

    /// Removes a row, which must be what was added.
    func remove(_ row: [Value]) throws

    /// Makes it of all rows, unless it is there or there are too few to be worth one.
    func buildIfWorthwhile() throws

    /// Makes it anew where it is worth it, whatever is there under its name.
    ///
    /// When that fails, the connection has to be closed.
    func makeAnew() throws

    /// Forgets it.
    func drop() throws

    /// Whether SQLite can open the index on `connection`, or there is none.
    static func canBeOpened(on connection: Connection) throws -> Bool

    /// Whether the index on `connection` is whole, and of the rows that there are, or there is none;
    /// within a transaction that is open.
    static func isSound(on connection: Connection) throws -> Bool
}
