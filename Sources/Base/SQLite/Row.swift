internal import CMockPostlySQLite

/// The row a statement stands on, lent to a closure and gone after it.
///
/// Columns count from 0. A column that the statement does not have is a mistake in the program and
/// stops it. Values are converted as SQLite does: a text that is no number reads as 0, NULL reads
/// as 0 or as an empty text; ask ``isNull(_:)`` or an optional form where NULL can be.
@usableFromInline
package struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let columns: Int32

    init(of statement: OpaquePointer, columns: Int32) {
        self.statement = statement
        self.columns = columns
    }

    package func int(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, checked(column))
    }

    package func optionalInt(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(statement, column)
    }

    package func bool(_ column: Int32) -> Bool {
        int(column) != 0
    }

    package func double(_ column: Int32) -> Double {
        sqlite3_column_double(statement, checked(column))
    }

    /// The text of a column; bytes that are not UTF-8 become replacement characters.
    package func text(_ column: Int32) -> String {
        String(decoding: textBytes(column), as: UTF8.self)
    }

    package func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// What kind of value the column has as it is stored; to be asked before it is read otherwise.
    package func storageClass(_ column: Int32) -> StorageClass {
        switch sqlite3_column_type(statement, checked(column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, checked(column)) == SQLITE_NULL
    }

    /// A copy of the bytes of a blob, or of a text's UTF-8; none for NULL.
    package func bytes(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(statement, checked(column))
        let count = Int(sqlite3_column_bytes(statement, column))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Lends the UTF-8 bytes of a text without a copy; they are valid only inside `body`.
    @inlinable
    package func withText<T, Failure: Error>(
        _ column: Int32,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> T
    ) throws(Failure) -> T {
        try body(textBytes(column))
    }

    /// The bytes of a text, owned by the statement until it steps on.
    @usableFromInline
    package func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        // The text first: its conversion decides the number of bytes.
        let start = sqlite3_column_text(statement, checked(column))
        let count = Int(sqlite3_column_bytes(statement, column))
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    private func checked(_ column: Int32) -> Int32 {
        precondition(column >= 0 && column < columns, "the statement has no such column")
        return column
    }
}

/// The kinds of values that SQLite stores.
package enum StorageClass: Sendable {
    case null, integer, real, text, blob
}
