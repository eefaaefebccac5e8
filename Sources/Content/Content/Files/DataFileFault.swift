internal import MockPostlyPlatform
internal import MockPostlySQLite

/// Why a data file cannot be used.
///
/// The file has not been changed then, apart from a migration, before which a copy is made.
package enum DataFileFault: Error, Sendable, Equatable {
    /// Another server has it open; its process id, when that is known.
    case inUse(pid: Int32?)
    case newer(found: Int, known: Int)
    case corrupt(String)
    case notADatabase
    /// A database of another program.
    case foreign
    /// A form of SQLite's file that its content cannot be replaced in; the text says which.
    case otherFormat(String)
    case readOnly
    case directoryMissing
    case isADirectory
    /// A device, a pipe or a socket.
    case notAFile
    /// The disk is full.
    case noSpace
    case failed(String)
}

extension DataFileFault {
    init(_ error: SQLiteError) {
        if error.isCorrupt {
            self = .corrupt(error.message)
        } else if error.isNotADatabase {
            self = .notADatabase
        } else if error.isDiskFull {
            self = .noSpace
        } else if error.isReadOnly {
            self = .readOnly
        } else if error.isBusy {
            self = .inUse(pid: nil)
        } else {
            self = .failed(error.message)
        }
    }

    /// The fault for an `errno` of the system.
    init(systemCode: Int32) {
        switch systemCode {
        case ENOSPC, EDQUOT: self = .noSpace
        case EACCES, EPERM, EROFS: self = .readOnly
        case ENOENT, ENOTDIR: self = .directoryMissing
        case EISDIR: self = .isADirectory
        case ENXIO: self = .notAFile
        default: self = .failed(systemWords(systemCode))
        }
    }

    init(_ fault: ContentFault) {
        switch fault {
        case .newer(let found, let known): self = .newer(found: found, known: known)
        case .corrupt(let words): self = .corrupt(words)
        case .foreign: self = .foreign
        case .notADatabase: self = .notADatabase
        case .failed(let words): self = .failed(words)
        }
    }

    init(_ error: MigrationError) {
        switch error {
        case .newer(let found, let known): self = .newer(found: found, known: known)
        case .foreignFile: self = .foreign
        case .failed(_, let error), .unreadable(let error): self = DataFileFault(error)
        }
    }
}
