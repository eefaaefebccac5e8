internal import CMockPostlySQLite

/// The limit on virtual machine steps of one use of a statement.
///
/// Whatever SQL a database causes to run, it ends, with an error for which
/// ``SQLiteError/isInterrupted`` is true. Belongs to one connection and lives as long as any
/// statement of it.
final class StepBudget {
    /// Steps between two checks of the limit.
    private static let interval: Int32 = 100_000

    private let limit: Int
    private var taken = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Makes `database` report its steps to this object.
    func count(stepsOf database: OpaquePointer) {
        sqlite3_progress_handler(
            database,
            min(Self.interval, Int32(clamping: limit)),
            { context in
                guard let context else { return 0 }
                // Retained by the connection and its statements, one of which exists while anything
                // runs.
                let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
                return budget.isSpent() ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Starts the count again from 0.
    func refill() {
        taken = 0
    }

    /// Replaces SQLite's bare message "interrupted" by one with the limit.
    func words(_ failure: SQLiteError) -> SQLiteError {
        guard failure.isInterrupted else { return failure }
        return SQLiteError(
            extendedCode: failure.extendedCode,
            message: "more than \(limit) steps were needed",
            sql: failure.sql
        )
    }

    private func isSpent() -> Bool {
        taken += min(Int(Self.interval), limit)
        return taken > limit
    }
}
