internal import CMockPostlySQLite

/// The current row of a statement, valid only inside the closure that it is given to.
///
/// Columns count from 0; a column that does not exist stops the program. Values are converted as by
/// SQLite: a text that is not a number reads as 0, NULL as 0 or an empty text. Where NULL is
/// possible, use ``isNull(_:)`` or an optional form.
@usableFromInline
package struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let columns: Int32

    init(of statement: OpaquePointer, columns: Int32) {
        self.statement = statement
        self.columns = columns
    }

    /// The column as a 64-bit integer; a fraction is cut off, NULL is 0.
    package func int(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, checked(column))
    }

    /// The column as a 64-bit integer; nil for NULL.
    package func optionalInt(_ column: Int32) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(statement, column)
    }

    /// Whether the column is a number other than 0; false for NULL.
    package func bool(_ column: Int32) -> Bool {
        int(column) != 0
    }

    /// The column as a floating-point number; NULL is 0.
    package func double(_ column: Int32) -> Double {
        sqlite3_column_double(statement, checked(column))
    }

    /// The column as text; invalid UTF-8 becomes U+FFFD, NULL is empty.
    package func text(_ column: Int32) -> String {
        String(decoding: textBytes(column), as: UTF8.self)
    }

    /// The column as text, like ``text(_:)``; nil for NULL.
    package func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// The type of the stored value; read it before the column is converted by another accessor.
    package func storageClass(_ column: Int32) -> StorageClass {
        switch sqlite3_column_type(statement, checked(column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// Whether the column is NULL.
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, checked(column)) == SQLITE_NULL
    }

    /// A copy of a blob's bytes, or of a text's UTF-8; empty for NULL.
    package func bytes(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(statement, checked(column))
        let count = Int(sqlite3_column_bytes(statement, column))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Calls `body` with the UTF-8 bytes of a text, not copied and valid only inside `body`.
    @inlinable
    package func withText<T, Failure: Error>(
        _ column: Int32,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> T
    ) throws(Failure) -> T {
        try body(textBytes(column))
    }

    /// The bytes of a text, valid until the statement is stepped or reset.
    @usableFromInline
    package func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        Row.text(of: sqlite3_column_value(statement, checked(column)))
    }

    /// The bytes of a text, like ``textBytes(_:)``; nil for NULL.
    package func optionalTextBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        let value = sqlite3_column_value(statement, checked(column))
        return sqlite3_value_type(value) == SQLITE_NULL ? nil : Row.text(of: value)
    }

    /// The bytes of a value of the row.
    ///
    /// One value is looked up and then asked, instead of asking the statement twice: a text costs
    /// 90 instructions less. SQLite allows it where no other thread uses the connection (SQLite,
    /// "sqlite3_column_value").
    private static func text(of value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
        // The text must be read first: its conversion decides the number of bytes.
        let start = sqlite3_value_text(value)
        let count = Int(sqlite3_value_bytes(value))
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    private func checked(_ column: Int32) -> Int32 {
        precondition(column >= 0 && column < columns, "the statement has no such column")
        return column
    }
}

/// The types of values that SQLite stores ("Datatypes In SQLite", 2).
package enum StorageClass: Sendable {
    case null, integer, real, text, blob
}
