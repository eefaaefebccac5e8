internal import MockPostlyWorld
package import MockPostlyWorlds

extension Problem {
    /// The status and the words for `error`.
    ///
    /// Each case has one status, title and hint of its own.
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
        case .noDescriptionInJSON:
            (
                404, "No JSON", "This program was built without its descriptions in JSON.",
                "They are at 'openapi.yaml' and 'openapi-control.yaml'; a release has both."
            )
        case .noJournal:
            (
                409, "No journal", "This server keeps no journal of requests.",
                "Start it without MOCKPOSTLY_JOURNAL_ENTRIES=0."
            )
        case .noSuchWorld(let name, let known, nil):
            (
                404, "Unknown world", "There is no world '\(shortened(name))'.",
                "The worlds are: \(enumerated(known))."
            )
        case .noSuchWorld(let name, let known, let instance?):
            (
                404, "Unknown world",
                "The instance '\(instance)' has no world '\(shortened(name))'.",
                "Worlds end with their instance, also when it is started anew. Those it has now are:"
                    + " \(enumerated(known))."
            )
        case .worldElsewhere(let name, let owner, let instance):
            (
                404, "World of another instance",
                "The world '\(shortened(name))' belongs to the instance '\(owner)', and this is the"
                    + " instance '\(instance)'.",
                "Either '\(owner)' does not run, and its worlds are gone: make a new one. Or the request"
                    + " did not say in its path, header or cookie which world it is for, and the proxy"
                    + " could not know where it belongs."
            )
        case .worldExpired(let name, let lifetime):
            (
                404, "World expired",
                "The world '\(name)' was deleted, as nobody had used it for"
                    + " \(formatDuration(lifetime)).",
                "Make it again, if need be with a longer 'ttl', or with null for no end."
            )
        case .worldExists(let name):
            (
                409, "World exists", "There is a world '\(name)' already.",
                "Choose another id, leave it out, or delete that world first."
            )
        case .noSuchSetting(let name, let known):
            (
                400, "Unknown setting", "Worlds have no setting '\(shortened(name))'.",
                "The settings are: \(enumerated(known))."
            )
        case .badSetting(let setting, let expected):
            (
                400, "Bad value",
                "The member 'settings.\(setting.name)' is the text '\(shortened(setting.value))'.",
                "Send \(expected)."
            )
        case .tooManyWorlds(let count):
            (
                429, "Too many worlds", "There are \(count) worlds, and no more are allowed.",
                "Delete some, give new ones a ttl, or start the server with a larger MOCKPOSTLY_MAX_WORLDS."
            )
        case .defaultWorldStays:
            (
                409, "Not deletable", "The world 'default' cannot be deleted.",
                "POST /__mockpostly/v1/reset sets it back to its first content."
            )
        case .noPorts:
            (
                409, "No ports", "This server has no port, so a world cannot have one.",
                "Leave 'port' out."
            )
        case .noPortToRefuse(let name):
            (
                409, "No port of its own",
                "Before there is a request, nobody knows that a connection is for the world '\(name)'.",
                "Make a world with \"port\": 0 and its own base URL; the fault 'reset' breaks the "
                    + "connection of a request in any world."
            )
        case .noHandshakes:
            (
                409, "No TLS", "This server does not speak TLS, so there are no handshakes.",
                "Start it with --tls."
            )
        case .portUnavailable(let port, let isInUse, let reason):
            (
                409, isInUse ? "Port in use" : "No such port",
                "The port \(port) cannot be opened: \(reason).",
                "Choose another, or 0 for a free one. No world was made."
            )
        case .noFilesForPort(let port, let reason):
            (
                409, "Too many open files", "The port \(port) cannot be opened: \(reason).",
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
        case .noSuchSnapshot(let name, let known, let owners):
            (
                404, "Unknown snapshot",
                "The world '\(name.world)' has no snapshot '\(shortened(name.name))'.",
                owners.isEmpty
                    ? known.isEmpty
                        ? "It has no snapshots; POST /__mockpostly/v1/snapshots makes one."
                        : "Its snapshots are: \(enumerated(known))."
                    : "Name the world that has one, as in 'WORLD/\(shortened(name.name))' or by"
                        + " 'of': \(enumerated(owners))."
            )
        case .snapshotExists(let name):
            (
                409, "Snapshot exists",
                "The world '\(name.world)' has a snapshot '\(name.name)' already.",
                "Choose another name, or set 'overwrite' to true."
            )
        case .tooManySnapshots(let count, let world):
            (
                429, "Too many snapshots",
                "The world '\(world)' has \(count) snapshots, and no more are allowed.",
                "Delete some, or start the server with a larger MOCKPOSTLY_MAX_SNAPSHOTS."
            )
        case .snapshotDirectoryUnreadable(let path, let reason):
            (
                500, "Not readable", "The snapshot directory \(path) cannot be used: \(reason).",
                "Check the directory. If too many files are open, raise ulimit -n."
            )
        case .snapshotNotWritten(let path, let reason):
            (
                507, "Not written", "The file \(path) cannot be written: \(reason).",
                "Check the directory and the space on its disk. An existing file stays as it was."
            )
        case .snapshotNotRemoved(let name, let reason):
            (
                409, "Not removed",
                "The file of the snapshot '\(name)' cannot be deleted: \(reason).",
                "Check its directory."
            )
        case .snapshotUnusable(let name, let reason):
            (
                409, "Snapshot unusable", "The snapshot '\(name)' cannot be used: \(reason).",
                "Delete it, or put a good copy in its place. Nothing was changed."
            )
        case .seedFileRefused(let name, let reason):
            (
                403, "Seed not allowed", "The seed file '\(shortened(name))' \(reason).",
                "Name a file below the server's MOCKPOSTLY_SEED_DIR, or send its JSON in the member 'seed'."
            )
        case .noSuchSeedFile(let name, let directory):
            (
                404, "Unknown seed", "There is no seed file '\(shortened(name))' in \(directory).",
                "Name a file below that directory, or send its JSON in the member 'seed'."
            )
        case .seedAtFault(let words):
            (
                409, "Invalid seed", words, "Correct the seed and ask again. Nothing was changed."
            )
        case .importedSeedAtFault(let words):
            (
                400, "Invalid seed", words,
                "Correct the seed and send it again. Nothing was changed."
            )
        case .importedDatabaseUnusable(let reason):
            (
                409, "Database unusable",
                "The body is a database that cannot be used: \(reason).",
                "Send a database that was exported. Nothing was changed."
            )
        case .notServed(let dialect):
            (
                409, "Not served", "The server does not serve '\(dialect)'.",
                dialect == "api"
                    ? "Start it with the file of your API: mockpostly serve db.json."
                    : "Start it with --systems that include it."
            )
        case .noSuchPerson(let name, let world, let hint):
            (
                404, "Unknown user", "The world '\(world)' has no user '\(name)'.", hint
            )
        case .tokenCannotHave(let member, let reason, let hint):
            (400, "Bad value", "There is the member '\(member)', but \(reason).", hint)
        }
    }
}
