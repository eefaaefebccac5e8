internal import CMockPostlySQLite

/// How many steps of SQLite's machine one use of a statement may take.
///
/// Whatever a database makes a statement do, it ends: as an error that ``SQLiteError/isInterrupted``
/// tells. Belongs to one connection, and lives as long as any statement of it.
final class StepBudget {
    /// Steps from one count to the next.
    private static let interval: Int32 = 100_000

    private let limit: Int
    private var taken = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Has `database` count its steps here.
    func count(stepsOf database: OpaquePointer) {
        sqlite3_progress_handler(
            database,
            min(Self.interval, Int32(clamping: limit)),
            { context in
                guard let context else { return 0 }
                // The connection and its statements hold it while anything is run.
                let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
                return budget.isSpent() ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Begins to count anew.
    func refill() {
        taken = 0
    }

    /// What SQLite calls just "interrupted".
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
