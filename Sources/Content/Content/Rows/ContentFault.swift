internal import MockPostlySQLite

/// Why the bytes or the file of a content cannot be used; nothing has changed then.
package enum ContentFault: Error, Sendable, Equatable {
    /// A later release has made it.
    case newer(found: Int, known: Int)
    /// It is damaged: what SQLite or the check has found.
    case corrupt(String)
    /// A database of some other program.
    case foreign
    case notADatabase
    /// The system's words.
    case failed(String)
}

extension ContentFault {
    init(_ error: SQLiteError) {
        if error.isCorrupt {
            self = .corrupt(error.message)
        } else if error.isNotADatabase {
            self = .notADatabase
        } else {
            self = .failed(error.message)
        }
    }

    init(_ error: MigrationError) {
        switch error {
        case .newer(let found, let known): self = .newer(found: found, known: known)
        case .foreignFile: self = .foreign
        case .failed(_, let error), .unreadable(let error): self = ContentFault(error)
        }
    }
}
