internal import MockPostlyWorld

extension Problem {
    /// The status and the words for `error`.
    package init(_ error: HostError) {
        let (status, title, detail, hint) = error.problem
        self.init(status, title, detail: detail, hint: hint)
    }
}

extension HostError {
    fileprivate var problem: (status: Int, title: String, detail: String, hint: String) {
        switch self {
        case .notReady:
            (
                503, "Not ready", "The content is still being loaded.",
                "Ask again; requests sent now are answered when it is loaded."
            )
        case .notWritable(let reason):
            (
                503, "Not writable", "Nothing can be written: \(reason).",
                "Put the data file back where it was, and restart the server."
            )
        case .noSuchWorld(let name, let known):
            (
                404, "Unknown world", "There is no world '\(shortened(name))'.",
                "The worlds are: \(enumerated(known))."
            )
        case .worldExists(let name):
            (
                409, "World exists", "There is a world '\(name)' already.",
                "Choose another id, leave it out, or delete that world first."
            )
        case .tooManyWorlds(let count):
            (
                429, "Too many worlds", "There are \(count) worlds, and no more are allowed.",
                "Delete some, give new ones a ttl, or start the server with --max-worlds."
            )
        case .defaultWorldStays:
            (
                409, "Not deletable", "The world 'default' is there as long as the server is.",
                "POST /__mockpostly/v1/reset brings it back to what it began with."
            )
        case .noPorts:
            (
                409, "No ports", "Nothing listens here, so a world cannot have a port.",
                "Leave 'port' out."
            )
        case .portUnavailable(let port, let isInUse, let reason):
            (
                409, isInUse ? "Port in use" : "No such port",
                "The port \(port) cannot be had: \(reason).",
                "Choose another, or 0 for a free one. No world was made."
            )
        case .noFilesForPort(let port, let reason):
            (
                409, "Too many open files", "The port \(port) cannot be had: \(reason).",
                "Delete worlds with ports of their own, or start the server with a higher"
                    + " ulimit -n. No world was made."
            )
        case .noSuchScenario(let name, let known):
            (
                400, "Unknown scenario", "There is no scenario '\(shortened(name))'.",
                "The scenarios are: \(enumerated(known))."
            )
        case .noSuchSystem(let name, let known):
            (
                400, "Bad value", "There is no system '\(name)'.",
                "The systems are: \(enumerated(known))."
            )
        case .clockOutOfRange(let duration):
            (
                400, "Bad value",
                "By \(formatDuration(duration)) the clock would leave the years 1 to 9999.",
                "Advance it by less."
            )
        case .noSuchSnapshot(let name, let known):
            (
                404, "Unknown snapshot", "There is no snapshot '\(shortened(name))'.",
                known.isEmpty
                    ? "There are no snapshots; POST /__mockpostly/v1/snapshots makes one."
                    : "The snapshots are: \(enumerated(known))."
            )
        case .snapshotExists(let name):
            (
                409, "Snapshot exists", "There is a snapshot '\(name)' already.",
                "Choose another name, or set 'overwrite' to true."
            )
        case .tooManySnapshots(let count):
            (
                429, "Too many snapshots",
                "There are \(count) snapshots, and no more are allowed.",
                "Delete some, or start the server with --max-snapshots."
            )
        case .snapshotDirectoryUnreadable(let path, let reason):
            (
                500, "Not readable", "The snapshot directory \(path) cannot be used: \(reason).",
                "Look at the directory. Where too many files are open, raise ulimit -n."
            )
        case .snapshotNotWritten(let path, let reason):
            (
                507, "Not written", "The file \(path) cannot be written: \(reason).",
                "Look at the directory and the space on its disk. What was there stays."
            )
        case .snapshotNotRemoved(let name, let reason):
            (
                409, "Not removed", "The file of the snapshot '\(name)' stays: \(reason).",
                "Look at its directory."
            )
        case .snapshotUnusable(let name, let reason):
            (
                409, "Snapshot unusable", "The snapshot '\(name)' cannot be used: \(reason).",
                "Delete it, or put a good copy in its place. Nothing was changed."
            )
        case .seedAtFault(let words):
            (
                409, "Seed at fault", words, "Mend the seed and ask again; nothing was changed."
            )
        case .importedSeedAtFault(let words):
            (
                400, "Seed at fault", words,
                "Mend the seed and send it again. Nothing was changed."
            )
        case .importedDatabaseUnusable(let reason):
            (
                409, "Database unusable",
                "The body is a database that cannot be used: \(reason).",
                "Send what an export gave. Nothing was changed."
            )
        case .notServed(let dialect):
            (
                409, "Not served", "The server does not stand in for '\(dialect)'.",
                "Start it with --dialects that include it."
            )
        case .noSuchPerson(let name, let world, let hint):
            (
                404, "Unknown user", "Nobody in the world '\(world)' is called '\(name)'.", hint
            )
        case .tokenCannotHave(let member, let reason, let hint):
            (400, "Bad value", "There is the member '\(member)', but \(reason).", hint)
        }
    }
}
