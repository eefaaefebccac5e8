internal import MockPostlySQLite

/// Why a content file or its bytes cannot be used; nothing has changed then.
package enum ContentFault: Error, Sendable, Equatable {
    /// A later release of this program has made it.
    ///
    /// `found` and `known` are numbers of migrations.
    case newer(found: Int, known: Int)
    /// It is damaged, or has a wrong value; the string says where.
    case corrupt(String)
    /// A database of another program.
    ///
    /// Its `application_id` is not that of this program.
    case foreign
    /// The file does not begin as an SQLite database does.
    case notADatabase
    /// Another error, with the system's message.
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
