package import MockPostlyContent
internal import MockPostlyNouns

/// Why a server did not start or failed at its end, in words for a person.
package struct StartFailure: Error, Sendable, Equatable {
    /// The kind of failure, which decides the exit code.
    package enum Kind: Sendable {
        case addressInUse
        case cannotListen
        case cannotWrite
        case tooManyFiles
        case configuration
        case seed
        case dataFile
    }

    package var kind: Kind
    /// What went wrong, as one line.
    package var words: String
    /// What to do about it, as one line.
    package var hint: String

    package init(_ kind: Kind, _ words: String, hint: String) {
        self.kind = kind
        self.words = words
        self.hint = hint
    }

    /// The exit code of a process that ends for this reason.
    package var exitCode: Int32 {
        switch kind {
        case .cannotListen, .cannotWrite: 1
        case .configuration, .seed, .tooManyFiles: 3
        case .addressInUse: 4
        case .dataFile: 5
        }
    }
}

extension StartFailure {
    /// The export at the end of the process (`--export-on-exit`) failed.
    package init(export path: String, _ words: String) {
        self.init(
            .cannotWrite,
            "the export to \(path) failed: \(words)",
            hint: "check the path given to --export-on-exit and the space on its disk"
        )
    }

    /// The faults in the files of the seed, each on a line.
    package init(_ fault: SeedFault) {
        self.init(
            .seed,
            fault.report,
            hint: "mockpostly seed check PATH lists all faults of a seed"
        )
    }

    /// A fault in a directory of documents.
    package init(documents fault: SeedFault) {
        self.init(
            .seed,
            fault.report,
            hint: DocumentSource.rule
        )
    }

    /// The data file at `path` cannot be used.
    package init(_ fault: DataFileFault, _ path: String) {
        let (words, hint) = fault.explained
        self.init(.dataFile, "data file \(path) \(words)", hint: hint)
    }
}

extension DataFileFault {
    fileprivate var explained: (words: String, hint: String) {
        switch self {
        case .inUse(let pid):
            (
                "is in use by another server" + (pid.map { " (pid \($0))" } ?? ""),
                "stop that server, or choose another file with --data"
            )
        case .newer(let found, let known):
            (
                "was written by a newer mockpostly (schema \(found), this version knows \(known))",
                "use that version or a later one; the file was not touched"
            )
        case .corrupt(let findings):
            (
                "is corrupt: " + findings.split(separator: "\n").prefix(1).joined(),
                "restore a copy of it, or choose another file with --data; it was not touched"
            )
        case .notADatabase:
            (
                "is not a database",
                "choose another file with --data; this one was not touched"
            )
        case .foreign:
            (
                "is a database of another program",
                "choose another file with --data; this one was not touched"
            )
        case .otherFormat(let words):
            (
                "cannot be used: " + words,
                "start with a new file and `mockpostly import` this one into it; it was not touched"
            )
        case .readOnly:
            (
                "cannot be written to",
                "make the file and its directory writable, or choose another with --data"
            )
        case .directoryMissing:
            (
                "is in a directory that does not exist",
                "make the directory, or choose another path with --data"
            )
        case .isADirectory: ("is a directory", "give --data the path of a file")
        case .notAFile: ("is a device, a pipe or a socket", "give --data the path of a file")
        case .noSpace:
            (
                "cannot be used: no space left on device",
                "make room on its disk, or choose another path with --data"
            )
        case .failed(let words):
            ("cannot be opened: " + words, "check the path, its permissions and its disk")
        }
    }
}
